// Who starts: take the start, say what you would like, or propose somebody; without talk the host names a seat.
import { nameAt } from "../base/view";
import { Icon } from "../parts/Icon";
import type { StartWish, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { language, say, t } from "../base/text";
import { letStart } from "./acts";

const WISHES: StartWish[] = ["like", "rather-not"];

export function StartChoice({ play }: { play: Playing }) {
  const table = play.table.value;
  const open = table.talk === "start-first";
  if (!open && table.host !== table.you) {
    return (
      <section class="actions start" aria-label={t("turn.start")} data-testid="start-choice">
        <p>{t("start.wait", { name: nameAt(table, table.host) })}</p>
      </section>
    );
  }
  return (
    <section class="actions start" aria-label={t("turn.start")} data-testid="start-choice">
      <Proposed table={table} />
      <button type="button" class="primary" data-testid="start" onClick={() => play.send({ type: "start" })}>
        {t("start.take")}
      </button>
      {open && <Wishes play={play} />}
      <Others play={play} label={open ? t("start.propose") : t("start.name")} />
    </section>
  );
}

/** Who proposes that this seat starts. */
function Proposed({ table }: { table: TableView }) {
  const names = table.seats.flatMap((seat) =>
    seat && table.you !== null && seat.proposes === table.you ? [seat.name] : [],
  );
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(language.value ?? "en").format(names);
  return (
    <p class="start-proposed" data-testid="proposed">
      {t("start.proposed", { names: list, count: names.length })}
    </p>
  );
}

function Wishes({ play }: { play: Playing }) {
  const table = play.table.value;
  const wish = table.you === null ? null : (table.seats[table.you]?.wish ?? null);
  return (
    <>
      {WISHES.map((one) => (
        <button
          key={one}
          type="button"
          class="quiet"
          aria-pressed={wish === one}
          data-testid={`wish-${one}`}
          onClick={() => play.send({ type: "wish", wish: wish === one ? null : one })}
        >
          {say(`short.${one}`)}
        </button>
      ))}
    </>
  );
}

function Others({ play, label }: { play: Playing; label: string }) {
  const table = play.table.value;
  const mine = table.you === null ? null : table.seats[table.you]?.proposes;
  return (
    <fieldset class="start-others" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {table.seats.map((who, seat) =>
        who && seat !== table.you ? (
          <button
            key={seat}
            type="button"
            class="quiet small"
            aria-pressed={mine === seat}
            aria-label={t("start.let", { name: who.name })}
            data-testid={`propose-${seat}`}
            onClick={() => letStart(play, seat)}
          >
            {who.level && <Icon name="bot" />}
            <span>{who.name}</span>
          </button>
        ) : null,
      )}
    </fieldset>
  );
}
