"""`Judge`: the champion as the one who judges, with its values as chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from .. import kernel
from ..messages import Choice, JudgingChampion, ReviewJudge, convert
from ..players import (
    CARDS,
    Calibration,
    calibration_for,
    find,
    has_wide,
    interpreted,
    net_for,
    net_name,
    plain_net,
    share_laid,
    spoken_bits,
    think,
)
from ..rules import END, PILES, Card, Game, Rules, View
from ..table import Record, Signal, Signalled

JUDGE_VERSION: Final = 7
"""Changes whenever the same game would be judged otherwise."""
_EXTRA: Final = 0.4  # cards that champions lay beyond the minimum in a turn, about
_WORLDS, _WORLDS_WIDE = (
    32_000,
    20_000,
)  # of all turns of a review whose mark is in doubt; a wide network takes longer for each


class Judge:
    """The champion as the judge of one kind of game. Not thread-safe.

    If nobody signalled in the whole game, the champion for silent games judges.
    """

    def __init__(self, rules: Rules, *, silent: bool = False) -> None:
        self.rules = replace(rules, talk="none") if silent else rules
        self.compiled = kernel.available()
        self.calibration: Calibration = calibration_for(self.rules)
        self.worlds: int = _WORLDS_WIDE if has_wide(self.rules) else _WORLDS
        """Worlds for all turns of a review whose mark is in doubt, so that it ends."""

    @classmethod
    def of(cls, record: Record) -> Judge:
        """Return the judge for a game that was played."""
        spoke = any(isinstance(entry, Signalled) for entry in record.entries)
        return cls(record.opening().require_game().rules, silent=not spoke)

    def identity(self) -> ReviewJudge:
        """Return the identity of the judge: judges with equal identities give equal answers."""
        champion = convert(find("champion").identity(self.rules).to_data(), JudgingChampion)
        fit = self.calibration
        return ReviewJudge(JUDGE_VERSION, champion, net_name(self.rules), fit.digest, fit.fitted)

    # What a turn is worth.

    def weigh(self, view: View, signals: Sequence[Signal] = ()) -> list[Choice]:
        """Return the promising turns and the win chance after each, best first; a winning turn is returned alone."""
        weighed = self._weigh_compiled if self.compiled else self._weigh_plain
        found = sorted(weighed(view, signals), key=lambda pair: -pair[1])
        laid = share_laid(view)
        return [Choice(moves, self.calibration.chance(value, laid)) for moves, value in found]

    def value(self, view: View, moves: Sequence[str], signals: Sequence[Signal] = ()) -> float:
        """Return the win chance after a turn played like this."""
        if self.compiled:
            asked = self._outlook.question(1, 1)
            asked.plans[0] = _plan_record(moves)
            value = self._ask(self._outlook.PLAN, self._write(view, signals), asked)
            return self.calibration.chance(value, share_laid(view))
        return self._value_plain(view, moves, signals)

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> tuple[str, ...]:
        """Return what the champion would play, with look-ahead where it uses it."""
        return tuple(think(replace(view, rules=self.rules), signals)[0])

    def value_of(self, game: Game) -> float:
        """Return the win chance of the seat whose turn begins, if the others speak as champions do."""
        from ..kernel.records import state_record

        value = self._ask(self._outlook.TURN, state_record(game), seed=game.active)
        return self.calibration.chance(value, 1 - game.cards_left / CARDS)

    def draw_again(self, game: Game, drawn: Sequence[Card], spoke: Sequence[Game], *, draws: int, seed: int) -> Any:
        """Return the chances that `value_of` would return if the seat whose turn begins had drawn other cards.

        The cards drawn are shuffled with the draw pile; everything else stays the same. `spoke` are the moments at
        which the seat has spoken since; only draws after which it would have said the same count. Needs the compiled
        kernel.
        """
        from ..kernel.layout import ACTIVE
        from ..kernel.records import state_record

        kept = tuple(card for card in game.hands[game.active] if card not in drawn)
        hands = tuple(kept if seat == game.active else hand for seat, hand in enumerate(game.hands))
        before = state_record(game._replace(hands=hands, draw=(*drawn, *game.draw)))
        before[ACTIVE] = game.active
        asked = self._outlook.question(1, draws, len(spoke))
        for number, moment in enumerate(spoke):
            asked.moments[number] = _moment_record(moment)
        self._ask(self._outlook.DRAWS, before, asked, seed, len(drawn))
        return self.calibration.chances_of(asked.values[0], 1 - game.cards_left / CARDS)

    def look_on(
        self,
        view: View,
        plans: Sequence[Sequence[str]],
        signals: Sequence[Signal] = (),
        *,
        worlds: int,
        seed: int,
        horizon: int = 0,
    ) -> Any:
        """Play plans in the same worlds, some turns ahead, and return the chances, one row per plan.

        Needs the compiled kernel.
        """
        asked = self._outlook.question(len(plans), worlds)
        for number, moves in enumerate(plans):
            asked.plans[number] = _plan_record(moves)
        seen = self._write(view, signals).copy()
        self._ask(self._outlook.WORLDS, seen, asked, seed, horizon)
        return self._chances_on(view, plans, asked.values, horizon)

    def _chances_on(self, view: View, plans: Sequence[Sequence[str]], values: Any, horizon: int) -> Any:
        """Return the chances of values that come after plans and some turns more."""
        import numpy as np

        later = [sum(move != END for move in moves) + horizon * (self.rules.minimum + _EXTRA) for moves in plans]
        laid = share_laid(view) + (len(view.laid_this_turn) + np.array(later)) / CARDS
        return self.calibration.chances_of(values, laid[:, None])

    # Compiled.

    @cached_property
    def _outlook(self) -> Any:
        return kernel.load("rollouts")

    @cached_property
    def _workspace(self) -> Any:
        return kernel.load("workspace").Workspace()

    @cached_property
    def _mind(self) -> Any:
        return kernel.load("workspace").mind(self.rules, *net_for(self.rules))

    def _ask(self, what: int, about: Any, asked: Any = None, seed: int = 0, horizon: int = 0) -> float:
        asked = self._outlook.question(1, 1) if asked is None else asked
        return float(self._outlook.ask(self._workspace.scratch, self._mind, asked, about, what, seed, horizon))

    def _write(self, view: View, signals: Sequence[Signal]) -> Any:
        said = self._heard(view, signals)
        kernel.load("records").write_view(self._workspace.view, view, said, opened=True)
        return self._workspace.view

    def _weigh_compiled(self, view: View, signals: Sequence[Signal]) -> list[tuple[list[str], float]]:
        from ..kernel import layout as at
        from ..kernel.judging import UNVALUED, actions_of
        from ..kernel.records import move_of

        scratch = self._workspace.scratch
        count = max(1, int(self._ask(self._outlook.ENDS, self._write(view, signals))))
        ends = scratch.turns[: count * at.FOUND_SIZE].reshape(count, at.FOUND_SIZE)
        places = [place for place in range(count) if count == 1 or scratch.values[place] > UNVALUED]
        return [
            ([move_of(a) for a in actions_of(at.Found.of(ends[place].tolist()))], float(scratch.values[place]))
            for place in places
        ]

    # In Python.

    def _heard(self, view: View, signals: Sequence[Signal]) -> list[int]:
        return spoken_bits(view, signals if self.rules.talk != "none" else ())

    def _weigh_plain(self, view: View, signals: Sequence[Signal]) -> list[tuple[list[str], float]]:
        found = interpreted.valued_turns(
            replace(view, rules=self.rules), self._heard(view, signals), plain_net(self.rules)
        )
        return [(turn.moves, turn.value) for turn in found]

    def _value_plain(self, view: View, moves: Sequence[str], signals: Sequence[Signal]) -> float:
        said = self._heard(view, signals)
        value = interpreted.value_after(replace(view, rules=self.rules), moves, said, plain_net(self.rules))
        return self.calibration.chance(value, share_laid(view))


def _plan_record(moves: Sequence[str]) -> Any:
    import numpy as np

    from ..kernel.records import action_of
    from ..kernel.rollouts import PLAN_ROOM

    record = np.zeros(PLAN_ROOM, np.int64)
    record[0] = len(moves)
    record[1 : 1 + len(moves)] = [action_of(move) for move in moves]
    return record


def _moment_record(game: Game) -> list[int]:
    """Return the heights, the cards not laid, how many cards a turn needs, and room for what is said."""
    from ..kernel.records import words

    heights = [top if way.ascending else 101 - top for way, top in zip(PILES, game.tops, strict=True)]
    unplayed = words(card for cards in (*game.hands, game.draw) for card in cards)
    return [*heights, *unplayed, game.rules.minimum if game.draw else 1, 0]
