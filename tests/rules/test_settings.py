"""Editions, options and command maps."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from strategies import rules

from nonante import BadInput, Rules
from nonante.rules import EDITIONS, FIRE_CARDS, KINDS, CommandMap

HOUSE: dict[str, list[int]] = {kind: list(group) for kind, group in zip(KINDS, CommandMap.HOUSE.groups, strict=True)}


@pytest.mark.parametrize(
    ("edition", "minimum", "hands"),
    [
        ("base", 2, [8, 7, 6, 6, 6]),
        ("expert", 3, [8, 7, 6, 6, 6]),
        ("expert-short", 3, [7, 6, 5, 5, 5]),
        ("on-fire", 2, [8, 7, 6, 6, 6]),
        ("extreme", 2, [8, 7, 6, 6, 6]),
        ("expert+extreme", 3, [8, 7, 6, 6, 6]),
    ],
)
def test_minimum_and_hands(edition: str, minimum: int, hands: list[int]) -> None:
    assert [Rules.edition(edition, players=n).hand_size for n in range(1, 6)] == hands
    assert Rules.edition(edition).minimum == minimum


@pytest.mark.parametrize("name", [*EDITIONS, "short", "expert+on-fire+extreme", "expert-short+extreme"])
def test_names_round_trip(name: str) -> None:
    assert Rules.edition(name).name == name


def test_keyword_options_override() -> None:
    assert Rules.edition("extreme", fire=True) == Rules.edition("on-fire+extreme")
    assert Rules.edition("expert", expert=False) == Rules.edition("base")
    assert Rules.edition("extreme", commands=None) == Rules.edition("base")


@given(rules())
def test_data_and_pickle_round_trip(settings: Rules) -> None:
    assert Rules.from_data(settings.to_data()) == settings
    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301 - our own bytes
    resolved = settings.resolve(11)
    assert Rules.from_data(resolved.to_data()) == resolved


def test_the_house_map_is_symmetric_has_four_of_each_and_no_fire_number() -> None:
    for group in CommandMap.HOUSE.groups:
        assert len(group) == 4
        assert {101 - card for card in group} == set(group)
        assert not set(group) & set(FIRE_CARDS)
    assert 21 in CommandMap.HOUSE.groups[KINDS.index("no-retro")]


def test_a_map_from_ones_own_box() -> None:
    own = dict(HOUSE, stop=[2, 4, 5, 7])
    settings = Rules.edition("extreme", commands=own)
    assert settings.command_of(4) == "stop"
    assert settings.command_of(6) is None
    assert settings.to_data()["commands"]["stop"] == [2, 4, 5, 7]
    assert Rules.edition("extreme", commands=HOUSE) == Rules.edition("extreme")


@pytest.mark.parametrize(
    ("commands", "complaint"),
    [
        ("printed", "commands='printed' is not a setting"),
        (28, "not a setting"),
        ({}, "got nothing"),
        ({"stop": [1]}, "each once"),
        (dict(HOUSE, stop=[6, 28, 73]), "stop has 3"),
        (dict(HOUSE, stop=[6, 28, 73, 95, 96]), "stop has 5"),
        (dict(HOUSE, stop=[6, 28, 73, 100]), "100 is not a card"),
        (dict(HOUSE, stop=[6, 28, 73, "95"]), "'95' is not a card"),
        (dict(HOUSE, stop="6 28 73 95"), "4 numbers of each kind"),
        (dict(HOUSE, stop=[6, 28, 73, 17]), "17 appears twice"),
        (dict(HOUSE, stop=[6, 28, 73, 73]), "73 appears twice"),
    ],
)
def test_bad_maps_are_refused(commands: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Rules.edition("extreme", commands=commands)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 0}, "0 players"),
        ({"players": 6}, "6 players"),
        ({"players": "3"}, "'3' players"),
        ({"players": True}, "True players"),
        ({"expert": 1}, "expert=1 is not a setting: choose True or False"),
        ({"talk": "loud"}, "talk='loud'"),
        ({"one_pile": None}, "one_pile=None"),
        ({"short_hand": "x"}, "short_hand='x'"),
        ({"marks": ()}, "unknown rules option 'marks'"),
        ({"colour": "red"}, "unknown rules option 'colour'"),
        ({"name": "x"}, "unknown rules option 'name'"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Rules.edition("base", **options)


@pytest.mark.parametrize("name", ["", "deluxe", "base+", 7, None, []])
def test_unknown_editions_are_refused(name: Any) -> None:
    with pytest.raises(BadInput, match="unknown edition"):
        Rules.edition(name)


@pytest.mark.parametrize("data", [None, [], "extreme", {1: 2}])
def test_data_that_is_no_rules_is_refused(data: object) -> None:
    with pytest.raises(BadInput):
        Rules.from_data(data)


def test_fire_and_commands() -> None:
    settings = Rules.edition("on-fire+extreme")
    assert settings.is_fire(22)
    assert settings.command_of(22) is None
    assert settings.command_of(6) == "stop"
    assert not Rules.edition("extreme").is_fire(22)
