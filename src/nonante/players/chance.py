"""`chance`: how likely a game is won from here, by what one seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..rules import View, card_of
from ..rules.laying import FREE
from ..table import Signal
from .calibration import calibration_for, share_laid
from .champion import NO_LOOK, think

__all__ = ["chance", "turn_start"]


def chance(view: View, signals: Sequence[Signal] = ()) -> float:
    """Return the chance to win with the champion's best turn from here, as its network values the end of that turn.

    It is the share of their games that champions on every seat won from such a value (`calibration`), and knows only
    what the seat sees.
    """
    _, value = think(view, signals, ahead=NO_LOOK)
    return calibration_for(view.rules).chance(value, share_laid(view)) / 100


def turn_start(view: View) -> View:
    """Return the view as it was when its turn began, with the cards laid since back in hand."""
    laid = view.laid_this_turn
    if not laid or view.seat is None:
        return view
    counts = [count + (seat == view.seat) * len(laid) for seat, count in enumerate(view.counts)]
    hand = tuple(sorted((*view.hand, *map(card_of, laid))))
    score = view.score + len(laid)
    return replace(view, hand=hand, tops=view.opening, laid_this_turn=(), counts=tuple(counts), lock=FREE, score=score)
