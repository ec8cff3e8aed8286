"""The index table: the same in code, kernel and documentation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nonante import Rules
from nonante.envs import OBSERVE, Encoder, EnvError, action_of, layout, move_of
from nonante.envs.actions import (
    ACTIONS,
    ALL_ACTIONS,
    LIKE_ACTION,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    VOCABULARY,
    action_count,
    action_of_signal,
    action_text,
    signal_of,
)
from nonante.kernel import encoding as compiled, tabletalk

DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "environments.md"


def test_the_documentation_shows_the_tables_of_the_code() -> None:
    """After a change, put the output of ``layout(Rules(players=3), "information", signals=True).table()`` there."""
    assert layout(Rules(players=3), "information", signals=True).table() in DOCS.read_text("utf-8")


def test_the_documentation_names_every_signal_action() -> None:
    text = DOCS.read_text("utf-8")
    for action in range(ACTIONS, ALL_ACTIONS):
        assert f"| {action} | {action_text(action)} |" in text


@pytest.mark.parametrize("players", range(1, 6))
def test_the_compiled_places_are_those_of_the_layout(players: int) -> None:
    there = layout(Rules(players=players))
    for name in ("hand", "tops", "marks", "lock", "touched", "three", "laid", "needed", "draw", "active"):
        assert there[name].start == getattr(compiled, name.upper())
    assert there["counts"].start == compiled.ACTIVE + players
    assert there["this_turn"].start == compiled.ACTIVE + 10 * players
    assert there["last_seat"].start == there["this_turn"].start + 196


@pytest.mark.parametrize("observe", OBSERVE)
def test_parts_follow_each_other(observe: str) -> None:
    there = layout(Rules.edition("extreme", players=4, commands="seeded"), observe, signals=True)
    assert [part.start for part in there] == [0, *(part.stop for part in there)][:-1]
    assert there.size == sum(part.size for part in there)
    assert all(part.size == np.prod(part.shape) for part in there)
    assert "map" in there
    assert "hat" not in there
    with pytest.raises(EnvError, match="choose hand, tops"):
        there["hat"]


def test_the_observation_is_the_beginning_of_the_information_state() -> None:
    short, long = (layout(Rules(players=3), observe) for observe in ("observation", "information"))
    assert long.parts[: len(short.parts)] == short.parts


def test_editions_share_their_layout() -> None:
    assert layout(Rules.edition("base", 3)) == layout(Rules.edition("on-fire+extreme", 3))


def test_parts_of_a_vector() -> None:
    encoder = Encoder(Rules(players=2))
    parts = encoder.parts(np.arange(encoder.size))
    assert parts["tops"].shape == (4, 100)
    assert parts["tops"][1, 0] == encoder.layout["tops"].start + 100


def test_the_kernel_counts_the_actions_alike() -> None:
    assert len(VOCABULARY) == tabletalk.SIGNALS
    assert (PASS_ACTION, LIKE_ACTION, RATHER_NOT_ACTION) == (tabletalk.PASS, tabletalk.LIKE, tabletalk.RATHER_NOT)
    assert action_count(talks=True) == tabletalk.TALK_ACTIONS


def test_actions_and_moves() -> None:
    assert [move_of(action) for action in (0, 3, 391, 392)] == ["2A", "2D", "99D", "end"]
    assert all(action_of(move_of(action)) == action for action in range(ACTIONS))
    assert all(action_of_signal(signal_of(action, 1)) == action for action in range(ACTIONS, ALL_ACTIONS))
    assert action_text(392) == "end"
    with pytest.raises(EnvError, match="a card and a pile"):
        action_of("100A")
    with pytest.raises(EnvError, match="is not an action"):
        move_of(393)
