"""Mistakes by kind: in what a turn differs from the champion's."""

from __future__ import annotations

from typing import get_args

import pytest

from nonante import Game, Rules
from nonante.messages import MistakeKind
from nonante.review.marks import kind_of
from nonante.table import Signal
from nonante.texts import LANGUAGES, load

PILES = {"A": 30, "B": 10, "C": 70, "D": 95}
HAND = [20, 32, 33, 42, 60, 68, 81, 93]


def arranged(rules: Rules | None = None, hand: list[int] = HAND) -> Game:
    rules = rules or Rules.edition("base", players=2)
    return Game.arrange(rules, PILES, [hand, [50, 51, 52]], [2, 3, 4, 5, 6, 7, 8], active=0)


@pytest.mark.parametrize(
    ("played", "plan", "kind"),
    [
        ("32A 33A end", "20A 32A end", "ten-back"),
        ("32A 68C end", "33A 68C end", "pair"),
        ("42A 32A end", "93D 68C end", "cards"),
        ("93D 68C 60C end", "93D 68C end", "more"),
        ("93D 68C end", "93D 68C 60C end", "fewer"),
        ("33A 68C end", "33B 68C end", "pile"),
        ("81D 60C end", "93D 68C end", "room"),
        ("93D 68C end", "81D 60C end", "cards"),
    ],
)
def test_the_most_telling_difference_names_the_kind(played: str, plan: str, kind: str) -> None:
    assert kind_of(arranged(), (), played.split(), plan.split()) == kind


def test_a_pile_somebody_spoke_of_comes_before_what_was_laid() -> None:
    asked = (Signal(1, "keep-off", "A"),)
    assert kind_of(arranged(), asked, ["32A", "33A", "end"], ["93D", "68C", "end"]) == "signal"
    assert kind_of(arranged(), asked, ["68C", "60C", "end"], ["93D", "68C", "end"]) == "room"


def test_a_command_comes_before_everything() -> None:
    rules = Rules.edition("extreme", players=2)
    assert rules.commands
    marked = next(card for group in rules.commands.groups for card in group if 33 < card < 42)
    hand = sorted({*HAND, marked})
    game = arranged(rules, hand)
    lay = next(move for move in game.legal_moves() if move.startswith(str(marked)))
    other = next(move for move in game.legal_moves() if not rules.marks[int(move[:-1])])
    assert kind_of(game, (Signal(1, "keep-off", "A"),), [lay], [other]) == "command"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name_in_every_language(language: str) -> None:
    texts = load("after", language)
    names = [texts[f"mistake.{kind}"] for kind in get_args(MistakeKind)]
    assert len(set(names)) == len(names)
