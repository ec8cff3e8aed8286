"""What computer players say is true, allowed, and only when talk is open."""

from __future__ import annotations

from tests.players.samples import random_positions, rules_of_all_kinds

from nonante.players import LEVELS, may_say, player
from nonante.rules import Game, Rules
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


def test_a_hand_speaks_of_its_retro_and_near_cards() -> None:
    rules = Rules.edition("base", players=2)
    game = Game.arrange(rules, {"A": 40, "B": 10, "C": 60, "D": 90}, [[5], [30, 59, 85]], [2, 3])
    words = player("strong").speak(game.view(1))
    assert Signal(1, "keep-off", "A") in words
    assert Signal(1, "small-steps", "C") in words
    assert Signal(1, "keep-off", "C") in player("steady").speak(game.view(1))
    assert not any(word.pile == "B" for word in words)


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
