"""simulate, shards, results, tournaments, pictures, the cluster."""

from __future__ import annotations

import _thread
import json
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nonante import BadInput, NonanteError, Rules, kernel as kernel_room
from nonante.players import Identity
from nonante.simulation import (
    KernelPlayer,
    NeedsExtra,
    Result,
    SimulationError,
    contestants,
    find_player,
    simulate,
    tournament,
    wilson,
)
from nonante.simulation.plots import draw_result, draw_tournaments
from nonante.simulation.results import Counts
from nonante.simulation.running import Job, run_spans, shard_span
from nonante.simulation.tables import result_text, tournament_text
from nonante.simulation.workers import WorkerPool

TWO = Rules.edition("base", players=2)
THINKERS = {"champion", "planner", "ismcts", "ppo-1", "ppo-2", "ppo-3"}


def _enough(rules: Rules, name: str) -> int:
    """Return how many games tell: many where they cost nothing, else a few a shard, one where players are processes."""
    player = find_player(name)
    if isinstance(player, KernelPlayer):
        return 401
    return 17 if Job(rules, (player,), 0).compiled else 9


@pytest.mark.parametrize(
    "name", [pytest.param(one.name, marks=[pytest.mark.slow] * (one.name in THINKERS)) for one in contestants()]
)
@pytest.mark.parametrize("edition", ["base", "extreme"])
def test_eight_shards_add_up_to_one_run(name: str, edition: str) -> None:
    rules = Rules.edition(edition, players=3)
    games = _enough(rules, name)
    whole = simulate(rules, name, games, seed=11, workers=1)
    parts = [simulate(rules, name, games, seed=11, workers=2, shard=(k, 8)) for k in range(1, 9)]
    merged = parts[3]
    for part in [*parts[4:], *parts[:3]]:
        merged = merged + Result.from_json(part.to_json())
    assert merged == whole
    assert merged.counts == whole.counts
    assert merged.spans == ((0, games),)


def test_the_seed_decides() -> None:
    assert simulate(TWO, "planner", 300, seed=1) == simulate(TWO, "planner", 300, seed=1, workers=3)
    assert simulate(TWO, "planner", 300, seed=1).counts != simulate(TWO, "planner", 300, seed=2).counts


def test_shards_share_all_games() -> None:
    spans = [shard_span(10, (k, 3)) for k in (1, 2, 3)]
    assert spans == [(0, 3), (3, 6), (6, 10)]
    for bad in ((0, 3), (4, 3), (1, 0)):
        with pytest.raises(SimulationError, match="shard"):
            shard_span(10, bad)
    with pytest.raises(SimulationError, match="only 2 games"):
        shard_span(2, (1, 3))


def test_merging_refuses_other_settings_and_the_same_games_twice() -> None:
    one = simulate(TWO, "nearest", 20, seed=1, shard=(1, 2))
    for other in (
        simulate(Rules.edition("base", players=3), "nearest", 20, seed=1, shard=(2, 2)),
        simulate(Rules.edition("base", players=2, talk="none"), "nearest", 20, seed=1, shard=(2, 2)),
        simulate(TWO, "planner", 20, seed=1, shard=(2, 2)),
        simulate(TWO, "nearest", 20, seed=2, shard=(2, 2)),
        simulate(TWO, KernelPlayer("nearest", settings={"kind": 1, "reach": 4}), 20, seed=1, shard=(2, 2)),
    ):
        with pytest.raises(SimulationError, match="different settings"):
            one + other
    with pytest.raises(SimulationError, match="twice"):
        one + one


def test_results_survive_json_and_nothing_else_does() -> None:
    rules = Rules.edition("extreme", players=2, commands="seeded", one_pile="strict", talk="none")
    result = simulate(rules, "talker", 50, seed=2**64 - 1)
    assert Result.from_json(result.to_json()) == result
    data = result.to_data()
    names = (
        "edition players player talk games wins win_rate win_rate_low win_rate_high excellent_rate mean_left seconds"
    )
    assert list(data)[:14] == [*names.split(), "games_per_second", "seed"]
    wrong: list[object] = [
        {**data, "counts": {**data["counts"], "turns": "many"}},
        {**data, "counts": {**data["counts"], "left": [1] * 99}},
        {**data, "spans": [[0, 49]]},
        {**data, "spans": [[0, "x"]]},
        {**data, "rules": {"edition": "chess"}},
        {**data, "identities": []},
        {**data, "identities": [{"name": "talker"}]},
        {**data, "identities": [{**data["identities"][0], "parameters": {"kind": "x"}}]},
        {**data, "identities": [{**data["identities"][0], "engine": 1}]},
        {},
        [],
    ]
    for spoiled in wrong:
        with pytest.raises(SimulationError, match="not a result"):
            Result.from_data(spoiled)
    with pytest.raises(NonanteError, match="not JSON"):
        Result.from_json("{")


def test_r19_a_game_lost_with_every_card_laid_is_not_excellent() -> None:
    """Four games: won; lost with one card left; lost with every card laid, the score saying 1 all the same; far off."""
    outcomes = [(0, 0, 0, 30, 0), (1, 1, 0, 29, 1), (1, 2, 2, 31, 0), (40, 1, 0, 12, 40)]
    counts = Counts.of(outcomes)
    assert (counts.games, counts.wins, counts.left[1], counts.all_laid) == (4, 1, 2, 1)
    assert Counts.of_array(np.array(outcomes)) == counts
    assert (counts + counts).all_laid == 2
    result = Result(TWO, (Identity("nearest"),), 1, ((0, 4),), counts)
    assert result.excellent_rate == 0.5
    assert Result.from_json(result.to_json()) == result
    data = result.to_data()
    del data["counts"]["all_laid"]  # as results were written before
    assert Result.from_data(data).counts.all_laid == 0
    data["counts"]["all_laid"] = -1
    with pytest.raises(SimulationError, match="not a result"):
        Result.from_data(data)


