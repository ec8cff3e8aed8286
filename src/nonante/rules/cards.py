"""Cards, piles and the text of a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Card: TypeAlias = int
"""A card by its number: 2 to 99."""
Tops: TypeAlias = tuple[int, int, int, int]
"""The tops of A, B, C and D: a card, or the base of a bare pile."""

DECK: Final[tuple[Card, ...]] = tuple(range(2, 100))
"""All 98 cards, in order."""
PileLetter: TypeAlias = Literal["A", "B", "C", "D"]
"""A pile by its letter."""
LETTERS: Final = "ABCD"
"""The letters of the piles."""
BASES: Final[Tops] = (1, 1, 100, 100)
"""What each pile starts from."""
END: Final = "end"
"""The move that ends a turn."""
FIRE_CARDS: Final[tuple[Card, ...]] = (22, 33, 44, 55, 66, 77)
"""The cards that are on fire in the edition ``on-fire``."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The direction of a pile: 1 for A and B, which ascend, -1 for C and D, which descend."""

    direction: Literal[1, -1]

    @property
    def ascending(self) -> bool:
        """Whether the pile ascends."""
        return self.direction == 1

    def step(self, top: int, card: Card) -> int:
        """Return how far a card advances the pile; -10 for a backwards trick."""
        return (card - top) * self.direction

    def back(self, top: int) -> int:
        """Return the number exactly 10 back from the top, which a backwards trick needs; there may be no such card."""
        return top - 10 * self.direction

    def takes(self, top: int, card: Card) -> bool:
        """Tell whether a card fits on this top, ahead of it or exactly 10 back; commands are not considered."""
        return self.step(top, card) > 0 or card == self.back(top)

    def takes_any(self, top: int, hand: Sequence[Card]) -> bool:
        """Tell whether a card of a sorted hand fits on this top, ahead of it or exactly 10 back."""
        return self.goes_on(top, hand) or self.back(top) in hand

    def goes_on(self, top: int, hand: Sequence[Card]) -> bool:
        """Tell whether a card of a sorted hand lies ahead of this top."""
        return bool(hand) and (hand[-1] > top if self.direction == 1 else hand[0] < top)


PILES: Final = (Pile(1), Pile(1), Pile(-1), Pile(-1))
"""The piles A, B, C and D; wherever a pile is a number, it is its place here."""

# Both directions of the move notation, made once: "37A" <-> (37, 0).
MOVE_TEXT: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(f"{card}{letter}" for letter in LETTERS) for card in range(100)
)
MOVES: Final[dict[str, tuple[Card, int]]] = {MOVE_TEXT[card][pile]: (card, pile) for card in DECK for pile in range(4)}


def is_card(value: object) -> bool:
    """Tell whether `value` is the number of a card."""
    return type(value) is int and 2 <= value <= 99


def card_of(move: str) -> Card:
    """Return the card that a lay move such as ``"37A"`` puts down."""
    return MOVES[move][0]
