// Who starts: say what you would like, or take the start.
import type { Playing } from "../session";
import { say, t } from "../text";

export function StartChoice({ play }: { play: Playing }) {
  const table = play.table.value;
  const wish = table.you === null ? null : (table.seats[table.you]?.wish ?? null);
  return (
    <section class="actions start" aria-label={t("turn.start")} data-testid="start-choice">
      <button type="button" class="primary" data-testid="start" onClick={() => play.send({ type: "start" })}>
        {t("start.take")}
      </button>
      {table.talk === "start-first" &&
        ["like", "rather-not"].map((one) => (
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
    </section>
  );
}
