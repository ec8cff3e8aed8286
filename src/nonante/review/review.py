"""`review`: a finished game judged turn by turn, chance and decision told apart.

Everything is in points of win chance. A decision is judged inside one view: the turn played and the champion's, in the
same worlds that this seat could not tell apart, with draws that had no part in choosing. What happens between two views
is luck: what was drawn, what the others held; the rest is what the judge cannot tell. So, exactly,

    result - start = all luck - all losses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Any, Final, Literal, TypeAlias

from .. import kernel
from ..players import digest, reasons_for
from ..rules import PLAYING, WON, Game, Rules
from ..table import Record, Signal
from .difficulty import difficulty
from .judge import Choice, Judge
from .known import looking_for_a_win, solve
from .links import link_of
from .luck import Luck, luck_after
from .puzzles import end_class
from .replay import Replay, ReplayTurn
from .steps import Steps, finish
from .tally import BEYOND, MARKS, WORLDS, Mark, Tally

REVIEW_FORMAT: Final = "nonante-review"
"""What the data of a review calls itself."""
REAL: Final = 0.5
"""A turn is a real decision where two ends differ by so many points."""
COSTLY: Final = 3
"""Turns that are shown."""
_ALL_WORLDS: Final = 64_000  # for turns whose mark is in doubt, all together, so that a review ends
_LUCK, _LOSS = 3, 10  # what random numbers are for
_HORIZON: Final = 1  # whole turns played on before the position is valued

Progress: TypeAlias = Callable[[float, "Review | None"], None]
"""Hears the share done, and the review so far once there is one."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn and what became of it; all numbers in points."""

    turn: int
    seat: int
    best: float
    played: float
    error: float | None
    """Standard error of the loss; None where it is the network's word alone."""
    decision: bool
    """Whether there was something to decide."""
    cards: float
    """Luck with the cards drawn."""
    hands: float
    """Luck with what the others held."""
    model: float
    """What the judge cannot tell apart from luck."""
    moves: tuple[str, ...]
    plan: tuple[str, ...]
    """What the champion would have played."""

    @property
    def loss(self) -> float:
        """What the turn gave away."""
        return round(self.best - self.played, 2)

    @property
    def mark(self) -> Mark | None:
        """How costly the turn was, beyond the noise."""
        if self.error is None or self.loss <= BEYOND * self.error:
            return None
        return next((mark for points, mark in MARKS if self.loss >= points), None)

    @property
    def close(self) -> bool:
        """Whether the loss is large enough for a mark but too close to call."""
        return self.loss >= MARKS[-1][0] and self.mark is None

    def to_data(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "best": self.best,
            "played": self.played,
            "loss": self.loss,
            "error": self.error,
            "decision": self.decision,
            "mark": self.mark,
            "close": self.close,
            "luck": {"cards": self.cards, "hands": self.hands, "model": self.model},
            "moves": list(self.moves),
            "plan": list(self.plan),
        }


@dataclass(frozen=True)
class Review:
    """A finished game, judged."""

    judge: dict[str, Any]
    stage: Literal["curve", "full"]
    result: float
    """100 for a game won, 0 for a game lost."""
    turns: tuple[JudgedTurn, ...]
    costly: tuple[dict[str, Any], ...] = ()
    winnable: tuple[int | None, bool] | None = None
    """The last turn before which the game could be won with the deck known, and whether the rest is proved."""

    @property
    def start(self) -> float:
        """The chance before the first turn."""
        return self.turns[0].best if self.turns else self.result

    @cached_property
    def sums(self) -> dict[str, float]:
        """Start, luck by its kinds, losses and result: start + luck - loss = result."""
        names = ("cards", "hands", "model", "loss")
        totals = {name: round(sum(getattr(turn, name) for turn in self.turns), 2) for name in names}
        return {"start": self.start, **totals, "result": self.result}

    @cached_property
    def headline(self) -> dict[str, float]:
        """Chance given away, in all and per real decision, and the accuracy from 0 to 100."""
        losses = [turn.loss for turn in self.turns if turn.decision]
        given = round(sum(losses), 2)
        return {
            "decisions": len(losses),
            "given_away": given,
            "per_decision": round(given / len(losses), 2) if losses else 0.0,
            "accuracy": round(sum(map(accuracy, losses)) / len(losses), 1) if losses else 100.0,
        }

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data (see docs/review.md)."""
        return {
            "format": REVIEW_FORMAT,
            "version": 1,
            "stage": self.stage,
            "judge": self.judge,
            "start": self.start,
            "result": self.result,
            "sums": self.sums,
            "headline": self.headline,
            "turns": [turn.to_data() for turn in self.turns],
            "costly": list(self.costly),
            "winnable": self.winnable and {"until": self.winnable[0], "proved": self.winnable[1]},
        }


def accuracy(loss: float) -> float:
    """Return how good a decision was, from 0 to 100.

    >>> [round(accuracy(loss)) for loss in (0, 2, 4, 8)]
    [100, 80, 64, 40]
    """
    return min(100.0, max(0.0, 103.1668100711649 * exp(-0.04354415386753951 * 2.5 * loss) - 3.166924740191411))


def review_key(record: Record) -> str:
    """Return the name under which a review may be kept: another judge or another game has another one."""
    who = repr(sorted(Judge.of(record).identity().items()))
    return digest(f"{link_of(record)} {who}".encode())


def review(record: Record, progress: Progress | None = None, *, seed: int = 0) -> Review:
    """Judge a finished game; `progress` gets the share done and the review so far, once there is the plain curve."""
    return finish(reviewing(record, progress, seed=seed))


def reviewing(record: Record, progress: Progress | None = None, *, seed: int = 0) -> Steps[Review]:
    """Do the same, step by step."""
    return _Reviewer(record, progress, seed).run()


def curve(record: Record) -> Review:
    """Return the plain curve of a finished game, as a review has it at first: a second's work."""
    return finish(_Reviewer(record, None, 0).curve())


