// A friend arrived by the link: a name, and the seat is theirs.
import { NameField } from "../home/NameField";
import { ownName } from "../home/opening";
import type { Playing } from "../session";
import { t } from "../text";

export function SitForm({ play }: { play: Playing }) {
  const sit = (event: SubmitEvent) => {
    event.preventDefault();
    play.send({ type: "sit", name: ownName() });
  };
  if (play.knocking?.value) return <output class="panel sit">{t("guest.waiting")}</output>;
  return (
    <form class="panel sit" onSubmit={sit} data-testid="sit-form">
      <NameField />
      <button type="submit" class="primary" data-testid="sit">
        {t("seat.sit")}
      </button>
    </form>
  );
}
