"""What a client shows: the table as one seat may see it, and what just happened there."""

from __future__ import annotations

from typing import Any, Literal

from ..rules import CommandKind, Grade, LayRefusal, LossReason, MarkName, Status
from ..table import EmoteName, KnownBy, SignalName, StartWish
from .shared import ChatClosed, CommandNumbers, NewsKind, Pile, SettingsData, SignalsClosed
from .structs import Struct

ToldLoss = LossReason | Literal["short-hand"]


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
    loses: ToldLoss | None = None
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
    """How far a pile moved in its direction; negative if it went back."""

    pile: Pile
    jump: int


class TurnSum(Struct, frozen=True):
    """A summary of an earlier turn: who, how many cards, on which piles; no covered card (R33)."""

    seat: int
    cards: int
    piles: list[Pile]


class Since(Struct, frozen=True):
    """What happened since the last turn that a seat ended itself, and how far all those turns took each pile.

    A turn of that very seat is one of the computer player who stood in for it.
    """

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
    """Who sits in a seat, and their state."""

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
    bot: bool = False
    """A computer that plays over the network."""


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
    told: ToldLoss | None
    """The reason as people are told it: "short-hand" where no fitting card could have helped."""
    score: int
    all_laid: bool
    """Lost with every card laid, by a broken command; the score counts what it lacked."""
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
    to_lay: int
    """Cards this turn still asks for."""
    three: bool
    """A three was laid this turn: exactly three cards."""
    lock: Pile | None
    """The pile a one-pile command binds this turn to."""
    piles: list[PileView]
    draw_count: int
    hand: list[HandCard]
    end: Refusal | None
    """Why the turn cannot end yet; null when it can."""
    end_loses: ToldLoss | None
    can_undo: bool
    turns: list[LoggedTurn]
    """The turn before and the current one; all of them with an open history."""
    since: Since | None
    """What the turns of the others since one's own last one came to."""
    reveal: Reveal | None


class Guest(Struct, frozen=True):
    """Somebody who waits for the host's consent to take a seat."""

    guest: str
    """What `admit` names them by."""
    name: str
    bot: bool = False
    """A computer that plays over the network."""


class ResearchView(Struct, frozen=True):
    """Who agrees that the games of this table may be used for research: oneself, and how many of how many people."""

    mine: bool
    agreed: int
    people: int


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
    again: list[int]
    """Seats that would like another game, once one is over."""
    may_deal: bool
    """Whether this seat may deal a new game: the host, and some seconds after a wish for one anybody."""
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
    research: ResearchView | None = None
    """For people with a seat, where the server asks whether games may be used for research."""


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
