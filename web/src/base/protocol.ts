// Generated from src/nonante/messages by `scripts/typescript.py`. Do not edit.

export type CommandKind = "stop" | "skull" | "three" | "silence" | "no-retro" | "one-pile" | "draw-one";

export type PileLetter = "A" | "B" | "C" | "D";

export type EventKind = "configured" | "seated" | "renamed" | "left" | "swapped" | "handed-over" | "paused" | "dealt" | "wished" | "proposed" | "started" | "played" | "undone" | "signalled" | "said" | "emoted" | "gathered" | "disclosed" | "consented";

export type TalkClosed = "talk-solo" | "talk-off" | "silence";

export type WhenAway = "wait" | "bot";

export type NewsKind = EventKind | "away" | "back";

export type Pace = "slow" | "normal" | "fast";

export type SignalsClosed = TalkClosed | "not-running" | "start-first" | "paused";

export type Difficulty = "easy" | "normal" | "hard";

export type ChatClosed = "chat-off" | "talk-off" | "silence";

export type Again = "again";

export type EmoteName = "bravo" | "heart" | "laugh" | "wow" | "alas";

export type SignalName = "keep-off" | "small-steps" | "can-go-back" | "cover" | "do-not-cover" | "trouble" | "comfortable" | "hold" | "do-not-lay";

export type StartWish = "like" | "rather-not";

export type Grade = "champions" | "excellent" | "lost";

export type LayRefusal = "one-pile" | "not-higher" | "not-lower" | "no-retro";

export type LossReason = "stuck" | "skull-uncovered" | "three-not-three" | "stop-before-third" | "fire-uncovered" | "one-pile-broken";

export type MarkName = CommandKind | "fire";

export type Status = "playing" | "won" | "lost";

export type KnownBy = "same" | "seed" | "position" | "link";

export type ToldLoss = LossReason | "short-hand";

export type TableStatus = "lobby" | "playing" | "won" | "lost";

export type DailyCategory = "solo" | "solo-extreme" | "team";

export type PuzzleKind = "exact" | "chance";

export type PuzzleTheme = "room" | "wait" | "ten" | "fire" | "stop" | "skull" | "three" | "no-retro" | "one-pile" | "draw-one";

export type PuzzleVerdict = "right" | "wrong" | "solved";

export type ContestState = "before" | "open" | "closed";

export type ContestTalk = "none" | "standard" | "permissive";

export type WebhookKind = "discord" | "slack" | "matrix" | "ntfy" | "json";

export type ReviewStage = "curve" | "full";

export type TurnMark = "doubtful" | "mistake" | "blunder";

export type MistakeKind = "command" | "signal" | "ten-back" | "pair" | "more" | "fewer" | "pile" | "room" | "cards";

export const KINDS: CommandKind[] = ["stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one"];

/** Which game is played: the edition, how many play, and what differs from that edition (see `Rules.to_data`). */
export interface RulesData {
  edition: string;
  players: number;
  commands?: "house" | "seeded" | Record<CommandKind, number[]>;
  one_pile?: "standard" | "strict";
  short_hand?: "strict" | "lenient";
  talk?: ContestTalk;
  open_history?: boolean;
}

/** A slow game: hours after which somebody is reminded of their turn, or a computer player moves; null: never. */
export interface SlowData {
  remind: number | null;
  stand_in: number | null;
}

/** What the host chose (see `Settings.to_data`). */
export interface SettingsData {
  rules: RulesData;
  /** Null: where one person plays, and not with others, who have seen the card. */
  undo: boolean | null;
  hints: boolean;
  chat: boolean;
  away: WhenAway;
  /** Whether only people with a seat see the game. */
  private: boolean;
  /** Whether the host is asked before anybody sits down. */
  approval: boolean;
  /** Everybody plays when they have time; null: everybody is there. */
  slow: SlowData | null;
}

/** First message of a connection: the secret of a seat (none: look on as a spectator). */
export interface Hello {
  type: "hello";
  key: string;
  token?: string | null;
}

/** Take a seat, or the first free one. */
export interface Sit {
  type: "sit";
  key: string;
  name: string;
  seat?: number | null;
  /** A computer that plays over the network: the host is asked first, and everybody sees what it is. */
  bot?: boolean;
}

/** Give up one's seat; in a running game a computer player takes it, if other people play on. */
export interface Leave {
  type: "leave";
  key: string;
}

/** Give a seat another name: one's own, or any as the host; between games. */
export interface Rename {
  type: "rename";
  key: string;
  seat: number;
  name: string;
}

/** Host: change the settings between games (see `Settings.from_data`). */
export interface Configure {
  type: "configure";
  key: string;
  settings: SettingsData;
}

/** Host: put a computer player on a free seat. */
export interface AddBot {
  type: "add-bot";
  key: string;
  level: string;
  seat?: number | null;
}

/** Host: empty a seat between games. */
export interface Remove {
  type: "remove";
  key: string;
  seat: number;
}

/** Host: let two seats change places between games. */
export interface Swap {
  type: "swap";
  key: string;
  seat: number;
  other: number;
}

/** Host: let a guest take a seat, or refuse. */
export interface Admit {
  type: "admit";
  key: string;
  guest: string;
  on: boolean;
}

