"""Can the turn still be saved? Asked by the warnings before a card is laid, and by players before they give up."""

from __future__ import annotations

from typing import Final, TypeAlias

from ..rules import FIRE, PILES, SKULL, Card, TurnState
from .own_turn import ENDED, GOING, LOST, WON, Lay, OwnTurn, Plan

_MOST: Final = 60_000  # turn states a search looks at

LostTurns: TypeAlias = set[tuple[TurnState, tuple[Card, ...]]]
"""What searches of one turn found to be lost: the keys of those turns (see `OwnTurn.key`)."""


def safe_plan(start: OwnTurn, lost: LostTurns | None = None, most: int = _MOST) -> Plan | None:
    """Search every way to play the turn for one that does not lose; None if there is none among `most` states.

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
    """Tell whether this card loses neither at once nor by leaving no way to end the turn."""
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
