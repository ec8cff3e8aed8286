"""May this card go on that pile? Asked by games, which know everything, and by views, which know one hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeVar

from .cards import LETTERS, Card, Pile
from .commands import NO_RETRO
from .errors import IllegalMove

Name = TypeVar("Name")
Tops = tuple[int, int, int, int]
LayRefusal: TypeAlias = Literal["one-pile", "not-higher", "not-lower", "no-retro"]
"""The codes of what `check_lay` refuses."""
FREE: Pile = -1  # the lock of a turn that no one-pile command binds


def shows(marks: Sequence[int], tops: Tops, mark: int) -> bool:
    """Tell whether a card with this mark is visible on a pile."""
    a, b, c, d = tops
    return marks[a] == mark or marks[b] == mark or marks[c] == mark or marks[d] == mark


def can_lay(marks: Sequence[int], tops: Tops, lock: Pile, hand: Sequence[Card]) -> bool:
    """Tell whether any card of a sorted hand fits anywhere."""
    a, b, c, d = tops
    if lock == FREE:
        if hand[-1] > a or hand[-1] > b or hand[0] < c or hand[0] < d:
            return True
        backwards: tuple[int, ...] = (a - 10, b - 10, c + 10, d + 10)
    else:
        top = tops[lock]
        if hand[-1] > top if lock < 2 else hand[0] < top:
            return True
        backwards = (top - 10 if lock < 2 else top + 10,)
    return any(card in hand for card in backwards) and not shows(marks, tops, NO_RETRO)


def lay_moves(
    names: Sequence[Sequence[Name]], marks: Sequence[int], tops: Tops, lock: Pile, hand: Sequence[Card]
) -> list[Name]:
    """Return every card with every pile it fits, by card and then by pile, under the names ``names[card][pile]``."""
    a, b, c, d = tops
    if lock != FREE:  # nothing fits the tops that the other piles are given
        a, b = a if lock == 0 else 200, b if lock == 1 else 200
        c, d = c if lock == 2 else -100, d if lock == 3 else -100
    # Where retro is closed, the card that would go back is set to a number no card has.
    a10, b10, c10, d10 = (0, 0, 0, 0) if shows(marks, tops, NO_RETRO) else (a - 10, b - 10, c + 10, d + 10)
    moves: list[Name] = []
    for card in hand:
        on_a, on_b, on_c, on_d = names[card]
        if card > a or card == a10:
            moves.append(on_a)
        if card > b or card == b10:
            moves.append(on_b)
        if card < c or card == c10:
            moves.append(on_c)
        if card < d or card == d10:
            moves.append(on_d)
    return moves


def check_lay(marks: Sequence[int], tops: Tops, lock: Pile, card: Card, pile: Pile) -> None:
    """Raise IllegalMove, naming the rule, unless the card fits the pile."""
    top = tops[pile]
    if lock not in (FREE, pile):
        raise IllegalMove("one-pile", pile=LETTERS[lock])
    if pile < 2:
        fits, back = card > top, top - 10
    else:
        fits, back = card < top, top + 10
    if fits:
        return
    if card != back:
        raise IllegalMove("not-higher" if pile < 2 else "not-lower", card=card, top=top, pile=LETTERS[pile])
    if shows(marks, tops, NO_RETRO):
        raise IllegalMove("no-retro", card=card, top=top)


def is_retro(tops: Tops, card: Card, pile: Pile) -> bool:
    """Tell whether laying the card on the pile would go 10 back."""
    return card == (tops[pile] - 10 if pile < 2 else tops[pile] + 10)