/** Host: stop or resume the table. */
export interface Pause {
  type: "pause";
  key: string;
  on: boolean;
}

/** Host: deal a new game, or the same cards again. Anybody may deal a new one where `TableView.may_deal` says so. */
export interface Deal {
  type: "deal";
  key: string;
  same?: boolean;
  /** A date such as 2026-11-15: the team's deal of that day. A week such as 2026-W47: the crews' deal of that week. */
  day?: string | null;
}

/** Say "like" or "rather-not" about starting, "again" once a game is over, or take the wish back (null). */
export interface Wish {
  type: "wish";
  key: string;
  wish: StartWish | Again | null;
}

/** Propose that another seat starts, a computer player's too; null takes the proposal back. */
export interface Propose {
  type: "propose";
  key: string;
  seat: number | null;
}

/** Take the start; where talk is closed, the host names any seat. */
export interface Start {
  type: "start";
  key: string;
  seat?: number | null;
}

/** Lay a card or end the turn; `seq` is the view this was decided on. */
export interface Play {
  type: "play";
  key: string;
  move: string;
  seq: number;
}

/** Take back one's last card of this turn. */
export interface Undo {
  type: "undo";
  key: string;
  seq: number;
}

/** Raise a signal, or withdraw it (`on` false). */
export interface SendSignal {
  type: "signal";
  key: string;
  signal: SignalName;
  pile?: PileLetter | null;
  command?: CommandKind | null;
  on?: boolean;
}

/** Write in the chat. */
export interface Say {
  type: "say";
  key: string;
  text: string;
}

/** React without a word: between games, or where chat is open (R51). */
export interface Emote {
  type: "emote";
  key: string;
  emote: EmoteName;
}

/** Host: return everybody to the lobby; a running game is discarded. */
export interface Gather {
  type: "gather";
  key: string;
}

/** Say that this device has played the deal of the day that runs here before: it is a known deal then (R50). */
export interface KnowDeal {
  type: "know-deal";
  key: string;
}

/** Ask what a strong computer player would do on this seat, and why. */
export interface Hint {
  type: "hint";
  key: string;
}

/** Ask why a computer player laid the cards of a turn that the log shows. */
export interface Why {
  type: "why";
  key: string;
  turn: number;
}

/** Host: say how fast computer players lay their cards here. */
export interface SetPace {
  type: "pace";
  key: string;
  pace: Pace;
}

/** Let a computer player move for an absent seat, or (`on` false) give it back; its owner, or who is asked. */
export interface HandOver {
  type: "hand-over";
  key: string;
  seat: number;
  on: boolean;
}

/** Agree that the games of this table may be used for research, or (`on` false) withdraw that. */
export interface Consent {
  type: "consent";
  key: string;
  on: boolean;
}

/** Check the connection; answered by Pong. */
export interface Ping {
  type: "ping";
  key: string;
}

/** A card with its mark: a kind of command, "fire", or nothing. */
export interface CardView {
  card: number;
  mark: MarkName | null;
}

/** What laying one card of the hand on one pile would be. */
export interface Option {
  pile: PileLetter;
  ok: boolean;
  /** How far the top moves in the pile's direction; -10 for a backwards trick. */
  jump: number;
  retro: boolean;
  /** The error code when it is not allowed. */
  refusal: LayRefusal | null;
  rule: string | null;
  /** The reason the game would be lost, when it is allowed but loses: ask first. */
  loses: ToldLoss | null;
}

/** A card of one's own hand, with an option for each pile. */
export interface HandCard {
  card: number;
  mark: MarkName | null;
  options: Option[];
}

/** A pile as everybody sees it. */
export interface PileView {
  letter: PileLetter;
  rising: boolean;
  /** 1 or 100 when the pile is bare. */
  top: number;
  bare: boolean;
  mark: MarkName | null;
  /** The top's mark binds now: a lasting command, a skull of this turn, fire. */
  binding: boolean;
  /** Must be covered before this turn ends: a skull of this turn, or fire from the turn before. */
  due: boolean;
  low: number;
  /** The numbers that fit go from low to high (none when low > high). */
  high: number;
  /** The number that would go 10 back, if that is open. */
  back: number | null;
}

/** One card laid, as the log tells it. */
export interface LoggedMove {
  card: number;
  pile: PileLetter;
  mark: MarkName | null;
  retro: boolean;
  jump: number;
}

/** The cards one seat laid in one turn. */
export interface LoggedTurn {
  turn: number;
  seat: number;
  moves: LoggedMove[];
}

/** How far a pile moved in its direction; negative if it went back. */
export interface PileStep {
  pile: PileLetter;
  jump: number;
}

/** A summary of an earlier turn: who, how many cards, on which piles; no covered card (R33). */
export interface TurnSum {
  seat: number;
  cards: number;
  piles: PileLetter[];
}

/** What happened since the last turn that a seat ended itself, and how far all those turns took each pile. A turn of that very seat is one of the computer player who stood in for it. */
export interface Since {
  turns: TurnSum[];
  steps: PileStep[];
}

