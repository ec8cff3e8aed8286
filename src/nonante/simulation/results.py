"""Results of games: whole numbers that can be added, and the rates and intervals computed from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ..players import Identity, wilson
from ..rules import (
    DRAW_ONE,
    FIRE,
    FREE,
    KINDS,
    NO_RETRO,
    ONE_PILE,
    PILES,
    REASONS,
    SKULL,
    STUCK,
    THREE,
    BadInput,
    Game,
    Rules,
)
from .errors import SimulationError

Outcome: TypeAlias = Sequence[int]
"""How one game ended: score, reason (0 won, else 1 + place in REASONS), the mark to blame, turns, cards not laid."""

MARK_NAMES = ("no command", *KINDS, "fire")
_BLAMED = (0, 0, SKULL, THREE, THREE, FIRE, ONE_PILE)  # by reason


def blame(game: Game) -> int:
    """Return the mark that caused a lost game, 0 for none.

    A broken command names itself; a stop before the third card and a missed three count for the three. A player
    who is stuck blames no-retro, then one-pile, if a card could be laid without them, and draw-one where an empty
    hand ended the turn below the minimum.
    """
    if game.reason != STUCK:
        return _BLAMED[REASONS.index(game.reason) + 1] if game.reason else 0
    hand = game.hands[game.active]
    if not hand:
        return DRAW_ONE if game.draw and any(game.rules.marks) else 0
    possible = {pile for pile, top in enumerate(game.tops) if PILES[pile].takes_any(top, hand)}
    lock = game.turn_state.lock
    if lock in possible or (lock == FREE and possible):
        return NO_RETRO
    return ONE_PILE if possible else 0


class Rates:
    """Rates computed from counts."""

    __slots__ = ()

    @property
    def _ended(self) -> Counts:
        raise NotImplementedError

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self._ended.reasons)

    @property
    def wins(self) -> int:
        """Number of games won."""
        return self._ended.reasons[0]

    @property
    def win_rate(self) -> float:
        """Share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def mean_left(self) -> float:
        """Mean score: cards not laid."""
        return sum(n * count for n, count in enumerate(self._ended.left)) / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Counts(Rates):
    """Totals of finished games. They can be added."""

    left: tuple[int, ...] = (0,) * 99
    """Games by score: 0 to 98 cards not laid."""
    reasons: tuple[int, ...] = (0,) * (1 + len(REASONS))
    """Games by what ended them: won, then the reasons in the order of `rules.REASONS`."""
    blamed: tuple[int, ...] = (0,) * len(MARK_NAMES)
    """Lost games by the mark that caused them, in the order of `MARK_NAMES`; see `blame`."""
    turns: int = 0
    all_laid: int = 0
    """Games lost with every card laid, by a command broken in the last turn (R19): lost, however small the score."""

    def __repr__(self) -> str:
        return f"<Counts: {self.wins:,} of {self.games:,} games won, {self.mean_left:.1f} cards left on average>"

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Counts:
        """Count outcomes one by one."""
        left, reasons, blamed = [0] * 99, [0] * (1 + len(REASONS)), [0] * len(MARK_NAMES)
        turns = all_laid = 0
        for score, reason, mark, length, unlaid in outcomes:
            left[score] += 1
            reasons[reason] += 1
            blamed[mark] += reason > 0
            turns += length
            all_laid += reason > 0 and not unlaid
        return cls(tuple(left), tuple(reasons), tuple(blamed), turns, all_laid)

    @classmethod
    def of_array(cls, outcomes: Any) -> Counts:
        """Count an array of outcomes."""
        import numpy as np

        def counted(column: Any, length: int) -> tuple[int, ...]:
            return tuple(np.bincount(column, minlength=length).tolist())

        lost = outcomes[outcomes[:, 1] > 0]
        left, reasons = counted(outcomes[:, 0], 99), counted(outcomes[:, 1], 1 + len(REASONS))
        blamed, all_laid = counted(lost[:, 2], len(MARK_NAMES)), int((lost[:, 4] == 0).sum())
        return cls(left, reasons, blamed, int(outcomes[:, 3].sum()), all_laid)

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            added(self.left, other.left),
            added(self.reasons, other.reasons),
            added(self.blamed, other.blamed),
            self.turns + other.turns,
            self.all_laid + other.all_laid,
        )

    @property
    def _ended(self) -> Counts:
        return self


def added(one: Any, other: Any) -> Any:
    """Return the sum of two numbers, counts or results; of two tuples, the tuple of their sums."""
    if isinstance(one, tuple):
        return tuple(added(a, b) for a, b in zip(one, other, strict=True))
    return one + other


class Shown:
    """Prints as plain text, and as a table in a notebook; see `tables`."""

    def __str__(self) -> str:
        from .tables import shown

        return shown(self, html=False)

    def _repr_html_(self) -> str:
        from .tables import shown

        return shown(self, html=True)


