// After a game: the next edition after a run of wins, or back to the lobby with everybody.
import { withEdition } from "../opening/options";
import { Icon } from "../parts/Icon";
import { TwoLines } from "../parts/TwoLines";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { editionName } from "../base/view";
import { resultShown } from "./result";

export function AfterGame({ play }: { play: Playing }) {
  const table = play.table.value;
  const host = table.host === table.you && table.you !== null;
  return (
    <>
      {host && !table.lobby && (
        <button type="button" class="quiet" data-testid="gather" onClick={() => play.send({ type: "gather" })}>
          <TwoLines icon="people" title={t("end.lobby")} line={t("end.lobby.line")} />
        </button>
      )}
      {table.lobby && (
        <button type="button" class="quiet" data-testid="to-lobby" onClick={() => (resultShown.value = false)}>
          <Icon name="people" />
          <span>{t("end.back")}</span>
        </button>
      )}
    </>
  );
}

/** Win after win: something harder, dealt at once. */
export function Suggestion({ play, edition }: { play: Playing; edition: string }) {
  const name = editionName(edition);
  const settings = withEdition(play.table.value.settings, edition);
  const take = () => {
    play.send({ type: "configure", settings });
    play.send({ type: "deal" });
  };
  return (
    <div class="row-button guest" data-testid="suggestion">
      <p>{t("suggest", { edition: name })}</p>
      <button type="button" class="quiet" onClick={take} data-testid="suggestion-play">
        <Icon name="play" />
        <span>{t("suggest.play", { edition: name })}</span>
      </button>
    </div>
  );
}
