"""Every message between browser and server, as types. TypeScript's are generated from these (see `typescript`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ..rules.cards import PileLetter
from ..rules.commands import CommandKind, MarkName
from ..rules.laying import LayRefusal
from ..rules.outcome import Grade, LossReason, Status
from ..table import EmoteName, EventKind, KnownBy, SignalName, StartWish, TalkClosed, WhenAway
from .structs import UNSET, Struct, UnsetType


class Meant(NamedTuple):
    """What a field is meant to hold where more is read, so that the table itself can say what is wrong with it."""

    type: Any


Pile: TypeAlias = Annotated[str, Meant(PileLetter)]
CommandNumbers: TypeAlias = dict[CommandKind, list[int]]
NewsKind: TypeAlias = EventKind | Literal["away", "back"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
SignalsClosed: TypeAlias = TalkClosed | Literal["not-running", "start-first", "paused"]
Difficulty: TypeAlias = Literal["easy", "normal", "hard"]
ChatClosed: TypeAlias = Literal["chat-off", "talk-off", "silence"]

# ---------------------------------------------------------------- settings, both ways


class RulesData(Struct, frozen=True):
    """Which game is played: the edition, how many play, and what differs from that edition (see `Rules.to_data`)."""

    edition: str
    players: int
    commands: Literal["house", "seeded"] | CommandNumbers | UnsetType = UNSET
    one_pile: Literal["standard", "strict"] | UnsetType = UNSET
    short_hand: Literal["strict", "lenient"] | UnsetType = UNSET
    talk: Literal["none", "standard", "permissive"] | UnsetType = UNSET
    open_history: bool | UnsetType = UNSET


class SettingsData(Struct, frozen=True):
    """What the host chose (see `Settings.to_data`)."""

    rules: RulesData
    undo: bool | None
    """Null: where one person plays, and not with others, who have seen the card."""
    hints: bool
    chat: bool
    away: WhenAway
    private: bool
    approval: bool
    """Whether only people with a seat see the game."""


SettingsRead: TypeAlias = Annotated[dict[str, Any], Meant(SettingsData)]

# ---------------------------------------------------------------- what a client sends


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of what a client asks; `key` is the client's own, so that a command sent twice has one effect."""

    key: str


class Hello(Command, frozen=True, tag="hello"):
    """First message of a connection: the secret of a seat (none: look on as a spectator)."""

    token: str | None = None


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat, or the first free one."""

    name: str
    seat: int | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Give up one's seat between games."""


class Rename(Command, frozen=True, tag="rename"):
    """Give a seat another name: one's own, or any as the host; between games."""

    seat: int
    name: str


class Configure(Command, frozen=True, tag="configure"):
    """Host: change the settings between games (see `Settings.from_data`)."""

    settings: SettingsRead


class AddBot(Command, frozen=True, tag="add-bot"):
    """Host: put a computer player on a free seat."""

    level: str
    seat: int | None = None


class Remove(Command, frozen=True, tag="remove"):
    """Host: empty a seat between games."""

    seat: int


class Admit(Command, frozen=True, tag="admit"):
    """Host: let somebody who waits for it take a seat, or not."""

    guest: str
    on: bool


class Pause(Command, frozen=True, tag="pause"):
    """Host: stop or resume the table."""

    on: bool


class Deal(Command, frozen=True, tag="deal"):
    """Host: deal a new game, or the same cards again."""

    same: bool = False
    day: str | None = None
    """A date such as 2026-11-15: the team's deal of that day."""


class Wish(Command, frozen=True, tag="wish"):
    """Say "like" or "rather-not" about starting, or take the wish back (null)."""

    wish: Annotated[str | None, Meant(StartWish | None)]


class Propose(Command, frozen=True, tag="propose"):
    """Propose that another seat starts, a computer player's too; null takes the proposal back."""

    seat: int | None


class Start(Command, frozen=True, tag="start"):
    """Take the start; where talk is closed, the host names any seat."""

    seat: int | None = None


