"""`Judge`: the champion judges turns, with its values as win chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from .. import kernel
from ..messages import Choice, JudgingChampion, ReviewJudge, convert
from ..players import (
    CARDS,
    Calibration,
    Valuer,
    calibration_for,
    find,
    has_wide,
    net_name,
    share_laid,
    think,
)
from ..rules import END, PILES, Card, Game, Rules, View
from ..table import Record, Signal, Signalled

JUDGE_VERSION: Final = 7
"""Changes whenever the same game would be judged otherwise."""
_EXTRA: Final = 0.4  # cards that champions lay beyond the minimum in a turn, about
_WORLDS, _WORLDS_WIDE = 32_000, 20_000  # of all turns whose mark is in doubt; a wide network takes longer for each


class Judge:
    """The champion as the judge of one kind of game. Not thread-safe.

    If nobody signalled in the whole game, the champion for silent games judges.
    """

    def __init__(self, rules: Rules, *, silent: bool = False) -> None:
        self.rules = replace(rules, talk="none") if silent else rules
        self.compiled = kernel.available()
        self.calibration: Calibration = calibration_for(self.rules)
        self._valuer = Valuer()
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
        laid, found = share_laid(view), self._valuer.turns(self._own(view), signals)
        return [Choice(moves, self.calibration.chance(value, laid)) for moves, value in found]

    def value(self, view: View, moves: Sequence[str], signals: Sequence[Signal] = ()) -> float:
        """Return the win chance after a turn played like this."""
        return self.calibration.chance(self._valuer.value(self._own(view), moves, signals), share_laid(view))

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> tuple[str, ...]:
        """Return what the champion would play, with look-ahead where it uses it."""
        return tuple(think(self._own(view), signals)[0])

    def value_of(self, game: Game) -> float:
        """Return the win chance of the seat whose turn begins, if the others speak as champions do."""
        from ..kernel.records import state_record

        value = self._valuer.ask(self._valuer.rollouts.TURN, self.rules, state_record(game), seed=game.active)
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
        asked = self._valuer.rollouts.question(1, draws, len(spoke))
        for number, moment in enumerate(spoke):
            asked.moments[number] = _moment_record(moment)
        self._valuer.ask(self._valuer.rollouts.DRAWS, self.rules, before, asked, seed, len(drawn))
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
        asked, seen = self._valuer.question(plans, worlds), self._valuer.seen(self._own(view), signals).copy()
        self._valuer.ask(self._valuer.rollouts.WORLDS, self.rules, seen, asked, seed, horizon)
        return self._chances_on(view, plans, asked.values, horizon)

    def _chances_on(self, view: View, plans: Sequence[Sequence[str]], values: Any, horizon: int) -> Any:
        """Return the chances of values that come after plans and some turns more."""
        import numpy as np

        later = [sum(move != END for move in moves) + horizon * (self.rules.minimum + _EXTRA) for moves in plans]
        laid = share_laid(view) + (len(view.laid_this_turn) + np.array(later)) / CARDS
        return self.calibration.chances_of(values, laid[:, None])

    def _own(self, view: View) -> View:
        """Return the view with the rules of this judge, who may know a game without talk."""
        return replace(view, rules=self.rules)


def _moment_record(game: Game) -> list[int]:
    """Return the heights, the cards not laid, how many cards a turn needs, and room for what is said."""
    from ..kernel.records import words

    heights = [top if way.ascending else 101 - top for way, top in zip(PILES, game.tops, strict=True)]
    unplayed = words(card for cards in (*game.hands, game.draw) for card in cards)
    return [*heights, *unplayed, game.rules.minimum if game.draw else 1, 0]
