"""The options of environments, checked: rules, settings, seeds and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from ..rules import PLAYING, BadInput, Game, RuleOptions, Rules, check_seed
from .errors import EnvError
from .layout import OBSERVE, Observe

Signals: TypeAlias = Literal[False, "table"]
"""No talk, or talk as at a table: before every turn, by every seat."""

Reward: TypeAlias = Literal["cards", "end", "win", "shaped"]
"""The team's reward. Everybody gets the same, and the rewards of an episode add up to its return.

The return of a game is the share of the 98 cards laid, ``(98 - score) / 98``: 1 for a win and nothing else. A position
that a reset was given is worth what is laid in it already, and only what is laid from there on is paid.

``shaped`` adds the difference of a potential to every step (Ng, Harada and Russell, 1999): how far the tops have moved
since the episode began, times -1/392, and 0 once the game is over. A step thus shows at once what it cost, while the
rewards of an episode still add up to its return: what the tops moved is given back with the last step.
"""

REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)
"""The names of the rewards; `kernel.episode` computes them."""

_AHEAD: Final = 128


class EnvOptions(RuleOptions, total=False):
    """The keyword options of every environment, with those of `Rules.edition`."""

    rules: Rules | None
    """The rules, instead of edition, players and their options."""
    edition: str
    players: int | None
    observe: Observe
    signals: Signals
    reward: Reward


class Chosen(NamedTuple):
    """The checked options of an environment."""

    rules: Rules
    observe: str = "observation"
    talks: bool = False
    reward: str = "cards"


def choose(options: Mapping[str, Any]) -> Chosen:
    """Return the options of an environment; the remaining ones are options of the rules."""
    given = dict(options)
    observe, reward = given.pop("observe", "observation"), given.pop("reward", "cards")
    signals, rules = given.pop("signals", False), _read_rules(given)
    check_choice("observe", observe, OBSERVE)
    check_choice("reward", reward, REWARDS)
    return Chosen(rules, observe, check_signals(rules, signals), reward)


def _read_rules(given: dict[str, Any]) -> Rules:
    """Return the rules asked for: a `Rules`, or an edition with its keywords."""
    rules, edition, players = given.pop("rules", None), given.pop("edition", "base"), given.pop("players", None)
    if rules is None:
        return Rules.edition(edition, players=1 if players is None else players, **given)
    if edition != "base" or players is not None or given:
        raise EnvError("both-rules")
    if not isinstance(rules, Rules):
        raise EnvError("rules", value=rules)
    return rules


def check_choice(name: str, value: object, known: Sequence[str]) -> None:
    """Raise unless a setting has one of its values."""
    if value not in known:
        raise EnvError("option", name=name, value=value, known=", ".join(known))


def check_signals(rules: Rules, signals: object) -> bool:
    """Tell whether seats talk; raise if these rules do not allow it."""
    if signals is True:
        raise EnvError("signals-gone")
    if signals is not False and signals != "table":
        raise EnvError("option", name="signals", value=signals, known="False or 'table'")
    if signals and (rules.players == 1 or rules.talk == "none"):
        raise EnvError("signals-alone")
    return signals == "table"


def read_seed(seed: Any) -> int:
    """Return a seed as a plain integer; NumPy integers are fine."""
    try:
        return check_seed(index(seed))
    except TypeError:
        raise BadInput("seed", value=seed) from None


class Seeds:
    """The seeds of one deal after the other; a new environment seed starts a new sequence."""

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Start the sequence of a seed, or a random one."""
        self._random = np.random.default_rng(seed)
        self._ready: list[int] = []

    def next(self) -> int:
        """Return the next seed."""
        if not self._ready:
            self._ready = self._random.integers(0, 2**64, _AHEAD, np.uint64).tolist()[::-1]
        return self._ready.pop()

    def first_game(self, rules: Rules, seed: int | None, options: dict[str, Any] | None) -> int | Game:
        """Return the start of a reset: the seed of a deal, or the `game` or `start` of its options."""
        number = None if seed is None else read_seed(seed)
        if number is not None:
            self.begin(number)
        if options and "game" in options:
            return read_position(rules, options["game"])
        if number is None:
            number = self.next()
        return Game.deal(rules, number).start_with(options["start"]) if options and "start" in options else number


def read_position(rules: Rules, game: object) -> Game:
    """Return a running game with these rules, given as a `Game` or as text."""
    there = Game.from_text(game) if isinstance(game, str) else game
    if not isinstance(there, Game) or there.status != PLAYING or not _same_rules(there.rules, rules):
        raise EnvError("position", players=rules.players)
    return there


def _same_rules(there: Rules, rules: Rules) -> bool:
    if rules.commands is not None and not rules.commands.groups and there.commands is not None:
        return replace(there, commands=rules.commands) == rules  # any map may have been drawn
    return there == rules
