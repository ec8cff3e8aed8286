// Small questions about a view. Everything here reads what the server says; nothing decides what is allowed.
import type {
  GameView,
  HandCard,
  LoggedMove,
  MarkName,
  Option,
  OwnTable,
  PileView,
  PileLetter,
  SeatView,
  SignalView,
  TableView,
} from "./protocol";
import { percents, say, signed, t } from "./text";

const BOLTS = new Set<MarkName>(["stop", "skull", "three"]);
export type Shape = "bolt" | "loop" | "flame";

export function shapeOf(mark: MarkName): Shape {
  if (mark === "fire") return "flame";
  return BOLTS.has(mark) ? "bolt" : "loop";
}

export const commandName = (mark: string): string => say(`command.${mark}.name`) ?? mark;
export const commandMeaning = (mark: MarkName): string => say(`command.${mark}.meaning`) ?? "";

export function myTurn({ game, you }: TableView): boolean {
  return game !== null && game.status === "playing" && game.starter !== null && game.active === you;
}

export function optionOn(card: HandCard | undefined, pile: PileLetter): Option | undefined {
  return card?.options.find((option) => option.pile === pile);
}

export function cardInHand(game: GameView, card: number | null): HandCard | undefined {
  return game.hand.find((held) => held.card === card);
}

/** The change of the top as a person writes it: +10, −24. */
export function stepText(rising: boolean, jump: number): string {
  return signed(rising ? jump : -jump);
}

export function jumpText(pile: PileView, option: Option): string {
  const step = stepText(pile.rising, option.jump);
  return option.retro ? `${step} ${t("pile.retro")}` : step;
}

/** How a jump feels: a gift, small, fair or costly. */
export function costOf({ retro, jump }: Pick<LoggedMove, "retro" | "jump">): "gift" | "small" | "fair" | "costly" {
  if (retro) return "gift";
  if (jump <= 4) return "small";
  return jump <= 14 ? "fair" : "costly";
}

/** What fits a pile: the range, and the card that goes back; one of both may be missing. */
export function fitsParts({ low, high, back }: PileView): string[] {
  const range = low === high ? String(low) : `${low}–${high}`;
  if (low > high) return [back === null ? t("pile.nothing") : String(back)];
  return back === null ? [range] : [range, t("pile.or", { card: back })];
}

export const fitsText = (pile: PileView): string => fitsParts(pile).join(" · ");

export function directionText(rising: boolean): string {
  return rising ? t("pile.rises") : t("pile.falls");
}

export function nameAt(table: TableView, seat: number | null): string {
  return (seat === null ? undefined : table.seats[seat]?.name) ?? t("seat.somebody");
}

/** One letter of a name, or two that tell it from the others. */
export function initialOf({ seats }: TableView, seat: number): string {
  const given = new Map<number, string>();
  const shortestFirst = seats
    .map((who, at) => ({ at, letters: [...(who?.name ?? "")] }))
    .toSorted((one, other) => one.letters.length - other.letters.length);
  const firsts = shortestFirst.map(({ letters }) => upper(letters[0]));
  for (const { at, letters } of shortestFirst) {
    const first = upper(letters[0]);
    const pairs = letters.slice(1).map((letter) => first + letter);
    const taken = new Set(given.values());
    const alone = firsts.filter((one) => one === first).length === 1;
    given.set(at, alone ? first : (pairs.find((pair) => !taken.has(pair)) ?? first));
  }
  return given.get(seat) ?? "";
}

const upper = (letter: string | undefined): string => letter?.toUpperCase() ?? "";

export function signalText({ game }: TableView, { signal, pile, command }: SignalView): string {
  const fire = signal === "cover" && game?.piles.some(({ letter, mark }) => letter === pile && mark === "fire");
  return (
    say(fire ? "signal.cover.fire" : `signal.${signal}`, { command: command ? commandName(command) : "" }) ?? signal
  );
}

export function signalShort({ signal, command }: SignalView): string {
  const name = command ? commandName(command) : "";
  return say(`short.${signal}`, { command: name }) ?? (name || signal);
}

export function sameSignal(one: SignalView, other: SignalView): boolean {
  return one.signal === other.signal && one.pile === other.pile && one.command === other.command;
}

/** Whether no card can be laid and the turn not ended without losing: then there is nothing else to choose. */
export function everyMoveLoses({ hand, end, end_loses: loses }: GameView): boolean {
  const ways = hand.flatMap(({ options }) => options.filter(({ ok }) => ok));
  return ways.every((way) => way.loses) && Boolean(end ?? loses);
}

/** How many people sit here; computer players are none. */
export function people({ seats }: TableView): number {
  return seats.filter((seat) => seat && seat.level === null && !seat.bot).length;
}

/** What a seat says about who starts: its own wish, or whom it proposes. */
export function startText(table: TableView, { wish, proposes }: SeatView, long: boolean): string {
  const name = nameAt(table, proposes);
  const proposal = proposes === table.you ? t("short.proposesYou") : t("short.proposes", { name });
  const said = [wish && say(`${long ? "wish" : "short"}.${wish}`), proposes === null ? "" : proposal];
  return said.filter(Boolean).join(", ");
}

export function playsItself(seat: SeatView): string | null {
  return seat.level ?? seat.stand_in;
}

/** How many play, in words: people count each other in words. */
export const playersText = (count: number): string => say(`players.count.${count}`) ?? String(count);

/** The score in words. */
export function scoreText(game: GameView): string {
  return t(game.all_laid ? "missing" : "left", { count: game.score });
}

export function editionName(edition: string): string {
  return edition
    .split("+")
    .map((part) => say(`edition.${part}.name`) ?? part)
    .join(" + ");
}

export function rises({ game }: TableView, pile: PileLetter): boolean {
  return game?.piles.find(({ letter }) => letter === pile)?.rising ?? true;
}

/** A chance as whole percent: never certain unless it is. */
export function percent(chance: number): string {
  const whole = chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(chance * 100))) : chance * 100;
  return percents(whole);
}

/** Whether a slow game waits for another person. */
export const nudgeable = ({ slow, active, you, levels, paused }: OwnTable): boolean =>
  slow && !paused && active !== null && active !== you && !levels[active];

/** Whose turn it is at a table of one's own. */
export function stateText({ status, active, you, names, paused }: OwnTable): string {
  if (status === "lobby") return t("home.lobby");
  if (paused) return t("paused");
  if (active === null) return t("turn.start");
  return active === you ? t("turn.yours") : t("turn.other", { name: names[active] ?? "" });
}
