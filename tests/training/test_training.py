"""The champion's training, end to end in a small size, and its parts."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from training import tracing
from training.champion import all_jobs, chosen, stages, start_of, unpack
from training.learn import Floats, Learner, Net, Recipe, first_guess, learn, mirrored, wanted

from nonante import Game, Rules
from nonante.kernel import layout
from nonante.kernel.workspace import Run, TalkSettings, Workspace, features_for, setup
from nonante.players import PlayerError
from nonante.players.champion import Champion, net_for
from nonante.rules import Talk

ROOT = Path(__file__).parents[2]
SMALL = ["--rounds", "2", "--games", "30", "--check", "20", "--processes", "1"]


def _train(out: Path, *words: str) -> str:
    command = [sys.executable, "-m", "training.champion", "--out", str(out), *SMALL, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_the_command_runs_end_to_end(tmp_path: Path) -> None:
    packed = tmp_path / "own.bin"
    said = _train(tmp_path, "--only", "base-2-standard", "extreme-2-standard", "--pack", str(packed))
    *learnt, written = said.splitlines()
    assert [line.split(":")[0] for line in learnt] == ["base-2-standard", "extreme-2-standard"]
    assert "own.bin: 2 networks" in written
    log = (tmp_path / "extreme-2-standard.log").read_text("utf-8")
    assert "from base-2-standard.state.npz" in log
    assert log.count("round ") == 2
    # What came out plays.
    rules = Rules.edition("extreme", players=2)
    net, shape = Net.read(tmp_path / "extreme-2-standard.state.npz")
    assert shape == (features_for(rules), layout.HIDDEN, layout.SECOND)
    talk = TalkSettings(**json.loads((tmp_path / "extreme-2-standard.json").read_text("utf-8")))
    assert -1e6 < talk.rather_not_to < talk.like_from < 1e6
    outcomes = Workspace().play(setup(rules, net, talk), Run(1, 0, 5))
    assert (outcomes[:, layout.OUTCOME_TURNS] > 5).all()
    # The packed file holds those two and serves a player of one's own.
    own = Champion(packed)
    assert own.plan(Game.deal(rules, seed=3).view(0))
    with pytest.raises(PlayerError, match="base-3-standard"):
        own.plan(Game.deal(Rules.edition("base", players=3), seed=3).view(0))


def test_unknown_networks_are_named() -> None:
    with pytest.raises(SystemExit, match="no such network: base-9-none"):
        chosen(all_jobs(), ["base-9-none"])
    assert [len(stage) for stage in stages(all_jobs())] == [13, 39]
    assert [job.threads for job in chosen(all_jobs(), ["base-1-none*4"])] == [4]


def test_a_network_goes_on_where_it_was_left(tmp_path: Path) -> None:
    rules = Rules.edition("base", players=1)
    learner = Learner(rules, TalkSettings(), Recipe(games=20), 3, 1)
    learner.learn_from(learner.play(20, 100), 0.0)
    learner.net.save(tmp_path / "base-1-none.state.npz")
    job = chosen(all_jobs(), ["extreme-1-none"])[0]
    start = start_of(job, [tmp_path])
    assert start is not None
    other = Learner(rules, TalkSettings(), Recipe(games=20), 4, 1)
    other.take_over(start)
    assert np.allclose(other.weights, learner.weights)


def test_packed_networks_can_be_gone_on_from(tmp_path: Path) -> None:
    unpack(ROOT / "src" / "nonante" / "players" / "champion.bin", tmp_path)
    rules = Rules.edition("on-fire", players=2, talk="permissive")
    learner = Learner(rules, TalkSettings(), Recipe(games=20), 3, 1)
    learner.take_over(tmp_path / "on-fire-2-permissive.state.npz")
    shipped, _, _ = net_for(rules)
    played = learner.play(20, 0)
    values = _values(shipped, played.x)
    assert np.allclose(_values(learner.weights, played.x), values, rtol=1e-3, atol=1e-3)
    learner.net.rescale(played.x.mean(0), played.x.std(0) + 1e-3)
    assert np.allclose(_values(learner.net.row(), played.x), values, rtol=1e-3, atol=1e-3), (
        "another scale, the same values"
    )


def _values(row: Floats, x: Floats) -> Floats:
    """Return what a network as the kernel reads it makes of features."""
    sizes, start, layer = (x.shape[1], layout.HIDDEN, layout.SECOND, 1), 0, x
    for inputs, outputs in pairwise(sizes):
        part = row[start : start + (inputs + 1) * outputs].reshape(inputs + 1, outputs)
        layer = (layer if start == 0 else np.maximum(layer, 0)) @ part[:-1] + part[-1]
        start += part.size
    return layer


@pytest.mark.slow
def test_a_fixed_number_of_rounds_brings_the_same_weights_again() -> None:
    rules, said = Rules.edition("on-fire", players=2), list[str]()
    learners = [Learner(rules, TalkSettings(), Recipe(games=40), 9, threads=2) for _ in range(2)]
    for learner in learners:
        learn(learner, 0.001, 3, said.append)  # the time does not count
    assert (learners[0].weights == learners[1].weights).all()
    assert said[:3] == said[3:]


def test_games_are_played_with_the_mean_of_the_last_weights() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(64, 84)).astype(np.float32)
    net = Net(84, rng)
    seen = []
    for _ in range(4):
        net.step(x, np.ones(64, np.float32), 1e-2, memory=1000)
        seen.append(net.parts[5].copy())
    assert net.steady[5] == pytest.approx(np.mean(seen, 0), rel=1e-5)


@pytest.mark.slow
def test_learning_brings_the_values_nearer() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(2000, 84)).astype(np.float32)
    truth = (1 / (1 + np.exp(-x[:, 0] + np.abs(x[:, 1])))).astype(np.float32)
    net = Net(84, rng)
    losses = [net.step(x, truth, 1e-2) for _ in range(150)]
    assert losses[-1] < losses[0] - 0.1
    # One step by hand: the slope of the loss at the last bias is the mean error.
    moved = Net(84, rng)
    before = moved.parts[5].copy()
    moved.step(x, np.ones(2000, np.float32), 1e-3)
    assert moved.parts[5] > before


@pytest.mark.parametrize(
    ("edition", "players", "talk"),
    [("base", 1, "none"), ("base", 3, "none"), ("extreme", 3, "standard"), ("on-fire", 1, "none")],
)
def test_the_mirror_is_a_mirror(edition: str, players: int, talk: Talk) -> None:
    rules = Rules.edition(edition, players=players, talk=talk)
    learner = Learner(rules, TalkSettings(), Recipe(), 5, 1)
    x = learner.play(5, 0).x
    assert x.shape[1] == features_for(rules)
    assert (mirrored(rules, mirrored(rules, x)) == x).all()
    assert (mirrored(rules, x) != x).any()
    pile = 2 * layout.PILE_FEATURES
    assert (mirrored(rules, x)[:, :pile] == x[:, pile : 2 * pile]).all()


def test_what_a_turn_is_worth() -> None:
    recipe = Recipe(trust=0.5, won=0.5, fall=6.0)
    notes = np.zeros((4, tracing.NOTE_SIZE), np.float32)
    notes[:, tracing.NOTE_GAME] = 0, 0, 1, 1
    notes[3, tracing.NOTE_VALUE] = -1.0
    values = wanted(recipe, recipe.trust, np.array([0, 6]), notes)
    assert values[1] == 1.0  # won
    assert values[0] == pytest.approx(0.75)  # half of what came, half of the even chance seen then
    assert values[3] == pytest.approx(0.5 * np.exp(-1))
    assert values[2] == pytest.approx(0.5)  # the turn after it was only tried


def test_the_first_guess_knows_something() -> None:
    rules = Rules.edition("base", players=2, talk="none")
    features = features_for(rules)
    blind = np.zeros(layout.weights_size(features), np.float32)
    outcomes = [Workspace().play(setup(rules, net), Run(8, 0, 40)) for net in (first_guess(features), blind)]
    guessed, unguided = (played[:, layout.OUTCOME_SCORE].mean() for played in outcomes)
    assert guessed < unguided - 10