def test_rates_follow_from_the_counts() -> None:
    result = simulate(TWO, "planner", 500, seed=4)
    low, high = result.interval
    assert low < result.win_rate < high
    assert result.wins == result.counts.left[0] == result.counts.reasons[0]
    assert result.excellent_rate == sum(result.counts.left[:10]) / 500
    assert sum(result.counts.blamed) == 500 - result.wins
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_published_figures() -> None:
    """Wide intervals of few games: docs/notebook/simulation.md has the narrow ones."""
    for name, players, low, high in (("nearest", 1, 0.9, 2.0), ("planner", 1, 10.2, 13.2), ("planner", 2, 16.8, 20.0)):
        rate = 100 * simulate(Rules.edition("base", players), name, 4_000, seed=1).win_rate
        assert low < rate < high, (name, players, rate)


def test_talk_helps_and_can_be_closed() -> None:
    open_, closed = (
        simulate(Rules.edition("base", 3, talk=talk), "talker", 3_000, seed=1) for talk in ("standard", "none")
    )
    assert open_.interval[0] > closed.interval[1]


def test_impossible_counts() -> None:
    for games in (0, -1, 10**13, 1.5, True):
        with pytest.raises(SimulationError, match="games"):
            simulate(TWO, "nearest", games)  # type: ignore[arg-type]  # what a caller may try
    for workers in (0, 5_000):
        with pytest.raises(SimulationError, match="workers"):
            simulate(TWO, "nearest", 1, workers=workers)
    with pytest.raises(BadInput, match="seed"):
        simulate(TWO, "nearest", 1, seed=-1)


def test_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    with_kernel = simulate(TWO, "nearest", 30, seed=3)
    monkeypatch.setattr(kernel_room, "available", lambda: False)
    without = simulate(TWO, "nearest", 30, seed=3)
    assert without.counts == with_kernel.counts
    assert (without.identities[0].engine, with_kernel.identities[0].engine) == ("python", "compiled")
    with pytest.raises(NeedsExtra, match=r"nonante\[fast\]"):
        simulate(TWO, "planner", 30)


def test_the_kernel_finds_a_place_for_its_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    tries: list[str] = []

    def refuse_once(name: str) -> Any:
        tries.append(name)
        if name == "numba":
            return __import__("numba")
        if tries.count(name) == 1:
            raise RuntimeError("cannot cache function: no locator available")
        return "kernel"

    monkeypatch.delitem(sys.modules, "nonante.kernel.reference")
    monkeypatch.setattr(kernel_room, "import_module", refuse_once)
    assert kernel_room.load() == "kernel"
    (own,) = tmp_path.iterdir()
    assert kernel_room._private_folder() == str(own)
    own.chmod(0o777)  # somebody else may have put code there
    assert kernel_room._private_folder() != str(own)


def test_ctrl_c_keeps_what_is_done() -> None:
    spans: list[tuple[int, int]] = []

    def play(first: int, stop: int) -> int:
        spans.append((first, stop))
        if len(spans) == 5:
            _thread.interrupt_main()
            time.sleep(0.2)
        return stop - first

    total, stop, interrupted = run_spans(play, 0, 0, 10**15, worker_pool=WorkerPool(2), progress=False)
    assert total == stop == spans[-1][1]
    assert interrupted
    assert len(spans) >= 5
    assert spans[0] == (0, 1)  # a first game may be slow, and is waited for


def test_nothing_heavy_is_imported_early() -> None:
    script = """
        import sys
        import nonante, nonante.simulation
        heavy = {"numba", "numpy", "matplotlib", "distributed", "tqdm"} & set(sys.modules)
        assert not heavy, heavy
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True)


def test_tournament_on_the_same_deals() -> None:
    played = tournament(TWO, ["nearest", "planner", "random"], 400, seed=2)
    assert [played.results[i].player for i in played.ranking()] == ["planner", "nearest", "random"]
    for result in played.results:
        assert result == simulate(TWO, result.player, 400, seed=2)
    assert played.wins_ahead(1, 0).clear
    assert played.wins_ahead(1, 0).value == pytest.approx(played.results[1].win_rate - played.results[0].win_rate)
    assert played.cards_ahead(1, 0).value == pytest.approx(played.results[0].mean_left - played.results[1].mean_left)
    assert not played.wins_ahead(1, 1).clear
    assert played.to_data()["ranking"][0]["ahead_of_next"]["player"] == "nearest"
    assert "may be luck" in tournament_text(tournament(TWO, ["planner", "talker"], 10))
    for players in ([], ["nearest", "nearest"]):
        with pytest.raises(SimulationError, match="different names"):
            tournament(TWO, players, 10)


def test_text_and_pictures(tmp_path: Path) -> None:
    result = simulate(Rules.edition("extreme", players=3), "planner", 200, seed=1)
    text = result_text(result)
    assert "causes of lost games" in text
    assert "95% interval" in text
    played = [tournament(Rules.edition("base", n), ["nearest", "planner"], 200) for n in (1, 2)]
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        draw_result(result, str(tmp_path / f"one{suffix}"))
        draw_tournaments(played, str(tmp_path / f"many{suffix}"))
        for name in ("one", "many"):
            assert (tmp_path / f"{name}{suffix}").read_bytes().startswith(start)


def test_json_is_plain() -> None:
    played = tournament(TWO, ["nearest", "planner"], 20)
    assert json.loads(json.dumps(played.to_data())) == played.to_data()
