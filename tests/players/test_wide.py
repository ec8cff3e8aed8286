"""Wide networks: what they are told, what they say, and which network thinks when."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

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
from nonante.players import PlayerError, champion
from nonante.players.champion import NO_LOOK, Champion, QuickChampion, net_for, net_name, network, networks, think
from nonante.players.match import standing
from nonante.rules import Game, Rules

Floats = npt.NDArray[np.float32]
OFFSETS = (*range(-20, 0), *range(1, 31))
HEIGHTS = (12, 24, 36, 48, 60, 72, 84, 94)
SMALL = Path(str(files("nonante.players") / "champion.bin"))  # by this path, no wide network thinks


def inputs_of(rules: Rules) -> int:
    return workspace.features_for(rules) + 432


def random_row(rules: Rules, hidden: int, seed: int = 1, second: int = 32) -> tuple[Floats, tuple[int, int, int]]:
    """Return a wide network that heeds everything."""
    rng, sizes = np.random.default_rng(seed), (inputs_of(rules), hidden, second, 1)
    layers = [rng.normal(0, 1 / sizes[layer] ** 0.5, (sizes[layer] + 1, sizes[layer + 1])) for layer in range(3)]
    return np.concatenate([layer.ravel() for layer in layers]).astype(np.float32), (sizes[0], hidden, second)


def packed(path: Path, kept: dict[str, tuple[Floats, tuple[int, int, int]]], type_: str = "f2") -> Path:
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


@njit  # type: ignore[untyped-decorator]
def told(arrays: Any, settings: Any, at_turn: int, x: Any) -> tuple[int, int]:
    """Find the turns of a view, and write what a network is told of one; return how many turns and numbers there are."""
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
        hidden, features = (128, 256, 384)[number % 3], workspace.features_for(rules)
        row, shape = random_row(rules, hidden, number)
        for game in positions(rules, 71 + number):
            view, said = game.view(game.active), [0] * rules.players
            mind, x = workspace.mind(view.rules, row), np.full(layout.INPUTS_SIZE, 7, np.float32)
            views.write_view(room.view, view, said, opened=True)
            count, size = told(room.scratch, mind, number, x)
            if count < 1:
                continue
            end = room.scratch.turns.reshape(-1, layout.FOUND_SIZE)[number % count].copy()
            assert size == features + 432
            assert x[features:size].tolist() == reference(end)
            assert (x[size:] == 7).all()
            _, value = room.think(mind, NO_LOOK)
            views.write_view(room.view, view, said, opened=True)
            best = room.scratch.turns[: layout.FOUND_SIZE].copy()
            told(room.scratch, mind, 0, x)
            place = next(i for i, one in enumerate(ends(room, count)) if (one == best)[: layout.FOUND_ENDS + 1].all())
            told(room.scratch, mind, place, x)
            assert value == pytest.approx(forward(row, shape, x[:size]), abs=1e-4)
            seen += 1
    assert seen > 100


def ends(room: workspace.Workspace, count: int) -> npt.NDArray[np.int64]:
    found: npt.NDArray[np.int64] = room.scratch.turns.reshape(-1, layout.FOUND_SIZE)[:count]
    return found
