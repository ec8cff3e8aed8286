"""What players think with, as bundles: arrays where Python calls, pointers within compiled code, else records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from . import layout as at
from .compiling import COMPILED

if COMPILED:
    import numpy as np


class Scratch(NamedTuple):
    """Room to think in; see `layout` for the sizes."""

    seen: at.View
    """The view record of the seat that thinks."""
    search: at.Search
    met: Any
    """A table of the moments met."""
    turns: Any
    """The turns found."""
    values: list[float]
    """What each of them is worth, as a logit."""
    inputs: list[float]
    """The features of one of them, and the network's layers."""
    picks: at.Picks
    """The turns that are looked through."""
    ahead: at.Ahead
    """How far to look ahead."""
    sights: Any = None
    """What the wide network is told of one of the turns, and what its sums stand for."""
    sums: Any = None
    """The sums of its first layer."""
    cells: Any = None
    """The numbers that it is told, and its layers."""
    fitting: Any = None
    """Which of the last cards fit where."""


class Paper(NamedTuple):
    """Room for a level to think in."""

    nodes: Any
    """Moments of a turn, each with the way that led to it."""
    met: Any
    """A table of the moments met; empty between two searches."""
    lists: at.Lists
    priced: at.Asked
    """What others asked for, and what the ends are worth."""


class Mind(NamedTuple):
    """Which game is played, and how."""

    rules: at.RulesRecord
    net: Any
    talk: at.Talk
    rows: Any = None
    """The first layer of the wide network, as 16-bit integers."""
    rest: Any = None
    """What is behind it; see `layout.WIDE_HEAD`."""


def scratch(ahead: Iterable[int]) -> Scratch:
    """Return room for one thread to think in, with settings of the look ahead."""
    if not COMPILED:
        values, inputs = [0.0] * at.VALUES_SIZE, [0.0] * at.INPUTS_SIZE
        return Scratch(at.View(), at.Search(), set(), [at.Found()], values, inputs, at.Picks(), at.Ahead())
    arrays: Any = Scratch
    room: Scratch = arrays(  # they stand for the records that they hold
        seen=np.zeros(at.VIEW_SIZE, np.int64),
        search=np.zeros(at.SEARCH_SIZE, np.int64),
        met=np.zeros(at.MANY_MEETINGS, np.int64),
        turns=np.zeros(at.MOST_TURNS * at.FOUND_SIZE, np.int64),
        values=np.zeros(at.VALUES_SIZE, np.float32),
        inputs=np.zeros(at.INPUTS_SIZE, np.float32),
        picks=np.zeros(at.PICKS_SIZE, np.int64),
        ahead=np.array((*ahead, 0), np.int64),
        sights=np.zeros(at.SIGHTS_SIZE, np.int64),
        sums=np.zeros(at.WIDE, np.int16),
        cells=np.zeros(at.CELLS_SIZE, np.float32),
        fitting=np.zeros(at.FITTING_SIZE, np.int64),
    )
    return room


def paper() -> Paper:
    """Return room for one thread to think in."""
    if not COMPILED:
        return Paper([at.BeamNode()], set(), at.Lists(), at.Asked())
    arrays: Any = Paper
    room: Paper = arrays(
        np.zeros(at.MOST_NODES * at.BEAMNODE_SIZE, np.int64),
        np.zeros(at.MET_SIZE, np.int64),
        np.zeros(at.LISTS_SIZE, np.int64),
        np.zeros(at.ASKED_SIZE),
    )
    return room
