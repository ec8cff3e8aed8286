"""Analysis of one's own turn: its options, what a card or an end leads to, and safe ways to finish it.

All of it is worked out from what a seat can see. The warnings of a table and every computer player use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from .rules import (
    END,
    FIRE,
    MOVE_TEXT,
    MOVES,
    PILES,
    PLAYING,
    SKULL,
    Card,
    NonanteError,
    Rules,
    TurnState,
    View,
    broken_at_end,
    lay_card,
    lay_moves,
    stuck,
)

__all__ = ["ENDED", "GOING", "LOST", "WON", "Lay", "LostTurns", "OwnTurn", "Plan", "TurnError", "safe_plan", "survives"]

Lay: TypeAlias = tuple[Card, int]
"""A card and the pile it is laid on."""

# What a card or an end brings.
GOING: Final = 0
"""The turn continues."""
ENDED: Final = 1
"""The turn has ended without losing."""
LOST: Final = 2
"""The game is lost."""
WON: Final = 3
"""The game is won."""

_MOST: Final = 60_000  # turn states a search looks at
_make: Final = tuple.__new__  # makes a named tuple of all its fields, quicker than it does itself
_LAYS: Final[tuple[tuple[Lay, ...], ...]] = tuple(tuple((card, pile) for pile in range(4)) for card in range(100))


class OwnTurn(NamedTuple):
    """A turn with the hand of the seat to move; an immutable value, and every card gives the next one."""

    rules: Rules
    state: TurnState
    hand: tuple[Card, ...]
    others: int
    """How many cards are in the other hands and the draw pile."""

    @classmethod
    def of(cls, view: View) -> OwnTurn:
        """Return the turn of a view's own seat; raise TurnError unless that seat is to move."""
        if view.seat is None or view.status != PLAYING or view.seat != view.active:
            why = "it watches" if view.seat is None else "the game is over" if view.status != PLAYING else "others move"
            raise TurnError("not-to-move", why=why)
        return cls(view.rules, view.turn_state, view.hand, _others(view))

    @classmethod
    def opening(cls, view: View) -> OwnTurn:
        """Return the first turn of the game as if the view's own seat started."""
        return cls(view.rules, TurnState(view.tops, view.rules.minimum), view.hand, _others(view))

    @property
    def key(self) -> tuple[TurnState, tuple[Card, ...]]:
        """A key that distinguishes this turn from others of the same search."""
        return self.state, self.hand

    def options(self) -> list[Lay]:
        """Return every card with every pile it may be laid on now."""
        state = self.state
        return lay_moves(_LAYS, self.rules.marks, state.tops, state.lock, self.hand)

    def step(self, card: Card, pile: int) -> int:
        """Return how far a card would move its pile; -10 for a backwards trick."""
        return PILES[pile].step(self.state.tops[pile], card)

    def lay(self, card: Card, pile: int) -> tuple[int, OwnTurn]:
        """Return the effect of laying a card, and the turn after it; raise IllegalMove if it may not be laid."""
        rules, state, hand, others = self
        state, hand, reason, over = lay_card(rules, state, hand, card, pile)
        after: OwnTurn = _make(OwnTurn, (rules, state, hand, others))
        if not over:
            return GOING, after
        return LOST if reason else after._ended(), after

    def replay(self, moves: Iterable[str]) -> list[tuple[OwnTurn, Lay, int, OwnTurn]]:
        """Lay the cards of some moves; return for each the turn before, the card, its effect, and the turn after."""
        turn, steps = self, []
        for lay in (MOVES[move] for move in moves if move != END):
            outcome, after = turn.lay(*lay)
            steps.append((turn, lay, outcome, after))
            turn = after
        return steps

    def ending(self) -> int:
        """Return the effect of ending the turn here: ENDED, LOST or WON."""
        return LOST if broken_at_end(self.rules, self.state, stopped=False) else self._ended()

    def _ended(self) -> int:
        return ENDED if self.hand or self.others else WON

    def stuck(self) -> bool:
        """Tell whether an unfinished turn has lost the game: no card fits, and ending would lose (R31, R43)."""
        return stuck(self.rules, self.state, self.hand) is not None


def _others(view: View) -> int:
    return sum(view.counts) - len(view.hand) + view.draw_count


class Plan(NamedTuple):
    """A way to finish the turn: the cards to come, and where they lead."""

    lays: tuple[Lay, ...]
    end: OwnTurn
    outcome: int
    by_itself: bool
    """The turn ends with the last card, without saying so."""

    @property
    def moves(self) -> list[str]:
        """The plan as text moves."""
        moves = [MOVE_TEXT[card][pile] for card, pile in self.lays]
        return moves if self.by_itself else [*moves, END]


_MESSAGES = {"not-to-move": ("1.3", "this seat has no move to make: {why}")}


class TurnError(NonanteError, messages=_MESSAGES):
    """There is no turn to analyse: a spectator, a seat that is not to move, or a finished game."""


# --- can the turn still be saved? ------------------------------------------------------------------------------------

LostTurns: TypeAlias = set[tuple[TurnState, tuple[Card, ...]]]
"""The keys (`OwnTurn.key`) of turns that a search found to be lost."""


def safe_plan(start: OwnTurn, lost: LostTurns | None = None, most: int = _MOST) -> Plan | None:
    """Search for a way to play the turn that does not lose; None if there is none among `most` states.

    What is found to be lost is added to `lost`, if given, and not looked at again: a search for the next card of the
    same turn is the quicker for it.
    """
    lost = set() if lost is None else lost
    if start.key in lost or _hopeless(start):
        return None
    seen: LostTurns = set()
    stack: list[tuple[OwnTurn, tuple[Lay, ...]]] = [(start, ())]
    while stack and len(seen) + len(lost) < most:
        turn, lays = stack.pop()
        end = turn.ending()
        if end != LOST:
            return Plan(lays, turn, end, False)
        for card, pile in _far_first(turn):
            outcome, after = turn.lay(card, pile)
            if outcome in (ENDED, WON):
                return Plan((*lays, (card, pile)), after, outcome, True)
            key = after.key
            if outcome == GOING and key not in seen and key not in lost and not _hopeless(after):
                seen.add(key)
                stack.append((after, (*lays, (card, pile))))
    lost |= {start.key, *seen}
    return None


def survives(turn: OwnTurn, card: Card, pile: int) -> bool:
    """Tell whether the turn can still be finished without losing after this card."""
    outcome, after = turn.lay(card, pile)
    return outcome != LOST if outcome != GOING else safe_plan(after) is not None


def _far_first(turn: OwnTurn) -> list[Lay]:
    """List every option, the nearest last, where a stack takes it first."""
    return sorted(turn.options(), key=lambda option: -turn.step(*option))


def _hopeless(turn: OwnTurn) -> bool:
    """Tell whether a card that must be covered this turn can be covered by nothing in hand, whatever comes before."""
    if not turn.rules.marked:
        return False
    for pile, top in enumerate(turn.state.tops):
        mark = turn.rules.marks[top]
        if mark < SKULL or mark != (SKULL if turn.state.touched >> pile & 1 else FIRE):
            continue
        if not PILES[pile].takes_any(top, turn.hand):
            return True
    return False