/** A standing signal, or one that could be sent. */
export interface SignalView {
  seat: number;
  signal: SignalName;
  pile: PileLetter | null;
  command: CommandKind | null;
}

/** A line of the chat: words, or a reaction without any. */
export interface ChatLine {
  seat: number;
  text: string;
  emote: EmoteName | null;
}

/** Who sits in a seat, and their state. */
export interface SeatView {
  name: string;
  /** A computer player's level; null for a person. */
  level: string | null;
  /** The level that plays for a person who is away. */
  stand_in: string | null;
  away: boolean;
  /** Cards in hand. */
  count: number;
  wish: StartWish | null;
  /** The seat this one proposes to start. */
  proposes: number | null;
  /** A computer that plays over the network. */
  bot: boolean;
}

/** Why something is not possible, for the catalogue: code, rule and details; `text` is the English sentence. */
export interface Refusal {
  code: string;
  rule: string;
  details: Record<string, unknown>;
  text: string;
}

/** Everything, once the game is over. */
export interface Reveal {
  hands: CardView[][];
  draw: CardView[];
  turns: LoggedTurn[];
  /** As text: it does not fit a browser's number. */
  seed: string | null;
}

/** The game as one seat may see it. */
export interface GameView {
  status: Status;
  reason: LossReason | null;
  /** The reason as people are told it: "short-hand" where no fitting card could have helped. */
  told: ToldLoss | null;
  score: number;
  /** Lost with every card laid, by a broken command; the score counts what it lacked. */
  all_laid: boolean;
  grade: Grade | null;
  /** None while the players agree who starts. */
  starter: number | null;
  active: number;
  /** Why somebody may know this deal: same, seed, position, link; null for a fresh one. */
  known: KnownBy | null;
  /** The date whose team deal this is, where it counts: for everybody with a seat. */
  day: string | null;
  turn: number;
  minimum: number;
  /** Cards laid in this turn. */
  laid: number;
  /** Cards this turn still asks for. */
  to_lay: number;
  /** A three was laid this turn: exactly three cards. */
  three: boolean;
  /** The pile a one-pile command binds this turn to. */
  lock: PileLetter | null;
  piles: PileView[];
  draw_count: number;
  hand: HandCard[];
  /** Why the turn cannot end yet; null when it can. */
  end: Refusal | null;
  end_loses: ToldLoss | null;
  can_undo: boolean;
  /** The turn before and the current one; all of them with an open history. */
  turns: LoggedTurn[];
  /** What the turns of the others since one's own last one came to. */
  since: Since | null;
  reveal: Reveal | null;
}

/** Somebody who waits for the host's consent to take a seat. */
export interface Guest {
  /** What `admit` names them by. */
  guest: string;
  name: string;
  /** A computer that plays over the network. */
  bot: boolean;
}

/** Who agrees that the games of this table may be used for research: oneself, and how many of how many people. */
export interface ResearchView {
  mine: boolean;
  agreed: number;
  people: number;
}

/** Everything a client draws. */
export interface TableView {
  code: string;
  seq: number;
  you: number | null;
  host: number | null;
  settings: SettingsData;
  /** The numbers of each kind of command, when Extreme is played. */
  map: Record<CommandKind, number[]> | null;
  levels: string[];
  paused: boolean;
  /** Whether laid cards may be taken back here; `settings.undo` is null where nobody chose. */
  undo: boolean;
  deals: number;
  /** Nothing is dealt, or everybody is back from a game. */
  lobby: boolean;
  /** The edition to try after a run of wins. */
  next_edition: string | null;
  /** Seats that would like another game, once one is over. */
  again: number[];
  /** Whether this seat may deal a new game: the host, and some seconds after a wish for one anybody. */
  may_deal: boolean;
  seats: (SeatView | null)[];
  /** For the host alone: who waits for a yes. */
  guests: Guest[];
  /** Seats of people who are away, and this seat is asked: wait, or let a computer player play? */
  asks: number[];
  game: GameView | null;
  /** What closes signals now (an error code), or null when they are open. */
  talk: SignalsClosed | null;
  signals: SignalView[];
  may_signal: SignalView[];
  /** How many look on without a seat. */
  spectators: number;
  /** What was said last, and since one sat down. */
  chat: ChatLine[];
  /** How much was ever said here: what is more than one has seen is new. */
  said: number;
  /** What closes the chat now, or null when it is open. */
  chat_closed: ChatClosed | null;
  /** Whether this seat may react now. */
  may_emote: boolean;
  /** For people with a seat, where the server asks whether games may be used for research. */
  research: ResearchView | null;
}

/** What just happened, for the animation and the spoken log; never a card the receiver may not know. */
export interface News {
  kind: NewsKind;
  seat: number | null;
  move: LoggedMove | null;
  ended_turn: boolean;
  drew: number;
  signal: SignalView | null;
  on: boolean;
  name: string | null;
  text: string | null;
}

/** The answer to Hello, and to Sit: the seat, its secret when new, and the table. */
export interface Welcome {
  type: "welcome";
  table: TableView;
  token: string | null;
  key: string | null;
}

/** Something happened; `key` is the receiver's own command that caused it. */
export interface Update {
  type: "update";
  table: TableView;
  news: News[];
  key: string | null;
}

