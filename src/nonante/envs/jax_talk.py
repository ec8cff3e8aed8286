"""Talk as at a table in JAX: `kernel.tabletalk` again, over all seats and signals at once."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from .. import kernel
from ..kernel.codes import MARKS, PLAYING
from ..rules import Rules
from .actions import ACTIONS, LIKE_ACTION, PASS_ACTION, VOCABULARY
from .jax_state import State, Talk
from .jax_turn import begin_turn, choose, marks_of, marks_on_top, settle

SIGNALS: Final = len(VOCABULARY)
_episode: Any = kernel.interpreted("episode")
PLAY: Final[int] = _episode.PLAY
WISH: Final[int] = _episode.WISH
TALK: Final[int] = _episode.TALK
Words: TypeAlias = npt.NDArray[np.bool_]
"""Sets of signals: the last axis has a place for each."""


class Allowed(NamedTuple):
    """The rules of signals now; see `kernel.tabletalk.SignalRules`."""

    known: Words
    always: Words
    on_top: Words
    """By mark and pile."""
    in_hand: Words
    """By mark."""
    covered: npt.NDArray[np.int8]
    """By mark."""
    of_top: Words
    """By pile."""
    silences: Words
    """By mark: whether it closes all talk."""
    replaced: Words
    """By signal."""


@cache
def allowed(rules: Rules) -> Allowed:
    """Return the rules of every signal."""
    from .engine import allowed_signals  # which loads the compiled kernel

    said = allowed_signals(rules, kernel.interpreted("tabletalk").SignalRules())
    piles = [1 << pile for pile in range(4)]
    return Allowed(
        known=_words(said.known),
        always=_words(said.always),
        on_top=np.array([[_words(on * pile) for pile in piles] for on in said.on_top]),
        in_hand=np.array([_words(held) for held in said.in_hand]),
        covered=np.array(said.covered, np.int8),
        of_top=np.array([_words(said.of_top * pile) for pile in piles]),
        silences=np.array([said.silences >> 4 * mark & 15 > 0 for mark in range(MARKS)]),
        replaced=np.array([_words(words) for words in said.replaced]),
    )


def _words(bits: int) -> Words:
    return np.array([bits >> place & 1 > 0 for place in range(SIGNALS)])


def _silent(rules: Rules, state: State) -> Array:
    """Tell whether a card on the table closes all talk."""
    return jnp.asarray(allowed(rules).silences)[marks_on_top(rules, state)].any()


def _true(rules: Rules, state: State) -> Array:
    """Return by seat the signals that could be true: not those about a command or a fire that is not there."""
    said = allowed(rules)
    if not rules.marked:
        return jnp.asarray(np.tile(said.always, (rules.players, 1)))
    on_top = jnp.asarray(said.on_top)[marks_on_top(rules, state), np.arange(4)].any(0)
    kinds = marks_of(rules, state)[2:100] == np.arange(MARKS)[:, None]
    holds = (state.hands[:, None, :] & kinds).any(2)
    held = (holds[:, :, None] & said.in_hand).any(1)
    return on_top | held | said.always


def _give_the_word(rules: Rules, state: State, talk: Talk, phase: int) -> State:
    """Let every seat speak, in order; where talk is closed, nobody."""
    closed = (state.status != PLAYING) | _silent(rules, state)
    return state._replace(
        talk=talk._replace(
            phase=jnp.where(closed, PLAY, phase).astype(jnp.int32),
            speaker=jnp.zeros_like(talk.speaker),
            said_now=jnp.zeros_like(talk.said_now),
            heard=talk.saying,
            saying=talk.saying & talk.standing,
        )
    )


def opened(rules: Rules, state: State, phase: int) -> State:
    """Return a game whose talk begins: with wishes about the start, with signals, or after both."""
    nothing = jnp.zeros((rules.players, SIGNALS), bool)
    zero = jnp.asarray(0, jnp.int32)
    silence = Talk(zero, zero, nothing[0], jnp.zeros(rules.players, jnp.int32), nothing, nothing, nothing, nothing)
    return _give_the_word(rules, state, silence, phase)


def acting(state: State) -> Array:
    """Return the seat that speaks or plays."""
    if state.talk is None:
        return state.active
    return jnp.where(state.talk.phase == PLAY, state.active, state.talk.speaker)


def words(rules: Rules, state: State, talk: Talk) -> Array:
    """Return the speaker's mask over all actions."""
    wishes = talk.phase == WISH
    me = jnp.arange(rules.players) == talk.speaker
    raised = (_true(rules, state) & me[:, None]).any(0) & allowed(rules).known
    own = (talk.saying & me[:, None]).any(0)
    open_words = (raised | own) & ~talk.said_now & ~wishes
    ends = jnp.stack([jnp.asarray(True), wishes, wishes])
    return jnp.concatenate([jnp.zeros(ACTIONS, bool), open_words, ends])


