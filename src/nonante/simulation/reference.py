"""Players on one seat that are no level: the simplest ones in plain Python, the kernel's beside others, strangers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from .. import kernel as kernel_room
from ..players import Manner, SilentPlayer, may_talk, said
from ..rules import END, GOLDEN, LETTERS, MASK, MOVES, PILES, Rules, View, card_of, mix
from ..table import Signal
from .errors import NeedsExtra


class RandomStream:
    """The random numbers of one game, in the kernel's order: all seats of a reference table draw from one stream."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        self._state = (self._state + GOLDEN) & MASK
        return ((mix(self._state) >> 32) * count) >> 32


class RandomReference(SilentPlayer):
    """Plays a random legal move."""

    def __init__(self, stream: RandomStream) -> None:
        self._stream = stream

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return one legal move: the next question comes after it."""
        moves = view.legal_moves()
        return [moves[self._stream.below(len(moves))]]


class NearestReference(SilentPlayer):
    """Lays the card nearest to a pile, a retro counting -10; beyond the minimum only retros."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return the legal move with the shortest step, on the first pile where several are as short."""
        lays = [move for move in view.legal_moves() if move != END]
        best = min(lays, key=lambda move: (_step(view, move), move[-1]), default=END)
        if len(view.laid_this_turn) >= view.minimum and (best == END or _step(view, best) > 0):
            return [END]
        return [best]


def random_team(seed: int, seats: int) -> list[RandomReference]:
    """Return random players for all seats of a game."""
    stream = RandomStream(seed)
    return [RandomReference(stream) for _ in range(seats)]


def nearest_team(seed: int, seats: int) -> list[NearestReference]:  # noqa: ARG001 - nothing here is left to chance
    """Return nearest players for all seats of a game."""
    return [NearestReference() for _ in range(seats)]


def _step(view: View, move: str) -> int:
    card, pile = MOVES[move]
    return PILES[pile].step(view.tops[pile], card)


SettingsFor: TypeAlias = Callable[[int], Mapping[str, float]]
"""From a number of players to the kernel's settings."""


class PlannedSeat(SilentPlayer):
    """Plays by settings of the kernel, and says whether it would like to start; it neither gives nor heeds signals."""

    def __init__(self, settings_for: SettingsFor) -> None:
        if not kernel_room.available():
            raise NeedsExtra(what="this player", extra="fast")
        self._settings_for = settings_for

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - it does not heed
        """Return the turn as planned; where every way loses, whatever is legal."""
        return self._planned(view, opened=True) or view.legal_moves()[:1]

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by how far its first turn would move the tops."""
        limit = self._settings_for(view.rules.players).get("start_cost", 0)
        if limit < 0 or view.turn != 1 or not may_talk(view):
            return None
        return "like" if _cost(self._planned(view, opened=False)) <= limit else "rather-not"

    def _planned(self, view: View, *, opened: bool) -> list[str]:
        from ..kernel import layout, records

        reference, settings = kernel_room.load(), tuple(self._settings_for(view.rules.players).items())
        play = reference.reference_setup(*_records(view.rules, settings))
        records.write_view(play.state[: layout.VIEW_SIZE], view, [0] * view.rules.players, opened=opened)
        reference.plan_turn(play)
        return [records.move_of(action) for action in play.work[layout.PLAN + 1 :][: play.work[layout.PLAN]]]


def _cost(moves: Sequence[str]) -> int:
    """Return how far a first turn moves the tops on from bare piles."""
    highest = {move[-1]: card_of(move) for move in moves if move[-1] in LETTERS}  # of each pile the last card counts
    return sum(card - 1 if LETTERS.index(letter) < 2 else 100 - card for letter, card in highest.items())


@lru_cache(64)  # with seeded commands every game has rules of its own
def _records(rules: Rules, settings: tuple[tuple[str, float], ...]) -> tuple[Any, Any]:
    from ..kernel import records

    return records.rules_record(rules), records.player_record(dict(settings))


_SALT_PLAYERS: Final = 0x706C617965727321  # "players!" in ASCII


def players_seed(seed: int) -> int:
    """Return the seed of the players' own random numbers in the game dealt from `seed`."""
    return mix(seed ^ _SALT_PLAYERS)


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of one seat's own random numbers in the game dealt from `seed`."""
    return mix((players_seed(seed) + GOLDEN * (seat + 1)) & MASK)


class Stranger(SilentPlayer):
    """Lays short steps. How far it goes on, how much it says and how much it heeds follow from its seed."""

    def __init__(self, seed: int) -> None:
        habits = random.Random(seed)  # noqa: S311 - play needs no secrecy
        self._reach = habits.choice((0, 1, 2, 4))
        self._heeds = habits.choice((0, 4, 12))
        self._says = habits.random() < 0.75
        self._manner = Manner(keep_within=habits.choice((3, 4)), small_within=habits.choice((7, 8, 10)))

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the next move: the shortest step, or the end of the turn where it would go too far."""
        asked = {word.pile for word in signals if word.name in ("keep-off", "can-go-back") and word.seat != view.seat}
        return [min(view.legal_moves(), key=lambda move: self._price(view, move, asked))]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Say what its hand would like, if it is one of those that talk."""
        return said(view, self._manner) if self._says else []

    def _price(self, view: View, move: str, asked: set[str | None]) -> float:
        if move == END:
            return self._reach + 0.5
        letter = move[-1]
        ahead = (int(move[:-1]) - view.piles[letter]) * (1 if LETTERS.index(letter) < 2 else -1)
        return ahead + (self._heeds if letter in asked else 0)
