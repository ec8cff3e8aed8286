"""What players search with, as bundles: arrays where Python calls, pointers within compiled code, else records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from . import layout as at
from .compiling import COMPILED

if COMPILED:
    import numpy as np


class Scratch(NamedTuple):
    """The memory in which one thread searches; see `layout` for the sizes."""

    seen: at.View
    """The view record of the seat that thinks."""
    search: at.Search
    visited: Any
    """The transposition table."""
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
    words: Any = None
    """What the wide network is told of one of the turns, and what its sums stand for."""
    sums: Any = None
    """The sums of its first layer."""
    cells: Any = None
    """The numbers that it is told, and its layers."""
    fitting: Any = None
    """Which of the last cards fit where."""


class LevelScratch(NamedTuple):
    """The memory in which a level searches."""

    nodes: Any
    """Positions within a turn, each with the way that led to it."""
    visited: Any
    """The transposition table; empty between two searches."""
    lists: at.LevelLists
    values: at.LevelValues
    """What others asked for, and what the ends are worth."""


class Setup(NamedTuple):
    """The rules, the network and the talk of a game."""

    rules: at.RulesRecord
    net: Any
    talk: at.Talk
    rows: Any = None
    """The first layer of the wide network, as 16-bit integers."""
    rest: Any = None
    """What is behind it; see `layout.WIDE_HEAD`."""


def scratch(ahead: Iterable[int]) -> Scratch:
    """Return the memory for one thread, with settings of the look-ahead."""
    if not COMPILED:
        values, inputs = [0.0] * at.VALUES_SIZE, [0.0] * at.INPUTS_SIZE
        return Scratch(at.View(), at.Search(), set(), [at.TurnEnd()], values, inputs, at.Picks(), at.Ahead())
    arrays: Any = Scratch
    room: Scratch = arrays(  # they stand for the records that they hold
        seen=np.zeros(at.VIEW_SIZE, np.int64),
        search=np.zeros(at.SEARCH_SIZE, np.int64),
        visited=np.zeros(at.VISITED_MANY, np.int64),
        turns=np.zeros(at.MOST_TURNS * at.TURNEND_SIZE, np.int64),
        values=np.zeros(at.VALUES_SIZE, np.float32),
        inputs=np.zeros(at.INPUTS_SIZE, np.float32),
        picks=np.zeros(at.PICKS_SIZE, np.int64),
        ahead=np.array((*ahead, 0), np.int64),
        words=np.zeros(at.WORDS_SIZE, np.int64),
        sums=np.zeros(at.WIDE, np.int16),
        cells=np.zeros(at.CELLS_SIZE, np.float32),
        fitting=np.zeros(at.FITTING_SIZE, np.int64),
    )
    return room


def level_scratch() -> LevelScratch:
    """Return the memory for one thread."""
    if not COMPILED:
        return LevelScratch([at.BeamNode()], set(), at.LevelLists(), at.LevelValues())
    arrays: Any = LevelScratch
    room: LevelScratch = arrays(
        np.zeros(at.MOST_NODES * at.BEAMNODE_SIZE, np.int64),
        np.zeros(at.VISITED_SIZE, np.int64),
        np.zeros(at.LEVELLISTS_SIZE, np.int64),
        np.zeros(at.LEVELVALUES_SIZE),
    )
    return room
