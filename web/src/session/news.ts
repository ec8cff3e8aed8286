// Every event in words: for the line on the table and the live region.
import { signal } from "@preact/signals";
import { commandName, everyMoveLoses, nameAt, people, scoreText, signalText } from "../base/view";
import { show, speakAloud } from "../base/notice";
import type { GameView, News, TableView } from "../base/protocol";
import { seen, showFaces } from "./talk";
import { say, t } from "../base/text";

/** The last thing that happened, for the line under the seats. */
export const latest = signal("");

/** Tell what happened; `drawn` are the cards one has drawn oneself, for the ear alone. */
export function tell(table: TableView, news: News[], drawn: number[] = []): void {
  const sentences = news.map((item) => sentence(table, item)).filter(Boolean);
  if (sentences.length === 0) return;
  latest.value = sentences.at(-1) ?? "";
  const words = news.find(({ kind, seat }) => kind === "said" && seat !== table.you);
  if (words && !seen.value) show(sentence(table, words));
  showFaces(news);
  const turn = news.some(turnChanges) ? whoseTurn(table) : "";
  const cards = drawn.length > 0 ? t("news.drawn", { cards: drawn.join(", ") }) : "";
  speakAloud([...sentences, cards, turn].filter(Boolean).join(" "));
}

function turnChanges({ kind, ended_turn }: News): boolean {
  return ended_turn || kind === "started" || kind === "dealt";
}

function sentence(table: TableView, item: News): string {
  const name = item.name ?? nameAt(table, item.seat);
  if (item.kind === "played") return played(name, item);
  if (item.kind === "signalled" && item.signal) {
    const what = signalText(table, item.signal) + (item.signal.pile ? ` (${item.signal.pile})` : "");
    return t(item.on ? "news.signal" : "news.unsignal", { name, what });
  }
  if (item.kind === "emoted") return t("news.signal", { name, what: say(`emote.${item.text}`) ?? "" });
  if (item.kind === "wished") return item.text ? t("news.signal", { name, what: say(`wish.${item.text}`) ?? "" }) : "";
  if (item.kind === "proposed" && item.on && table.you !== null && table.seats[table.you]?.name === item.text) {
    return t("start.proposed", { names: name, count: 1 });
  }
  const said = say(`news.${versionOf(table, item)}`, { name, text: item.text ?? "" }) ?? "";
  return item.kind === "dealt" && item.text ? `${said} ${t("known")}: ${say(`known.${item.text}`)}` : said;
}

function versionOf(table: TableView, { kind, on }: News): string {
  if (kind === "undone" && people(table) > 1) return "undone.seen";
  return on ? kind : `${kind}.off`;
}

function played(name: string, { move, ended_turn, drew }: News): string {
  const end = ended_turn ? endText(name, drew) : "";
  if (!move) return end;
  const extra = [move.retro ? t("pile.retro") : "", move.mark ? commandName(move.mark) : ""].filter(Boolean);
  const what = [t("news.card", { card: move.card, pile: move.pile }), ...extra].join(", ");
  return `${t("news.signal", { name, what })} ${end}`.trim();
}

function endText(name: string, count: number): string {
  return count ? t("news.end", { name, count }) : t("news.ended", { name });
}

/** Whose turn it is and what it asks, as one sentence. */
export function whoseTurn(table: TableView): string {
  const { game, you } = table;
  if (!game) return "";
  if (game.status !== "playing") return result(game);
  if (game.starter === null) return t("turn.start");
  if (game.active !== you) return t("turn.other", { name: nameAt(table, game.active) });
  const count = game.to_lay;
  if (!count && game.end_loses) return notYet(game);
  if (game.three) return count ? t("turn.three", { count }) : t("turn.threeDone");
  return count ? t("turn.left", { count }) : t("turn.free");
}

/** What stands over the table; when the game has just ended, the result waits for its moment. */
export function headline(table: TableView): string {
  const { game } = table;
  if (!game || game.status === "playing") return whoseTurn(table);
  if (game.status === "won") return t("win.last");
  return game.to_lay > 0 ? t("turn.left", { count: game.to_lay }) : nameAt(table, game.active);
}

/** Instead of an invitation to end a turn that would lose: what is still to do. */
function notYet(game: GameView): string {
  if (everyMoveLoses(game)) return t("risk.all");
  const due = game.piles.find((pile) => pile.due);
  return due?.mark ? t("turn.cover", { name: commandName(due.mark), pile: due.letter }) : t("turn.notYet");
}

export function result(game: GameView): string {
  const grade = say(`grade.${game.grade}`) ?? "";
  return game.score ? `${grade} – ${scoreText(game)}` : grade;
}
