// A finished game in a frame of another page: the table and the way through it, and nothing that changes anything.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../base/text";
import { linkTo } from "../net/address";
import { Icon } from "../parts/Icon";
import { addressOf } from "./address";
import { GamePage } from "./GamePage";
import { Position } from "./Position";
import { followAddress, turnText } from "./telling";
import { Dock } from "./Watch";
import type { Watching } from "./watching";

export const EmbedPage = () => <GamePage page="embed" title="replay.title" Game={Embedded} />;

function Embedded({ watching }: { watching: Watching }) {
  const playing = useSignal(false);
  useEffect(() => followAddress(watching, "embed"), [watching]);
  return (
    <main class="watch embedded" data-testid="embed">
      <header class="watch-top">
        <h1 data-testid="replay-turn">{turnText(watching)}</h1>
        <a
          class="quiet small"
          href={linkTo(addressOf("replay", watching.game, watching.turn.value + 1))}
          target="_blank"
          rel="noopener"
          data-testid="embed-out"
        >
          <Icon name="eye" />
          <span>nonante</span>
        </a>
      </header>
      <Position watching={watching} line={null} />
      <Dock watching={watching} playing={playing} />
    </main>
  );
}

/** What another page contains to show a game. */
export function snippet({ game }: Watching): string {
  const address = linkTo(addressOf("embed", game, 0));
  return `<iframe src="${address}" title="${t("embed.title")}" width="560" height="640" loading="lazy" style="border:0"></iframe>`;
}
