// After the second game with the same people: keep them as a crew, without an account; in an event: back to it.
import { useSignal } from "@preact/signals";
import { show } from "../base/notice";
import type { TableView } from "../base/protocol";
import { language, t } from "../base/text";
import { crewAt, keepFace, ownFace, together } from "../history/crews";
import { reasonOf } from "../net/refusing";
import { go } from "../net/route";
import { ownSeats } from "../net/seats";
import { ownName } from "../opening/opening";
import { Icon } from "../parts/Icon";
import { beginCrew } from "./crews";
import { FaceChoice } from "./Face";
import { CrewName } from "./Forms";

export function Offer({ table }: { table: TableView }) {
  const face = useSignal(ownFace([...Array(table.you ?? 0).keys()]));
  const names = table.seats.flatMap((seat) => (seat && !seat.level ? [seat.name] : []));
  const name = useSignal(new Intl.ListFormat(language.value ?? "en").format(names).slice(0, 40));
  const open = useSignal(false);
  const contest = ownSeats.value[table.code]?.event;
  if (contest) {
    return (
      <section class="panel stack" data-testid="event-sealed">
        <p class="dim">{t("event.sealed")}</p>
      </section>
    );
  }
  if (together(table) < 2 || crewAt(table.code)) return null;
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    keepFace(face.value);
    const me = table.you === null ? ownName() : (table.seats[table.you]?.name ?? ownName());
    try {
      const crew = await beginCrew(table.code, name.value, { name: me, face: face.value });
      go(`/crew/${crew}`);
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  return (
    <section class="panel stack" aria-labelledby="crew-offer" data-testid="crew-offer">
      <h2 id="crew-offer">{t("crew.offer")}</h2>
      <p class="dim">{t("crew.offer.line")}</p>
      {open.value ? (
        <form class="stack" onSubmit={(event) => void begin(event)}>
          <CrewName name={name} />
          <FaceChoice value={face.value} onChange={(next) => (face.value = next)} />
          <button type="submit" class="quiet" data-testid="crew-begin">
            {t("crew.offer.yes")}
          </button>
        </form>
      ) : (
        <button type="button" class="quiet" data-testid="crew-offer-open" onClick={() => (open.value = true)}>
          <Icon name="people" />
          <span>{t("crew.offer.yes")}</span>
        </button>
      )}
    </section>
  );
}
