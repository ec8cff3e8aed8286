"""What can be laid now, and what a card or an end brings."""

from __future__ import annotations

from typing import Final

from ..rules import NO_RETRO, Card, Pile, Tops, lay_moves, shows, turn
from .record import Frame, Lay, Moment

# What a card brings.
GOING: Final = 0
"""The turn goes on."""
ENDED: Final = 1
"""The turn has ended well."""
LOST: Final = 2
"""The game is lost."""
WON: Final = 3
"""The game is won."""

_make: Final = tuple.__new__  # makes a moment of its fields, quicker than a named tuple does
_LAYS: Final[tuple[tuple[Lay, ...], ...]] = tuple(tuple((card, pile) for pile in range(4)) for card in range(100))


def options(frame: Frame, moment: Moment) -> list[Lay]:
    """Return every card with every pile it may be laid on now."""
    return lay_moves(_LAYS, frame.marks, moment.tops, moment.lock, moment.hand)


def retro_open(frame: Frame, tops: Tops) -> bool:
    """Tell whether no visible command forbids going back."""
    return not frame.special or not shows(frame.marks, tops, NO_RETRO)


def lay(frame: Frame, moment: Moment, card: Card, pile: Pile) -> tuple[int, Moment]:
    """Lay a card and say what that brings; raise IllegalMove if it may not be laid."""
    after, reason, over = turn.lay_card(frame.rules, frame.minimum, moment, card, pile)
    following: Moment = _make(Moment, after)
    if not over:
        return GOING, following
    return LOST if reason else _ended(frame, following), following


def ending(frame: Frame, moment: Moment) -> int:
    """Return what it brings to end the turn here: ENDED, LOST or WON."""
    broken = turn.broken_at_end(frame.rules, frame.minimum, moment, stopped=False)
    return LOST if broken else _ended(frame, moment)


def _ended(frame: Frame, moment: Moment) -> int:
    return ENDED if moment.hand or frame.draw_count or frame.others else WON


def stuck(frame: Frame, moment: Moment) -> bool:
    """Tell whether a turn that goes on has lost the game: nothing can be laid, and to end would lose (R31, R43)."""
    return turn.stuck(frame.rules, frame.minimum, moment) is not None


def step(tops: Tops, card: Card, pile: Pile) -> int:
    """Return how many numbers a pile moves on by this card, -10 for a retro."""
    return card - tops[pile] if pile < 2 else tops[pile] - card
