"""What the pages around the games send and get over plain HTTP: tables, files, days, replays, puzzles, the rules."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..rules import LossReason, MarkName, Status
from .shared import Difficulty, Pile
from .structs import Struct
from .view import CardView, News, TableView, ToldLoss

TableStatus: TypeAlias = Literal["lobby", "playing", "won", "lost"]
DailyCategory: TypeAlias = Literal["solo", "solo-extreme", "team"]
PuzzleKind: TypeAlias = Literal["exact", "chance"]
"""What is known in a puzzle: everything, or what one seat sees."""
PuzzleTheme: TypeAlias = Literal[
    "room", "wait", "ten", "fire", "stop", "skull", "three", "no-retro", "one-pile", "draw-one"
]
"""What a puzzle teaches: to leave room, to wait, to go ten back, or one of the commands."""
PuzzleVerdict: TypeAlias = Literal["right", "wrong", "solved"]
"""The verdict on a try: right so far, wrong, or solved."""


class OwnSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the secret of one's seat there."""

    code: str
    token: str


class AskOwnTables(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/own-tables: ask for the state of one's own tables."""

    seats: list[OwnSeat]


class OwnTable(Struct, frozen=True):
    """The state of a table, without anything that a spectator may not see."""

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
    tops: list[int]
    """The top card of each pile; none before the deal."""
    paused: bool
    deals: int
    slow: bool = False
    """Everybody plays when they have time."""
    waited: int | None = None
    """Seconds that a slow game has been waiting for whose turn it is."""


class OwnTables(Struct, frozen=True):
    """The state of the requested tables; `gone` lists those where the secret opens no seat."""

    tables: list[OwnTable]
    gone: list[str]


class AskFile(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/file: the game as a file, to continue elsewhere."""

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


class DailyOthers(Struct, frozen=True):
    """The results of all finished first attempts at a deal."""

    players: int
    """How many have finished."""
    won: int
    median: float
    """Cards left."""


class DailyDeal(Struct, frozen=True):
    """One deal of a day: how hard it was selected to be, and how many of a hundred games champions won with it."""

    category: DailyCategory
    difficulty: Difficulty | None
    """Null where it was not selected."""
    won: int | None
    others: DailyOthers | None
    """How people on this server did; null where nobody has finished it."""


class DailyDeals(Struct, frozen=True):
    """GET /api/daily/{date}: what may be known of a day's deals before they are played."""

    date: str
    deals: list[DailyDeal]


class AskDailyResults(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily/results: ask for the results of others with a deal that one has finished."""

    date: str
    category: DailyCategory
    own: OwnSeat
    """One's own table of that deal: only who has finished it sees the others."""


class DailyResult(Struct, frozen=True):
    """Somebody's result with a deal of the day on this server."""

    name: str
    won: bool
    score: int
    """Cards left."""
    yours: bool


class DailyResults(Struct, frozen=True):
    """Finished first attempts in the order they began, and their summary."""

    results: list[DailyResult]
    """The best ones, and one's own."""
    running: int
    """How many are still on their way."""
    players: int
    """How many have finished."""
    won: int
    median: float
    """Cards left."""
    spread: list[int] | None
    """How many left no card, 1 or 2, 3 or 4, … and 21 or more; null while too few have finished."""


class ReplayFrame(Struct, frozen=True):
    """A finished game at one step: the table as a spectator saw it, every hand, and what had just happened."""

    table: TableView
    hands: list[list[CardView]]
    news: News | None


class ReplayTurn(Struct, frozen=True):
    """One turn of a finished game, by its steps."""

    turn: int
    seat: int
    first: int
    """The step at which the turn begins, before anything is laid or said in it."""
    decision: int
    """The step before its first move, with everything said until then."""
    last: int
    """The step after its last move."""
    moves: list[str]
    """What was played, the end of the turn included."""
    drawn: list[int]
    """The cards drawn when it ended."""


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


class Rating(Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a player is, or how hard a puzzle (Glicko-2)."""

    value: float
    deviation: float
    """How far it may be off."""
    volatility: float
    """How unsteady it is."""


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in the list."""

    name: str
    kind: PuzzleKind
    theme: PuzzleTheme
    rating: int
    edition: str
    players: int


class PuzzleList(Struct, frozen=True):
    """GET /api/puzzles: all puzzles in learning order, by edition, theme and rating."""

    puzzles: list[PuzzleInfo]


class PuzzleOfTheDay(Struct, frozen=True):
    """GET /api/puzzles/day/{date}: the puzzle of a day of one's own calendar, such as 2026-11-15."""

    name: str


class AskPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/puzzles/{name}: the moves of a try so far, whole turns and the one being played."""

    moves: list[str] = []  # noqa: RUF012 - each struct gets its own
    first: bool = False
    """Whether nothing came of this puzzle yet on this device: then it counts for the rating."""
    rating: Rating | None = None
    """One's rating before it; null: none yet."""


class PuzzleLine(Struct, frozen=True):
    """GET /api/puzzles/{name}/answer: turns to show on the table, step by step."""

    turns: list[ReplayTurn]
    frames: list[ReplayFrame]


class Refutation(Struct, frozen=True):
    """How a game continues after a turn that fails a puzzle, up to the card that loses it."""

    line: PuzzleLine
    seat: int
    card: int
    """What fits nowhere any more, or whose command is broken."""
    reason: ToldLoss
    taken_by: str | None
    """The move of the try that took the only pile where the card could have gone."""
    imagined: bool
    """Whether hidden cards were dealt anew: one of the ways in which it may happen."""


class PuzzleState(Struct, frozen=True):
    """A puzzle after the moves of a try: the table, the visible cards, and the result of the turn once it is over."""

    table: TableView
    hands: list[list[CardView]] | None
    """All hands, where they lie open."""
    draw: list[CardView] | None
    """The draw pile, if it is visible."""
    verdict: PuzzleVerdict | None = None
    line: PuzzleLine | None = None
    """Solved: the turns that did it."""
    refutation: Refutation | None = None
    """Wrong: what would happen."""
    rating: Rating | None = None
    """One's rating after it, where the try counts."""


class ExamplePile(Struct, frozen=True):
    """A pile before the first card of an example."""

    letter: Pile
    rising: bool
    top: int
    """1 or 100 when the pile is bare."""
    bare: bool
    mark: MarkName | None


class ExampleMove(Struct, frozen=True):
    """A card laid in an example."""

    seat: int
    card: int
    pile: Pile
    mark: MarkName | None
    retro: bool
    ends: bool = False
    """The player ended the turn after this card."""


class Example(Struct, frozen=True):
    """A position and what was played there, as the engine plays it."""

    piles: list[ExamplePile]
    moves: list[ExampleMove]
    refused: ExampleMove | None
    """A card that may not be laid after the others."""
    status: Status
    reason: LossReason | None
    score: int


class TextBlock(Struct, frozen=True, tag="text", tag_field="kind"):
    """A paragraph."""

    text: str


class ListBlock(Struct, frozen=True, tag="list", tag_field="kind"):
    """Points, one below the other."""

    items: list[str]


class ExampleBlock(Struct, frozen=True, tag="example", tag_field="kind"):
    """An example, as text and as data to draw."""

    text: str
    example: Example


class Ruling(Struct, frozen=True):
    """What was decided where the printed rules are silent or disagree."""

    number: str
    text: str


class RulingsBlock(Struct, frozen=True, tag="rulings", tag_field="kind"):
    """All rulings."""

    rulings: list[Ruling]


RulesBlock: TypeAlias = TextBlock | ListBlock | ExampleBlock | RulingsBlock


class RulesSection(Struct, frozen=True):
    """A heading and the text below it."""

    name: str
    """The same in every language."""
    title: str
    rules: list[str]
    """The rules told here, by the numbers that refusals cite."""
    blocks: list[RulesBlock]


class RulesPage(Struct, frozen=True):
    """GET /api/rules/{language}: the rules in our own words, as `nonante rules` prints them."""

    language: str
    title: str
    intro: list[str]
    sections: list[RulesSection]
