"""Can the turn still be saved? Asked by the warnings before a card is laid, and by players before they give up."""

from __future__ import annotations

from typing import Final

from ..rules import FIRE, SKULL, Card, Pile
from .laying import ENDED, GOING, LOST, WON, ending, lay, options, step
from .record import Frame, Lay, Moment, Plan

_MOST: Final = 60_000  # moments a search looks at


def safe_plan(frame: Frame, start: Moment, lost: set[Moment] | None = None, most: int = _MOST) -> Plan | None:
    """Search every way of the turn for one that does not lose; None if there is none among `most` moments.

    Moments found to be lost are added to `lost`, if given, and not looked at again: a search for the next card of the
    same turn is the quicker for it.
    """
    lost = set() if lost is None else lost
    if start in lost or hopeless(frame, start):
        return None
    seen: set[Moment] = set()
    stack: list[tuple[Moment, tuple[Lay, ...]]] = [(start, ())]
    while stack and len(seen) + len(lost) < most:
        moment, lays = stack.pop()
        end = ending(frame, moment)
        if end != LOST:
            return Plan(lays, moment, end, False)
        for card, pile in far_first(frame, moment):
            outcome, after = lay(frame, moment, card, pile)
            if outcome in (ENDED, WON):
                return Plan((*lays, (card, pile)), after, outcome, True)
            if outcome == GOING and after not in seen and after not in lost and not hopeless(frame, after):
                seen.add(after)
                stack.append((after, (*lays, (card, pile))))
    lost |= {start, *seen}
    return None


def far_first(frame: Frame, moment: Moment) -> list[Lay]:
    """List every option, the nearest last, where a stack takes it first."""
    return sorted(options(frame, moment), key=lambda option: -step(moment.tops, *option))


def survives(frame: Frame, moment: Moment, card: Card, pile: Pile) -> bool:
    """Tell whether this card loses neither at once nor by leaving no way to end the turn."""
    outcome, after = lay(frame, moment, card, pile)
    return outcome != LOST if outcome != GOING else safe_plan(frame, after) is not None


def hopeless(frame: Frame, moment: Moment) -> bool:
    """Tell whether a card that must be covered this turn can be covered by nothing in hand, whatever comes before."""
    if not frame.special:
        return False
    for pile, top in enumerate(moment.tops):
        mark = frame.marks[top]
        if mark < SKULL or mark != (SKULL if moment.touched >> pile & 1 else FIRE):
            continue
        hand = moment.hand
        back = top - 10 if pile < 2 else top + 10
        if not hand or not ((hand[-1] > top if pile < 2 else hand[0] < top) or back in hand):
            return True
    return False
