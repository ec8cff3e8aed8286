"""`Engine`: games side by side, stepped by compiled code that writes what every trainer reads straight into arrays.

Every environment of this room stands on it: `BatchEnv` with thousands of games, an `Episode` with one.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..kernel import bits
from ..kernel import layout as at
from ..kernel.bits import pointer
from ..kernel.codes import PLAYING
from ..kernel.compiling import Array, Record, entry, inlined, inner
from ..kernel.randomness import GOLDEN, game_seed, mix
from ..kernel.records import rules_record
from ..rules import Game, Rules
from .actions import ACTIONS, action_count
from .encoding import PartPlaces, gather, is_legal, observe, write_mask
from .layout import Layout, layout, seeded_map
from .rewards import REWARDS
from .state import FULL_SIZE, HEARD, NUMBER, PHASE, PLAY, ROW_SIZE, SHOWN, TALK, WISH, WORDS, Row, load, open_row, play
from .talk import SILENCES, acting, covers, fade, open_talk, speak, talk_record

Int8s: TypeAlias = npt.NDArray[np.int8]
Bundle: TypeAlias = tuple[Any, ...]
"""Arrays as a plain tuple, which reaches compiled code in half the time of a named one. Functions unpack it before
their loops: Numba counts references at every use of a bundle."""


class Games(NamedTuple):
    """The games, a line each."""

    rows: Any
    """See `state`."""
    rules: Any
    """One line may serve all."""
    talk: Any
    """What the table says about signals, one line for all; see `talk`."""
    seeds: Any


class Seen(NamedTuple):
    """What the seat that acts sees, a line a game."""

    observations: Any
    masks: Any
    choices: Any
    seats: Any


class Results(NamedTuple):
    """What the last step brought, a line a game."""

    rewards: Any
    ends: Any
    scores: Any
    reasons: Any
    outcomes: Any
    """How games ended, as the kernel reports it."""
    finals: Any
    """The last observation of a game that ended; empty where it is not wanted."""


class Options(NamedTuple):
    """What is the same for all games."""

    run: Any
    """The seed of the run."""
    renew: int
    """A game that ends is dealt anew, this many further on in the run; with 0 it stays as it is."""
    reward: int
    places: PartPlaces


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
        start = {part.name: part.start for part in self.layout}
        signals, commands, unseen, past = (start.get(name, 0) for name in ("signals", "map", "unseen", "laid_by"))
        width = FULL_SIZE if observe == "information" else ROW_SIZE
        self.games = Games(
            rows=np.zeros((games, width), np.int64),
            rules=np.tile(rules_record(rules), (games if seeded_map(rules) else 1, 1)),
            talk=talk_record(rules),
            seeds=np.zeros(games, np.uint64),
        )
        self.seen = Seen(
            observations=given.get("observations", np.zeros((games, self.layout.size), np.int8)),
            masks=given.get("masks", np.zeros((games, self.actions), np.int8)),
            choices=np.zeros(games, np.int64),
            seats=np.zeros(games, np.int8),
        )
        self.results = Results(
            rewards=given.get("rewards", np.zeros(games, np.float32)),
            ends=given.get("ends", np.zeros(games, np.bool_)),
            scores=np.zeros(games, np.int64),
            reasons=np.zeros(games, np.int64),
            outcomes=np.zeros((games, at.OUTCOME_SIZE), np.int64),
            finals=given.get("finals", np.zeros((0, self.layout.size), np.int8)),
        )
        self._same = Options(
            np.uint64(0), games if renews else 0, REWARDS.index(reward), (signals, commands, unseen, past)
        )
        self.options: Bundle = tuple(self._same)
        self._bundles: tuple[Bundle, Bundle, Bundle] = tuple(self.games), tuple(self.seen), tuple(self.results)

    def begin_run(self, seed: int, first: int) -> None:
        """Let the games that are dealt from now on follow from a seed; row k begins with game `first` + k."""
        self.options = tuple(self._same._replace(run=np.uint64(seed)))
        rows, seeds = self.games.rows, self.games.seeds
        rows[:, NUMBER] = first + np.arange(len(rows))
        seeds[:] = 0
        self.results.rewards[:] = 0
        self.results.ends[:] = False

    def deal(self, first: int, last: int) -> None:
        """Deal the games `first` to `last` - 1: the next of the run, or those of their `seeds`."""
        deal_games(self._bundles[0], self._bundles[1], self.options, first, last)

    def step(self, actions: npt.NDArray[np.int64], first: int, last: int) -> float:
        """Play one legal action in each of these games; return their rewards added up, in full precision."""
        return step_games(*self._bundles, self.options, actions, first, last)

    def load(self, game: Game, *, wishes: bool) -> None:
        """Begin the first game with a position of these rules; talk comes first, before turn 1 of `wishes`."""
        if game.rules != self.rules:  # a command map was drawn; another will be
            self.games.rules[0] = rules_record(game.rules)
            self.games.rules[0, at.SEEDED] = 1
        load(self.games.rows[0], game)
        self.show(PLAY if game.laid_this_turn else WISH if wishes and game.turn == 1 else TALK)

    def show(self, phase: int = PLAY) -> None:
        """Write what the seat that acts sees of the first game; the talk of a phase begins, if there is talk."""
        show_game(self._bundles[0], self._bundles[1], self.options, phase)

    @property
    def silent(self) -> bool:
        """Whether a card on the table of the first game closes all talk."""
        return bool(self.games.rows[0, at.SHOWN] & self.games.talk[SILENCES])

    def say(self, seat: int, action: int) -> None:
        """Let a signal of the first game stand."""
        self.games.rows[0, [place + seat for place in (SHOWN, WORDS, HEARD)]] |= 1 << action - ACTIONS

    def take(self, row: Row) -> None:
        """Let the first game be that of a row of another engine for the same rules."""
        self.games.rows[0] = row[: self.games.rows.shape[1]]

    def speak_out(self, seat: int) -> None:
        """Let a seat of the first game say no more than all have heard."""
        row = self.games.rows[0]
        row[WORDS + seat] = 0 if self.silent else row[HEARD + seat] & row[SHOWN + seat]

    def see(self, seat: int) -> Int8s:
        """Return what any seat sees of the first game."""
        out = np.empty(self.layout.size, np.int8)
        show_seat(self._bundles[0], self.options, seat, out)
        return out

    def first_illegal(self, actions: npt.NDArray[np.int64], first: int, last: int) -> int:
        """Return the first game whose action is not legal, or -1."""
        return first_illegal(self._bundles[0], actions, first, last)


@inner
def _show(row: Record, rules: Record, talk: Record, out: Record, places: PartPlaces) -> None:
    observe(row, rules, talk, out, acting(row), places)


@inlined
def _deal(row: Record, rules: Record, talk: Record, seed: Any, talks: bool, recalls: bool) -> None:
    open_row(row, rules, seed, recalls)
    if talks:
        open_talk(row, rules, talk, WISH)


@entry
def deal_games(games: Bundle, seen: Bundle, options: Bundle, first: int, last: int) -> None:
    """Deal games anew and show them; see `Engine.deal`."""
    rows, rules, talk, seeds = games
    observations, masks, choices, seats = seen
    run, renew, _, places = options
    wide, size, width = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1], rows.shape[1]
    talks, recalls, words = masks.shape[1] > ACTIONS, width > ROW_SIZE, pointer(talk, 0)
    for game in range(first, last):
        row, table = pointer(rows, width * game), pointer(rules, wide * game)
        if renew:
            seeds[game] = game_seed(run, np.uint64(row[NUMBER]))
        _deal(row, table, words, seeds[game], talks, recalls)
        _show(row, table, words, pointer(observations, size * game), places)
        choices[game] = write_mask(row, table, words, pointer(masks, masks.shape[1] * game), talks)
        seats[game] = acting(row)


@entry
def step_games(
    games: Bundle, seen: Bundle, results: Bundle, options: Bundle, actions: Array, first: int, last: int
) -> float:
    """Let whoever acts play or speak, by a legal action; see `Engine.step`."""
    rows, rules, talk, seeds = games
    observations, masks, choices, seats = seen
    rewards, ends, scores, reasons, outcomes, finals = results
    run, renew, reward, places = options
    wide, size, width = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1], rows.shape[1]
    talks, recalls, words = masks.shape[1] > ACTIONS, width > ROW_SIZE, pointer(talk, 0)
    total = 0.0
    for game in range(first, last):
        row, table = pointer(rows, width * game), pointer(rules, wide * game)
        outcome = pointer(outcomes, at.OUTCOME_SIZE * game)
        paid = _act(row, table, words, outcome, actions[game], reward, talks, recalls)
        rewards[game] = paid
        total += paid
        ends[game] = row[at.STATUS] != PLAYING
        if ends[game]:
            scores[game] = outcome[at.OUTCOME_SCORE]
            reasons[game] = outcome[at.OUTCOME_REASON]
            if finals.shape[0]:
                _show(row, table, words, pointer(finals, size * game), places)
            if renew:
                row[NUMBER] += renew
                seeds[game] = game_seed(run, np.uint64(row[NUMBER]))
                _deal(row, table, words, seeds[game], talks, recalls)
        _show(row, table, words, pointer(observations, size * game), places)
        choices[game] = write_mask(row, table, words, pointer(masks, masks.shape[1] * game), talks)
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
def show_game(games: Bundle, seen: Bundle, options: Bundle, phase: int) -> None:
    """Show the first game; see `Engine.show`."""
    rows, rules, talk, _ = games
    observations, masks, choices, seats = seen
    row, table, words, talks = pointer(rows, 0), pointer(rules, 0), pointer(talk, 0), masks.shape[1] > ACTIONS
    if talks and phase != PLAY:
        open_talk(row, table, words, phase)
    _show(row, table, words, pointer(observations, 0), options[3])
    choices[0] = write_mask(row, table, words, pointer(masks, 0), talks)
    seats[0] = acting(row)


@entry
def show_seat(games: Bundle, options: Bundle, seat: int, out: Array) -> None:
    """Write what any seat sees; see `Engine.see`."""
    rows, rules, talk, _ = games
    observe(pointer(rows, 0), pointer(rules, 0), pointer(talk, 0), pointer(out, 0), seat, options[3])


@entry
def first_illegal(games: Bundle, actions: Array, first: int, last: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    rows, rules, talk, _ = games
    wide, width, words = at.RULES_SIZE if rules.shape[0] > 1 else 0, rows.shape[1], pointer(talk, 0)
    for game in range(first, last):
        if not is_legal(pointer(rows, width * game), pointer(rules, wide * game), words, actions[game]):
            return game
    return -1


_U32: Any = np.uint64(32)


@entry
def sample_masked(masks: Array, choices: Array, randoms: Array, actions: Array, first: int, last: int) -> None:
    """Choose one of the legal actions of each game, all equally likely.

    `choices` says how many there are, and `randoms` holds a state a game. The mask is read 64 actions at a time.
    """
    width = masks.shape[1]
    last_64 = width - 64
    for game in range(first, last):
        mask = pointer(masks, width * game)
        randoms[game] += GOLDEN
        pick = np.int64(((mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        place = 0
        legal = gather(mask, place)
        there = bits.count(legal, 0)
        while pick >= there and place < last_64:
            pick -= there
            place += 64
            legal = gather(mask, min(place, last_64))
            if place > last_64:  # these were counted already
                legal &= -1 << (place - last_64)
                place = last_64
            there = bits.count(legal, 0)
        for _ in range(pick):
            legal &= legal - 1
        actions[game] = place + bits.count((legal & -legal) - 1, 0)
