"""Computer players on the seats beside a learner, in games that a trainer steps: compiled, until the learner acts.

One seat of every game is the learner's. `Seating` says who sits on the others. Every kind of partner has an entry of
its own, so that a trainer compiles no more than it needs. Partners play as where nobody talks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from . import layout as at
from .bits import bytes_at, floats_at, numbers_at, pointer, pointers, shifted, words_at
from .candidates import turns
from .champion import decide
from .codes import PLAYING
from .compiling import Array, Word, entry, inner, int64
from .determinization import look, see_table, write_turn
from .encoding import Bytes, observe, write_mask
from .episode import Recalled, open_episode, play
from .fields import Record, cell
from .layout import Level, Outcome, Planning, Prices, Reference, RulesRecord, View
from .level_values import ask_nothing
from .levels import plan_level
from .memory import nth
from .randomness import GOLDEN, game_seed, mix, uint64
from .reference import choose, plan_by_kind
from .scratch import LevelScratch, Scratch, Setup
from .stepping import StepBuffers
from .tabletalk import SignalRules

T = TypeVar("T")

_SALT: Any = np.uint64(0x706172746E657273)  # "partners" in ASCII
_U32: Any = np.uint64(32)
SEATS: Final = 5


class Seating(Record):
    """Who sits where: addresses of arrays, a line a game, and what is the same for all."""

    at_seats = cell()  # five numbers a game: 0 for the learner, else 1 + the place among the partners
    at_own = cell()  # the learner's seat
    at_waits = cell()  # who acts next, as in `at_seats`
    at_fresh = cell()  # 1 until the learner has acted: what was played before is not paid
    partner_count = cell()
    learner_seat = cell()  # -1: it moves on from game to game


class _Batch(NamedTuple):
    """All arrays of a batch of games, as pointers, and the seating."""

    buffers: StepBuffers
    seating: Seating
    rows: Recalled
    rulebook: RulesRecord
    allowed: SignalRules
    outcomes: Outcome
    rewards: list[float]
    ends: list[int]
    scores: list[int]
    reasons: list[int]
    seeds: list[Word]
    seats: list[int]
    own: list[int]
    waits: list[int]
    fresh: list[int]
    recalls: bool


@inner
def _batch(lines: Array, seating_lines: Array) -> _Batch:
    buffers: StepBuffers = pointer(lines, 0)
    seating: Seating = pointer(seating_lines, 0)
    return _Batch(
        buffers,
        seating,
        numbers_at(buffers.rows),
        numbers_at(buffers.rulebook),
        numbers_at(buffers.allowed),
        numbers_at(buffers.outcomes),
        floats_at(buffers.rewards),
        bytes_at(buffers.ended),
        numbers_at(buffers.scores),
        numbers_at(buffers.reasons),
        words_at(buffers.seeds),
        numbers_at(seating.at_seats),
        numbers_at(seating.at_own),
        numbers_at(seating.at_waits),
        numbers_at(seating.at_fresh),
        buffers.row_width > at.EPISODE_SIZE,
    )


@inner
def _chance(seed: Word, number: int) -> int:
    """Return a random number of 32 bits that follows from a deal."""
    chance: int = int64(mix((seed ^ _SALT) + GOLDEN * uint64(number + 1)) >> _U32)
    return chance


@inner
def _game(batch: _Batch, place: int) -> Recalled:
    game: Recalled = shifted(batch.rows, batch.buffers.row_width * place)
    return game


@inner
def _rules(batch: _Batch, place: int) -> RulesRecord:
    rules: RulesRecord = shifted(batch.rulebook, batch.buffers.rules_width * place)
    return rules


@inner
def _sit_down(batch: _Batch, place: int, players: int) -> None:
    """Seat everybody for a game that was dealt, and say who acts first."""
    game, seats, seed = _game(batch, place), shifted(batch.seats, SEATS * place), batch.seeds[place]
    own = batch.seating.learner_seat
    own = own if own >= 0 else game.number % players
    for seat in range(players):
        partner = (_chance(seed, seat) * batch.seating.partner_count) >> 32
        seats[seat] = 0 if seat == own else 1 + partner
    batch.own[place] = own
    batch.fresh[place] = 1
    batch.waits[place] = seats[game.active]


@inner
def _renew(batch: _Batch, place: int) -> None:
    """Deal the next game of a row."""
    game, rules = _game(batch, place), _rules(batch, place)
    game.number += batch.buffers.renew
    batch.seeds[place] = game_seed(uint64(batch.buffers.run), uint64(game.number))
    open_episode(game, rules, batch.seeds[place], batch.recalls)
    _sit_down(batch, place, rules.players)


@inner
def _played(batch: _Batch, place: int, action: int) -> None:
    """Let whoever acts play an action, and pay for it; a game that ends is told of and dealt anew."""
    game, rules = _game(batch, place), _rules(batch, place)
    outcome, buffers = shifted(batch.outcomes, at.OUTCOME_SIZE * place), batch.buffers
    paid = play(game, rules, outcome, action, buffers.reward_kind, batch.recalls)
    if batch.fresh[place] == 0:
        batch.rewards[place] += paid
    if game.status == PLAYING:
        batch.waits[place] = batch.seats[SEATS * place + game.active]
        return
    batch.waits[place] = 0
    if batch.fresh[place]:  # the partners lost it before the learner could act
        _renew(batch, place)
        return
    batch.ends[place] = 1
    batch.scores[place] = outcome.outcome_score
    batch.reasons[place] = outcome.outcome_reason
    if buffers.keeps_finals:
        _observe(batch, place, shifted(bytes_at(buffers.finals), buffers.observation_width * place), batch.own[place])
    if not buffers.renews_later:
        _renew(batch, place)


@inner
def _observe(batch: _Batch, place: int, out: Bytes, seat: int) -> None:
    places = batch.buffers.part_places
    parts = places[0], places[1], places[2], places[3]
    observe(_game(batch, place), _rules(batch, place), batch.allowed, out, seat, parts)


@entry
def sit_down(lines: Array, seating: Array, first: int, last: int) -> None:
    """Seat everybody in games that were just dealt."""
    batch = _batch(lines, seating)
    for place in range(first, last):
        _sit_down(batch, place, _rules(batch, place).players)


@entry
def act(lines: Array, seating: Array, actions: Array, first: int, last: int) -> None:
    """Let the learner act in these games; where it waits for a new deal, that is dealt and nothing else happens."""
    batch = _batch(lines, seating)
    for place in range(first, last):
        game = _game(batch, place)
        batch.rewards[place] = 0
        batch.ends[place] = 0
        if game.status != PLAYING:
            _renew(batch, place)
            continue
        if batch.fresh[place]:
            batch.fresh[place] = 0
            game.first_heights = game.heights[0] + game.heights[1] + game.heights[2] + game.heights[3]
        _played(batch, place, int64(actions[place]))


@entry
def act_for(lines: Array, seating: Array, actions: Array, which: int, first: int, last: int) -> int:
    """Let one of the partners act, one action in every game that waits for it; return how many games still wait."""
    batch, waiting = _batch(lines, seating), 0
    for place in range(first, last):
        if batch.waits[place] == which:
            _played(batch, place, int64(actions[place]))
        waiting += batch.waits[place] > 0
    return waiting


@entry
def show(lines: Array, seating: Array, which: int, first: int, last: int) -> None:
    """Write what the learner sees in these games, or with `which` above 0 what that partner does where it acts."""
    batch, buffers = _batch(lines, seating), pointer(lines, 0)
    observations, masks, choices = bytes_at(buffers.observations), bytes_at(buffers.masks), numbers_at(buffers.choices)
    actors = bytes_at(buffers.actors)
    for place in range(first, last):
        if which and batch.waits[place] != which:
            continue
        game, rules = _game(batch, place), _rules(batch, place)
        seat = game.active if which else batch.own[place]
        actors[place] = seat
        _observe(batch, place, shifted(observations, buffers.observation_width * place), seat)
        mask = shifted(masks, buffers.mask_width * place)
        choices[place] = write_mask(game, rules, batch.allowed, mask, False)


# --- partners by kind -------------------------------------------------------------------------------------------------


def _advance_by(
    plan: Callable[[Recalled, RulesRecord, T, int], list[int]],
) -> Callable[[_Batch, T, int, int, int], int]:
    """Make ``(batch, tools, which, first, last)``, which lets a partner play its turns; it returns how many games wait.

    `plan` gets the game, its rules, the tools and a random number, and returns how many actions there are and these.
    """

    @inner
    def advance(batch: _Batch, tools: T, which: int, first: int, last: int) -> int:
        waiting = 0
        for place in range(first, last):
            while batch.waits[place] == which:
                game = _game(batch, place)
                turn, number = game.turn, game.number
                actions = plan(game, _rules(batch, place), tools, _chance(batch.seeds[place], SEATS + game.active))
                for step in range(1, actions[0] + 1):
                    if batch.waits[place] == which and game.turn == turn and game.number == number:
                        _played(batch, place, actions[step])
            waiting += batch.waits[place] > 0
        return waiting

    return advance


class Simple(NamedTuple):
    """Random or greedy players: one of several, by the deal."""

    players: Array
    variants: Array
    """How many they are."""
    plan: list[int]


@inner
def _plan_simple(game: Recalled, _rules: RulesRecord, tools: Simple, chance: int) -> list[int]:
    player: Reference = nth(tools.players, at.REFERENCE_SIZE, (chance * tools.variants[0]) >> 32)
    tools.plan[1] = choose(game, player, tools.plan)
    tools.plan[0] = 1
    return tools.plan


class Planned(NamedTuple):
    """A planner."""

    player: Reference
    work: Planning
    prices: Prices


@inner
def _plan_planned(game: Recalled, rules: RulesRecord, tools: Planned, _chance: int) -> list[int]:
    plan_by_kind(game, rules, tools.player, tools.work, tools.prices)
    return tools.work.plan


class Levelled(NamedTuple):
    """A level and its memory."""

    seen: View
    level: Level
    work: LevelScratch


@inner
def _plan_levelled(game: Recalled, rules: RulesRecord, tools: Levelled, _chance: int) -> list[int]:
    see_table(game, rules, tools.seen)
    ask_nothing(tools.work.values)
    plan_level(tools.seen, rules, tools.level, tools.work)
    return tools.work.lists.planned


class Champions(NamedTuple):
    """A champion and its memory."""

    setup: Setup
    scratch: Scratch
    plan: list[int]


@inner
def _plan_champions(game: Recalled, rules: RulesRecord, tools: Champions, _chance: int) -> list[int]:
    setup, scratch = tools.setup, tools.scratch
    own = Setup(rules, setup.net, setup.talk, setup.rows, setup.rest)  # each game may have rules of its own
    look(game, own, scratch.seen)
    best = decide(scratch.seen, own, scratch, turns(scratch.seen, rules, scratch))
    write_turn(nth(scratch.turns, at.TURNEND_SIZE, best), tools.plan)
    return tools.plan


_simple, _planned = _advance_by(_plan_simple), _advance_by(_plan_planned)
_levelled, _champions = _advance_by(_plan_levelled), _advance_by(_plan_champions)


@entry
def advance_simple(lines: Array, seating: Array, arrays: Simple, which: int, first: int, last: int) -> int:
    """Let a random or greedy partner play; return how many games still wait for a partner."""
    return _simple(_batch(lines, seating), pointers(arrays), which, first, last)


@entry
def advance_planned(lines: Array, seating: Array, arrays: Planned, which: int, first: int, last: int) -> int:
    """Let a planner play; return how many games still wait for a partner."""
    return _planned(_batch(lines, seating), pointers(arrays), which, first, last)


@entry
def advance_levelled(
    lines: Array, seating: Array, seen: Array, level: Array, work: LevelScratch, which: int, first: int, last: int
) -> int:
    """Let a level play; return how many games still wait for a partner."""
    tools = Levelled(pointer(seen, 0), pointer(level, 0), pointers(work))
    return _levelled(_batch(lines, seating), tools, which, first, last)


@entry
def advance_champions(
    lines: Array, seating: Array, setup: Setup, scratch: Scratch, plan: Array, which: int, first: int, last: int
) -> int:
    """Let a champion play; return how many games still wait for a partner."""
    tools = Champions(pointers(setup), pointers(scratch), pointer(plan, 0))
    return _champions(_batch(lines, seating), tools, which, first, last)
