"""`review`: a finished game judged turn by turn, with luck and decisions separated.

Everything is in points of win chance. A decision is judged inside one view: the turn played and the champion's, in the
same worlds that this seat could not tell apart, with draws that had no part in choosing. What happens between two views
is luck: what was drawn, what the others held; the rest is what the judge cannot tell. So, exactly,

    result - start = all luck - all losses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from .. import kernel
from ..messages import (
    Choice,
    CostlyTurn,
    HintReason,
    JudgedTurn,
    ReplayTurn,
    Review,
    ReviewHeadline,
    ReviewJudge,
    ReviewStage,
    ReviewSums,
    TurnLuck,
    Winnable,
    encode,
)
from ..players import digest, reasons_for
from ..rules import PLAYING, WON, Game, Rules
from ..table import Record, Signal
from .difficulty import difficulty
from .incremental import Steps, finish
from .judge import Judge
from .links import link_of
from .luck import Luck, luck_after
from .marks import MARKS, WORLDS, LossEstimate, accuracy, kind_of, mark_of
from .puzzles import end_class
from .replay import Replay
from .solver import looking_for_a_win, solve

REAL: Final = 0.5
"""A turn is a real decision where two ends differ by so many points."""
COSTLY: Final = 3
"""Turns that are shown."""
_LUCK, _LOSS = 3, 10  # what random numbers are for
_HORIZON: Final = 1  # whole turns played on before the position is valued

Progress: TypeAlias = Callable[[float, Review | None], None]
"""Hears the share done, and the review so far once there is one."""


def told(
    judge: ReviewJudge,
    stage: ReviewStage,
    result: float,
    turns: Sequence[JudgedTurn] = (),
    costly: Sequence[CostlyTurn] = (),
    winnable: Winnable | None = None,
) -> Review:
    """Return the review of a game from its judged turns."""
    start = turns[0].best if turns else result
    luck = {name: _total(getattr(turn.luck, name) for turn in turns) for name in TurnLuck.__struct_fields__}
    return Review(
        stage=stage,
        judge=judge,
        start=start,
        result=result,
        sums=ReviewSums(start=start, **luck, loss=_total(turn.loss for turn in turns), result=result),
        headline=_headline([turn.loss for turn in turns if turn.decision]),
        turns=list(turns),
        costly=list(costly),
        winnable=winnable,
    )


def _total(points: Iterable[float]) -> float:
    return round(sum(points, 0.0), 2)


def _headline(losses: Sequence[float]) -> ReviewHeadline:
    given, count = _total(losses), len(losses)
    if not count:
        return ReviewHeadline(0, given, 0.0, 100.0)
    return ReviewHeadline(count, given, round(given / count, 2), round(sum(map(accuracy, losses)) / count, 1))


def review_key(record: Record) -> str:
    """Return the key under which to store a review; it depends on the game and the judge."""
    return digest(link_of(record).encode() + b" " + encode(Judge.of(record).identity()))


def review(record: Record, progress: Progress | None = None, *, seed: int = 0) -> Review:
    """Judge a finished game; `progress` gets the share done and the review so far, first with only the curve."""
    return finish(reviewing(record, progress, seed=seed))


def reviewing(record: Record, progress: Progress | None = None, *, seed: int = 0) -> Steps[Review]:
    """Review a finished game as `review` does, one step at a time; the last step returns the review."""
    return _Reviewer(record, progress, seed).run()


def curve(record: Record) -> Review:
    """Return the win chance before every turn of a finished game, without judging the turns; takes about a second."""
    return finish(_Reviewer(record, None, 0).curve())


def warm_up() -> None:
    """Compile and load what reviews need, which takes seconds the first time. Without ``[fast]`` this does nothing."""
    if kernel.available():
        game = Game.arrange(Rules(), {"A": 90}, [[91, 95, 98]])
        solve(game)
        difficulty(game, 1)
        Judge(game.rules).weigh(game.view(0))


@dataclass(frozen=True, slots=True)
class _SeenTurn:
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
        self.estimates: dict[int, LossEstimate] = {}
        self.luck: dict[int, Luck] = {}
        self.costly: list[CostlyTurn] = []
        self.winnable: Winnable | None = None

    def curve(self) -> Steps[Review]:
        """Value every turn by the network."""
        self.cases = list[_SeenTurn]()
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
            yield from self._judging_decisions()
            for place in range(len(self.cases)):
                yield
                self.luck[place] = luck_after(self.replay, place, self.judge, self._worlds_seed(place, _LUCK))
        yield from self._explaining()
        self.progress(0.85, self._told("curve"))
        self.winnable = Winnable(*(yield from looking_for_a_win(self.record)))
        whole = self._told("full")
        self.progress(1.0, whole)
        return whole

    def _case(self, turn: ReplayTurn) -> _SeenTurn:
        game, signals = self.replay.decision(turn)
        view = game.view(turn.seat)
        choices = self.judge.weigh(view, signals)
        plan = self.judge.plan(view, signals)
        played = self.judge.value(view, turn.moves, signals)
        if self.replay.game(turn.last).status != PLAYING and turn == self.replay.turns[-1]:
            played = self._ended(turn, played)
        return _SeenTurn(turn, game, signals, choices, plan, max(choices[0].chance, played), played)

    def _ended(self, turn: ReplayTurn, played: float) -> float:
        """Return the chance after the last turn: certain if it ended the game by itself."""
        over = self.replay.game(turn.last)
        return self.result if over.turn == turn.turn else played

    def _worlds_seed(self, place: int, use: int) -> int:
        return (self.seed * 1_000_003 + place * 1_009 + use * 100_003 + 12_345) & ((1 << 62) - 1)

    def _judging_decisions(self) -> Steps[None]:
        """Judge turns in worlds, and in more while their mark is in doubt; costly ones first."""
        suspects = [place for place, case in enumerate(self.cases) if _may_cost(case)]
        for number, place in enumerate(sorted(suspects, key=lambda place: -self._judged(place).loss)):
            yield
            self.estimates[place] = LossEstimate()
            self._look(place, WORLDS)
            self.progress(0.1 + 0.3 * number / len(suspects), self._told("curve"))
        yield from self._explaining()
        self.progress(0.4, self._told("curve"))
        spent, most = 0, self.judge.worlds
        while spent < most and (open_ := [place for place in suspects if self.estimates[place].in_doubt]):
            yield
            place = min(open_, key=lambda place: (self.estimates[place].worlds, -self.estimates[place].loss))
            spent += self._look(place, min(self.estimates[place].worlds, most - spent))
            self.progress(0.4 + 0.4 * min(1.0, spent / most), self._told("curve"))

    def _look(self, place: int, worlds: int) -> int:
        """Play a turn and the champion's in worlds not used before; return how many."""
        case, estimate = self.cases[place], self.estimates[place]
        chances = self.judge.look_on(
            case.view, [case.plan, case.turn.moves], case.signals,
            worlds=worlds, seed=self._worlds_seed(place, _LOSS + estimate.looks), horizon=_HORIZON,
        )  # fmt: skip
        estimate.add(chances[0] - chances[1])
        return worlds

    def _told(self, stage: ReviewStage) -> Review:
        """Return the review as far as it is known."""
        turns = [self._judged(place) for place in range(len(self.cases))]
        return told(self.judge.identity(), stage, self.result, turns, self.costly, self.winnable)

    def _judged(self, place: int) -> JudgedTurn:
        """Return a turn as far as it is judged."""
        case, estimate = self.cases[place], self.estimates.get(place)
        loss, error = (estimate.loss, round(estimate.error, 3)) if estimate else (self._said_of(case), None)
        best, after = round(case.best, 2), self.result
        if place + 1 < len(self.cases):
            after = round(self.cases[place + 1].best, 2)
        played = round(max(0.0, best - loss), 2)
        loss = round(best - played, 2)
        cards, hands = self.luck[place].parts(played) if place in self.luck else (0.0, 0.0)
        mark = mark_of(loss, error)
        return JudgedTurn(
            turn=case.turn.turn,
            seat=case.turn.seat,
            best=best,
            played=played,
            loss=loss,
            error=error,
            decision=case.decision,
            mark=mark,
            close=mark is None and loss >= MARKS[-1][0],
            luck=TurnLuck(cards, hands, round(after - played - cards - hands, 2)),
            moves=case.turn.moves,
            plan=list(case.plan),
            kind=kind_of(case.game, case.signals, case.turn.moves, case.plan) if loss >= REAL else None,
        )

    def _said_of(self, case: _SeenTurn) -> float:
        """Return what a turn cost by the network alone; nothing if the champion's leads to the same position."""
        return case.best - case.played if not self.judge.compiled or _may_cost(case) else 0.0

    def _most_costly(self) -> list[int]:
        """Return the turns that cost most, the most costly first."""
        losses = {place: self._judged(place).loss for place in range(len(self.cases))}
        ranked = sorted(losses, key=lambda place: -losses[place])
        return [place for place in ranked if losses[place] >= REAL][:COSTLY]

    def _explaining(self) -> Steps[None]:
        """Explain the most costly turns as far as known: what would have been better, and why."""
        found = list[CostlyTurn]()
        for place in self._most_costly():
            yield
            found.append(self._costly(place))
        self.costly = found

    def _costly(self, place: int) -> CostlyTurn:
        """Return a costly turn with the champion's plan, its reasons, and the chances of other plans."""
        case, judged = self.cases[place], self._judged(place)
        reasons = reasons_for(case.view, list(case.plan), case.signals)
        return CostlyTurn(
            turn=judged.turn,
            seat=judged.seat,
            best=judged.best,
            played=judged.played,
            loss=judged.loss,
            moves=judged.moves,
            plan=judged.plan,
            reasons=[HintReason(reason.code, reason.details, reason.place) for reason in reasons],
            choices=[Choice(choice.moves, round(choice.chance, 1)) for choice in _different(case)],
            drawn=case.turn.drawn,
        )


def _may_cost(case: _SeenTurn) -> bool:
    """Tell whether to judge a turn in worlds: it was a decision, and the champion's leads elsewhere."""
    return case.decision and end_class(case.game, case.plan) != end_class(case.game, case.turn.moves)


def _different(case: _SeenTurn, most: int = 4) -> list[Choice]:
    """Return the best plans that end differently."""
    kept: dict[Any, Choice] = {}
    for choice in case.choices:
        kept.setdefault(end_class(case.game, choice.moves), choice)
        if len(kept) == most:
            break
    return list(kept.values())