/** A command had no effect, and why. */
export interface Refused {
  type: "refused";
  key: string | null;
  refusal: Refusal;
}

/** One reason of a turn, for the catalogue. */
export interface HintReason {
  code: string;
  details: Record<string, unknown>;
  /** Which of the turn's moves it speaks of; null where it speaks of the turn as a whole. */
  place: number | null;
}

/** The chance to win, from 0 to 1, by what the seat can see. */
export interface Chances {
  /** When the turn began, with the best that could be played. */
  before: number;
  /** With this plan. */
  after: number;
}

/** What a strong computer player would do on this seat, and why; it holds while the turn goes this way. */
export interface Advice {
  type: "advice";
  key: string;
  turn: number;
  /** Cards laid in this turn before the plan begins. */
  laid: number;
  moves: string[];
  /** The cards among the moves. */
  steps: LoggedMove[];
  /** How far all of them take the piles towards their ends. */
  cost: number;
  /** In the order of the moves. */
  reasons: HintReason[];
  /** Null where no chance can be told. */
  chances: Chances | null;
}

/** Why a computer player laid the cards of a turn, as far as everybody may know. */
export interface Told {
  type: "told";
  key: string;
  turn: number;
  reasons: HintReason[];
}

/** A command arrived (or had arrived before) and changed nothing more. */
export interface Done {
  type: "done";
  key: string;
}

/** The answer to Ping. */
export interface Pong {
  type: "pong";
  key: string;
}

/** POST /api/tables: open a table and sit down at it. */
export interface OpenTable {
  name: string;
  settings?: SettingsData;
  /** Levels of computer players for the next seats; `deal` at once when the table is full. */
  bots?: string[];
  deal?: boolean;
  /** The deal wanted: a whole number as text, marked as known; null deals by chance. */
  seed?: string | null;
  /** Whether that number came with a link. */
  link?: boolean;
  /** A deal by chance that is easy, normal or hard as this game goes, with `deal`; null takes any. */
  difficulty?: Difficulty | null;
  /** A prepared position to begin with (see `Game.to_data`) instead of a deal: a lesson, a puzzle. */
  position?: Record<string, unknown> | null;
}

/** A table just opened: its code for the link, the secret of one's seat, and what is played there. */
export interface Opened {
  code: string;
  seat: number;
  token: string;
  edition: string;
  players: number;
}

/** GET /api/tables/{code}: what anybody with the link may know before joining. */
export interface TableInfo {
  code: string;
  settings: SettingsData;
  /** The name at each seat; null where it is free. */
  names: (string | null)[];
  running: boolean;
  paused: boolean;
}

/** GET /api/info: what this server offers. */
export interface Info {
  version: string;
  editions: string[];
  levels: string[];
  /** The house command map: ours, not the printed one. */
  map: Record<CommandKind, number[]>;
  /** Where links for others lead. */
  origin: string;
}

/** A table and the secret of one's seat there. */
export interface OwnSeat {
  code: string;
  token: string;
}

/** POST /api/own-tables: ask for the state of one's own tables. */
export interface AskOwnTables {
  seats: OwnSeat[];
}

/** The state of a table, without anything that a spectator may not see. */
export interface OwnTable {
  code: string;
  you: number;
  edition: string;
  names: (string | null)[];
  /** The level of each computer player; null for a person and for a free seat. */
  levels: (string | null)[];
  status: TableStatus;
  /** Whose turn it is; null while nobody's. */
  active: number | null;
  score: number;
  draw_count: number;
  /** The top card of each pile; none before the deal. */
  tops: number[];
  paused: boolean;
  deals: number;
  /** Everybody plays when they have time. */
  slow: boolean;
  /** Seconds that a slow game has been waiting for whose turn it is. */
  waited: number | null;
}

/** The state of the requested tables; `gone` lists those where the secret opens no seat. */
export interface OwnTables {
  tables: OwnTable[];
  gone: string[];
}

/** POST /api/tables/{code}/file: the game as a file, to continue elsewhere. */
export interface AskFile {
  token: string;
}

/** One person's game, running or not: POST /api/file opens a table with either text, on any server or page. */
export interface GameFile {
  /** What the file is called. */
  name: string;
  text: string;
  /** The same, short enough for the fragment of an address. */
  link: string;
}

/** POST /api/daily: open a table with a deal of the day and begin. */
export interface AskDaily {
  name: string;
  /** A date of one's own calendar, such as 2026-11-15. */
  date: string;
  category: DailyCategory;
  /** Whether it was played on this device before: then it is a known deal and counts nowhere. */
  again: boolean;
  /** In a team: whether the other seats wait for people; computer players take them otherwise. */
  friends: boolean;
}

/** The results of all finished first attempts at a deal. */
export interface DailyOthers {
  /** How many have finished. */
  players: number;
  won: number;
  /** Cards left. */
  median: number;
}

/** One deal of a day: how hard it was selected to be, and how many of a hundred games champions won with it. */
export interface DailyDeal {
  category: DailyCategory;
  /** Null where it was not selected. */
  difficulty: Difficulty | null;
  won: number | null;
  /** How people on this server did; null where nobody has finished it. */
  others: DailyOthers | null;
}

