"""Results, tournaments and records show themselves in notebooks; progress shows there too."""

from __future__ import annotations

import sys
from types import ModuleType
from xml.etree import ElementTree

import pytest

from nonante import Rules
from nonante.players import player
from nonante.simulation import cross_play, record_game, run_benchmark, simulate, tournament
from nonante.simulation.running import progress_bar

RULES = Rules.edition("base", players=2)


def _texts(html: str) -> list[str]:
    return [text.strip() for text in ElementTree.fromstring(html).itertext() if text.strip()]  # noqa: S314 - our own


def test_results_show_their_rates_and_intervals() -> None:
    result = simulate(RULES, "nearest", 50, seed=1)
    texts = _texts(result._repr_html_())
    assert texts[0] == "base, 2 players, talk standard: nearest"
    assert f"{result.mean_left:.2f}" in texts
    assert sum(text.endswith("games") for text in texts) >= sum(count > 0 for count in result.counts.left)


def test_tournaments_and_cross_play_show_their_tables() -> None:
    assert {"random", "nearest"} <= set(_texts(tournament(RULES, ["random", "nearest"], 20)._repr_html_()))
    assert _texts(cross_play(RULES, ["random", "nearest"], 3)._repr_html_()).count("nearest") == 2


def test_a_record_shows_its_end_and_its_turns() -> None:
    record = record_game(RULES, 7, [player("novice"), player("novice")], ["Ann <b>", "Ben"])
    assert "Ann <b>" in _texts(record._repr_html_())
    assert str(record).splitlines()[1].startswith("  1 ")
    assert str(record).splitlines()[-1].startswith("lost in turn")


def test_progress_shows_in_a_notebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def shown() -> str:
        with progress_bar(2, True, " games") as bar:
            if hasattr(bar, "delay"):
                bar.delay = 0
            bar.update(1)
            if hasattr(bar, "refresh"):
                bar.refresh()
        return capsys.readouterr().err

    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    assert shown() == ""
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert "games" in shown()


def test_results_read_as_one_line_and_print_as_tables() -> None:
    rules = Rules.edition("base", players=2, talk="none")
    one = simulate(rules, "nearest", 50, seed=1)
    assert repr(one) == f"<Result base, 2 players, talk none: nearest: {one.wins} of 50 games won>"
    assert "games won" not in str(one)
    assert f"won        {100 * one.win_rate:.2f}%" in str(one)
    played = tournament(rules, ["nearest", "random"], 20, seed=1)
    assert repr(played) == "<Tournament base, 2 players, talk none: nearest, random, 20 deals>"
    assert "nearest" in str(played).splitlines()[-2] + str(played).splitlines()[-1]
    crossed = cross_play(rules, ["nearest", "novice"], 4, seed=1)
    assert repr(crossed) == "<CrossPlay base, 2 players, talk none: nearest, novice, 4 deals>"
    assert repr(one.counts).startswith(f"<Counts: {one.wins} of 50 games won, ")
    entry = run_benchmark("nearest", settings=["base-2-none"], parts=["self"], games=3)
    assert repr(entry) == "<Entry nonante-coop 2: nearest, 1 cells of 3 games>"
    assert "| `nearest` | none | 3 | " in str(entry)
    assert len([line for line in str(crossed).splitlines() if line.startswith(("nearest", "novice"))]) == 2
