"""What the pages around the games send and get over plain HTTP: one's own tables, replays, days, reviews."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .server import HintReason
from .shared import Difficulty
from .structs import Struct
from .view import CardView, News, TableView

TableStatus: TypeAlias = Literal["lobby", "playing", "won", "lost"]
DailyCategory: TypeAlias = Literal["solo", "solo-extreme", "team"]
ReviewStage: TypeAlias = Literal["curve", "full"]
TurnMark: TypeAlias = Literal["doubtful", "mistake", "blunder"]
PuzzleKind: TypeAlias = Literal["exact", "chance"]
PuzzleVerdict: TypeAlias = Literal["right", "wrong", "solved"]


class OwnSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the secret of one's seat there."""

    code: str
    token: str


class AskOwnTables(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/own-tables: say how the tables stand where I sit."""

    seats: list[OwnSeat]


class OwnTable(Struct, frozen=True):
    """How a table stands: nothing that a spectator may not see."""

    code: str
    you: int
    edition: str
    names: list[str | None]
    levels: list[str | None]
    """The level of each computer player; null for a person and for a free seat."""
    status: TableStatus
    active: int | None
    """Whose turn it is; null while nobody's."""
    score: int
    draw_count: int
    paused: bool
    deals: int


class OwnTables(Struct, frozen=True):
    """The tables asked for, as they stand; `gone` lists those where that secret opens no seat."""

    tables: list[OwnTable]
    gone: list[str]


class AskFile(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/file: give me my game, to play on elsewhere."""

    token: str


class GameFile(Struct, frozen=True):
    """One person's game, running or not: POST /api/file opens a table with either text, on any server or page."""

    name: str
    """What the file is called."""
    text: str
    link: str
    """The same, short enough for the fragment of an address."""


class AskDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily: open a table with a deal of the day and begin."""

    name: str
    date: str
    """A date of one's own calendar, such as 2026-11-15."""
    category: DailyCategory
    again: bool
    """Whether it was played on this device before: then it is a known deal and counts nowhere."""
    friends: bool = False
    """In a team: whether the other seats wait for people; computer players take them otherwise."""


class OpenedDaily(Struct, frozen=True):
    """The table of a deal of the day, and the secret of one's seat."""

    code: str
    token: str
    edition: str
    players: int


class AskDailyResults(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily/results: what others made of a deal that one has finished."""

    date: str
    category: DailyCategory
    own: OwnSeat
    """One's own table of that deal: only who has finished it sees the others."""


class DailyResult(Struct, frozen=True):
    """What somebody on this server made of a deal of the day."""

    name: str
    won: bool
    score: int
    """Cards left."""
    yours: bool


class DailyResults(Struct, frozen=True):
    """Finished first tries, in the order they began; how many are still on their way."""

    results: list[DailyResult]
    running: int


class ReplayFrame(Struct, frozen=True):
    """A finished game at one step: the table as a spectator saw it, every hand, and what had just happened."""

    table: TableView
    hands: list[list[CardView]]
    news: News | None


class ReplayTurn(Struct, frozen=True):
    """One turn of a finished game, by its frames."""

    turn: int
    seat: int
    first: int
    """Where it begins."""
    decision: int
    """Before its first card, with everything said until then."""
    last: int
    """After its last move."""


class ReplayData(Struct, frozen=True):
    """GET /api/replay/{game}, or POST /api/replay with a record or a link: a finished game, frame by frame."""

    game: str | None
    """The table's code and the number of its game; null for a game from a file or a link, and of a private table."""
    link: str
    """The whole game as text, for the fragment of an address."""
    notes: list[str]
    """What was not as it should be and was not obeyed, as error codes."""
    turns: list[ReplayTurn]
    frames: list[ReplayFrame]
    record: str
    """The record file, as text: its number does not fit a browser's."""


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
    per_decision: float
    accuracy: float


class ReviewedTurn(Struct, frozen=True):
    """One turn, judged by what its seat could see."""

    turn: int
    seat: int
    best: float
    played: float
    loss: float
    error: float | None
    decision: bool
    mark: TurnMark | None
    close: bool
    """Large enough for a mark, but too close to call."""
    moves: list[str]
    plan: list[str]
    """What the champion would have played."""


class ReviewChoice(Struct, frozen=True):
    """A way to play a turn, and its chance."""

    moves: list[str]
    chance: float


class CostlyTurn(Struct, frozen=True):
    """One of the turns that cost most."""

    turn: int
    best: float
    played: float
    loss: float
    plan: list[str]
    reasons: list[HintReason]
    choices: list[ReviewChoice]
    drawn: list[int]


class Winnable(Struct, frozen=True):
    """Until which turn the game could be won with the deck known."""

    until: int | None
    proved: bool


class JudgingChampion(Struct, frozen=True):
    """Which champion judged."""

    version: str
    """Of nonante."""
    engine: Literal["compiled", "python"]
    """What it thought with; in Python it does not look ahead."""
    weights: str
    """A digest of its networks."""


class ReviewJudge(Struct, frozen=True):
    """Who judged: two with equal identities judge equally."""

    champion: JudgingChampion
    calibrated: bool
    """Whether its chances were fitted for these networks."""


class ReviewData(Struct, frozen=True):
    """A finished game, judged (see docs/review.md)."""

    stage: ReviewStage
    start: float
    result: float
    sums: ReviewSums
    headline: ReviewHeadline
    turns: list[ReviewedTurn]
    costly: list[CostlyTurn]
    winnable: Winnable | None
    judge: ReviewJudge


class ReviewProgress(Struct, frozen=True):
    """POST /api/review: one line after the other, each with more; the last one has everything or says why not."""

    share: float
    review: ReviewData | None
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
    """Another way to play a turn, judged as its seat saw it."""

    best: float
    chance: float
    loss: float
    right: bool
    plan: list[str]


class TrialState(Struct, frozen=True):
    """A turn being tried, or a puzzle: the table after the moves so far, and what came of them once it is over."""

    table: TableView
    hands: list[list[CardView]] | None
    """All hands, where they lie open."""
    draw: list[CardView] | None
    """What is left to draw, where it lies open."""
    tried: TriedTurn | None = None
    verdict: PuzzleVerdict | None = None


class DeckOdds(Struct, frozen=True):
    """How many of some games on other decks were won."""

    won: int
    games: int
    low: float
    high: float
    difficulty: Difficulty


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in the list."""

    name: str
    kind: PuzzleKind
    grade: int
    edition: str
    players: int


class PuzzleList(Struct, frozen=True):
    """GET /api/puzzles: all of them, from easy to hard."""

    puzzles: list[PuzzleInfo]


class AskPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/puzzles/{name}: the moves of a try so far, whole turns and the one being played."""

    moves: list[str] = []  # noqa: RUF012 - each struct gets its own


class PuzzleAnswer(Struct, frozen=True):
    """GET /api/puzzles/{name}/answer: one way to solve it."""

    moves: list[str]
