"""From which seeds the players of a game draw their own random numbers."""

from __future__ import annotations

from typing import Final

from ..rules.deal import GOLDEN, MASK, mix

_SALT_PLAYERS: Final = 0x706C617965727321  # "players!" in ASCII


def players_seed(seed: int) -> int:
    """Return the seed of the players' own random numbers in the game dealt from `seed`."""
    return mix(seed ^ _SALT_PLAYERS)


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of one seat's own random numbers in the game dealt from `seed`."""
    return mix((players_seed(seed) + GOLDEN * (seat + 1)) & MASK)
