"""The rules of a turn in JAX: `kernel.turn` and `kernel.game` again, over all cards and piles at once."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from ..kernel import codes
from ..rules import Rules
from .jax_state import CARDS, Past, State
from .layout import seeded_map

_RISES: Final = np.array([True, True, False, False])
_PILES: Final = np.arange(4)
_CARD: Final = np.arange(CARDS)
# How high every card stands on every pile.
_HEIGHTS: Final = np.where(_RISES, _CARD[:, None] + 2, 99 - _CARD[:, None]).astype(np.int32)


def marks_of(rules: Rules, state: State) -> Array:
    """Return the mark of every number."""
    return state.marks if seeded_map(rules) else jnp.asarray(rules.marks, jnp.int8)


def marks_on_top(rules: Rules, state: State) -> Array:
    """Return the visible mark of every pile."""
    return marks_of(rules, state)[jnp.where(_RISES, state.heights, 101 - state.heights)]


def hand_of(state: State, seat: Array) -> Array:
    """Return the cards of a seat."""
    return (state.hands & _is(seat, len(state.hands))[:, None]).any(0)


def _is(seat: Array, players: int) -> Array:
    return jnp.arange(players) == seat


def _fits(rules: Rules, state: State) -> Array:
    """Tell of every card and pile whether the active seat may lay it there."""
    back = state.heights - 10
    if rules.marked:
        closed = (marks_on_top(rules, state) == codes.NO_RETRO).any()
        back = jnp.where(closed, -1, back)
    there = (state.heights < _HEIGHTS) | (back == _HEIGHTS)
    if rules.marked:
        there &= (state.lock == codes.FREE) | (state.lock == _PILES)
    return there & hand_of(state, state.active)[:, None]


def moves(rules: Rules, state: State) -> Array:
    """Return the mask of the 393 actions of a turn; once the game is over it holds the end of a turn alone."""
    playing = state.status == codes.PLAYING
    lays = (_fits(rules, state) & playing).reshape(-1)
    return jnp.append(lays, ~playing | (state.laid >= state.minimum))


class _Laid(NamedTuple):
    """What a play did."""

    state: State
    mark: Array
    broken: Array
    """The reason of a play that loses, else 0."""


def _lay(rules: Rules, state: State, action: Array) -> _Laid:
    """Move a card and start its command; the end of a turn moves nothing."""
    ends, pile = action == codes.END, action & 3
    put = action >> 2 == _CARD  # nowhere at the end of a turn
    on = (pile == _PILES) & ~ends
    after = state._replace(
        heights=jnp.where(on, (_HEIGHTS * put[:, None]).sum(0, dtype=jnp.int32), state.heights),
        hands=state.hands & ~put,
        unplayed=state.unplayed & ~put,
        laid=state.laid + ~ends,
        touched=state.touched | on,
    )
    none = jnp.asarray(0, jnp.int32)
    if not rules.marked:
        return _Laid(after, none, none)
    mark = (marks_of(rules, state)[2:100] * put).sum(dtype=jnp.int32)
    after = after._replace(three=state.three | (mark == codes.THREE))
    shown = (marks_on_top(rules, after) == codes.ONE_PILE).any()
    lock = jnp.where(shown, jnp.where(state.lock == codes.FREE, pile, state.lock), codes.FREE)
    after = after._replace(lock=jnp.where(ends, state.lock, lock))
    broken = jnp.where((mark == codes.THREE) & (after.laid > 3), codes.THREE_NOT_THREE, none)
    if rules.one_pile == "strict":
        elsewhere = (mark == codes.ONE_PILE) & (state.touched & ~on).any()
        broken = jnp.where(elsewhere, codes.ONE_PILE_BROKEN, broken)
    return _Laid(after, mark, broken)


def _ending(rules: Rules, state: State, stopped: Array) -> Array:
    """Return the reason for which a turn that ended now would lose (in the order of R44), 0 if it would not."""
    broken = jnp.where((state.laid < state.minimum) & ~stopped, codes.STUCK, 0)
    if not rules.marked:
        return broken
    tops = marks_on_top(rules, state)
    broken = jnp.where(((tops == codes.FIRE) & ~state.touched).any(), codes.FIRE_UNCOVERED, broken)
    broken = jnp.where(((tops == codes.SKULL) & state.touched).any(), codes.SKULL_UNCOVERED, broken)
    wrong = jnp.where(stopped, codes.STOP_BEFORE_THIRD, codes.THREE_NOT_THREE)
    return jnp.where(state.three & (state.laid != 3), wrong, broken)


def _draw(rules: Rules, state: State) -> State:
    """Let the active seat fill up its hand."""
    count = jnp.maximum(0, rules.hand_size - hand_of(state, state.active).sum(dtype=jnp.int32))
    if rules.marked:
        one = (marks_on_top(rules, state) == codes.DRAW_ONE).any()
        count = jnp.where(one, jnp.minimum(count, 1), count)
    first = CARDS - state.left
    drawn = (state.order >= first) & (state.order < first + count)
    hands = state.hands | (_is(state.active, rules.players)[:, None] & drawn)
    return state._replace(hands=hands, left=jnp.maximum(0, state.left - count))


def begin_turn(rules: Rules, state: State, seat: Array) -> State:
    """Start a turn for `seat`, or for the next seat with cards (R32), without checking whether it can lay."""
    players = rules.players
    ahead = (jnp.arange(players) - seat) % players
    held = state.hands.sum(1, dtype=jnp.int32)
    active = jnp.argmin(jnp.where(held > 0, ahead, players)).astype(jnp.int32)
    minimum = jnp.where(state.left > 0, rules.minimum, 1)
    if rules.short_hand == "lenient":
        minimum = jnp.minimum(minimum, held[active])
    return state._replace(
        active=active,
        turn=state.turn + 1,
        laid=jnp.zeros_like(state.laid),
        minimum=minimum.astype(jnp.int32),
        lock=jnp.full_like(state.lock, codes.FREE),
        three=jnp.zeros_like(state.three),
        touched=jnp.zeros_like(state.touched),
    )


def play(rules: Rules, state: State, action: Array) -> State:
    """Play one legal action and its automatic consequences."""
    after, mark, wrong = _lay(rules, state, action)
    stopped = mark == codes.STOP
    closed = (action == codes.END) | stopped | (after.three & (after.laid == 3)) | ~hand_of(after, after.active).any()
    broken = jnp.where(wrong > 0, wrong, _ending(rules, after, stopped))
    over = closed | (wrong > 0)
    lost = over & (broken > 0)
    won = over & ~lost & ~after.unplayed.any()
    goes_on = over & ~lost & ~won
    after = after._replace(past=_note_card(state, after, action))
    after = choose(goes_on, _next_turn(rules, after), after)
    # Nothing can be laid: lost there and then, below the minimum (R31) or with a duty left (R43), or as a turn begins.
    stuck = ~_fits(rules, after).any() & ~lost & ~won & (goes_on | (broken > 0))
    lost |= stuck
    reason = jnp.where(stuck & (after.laid < after.minimum), codes.STUCK, broken)
    return after._replace(
        status=jnp.where(won, codes.WON, jnp.where(lost, codes.LOST, codes.PLAYING)).astype(jnp.int32),
        reason=jnp.where(lost, reason, 0).astype(jnp.int32),
    )


def settle(rules: Rules, state: State) -> State:
    """Return a turn that has just begun; it is lost if nothing can be laid."""
    stuck = ~_fits(rules, state).any()
    return state._replace(
        status=jnp.where(stuck, codes.LOST, state.status).astype(jnp.int32),
        reason=jnp.where(stuck, codes.STUCK, state.reason).astype(jnp.int32),
    )


def choose(condition: Array, one: State, other: State) -> State:
    """Return one of two states."""
    chosen: State = jax.tree.map(lambda a, b: a if a is b else jnp.where(condition, a, b), one, other)
    return chosen


def _note_card(before: State, after: State, action: Array) -> Past | None:
    """Remember where a card went."""
    if before.past is None:
        return None
    put, past = (action >> 2 == _CARD) & before.unplayed, before.past
    at = past.first - after.unplayed.sum(dtype=jnp.int32)
    new = {"by": before.active + 1, "on": action & 3, "turn": before.turn, "at": at}
    return past._replace(
        **{name: jnp.where(put, number.astype(jnp.int8), getattr(past, name)) for name, number in new.items()}
    )


def _next_turn(rules: Rules, state: State) -> State:
    """Let the active seat draw and the next one begin."""
    drawn = _draw(rules, state)
    if drawn.past is not None:
        new = drawn.hands.any(0) & (drawn.past.came == 0)
        came = jnp.where(new, (state.turn + 1).astype(jnp.int8), drawn.past.came)
        drawn = drawn._replace(past=drawn.past._replace(came=came))
    drawn = drawn._replace(laid_before=state.opened & ~state.unplayed, opened=state.unplayed, seat_before=state.active)
    return begin_turn(rules, drawn, state.active + 1)
