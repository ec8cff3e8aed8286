"""The players a simulation knows by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from ..rules import View
from .errors import SimulationError
from .twins import NearestPlayer, RandomPlayer


class PythonPlayer(Protocol):
    """A player written in Python: sees what its seat sees, answers with a legal move."""

    def choose(self, view: View) -> str:
        """Return one of ``view.legal_moves()``."""


Maker: TypeAlias = Callable[[int], PythonPlayer]
"""Makes the player of one game out of a seed for its own random numbers; it answers for every seat in turn."""


@dataclass(frozen=True)
class Player:
    """A named way of playing: settings for the kernel, or a maker of Python players, or both where they are twins."""

    name: str
    summary: str = ""
    settings: Mapping[str, float] = field(default_factory=dict)
    """Cells of the kernel's player row by name; empty for a player that only exists in Python."""
    with_others: Mapping[str, float] = field(default_factory=dict)
    """What differs as soon as two or more play."""
    make: Maker | None = None
    level: str = ""
    """One of the levels of `players`, which talk as at a table."""

    def settings_for(self, players: int) -> dict[str, float]:
        """Return the kernel's settings for a number of players."""
        return {**self.settings, **(self.with_others if players > 1 else {})}


def _kernel(kind: int, **settings: float) -> dict[str, float]:
    return {"kind": kind, "start_cost": -1, "keep_within": -1, "small_within": -1, **settings}


def _planner(kind: int, **settings: float) -> dict[str, float]:
    # What the planners share where cards carry marks: commands that bind the next player cost something to leave.
    shown = {"w_shown_no_retro": -4, "w_shown_one_pile": -8, "w_shown_draw_one": -6, "w_shown_fire": -6}
    return _kernel(kind, **{"width": 2, "extra": 1, "w_short": -50, **shown, **settings})


_RANDOM, _GREEDY, _PLANNER, _GROUPS = range(4)

_PLAYERS: Final = [
    Player("champion", "whole turns valued by a network that learnt from its own games", level="champion"),
    Player("strong", "whole turns valued by tuned weights, in Python", level="strong"),
    Player("steady", "whole turns that move the piles least, in Python", level="steady"),
    Player("novice", "the nearest card, and now and then a retro overlooked, in Python", level="novice"),
    Player("random", "any legal move with the same chance", _kernel(_RANDOM), make=RandomPlayer),
    Player(
        "nearest",
        "the card nearest to a pile, no card beyond the minimum but retros",
        _kernel(_GREEDY),
        make=NearestPlayer,
    ),
    Player(
        "reach",
        "the nearest card with an eye to retros, and extra cards within a reach",
        _kernel(_GREEDY, look_back=1, w_pair=6, reach=1, reach_end=3),
        {"reach": 2, "reach_end": 4},
    ),
    Player(
        "groups",
        "the cheapest turn, cards ten apart played as groups, and extra cards within a reach",
        _planner(_GROUPS, reach=1, reach_end=1, w_step=-1, w_extra=1.5, w_extra_end=1.5, w_even=-0.001),
        {"reach": 2, "reach_end": 6, "w_extra": 2.5, "w_extra_end": 6.5, "w_pair": 4, "w_even": -0.1, "start_cost": 9},
    ),
    Player(
        "planner",
        "groups that remember the cards played",
        _planner(
            _GROUPS, reach=1, reach_end=1, w_step=-0.3, w_live=-1, w_extra=1.5, w_extra_end=1.5, w_pair=3, w_even=-0.001
        ),
        {"reach": 2, "reach_end": 6, "w_extra": 2.5, "w_extra_end": 6.5, "start_cost": 9},
    ),
    Player(
        "searcher",
        "a search through whole turns card by card, valued like the planner",
        _planner(
            _PLANNER,
            width=2,
            extra=2,
            reach=1,
            reach_end=1,
            w_step=-0.3,
            w_live=-1,
            w_extra=1.5,
            w_extra_end=1.5,
            w_pair=3,
        ),
        {"reach": 2, "reach_end": 6, "w_extra": 2.5, "w_extra_end": 6.5, "start_cost": 9},
    ),
    Player(
        "talker",
        "the planner, asking others to keep off a pile or to take small steps, and heeding them",
        _planner(
            _GROUPS, reach=1, reach_end=1, w_step=-0.3, w_live=-1, w_extra=1.5, w_extra_end=1.5, w_pair=3, w_even=-0.001
        ),
        {
            "reach": 2,
            "reach_end": 6,
            "w_extra": 2.5,
            "w_extra_end": 6.5,
            "start_cost": 9,
            "keep_within": 3,
            "small_within": 8,
            "w_keep_off": -5,
            "w_small_steps": -0.3,
            "w_can_go_back": -14,
        },
    ),
]
_BY_NAME: Final = {player.name: player for player in _PLAYERS}


def roster() -> list[Player]:
    """Return the players known by name."""
    return list(_BY_NAME.values())


def register(player: Player) -> None:
    """Make a player known by its name; a later one takes the name over."""
    _BY_NAME[player.name] = player


def find_player(name: str) -> Player:
    """Return the player of that name, or the one that ``module:maker`` points to."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        known = ", ".join(_BY_NAME)
        raise SimulationError(f"unknown player {name!r}: choose {known}, or module:maker for one written in Python")
    return _imported(name, module, attribute)


def _imported(name: str, module: str, attribute: str) -> Player:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise SimulationError(f"no player at {name}: {error}") from None
    if isinstance(found, Player):
        return found
    if not callable(found):
        raise SimulationError(f"no player at {name}: {attribute} cannot be called with a seed")
    return Player(name, make=found)
