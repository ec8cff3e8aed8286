"""`Engine`: games side by side, stepped by compiled code that writes what every trainer reads straight into arrays.

Every environment of this room stands on it: `BatchEnv` with thousands of games, an `Episode` with one.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..kernel import layout as at
from ..kernel.codes import PLAYING
from ..kernel.layout import Places
from ..rules import Game, Rules
from .actions import ACTIONS, action_count
from .encoding import PartPlaces, is_legal, observe, write_mask
from .layout import Layout, layout, seeded_map
from .machine import (
    COMPILED,
    GOLDEN,
    NUMBER_TYPE,
    Array,
    Record,
    bytes_at,
    count,
    entry,
    floats_at,
    forced,
    game_seed,
    gather,
    inlined,
    mix,
    numbers_at,
    pointer,
    ruled,
    seeds_at,
    shifted,
)
from .rewards import REWARDS
from .state import (
    FULL_SIZE,
    HEARD,
    NUMBER,
    PHASE,
    PLAY,
    ROW_SIZE,
    SHOWN,
    TALK,
    WISH,
    WORDS,
    Row,
    load,
    open_row,
    play,
)
from .talk import SILENCES, acting, covers, fade, open_talk, speak, talk_record

Int8s: TypeAlias = npt.NDArray[np.int8]

# A desk: where the arrays of an engine lie in memory, and what is the same for all its games. Compiled code gets it as
# one array: to hand over many costs more than a step of a single game.
_desk = Places()
ROWS: Final = _desk.take()  # the games, a row each; see `state`
RULES: Final = _desk.take()  # a rules record each, or one for all
TALK_RULES: Final = _desk.take()  # what the table says about signals; see `talk`
SEEDS: Final = _desk.take()
OBSERVATIONS: Final = _desk.take()  # what the seat that acts sees, a line a game
MASKS: Final = _desk.take()
CHOICES: Final = _desk.take()  # how many actions are legal
SEATS: Final = _desk.take()  # which seat acts
REWARDS_PAID: Final = _desk.take()  # by the last step
ENDS: Final = _desk.take()  # whether it ended the game
SCORES: Final = _desk.take()  # of games that ended
WHY: Final = _desk.take()  # why they were lost
OUTCOMES: Final = _desk.take()  # how they ended, as the kernel reports it
FINALS: Final = _desk.take()  # their last observation, or 0 where it is not wanted
ROW_WIDTH: Final = _desk.take()
RULES_WIDTH: Final = _desk.take()  # 0 where one record serves all
SIZE: Final = _desk.take()  # of an observation
WIDTH: Final = _desk.take()  # of a mask
PARTS: Final = _desk.take(4)  # see `encoding.PartPlaces`
REWARD: Final = _desk.take()
RENEW: Final = _desk.take()  # a game that ends is dealt anew, this many further on in the run; with 0 it stays
RUN: Final = _desk.take()  # the seed of the run
DESK_SIZE: Final = _desk.size


LINE: Final = 64  # bytes of the processor's cache


def aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Return zeros that begin with a cache line: JAX shares memory only then, and copies it otherwise."""
    size = prod(shape) * dtype.itemsize
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(dtype).reshape(shape)


def _rules_record(rules: Rules) -> Row:
    return np.array(ruled(rules).numbers(), NUMBER_TYPE)


