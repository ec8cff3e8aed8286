// Tables and news to test with: only what a test names differs from a quiet table for two.
import type {
  Advice,
  GameView,
  HandCard,
  LoggedMove,
  News,
  PileLetter,
  PileView,
  SeatView,
  TableView,
  Update,
  Welcome,
} from "../src/base/protocol";

export function game(change: Partial<GameView> = {}): GameView {
  return {
    status: "playing",
    reason: null,
    told: null,
    score: 60,
    all_laid: false,
    grade: null,
    starter: 0,
    active: 0,
    known: null,
    day: null,
    turn: 1,
    minimum: 2,
    laid: 0,
    to_lay: 2,
    three: false,
    lock: null,
    piles: [],
    draw_count: 40,
    hand: [],
    end: null,
    end_loses: null,
    can_undo: false,
    turns: [],
    since: null,
    reveal: null,
    ...change,
  };
}

export function table(change: Partial<TableView> = {}): TableView {
  return {
    code: "BCDFGH",
    seq: 1,
    you: 0,
    host: 0,
    settings: {
      rules: { edition: "base", players: 2 },
      undo: null,
      hints: true,
      chat: false,
      away: "wait",
      private: false,
      approval: false,
      slow: null,
    },
    map: null,
    levels: ["novice"],
    paused: false,
    undo: false,
    deals: 1,
    seats: [null, null],
    game: game(),
    talk: null,
    signals: [],
    may_signal: [],
    chat: [],
    lobby: false,
    next_edition: null,
    again: [],
    may_deal: false,
    guests: [],
    asks: [],
    spectators: 0,
    said: 0,
    chat_closed: "chat-off",
    may_emote: false,
    research: null,
    ...change,
  };
}

export function seat(name: string, change: Partial<SeatView> = {}): SeatView {
  return {
    name,
    level: null,
    stand_in: null,
    away: false,
    count: 6,
    wish: null,
    proposes: null,
    bot: false,
    ...change,
  };
}

export function pileView(letter: PileLetter, top: number): PileView {
  const quiet = { mark: null, binding: false, due: false, low: top + 1, high: 99, back: null };
  return { letter, rising: true, top, bare: top === 1, ...quiet };
}

export const held = (...cards: number[]): HandCard[] => cards.map((card) => ({ card, mark: null, options: [] }));

export function laid(card: number, pile: PileLetter, change: Partial<LoggedMove> = {}): LoggedMove {
  return { card, pile, mark: null, retro: false, jump: 1, ...change };
}

export function news(change: Partial<News>): News {
  const quiet = { move: null, ended_turn: false, drew: 0, signal: null, on: true, name: null, text: null };
  return { kind: "played", seat: 0, ...quiet, ...change };
}

export function welcome(change: Partial<Welcome> = {}): Welcome {
  return { type: "welcome", table: table(), token: null, key: null, ...change };
}

export function update(change: Partial<Update> = {}): Update {
  return { type: "update", table: table({ seq: 2 }), news: [], key: null, ...change };
}

export const refusal = (code: string) => ({ code, rule: "", details: {}, text: `it is ${code}` });

export function advice(change: Partial<Advice> = {}): Advice {
  const plan = { turn: 1, laid: 0, moves: ["37A", "41A", "end"], steps: [], cost: 5, reasons: [], chances: null };
  return { type: "advice", key: "k", ...plan, ...change };
}
