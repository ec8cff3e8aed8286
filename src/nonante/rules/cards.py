"""Cards, piles and the text of a move."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Card: TypeAlias = int
"""A card by its number: 2 to 99."""
Pile: TypeAlias = int
"""A pile by its place, 0 to 3: A and B rise, C and D fall."""

DECK: Final[tuple[Card, ...]] = tuple(range(2, 100))
"""All 98 cards, in order."""
PileLetter: TypeAlias = Literal["A", "B", "C", "D"]
"""A pile by its letter."""
LETTERS: Final = "ABCD"
"""The letters of the piles."""
BASES: Final[tuple[int, int, int, int]] = (1, 1, 100, 100)
"""What each pile starts from."""
END: Final = "end"
"""The move that ends a turn."""
FIRE_CARDS: Final[tuple[Card, ...]] = (22, 33, 44, 55, 66, 77)
"""The cards that are on fire in the edition ``on-fire``."""

# Both directions of the move notation, made once: "37A" <-> (37, 0).
MOVE_TEXT: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(f"{card}{letter}" for letter in LETTERS) for card in range(100)
)
MOVES: Final[dict[str, tuple[Card, Pile]]] = {MOVE_TEXT[card][pile]: (card, pile) for card in DECK for pile in range(4)}


def is_card(value: object) -> bool:
    """Tell whether `value` is the number of a card."""
    return type(value) is int and 2 <= value <= 99


def card_of(move: str) -> Card:
    """Return the card that a lay move such as ``"37A"`` puts down."""
    return MOVES[move][0]
