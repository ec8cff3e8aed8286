"""Without Numba: the same functions, interpreted, play and show the same games."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLAYED = """
import hashlib, random, sys, warnings

compiled = sys.argv[1] == "compiled"
if not compiled:
    sys.modules.update(numba=None)  # as if it were not there
import pyspiel

import nonante.envs.spiel_talk
from nonante.envs import gym_v0, nonante_v0
from nonante.envs.batch import BatchEnv

warnings.simplefilter("error")
digest, rng = hashlib.sha256(), random.Random(1)


def tell(*said):
    digest.update(repr(said).encode())


TALK = {"talk": "permissive", "signals": "table"}
for options in (
    {"edition": "base", "players": 1},
    {"edition": "extreme", "players": 3, "reward": "shaped"},
    {"edition": "on-fire+extreme", "players": 3, "observe": "information", **TALK},
    {"edition": "extreme", "players": 2, "commands": "seeded", "observe": "unseen"},
):
    env = nonante_v0.env(**options)
    for seed in range(2):
        env.reset(seed=seed)
        while env.game.status == "playing":
            action = rng.choice(env.legal_actions())
            for agent in env.possible_agents:
                tell({name: array.tobytes() for name, array in env.observe(agent).items()})
            env.step(action)
            tell(action, round(env.rewards["player_0"], 12), env.standing)
        tell(env.infos)
seat = gym_v0.SeatEnv(players=3, mates="steady", signals="table")
seen, info = seat.reset(seed=4)
while seat.game.status == "playing":
    seen, reward, *_, info = seat.step(int(info["action_mask"].nonzero()[0][-1]))
    tell(seen.tobytes(), round(reward, 12), info["seat"])
state = pyspiel.load_game("nonante_talk(edition=extreme,players=2)").new_initial_state()
while not state.is_terminal():
    state.apply_action(rng.choice(state.legal_actions()))
    tell(str(state), state.clone().information_state_string(0), state.observation_tensor(1))
many = BatchEnv(3, edition="extreme", players=2, threads=2, finals=True, **TALK)
many.reset(seed=5)
for _ in range(60):
    tell(many.step(many.sample())[0].tobytes(), many.masks.tobytes(), many.ends.tolist(), many.finals.tobytes())
assert ("numba" in sys.modules and sys.modules["numba"] is not None) == compiled
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_games_are_the_same_without_numba() -> None:
    """Every edition's own parts, talk, one seat among players, OpenSpiel, games side by side."""
    run = [sys.executable, "-c", PLAYED]
    told = [subprocess.run([*run, how], capture_output=True, text=True, check=False) for how in ("compiled", "plain")]
    assert [shown.stderr for shown in told] == ["", ""]
    assert told[0].stdout == told[1].stdout
    assert len(told[0].stdout) == 65
