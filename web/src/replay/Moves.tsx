// The cards of a turn, pile by pile: 68 71 72 ↑B +13.
import { cardStyle } from "../base/hue";
import type { LoggedMove } from "../base/protocol";
import { t } from "../base/text";
import { stepText } from "../base/view";
import { Icon } from "../parts/Icon";

/** A card on a pile; how far it goes is known for what was played. */
export type Shown = Pick<LoggedMove, "card" | "pile"> & Partial<LoggedMove>;

interface Props {
  moves: Shown[];
  rises: (pile: string) => boolean;
}

export function Moves({ moves, rises }: Props) {
  if (moves.length === 0) return <p class="dim">{t("replay.nothing")}</p>;
  return (
    <ul class="wrap">
      {runs(moves).map((run) => (
        <li key={run[0]?.card} class="move">
          {run.map(({ card }) => (
            <b key={card} class="tag" style={cardStyle(card)}>
              {card}
            </b>
          ))}
          <Target run={run} rises={rises} />
        </li>
      ))}
    </ul>
  );
}

function Target({ run, rises }: { run: Shown[]; rises: (pile: string) => boolean }) {
  const pile = run[0]?.pile ?? "A";
  return (
    <>
      <span class={rises(pile) ? "rises" : "falls"}>
        <span aria-hidden="true">{rises(pile) ? "↑" : "↓"}</span>
        {pile}
      </span>
      {run.map(({ card, jump, retro }) =>
        jump === undefined ? null : (
          <span key={card} class={retro ? "gift" : ""}>
            {retro && <Icon name="back" />}
            {stepText(rises(pile), jump)}
          </span>
        ),
      )}
    </>
  );
}

/** Cards that followed each other on one pile. */
function runs(moves: Shown[]): Shown[][] {
  const found: Shown[][] = [];
  for (const move of moves) {
    const last = found.at(-1);
    if (last?.[0]?.pile === move.pile) last.push(move);
    else found.push([move]);
  }
  return found;
}