/** GET /api/daily/{date}: what may be known of a day's deals before they are played. */
export interface DailyDeals {
  date: string;
  deals: DailyDeal[];
}

/** POST /api/daily/results: ask for the results of others with a deal that one has finished. */
export interface AskDailyResults {
  date: string;
  category: DailyCategory;
  /** One's own table of that deal: only who has finished it sees the others. */
  own: OwnSeat;
}

/** Somebody's result with a deal of the day on this server. */
export interface DailyResult {
  name: string;
  won: boolean;
  /** Cards left. */
  score: number;
  yours: boolean;
}

/** Finished first attempts in the order they began, and their summary. */
export interface DailyResults {
  /** The best ones, and one's own. */
  results: DailyResult[];
  /** How many are still on their way. */
  running: number;
  /** How many have finished. */
  players: number;
  won: number;
  /** Cards left. */
  median: number;
  /** How many left no card, 1 or 2, 3 or 4, … and 21 or more; null while too few have finished. */
  spread: number[] | null;
}

/** A finished game at one step: the table as a spectator saw it, every hand, and what had just happened. */
export interface ReplayFrame {
  table: TableView;
  hands: CardView[][];
  news: News | null;
}

/** One turn of a finished game, by its steps. */
export interface ReplayTurn {
  turn: number;
  seat: number;
  /** The step at which the turn begins, before anything is laid or said in it. */
  first: number;
  /** The step before its first move, with everything said until then. */
  decision: number;
  /** The step after its last move. */
  last: number;
  /** What was played, the end of the turn included. */
  moves: string[];
  /** The cards drawn when it ended. */
  drawn: number[];
}

/** GET /api/replay/{game}, or POST /api/replay with a record or a link: a finished game, frame by frame. */
export interface ReplayData {
  /** The table's code and the number of its game; null for a game from a file or a link, and of a private table. */
  game: string | null;
  /** The whole game as text, for the fragment of an address. */
  link: string;
  /** What was not as it should be and was not obeyed, as error codes. */
  notes: string[];
  turns: ReplayTurn[];
  frames: ReplayFrame[];
  /** The record file, as text: its number does not fit a browser's. */
  record: string;
}

/** How strong a player is, or how hard a puzzle (Glicko-2). */
export interface Rating {
  value: number;
  /** How far it may be off. */
  deviation: number;
  /** How unsteady it is. */
  volatility: number;
}

/** A puzzle in the list. */
export interface PuzzleInfo {
  name: string;
  kind: PuzzleKind;
  theme: PuzzleTheme;
  rating: number;
  edition: string;
  players: number;
}

/** GET /api/puzzles: all puzzles in learning order, by edition, theme and rating. */
export interface PuzzleList {
  puzzles: PuzzleInfo[];
}

/** GET /api/puzzles/day/{date}: the puzzle of a day of one's own calendar, such as 2026-11-15. */
export interface PuzzleOfTheDay {
  name: string;
}

/** POST /api/puzzles/{name}: the moves of a try so far, whole turns and the one being played. */
export interface AskPuzzle {
  moves: string[];
  /** Whether nothing came of this puzzle yet on this device: then it counts for the rating. */
  first: boolean;
  /** One's rating before it; null: none yet. */
  rating: Rating | null;
}

/** GET /api/puzzles/{name}/answer: turns to show on the table, step by step. */
export interface PuzzleLine {
  turns: ReplayTurn[];
  frames: ReplayFrame[];
}

/** How a game continues after a turn that fails a puzzle, up to the card that loses it. */
export interface Refutation {
  line: PuzzleLine;
  seat: number;
  /** What fits nowhere any more, or whose command is broken. */
  card: number;
  reason: ToldLoss;
  /** The move of the try that took the only pile where the card could have gone. */
  taken_by: string | null;
  /** Whether hidden cards were dealt anew: one of the ways in which it may happen. */
  imagined: boolean;
}

/** A puzzle after the moves of a try: the table, the visible cards, and the result of the turn once it is over. */
export interface PuzzleState {
  table: TableView;
  /** All hands, where they lie open. */
  hands: CardView[][] | null;
  /** The draw pile, if it is visible. */
  draw: CardView[] | null;
  verdict: PuzzleVerdict | null;
  /** Solved: the turns that did it. */
  line: PuzzleLine | null;
  /** Wrong: what would happen. */
  refutation: Refutation | null;
  /** One's rating after it, where the try counts. */
  rating: Rating | null;
}

/** A pile before the first card of an example. */
export interface ExamplePile {
  letter: PileLetter;
  rising: boolean;
  /** 1 or 100 when the pile is bare. */
  top: number;
  bare: boolean;
  mark: MarkName | null;
}

/** A card laid in an example. */
export interface ExampleMove {
  seat: number;
  card: number;
  pile: PileLetter;
  mark: MarkName | null;
  retro: boolean;
  /** The player ended the turn after this card. */
  ends: boolean;
}

/** A position and what was played there, as the engine plays it. */
export interface Example {
  piles: ExamplePile[];
  moves: ExampleMove[];
  /** A card that may not be laid after the others. */
  refused: ExampleMove | null;
  status: Status;
  reason: LossReason | null;
  score: number;
}