def known_words(rules: Rules, state: State, talk: Talk, seat: Array) -> Array:
    """Return every seat's signals as a seat knows them, including its own that it is about to send."""
    stands = talk.heard & talk.standing & ~_silent(rules, state)
    own = jnp.arange(rules.players) == seat
    return jnp.where(own[:, None], talk.saying, stands)


def speak(rules: Rules, state: State, talk: Talk, action: Array) -> State:
    """Let the speaker raise or withdraw a signal, or finish; after the last one, everybody sees the signals."""
    me = jnp.arange(rules.players) == talk.speaker
    said = np.arange(SIGNALS) == action - ACTIONS  # nothing where the speaker finishes
    passes = action >= PASS_ACTION
    own = (talk.saying & me[:, None]).any(0)
    replaced = (allowed(rules).replaced & said[:, None]).any(0)
    saying = jnp.where(me[:, None], own & ~replaced | said & ~own, talk.saying)
    wish = jnp.where(action == PASS_ACTION, 1, jnp.where(action == LIKE_ACTION, 0, 2))
    talk = talk._replace(
        saying=saying,
        said_now=(talk.said_now | said) & ~passes,
        wishes=jnp.where(me & passes, wish, talk.wishes),
        speaker=talk.speaker + passes,
    )
    finished = talk.speaker == rules.players
    heard = choose(finished, _hear(rules, state, talk), state._replace(talk=talk))
    return choose(finished & (talk.phase == WISH), _start(rules, state, talk), heard)


def _start(rules: Rules, state: State, talk: Talk) -> State:
    """Let the first of those begin who want to most."""
    first = state._replace(turn=jnp.zeros_like(state.turn))
    first = settle(rules, begin_turn(rules, first, jnp.argmin(talk.wishes).astype(jnp.int32)))
    return _give_the_word(rules, first, talk, TALK)


def _hear(rules: Rules, state: State, talk: Talk) -> State:
    """Show what every seat said, and let the turn begin."""
    active = (jnp.arange(rules.players) == state.active)[:, None]
    raised = talk.saying & ~talk.standing & active
    fresh = talk.fresh & talk.saying | raised
    phase = jnp.full_like(talk.phase, PLAY)
    return state._replace(talk=talk._replace(fresh=fresh, standing=talk.saying, heard=talk.saying, phase=phase))


def fade(rules: Rules, before: State, after: State, talk: Talk) -> State:
    """Remove signals that a move made untrue, and at the end of a turn those of its seat from before it."""
    said = allowed(rules)
    covers = jnp.asarray(said.covered)
    other = covers[marks_on_top(rules, before)] != covers[marks_on_top(rules, after)]
    changed = (said.of_top & other[:, None]).any(0)
    standing = talk.standing & _true(rules, after) & ~changed
    turned = after.turn != before.turn
    ended = turned & (jnp.arange(rules.players) == before.active)[:, None]
    standing &= talk.fresh | ~ended
    talk = talk._replace(standing=standing, fresh=talk.fresh & standing & ~ended)
    return choose(turned, _give_the_word(rules, after, talk, TALK), after._replace(talk=talk))
