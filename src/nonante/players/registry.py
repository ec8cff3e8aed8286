"""The computer players by name: the levels, those of other packages, and anybody's own as ``module:maker``.

Another package offers players by an entry point of the group ``nonante.players``::

    [project.entry-points."nonante.players"]
    patient = "my_package.players:Patient"
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from ..rules import Game, Rules
from .champion import Champion
from .errors import PlayerError
from .identity import PYTHON, Identity, package_version, source_digest
from .levels import Novice, Steady, Strong
from .protocol import QUESTIONS, Player, check_player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "nonante.players"
"""The entry point group for players of other packages."""

Maker: TypeAlias = Callable[..., Player]
"""Makes the player of one seat, a new one for every game; called with a seed where it takes one."""


T = TypeVar("T")


@dataclass(frozen=True)
class Entrant:
    """A player with its name, as simulations and tournaments take it."""

    name: str
    make: Maker
    summary: str = ""
    package: str = ""
    """The package that offers it and its version, where it is another one."""

    def seat(self, seed: int = 0) -> Player:
        """Return a player for one seat and one game; `seed` is for its own random numbers."""
        made = self._tried(lambda: self.make(seed) if takes_seed(self.make) else self.make())
        return check_player(made, self.name)

    def identity(self, rules: Rules) -> Identity:
        """Return the identity of the player under these rules; a player can add to it with `traits`."""
        traits = getattr(self.seat(), "traits", None)
        told = (
            self._tried(lambda: {name: str(word) for name, word in traits(rules).items()}) if callable(traits) else {}
        )
        return Identity(
            self.name,
            version=package_version(),
            engine=told.get("engine", PYTHON),
            weights=told.get("weights", ""),
            look_ahead=told.get("look_ahead", ""),
            source=source_digest(self.make),
            package=self.package,
        )

    def _tried(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except PlayerError:
            raise
        except Exception as error:
            raise PlayerError("maker-failed", name=self.name, why=_said(error)) from error


def takes_seed(make: Callable[..., object]) -> bool:
    """Tell whether a maker is called with a seed: it has a parameter of that name, or one that it needs."""
    try:
        parameters = signature(make).parameters
    except (TypeError, ValueError):
        return False
    needs = (one.default is Parameter.empty and one.kind in _POSITIONAL for one in parameters.values())
    return "seed" in parameters or any(needs)


_POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_SHIPPED: Final = (
    Entrant("novice", Novice, "the nearest card, and now and then a retro overlooked, in Python"),
    Entrant("steady", Steady, "whole turns that move the piles least, in Python"),
    Entrant("strong", Strong, "whole turns valued by tuned weights, in Python"),
    Entrant("champion", Champion, "whole turns valued by a network that learnt from its own games"),
)
LEVELS: Final = tuple(level.name for level in _SHIPPED)
"""From the weakest to the strongest."""
_registered: dict[str, Entrant] = {level.name: level for level in _SHIPPED}


def register(name: str, make: Maker, summary: str = "") -> Entrant:
    """Register a player under a name in this process, replacing an earlier one."""
    _registered[name] = Entrant(name, _checked(make, name), summary)
    return _registered[name]


def add_level(wanted: str) -> Entrant:
    """Register the player at ``module:maker`` under the maker's name, after checking that it can play."""
    found = find(wanted)
    found.seat()
    return register(wanted.rpartition(":")[2], found.make)


def levels() -> list[str]:
    """Return the players known by name: the levels from the weakest to the strongest, then those of other packages."""
    return [*_registered, *(name for name in _offered() if name not in _registered)]


@cache
def _offered() -> dict[str, EntryPoint]:
    if sys.platform == "emscripten":  # a page brings no other packages, and looking for them takes a moment
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def player(level: str) -> Player:
    """Return a computer player for one seat, by its name.

    >>> from nonante.rules import Game, Rules
    >>> player("steady").plan(Game.deal(Rules.edition("base", players=1), seed=7).view(0))
    ['4A', '28A', 'end']
    """
    found = _named(level)
    if found is None:
        raise PlayerError("unknown-level", level=level, known=", ".join(levels()))
    return found.seat()


def find(wanted: str | Maker | Entrant) -> Entrant:
    """Return a player, given its name, ``module:maker``, or a class or function that makes one."""
    if isinstance(wanted, Entrant):
        return wanted
    if not isinstance(wanted, str):
        return Entrant(_name_of(wanted), _checked(wanted, _name_of(wanted)))
    found = _named(wanted)
    if found is not None:
        return found
    module, colon, attribute = wanted.partition(":")
    if not (module and colon and attribute):
        raise PlayerError("unknown-player", name=wanted, known=", ".join(levels()))
    return _imported(wanted, module, attribute)


def _named(name: str) -> Entrant | None:
    if name in _registered:
        return _registered[name]
    point = _offered().get(name)
    if point is None:
        return None
    try:
        made = point.load()
    except Exception as error:
        raise PlayerError("no-maker", name=f"{name} ({point.value})", why=_said(error)) from error
    package = f"{point.dist.name} {point.dist.version}" if point.dist else ""
    return Entrant(name, _checked(made, name), _summary_of(made), package)


def _summary_of(make: object) -> str:
    """Return the first line of what a maker says about itself."""
    text = getattr(make, "__doc__", None)
    return text.strip().splitlines()[0] if isinstance(text, str) and text.strip() else ""


def _imported(name: str, module: str, attribute: str) -> Entrant:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:
        raise PlayerError("no-maker", name=name, why=_said(error)) from error
    return found if isinstance(found, Entrant) else Entrant(name, _checked(found, name))


def _checked(make: Any, name: str) -> Maker:
    if not isinstance(make, type) and all(hasattr(make, question) for question in QUESTIONS):
        raise PlayerError("player-object", name=name)
    if not callable(make):
        raise PlayerError("no-maker", name=name, why=f"{make!r} cannot be called to make one")
    maker: Maker = make
    return maker


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _name_of(make: object) -> str:
    named = getattr(make, "func", make)  # of a partial
    if not hasattr(named, "__qualname__"):
        return type(named).__name__
    return f"{named.__module__}:{named.__qualname__}"


def warm_up(level: str) -> None:
    """Let a level plan one turn, so that everything it needs is loaded or compiled."""
    player(level).plan(Game.deal(Rules.edition("base", players=1), seed=1).view(0))


__all__ = ["GROUP", "LEVELS", "Entrant", "Maker", "add_level", "find", "levels", "player", "register", "warm_up"]
