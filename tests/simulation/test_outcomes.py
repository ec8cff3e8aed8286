"""Games come out as they did: a change that must not change any game is held to digests made before it."""

from __future__ import annotations

import json

import pytest
from scripts.outcomes import FILE, cases, digest, key, sizes

KNOWN: dict[str, str] = json.loads(FILE.read_text("utf-8"))
PLAYERS = sorted({player for player, _, _ in cases()})


@pytest.mark.parametrize(
    "player", [pytest.param(player, marks=[pytest.mark.slow] * (player == "champion")) for player in PLAYERS]
)
def test_games_come_out_as_before(player: str) -> None:
    for name, edition, players in cases():
        if name == player:
            games = sizes(player, players)[0]
            assert digest(player, edition, players, games) == KNOWN[key(player, edition, players, games)], (
                edition,
                players,
            )


def test_a_digest_tells_games_apart() -> None:
    assert digest("nearest", "base", 2, 200) != digest("nearest", "base", 2, 199)
