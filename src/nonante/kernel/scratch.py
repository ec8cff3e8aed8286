"""What the champion thinks with, as bundles: of arrays where Python calls, of pointers to them within compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

from .bits import pointer
from .compiling import inlined


class Scratch(NamedTuple):
    """Room to think in; see `layout` for the sizes."""

    seen: Any
    """The view record of the seat that thinks."""
    search: Any
    met: Any
    """A table of the moments met."""
    turns: Any
    """The turns found."""
    values: Any
    """What each of them is worth, as a logit."""
    inputs: Any
    """The features of one of them, and the network's layers."""
    picks: Any
    """The turns that are looked through."""
    ahead: Any
    """How far to look ahead."""


class Mind(NamedTuple):
    """Which game is played, and how."""

    rules: Any
    net: Any
    talk: Any


@inlined
def scratch_in(arrays: Scratch) -> Scratch:
    """Return pointers to the arrays."""
    return Scratch(
        pointer(arrays.seen, 0),
        pointer(arrays.search, 0),
        pointer(arrays.met, 0),
        pointer(arrays.turns, 0),
        pointer(arrays.values, 0),
        pointer(arrays.inputs, 0),
        pointer(arrays.picks, 0),
        pointer(arrays.ahead, 0),
    )


@inlined
def mind_in(arrays: Mind) -> Mind:
    """Return pointers to the arrays."""
    return Mind(pointer(arrays.rules, 0), pointer(arrays.net, 0), pointer(arrays.talk, 0))