@dataclass(frozen=True)
class Result(Rates, Shown):
    """The result of a simulation: its settings, which games of the run were played, and their counts."""

    rules: Rules
    identities: tuple[Identity, ...]
    """Who played: one player on all seats, or one for each seat."""
    seed: int
    spans: tuple[tuple[int, int], ...]
    """Which games of the run: from, up to and without."""
    counts: Counts
    seconds: float = field(default=0.0, compare=False)
    """Time it took, added up over shards; no part of the answer."""

    @property
    def player(self) -> str:
        """The player's name, or the names of all seats."""
        return ",".join(one.name for one in self.identities)

    @property
    def _ended(self) -> Counts:
        return self.counts

    @property
    def excellent_rate(self) -> float:
        """Share of games with fewer than ten cards left, wins included; those lost with every card laid are not."""
        few = sum(self.counts.left[:10]) - self.counts.all_laid
        return few / self.games if self.games else 0.0

    def __add__(self, other: Result) -> Result:
        """Merge two results with the same settings and different games."""
        for what in ("rules", "player", "identities", "seed"):
            mine, theirs = getattr(self, what), getattr(other, what)
            if mine != theirs:
                raise SimulationError("other-settings", what=what, mine=_say(mine), theirs=_say(theirs))
        spans = _join(self.spans + other.spans)
        seconds = self.seconds + other.seconds
        return Result(self.rules, self.identities, self.seed, spans, self.counts + other.counts, seconds)

    def __repr__(self) -> str:
        return f"<Result {setting_text(self)}: {self.wins:,} of {self.games:,} games won>"

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data: the keys that people read come first, then those that `from_data` needs."""
        low, high = self.interval
        return {
            "edition": self.rules.name,
            "players": self.rules.players,
            "player": self.player,
            "talk": self.rules.talk,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
            "excellent_rate": self.excellent_rate,
            "mean_left": self.mean_left,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "seed": self.seed,
            "rules": self.rules.to_data(),
            "identities": [one.to_data() for one in self.identities],
            "spans": [list(span) for span in self.spans],
            "counts": {
                "left": list(self.counts.left),
                "reasons": list(self.counts.reasons),
                "blamed": list(self.counts.blamed),
                "turns": self.counts.turns,
                "all_laid": self.counts.all_laid,
            },
        }

    @classmethod
    def from_data(cls, data: object) -> Result:
        """Read what `to_data` returned; the rates are computed again from the counts."""
        match data:
            case {
                "rules": rules,
                "identities": [_, *_] as identities,
                "seed": int(seed),
                "spans": [*spans],
                "seconds": int() | float() as seconds,
                "counts": {"left": left, "reasons": reasons, "blamed": blamed, "turns": int(turns), **rest},
            }:
                counts = Counts(_whole(left, 99), _whole(reasons, 7), _whole(blamed, 9), turns, _all_laid(rest))
                places = _join(tuple(_span(span) for span in spans))
                try:
                    read, team = Rules.from_data(rules), tuple(map(Identity.from_data, identities))
                except (BadInput, TypeError, AttributeError, ValueError) as error:
                    raise _no_result(error) from None
                result = cls(read, team, seed, places, counts, float(seconds))
            case _:
                raise _no_result("a field is missing or of the wrong kind")
        played = sum(stop - first for first, stop in places)
        if not played == counts.games == sum(counts.left) or sum(counts.blamed) != counts.games - counts.wins:
            raise _no_result("its counts do not agree with each other")
        return result

    @classmethod
    def read(cls, path: str | Path) -> Result:
        """Read the file of a result; the error for a damaged one names it."""
        try:
            return cls.from_json(Path(path).read_text("utf-8"))
        except (SimulationError, UnicodeDecodeError) as error:
            why = "not a result: not a text file" if isinstance(error, UnicodeDecodeError) else error
            raise SimulationError("file", path=path, why=why) from None

    def to_json(self) -> str:
        """Write the result as one JSON object."""
        return json.dumps(self.to_data())

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read what `to_json` wrote."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _no_result(f"not JSON: {error}") from None
        return cls.from_data(data)


def _all_laid(rest: Mapping[Any, object]) -> int:
    """Read a count that older results do not have."""
    return _whole([rest.get("all_laid", 0)], 1)[0]


def _no_result(why: object) -> SimulationError:
    return SimulationError("no-result", why=why)


def _say(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Rules):
        return ", ".join(f"{name} {text}" for name, text in value.to_data().items())
    return str(value)


def _join(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for first, stop in sorted(spans):
        if first == stop:
            continue
        if joined and first < joined[-1][1]:
            raise SimulationError("same-games", first=first)
        if joined and first == joined[-1][1]:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((first, stop))
    return tuple(joined)


def _span(value: object) -> tuple[int, int]:
    match value:
        case [int(first), int(stop)] if 0 <= first <= stop:
            return first, stop
    raise _no_result(f"{value!r} is not a span of games")


def _whole(values: object, count: int) -> tuple[int, ...]:
    if not (isinstance(values, list) and len(values) == count and all(type(n) is int and n >= 0 for n in values)):
        raise _no_result("its counts are not whole numbers")
    return tuple(values)


def setting_text(result: Result) -> str:
    """Return the game and the player as text: ``base, 2 players, talk standard: planner``."""
    return f"{rules_text(result.rules)}: {result.player}"


def rules_text(rules: Rules) -> str:
    """Return the game as text: ``base, 2 players, talk standard``."""
    return f"{rules.name}, " + ("solo" if rules.players == 1 else f"{rules.players} players, talk {rules.talk}")
