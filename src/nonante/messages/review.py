"""A finished game, judged: what `review` fills in, what is kept of it, and what is asked and answered about it."""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias

from .pages import PuzzleLine, Refutation
from .server import Advice, HintReason
from .shared import Difficulty, Pile, SettingsRead
from .structs import Struct, encode
from .view import LoggedMove, TableView

ReviewStage: TypeAlias = Literal["curve", "full"]
TurnMark: TypeAlias = Literal["doubtful", "mistake", "blunder"]
MistakeKind: TypeAlias = Literal["command", "signal", "ten-back", "pair", "more", "fewer", "pile", "room", "cards"]
"""In what a turn differs most tellingly from the champion's; `mistake.<kind>` in the catalogues names it."""


class ReviewSums(Struct, frozen=True):
    """Points of win chance that add up: start + cards + hands + model - loss = result."""

    start: float
    cards: float
    hands: float
    model: float
    loss: float
    result: float


class ReviewHeadline(Struct, frozen=True):
    """The whole game in four figures."""

    decisions: int
    given_away: float
    """Chance given away, in all; the next one per real decision."""
    per_decision: float
    accuracy: float
    """From 0 to 100."""


class TurnLuck(Struct, frozen=True):
    """What happened between a turn and the next one, in points."""

    cards: float
    """Luck with the cards drawn."""
    hands: float
    """Luck with what the others held."""
    model: float
    """What the judge cannot tell apart from luck."""


class JudgedTurn(Struct, frozen=True):
    """One turn, judged by what its seat could see; all numbers in points."""

    turn: int
    seat: int
    best: float
    played: float
    loss: float
    """What the turn gave away."""
    error: float | None
    """Standard error of the loss; null where it is the network's word alone."""
    decision: bool
    """Whether there was something to decide."""
    mark: TurnMark | None
    """How costly the turn was, beyond the noise."""
    close: bool
    """Large enough for a mark, but too close to call."""
    luck: TurnLuck
    moves: list[str]
    plan: list[str]
    """What the champion would have played."""
    kind: MistakeKind | None = None
    """What kind of mistake it was; null where the turn cost next to nothing."""


class Choice(Struct, frozen=True):
    """A way to play a turn, and the win chance after it, in points."""

    moves: list[str]
    chance: float


class CostlyTurn(Struct, frozen=True):
    """One of the turns that cost most: the champion's plan, its reasons, and the chances of other plans."""

    turn: int
    seat: int
    best: float
    played: float
    loss: float
    moves: list[str]
    plan: list[str]
    reasons: list[HintReason]
    choices: list[Choice]
    drawn: list[int]


class Winnable(Struct, frozen=True):
    """The last turn until which the game could be won with the deck known."""

    until: int | None
    proved: bool
    """Whether it is proved that it could not be won later."""


class JudgingChampion(Struct, frozen=True):
    """Which champion judged: all of a player's identity."""

    name: str
    version: str
    """Of nonante."""
    engine: Literal["compiled", "python"]
    """What it thought with; in Python it does not look ahead."""
    weights: str
    """A digest of its networks."""
    look_ahead: str
    source: str
    parameters: dict[str, float]


class ReviewJudge(Struct, frozen=True):
    """Who judged: two with equal identities judge equally."""

    version: int
    champion: JudgingChampion
    network: str
    calibration: str
    """A digest of the map from its values to chances."""
    calibrated: bool
    """Whether its chances were fitted for these networks."""


class Review(Struct, frozen=True, kw_only=True):
    """A finished game, judged (see docs/reference/review.md)."""

    format: Literal["nonante-review"] = "nonante-review"
    version: int = 1
    stage: ReviewStage
    judge: ReviewJudge
    start: float
    """The chance before the first turn."""
    result: float
    """100 for a game won, 0 for a game lost."""
    sums: ReviewSums
    headline: ReviewHeadline
    turns: list[JudgedTurn]
    costly: list[CostlyTurn]
    winnable: Winnable | None

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        data: dict[str, Any] = json.loads(encode(self))
        return data


class ReviewProgress(Struct, frozen=True):
    """POST /api/review: one line after the other, each with more; the last one has everything or says why not."""

    share: float
    review: Review | None
    problem: str | None = None


class AskReview(Struct, frozen=True, forbid_unknown_fields=True):
    """Which finished game: one of this server's tables, or a record or link as text."""

    game: str | None = None
    text: str | None = None


class AskTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/review/try, /decks and /branch: a turn of a finished game, and how to play it."""

    turn: int
    game: str | None = None
    text: str | None = None
    moves: list[str] = []  # noqa: RUF012 - each struct gets its own
    name: str = ""
    """For a branch: who plays on."""


class TriedTurn(Struct, frozen=True):
    """Another way to play a turn, judged as its seat saw it and compared with the champion's."""

    turn: int
    moves: list[str]
    plan: list[str]
    best: float
    chance: float
    loss: float
    error: float | None
    """Standard error of the loss; null where it is the network's word alone."""
    right: bool


class TrialState(Struct, frozen=True):
    """A turn being tried: the table after the moves so far, and its result once it is over."""

    table: TableView
    tried: TriedTurn | None = None
    line: PuzzleLine | None = None
    """Right: the turn, step by step."""
    refutation: Refutation | None = None
    """Wrong: what may happen then, with hidden cards dealt anew."""


class Odds(Struct, frozen=True):
    """The number of games won, out of a number of games."""

    won: int
    games: int
    low: float
    """The 95% interval of the chance, in points."""
    high: float
    difficulty: Difficulty


class AskBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/board: a position as the seat to move sees it, and the moves tried in this turn."""

    settings: SettingsRead
    """Only the rules matter."""
    piles: dict[Pile, int]
    """The top of each pile; one that is not named is bare."""
    hand: list[int]
    laid: list[int]
    """Every card that was played, the tops included or not."""
    others: list[int] | None = None
    """How many cards the next seats hold, in the order of play; null: full hands, as far as the cards last."""
    moves: list[str] = []  # noqa: RUF012 - each struct gets its own
    name: str = ""
    """For POST /api/board/play: who plays on."""


class BoardState(Struct, frozen=True):
    """The position after the moves; once they end the turn, its start again, because the cards drawn are unknown."""

    table: TableView
    over: bool


class BoardTurn(Struct, frozen=True):
    """Another turn the champion considered."""

    moves: list[str]
    steps: list[LoggedMove]
    chance: float


class BoardAdvice(Struct, frozen=True):
    """POST /api/board/advice: the champion's turn with its reasons and chances, and the next best turns."""

    advice: Advice
    others: list[BoardTurn]