/** A paragraph. */
export interface TextBlock {
  kind: "text";
  text: string;
}

/** Points, one below the other. */
export interface ListBlock {
  kind: "list";
  items: string[];
}

/** An example, as text and as data to draw. */
export interface ExampleBlock {
  kind: "example";
  text: string;
  example: Example;
}

/** What was decided where the printed rules are silent or disagree. */
export interface Ruling {
  number: string;
  text: string;
}

/** All rulings. */
export interface RulingsBlock {
  kind: "rulings";
  rulings: Ruling[];
}

/** A heading and the text below it. */
export interface RulesSection {
  /** The same in every language. */
  name: string;
  title: string;
  /** The rules told here, by the numbers that refusals cite. */
  rules: string[];
  blocks: (TextBlock | ListBlock | ExampleBlock | RulingsBlock)[];
}

/** GET /api/rules/{language}: the rules in our own words, as `nonante rules` prints them. */
export interface RulesPage {
  language: string;
  title: string;
  intro: string[];
  sections: RulesSection[];
}

/** A device: the number of its person, and its secret. */
export interface OwnDevice {
  person: string;
  token: string;
}

/** POST /api/devices: create a person with this first device. */
export interface AskDevice {
  /** What the device is called, such as Firefox, Linux. */
  name: string;
}

/** A device just paired; the secret is sent only once. */
export interface PairedDevice {
  person: string;
  device: string;
  token: string;
}

/** POST /api/devices/code: ask for a code for another device; an earlier code becomes invalid. */
export interface AskPairing {
  own: OwnDevice;
}

/** A code that pairs one device, once, for so many seconds. */
export interface PairingCode {
  code: string;
  seconds: number;
  /** A QR code of the link, as SVG. */
  picture: string | null;
}

/** POST /api/devices/join: pair this device with the one that shows the code. */
export interface AskJoin {
  code: string;
  name: string;
}

/** POST /api/devices/sync: send what this device has, and get what it lacks. Shared data never changes. */
export interface AskSync {
  own: OwnDevice;
  /** Texts that the server does not look into; one that is there already is kept once. */
  items?: string[];
  /** The `place` of the last answer; null: from the beginning. */
  after?: string | null;
}

/** One of a person's devices. */
export interface DeviceInfo {
  device: string;
  name: string;
  /** When it was last here, to the day: seconds since 1970. */
  seen: number;
  you: boolean;
}

/** The data shared since, oldest first. */
export interface Synced {
  devices: DeviceInfo[];
  items: string[];
  place: string | null;
  /** Whether there is more to get at once. */
  more: boolean;
}

/** POST /api/devices/remove: remove a device. Removing the last one deletes all shared data. */
export interface AskRemoval {
  own: OwnDevice;
  device: string;
}

/** The device was removed. */
export interface Removed {
  device: string;
}

/** A new member: a name, and one of five faces. */
export interface NewMember {
  name: string;
  face: number;
}

/** POST /api/crews: keep the people of one's table as a crew; the first request creates it, the others join. */
export interface AskCrew {
  name: string;
  member: NewMember;
  own: OwnSeat;
}

/** POST /api/crews/{code}/join, or /change with a member's secret: name and face of a member. */
export interface AskMember {
  member: NewMember;
  /** The crew's new name, with /change. */
  name?: string | null;
}

/** The answer after joining; the secret identifies the member. */
export interface CrewJoined {
  crew: string;
  token: string;
}

/** Somebody in a crew. */
export interface CrewMember {
  name: string;
  face: number;
  you: boolean;
}

/** A finished game of a crew. */
export interface CrewGame {
  /** Such as BCDFGH-2. */
  game: string;
  /** When it ended: seconds since 1970. */
  at: number;
  edition: string;
  names: string[];
  /** Cards left; 0 when won. */
  left: number;
  stayed: number[];
  /** The week whose deal it was. */
  week: string | null;
}

/** A table of a crew that is not over: people can sit down, or come back. */
export interface CrewTable {
  code: string;
  edition: string;
  status: TableStatus;
  /** The name at each seat; null where it is free. */
  names: (string | null)[];
  /** Whose turn it is; null while nobody's. */
  active: number | null;
  draw_count: number;
  /** Everybody plays when they have time. */
  slow: boolean;
  /** Seconds that a slow game has been waiting for whose turn it is. */
  waited: number | null;
  week: boolean;
}

/** All games of a crew. */
export interface CrewFigures {
  games: number;
  won: number;
  /** Most games won in a row. */
  best: number;
  /** Weeks in a row with a game, up to this one or the last. */
  weeks: number;
}

/** The deal of the week, the same for every crew with as many players. */
export interface CrewWeek {
  /** Such as 2026-W47. */
  week: string;
  /** Seconds since 1970. */
  ends: number;
  /** What became of it here. */
  own: CrewGame | null;
  /** Whether this crew has a table for it. */
  begun: boolean;
  /** How many crews have finished it, and how many of them won; 0 until this one has. */
  crews: number;
  won: number;
}