class Play(Command, frozen=True, tag="play"):
    """Lay a card or end the turn; `seq` is the view this was decided on."""

    move: str
    seq: int


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last card of this turn."""

    seq: int


class SendSignal(Command, frozen=True, tag="signal"):
    """Raise a signal, or withdraw it (`on` false)."""

    signal: Annotated[str, Meant(SignalName)]
    pile: Pile | None = None
    command: Annotated[str | None, Meant(CommandKind | None)] = None
    on: bool = True


class Say(Command, frozen=True, tag="say"):
    """Write in the chat."""

    text: str


class Emote(Command, frozen=True, tag="emote"):
    """React without a word: between games, or once to the turn of somebody else."""

    emote: Annotated[str, Meant(EmoteName)]


class Gather(Command, frozen=True, tag="gather"):
    """Host: after a game, back to the lobby with everybody."""


class Hint(Command, frozen=True, tag="hint"):
    """Ask what a strong computer player would do on this seat, and why."""


class Why(Command, frozen=True, tag="why"):
    """Ask why a computer player laid the cards of a turn that the log shows."""

    turn: int


class SetPace(Command, frozen=True, tag="pace"):
    """Host: say how fast computer players lay their cards here."""

    pace: Pace


class HandOver(Command, frozen=True, tag="hand-over"):
    """Let a computer player move for an absent seat, or (`on` false) give it back; its owner, or who is asked."""

    seat: int
    on: bool


class Ping(Command, frozen=True, tag="ping"):
    """Are you there? Answered by Pong."""


FromClient: TypeAlias = (
    Hello
    | Sit
    | Leave
    | Rename
    | Configure
    | AddBot
    | Remove
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
    | Hint
    | Why
    | SetPace
    | HandOver
    | Ping
)

# ---------------------------------------------------------------- parts of what a server sends


class CardView(Struct, frozen=True):
    """A card with its mark: a kind of command, "fire", or nothing."""

    card: int
    mark: MarkName | None = None


class Option(Struct, frozen=True):
    """What laying one card of the hand on one pile would be."""

    pile: Pile
    ok: bool
    jump: int
    """How far the top moves in the pile's direction; -10 for a backwards trick."""
    retro: bool
    refusal: LayRefusal | None = None
    """The error code when it is not allowed."""
    rule: str | None = None
    loses: LossReason | None = None
    """The reason the game would be lost, when it is allowed but loses: ask first."""


class HandCard(Struct, frozen=True):
    """A card of one's own hand, with an option for each pile."""

    card: int
    mark: MarkName | None
    options: list[Option]


class PileView(Struct, frozen=True):
    """A pile as everybody sees it."""

    letter: Pile
    rising: bool
    top: int
    """1 or 100 when the pile is bare."""
    bare: bool
    mark: MarkName | None
    binding: bool
    """The top's mark binds now: a lasting command, a skull of this turn, fire."""
    due: bool
    """Must be covered before this turn ends: a skull of this turn, or fire from the turn before."""
    low: int
    high: int
    """The numbers that fit go from low to high (none when low > high)."""
    back: int | None
    """The number that would go 10 back, if that is open."""


class LoggedMove(Struct, frozen=True):
    """One card laid, as the log tells it."""

    card: int
    pile: Pile
    mark: MarkName | None
    retro: bool
    jump: int


class LoggedTurn(Struct, frozen=True):
    """The cards one seat laid in one turn."""

    turn: int
    seat: int
    moves: list[LoggedMove]


class PileStep(Struct, frozen=True):
    """How far a pile went in its direction; less than nothing when it went back."""

    pile: Pile
    jump: int


class TurnSum(Struct, frozen=True):
    """What may be told of an earlier turn: who, how many cards, on which piles; no card that is covered (R33)."""

    seat: int
    cards: int
    piles: list[Pile]


class Since(Struct, frozen=True):
    """What happened since a seat's last turn: the turns of the others, and how far all of them took each pile."""

    turns: list[TurnSum]
    steps: list[PileStep]


class SignalView(Struct, frozen=True):
    """A standing signal, or one that could be sent."""

    seat: int
    signal: SignalName
    pile: Pile | None = None
    command: CommandKind | None = None


class ChatLine(Struct, frozen=True):
    """A line of the chat: words, or a reaction without any."""

    seat: int
    text: str
    emote: EmoteName | None = None


class SeatView(Struct, frozen=True):
    """Who sits there and how they are."""

    name: str
    level: str | None
    """A computer player's level; null for a person."""
    stand_in: str | None
    """The level that plays for a person who is away."""
    away: bool
    count: int
    """Cards in hand."""
    wish: StartWish | None
    proposes: int | None
    """The seat this one proposes to start."""


class Refusal(Struct, frozen=True):
    """Why something is not possible, for the catalogue: code, rule and details; `text` is the English sentence."""

    code: str
    rule: str
    details: dict[str, Any]
    text: str


class Reveal(Struct, frozen=True):
    """Everything, once the game is over."""

    hands: list[list[CardView]]
    draw: list[CardView]
    turns: list[LoggedTurn]
    seed: str | None
    """As text: it does not fit a browser's number."""


class GameView(Struct, frozen=True):
    """The game as one seat may see it."""

    status: Status
    reason: LossReason | None
    score: int
    grade: Grade | None
    starter: int | None
    """None while the players agree who starts."""
    active: int
    known: KnownBy | None
    """Why somebody may know this deal: same, seed, position, link; null for a fresh one."""
    day: str | None
    """The date whose team deal this is, where it counts: for everybody with a seat."""
    turn: int
    minimum: int
    laid: int
    """Cards laid in this turn."""
    three: bool
    """A three was laid this turn: exactly three cards."""
    lock: Pile | None
    """The pile a one-pile command binds this turn to."""
    piles: list[PileView]
    draw_count: int
    hand: list[HandCard]
    end: Refusal | None
    """Why the turn cannot end yet; null when it can."""
    end_loses: LossReason | None
    can_undo: bool
    turns: list[LoggedTurn]
    """The turn before and the current one; all of them with an open history."""
    since: Since | None
    """What the turns of the others since one's own last one came to."""
    reveal: Reveal | None


