"""Which deal is game number k of a run, and from which seeds its players draw their own random numbers."""

from __future__ import annotations

from typing import Final

from ..rules.deal import GOLDEN, MASK, mix

_SALT_PLAYERS: Final = 0x706C617965727321  # "players!" in ASCII


def deal_seed(run_seed: int, game: int) -> int:
    """Return the seed from which game number `game`, from 0, of a run is dealt.

    >>> deal_seed(7, 0)
    9672475392221035855
    """
    return mix((mix(run_seed) + GOLDEN * (game + 1)) & MASK)


def players_seed(seed: int) -> int:
    """Return the seed of the players' own random numbers in the game dealt from `seed`."""
    return mix(seed ^ _SALT_PLAYERS)


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of one seat's own random numbers in the game dealt from `seed`."""
    return mix((players_seed(seed) + GOLDEN * (seat + 1)) & MASK)
