"""OpenSpiel's information-set Monte Carlo tree search plays a game.

python examples/search.py --edition base --players 2 --simulations 50
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from nonante.envs import spiel


def main() -> None:
    """Play one game and print its moves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = pyspiel.load_game(f"{spiel.NAME}(edition={chosen.edition},players={chosen.players})")
    rng = np.random.RandomState(chosen.seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=0.5,
        max_simulations=chosen.simulations,
        random_state=rng,
    )
    state = game.new_initial_state()
    moves = []
    while not state.is_terminal():
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(cards, p=chances))
        else:
            action = bot.step(state)
            moves.append(f"{state.current_player()}:{state.action_to_string(state.current_player(), action)}")
            state.apply_action(action)
    print(" ".join(moves))
    print(f"{round(98 * (1 - state.returns()[0]))} cards left")


if __name__ == "__main__":
    main()
