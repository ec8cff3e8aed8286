// A game from a record file or a link: the server checks it move by move.
import { GameForm } from "../parts/GameForm";
import { go } from "../net/route";
import { t } from "../base/text";
import { readGame, wholeAddress } from "./address";

export function ImportForm({ page }: { page: string }) {
  const open = async (given: string) => {
    const game = await readGame(given);
    go(wholeAddress(page, game));
    // The same page with another game: the address has changed without the browser saying so.
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  return <GameForm label={t("replay.import")} open={open} />;
}
