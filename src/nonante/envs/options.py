"""What the environments are asked for: rules, settings, seeds and positions, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import index
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from ..rules import PLAYING, BadInput, Game, RuleOptions, Rules, check_seed
from .errors import EnvError

Signals: TypeAlias = Literal[False, "table"]
"""No talk, or talk as at a table: before every turn, by every seat."""

_AHEAD: Final = 128


def read_rules(rules: Rules | None, edition: str, players: int | None, options: RuleOptions) -> Rules:
    """Return the rules an environment was asked for: a `Rules`, or an edition with its keywords."""
    if rules is None:
        return Rules.edition(edition, players=1 if players is None else players, **options)
    if edition != "base" or players is not None or options:
        raise EnvError("both-rules")
    if not isinstance(rules, Rules):
        raise EnvError("rules", value=rules)
    return rules


def check_choice(name: str, value: object, known: Sequence[str]) -> None:
    """Raise unless a setting has one of its values."""
    if value not in known:
        raise EnvError("option", name=name, value=value, known=", ".join(known))


def check_signals(rules: Rules, signals: object) -> bool:
    """Tell whether seats talk; raise where nobody could under these rules."""
    if signals is True:
        raise EnvError("signals-gone")
    if signals is not False and signals != "table":
        raise EnvError("option", name="signals", value=signals, known="False or 'table'")
    if signals and (rules.players == 1 or rules.talk == "none"):
        raise EnvError("signals-alone")
    return signals == "table"


def read_seed(seed: object) -> int:
    """Return a seed as a plain integer; NumPy integers are fine."""
    try:
        return check_seed(index(seed))  # type: ignore[arg-type]  # anything may come in here
    except TypeError:
        raise BadInput("seed", value=seed) from None


class Seeds:
    """The seeds of one deal after the other; a new environment seed begins a new row of them."""

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Begin the row that follows from a seed, or any row."""
        self._random = np.random.default_rng(seed)
        self._ready: list[int] = []

    def next(self) -> int:
        """Return the next seed."""
        if not self._ready:
            self._ready = self._random.integers(0, 2**64, _AHEAD, np.uint64).tolist()[::-1]
        return self._ready.pop()


def read_position(rules: Rules, game: object) -> Game:
    """Return a game that goes on by these rules, given as such or as text."""
    there = Game.from_text(game) if isinstance(game, str) else game
    if not isinstance(there, Game) or there.status != PLAYING or not _same_rules(there.rules, rules):
        raise EnvError("position", players=rules.players)
    return there


def _same_rules(there: Rules, rules: Rules) -> bool:
    if rules.commands is not None and not rules.commands.groups and there.commands is not None:
        return replace(there, commands=rules.commands) == rules  # any map may have been drawn
    return there == rules


def first_game(rules: Rules, seeds: Seeds, seed: int | None, options: dict[str, Any] | None) -> int | Game:
    """Return what a reset begins with: the seed of a deal, or the `game` or the `start` that its options name."""
    number = None if seed is None else read_seed(seed)
    if number is not None:
        seeds.begin(number)
    if options and "game" in options:
        return read_position(rules, options["game"])
    if number is None:
        number = seeds.next()
    return Game.deal(rules, number).start_with(options["start"]) if options and "start" in options else number
