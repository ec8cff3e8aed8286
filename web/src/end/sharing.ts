// What is handed on after a game: its result with a link to it, or the same cards for somebody else.
import { challengeOf, writeChallenge } from "../history/challenge";
import { linkTo } from "../net/address";
import { t } from "../base/text";
import { editionName, playersText, scoreText } from "../base/view";
import { addressOf, gameOf } from "../replay/address";
import type { GameView, TableView } from "../base/protocol";

const nameOf = ({ code, deals }: TableView): string => `${code}-${deals}`;

/** The result in words, the sentence about it, and where it can be watched. */
export async function resultText(table: TableView, sentence: string): Promise<string> {
  const game = table.game as GameView;
  const replay = await gameOf(nameOf(table));
  const score = game.status === "won" ? t("win.title") : scoreText(game);
  const what = `${editionName(table.settings.rules.edition)}, ${playersText(table.seats.length)}`;
  return [`nonante · ${what}`, score, sentence, linkTo(addressOf("replay", replay, 0))].filter(Boolean).join("\n");
}

/** The words and the link that challenge somebody; null where these cards cannot be dealt again. */
export async function challengeText(table: TableView): Promise<string | null> {
  const game = table.game as GameView;
  const { link } = await gameOf(nameOf(table));
  const challenge = challengeOf(table, link);
  if (!challenge) return null;
  const words = game.status === "won" ? t("hub.challenge.wonText") : t("hub.challenge.text", { count: game.score });
  return `${words}\n${linkTo(`/beat#${writeChallenge(challenge)}`)}`;
}