def warm_up() -> None:
    """Compile and load what reviews and solutions need, which takes seconds the first time; nothing without ``[fast]``.

    A server does that before anybody waits.
    """
    if kernel.available():
        game = Game.arrange(Rules(), {"A": 90}, [[91, 95, 98]])
        solve(game)
        difficulty(game, 1)
        Judge(game.rules).weigh(game.view(0))


@dataclass(frozen=True, slots=True)
class _Case:
    """A turn as its seat saw it, and what the network says of it."""

    turn: ReplayTurn
    game: Game
    signals: tuple[Signal, ...]
    choices: list[Choice]
    plan: tuple[str, ...]
    best: float
    played: float
    """By the network."""

    @property
    def view(self) -> Any:
        return self.game.view(self.turn.seat)

    @property
    def decision(self) -> bool:
        return len(self.choices) > 1 and self.choices[0].chance - self.choices[-1].chance >= REAL


class _Reviewer:
    """Judges one game, stage by stage."""

    def __init__(self, record: Record, progress: Progress | None, seed: int) -> None:
        self.record, self.progress, self.seed = record, progress or (lambda _share, _review: None), seed
        self.replay = Replay.of(record)
        self.judge = Judge.of(record)
        self.curve_share = 0.1 if self.judge.compiled else 0.7
        self.result = 100.0 if self.replay.final.status == WON else 0.0
        self.tallies: dict[int, Tally] = {}
        self.luck: dict[int, Luck] = {}
        self.costly: tuple[dict[str, Any], ...] = ()
        self.winnable: tuple[int | None, bool] | None = None

    def curve(self) -> Steps[Review]:
        """See every turn as the network does."""
        self.cases = list[_Case]()
        for number, turn in enumerate(self.replay.turns):
            self.progress(self.curve_share * number / len(self.replay.turns), None)
            yield
            self.cases.append(self._case(turn))
        return self._told("curve")

    def run(self) -> Steps[Review]:
        """Judge everything."""
        self.progress(self.curve_share, (yield from self.curve()))
        yield
        if self.judge.compiled:
            yield from self._judging_decisions([place for place, case in enumerate(self.cases) if _may_cost(case)])
            for place in range(len(self.cases)):
                yield
                self.luck[place] = luck_after(self.replay, place, self.judge, self._worlds_seed(place, _LUCK))
        for place in self._most_costly():
            yield
            self.costly = (*self.costly, self._costly(place))
        self.progress(0.85, self._told("curve"))
        self.winnable = yield from looking_for_a_win(self.record)
        told = self._told("full")
        self.progress(1.0, told)
        return told

    def _case(self, turn: ReplayTurn) -> _Case:
        table = self.replay.table(turn.decision)
        game = table.require_game()
        signals = tuple(signal for signal in table.standing if signal.seat != turn.seat)
        view = game.view(turn.seat)
        choices = self.judge.weigh(view, signals)
        plan = self.judge.plan(view, signals)
        played = self.judge.value(view, turn.moves, signals)
        if self.replay.game(turn.last).status != PLAYING and turn == self.replay.turns[-1]:
            played = self._ended(turn, played)
        return _Case(turn, game, signals, choices, plan, max(choices[0].chance, played), played)

    def _ended(self, turn: ReplayTurn, played: float) -> float:
        """Return what the last turn was worth: certain where it ended the game by itself."""
        over = self.replay.game(turn.last)
        return self.result if over.turn == turn.turn else played

    def _worlds_seed(self, place: int, use: int) -> int:
        return (self.seed * 1_000_003 + place * 1_009 + use * 100_003 + 12_345) & ((1 << 62) - 1)

    def _judging_decisions(self, suspects: list[int]) -> Steps[None]:
        """Judge turns in worlds, and again in as many more while it is open which mark they get."""
        for number, place in enumerate(suspects):
            yield
            self.tallies[place] = Tally()
            self._look(place, WORLDS)
            self.progress(0.1 + 0.3 * number / len(suspects), self._told("curve"))
        spent = 0
        while spent < _ALL_WORLDS and (open_ := [place for place in suspects if self.tallies[place].in_doubt]):
            yield
            place = min(open_, key=lambda place: self.tallies[place].worlds)
            spent += self._look(place, self.tallies[place].worlds)
            self.progress(0.4 + 0.4 * min(1.0, spent / _ALL_WORLDS), self._told("curve"))

    def _look(self, place: int, worlds: int) -> int:
        """Play a turn and the champion's in worlds not used before; return how many."""
        case, tally = self.cases[place], self.tallies[place]
        chances = self.judge.look_on(
            case.view, [case.plan, case.turn.moves], case.signals,
            worlds=worlds, seed=self._worlds_seed(place, _LOSS + tally.looks), horizon=_HORIZON,
        )  # fmt: skip
        tally.add(chances[0] - chances[1])
        return worlds

    def _told(self, stage: Literal["curve", "full"]) -> Review:
        """Return the review as far as it is known."""
        bests = [round(case.best, 2) for case in self.cases] + [self.result]
        turns = []
        for place, case in enumerate(self.cases):
            tally = self.tallies.get(place)
            loss, error = (tally.loss, tally.error) if tally else (self._said_of(case), None)
            played = round(max(0.0, bests[place] - loss), 2)
            cards, hands = self.luck[place].parts(played) if place in self.luck else (0.0, 0.0)
            turns.append(
                JudgedTurn(
                    turn=case.turn.turn,
                    seat=case.turn.seat,
                    best=bests[place],
                    played=played,
                    error=None if error is None else round(error, 3),
                    decision=case.decision,
                    cards=cards,
                    hands=hands,
                    model=round(bests[place + 1] - played - cards - hands, 2),
                    moves=case.turn.moves,
                    plan=case.plan,
                )
            )
        return Review(self.judge.identity(), stage, self.result, tuple(turns), self.costly, self.winnable)

    def _said_of(self, case: _Case) -> float:
        """Return what a turn cost by the network alone; nothing where the champion's leads to the same."""
        return case.best - case.played if not self.judge.compiled or _may_cost(case) else 0.0

    def _most_costly(self) -> list[int]:
        """Return the turns that cost most, the most costly first."""
        losses = [turn.loss for turn in self._told("curve").turns]
        ranked = sorted(range(len(losses)), key=lambda place: -losses[place])
        return [place for place in ranked if losses[place] >= REAL][:COSTLY]

    def _costly(self, place: int) -> dict[str, Any]:
        """Return a costly turn with the champion's plan, its reasons, and the chances of other plans."""
        case, told = self.cases[place], self._told("curve").turns[place]
        return {
            "turn": told.turn,
            "seat": told.seat,
            "best": told.best,
            "played": told.played,
            "loss": told.loss,
            "moves": list(told.moves),
            "plan": list(case.plan),
            "reasons": [
                {"code": reason.code, "details": reason.details}
                for reason in reasons_for(case.view, list(case.plan), case.signals)
            ],
            "choices": [
                {"moves": list(choice.moves), "chance": round(choice.chance, 1)} for choice in _different(case)
            ],
            "drawn": list(case.turn.drawn),
        }


def _may_cost(case: _Case) -> bool:
    """Tell whether a turn is worth judging in worlds: it was a decision, and the champion's leads elsewhere."""
    return case.decision and end_class(case.game, case.plan) != end_class(case.game, case.turn.moves)


def _different(case: _Case, most: int = 4) -> list[Choice]:
    """Return the best plans that end differently."""
    kept: dict[Any, Choice] = {}
    for choice in case.choices:
        kept.setdefault(end_class(case.game, choice.moves), choice)
        if len(kept) == most:
            break
    return list(kept.values())