class Guest(Struct, frozen=True):
    """Somebody who would like to take a seat, where the host is asked."""

    guest: str
    """What `admit` names them by."""
    name: str


class TableView(Struct, frozen=True):
    """Everything a client draws."""

    code: str
    seq: int
    you: int | None
    host: int | None
    settings: SettingsData
    map: CommandNumbers | None
    """The numbers of each kind of command, when Extreme is played."""
    levels: list[str]
    paused: bool
    undo: bool
    """Whether laid cards may be taken back here; `settings.undo` is null where nobody chose."""
    deals: int
    lobby: bool
    """Nothing is dealt, or everybody is back from a game."""
    next_edition: str | None
    """The edition to try after a run of wins."""
    seats: list[SeatView | None]
    guests: list[Guest]
    """For the host alone: who waits for a yes."""
    asks: list[int]
    """Seats of people who are away, and this seat is asked: wait, or let a computer player play?"""
    game: GameView | None
    talk: SignalsClosed | None
    """What closes signals now (an error code), or null when they are open."""
    signals: list[SignalView]
    may_signal: list[SignalView]
    spectators: int
    """How many look on without a seat."""
    chat: list[ChatLine]
    """What was said last, and since one sat down."""
    said: int
    """How much was ever said here: what is more than one has seen is new."""
    chat_closed: ChatClosed | None
    """What closes the chat now, or null when it is open."""
    may_emote: bool
    """Whether this seat may react now."""


class News(Struct, frozen=True):
    """What just happened, for the animation and the spoken log; never a card the receiver may not know."""

    kind: NewsKind
    seat: int | None = None
    move: LoggedMove | None = None
    ended_turn: bool = False
    drew: int = 0
    signal: SignalView | None = None
    on: bool = True
    name: str | None = None
    text: str | None = None


# ---------------------------------------------------------------- what a server sends


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to Hello, and to Sit: the seat, its secret when new, and the table."""

    table: TableView
    token: str | None = None
    key: str | None = None


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """Something happened; `key` is the receiver's own command that caused it."""

    table: TableView
    news: list[News]
    key: str | None = None


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """A command had no effect, and why."""

    key: str | None
    refusal: Refusal


class HintReason(Struct, frozen=True):
    """One reason of a turn, for the catalogue."""

    code: str
    details: dict[str, Any]
    place: int | None = None
    """Which of the turn's moves it speaks of; null where it speaks of the turn as a whole."""


class Chances(Struct, frozen=True):
    """The chance to win, from 0 to 1, by what the seat can see."""

    before: float
    """When the turn began, with the best that could be played."""
    after: float
    """With this plan."""


class Advice(Struct, frozen=True, tag="advice", tag_field="type"):
    """What a strong computer player would do on this seat, and why; it holds while the turn goes this way."""

    key: str
    turn: int
    laid: int
    """Cards laid in this turn before the plan begins."""
    moves: list[str]
    steps: list[LoggedMove]
    """The cards among the moves."""
    cost: int
    """How far all of them take the piles towards their ends."""
    reasons: list[HintReason]
    """In the order of the moves."""
    chances: Chances | None
    """Null where no chance can be told."""


class Told(Struct, frozen=True, tag="told", tag_field="type"):
    """Why a computer player laid the cards of a turn, as far as everybody may know."""

    key: str
    turn: int
    reasons: list[HintReason]


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """A command arrived (or had arrived before) and changed nothing more."""

    key: str


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Yes."""

    key: str


FromServer: TypeAlias = Welcome | Update | Refused | Advice | Told | Done | Pong

# ---------------------------------------------------------------- plain HTTP


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and sit down at it."""

    name: str
    settings: SettingsRead = {}  # noqa: RUF012 - each struct gets its own
    bots: list[str] = []  # noqa: RUF012 - each struct gets its own
    """Levels of computer players for the next seats; `deal` at once when the table is full."""
    deal: bool = False
    seed: str | None = None
    """The deal wanted: a whole number as text, marked as known; null deals by chance."""
    link: bool = False
    """Whether that number came with a link."""
    difficulty: Difficulty | None = None
    """A deal by chance that is easy, normal or hard as this game goes, with `deal`; null takes any."""
    position: dict[str, Any] | None = None
    """A prepared position to begin with (see `Game.to_data`) instead of a deal: a lesson, a puzzle."""


class Opened(Struct, frozen=True):
    """The table's code for the link, and the secret of one's seat."""

    code: str
    seat: int
    token: str


class TableInfo(Struct, frozen=True):
    """GET /api/tables/{code}: what anybody with the link may know before joining."""

    code: str
    settings: SettingsData
    names: list[str | None]
    """The name at each seat; null where it is free."""
    running: bool
    paused: bool


class Info(Struct, frozen=True):
    """GET /api/info: what this server offers."""

    version: str
    editions: list[str]
    levels: list[str]
    map: CommandNumbers
    """The house command map: ours, not the printed one."""
    origin: str
    """Where links for others lead."""
