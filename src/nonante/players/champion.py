"""`Champion`: hundreds of whole turns, the best of them valued by a network that learnt from its own games.

The thinking is compiled (`kernel.champion`, extra ``[fast]``) and reads a record of what a seat sees and nothing else;
without the extra it is interpreted (`interpreted`). The networks are in ``champion.bin``, one for each edition,
table size and talk; ``training/`` makes them again. That file is one zlib stream: a line of JSON that gives the shape
and the manner of each network by name, then the weights of all in that order, as 32-bit floats, the lowest byte first.

Alone, compiled thinking goes by wide networks, those of ``alone.bin`` (`training/alone/pack.py` tells how it is laid
out): they see which cards lie around each pile. Interpreted, they would be too slow.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import kernel
from ..kernel.codes import ABSTAIN, COMFORTABLE, COVER, LEAVE, SPOKEN, TROUBLE
from ..rules import KINDS, LETTERS, Rules, View
from ..table import DO_NOT_LAY, Signal
from ..turn import OwnTurn
from . import interpreted
from .errors import PlayerError
from .identity import COMPILED, digest, engine
from .talk import Manner, may_talk, said

if TYPE_CHECKING:
    from ..kernel.workspace import Workspace


class LookAhead(NamedTuple):
    """How far to look beyond the turn: the best plans are played on in worlds that fit what the seat sees and hears."""

    plans: int = 0
    """Plans that are played on, at most; 0 for none."""
    worlds: int = 0
    """Worlds for each: everything hidden dealt anew, the same for all plans."""
    behind: int = 0
    """How much worse, in thousandths of a logit, such a plan may look at first."""
    further: int = 0
    """Turns played on after the plan, before the one whose end is valued."""
    trust: int = 0
    """How many worlds the network's own value of a plan counts for."""
    race: int = 0
    """How far behind a plan is given up: thousandths of a chance, times the root of the worlds tried."""
    plain: int = 0
    """1 if the others are thought to answer plainly, as careful people do, up to one's own next turn."""
    whole: int = 0
    """1 if plans that are given up are played on as far as the others, so that all can be compared."""

    def __str__(self) -> str:
        further = f", {self.further} turn further" if self.further else ""
        plain = ", plain answers" if self.plain else ""
        return f"{self.plans} plans, {self.worlds} worlds{further}{plain}" if self.plans else "none"


NO_LOOK: Final = LookAhead()
ALONE: Final = LookAhead(plans=8, worlds=64, behind=700, further=1, trust=4, race=150)
ALONE_WIDE: Final = LookAhead(plans=8, worlds=64, behind=2500, trust=4, race=150)
TABLE: Final = LookAhead(plans=6, worlds=16, behind=600, trust=8, race=120)

_PILE_REQUESTS: Final = {"cover": COVER, "do-not-cover": LEAVE}
_thread = local()


def look_ahead_for(rules: Rules) -> LookAhead:
    """Return how far the champion looks in a game, where its thinking is compiled."""
    if rules.players > 1:
        return TABLE
    return ALONE_WIDE if has_wide(rules) else ALONE


# --- the networks ---------------------------------------------------------------------------------------------------


class StoredNetwork(NamedTuple):
    """A network as the file has it."""

    shape: tuple[int, int, int]
    """Features, cells of the first and of the second layer."""
    manner: dict[str, float]
    """How the champion talks with it, by the names of `kernel.workspace.TalkSettings`."""
    weights: bytes


@cache
def networks(path: Path | None = None) -> dict[str, StoredNetwork]:
    """Return every network by its name: the shipped ones, or those of a file made by training."""
    try:
        return _unpacked(zlib.decompress(_packed(path)))
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlayerError("networks", path=path, why=f"{type(error).__name__}: {error}") from None


def _packed(path: Path | None) -> bytes:
    return (path or files(__package__) / "champion.bin").read_bytes()


def _unpacked(data: bytes) -> dict[str, StoredNetwork]:
    header, _, weights = data.partition(b"\n")
    found, start = {}, 0
    for name, about in json.loads(header).items():
        features, hidden, second = about["shape"]
        end = start + 4 * ((features + 1) * hidden + (hidden + 1) * second + second + 1)
        if end > len(weights):
            raise ValueError(f"the weights of {name} are not all there")
        found[name] = StoredNetwork((features, hidden, second), about["manner"], weights[start:end])
        start = end
    return found


@cache
def _weights_digest(path: Path | None) -> str:
    return digest(_packed(path))


def network(rules: Rules, path: Path | None = None) -> StoredNetwork:
    """Return the network that plays a game: a shipped one, or that of a file made by training."""
    return _named(net_name(rules), path)


def _named(name: str, path: Path | None) -> StoredNetwork:
    try:
        return networks(path)[name]
    except KeyError:
        raise PlayerError("no-network", path=path, game=name, known=", ".join(networks(path))) from None


