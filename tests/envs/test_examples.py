"""The examples run, in a small size. What needs PyTorch is not run here."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> ModuleType:
    """Import an example."""
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *options: str) -> str:
    """Run an example and return what it printed; it must print no warning and no error."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *options]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    return shown.stdout


def test_random_play_and_players() -> None:
    lines = run("random_play.py", "--games", "3", "--levels", "novice", "steady").splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["random", "novice", "steady"]
    left = [float(line.split()[1]) for line in lines]
    assert left[0] > left[1] > 0


def test_search() -> None:
    assert "cards left" in run("search.py", "--simulations", "3", "--players", "2", "--edition", "extreme")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "mates"), [("base", ["novice", "novice"]), ("extreme", [])])
def test_a_policy_at_a_table_of_the_browser(tmp_path: Path, edition: str, mates: list[str]) -> None:
    command = [sys.executable, "-m", "nonante", "serve", "--port", "0", "--pace", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            shown = run("browser_seat.py", url, "--edition", edition, "--mates", *mates)
        finally:
            server.terminate()
    assert "cards left" in shown


class Extractor:
    """Stands for the trainer's class: keeps what it is given."""

    def __init__(self, space: object, size: int) -> None:
        self.space, self.size = space, size

    def register_buffer(self, name: str, value: object) -> None:
        setattr(self, name, value)


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The training example, with names in place of PyTorch and the trainer, which are not installed here."""
    stands_in: dict[str, dict[str, object]] = {
        "torch": {"nn": SimpleNamespace(Module=object), "arange": np.arange, "tensor": np.array},
        "sb3_contrib": {"MaskablePPO": object},
        "sb3_contrib.common.maskable.policies": {"MaskableActorCriticPolicy": object},
        "stable_baselines3.common.env_checker": {"check_env": check_env},
        "stable_baselines3.common.torch_layers": {"BaseFeaturesExtractor": Extractor},
        "stable_baselines3.common.vec_env": {"DummyVecEnv": object},
    }
    for name, names in stands_in.items():
        module = ModuleType(name)
        module.__dict__.update(names)
        monkeypatch.setitem(sys.modules, name, module)
    return load("train_maskable_ppo")


def test_what_the_training_example_asks_of_the_environment(
    training: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["train", "--edition", "extreme", "--players", "2"])
    chosen = training.read_options()
    env = training.make(chosen)
    check_env(env, skip_render_check=True)
    assert (env.rules.name, env.rules.players) == ("extreme", 2)
    left = training.cards_left(env, lambda _, mask: int(mask.argmax()), games=3)
    assert 0 < left < 98
    looks = training.Nearness(env.observation_space, layout=env.layout)
    assert looks.size == 392 * 4 + (looks.rest.stop - looks.rest.start)
    assert (looks.hand.size, looks.tops.size) == (98, 400)
    assert env.layout["counts"].stop == looks.rest.stop


@pytest.mark.slow
def test_a_player_of_ones_own(tmp_path: Path) -> None:
    """The example of docs/guides/write-a-player.md plays in a tournament and at a table in the browser."""
    source = (EXAMPLES / "patient.py").read_text("utf-8")
    code = source.partition("annotations\n\n")[2]
    assert code
    assert code in (EXAMPLES.parent / "docs" / "guides" / "write-a-player.md").read_text("utf-8")
    nonante = [sys.executable, "-m", "nonante"]
    words = ["tournament", "patient:Patient", "nearest", "--cross", "--players", "3", "--games", "30", "--json"]
    shown = subprocess.run([*nonante, *words], capture_output=True, text=True, check=True, cwd=EXAMPLES)
    cells = {tuple(cell["players"]): cell for cell in json.loads(shown.stdout)["cross_play"][0]["cells"]}
    assert len(cells) == 3
    assert cells["patient:Patient", "patient:Patient"]["mean_left"] < cells["nearest", "nearest"]["mean_left"]
    command = [*nonante, "serve", "--port", "0", "--pace", "0", "--player", "patient:Patient"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=EXAMPLES) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            shown_there = run("browser_seat.py", url, "--mates", "Patient", "Patient")
        finally:
            server.terminate()
    assert "cards left" in shown_there


@pytest.mark.slow
def test_learning_in_jax() -> None:
    sizes = ["--updates", "8", "--every", "4", "--games", "16", "--steps", "24", "--hidden", "8"]
    head, *lines = (line.split() for line in run("train_ippo_jax.py", *sizes).splitlines())
    assert head[0] == "steps"
    assert [line[0] for line in lines] == ["1,536", "3,072"]
    assert all(int(line[1]) > 10 and 0 < float(line[2]) < 98 for line in lines)


def test_a_batch_is_shared_without_copying() -> None:
    """NumPy stands in for PyTorch and JAX here: all of them read the same protocol."""
    reward, same = load("zero_copy").play("numpy", steps=3)
    assert same
    assert 0 < reward <= 1 / 98 + 1e-6


class _Stub:
    """Stands in for every class of verifiers, which is a large download."""

    def __init__(self, *_: object, **more: object) -> None:
        self.__dict__.update(more)

    def __class_getitem__(cls, _: object) -> type:
        return cls


def test_a_model_plays_a_seat_for_verifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("AgentConfig", "Env", "EnvConfig", "State", "Task", "TaskConfig", "TaskData", "Taskset", "TasksetConfig")
    classes = {name: type(name, (_Stub,), {}) for name in names}
    monkeypatch.setitem(sys.modules, "verifiers", ModuleType("verifiers"))
    monkeypatch.setitem(sys.modules, "verifiers.v1", SimpleNamespace(**classes))
    module = load("verifiers_env")
    info = {"edition": "base", "players": 2, "talk": "standard", "partner": "steady", "seed": 3}
    game = module.game_of(info)
    assert "Legal next moves: " in game.ask()
    assert "MOVES:" in game.answer("I would rather talk."), "sent back with the reason"
    assert "not in the hand" in game.answer("MOVES: 2A end")
    replies, message = 0, game.answer("MOVES:")
    assert (game.refused, game.given_up) == (3, 1), "then the nearest cards are played"
    while message is not None:
        turn = module.nearest_turn(game.game.view(0))
        message, replies = game.answer(f"Let me think.\nMOVES: {' '.join(turn)}"), replies + 1
        assert game.over or game.game.active == 0
    assert replies > 3
    assert game.over
    assert game.reward == pytest.approx(1 - game.game.score / 98)
    assert (game.refused, game.given_up) == (3, 1)
    assert module.game_of(info).ask() == module.game_of(info).ask(), "a task is always the same deal"
