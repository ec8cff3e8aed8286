"""`Engine`: games side by side, stepped by the kernel, which writes what every trainer reads straight into arrays.

Every environment of this room stands on it: `BatchEnv` with thousands of games, an `Episode` with one. The code is
compiled, or interpreted where there is no Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..kernel.codes import MARKS
from ..rules import Game, Rules, card_of
from ..table import COVER, Signal, TableError, check_signal, still_true, talk_closed, wants_covered
from .actions import ACTIONS, VOCABULARY, action_count
from .layout import Layout, Vector, layout, seeded_map
from .options import REWARDS, Chosen

Row: TypeAlias = npt.NDArray[np.int64]
"""One game: the numbers of `kernel.episode.Episode`."""

_module = kernel.load if kernel.available() else kernel.interpreted
code: Any = _module("stepping")
at: Any = _module("layout")
PLAY: Final[int] = _module("episode").PLAY
WISH: Final[int] = _module("episode").WISH
TALK: Final[int] = _module("episode").TALK
_memory, _records, _signal_rules = _module("memory"), _module("records"), _module("tabletalk").SignalRules
words: Callable[[Iterable[int]], tuple[int, int]] = _records.words
CAME_WITH_THE_DEAL: Final = 1 << _module("episode").CAME_SHIFT
_LINE: Final = 64  # bytes of the processor's cache
_NEVER: Final = ("permissive-only", "extreme-only")  # why a table refuses a signal whatever lies


def aligned(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """Return zeros that begin with a cache line: JAX shares memory only then, and copies it otherwise."""
    size = prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + _LINE, np.uint8)
    start = -room.ctypes.data % _LINE
    array: npt.NDArray[Any] = room[start : start + size].view(dtype).reshape(shape)
    return array


def _numbers(record: Any) -> npt.NDArray[Any]:
    """Return the numbers of a record as an array."""
    array = np.zeros(record.size, _memory.NUMBER)
    for place, number in enumerate(record.numbers()):
        array[place] = number
    return array


class Engine:
    """Games side by side, with the arrays that a step writes; those given must fit.

    Actions are not checked here: `first_illegal` does. `seats` says who acts in each game, `choices` how many of its
    actions are legal.
    """

    def __init__(self, games: int, chosen: Chosen, *, renews: bool = False, **given: Any) -> None:
        self.rules, self.talks = chosen.rules, chosen.talks
        self.layout: Layout = layout(chosen.rules, chosen.observe, chosen.talks)
        self.actions = action_count(chosen.talks)
        shape = games, at.RECALLED_SIZE if chosen.observe == "information" else at.EPISODE_SIZE
        self.rows = aligned(shape, np.int64) if kernel.available() else np.zeros(shape, _memory.NUMBER)
        self._rules = np.tile(_numbers(_records.ruled(self.rules)), (games if seeded_map(self.rules) else 1, 1))
        if given.get("silent"):  # partners play as where nobody talks
            self._rules[:, at.TALK] = 0
        self._allowed = _numbers(allowed_signals(self.rules, _signal_rules()))
        self.seeds = np.zeros(games, np.uint64)
        self.observations: Vector = given.get("observations", np.zeros((games, self.layout.size), np.int8))
        self.masks: Vector = given.get("masks", np.zeros((games, self.actions), np.int8))
        self.choices, self.seats = np.zeros(games, np.int64), np.zeros(games, np.int8)
        self.rewards: npt.NDArray[np.float32] = given.get("rewards", np.zeros(games, np.float32))
        self.ends: npt.NDArray[np.bool_] = given.get("ends", np.zeros(games, np.bool_))
        self.scores, self.reasons = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self.outcomes = np.zeros((games, at.OUTCOME_SIZE), np.int64)
        self.finals: Vector = given.get("finals", np.zeros((0, self.layout.size), np.int8))
        self._desk = self._new_desk(REWARDS.index(chosen.reward), games if renews else 0, given.get("late", False))

    def _new_desk(self, reward: int, renew: int, late: bool) -> Row:
        desk = code.StepBuffers()
        lying = {"rulebook": self._rules, "allowed": self._allowed, "actors": self.seats, "ended": self.ends}
        names = ("rows", "seeds", "observations", "masks", "choices", "rewards", "scores", "reasons")
        lying |= {name: getattr(self, name) for name in (*names, "outcomes", "finals")}
        for name, array in lying.items():
            setattr(desk, name, _memory.address(array))
        start = {part.name: part.start for part in self.layout}
        desk.part_places = [start.get(name, 0) for name in ("signals", "map", "unseen", "laid_by")]
        desk.row_width, desk.observation_width, desk.mask_width = self.rows.shape[1], self.layout.size, self.actions
        desk.rules_width = self._rules.shape[1] if len(self._rules) > 1 else 0
        desk.reward_kind, desk.renew, desk.keeps_finals = reward, renew, int(self.finals.size > 0)
        desk.renews_later = int(late)
        return _numbers(desk)

    def begin_run(self, seed: int, first: int) -> None:
        """Let the games that are dealt from now on follow from a seed; row k begins with game `first` + k."""
        self._desk[at.RUN] = seed - (seed >> 63 << 64)
        self.rows[:, at.NUMBER] = first + np.arange(len(self.rows))
        self.rewards[:] = 0
        self.ends[:] = False

    def deal_games(self, first: int, last: int) -> None:
        """Deal the games `first` to `last` - 1: the next of the run, or those of their `seeds`."""
        code.deal_games(self._desk, first, last)

    def step_games(self, actions: npt.NDArray[np.int64], first: int, last: int) -> float:
        """Play one legal action in each of these games; return their rewards added up, in full precision."""
        paid: float = code.step_games(self._desk, actions, first, last)
        return paid

    def sample_games(self, actions: npt.NDArray[np.int64], first: int, last: int) -> None:
        """Choose one of the legal actions of each of these games, all equally likely."""
        code.sample_masked(self._desk, actions, first, last)

    def first_illegal(self, actions: npt.NDArray[np.int64]) -> int:
        """Return the first game whose action is not legal, or -1."""
        game: int = code.first_illegal(self._desk, actions, 0, len(self.rows))
        return game

    # Of the first game only.

    def load(self, game: Game, *, wishes: bool) -> None:
        """Begin with a position of these rules; talk comes first, before turn 1 of `wishes`."""
        if game.rules != self.rules:  # a command map was drawn; another will be
            self._rules[0] = _numbers(_records.ruled(game.rules))
            self._rules[0, at.SEEDED] = 1
        row, last = self.rows[0], game.last_turn
        row[:] = 0
        row[: at.STATE_SIZE] = _records.state_of(game).numbers()
        left = [card for cards in (game.draw, *game.hands) for card in cards]
        row[at.OPENED : at.OPENED + 2] = _records.words((*left, *map(card_of, game.laid_this_turn)))
        row[at.LAID_BEFORE : at.LAID_BEFORE + 2] = _records.words(map(card_of, last.moves) if last else ())
        row[at.SEAT_BEFORE] = last.seat if last else -1
        row[at.PILES], row[at.FIRST_CARDS] = game.turn_state.touched, game.cards_left
        row[at.FIRST_HEIGHTS] = row[at.HEIGHTS : at.HEIGHTS + 4].sum()
        if len(row) > at.PAST:
            row[at.PAST + np.array([card - 2 for hand in game.hands for card in hand])] = CAME_WITH_THE_DEAL
        self.show(PLAY if game.laid_this_turn else WISH if wishes and game.turn == 1 else TALK)

    def show(self, phase: int = PLAY) -> None:
        """Write what the seat that acts sees; the talk of a phase begins, if there is talk."""
        code.show_game(self._desk, phase)

    def see(self, seat: int) -> Vector:
        """Return what any seat sees."""
        out = np.empty(self.layout.size, np.int8)
        code.show_seat(self._desk, seat, out)
        return out

    @property
    def silent(self) -> bool:
        """Whether a card on the table closes all talk."""
        return bool(self.rows[0, at.SHOWN] & self._allowed[at.SILENCES])

    def say(self, seat: int, action: int) -> None:
        """Let a signal stand."""
        self.rows[0, [place + seat for place in (at.STANDING, at.SAYING, at.HEARD)]] |= 1 << action - ACTIONS

    def speak_out(self, seat: int) -> None:
        """Let a seat say no more than all have heard."""
        row = self.rows[0]
        row[at.SAYING + seat] = 0 if self.silent else row[at.HEARD + seat] & row[at.STANDING + seat]


# --- what may be said: the table is asked about every signal ----------------------------------------------------------


def allowed_signals(rules: Rules, record: Any) -> Any:
    """Return the record with what the table says about every signal."""
    marked = Rules.edition("on-fire+extreme", players=2)
    bare = Game.deal(marked, 0)._replace(hands=((), ()))
    record.always = always = _all_that(partial(still_true, bare))
    if rules.players > 1 and rules.talk != "none":
        record.known = _all_that(partial(_may_ever_be_said, Game.deal(rules, 0)))
    for mark in range(1, MARKS):
        card = marked.marks.index(mark)
        held = bare._replace(hands=((card,), ()))
        shown = bare._replace(turn_state=bare.turn_state._replace(tops=(card, *bare.tops[1:])))
        record.on_top[mark] = _all_that(partial(still_true, shown)) & ~always
        record.in_hand[mark] = _all_that(partial(still_true, held)) & ~always
        record.covered[mark] = (None, "command", "fire").index(wants_covered(shown, Signal(0, COVER, "A")))
        record.of_top |= _all_that(partial(wants_covered, shown))
        record.silences |= 0 if talk_closed(shown) is None else 15 << 4 * mark
    record.replaced = [_all_that(Signal(0, *word).replaces) for word in VOCABULARY]
    return record


def _all_that(test: Callable[[Signal], object]) -> int:
    """Return the signals of seat 0 that pass a test, a bit for each."""
    return sum(1 << place for place, word in enumerate(VOCABULARY) if test(Signal(0, *word)))


def _may_ever_be_said(game: Game, word: Signal) -> bool:
    try:
        check_signal(game, word)
    except TableError as error:
        return error.code not in _NEVER
    return True
