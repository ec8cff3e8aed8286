"""Look-ahead: the best turns are played on in worlds that fit what the seat sees, the same worlds for each.

The worlds (`determinization`) depend on nothing but the view, so equal views bring equal answers.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits, layout as at
from .bits import shifted
from .candidates import WINNING, likely_turns
from .codes import PLAYING, WON
from .compiling import COMPILED, Word, float32, inner
from .determinization import deal_world, look, play_turn
from .finishing import all_fit, is_decided
from .judging import UNVALUED, best_turn, obliging, plainest_turn, set_aside
from .layout import State, TurnEnd, View
from .memory import copy_found, copy_state, nth
from .randomness import mix
from .scratch import Scratch, Setup

DROPPED: Final = -1  # the score of a turn that was not looked through to the end
_LOOKED_AT: Final = 24  # turns that the network values in a turn that may come
_PRICE: Any = float32(0.002)  # a word about a pile is set aside only for so much more of a chance
_ONE: float = float32(1.0)
_NONE: float = float32(0.0)


@inner
def look_ahead(view: View, setup: Setup, scratch: Scratch, count: int) -> None:
    """Play the best turns on in worlds that may be, and put the best of them first."""
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    picked, best = _pick(view, setup, scratch, count), 0
    scratch.ahead.ahead_done = picked if picked > 1 else 0
    if picked > 1:
        _try_worlds(view, setup, scratch, picked)
        for place in range(picked):
            dropped = nth(picks.picked, at.TURNEND_SIZE, place).found_score == DROPPED
            if not dropped and chances[place] > chances[best]:
                best = place
    copy_found(nth(picks.picked, at.TURNEND_SIZE, best), scratch.turns)


@inner
def _pick(view: View, setup: Setup, scratch: Scratch, count: int) -> int:
    """Pick the turns to look through, the best first, with what speaks for them already; return how many."""
    values, ahead, chances = scratch.values, scratch.ahead, shifted(scratch.values, at.VALUES_AHEAD)
    picked, least = 0, UNVALUED
    while picked < ahead.ahead_turns:
        place, top = -1, least
        for other in range(count):
            if values[other] > UNVALUED:
                worth = obliging(values[other], nth(scratch.turns, at.TURNEND_SIZE, other), view, setup.rules)
                if worth > top:
                    place, top = other, worth
        if place < 0:
            break
        if picked == 0:
            least = top - float32(ahead.ahead_behind * 0.001)
        value, values[place] = values[place], UNVALUED
        end = nth(scratch.turns, at.TURNEND_SIZE, place)
        price = _PRICE * set_aside(end, view, setup.rules) * (ahead.ahead_trust + ahead.ahead_worlds)
        chances[picked] = ahead.ahead_trust * _chance(value) - price
        scratch.values[at.VALUES_PRICES + picked] = price
        copy_found(end, nth(scratch.picks.picked, at.TURNEND_SIZE, picked))
        picked += 1
    return picked


@inner
def _chance(value: float) -> float:
    """Return the chance that a logit stands for."""
    chance: float = _ONE / (_ONE + np.exp(-value))
    return chance


@inner
def _try_worlds(view: View, setup: Setup, scratch: Scratch, picked: int) -> None:
    """Add up the chance that each turn picked leaves, over the worlds."""
    chances = shifted(scratch.values, at.VALUES_AHEAD)
    hidden_low, hidden_high = view.unplayed[0] & ~view.hand[0], view.unplayed[1] & ~view.hand[1]
    seed = mix(np.uint64(hidden_low) + mix(np.uint64(hidden_high) + mix(np.uint64(view.hand[0]))))
    pool, standing = scratch.picks.picks_pool, picked
    for world in range(scratch.ahead.ahead_worlds):
        if world >= 8 and world % 8 == 0:
            standing = _drop_behind(scratch, picked, world)
        if standing == 1 and not scratch.ahead.ahead_whole:
            break
        if view.seats > 1:
            deal_world(scratch.picks.picks_world, view, setup, pool, mix(seed + np.uint64(world)), 0)
        for place in range(picked):
            end = nth(scratch.picks.picked, at.TURNEND_SIZE, place)
            if end.found_score != DROPPED or scratch.ahead.ahead_whole:
                if view.seats == 1:
                    _deal_evenly(end, view, setup, scratch, seed, world)
                chances[place] += _chance_after(end, setup, scratch)


@inner
def _deal_evenly(end: TurnEnd, view: View, setup: Setup, scratch: Scratch, seed: Word, world: int) -> None:
    """Deal a world alone: each shuffle serves until its cards are used up, so that all come equally often."""
    drawn = max(1, min(view.left, setup.rules.hand_size - bits.count(end.hand[0], end.hand[1])))
    hands = max(1, view.left // drawn)
    shuffled, skipped = mix(seed + np.uint64(world // hands)), world % hands * drawn
    deal_world(scratch.picks.picks_world, view, setup, scratch.picks.picks_pool, shuffled, skipped)


@inner
def _drop_behind(scratch: Scratch, picked: int, worlds: int) -> int:
    """Mark the turns that so many worlds leave clearly behind; return how many are left.

    The same worlds for each make small differences tell.
    """
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    most, left = _NONE, 0
    for place in range(picked):
        if nth(picks.picked, at.TURNEND_SIZE, place).found_score != DROPPED:
            most = max(most, chances[place])
    behind = most - float32(0.001) * scratch.ahead.ahead_race * np.sqrt(float32(worlds))
    for place in range(picked):
        if chances[place] < behind:
            nth(picks.picked, at.TURNEND_SIZE, place).found_score = DROPPED
        elif nth(picks.picked, at.TURNEND_SIZE, place).found_score != DROPPED:
            left += 1
    return left


@inner
def _chance_after(end: TurnEnd, setup: Setup, scratch: Scratch) -> float:
    """Return the chance to win that a turn leaves in the world dealt, when it is played on."""
    world, after = scratch.picks.picks_world, scratch.picks.picks_after
    copy_state(world, after)
    play_turn(after, setup.rules, end)
    return chance_of(after, setup, scratch, scratch.ahead.ahead_further)


@inner
def chance_of(state: State, setup: Setup, scratch: Scratch, further: int) -> float:
    """Return the chance to win that the active seat sees, after so many further turns; plain answers do not count."""
    view, own = scratch.picks.picks_view, scratch.seen.seat
    while state.status == PLAYING:
        look(state, setup, view)
        if COMPILED and view.left == 0 and view.seats == 1 and setup.rest[0] != 0 and is_decided(view, setup.rules):
            return _ONE if all_fit(view, setup.rules, scratch.fitting) else _NONE
        count = likely_turns(view, setup.rules, scratch)
        if count == WINNING:
            return _ONE
        if count == 0:
            return _NONE
        if scratch.ahead.ahead_plain and state.active != own:
            best = plainest_turn(view, setup.rules, scratch, count)
        else:
            best = best_turn(view, setup, scratch, count, _LOOKED_AT)
            if further == 0:
                return _chance(scratch.values[best])
            further -= 1
        play_turn(state, setup.rules, nth(scratch.turns, at.TURNEND_SIZE, best))
    return _ONE if state.status == WON else _NONE
