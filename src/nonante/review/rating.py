"""Ratings of players and puzzles: Glicko-2, as in Mark Glickman's "Example of the Glicko-2 system" (2013)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final

from ..messages import Rating
from .errors import ReviewError

START: Final = Rating(1200.0, 350.0, 0.06)
"""Somebody who has not solved anything yet."""
TAU: Final = 0.5
"""How much the volatility may change in one period."""
_SCALE: Final = 173.7178
_CENTRE: Final = 1500.0
_CLOSE: Final = 1e-6


def rated(player: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after one period of results; each result is 1 (a win) or 0 (a loss) against a rating."""
    mu, phi = (player.value - _CENTRE) / _SCALE, player.deviation / _SCALE
    information = surprise = 0.0
    for other, score in results:
        weight = 1 / sqrt(1 + 3 * (other.deviation / _SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (other.value - _CENTRE) / _SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    if not information:
        return player
    volatility = _volatility(phi, player.volatility, 1 / information, surprise / information)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    return Rating(_CENTRE + _SCALE * (mu + phi**2 * surprise), _SCALE * phi, volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Find the new volatility by regula falsi, the "Illinois algorithm" of step 5."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def checked(rating: Rating) -> Rating:
    """Return a rating that somebody sent; raise ReviewError for one that cannot be."""
    if 0 < rating.value < 4000 and 0 < rating.deviation <= START.deviation and 0 < rating.volatility < 1:
        return rating
    raise ReviewError("rating", value=rating.value)
