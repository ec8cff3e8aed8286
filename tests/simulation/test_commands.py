"""The command line of the simulation room, as a person types it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.program import nonante

from nonante import Rules
from nonante.simulation import simulate


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nonante", *words], capture_output=True, text=True, check=False, cwd=cwd
    )


def test_simulate_prints_the_promised_object() -> None:
    simulate(Rules.edition("base", players=2, talk="none"), "planner", 1)  # compiles, which the command would tell
    done = run("simulate", "--players", "2", "--player", "planner", "--talk", "none", "--games", "200", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert {key: data[key] for key in ("edition", "players", "player", "talk", "games", "seed")} == {
        "edition": "base", "players": 2, "player": "planner", "talk": "none", "games": 200, "seed": 0,
    }  # fmt: skip
    assert data["win_rate_low"] < data["win_rate"] < data["win_rate_high"]
    assert data["win_rate"] == data["wins"] / 200


@pytest.mark.slow
def test_shards_merge_on_the_command_line(tmp_path: Path) -> None:
    words = ["simulate", "--edition", "extreme", "--players", "3", "--player", "nearest", "--games", "90", "--json"]
    for k in (1, 2, 3):
        (tmp_path / f"{k}.json").write_text(run(*words, "--shard", f"{k}/3").stdout, "utf-8")
    files = [str(tmp_path / f"{k}.json") for k in (3, 1, 2)]
    merged = json.loads(run("simulate", "--json", "--merge", *files).stdout)
    whole = json.loads(run(*words).stdout)
    for data in (merged, whole):
        del data["seconds"], data["games_per_second"]
    assert merged == whole
    (tmp_path / "other.json").write_text(run(*words, "--seed", "1", "--shard", "1/3").stdout, "utf-8")
    refused = run("simulate", "--merge", files[0], str(tmp_path / "other.json"))
    assert refused.returncode == 2
    assert "different settings" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "--player", "nobody"], "unknown player 'nobody'"),
        (["simulate", "--edition", "chess"], "unknown edition"),
        (["simulate", "--talk", "loud"], "--talk"),
        (["simulate", "--players", "9"], "1 to 5"),
        (["simulate", "--games", "0"], "0 games"),
        (["simulate", "--seed", "-1"], "seed"),
        (["simulate", "--shard", "3"], "k/n"),
        (["simulate", "--shard", "3/2"], "k from 1 to n"),
        (["simulate", "--workers", "0"], "0 workers"),
        (["simulate", "--merge", "missing.json"], "missing.json"),
        (["simulate", "stray"], "stray"),
        (["simulate", "--plot", "picture.doc"], ".png"),
        (["simulate", "--plot", "no/such/folder/x.png"], "folder"),
        pytest.param(
            ["simulate", "--cluster", "tcp://127.0.0.1:9", "--games", "5"],
            "no Dask scheduler answers",
            marks=pytest.mark.slow,  # it waits for one
        ),
        (["simulate", "--cluster", "nonsense", "--games", "5"], "no Dask scheduler answers at nonsense"),
        (["tournament"], "name the players"),
        (["tournament", "nearest", "nobody"], "unknown player"),
        (["tournament", "nearest", "--players", "x"], "1-5"),
        (["tournament", "nearest", "--players", "5-1"], "no number"),
        (["tournament", "nearest", "nearest"], "different names"),
        (["tournament", "nearest", "random", "--cross", "--players", "1"], "at least two seats"),
        (["tournament", "nearest", "random", "--cross", "--plot", "x.png"], "--cross"),
        (["simulate", "--seats", "nearest,nobody"], "unknown player 'nobody'"),
        (["simulate", "--seats", "nearest,random", "--players", "3"], "--seats names 2 players, --players 3"),
        (["simulate", "--seats", "nearest,random", "--player", "random"], "either --player or --seats"),
        (["simulate", "--seats", "nearest,talker"], "talker only plays with copies of itself"),
        (["simulate", "--player", "json:dumps"], "json:dumps is not a player"),
    ],
)
def test_bad_input_is_one_clear_line(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = nonante(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


@pytest.mark.slow
def test_text_list_and_pictures(tmp_path: Path) -> None:
    assert "talker" in run("simulate", "--list").stdout
    done = run("simulate", "--games", "100", "--player", "nearest", "--plot", "one.png", cwd=tmp_path)
    assert "cards left" in done.stdout
    assert (tmp_path / "one.png").stat().st_size > 1_000
    done = run("tournament", "nearest", "random", "--players", "1,2", "--games", "50", "--plot", "t.svg", cwd=tmp_path)
    assert done.stdout.count("seed 0") == 2
    assert (tmp_path / "t.svg").stat().st_size > 1_000
    data = json.loads(run("tournament", "nearest", "random", "--games", "20", "--json").stdout)
    assert [line["rank"] for line in data["tournaments"][0]["ranking"]] == [1, 2]


def test_a_player_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from nonante.players import SilentPlayer\n"
        "class Last(SilentPlayer):\n"
        "    def plan(self, view, signals=()):\n        return view.legal_moves()[-1:]\n",
        "utf-8",
    )
    done = run("simulate", "--player", "mine:Last", "--games", "10", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["player"] == "mine:Last"


@pytest.mark.slow
def test_mixed_seats_and_cross_play() -> None:
    data = json.loads(run("simulate", "--seats", "nearest,random,nearest", "--games", "5", "--json").stdout)
    assert (data["players"], data["player"], data["games"]) == (3, "nearest,random,nearest", 5)
    assert [one["name"] for one in data["identities"]] == ["nearest", "random", "nearest"]
    words = ["tournament", "nearest", "random", "--cross", "--games", "4"]
    data = json.loads(run(*words, "--players", "2,3", "--json").stdout)
    assert [one["players"] for one in data["cross_play"]] == [2, 3]
    assert len(data["cross_play"][0]["cells"]) == 3
    assert "cross-play, 4 deals" in run(*words).stdout


def test_a_plain_install_simulates_without_options(tmp_path: Path) -> None:
    """Where there is no compiler a level in Python plays fewer games, and the program says so."""
    (tmp_path / "plain.py").write_text(
        "import sys\n"
        "sys.modules |= dict.fromkeys(['numba', 'numpy', 'matplotlib', 'distributed'])\n"
        "import nonante.cli.simulate as simulate\n"
        "simulate.SLOW = 2\n"
        "from nonante.cli import main\n"
        "main()\n",
        "utf-8",
    )
    words = [sys.executable, "plain.py", "simulate", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout)["player"] == "steady"
    assert json.loads(done.stdout)["games"] == 2
    assert done.stderr == "nonante: steady plays; the usual planner needs pip install 'nonante[fast]'\n"


def test_ctrl_c_says_how_many_games_the_answer_rests_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from pathlib import Path\n"
        "from nonante.players import SilentPlayer\n"
        "games = []\n"
        "class Telling(SilentPlayer):\n"
        "    def __init__(self, seed):\n"
        "        games.append(seed)\n"
        "        if len(games) == 100:\n            Path('some-are-done').touch()\n"
        "    def plan(self, view, signals=()):\n        return view.legal_moves()[-1:]\n",
        "utf-8",
    )
    words = ["simulate", "--player", "mine:Telling", "--games", "1000000000", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "nonante", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        while not (tmp_path / "some-are-done").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    data = json.loads(out)
    assert 0 < data["games"] < 10**9
    assert data["spans"] == [[0, data["games"]]]
    assert f"rests on {data['games']:,} of 1,000,000,000 games" in err
