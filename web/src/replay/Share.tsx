// What to take along: a link to this turn, a link that holds the whole game, the record file.
import { writeChallenge, type Challenge } from "../history/challenge";
import { linkTo } from "../net/address";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { saveFile } from "../parts/saveFile";
import { t } from "../base/text";
import { addressOf, wholeAddress } from "./address";
import type { Watching } from "./watching";

export function Share({ watching, page }: { watching: Watching; page: string }) {
  const { game } = watching;
  const challenge = challengeOf(watching);
  return (
    <div class="stack">
      {game.game && (
        <CopyField
          label={t("replay.link.turn")}
          text={linkTo(addressOf(page, game, watching.turn.value + 1))}
          testid="link-turn"
        />
      )}
      <CopyField
        label={t("replay.link.whole")}
        text={linkTo(wholeAddress("replay", game))}
        lines={4}
        testid="link-whole"
      />
      {challenge && (
        <CopyField
          label={t("beat.share")}
          text={linkTo(`/beat#${writeChallenge(challenge)}`)}
          lines={3}
          testid="link-beat"
        />
      )}
      <button
        type="button"
        class="quiet"
        data-testid="replay-save"
        onClick={() => saveFile(`nonante-${game.game ?? "game"}.json`, game.record)}
      >
        <Icon name="save" />
        <span>{t("end.record")}</span>
      </button>
    </div>
  );
}

/** The deal to beat: where it came from a number, and the end has been seen. */
function challengeOf(watching: Watching): Challenge | null {
  const last = watching.game.frames.at(-1)?.table;
  const seed = last?.game?.reveal?.seed;
  if (!last?.game || !seed || !watching.open) return null;
  const people = last.seats.filter((seat) => seat?.level === null);
  const levels = last.seats.slice(1).flatMap((seat) => seat?.level ?? []);
  // With several people at the table the seats cannot be filled again by a link.
  if (people.length > 1) return null;
  const { rules } = last.settings;
  return { rules, seed, levels, name: people[0]?.name ?? "", left: last.game.score, link: watching.game.link };
}