def net_name(rules: Rules) -> str:
    """Return which network plays a game; one's own commands, hand sizes and other options change nothing here."""
    edition = "extreme" if rules.commands else "on-fire" if rules.fire else "expert" if rules.minimum > 2 else "base"
    return f"{edition}-{rules.players}-{rules.talk if rules.players > 1 else 'none'}"


def net_for(rules: Rules, path: Path | None = None) -> tuple[Any, Any, Any]:
    """Return the network for a game, as the kernel reads it, how the champion talks in it, and its wide network."""
    wide = _compiled_wide(wide_name(rules)) if has_wide(rules) and not path else _workspaces().NO_WIDE
    return *_compiled_net(net_name(rules), _workspaces().features_for(rules), path), wide


@cache
def _compiled_net(name: str, features: int, path: Path | None) -> tuple[Any, Any]:
    import numpy as np

    kept = _named(name, path)
    weights = np.frombuffer(kept.weights, "<f4").astype(np.float32)
    return _workspaces().padded(weights, kept.shape, features), _workspaces().TalkSettings(**kept.manner)


@cache
def wide_networks() -> dict[str, bytes]:
    """Return the wide networks for games alone by name: rows of 16-bit integers, and what is behind them."""
    data = zlib.decompress(_packed_wide())
    header, _, rest = data.partition(b"\n")
    found, start = {}, 0
    for name, size in json.loads(header).items():
        found[name] = rest[start : start + size]
        start += size
    return found


def _packed_wide() -> bytes:
    return (files(__package__) / "alone.bin").read_bytes()


def wide_name(rules: Rules) -> str:
    """Return what the wide network of a game alone is called."""
    return net_name(rules).replace("none", "wide")


def has_wide(rules: Rules) -> bool:
    """Tell whether a wide network plays a game: alone, where thinking is compiled; elsewhere its file is not read."""
    return rules.players == 1 and kernel.available() and wide_name(rules) in wide_networks()


@cache
def _compiled_wide(name: str) -> Any:
    return _workspaces().unpacked_wide(wide_networks()[name])


def valued_by(rules: Rules) -> tuple[str, bytes]:
    """Return the name and the weights of the network that values turns here: the wide one where there is one."""
    if has_wide(rules):
        name = wide_name(rules)
        return name, wide_networks()[name]
    return net_name(rules), network(rules).weights


def plain_net(rules: Rules, path: Path | None = None) -> Any:
    """Return the network for a game, as plain Python reads it."""
    return _plain_net(net_name(rules), path)


@cache
def _plain_net(name: str, path: Path | None) -> Any:
    kept = _named(name, path)
    return interpreted.network(kept.shape, kept.weights)


# --- thinking -------------------------------------------------------------------------------------------------------


def think(
    view: View,
    signals: Sequence[Signal] = (),
    *,
    opened: bool = True,
    path: Path | None = None,
    ahead: LookAhead | None = None,
) -> tuple[list[str], float]:
    """Return the rest of the turn, and what the best one is worth to the network: the logit of winning.

    `opened` says that it is this seat's turn; otherwise its first turn of the game is thought of, were it to start.
    `path` is a file of networks other than the shipped ones, `ahead` another look-ahead than the champion's.
    """
    spoken = spoken_bits(view, signals if may_talk(view) else ())
    if kernel.available():
        workspace = _workspace()
        kernel.load("records").write_view(workspace.view, view, spoken, opened=opened)
        looks = look_ahead_for(view.rules) if ahead is None else ahead
        actions, value = workspace.think(setup(view.rules, path), looks if opened else NO_LOOK)
        return _moves(actions), value
    return interpreted.think(view, spoken, plain_net(view.rules, path), opened=opened)


class Considered(NamedTuple):
    """A turn the champion considered, with its win chance as a logit."""

    moves: list[str]
    value: float


class ChampionChoice(NamedTuple):
    """What the champion chose, and what it chose from."""

    moves: list[str]
    value: float
    """What its best turn is worth to the network: the logit of winning."""
    turns: list[Considered]
    """The turns considered, all equally thoroughly; none if one is out of reach."""


def choose(view: View, signals: Sequence[Signal] = ()) -> ChampionChoice:
    """Return the champion's turn with the others it considered, from one search."""
    if kernel.available():
        moves, value = think(view, signals, ahead=look_ahead_for(view.rules)._replace(whole=1))
        seen = _workspace().looked_through()
        return ChampionChoice(moves, value, [Considered(_moves(actions), logit(chance)) for actions, chance in seen])
    spoken = spoken_bits(view, signals if may_talk(view) else ())
    found = interpreted.valued_turns(view, spoken, plain_net(view.rules))
    best = interpreted.best(found)
    return ChampionChoice(
        best.moves, best.value, [Considered(turn.moves, turn.value) for turn in found if len(found) > 1]
    )


