"""What a seat sees of a game in JAX: `kernel.encoding` again, part by part of `layout`."""

from __future__ import annotations

from math import prod
from typing import Final, TypeVar

import jax.numpy as jnp
import numpy as np
from jax import Array

from ..kernel.codes import PLAYING, TURN_BITS
from ..rules import FIRE, KINDS, Rules
from . import jax_talk
from .actions import TALK_ACTIONS
from .jax_state import Past, State
from .jax_turn import hand_of, marks_of, marks_on_top, moves
from .layout import Layout

T = TypeVar("T")
_RISES: Final = np.array([True, True, False, False])


def mask(rules: Rules, state: State) -> Array:
    """Return which actions whoever acts may do; never empty: once the game is over, it holds the end of a turn."""
    plays = moves(rules, state)
    talk = state.talk
    if talk is None:
        return plays
    plays = jnp.concatenate([plays, jnp.zeros(TALK_ACTIONS - len(plays), bool)])
    speaks = (talk.phase != jax_talk.PLAY) & (state.status == PLAYING)
    return jnp.where(speaks, jax_talk.words(rules, state, talk), plays)


def may(rules: Rules, state: State, action: Array) -> Array:
    """Tell whether whoever acts may do this."""
    legal = mask(rules, state)
    return (legal & (jnp.arange(len(legal)) == action)).any() & (state.status == PLAYING)


def observe(rules: Rules, layout: Layout, state: State, seat: Array) -> Array:
    """Return what a seat sees."""
    parts = _parts(rules, state, seat)
    rows = []
    for part in layout:
        entries = parts[part.name] if part.name in parts else _rare(rules, state, seat, part.name)
        rows.append(entries.astype(jnp.int8).reshape(prod(part.shape)))
    return jnp.concatenate(rows)


def _parts(rules: Rules, state: State, seat: Array) -> dict[str, Array]:
    """Return what lies on the table, and the own hand."""
    players = rules.players
    tops = jnp.where(_RISES, state.heights, 101 - state.heights)
    from_seat = (jnp.arange(players) + seat) % players
    counts = state.hands.sum(1, dtype=jnp.int32)[from_seat]
    return {
        "hand": hand_of(state, seat),
        "tops": tops[:, None] == np.arange(1, 101),
        "marks": marks_on_top(rules, state)[:, None] == np.arange(1, FIRE + 1),
        "lock": state.lock == np.arange(4),
        "touched": state.touched,
        "three": state.three[None],
        "laid": state.laid == np.arange(9),
        "needed": jnp.maximum(0, state.minimum - state.laid) == np.arange(4),
        "draw": state.left == np.arange(92),
        "active": from_seat == state.active,
        "counts": counts[:, None] == np.arange(9),
        "this_turn": state.opened & ~state.unplayed,
        "last_turn": state.laid_before,
        "last_seat": from_seat == state.seat_before,
    }


def _rare(rules: Rules, state: State, seat: Array, part: str) -> Array:
    """Return a part that only some vectors have."""
    if part == "signals":
        talk = _there(state.talk)
        from_seat = (jnp.arange(rules.players) + seat) % rules.players
        return jax_talk.known_words(rules, state, talk, seat)[from_seat]
    if part == "map":
        return marks_of(rules, state)[2:100, None] == np.arange(1, 1 + len(KINDS))
    if part == "unseen":
        return state.unplayed & ~hand_of(state, seat)
    return _history(rules.players, _there(state.past), hand_of(state, seat), seat, part)


def _history(players: int, past: Past, hand: Array, seat: Array, part: str) -> Array:
    """Return a part of the history as a seat remembers it."""
    laid = (past.by > 0)[:, None]
    if part == "laid_by":
        return laid & ((past.by - 1 - seat) % players == jnp.arange(players)[:, None]).T
    if part == "laid_on":
        return laid & (past.on[:, None] == np.arange(4))
    if part == "got_in":
        return _bits(past.came) & (hand | (past.by == seat + 1))[:, None]
    return _bits(past.turn if part == "laid_in" else past.at)


def _bits(numbers: Array) -> Array:
    """Return numbers as bits, the lowest first."""
    return (numbers[:, None] >> np.arange(TURN_BITS) & 1) > 0


def _there(value: T | None) -> T:
    """Return what the layout says is there."""
    if value is None:
        raise TypeError("this state was made by another environment")
    return value