/** GET /api/crews/{code}: a crew. Others than members see only its name and people, and may join. */
export interface Crew {
  crew: string;
  name: string;
  since: number;
  members: CrewMember[];
  /** Whether one is in it. */
  member: boolean;
  figures: CrewFigures | null;
  week: CrewWeek | null;
  tables: CrewTable[];
  /** The last ones, the latest first. */
  games: CrewGame[];
}

/** POST /api/crews/{code}/table: open a table for the crew; with `week`, for the deal of the week. */
export interface AskCrewTable {
  name: string;
  settings: SettingsData;
  week?: boolean;
}

/** POST /api/crews/{code}/leave: the member has left; when the last one leaves, the crew is deleted. */
export interface CrewLeft {
  ended: boolean;
}

/** POST /api/events: prepare an event; everything is the same for every team. */
export interface AskContest {
  name: string;
  edition: string;
  players: number;
  talk: ContestTalk;
  deals: number;
  /** Seconds since 1970. */
  begins: number;
  ends: number;
}

/** A new event; anybody with its link may take part. */
export interface ContestMade {
  event: string;
}

/** POST /api/events/{code}/team: create a team of this name, or (`team`) join one that has a free seat. */
export interface AskTeam {
  /** One's own name. */
  name: string;
  title?: string | null;
  team?: string | null;
}

/** The answer after joining a team; the secret opens one's seat at each of its tables. */
export interface TeamJoined {
  team: string;
  token: string;
}

/** POST /api/events/{code}/deal: the team's table of a deal, from 1; opened and dealt by whoever asks first. */
export interface AskContestDeal {
  deal: number;
}

/** A team's result with a deal. */
export interface ContestScore {
  left: number;
  /** As in duplicate bridge: what share of the other teams it beat, a tie counting half; null alone. */
  percent: number | null;
  /** A computer player moved for somebody: it is shown, and compared with nobody. */
  helped: boolean;
}

/** A team and its results, deal by deal; null where there is none yet. */
export interface ContestTeam {
  team: string;
  title: string;
  names: string[];
  free: number;
  scores: (ContestScore | null)[];
  /** The mean over its deals. */
  percent: number | null;
  you: boolean;
}

/** All teams' results with a deal. */
export interface ContestDeal {
  finished: number;
  /** Cards left. */
  median: number | null;
  /** Cards left where champions sit in every seat; null while nobody has finished, or it is being worked out. */
  champion: number | null;
  /** The deal's number, once the event is over. */
  seed: string | null;
}

/** GET /api/events/{code}: an event with all results so far. */
export interface Contest {
  event: string;
  name: string;
  edition: string;
  players: number;
  talk: ContestTalk;
  begins: number;
  ends: number;
  state: ContestState;
  deals: ContestDeal[];
  teams: ContestTeam[];
}

/** GET /api/push: the key by which browsers know this server. */
export interface PushOffer {
  /** Its public key, base64url; null where it sends no messages. */
  key: string | null;
}

/** POST /api/push: notify this device of turns at these seats, and no others. */
export interface AskPush {
  endpoint: string;
  /** The device's public key, base64url. */
  p256dh: string;
  /** What the device shares with this server alone, base64url. */
  auth: string;
  language: string;
  /** Minutes that the clock of the device is ahead of UTC. */
  ahead: number;
  seats: OwnSeat[];
}

/** POST /api/push/end: stop notifying this device. */
export interface AskPushEnd {
  endpoint: string;
}

/** POST /api/tables/{code}/nudge: remind the person whose turn it is in a slow game, at most once a day. */
export interface AskNudge {
  token: string;
}

/** GET /api/tables/{code}/webhook, for people with a seat: where a slow game announces its turns. */
export interface WebhookState {
  /** Whether the operator allows it. */
  offered: boolean;
  kind: WebhookKind | null;
  /** The server it leads to; the rest of its address is a secret. */
  host: string | null;
  /** Why it was disabled. */
  off: string | null;
}

/** POST /api/tables/{code}/webhook: the person who opened the table sets a webhook, or (no address) removes it. */
export interface AskWebhook {
  token: string;
  kind?: WebhookKind;
  url?: string;
  language?: string;
}

/** An answer without content. */
export interface Noted {
  done: boolean;
}

/** Points of win chance that add up: start + cards + hands + model - loss = result. */
export interface ReviewSums {
  start: number;
  cards: number;
  hands: number;
  model: number;
  loss: number;
  result: number;
}

/** The whole game in four figures. */
export interface ReviewHeadline {
  decisions: number;
  /** Chance given away, in all; the next one per real decision. */
  given_away: number;
  per_decision: number;
  /** From 0 to 100. */
  accuracy: number;
}

/** What happened between a turn and the next one, in points. */
export interface TurnLuck {
  /** Luck with the cards drawn. */
  cards: number;
  /** Luck with what the others held. */
  hands: number;
  /** What the judge cannot tell apart from luck. */
  model: number;
}