class Engine:
    """Games side by side, with the arrays that a step writes; those given must fit.

    Actions are not checked here: `first_illegal` does.
    """

    def __init__(
        self, games: int, rules: Rules, observe: str, talks: bool, reward: str, renews: bool, **given: Any
    ) -> None:
        self.rules = rules
        self.layout: Layout = layout(rules, observe, talks)
        self.actions = action_count(talks)
        size = self.layout.size
        shape = games, FULL_SIZE if observe == "information" else ROW_SIZE
        self.rows = aligned(shape, np.dtype(np.int64)) if COMPILED else np.zeros(shape, NUMBER_TYPE)
        self._rules = np.tile(_rules_record(rules), (games if seeded_map(rules) else 1, 1))
        self._talk = talk_record(rules)
        self.seeds = np.zeros(games, np.uint64)
        self.observations: Int8s = given.get("observations", np.zeros((games, size), np.int8))
        self.masks: Int8s = given.get("masks", np.zeros((games, self.actions), np.int8))
        self.choices = np.zeros(games, np.int64)
        self.seats = np.zeros(games, np.int8)
        self.rewards = given.get("rewards", np.zeros(games, np.float32))
        self.ends = given.get("ends", np.zeros(games, np.bool_))
        self.scores, self.reasons = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self.outcomes = np.zeros((games, at.OUTCOME_SIZE), np.int64)
        self.finals: Int8s = given.get("finals", np.zeros((0, size), np.int8))
        self._desk = self._new_desk(REWARDS.index(reward), games if renews else 0)

    def _new_desk(self, reward: int, renew: int) -> Row:
        desk = np.zeros(DESK_SIZE, np.int64)
        arrays: list[npt.NDArray[Any]] = [self.rows, self._rules, self._talk, self.seeds, self.observations, self.masks]
        arrays += [self.choices, self.seats, self.rewards, self.ends, self.scores, self.reasons, self.outcomes]
        arrays.append(self.finals)
        desk[ROWS : ROWS + len(arrays)] = [array.ctypes.data if array.size else 0 for array in arrays]
        start = {part.name: part.start for part in self.layout}
        desk[PARTS : PARTS + 4] = [start.get(name, 0) for name in ("signals", "map", "unseen", "laid_by")]
        rules_width = self._rules.shape[1] if len(self._rules) > 1 else 0
        desk[ROW_WIDTH], desk[RULES_WIDTH] = self.rows.shape[1], rules_width
        desk[SIZE], desk[WIDTH], desk[REWARD], desk[RENEW] = self.layout.size, self.actions, reward, renew
        return desk

    def begin_run(self, seed: int, first: int) -> None:
        """Let the games that are dealt from now on follow from a seed; row k begins with game `first` + k."""
        self._desk[RUN] = np.uint64(seed).astype(np.int64)
        self.rows[:, NUMBER] = first + np.arange(len(self.rows))
        self.rewards[:] = 0
        self.ends[:] = False

    def deal(self, first: int, last: int) -> None:
        """Deal the games `first` to `last` - 1: the next of the run, or those of their `seeds`."""
        deal_games(self._desk, first, last)

    def step(self, actions: npt.NDArray[np.int64], first: int, last: int) -> float:
        """Play one legal action in each of these games; return their rewards added up, in full precision."""
        return step_games(self._desk, actions, first, last)

    def sample(self, randoms: npt.NDArray[np.uint64], actions: npt.NDArray[np.int64], first: int, last: int) -> None:
        """Choose one of the legal actions of each of these games, all equally likely."""
        sample_masked(self._desk, randoms, actions, first, last)

    def first_illegal(self, actions: npt.NDArray[np.int64], first: int, last: int) -> int:
        """Return the first game whose action is not legal, or -1."""
        return first_illegal(self._desk, actions, first, last)

    # Of the first game only.

    def load(self, game: Game, *, wishes: bool) -> None:
        """Begin with a position of these rules; talk comes first, before turn 1 of `wishes`."""
        if game.rules != self.rules:  # a command map was drawn; another will be
            self._rules[0] = _rules_record(game.rules)
            self._rules[0, at.SEEDED] = 1
        load(self.rows[0], game)
        self.show(PLAY if game.laid_this_turn else WISH if wishes and game.turn == 1 else TALK)

    def show(self, phase: int = PLAY) -> None:
        """Write what the seat that acts sees; the talk of a phase begins, if there is talk."""
        show_game(self._desk, phase)

    def see(self, seat: int) -> Int8s:
        """Return what any seat sees."""
        out = np.empty(self.layout.size, np.int8)
        show_seat(self._desk, seat, out)
        return out

    @property
    def silent(self) -> bool:
        """Whether a card on the table closes all talk."""
        return bool(self.rows[0, at.SHOWN] & self._talk[SILENCES])

    def say(self, seat: int, action: int) -> None:
        """Let a signal stand."""
        self.rows[0, [place + seat for place in (SHOWN, WORDS, HEARD)]] |= 1 << action - ACTIONS

    def speak_out(self, seat: int) -> None:
        """Let a seat say no more than all have heard."""
        row = self.rows[0]
        row[WORDS + seat] = 0 if self.silent else row[HEARD + seat] & row[SHOWN + seat]


@inlined
def _games(desk: Record) -> tuple[Record, Record, Record, int, int]:
    """Return the rows, the rules, what the table says of signals, and the width of the first two.

    Everything is read off the desk before a loop: within it, compiled code would read it again after every write.
    """
    return (
        numbers_at(desk[ROWS]),
        numbers_at(desk[RULES]),
        numbers_at(desk[TALK_RULES]),
        desk[ROW_WIDTH],
        desk[RULES_WIDTH],
    )


@inlined
def _seen(desk: Record) -> tuple[Record, Record, Record, Record, int, int]:
    """Return observations, masks, numbers of choices and seats, and the width of the first two."""
    seen, masks, seats = bytes_at(desk[OBSERVATIONS]), bytes_at(desk[MASKS]), bytes_at(desk[SEATS])
    return seen, masks, numbers_at(desk[CHOICES]), seats, desk[SIZE], desk[WIDTH]


@inlined
def _parts(desk: Record) -> PartPlaces:
    return desk[PARTS], desk[PARTS + 1], desk[PARTS + 2], desk[PARTS + 3]


@inlined
def _deal(row: Record, rules: Record, talk: Record, seed: Any, talks: bool, recalls: bool) -> None:
    open_row(row, rules, seed, recalls)
    if talks:
        open_talk(row, rules, talk, WISH)


@forced
def _observe(row: Record, rules: Record, talk: Record, out: Record, parts: PartPlaces) -> None:
    observe(row, rules, talk, out, acting(row), parts)


