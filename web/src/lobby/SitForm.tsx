// A friend arrived by the link: a name, and the seat is theirs.
import { NameField } from "../parts/NameField";
import { ownName } from "../opening/opening";
import type { Playing } from "../session/session";
import { t } from "../base/text";

export function SitForm({ play }: { play: Playing }) {
  const sit = (event: SubmitEvent) => {
    event.preventDefault();
    play.send({ type: "sit", name: ownName() });
  };
  if (play.knocking?.value) return <output class="panel wrap sit">{t("guest.waiting")}</output>;
  return (
    <form class="panel wrap sit" onSubmit={sit} data-testid="sit-form">
      <NameField />
      <button type="submit" class="primary" data-testid="sit">
        {t("seat.sit")}
      </button>
    </form>
  );
}
