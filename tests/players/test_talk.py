"""What computer players say is true, allowed, and only when talk is open."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.players.samples import EDITIONS, random_positions, rules_of_all_kinds

from nonante.players import LEVELS, may_say, player
from nonante.players.champion import Champion
from nonante.players.novice import Novice
from nonante.players.steady import Steady
from nonante.players.strong import Strong
from nonante.players.talk import pile_word
from nonante.rules import Game, Rules, Talk
from nonante.table import Signal, signals_open


def test_everything_said_may_be_said() -> None:
    heard = set()
    for rules in rules_of_all_kinds():
        for game in random_positions(rules, 3, share=0.1):
            for seat in range(rules.players):
                allowed = signals_open(game, seat)
                for level in LEVELS:
                    words = player(level).speak(game.view(seat))
                    assert set(words) <= set(allowed)
                    assert not words or seat != game.active
                    heard |= {word.name for word in words}
                    assert not any(a != b and a.replaces(b) for a in words for b in words)
    assert heard >= {"keep-off", "small-steps", "can-go-back", "trouble", "comfortable", "hold", "cover"}


def test_may_say_agrees_with_the_table() -> None:
    for rules in rules_of_all_kinds():
        for game in random_positions(rules, 4, share=0.05):
            for seat in range(rules.players):
                view = game.view(seat)
                menu = [word for word in everything(seat) if may_say(view, word)]
                assert set(menu) == set(signals_open(game, seat))
                assert not may_say(view, Signal(seat + 1, "comfortable"))
            assert not may_say(game.view(None), Signal(0, "comfortable"))


def everything(seat: int) -> list[Signal]:
    names = ("keep-off", "small-steps", "can-go-back", "cover", "do-not-cover")
    words = [Signal(seat, name, pile) for name in names for pile in "ABCDE"]
    words += [Signal(seat, name) for name in ("trouble", "comfortable", "keep-off", "hello")]
    kinds = ("stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one")
    return words + [Signal(seat, name, command=kind) for name in ("hold", "do-not-lay") for kind in kinds]


ROOM = {"A": 40, "B": 10, "C": 60, "D": 90}
"""A, C and D have four numbers that are near or go back; nothing goes back on B."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("card", "pile", "word"),
    [
        (30, "A", "keep-off"),  # goes back
        (41, "A", "keep-off"),
        (43, "A", "keep-off"),  # at most 3 away
        (44, "A", "small-steps"),
        (70, "C", "keep-off"),  # goes back
        (57, "C", "keep-off"),
        (53, "C", "small-steps"),
        (65, "A", None),
        (12, "B", "small-steps"),  # 11, 12 and 13 alone would be three numbers
    ],
)
def test_r45_near_cards_and_cards_going_back_are_told_alike(level: str, card: int, pile: str, word: str | None) -> None:
    game = Game.arrange(Rules.edition("base", players=2), ROOM, [[5], [card]], [2, 3])
    said = {signal.name for signal in player(level).speak(game.view(1)) if signal.pile == pile}
    assert said == ({word} if word else set())


@pytest.mark.parametrize("level", LEVELS)
def test_r45_only_permissive_tables_have_the_sentence_itself(level: str) -> None:
    for talk in ("standard", "permissive"):
        game = Game.arrange(Rules.edition("base", players=2, talk=talk), ROOM, [[5], [30]], [2, 3])
        said = {signal.name for signal in player(level).speak(game.view(1)) if signal.pile == "A"}
        assert said == {"can-go-back" if talk == "permissive" else "keep-off"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("talk", ["standard", "permissive"])
def test_r45_four_numbers_can_lie_behind_every_word_about_a_pile(edition: str, talk: Talk) -> None:
    for players in range(2, 6):
        rules = Rules.edition(edition, players=players, talk=talk)
        for manner in (level.manner_for(rules) for level in (Novice(), Steady(), Strong(), Champion())):
            for pile in range(4):
                for top in range(1, 100) if pile < 2 else range(2, 101):
                    words = Counter(
                        pile_word([card], top, pile, manner, permissive=talk == "permissive")
                        for card in range(2, 100)
                        if card != top
                    )
                    assert words["keep-off"] >= 4 or not words["keep-off"]
                    assert words["small-steps"] >= 4 or not words["small-steps"]
                    assert words["can-go-back"] <= (talk == "permissive")


def test_r45_asking_to_cover_a_command_names_no_number() -> None:
    """Early on a single number could go back, so wanting to go back later counts too."""
    rules = Rules.edition("extreme", players=2)
    ask = Signal(1, "cover", "A")
    for hand, asked in (([30, 55], True), ([50, 60], True), ([67, 77], True), ([57, 72], False)):
        game = Game.arrange(rules, {"A": 21, "B": 40}, [[5], hand], [2, 4])
        for level in LEVELS:
            assert (ask in player(level).speak(game.view(1))) is asked


def test_trouble_is_said_with_the_stop_that_helps() -> None:
    rules = Rules.edition("extreme", players=2)
    game = Game.arrange(rules, {"A": 70, "B": 72, "C": 20, "D": 22}, [[5], [40, 45, 73 + 22, 50]], range(60, 65))
    words = player("strong").speak(game.view(1))
    assert Signal(1, "trouble") in words
    assert Signal(1, "hold", command="stop") in words


def test_silence_closes_everything() -> None:
    rules = Rules.edition("extreme", players=2)
    game = Game.arrange(rules, {"A": 45, "B": 10, "C": 60, "D": 90}, [[5], [35, 59]], [2, 3])
    for level in LEVELS:
        assert player(level).speak(game.view(1)) == []
