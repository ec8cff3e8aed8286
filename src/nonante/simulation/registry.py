"""The players that simulations know by name: those of `players`, and some that exist only as settings of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias, cast

from .. import kernel as kernel_room
from ..kernel.codes import GREEDY, PLANNER
from ..players import (
    COMPILED,
    NAMES as LEARNT_NAMES,
    PYTHON,
    Entrant,
    Identity,
    Learnt,
    Maker,
    Player,
    PlayerError,
    TreeSearch,
    find,
    levels,
    package_version,
)
from ..rules import Rules
from .errors import NeedsExtra, SimulationError
from .reference import PlannedSeat, nearest_team, random_team

Reference: TypeAlias = Callable[[int, int], Sequence[Player]]
"""Makes the players of all seats out of a seed for their random numbers and the number of seats."""


@dataclass(frozen=True)
class KernelPlayer:
    """A player that exists as settings of the kernel; some also have a version in Python."""

    name: str
    summary: str = ""
    settings: Mapping[str, float] = field(default_factory=dict)
    """Cells of the kernel's player row by name."""
    with_others: Mapping[str, float] = field(default_factory=dict)
    """What differs as soon as two or more play."""
    reference: Reference | None = None

    def settings_for(self, players: int) -> dict[str, float]:
        """Return the kernel's settings for a number of players."""
        return {**self.settings, **(self.with_others if players > 1 else {})}

    def identity(self, rules: Rules) -> Identity:
        """Return the identity of the player under these rules."""
        if not kernel_room.available() and self.reference is None:
            raise NeedsExtra(what=f"player {self.name}", extra="fast")
        settings = tuple(sorted((k, float(v)) for k, v in self.settings_for(rules.players).items()))
        engine = COMPILED if kernel_room.available() else PYTHON
        return Identity(self.name, package_version(), engine, parameters=settings)

    @property
    def talks(self) -> bool:
        """Whether it uses signals, which only works with copies of itself."""
        return self.settings_for(2).get("keep_within", 0) >= 0

    def seat(self, seed: int = 0) -> Player:
        """Return the player for one seat at a mixed table."""
        if self.talks:
            known = [one.name for one in contestants() if sits_beside_others(one)]
            raise SimulationError("alone", name=self.name, known=", ".join(known))
        return self.reference(seed, 1)[0] if self.reference else PlannedSeat(self.settings_for)


Contestant: TypeAlias = Entrant | KernelPlayer
"""Whoever can take part in a simulation or a tournament."""

Named: TypeAlias = str | Maker | Contestant
"""How a contestant is asked for: by a name, by ``module:maker``, or by what makes a player."""


def _kernel(kind: int, **settings: float) -> dict[str, float]:
    return {"kind": kind, "start_cost": -1, "keep_within": -1, "small_within": -1, **settings}


# Commands that bind the next player cost something to leave.
_PLANS: Final = _kernel(
    PLANNER, width=2, extra=1, reach=1, reach_end=1, w_step=-0.3, w_live=-1, w_extra=1.5, w_extra_end=1.5, w_pair=3,
    w_even=-0.001, w_short=-50, w_shown_no_retro=-4, w_shown_one_pile=-8, w_shown_draw_one=-6, w_shown_fire=-6,
)  # fmt: skip
_BESIDE: Final = {"reach": 2, "reach_end": 6, "w_extra": 2.5, "w_extra_end": 6.5, "start_cost": 9}
_TALKS: Final = {"keep_within": 3, "small_within": 8, "w_keep_off": -5, "w_small_steps": -0.3, "w_can_go_back": -14}

_KERNEL_PLAYERS: Final = [
    KernelPlayer("random", "a random legal move", _kernel(0), reference=random_team),
    KernelPlayer(
        "nearest",
        "the card nearest to a pile; beyond the minimum only backwards tricks",
        _kernel(GREEDY),
        reference=nearest_team,
    ),
    KernelPlayer(
        "planner", "the cheapest turn; counts played cards and keeps pairs ten apart together", _PLANS, _BESIDE
    ),
    KernelPlayer(
        "talker",
        "the planner with signals; plays with copies of itself only",
        _PLANS,
        {**_BESIDE, **_TALKS},
    ),
]
_SEARCHED: Final = Entrant("ismcts", TreeSearch, "information-set Monte Carlo tree search with greedy playouts")
_LEARNT: Final = [
    Entrant(name, partial(Learnt, name), f"a small network trained with MaskablePPO, seed {name[-1]}")
    for name in LEARNT_NAMES
]
_REFERENCE: Final[list[Contestant]] = [*_KERNEL_PLAYERS, _SEARCHED, *_LEARNT]
_BY_NAME: Final = {player.name: player for player in _REFERENCE}


def contestants() -> list[Contestant]:
    """Return the players known by name: the levels, the players of other packages, then the reference players.

    Those that cannot be loaded are left out; see `broken_players`.
    """
    return [*(one for one in map(_tried, _others()) if isinstance(one, Entrant)), *_REFERENCE]


def broken_players() -> dict[str, str]:
    """Return the players of other packages that cannot be loaded, and why."""
    found = {name: _tried(name) for name in _others()}
    return {name: str(error) for name, error in found.items() if isinstance(error, PlayerError)}


def _others() -> list[str]:
    return [name for name in levels() if name not in _BY_NAME]


def _tried(name: str) -> Entrant | PlayerError:
    try:
        return find(name)
    except PlayerError as error:
        return error


def sits_beside_others(one: Contestant) -> bool:
    """Tell whether a contestant can play with other players."""
    return not (isinstance(one, KernelPlayer) and one.talks)


def find_player(wanted: Named) -> Contestant:
    """Return a contestant, given its name, ``module:maker``, or a class or function that makes a player."""
    if isinstance(wanted, KernelPlayer):
        return wanted
    if isinstance(wanted, str) and wanted in _BY_NAME:
        return _BY_NAME[wanted]
    try:
        return find(wanted)
    except PlayerError as error:
        if error.code != "unknown-player":
            raise
        known = [one.name for one in contestants()]
        raise PlayerError("unknown-player", name=wanted, known=", ".join(known)) from None


def find_team(wanted: Named | Sequence[Named], rules: Rules) -> tuple[Contestant, ...]:
    """Return the team: one contestant for all seats, or one for each; checked that all of them can play."""
    if isinstance(wanted, list | tuple):
        if len(wanted) != rules.players:
            raise SimulationError("seats", count=len(wanted), seats=rules.players)
        team = tuple(find_player(one) for one in wanted)
    else:
        team = (find_player(cast("Named", wanted)),)
    if all(one == team[0] for one in team):
        team = team[:1]
    for one in team:
        one.identity(rules)
        if len(team) > 1:
            one.seat()
    return team


def default_name(*, compiled: bool | None = None) -> str:
    """Return the default player: the planner, or a Python level without the compiled kernel."""
    return "planner" if compiled or kernel_room.available() else "steady"
