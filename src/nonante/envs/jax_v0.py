"""The same games in JAX: pure functions that work under `jit`, `vmap` and `scan`, on any device that JAX has.

    import jax
    from nonante.envs.jax_v0 import JaxEnv

    env = JaxEnv(edition="base", players=3)
    seen, state = jax.jit(env.reset)(jax.random.key(1))
    seen, state, reward, done, info = jax.jit(env.step)(jax.random.key(2), state, env.sample(jax.random.key(3), seen))

Spaces, parts, rewards and options are described in docs/reference/environments.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Unpack

from .errors import EnvError, needs_extra

try:
    import jax
    import jax.numpy as jnp
    from jax import Array
except ModuleNotFoundError as error:
    raise needs_extra(__name__, "jax") from error

from ..kernel.codes import PLAYING, WON
from ..rules import Game
from . import jax_seen, jax_talk
from .actions import action_count
from .jax_state import CARDS, Deal, State, deal_of_deck, deals_of_seeds, dealt, random_deal, state_of_game
from .jax_turn import choose as choose_state, play
from .layout import Layout, layout, seeded_map
from .options import EnvOptions, choose, read_position, read_seed

__all__ = ["Deal", "Info", "JaxEnv", "Seen", "State"]


_opened = jax.jit(jax_talk.opened, static_argnums=(0, 2))


class Seen(NamedTuple):
    """What the seat to act gets."""

    observation: Array
    """The vector that `JaxEnv.layout` describes, of int8."""
    mask: Array
    """Which actions are legal; never empty."""
    seat: Array
    """Which seat acts."""


class Info(NamedTuple):
    """The outcome of a step."""

    score: Array
    """How many cards are not laid."""
    won: Array
    reason: Array
    """0, or 1 + the place in `nonante.rules.REASONS` of why it was lost."""
    illegal: Array
    """Whether the action was not legal: nothing happened."""


class JaxEnv:
    """One game, or thousands with `jax.vmap`. An environment stores only its options: states are values.

    Every step is the action of one seat, the one in ``seen.seat``, and pays the whole team. Nothing can be raised on a
    device: an illegal action changes nothing, pays nothing and sets ``info.illegal``.
    """

    def __init__(self, **options: Unpack[EnvOptions]) -> None:
        chosen = choose(options)
        self.rules, self.talks, self.reward = chosen.rules, chosen.talks, chosen.reward
        self.layout: Layout = layout(chosen.rules, chosen.observe, chosen.talks)
        self.actions = action_count(chosen.talks)
        self._recalls = chosen.observe == "information"

    # How a game begins.

    def reset(self, key: Array) -> tuple[Seen, State]:
        """Deal a random game; seat 0 begins, or with talk, seats first say whether they would like to."""
        return self.reset_to(random_deal(self.rules, key))

    def reset_to(self, deal: Deal) -> tuple[Seen, State]:
        """Begin the game of a deal."""
        state = self._open(deal)
        return self.see(state), state

    def deals(self, seeds: Iterable[int]) -> Deal:
        """Return the deals of `Game.deal`, one for each seed, for `reset_to` under `vmap`; not for compiled code."""
        return deals_of_seeds(self.rules, map(read_seed, seeds))

    def deal_of(self, deck: Array, marks: Array | None = None) -> Deal:
        """Return the deal of a deck: 98 cards, the first of which are dealt first.

        Where every game draws its own command map, `marks` gives it: the mark of every number from 0 to 100.
        """
        if seeded_map(self.rules) != (marks is not None):
            raise EnvError("option", name="marks", value=marks, known="marks for commands='seeded', else none")
        return deal_of_deck(deck, marks)

    def state_of(self, game: Game | str, *, wishes: bool = False) -> State:
        """Return the state of a running game of `rules`; not for compiled code.

        With talk it goes on with the signals before its turn, or, with `wishes` before turn 1, with who would start;
        in the middle of a turn it goes on with that.
        """
        there = read_position(self.rules, game)
        state = state_of_game(there, seeded_map(self.rules), self._recalls)
        if not self.talks:
            return state
        before = jax_talk.WISH if wishes and there.turn == 1 else jax_talk.TALK
        talking: State = _opened(self.rules, state, jax_talk.PLAY if there.laid_this_turn else before)
        return talking

    def _open(self, deal: Deal) -> State:
        state = dealt(self.rules, deal, self._recalls)
        return jax_talk.opened(self.rules, state, jax_talk.WISH) if self.talks else state

    # What there is to see.

    def see(self, state: State) -> Seen:
        """Return what the seat to act gets."""
        seat = jax_talk.acting(state)
        return Seen(self.observe(state, seat), self.mask(state), seat)

    def observe(self, state: State, seat: Array | int) -> Array:
        """Return the vector of any seat."""
        return jax_seen.observe(self.rules, self.layout, state, jnp.asarray(seat))

    def mask(self, state: State) -> Array:
        """Return which actions are legal for the seat that acts; once the game is over, it holds 392 alone."""
        return jax_seen.mask(self.rules, state)

    def score(self, state: State) -> Array:
        """Return how many cards are not laid, as `Game.score` counts them."""
        left = state.unplayed.sum(dtype=jnp.int32)
        missing = jnp.where(state.three & (state.laid < 2), 3 - state.laid, 1)
        return jnp.where((state.reason > 0) & (left == 0), missing, left)

    # What there is to do.

    def step(self, key: Array, state: State, action: Array) -> tuple[Seen, State, Array, Array, Info]:
        """Let the seat that acts play or speak; return what is seen then, the state, the reward, and whether it ended.

        A game that ends is replaced by a new deal, which the key decides, as in `JaxMARL`; `info` and `done` are
        about the game that ended.
        """
        after, reward, done, info = self.play(state, action)
        after = choose_state(done, self._open(random_deal(self.rules, key)), after)
        return self.see(after), after, reward, done, info

    def play(self, state: State, action: Array) -> tuple[State, Array, Array, Info]:
        """Do the same without a new deal and without `seen`; a finished game stays unchanged."""
        action = jnp.asarray(action, jnp.int32)
        legal = jax_seen.may(self.rules, state, action)
        after = choose_state(legal, self._act(state, action), state)
        reward = jnp.where(legal, self._worth(after) - self._worth(state), 0) / self._share
        done = (after.status != PLAYING) & legal
        info = Info(self.score(after), after.status == WON, after.reason, ~legal)
        return after, reward.astype(jnp.float32), done, info

    def _act(self, state: State, action: Array) -> State:
        after, talk = play(self.rules, state, action), state.talk
        if talk is None:
            return after
        played = jax_talk.fade(self.rules, state, after, talk)
        return choose_state(talk.phase == jax_talk.PLAY, played, jax_talk.speak(self.rules, state, talk, action))

    @property
    def _share(self) -> int:
        """What `_worth` counts in."""
        return {"win": 1, "shaped": 4 * CARDS}.get(self.reward, CARDS)

    def _worth(self, state: State) -> Array:
        """Return what a game is worth so far, in whole shares; see `envs.Reward`."""
        playing = state.status == PLAYING
        if self.reward == "win":
            return (state.status == WON).astype(jnp.int32)
        laid = CARDS - self.score(state)
        if self.reward == "end":
            return jnp.where(playing, 0, laid)
        if self.reward == "shaped":
            return 4 * laid - jnp.where(playing, state.heights.sum(dtype=jnp.int32) - state.first_heights, 0)
        return laid

    def sample(self, key: Array, seen: Seen) -> Array:
        """Choose one of the legal actions, all equally likely."""
        places = jnp.cumsum(seen.mask, dtype=jnp.int32)
        pick = jax.random.randint(key, (), 0, places[-1])
        return (places <= pick).sum(dtype=jnp.int32)
