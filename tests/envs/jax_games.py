"""What the tests of the environment in JAX share: its functions, compiled once, and games beside those of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import numpy as np
import numpy.typing as npt

from nonante import Game
from nonante.envs import ACTIONS, END_ACTION, action_of, move_of
from nonante.envs.actions import PASS_ACTION
from nonante.envs.jax_state import STATUSES, Deal, State
from nonante.envs.jax_v0 import Info, JaxEnv, Seen
from nonante.rules import REASONS

_CARDS = np.arange(98)
_NUMBERS = np.stack([_CARDS + 2, _CARDS + 2, 99 - _CARDS, 99 - _CARDS], axis=1)  # how high a card stands, by pile


class Compiled(NamedTuple):
    """An environment with its functions for games side by side."""

    env: JaxEnv
    begin: Callable[[Deal], tuple[Seen, State]]
    act: Callable[[State, npt.NDArray[np.int64]], tuple[Seen, State, jax.Array, jax.Array, Info]]


def compiled(**options: Any) -> Compiled:
    """Return the environment of these options."""
    return _compiled(tuple(options.items()))


@cache
def _compiled(options: tuple[tuple[str, Any], ...]) -> Compiled:
    env = JaxEnv(**dict(options))

    def act(state: State, action: jax.Array) -> tuple[Seen, State, jax.Array, jax.Array, Info]:
        after, reward, done, info = env.play(state, action)
        return env.see(after), after, reward, done, info

    return Compiled(env, jax.jit(jax.vmap(env.reset_to)), jax.jit(jax.vmap(act)))


def careful_actions(mask: npt.NDArray[np.bool_], state: State, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose actions that get far: mostly the smallest step, seldom any, so that all endings come; and a few words."""
    games = len(mask)
    steps = (_NUMBERS - np.asarray(state.heights)[:, None, :]).reshape(games, -1)
    effort = np.concatenate([steps, np.full((games, 1), 4), np.zeros((games, mask.shape[1] - ACTIONS))], axis=1)
    chance = rng.random(mask.shape)
    chance[:, PASS_ACTION:] /= 10  # or nobody would ever be done with talking
    talks = ~mask[:, :ACTIONS].any(1)
    wild = (rng.random(games) < 0.1) | talks
    actions: npt.NDArray[np.int64] = np.where(mask, np.where(wild[:, None], chance, effort + chance), np.inf).argmin(1)
    return actions


def follow_the_rules(options: dict[str, Any], seeds: range, seed: int) -> set[str | None]:
    """Play games and the same games by the rules; everything agrees after every move. Return how they ended."""
    env, begin, act = compiled(**options)
    rng = np.random.default_rng(seed)
    games = [Game.deal(env.rules, number) for number in seeds]
    seen, state = begin(env.deals(seeds))
    running = list(range(len(games)))
    while running:
        mask = np.asarray(seen.mask)
        _compare(env, games, seen, state, running)
        actions = careful_actions(mask, state, rng)
        seen, state, reward, done, info = act(state, actions)
        paid, over, ends = np.asarray(reward), np.asarray(done), {}
        score, won, reason = np.asarray(info.score), np.asarray(info.won), np.asarray(info.reason)
        assert not np.asarray(info.illegal)[running].any()
        for number in running:
            before, after = games[number], games[number].play(move_of(int(actions[number])))
            games[number] = after
            assert paid[number] == np.float32((before.score - after.score) / 98)
            assert score[number] == after.score
            assert over[number] == (after.status != "playing")
            assert won[number] == (after.status == "won")
            assert reason[number] == (1 + REASONS.index(after.reason) if after.reason else 0)
            ends[number] = after.status != "playing"
        _compare(env, games, seen, state, [number for number in running if ends[number]])
        running = [number for number in running if not ends[number]]
    return {game.reason for game in games}


def _compare(env: JaxEnv, games: list[Game], seen: Seen, state: State, which: list[int]) -> None:
    """Compare what the rules say of a game: masks, piles, hands, draw pile, turn, status and reason."""
    told = {name: np.asarray(value) for name, value in state._asdict().items() if name not in ("past", "talk")}
    mask, observed, score = np.asarray(seen.mask), np.asarray(seen.observation), np.asarray(seen.seat)
    assert mask.any(1).all()
    hand = env.layout["hand"]
    for number in which:
        game = games[number]
        legal = [action_of(move) for move in game.legal_moves()] or [END_ACTION]
        assert mask[number].nonzero()[0].tolist() == legal
        tops = [height if pile < 2 else 101 - height for pile, height in enumerate(told["heights"][number])]
        assert tuple(tops) == game.tops
        assert [tuple(np.flatnonzero(cards) + 2) for cards in told["hands"][number]] == list(game.hands)
        assert observed[number][hand.start : hand.stop].nonzero()[0].tolist() == [
            card - 2 for card in game.hands[game.active]
        ]
        assert told["left"][number] == len(game.draw)
        assert told["order"][number][[card - 2 for card in game.draw]].tolist() == list(range(98 - len(game.draw), 98))
        assert score[number] == game.active == told["active"][number]
        assert told["turn"][number] == game.turn
        state_now = told["laid"][number], told["minimum"][number], told["lock"][number], told["three"][number]
        assert state_now == game.turn_state[2:3] + game.turn_state[1:2] + game.turn_state[3:5]
        assert STATUSES[told["status"][number]] == game.status
        assert told["reason"][number] == (1 + REASONS.index(game.reason) if game.reason else 0)