def logit(chance: float) -> float:
    """Return the logit of a chance; one that is certain counts as nearly so."""
    inside = min(max(chance, 1e-6), 1 - 1e-6)
    return log(inside / (1 - inside))


def _workspaces() -> Any:
    """Import the compiled thinking, which takes a moment."""
    return kernel.load("workspace")


@lru_cache(64)  # with seeded commands every game has rules of its own
def setup(rules: Rules, path: Path | None = None) -> Any:
    """Return what the compiled champion thinks with in a game."""
    return _workspaces().setup(rules, *net_for(rules, path))


def _workspace() -> Workspace:
    """Return this thread's workspace."""
    if not hasattr(_thread, "workspace"):
        _thread.workspace = _workspaces().Workspace()
    workspace: Workspace = _thread.workspace
    return workspace


class Champion:
    """The strongest player; with a `path`, it uses the networks of that file (see ``training/``)."""

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = None if path is None else Path(path).absolute()
        networks(self.path)  # refuses a file that holds none

    @staticmethod
    def look_ahead(rules: Rules) -> LookAhead:
        """Return how far it looks ahead in a game; only the compiled engine looks ahead."""
        return look_ahead_for(rules)

    def traits(self, rules: Rules) -> dict[str, str]:
        """Return its identity beyond its name: its engine, its weights and its look-ahead."""
        network(rules, self.path)  # refuses a game that its file has no network for
        return {
            "engine": engine(),
            "weights": self._weights(rules),
            "look_ahead": str(self.look_ahead(rules) if engine() == COMPILED else NO_LOOK),
        }

    def _weights(self, rules: Rules) -> str:
        wide = self.path is None and has_wide(rules)
        return digest(_packed_wide()) if wide else _weights_digest(self.path)

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn as intended now."""
        OwnTurn.of(view)  # refuses where it is not this seat's turn
        return think(view, signals, path=self.path, ahead=self.look_ahead(view.rules))[0]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Return the signals this seat would have standing now."""
        return said(view, self.manner_for(view.rules))

    def manner_for(self, rules: Rules) -> Manner:
        """Return how this player talks in a game."""
        own = network(rules, self.path).manner
        names = "keep_within", "small_within", "trouble_from", "comfortable_to"
        return Manner(**{name: int(own[name]) for name in names})

    def wish(self, view: View) -> str | None:
        """Say whether this hand would like to start, judging by its first turn."""
        if view.turn != 1 or view.laid_this_turn or not view.hand or not may_talk(view):
            return None
        manner = network(view.rules, self.path).manner
        # In whole thousandths of a logit, as the kernel compares them.
        value, like, rather_not = (
            1000 * think(view, opened=False, path=self.path)[1],
            int(1000 * manner["like_from"]),
            int(1000 * manner["rather_not_to"]),
        )
        return "like" if value >= like else "rather-not" if value <= rather_not else None


class Companion(Champion):
    """The champion for tables with people and other levels: it does not expect them to play like a champion."""

    @staticmethod
    def look_ahead(rules: Rules) -> LookAhead:
        """Return how far it looks ahead: up to its own next turn."""
        return look_ahead_for(rules)._replace(plain=int(rules.players > 1))


class QuickChampion(Champion):
    """The champion without look-ahead: weaker, but about thirty times faster."""

    @staticmethod
    def look_ahead(rules: Rules) -> LookAhead:  # noqa: ARG004 - the same in every game
        """Return that it does not look ahead."""
        return NO_LOOK


def spoken_bits(view: View, signals: Iterable[Signal]) -> list[int]:
    """Return what each other seat says: bits as in `kernel.codes`."""
    bits = [0] * view.rules.players
    for signal in signals:
        if signal.seat == view.seat:
            continue
        if signal.name in SPOKEN and signal.pile:
            bits[signal.seat] |= 1 << LETTERS.index(signal.pile) + 4 * SPOKEN.index(signal.name)
        bits[signal.seat] |= {"trouble": TROUBLE, "comfortable": COMFORTABLE}.get(signal.name, 0) | _request(signal)
    return bits


def _request(signal: Signal) -> int:
    """Return the bit of what a signal asks for in so many words, or 0."""
    if signal.name in _PILE_REQUESTS and signal.pile:
        return 1 << LETTERS.index(signal.pile) + _PILE_REQUESTS[signal.name]
    return 1 << 1 + KINDS.index(signal.command) + ABSTAIN if signal.name == DO_NOT_LAY and signal.command else 0


def _moves(actions: Iterable[int]) -> list[str]:
    return [kernel.load("records").move_of(action) for action in actions]
