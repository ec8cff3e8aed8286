"""Wide networks: what they are told, what they say, and which network thinks when."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante import kernel
from nonante.envs import redeal
from nonante.kernel import layout, views, windows, workspace
from nonante.kernel.bits import pointer
from nonante.kernel.candidates import turns
from nonante.kernel.champion import list_marks
from nonante.kernel.scratch import mind_in, scratch_in
from nonante.players import PlayerError, QuickChampion, calibration, champion, chance
from nonante.players.calibration import calibration_for, map_name
from nonante.players.champion import NO_LOOK, Champion, net_for, net_name, network, networks, think
from nonante.players.identity import digest
from nonante.players.match import play_game, standing
from nonante.rules import Game, Rules

Floats = npt.NDArray[np.float32]
Row: TypeAlias = tuple[Floats, tuple[int, int, int]]  # weights and shape
OFFSETS = (*range(-20, 0), *range(1, 31))
HEIGHTS = (12, 24, 36, 48, 60, 72, 84, 94)
SOLO, THREE = Rules.edition("base", 1), Rules.edition("extreme", 3, talk="permissive")


def inputs_of(rules: Rules) -> int:
    return workspace.features_for(rules) + 432


def random_row(rules: Rules, hidden: int, seed: int = 1, second: int = 32) -> Row:
    """Return a wide network that heeds everything."""
    rng, sizes = np.random.default_rng(seed), (inputs_of(rules), hidden, second, 1)
    layers = [rng.normal(0, 1 / sizes[layer] ** 0.5, (sizes[layer] + 1, sizes[layer + 1])) for layer in range(3)]
    return np.concatenate([layer.ravel() for layer in layers]).astype(np.float32), (sizes[0], hidden, second)


def packed(path: Path, kept: Mapping[str, Row], type_: str = "f2") -> Path:
    """Write a file of networks."""
    manner = asdict(workspace.TalkSettings(like_from=0.5, rather_not_to=-0.5))
    header = {name: {"shape": shape, "manner": manner, "type": type_} for name, (_, shape) in kept.items()}
    weights = b"".join(row.astype(f"<{type_}").tobytes() for row, _ in kept.values())
    path.write_bytes(zlib.compress(json.dumps(header).encode() + b"\n" + weights))
    return path


def positions(rules: Rules, seed: int) -> Iterator[Game]:
    yield Game.deal(rules, seed)
    yield from random_positions(rules, seed, share=0.05)
    yield from late_positions(rules, seed, 2)


@njit
def told(arrays: Any, settings: Any, at_turn: int, x: Any) -> tuple[int, int]:
    """Find the turns of a view and write what a network is told of one; return how many turns and numbers there are."""
    scratch, mind = scratch_in(arrays), mind_in(settings)
    list_marks(mind.rules)
    count = turns(scratch.seen, mind.rules, scratch)
    end = pointer(arrays.turns, at_turn % max(count, 1) * layout.FOUND_SIZE)
    return count, windows.inputs(end, scratch.seen, mind.rules, pointer(x, 0))


def reference(end: npt.NDArray[np.int64]) -> list[float]:
    """Return the windows of a turn found, as they are described."""
    heights = end[layout.HEIGHTS : layout.HEIGHTS + 4].tolist()
    words = [int(word) & (1 << 64) - 1 for word in end]
    kept = {n for n in range(2, 100) if words[layout.HAND + (n >> 6)] >> (n & 63) & 1}
    unplayed = {n for n in range(2, 100) if words[layout.UNPLAYED + (n >> 6)] >> (n & 63) & 1}
    numbers: list[float] = []
    for pile in (*sorted((0, 1), key=heights.__getitem__), *sorted((2, 3), key=heights.__getitem__)):
        for cards in (kept, unplayed - kept):
            mine = {card if pile < 2 else 101 - card for card in cards}
            numbers += [heights[pile] + offset in mine for offset in OFFSETS]
        numbers += [heights[pile] >= least for least in HEIGHTS]
    return numbers


def forward(row: Floats, shape: tuple[int, int, int], x: Floats) -> float:
    """Pass what it is told through a network."""
    sizes, start, layer = (*shape, 1), 0, x.astype(np.float64)
    for number in range(3):
        rows, columns = sizes[number] + 1, sizes[number + 1]
        weights = row[start : start + rows * columns].reshape(rows, columns).astype(np.float64)
        start += rows * columns
        layer = layer @ weights[:-1] + weights[-1]
        if number < 2:
            layer = np.maximum(layer, 0)
    return float(layer[0])


def test_windows_and_values_through_views() -> None:
    room, seen = workspace.Workspace(), 0
    for number, rules in enumerate(rules_of_all_kinds()):
        features, (row, shape) = workspace.features_for(rules), random_row(rules, (128, 256, 384)[number % 3], number)
        for game in positions(rules, 71 + number):
            view, x = game.view(game.active), np.full(layout.INPUTS_SIZE, 7, np.float32)
            mind = workspace.mind(view.rules, row)
            views.write_view(room.view, view, [0] * rules.players, opened=True)
            _, value = room.think(mind, NO_LOOK)
            best = room.scratch.turns[: layout.FOUND_ENDS + 1].tolist()
            count, size = told(room.scratch, mind, 0, x)
            if count < 1:
                continue
            found = room.scratch.turns.reshape(-1, layout.FOUND_SIZE)[:count]
            place = found[:, : layout.FOUND_ENDS + 1].tolist().index(best)
            told(room.scratch, mind, place, x)
            assert size == features + 432
            assert x[features:size].tolist() == reference(found[place])
            assert (x[size:] == 7).all()
            assert value == pytest.approx(forward(row, shape, x[:size]), abs=1e-4)
            seen += 1
    assert seen > 100


def widened(rules: Rules, path: Path | None = None) -> Row:
    """Return the small network of a game as a wide one of 256 cells, those added silent and heeding everything."""
    kept, rng = networks(path)[net_name(rules)], np.random.default_rng(3)
    known, hidden, second = kept.shape
    small = np.frombuffer(kept.weights, "<f4")
    first = rng.normal(0, 0.1, (known + 432 + 1, 256)).astype(np.float32)
    first[:, :hidden] = 0
    first[:known, :hidden] = small[: known * hidden].reshape(known, hidden)
    first[-1, :hidden] = small[known * hidden :][:hidden]
    inner = np.zeros((256 + 1, second), np.float32)
    old = small[(known + 1) * hidden :][: (hidden + 1) * second].reshape(hidden + 1, second)
    inner[:hidden], inner[-1] = old[:-1], old[-1]
    return np.concatenate([first.ravel(), inner.ravel(), small[-second - 1 :]]), (known + 432, 256, second)


@pytest.mark.usefixtures("only_small")
@pytest.mark.parametrize("edition", ["base", "expert-short+on-fire+extreme"])
@pytest.mark.parametrize("players", [1, 3])
def test_a_small_network_within_a_wide_one_plays_the_same_games(tmp_path: Path, edition: str, players: int) -> None:
    """Also where a game has features that its network was never told of: the windows come behind them."""
    rules = Rules.edition(edition, players)
    own = packed(tmp_path / "own.bin", {net_name(rules): widened(rules)}, "f4")
    small, wide = (workspace.mind(rules, *net_for(rules, path)) for path in (None, own))
    assert wide.rules[layout.CELLS] == 256
    same = small._replace(talk=wide.talk)
    ahead = champion.LookAhead(plans=3, worlds=9, behind=600, trust=8, race=120)
    one, other = (workspace.Workspace(ahead).play(mind, workspace.Run(9, 0, 3)) for mind in (same, wide))
    assert one.tolist() == other.tolist()


# --- which network thinks ---------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with wide networks for a solo game and for one with three seats."""
    rows = {net_name(rules): random_row(rules, hidden, second=16) for rules, hidden in ((SOLO, 256), (THREE, 100))}
    return packed(tmp_path / "own.bin", rows)


