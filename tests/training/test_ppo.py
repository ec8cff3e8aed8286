"""The policies of the benchmark are learnt again by one command, here in a small size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from training import ppo

from nonante.players.learnt import FEATURES


def test_learning_comes_out_the_same_and_is_written_for_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo, "LENGTH", 48)
    layers = ppo.learn(7, 1)
    assert [len(layer) for layer in layers] == [ppo.HIDDEN, 1]
    assert {len(row) for row in layers[0]} == {FEATURES + 1}
    assert layers == ppo.learn(7, 1)
    assert layers != ppo.learn(8, 1)
    for seed in (8, 7):
        ppo.write(tmp_path / "learnt.json", seed, 1, layers)
    assert list(json.loads((tmp_path / "learnt.json").read_text("utf-8"))["policies"]) == ["ppo-7", "ppo-8"]


def test_a_move_that_paid_becomes_likelier_and_values_follow_what_came() -> None:
    policy, rng = ppo.Policy(1), np.random.default_rng(2)
    moves = np.zeros((200, ppo.MOST_MOVES, FEATURES))
    moves[:, :2, :3] = rng.normal(size=(200, 2, 3))
    seen = ppo.Seen(moves, np.full(200, 2))
    chosen = rng.integers(0, 2, 200)
    better = moves[np.arange(200), chosen, 0] > moves[np.arange(200), 1 - chosen, 0]
    before = policy.chances(seen)[np.arange(200), chosen]
    for _ in range(30):
        policy.improve(seen, chosen, before, np.where(better, 1.0, -1.0), 0.01)
        policy.appraise(seen, np.full(200, 0.7), 0.01)
    change = policy.chances(seen)[np.arange(200), chosen] - before
    assert change[better].mean() > 0.05 > -0.05 > change[~better].mean()
    assert policy.values(seen).mean() == pytest.approx(0.7, abs=0.2)


def test_a_step_is_credited_with_what_follows_it_up_to_the_end_of_its_game() -> None:
    rewards, values = np.array([[0.0], [1.0], [0.5]]), np.zeros((4, 1))
    gains = ppo.traced(rewards, values, np.array([[0.0], [1.0], [0.0]]))
    assert gains[:, 0].tolist() == pytest.approx([ppo.TRACE, 1.0, 0.5])
