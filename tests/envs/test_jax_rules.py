"""The environment in JAX plays by the rules: the same games, move by move."""

from __future__ import annotations

from typing import Any

import pytest
from tests.envs.jax_games import follow_the_rules
from tests.envs.walks import ALL, name

GAMES = 350  # of each kind, 29 kinds: 10,150 in all


def test_a_few_games_agree_with_the_rules() -> None:
    assert "stuck" in follow_the_rules({"edition": "base", "players": 3}, range(20), seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("options", ALL, ids=name)
def test_every_edition_and_table_agrees_with_the_rules(options: dict[str, Any]) -> None:
    first = GAMES * ALL.index(options)
    endings = follow_the_rules(options, range(first, first + GAMES), seed=first)
    assert "stuck" in endings
    assert ("fire-uncovered" in endings) == ("fire" in options["edition"])
    assert len(endings) > 3 or "extreme" not in options["edition"]