def test_a_file_with_wide_networks_is_played(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for rules, hidden in ((SOLO, 256), (THREE, 128)):
        bot, game = Champion(own), Game.deal(rules, 4)
        row, _ = net_for(rules, own)
        assert len(row) == layout.weights_size(inputs_of(rules), hidden)
        assert network(rules, own).wide
        assert bot.plan(game.view(0))
        assert think(game.view(0), path=own, ahead=NO_LOOK) != think(game.view(0), ahead=NO_LOOK)
        assert bot.traits(rules)["weights"] != Champion().traits(rules)["weights"]
    assert play_game(THREE, 5, [Champion(own)] * 3).score > 0
    monkeypatch.setattr(kernel, "available", lambda: False)
    for ask in (bot.traits, bot.manner_for, lambda rules: bot.plan(Game.deal(rules, 4).view(0))):
        with pytest.raises(PlayerError, match=r"own.bin has only a wide network for base-1-none, .*nonante\[fast\]"):
            ask(SOLO)


def test_equal_views_bring_equal_answers_whatever_is_hidden(own: Path) -> None:
    rng, bot = random.Random(61), Champion(own)
    for rules in (SOLO, THREE):
        for game in positions(rules, 62):
            signals, view = standing(game, [bot] * rules.players), game.view(game.active)
            same = redeal(view, rng).view(game.active)
            assert bot.wish(view) == bot.wish(same)
            assert bot.plan(view, signals) == bot.plan(same, signals)


def test_values_do_not_depend_on_what_was_valued_before(own: Path) -> None:
    """What is worked out for one view and one network must not be taken for another."""
    views_ = [game.view(0) for game in positions(SOLO, 63)]
    values = [think(view, path=own, ahead=NO_LOOK) for view in views_]
    for view, value in list(zip(views_, values, strict=True))[::-1]:
        think(view)
        assert think(view, path=own, ahead=NO_LOOK) == value


def test_shipped_wide_networks_think_where_there_is_one(
    own: Path, wide_file: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, other = Game.deal(SOLO, 4).view(0), Game.deal(Rules.edition("base", 2), 4).view(0)
    wide_file(tmp_path / "none.bin")
    small, traits = [think(view), think(other)], Champion().traits(SOLO)
    wide_file(own)
    assert [think(view), think(other)] == [think(view, path=own), small[1]]
    assert think(view, ahead=NO_LOOK) == think(view, path=own, ahead=NO_LOOK) != small[0]
    assert QuickChampion().plan(view) == think(view, path=own, ahead=NO_LOOK)[0]
    assert Champion().traits(SOLO)["weights"] not in (traits["weights"], Champion(own).traits(SOLO)["weights"])
    assert Champion().manner_for(THREE) == Champion(own).manner_for(THREE)
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert not network(SOLO).wide
    assert Champion().traits(SOLO)["weights"] == traits["weights"]
    assert Champion().plan(view)


def test_a_wide_network_has_a_map_of_its_own(
    own: Path, wide_file: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    wide_file(own)
    view = Game.deal(SOLO, 4).view(0)
    assert map_name(SOLO) == "base-1-none-wide"
    monkeypatch.setattr(calibration, "_calibration", calibration._calibration.__wrapped__)  # not what is kept
    own_fit = {"weights": digest(network(SOLO).weights), "points": [[-9, 0.2], [9, 0.3]]}
    small_fit = calibration.fits()["base-1-none"]
    monkeypatch.setattr(calibration, "fits", lambda: {"base-1-none": small_fit})
    assert (calibration_for(SOLO).logits, calibration_for(SOLO).fitted) == ((), False)
    assert chance(view) == pytest.approx(1 / (1 + np.exp(-think(view, ahead=NO_LOOK)[1])))
    monkeypatch.setattr(calibration, "fits", lambda: {"base-1-none": small_fit, "base-1-none-wide": own_fit})
    assert calibration_for(SOLO).fitted
    assert 0.2 <= chance(view) <= 0.3
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert map_name(SOLO) == "base-1-none"
    assert calibration_for(SOLO).fitted


def test_networks_that_fit_no_game(tmp_path: Path) -> None:
    row = np.zeros(layout.weights_size(1000, 128), np.float32)
    large = packed(tmp_path / "large.bin", {"base-1-none": (row, (1000, 128, 32))})
    with pytest.raises(PlayerError, match=r"large.bin holds no networks: base-1-none: .* 1000, 128, 32 does not fit"):
        Champion(large).plan(Game.deal(SOLO, 4).view(0))
    with pytest.raises(PlayerError, match=r"odd.bin holds no networks"):
        networks(odd_type(tmp_path))


def odd_type(folder: Path) -> Path:
    path = folder / "odd.bin"
    about = {"shape": [1, 1, 1], "manner": {}, "type": "f8"}
    path.write_bytes(zlib.compress(json.dumps({"base-1-none": about}).encode() + b"\n" + bytes(99)))
    return path


def test_half_floats_are_read_in_python_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, view = networks()["base-1-none"], Game.deal(SOLO, 4).view(0)
    row = np.frombuffer(kept.weights, "<f4").astype(np.float32)
    half = packed(tmp_path / "half.bin", {"base-1-none": (row, kept.shape)})
    value = think(view, path=half, ahead=NO_LOOK)[1]
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert think(view, path=half)[1] == pytest.approx(value, abs=3e-4)
    assert think(view, path=half)[1] != think(view)[1]


def test_which_networks_are_wide() -> None:
    assert champion._USUAL == layout.HIDDEN
