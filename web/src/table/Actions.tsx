// The buttons under the thumb: end the turn (or why not yet), take back, ask for a hint; before the first turn, who starts.
import { useId } from "preact/hooks";
import { myTurn } from "../base/view";
import { refusalText } from "../base/notice";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";
import { preferences } from "../preferences/preferences";
import type { GameView } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { dealAt } from "../history/days";
import { hintsTaken } from "../history/history";
import { askHint, endTurn, notNow, undo } from "./acts";
import { askedAbout } from "./away";
import "./actions.css";

const loadStart = async () => (await import("./StartChoice")).StartChoice;
const loadQuestion = async () => (await import("./AwayQuestion")).AwayQuestion;

export function Actions({ play, game }: { play: Playing; game: GameView }) {
  const table = play.table.value;
  const reason = useId();
  if (table.you === null) return null;
  if (table.paused) return <Paused play={play} />;
  if (game.starter === null) return <Later load={loadStart} props={{ play }} />;
  const mine = myTurn(table);
  const asked = mine ? null : askedAbout(table);
  if (asked !== null) return <Later key={asked} load={loadQuestion} props={{ play, seat: asked }} part />;
  // A deal of the day that is won without a hint has its star.
  const costs = dealAt(table)?.first && !game.known && hintsTaken(table) === 0;
  const loses = mine && game.end_loses !== null;
  const why = loses ? t("why.loses") : mine ? whyNot(game) : notNow(play);
  return (
    <section class="actions" aria-label={t("actions")}>
      <button
        type="button"
        class={loses ? "quiet end" : "primary end"}
        data-testid="end-turn"
        data-loses={loses}
        aria-disabled={why !== "" && !loses}
        aria-keyshortcuts={keyOf("e")}
        aria-describedby={why ? reason : undefined}
        onClick={() => endTurn(play)}
      >
        <span>
          {t("end")}
          <Key name="E" />
        </span>
        {why && (
          <small id={reason} data-testid="end-reason">
            {loses && <Icon name="warn" />}
            {why}
          </small>
        )}
      </button>
      {table.undo && (
        <button
          type="button"
          class="quiet"
          data-testid="undo"
          aria-disabled={!game.can_undo}
          aria-keyshortcuts={keyOf("u")}
          onClick={() => undo(play)}
        >
          <Icon name="undo" />
          <span>
            {t("undo")}
            <Key name="U" />
          </span>
        </button>
      )}
      {table.settings.hints && (
        <button
          type="button"
          class="quiet"
          data-testid="hint"
          data-waits={play.thinking.value}
          aria-disabled={!mine || play.thinking.value}
          aria-keyshortcuts={keyOf("h")}
          onClick={() => askHint(play)}
        >
          <Icon name="hint" />
          <span>
            {t("hint")}
            <Key name="H" />
            {costs && <small data-testid="hint-costs">{t("daily.hint")}</small>}
          </span>
        </button>
      )}
    </section>
  );
}

const keyOf = (key: string): string | undefined => (preferences.value.shortcuts ? key : undefined);

/** The key that does the same, where there is a keyboard. */
function Key({ name }: { name: string }) {
  if (!preferences.value.shortcuts) return null;
  return (
    <kbd class="key" aria-hidden="true">
      {name}
    </kbd>
  );
}

/** Why the turn cannot end yet, as short as possible. */
function whyNot(game: GameView): string {
  if (!game.end) return "";
  return say(`why.${game.end.code}`, { count: game.to_lay }) ?? refusalText(game.end);
}

function Paused({ play }: { play: Playing }) {
  const table = play.table.value;
  return (
    <section class="actions actions-paused" aria-label={t("actions")} data-testid="paused">
      <p>{t("paused.line")}</p>
      {table.host === table.you && (
        <button type="button" class="primary" onClick={() => play.send({ type: "pause", on: false })}>
          <Icon name="play" />
          <span>{t("resume")}</span>
        </button>
      )}
    </section>
  );
}