/** One turn, judged by what its seat could see; all numbers in points. */
export interface JudgedTurn {
  turn: number;
  seat: number;
  best: number;
  played: number;
  /** What the turn gave away. */
  loss: number;
  /** Standard error of the loss; null where it is the network's word alone. */
  error: number | null;
  /** Whether there was something to decide. */
  decision: boolean;
  /** How costly the turn was, beyond the noise. */
  mark: TurnMark | null;
  /** Large enough for a mark, but too close to call. */
  close: boolean;
  luck: TurnLuck;
  moves: string[];
  /** What the champion would have played. */
  plan: string[];
  /** What kind of mistake it was; null where the turn cost next to nothing. */
  kind: MistakeKind | null;
}

/** A way to play a turn, and the win chance after it, in points. */
export interface Choice {
  moves: string[];
  chance: number;
}

/** One of the turns that cost most: the champion's plan, its reasons, and the chances of other plans. */
export interface CostlyTurn {
  turn: number;
  seat: number;
  best: number;
  played: number;
  loss: number;
  moves: string[];
  plan: string[];
  reasons: HintReason[];
  choices: Choice[];
  drawn: number[];
}

/** The last turn until which the game could be won with the deck known. */
export interface Winnable {
  until: number | null;
  /** Whether it is proved that it could not be won later. */
  proved: boolean;
}

/** Which champion judged: all of a player's identity. */
export interface JudgingChampion {
  name: string;
  /** Of nonante. */
  version: string;
  /** What it thought with; in Python it does not look ahead. */
  engine: "compiled" | "python";
  /** A digest of its networks. */
  weights: string;
  look_ahead: string;
  source: string;
  parameters: Record<string, number>;
}

/** Who judged: two with equal identities judge equally. */
export interface ReviewJudge {
  version: number;
  champion: JudgingChampion;
  network: string;
  /** A digest of the map from its values to chances. */
  calibration: string;
  /** Whether its chances were fitted for these networks. */
  calibrated: boolean;
}

/** A finished game, judged (see docs/reference/review.md). */
export interface Review {
  format: "nonante-review";
  version: number;
  stage: ReviewStage;
  judge: ReviewJudge;
  /** The chance before the first turn. */
  start: number;
  /** 100 for a game won, 0 for a game lost. */
  result: number;
  sums: ReviewSums;
  headline: ReviewHeadline;
  turns: JudgedTurn[];
  costly: CostlyTurn[];
  winnable: Winnable | null;
}

/** POST /api/review: one line after the other, each with more; the last one has everything or says why not. */
export interface ReviewProgress {
  share: number;
  review: Review | null;
  problem: string | null;
}

/** Which finished game: one of this server's tables, or a record or link as text. */
export interface AskReview {
  game?: string | null;
  text?: string | null;
}

/** POST /api/review/try, /decks and /branch: a turn of a finished game, and how to play it. */
export interface AskTurn {
  turn: number;
  game?: string | null;
  text?: string | null;
  moves?: string[];
  /** For a branch: who plays on. */
  name?: string;
}

/** Another way to play a turn, judged as its seat saw it and compared with the champion's. */
export interface TriedTurn {
  turn: number;
  moves: string[];
  plan: string[];
  best: number;
  chance: number;
  loss: number;
  /** Standard error of the loss; null where it is the network's word alone. */
  error: number | null;
  right: boolean;
}

/** A turn being tried: the table after the moves so far, and its result once it is over. */
export interface TrialState {
  table: TableView;
  tried: TriedTurn | null;
  /** Right: the turn, step by step. */
  line: PuzzleLine | null;
  /** Wrong: what may happen then, with hidden cards dealt anew. */
  refutation: Refutation | null;
}

/** The number of games won, out of a number of games. */
export interface Odds {
  won: number;
  games: number;
  /** The 95% interval of the chance, in points. */
  low: number;
  high: number;
  difficulty: Difficulty;
}

/** POST /api/board: a position as the seat to move sees it, and the moves tried in this turn. */
export interface AskBoard {
  /** Only the rules matter. */
  settings: SettingsData;
  /** The top of each pile; one that is not named is bare. */
  piles: Record<PileLetter, number>;
  hand: number[];
  /** Every card that was played, the tops included or not. */
  laid: number[];
  /** How many cards the next seats hold, in the order of play; null: full hands, as far as the cards last. */
  others?: number[] | null;
  moves?: string[];
  /** For POST /api/board/play: who plays on. */
  name?: string;
}

/** The position after the moves; once they end the turn, its start again, because the cards drawn are unknown. */
export interface BoardState {
  table: TableView;
  over: boolean;
}

/** Another turn the champion considered. */
export interface BoardTurn {
  moves: string[];
  steps: LoggedMove[];
  chance: number;
}

/** POST /api/board/advice: the champion's turn with its reasons and chances, and the next best turns. */
export interface BoardAdvice {
  advice: Advice;
  others: BoardTurn[];
}

export type FromClient =
  | Hello
  | Sit
  | Leave
  | Rename
  | Configure
  | AddBot
  | Remove
  | Swap
  | Admit
  | Pause
  | Deal
  | Wish
  | Propose
  | Start
  | Play
  | Undo
  | SendSignal
  | Say
  | Emote
  | Gather
  | KnowDeal
  | Hint
  | Why
  | SetPace
  | HandOver
  | Consent
  | Ping;

export type FromServer =
  | Welcome
  | Update
  | Refused
  | Advice
  | Told
  | Done
  | Pong;
