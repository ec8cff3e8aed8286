"""A compiled player of one's own: the same games compiled and asked seat by seat, beside others, by name."""

from __future__ import annotations

from typing import Any

import pytest

from nonante import Rules
from nonante.envs import PolicyPlayer
from nonante.envs.compiled import CompiledPlayer
from nonante.simulation import simulate


def smallest(seen: Any, mask: Any) -> int:  # noqa: ARG001 - of the hook
    """Choose the end of the turn, or the first legal action."""
    if mask[392]:
        return 392
    for action in range(392):
        if mask[action]:
            return action
    return 392


@pytest.mark.parametrize(("edition", "players"), [("base", 1), ("extreme", 3)])
def test_compiled_games_are_those_of_the_rules(edition: str, players: int) -> None:
    rules = Rules.edition(edition, players)
    compiled = simulate(rules, CompiledPlayer(smallest), 40, seed=3, workers=2)
    asked = simulate(rules, lambda: PolicyPlayer(smallest, rules), 40, seed=3)
    assert compiled.counts == asked.counts
    assert compiled.identities[0].name.endswith("smallest")
    part = simulate(rules, CompiledPlayer(smallest), 40, seed=3, shard=(2, 4))
    assert part.games == 10


def test_it_sits_beside_others() -> None:
    rules = Rules.edition("base", players=2)
    assert simulate(rules, [CompiledPlayer(smallest), "novice"], 2).games == 2
