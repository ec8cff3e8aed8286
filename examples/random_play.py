"""The loop every PettingZoo user knows, with masked random actions; then the same seats played by a computer player.

python examples/random_play.py --edition extreme --players 3 --games 100
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from statistics import fmean

from nonante.envs import PlayerPolicy, nonante_v0
from nonante.envs.nonante_v0 import NonanteEnv
from nonante.players import LEVELS


def play(env: NonanteEnv, choose: Callable[[NonanteEnv], int], games: int) -> float:
    """Play games and return the mean number of cards left."""
    scores = []
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            _, _, over, _, _ = env.last(observe=False)
            env.step(None if over else choose(env))
            if over and agent == env.possible_agents[-1]:
                scores.append(env.game.score)
    return fmean(scores)


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--levels", nargs="*", default=list(LEVELS))
    chosen = parser.parse_args()
    env = nonante_v0.env(edition=chosen.edition, players=chosen.players)
    pick = random.Random(1).choice  # noqa: S311 - play needs no secrecy

    def by_chance(env: NonanteEnv) -> int:
        mask = env.observe(env.agent_selection)["action_mask"]
        return int(pick(mask.nonzero()[0]))

    print(f"{'random':>8}: {play(env, by_chance, chosen.games):5.1f} cards left")
    for level in chosen.levels:
        print(f"{level:>8}: {play(env, PlayerPolicy(level), chosen.games):5.1f} cards left")


if __name__ == "__main__":
    main()