@entry
def deal_games(desk: Array, first: int, last: int) -> None:
    """Deal games anew and show them; see `Engine.deal`."""
    rows, rules, talk, row_width, rules_width = _games(desk)
    observations, masks, choices, seats, size, width = _seen(desk)
    seeds, parts = seeds_at(desk[SEEDS]), _parts(desk)
    for game in range(first, last):
        row, table = shifted(rows, row_width * game), shifted(rules, rules_width * game)
        if desk[RENEW]:
            seeds[game] = game_seed(np.uint64(desk[RUN]), np.uint64(row[NUMBER]))
        _deal(row, table, talk, seeds[game], width > ACTIONS, row_width > ROW_SIZE)
        _observe(row, table, talk, shifted(observations, size * game), parts)
        choices[game] = write_mask(row, table, talk, shifted(masks, width * game), width > ACTIONS)
        seats[game] = acting(row)


@entry
def step_games(desk: Array, actions: Array, first: int, last: int) -> float:
    """Let whoever acts play or speak, by a legal action; see `Engine.step`."""
    rows, rules, talk, row_width, rules_width = _games(desk)
    observations, masks, choices, seats, size, width = _seen(desk)
    rewards, ends, outcomes = floats_at(desk[REWARDS_PAID]), bytes_at(desk[ENDS]), numbers_at(desk[OUTCOMES])
    scores, reasons, seeds, parts = (
        numbers_at(desk[SCORES]),
        numbers_at(desk[WHY]),
        seeds_at(desk[SEEDS]),
        _parts(desk),
    )
    run, renew, reward, total = np.uint64(desk[RUN]), desk[RENEW], desk[REWARD], 0.0
    talks, recalls, keeps, finals = width > ACTIONS, row_width > ROW_SIZE, desk[FINALS] != 0, bytes_at(desk[FINALS])
    for game in range(first, last):
        row, table = shifted(rows, row_width * game), shifted(rules, rules_width * game)
        outcome = shifted(outcomes, at.OUTCOME_SIZE * game)
        paid = _act(row, table, talk, outcome, actions[game], reward, talks, recalls)
        rewards[game] = paid
        total += paid
        over = row[at.STATUS] != PLAYING
        ends[game] = over
        if over:
            scores[game] = outcome[at.OUTCOME_SCORE]
            reasons[game] = outcome[at.OUTCOME_REASON]
            if keeps:
                _observe(row, table, talk, shifted(finals, size * game), parts)
            if renew:
                row[NUMBER] += renew
                seeds[game] = game_seed(run, np.uint64(row[NUMBER]))
                _deal(row, table, talk, seeds[game], talks, recalls)
        _observe(row, table, talk, shifted(observations, size * game), parts)
        choices[game] = write_mask(row, table, talk, shifted(masks, width * game), talks)
        seats[game] = acting(row)
    return total


@inlined
def _act(
    row: Record, rules: Record, talk: Record, outcome: Record, action: int, reward: int, talks: bool, recalls: bool
) -> float:
    if row[PHASE] != PLAY:
        speak(row, rules, talk, action)
        return 0.0
    covered, turn, seat = covers(row, rules, talk) if talks else 0, row[at.TURN], row[at.ACTIVE]
    paid = play(row, rules, outcome, action, reward, recalls)
    if talks:
        fade(row, rules, talk, covered, turn, seat)
    return paid


@entry
def show_game(desk: Array, phase: int) -> None:
    """Show the first game; see `Engine.show`."""
    row, rules, talk, _, _ = _games(desk)
    observations, masks, choices, seats, _, width = _seen(desk)
    if width > ACTIONS and phase != PLAY:
        open_talk(row, rules, talk, phase)
    _observe(row, rules, talk, observations, _parts(desk))
    choices[0] = write_mask(row, rules, talk, masks, width > ACTIONS)
    seats[0] = acting(row)


@entry
def show_seat(desk: Array, seat: int, out: Array) -> None:
    """Write what any seat sees; see `Engine.see`."""
    row, rules, talk, _, _ = _games(desk)
    observe(row, rules, talk, pointer(out, 0), seat, _parts(desk))


@entry
def first_illegal(desk: Array, actions: Array, first: int, last: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    rows, rules, talk, row_width, rules_width = _games(desk)
    for game in range(first, last):
        if not is_legal(shifted(rows, row_width * game), shifted(rules, rules_width * game), talk, actions[game]):
            return game
    return -1


_U32: Any = np.uint64(32)


@entry
def sample_masked(desk: Array, randoms: Array, actions: Array, first: int, last: int) -> None:
    """Choose a legal action in each game; `randoms` holds a state a game. The mask is read 64 actions at a time."""
    _, masks, choices, _, _, width = _seen(desk)
    last_64 = width - 64
    for game in range(first, last):
        mask = shifted(masks, width * game)
        randoms[game] += GOLDEN
        pick = np.int64(((mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        place = 0
        legal = gather(mask, place)
        there = count(legal, 0)
        while pick >= there and place < last_64:
            pick -= there
            place += 64
            legal = gather(mask, min(place, last_64))
            if place > last_64:  # these were counted already
                legal &= -1 << (place - last_64)
                place = last_64
            there = count(legal, 0)
        for _ in range(pick):
            legal &= legal - 1
        actions[game] = place + count((legal & -legal) - 1, 0)
