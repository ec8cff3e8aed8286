"""What computer players say is true, allowed, and only when talk is open."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from numba import njit
from tests.players.samples import EDITIONS, late_positions, random_positions, rules_of_all_kinds

from nonante import kernel
from nonante.kernel import codes
from nonante.kernel.records import words
from nonante.kernel.talk import pile_word as compiled_word
from nonante.players import LEVELS, may_say, player
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
"""Nothing goes back on B."""


def speaks(level: str, hand: list[int], laid: Iterable[int] = (), rules: Rules | None = None) -> set[tuple[str, str]]:
    """Return what a hand says of which pile in `ROOM`, where so many other cards have been laid."""
    rest = sorted({*range(2, 100)} - {*ROOM.values(), *hand, *laid, 5})
    game = Game.arrange(rules or Rules.edition("base", players=2), ROOM, [[5], hand], rest)
    return {(word.name, word.pile) for word in player(level).speak(game.view(1)) if word.pile}


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
        (12, "B", "keep-off"),  # 11, 12 and 13 are three numbers
        (14, "B", "small-steps"),
    ],
)
def test_r45_near_cards_and_cards_going_back_are_told_alike(level: str, card: int, pile: str, word: str | None) -> None:
    said = {name for name, where in speaks(level, [card]) if where == pile}
    assert said == ({word} if word else set())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "laid", "word"),
    [
        ([30], [41], "keep-off"),  # 30, 42 and 43 are left
        ([30], [41, 42], None),  # 30 and 43 alone
        ([43], [30, 41], "small-steps"),  # 42 and 43 do not make a "keep off", with 44 to 47 they are small steps
        ([46], [44, 45], "small-steps"),  # 46, 47 and, but for the novice, 48
        ([46], [44, 45, 47], None),
    ],
)
def test_r45_a_word_needs_three_numbers_not_yet_laid(
    level: str, hand: list[int], laid: list[int], word: str | None
) -> None:
    if level == "novice" and laid == [44, 45]:
        word = None  # its small steps end at 7
    assert {name for name, where in speaks(level, hand, laid) if where == "A"} == ({word} if word else set())


@pytest.mark.parametrize("level", LEVELS)
def test_r45_only_permissive_tables_have_the_sentence_itself(level: str) -> None:
    for talk in ("standard", "permissive"):
        said = speaks(level, [30], rules=Rules.edition("base", players=2, talk=talk))
        assert ("can-go-back" if talk == "permissive" else "keep-off", "A") in said
        assert len({name for name, pile in said if pile == "A"}) == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("talk", ["standard", "permissive"])
def test_r45_three_unlaid_numbers_can_lie_behind_every_word_about_a_pile(edition: str, talk: Talk) -> None:
    """Counted from outside: which single cards, of those nobody has seen laid, would have made it say the same?"""
    heard: Counter[str] = Counter()
    for players in range(2, 6):
        rules = Rules.edition(edition, players=players, talk=talk)
        games = [*random_positions(rules, 45 + players, share=0.25), *late_positions(rules, players, 6)]
        for game, level in product(games, LEVELS):
            seat = (game.active + 1) % players
            view, bot = game.view(seat), player(level)
            left = {card for cards in (*game.hands, game.draw) for card in cards}
            for word in bot.speak(view):
                if word.name in ("keep-off", "small-steps"):
                    alone = (replace(view, hand=(card,), unseen=tuple(left - {card})) for card in left)
                    assert sum(word in bot.speak(one) for one in alone) >= 3, (level, str(game), word)
                    heard[word.name] += 1
                assert word.name != "can-go-back" or talk == "permissive"
    assert min(heard["keep-off"], heard["small-steps"]) > 10


def test_r45_compiled_players_speak_as_interpreted_ones_do() -> None:
    """A reference player's words are heard by its like alone, so they are compared one by one."""
    rng = random.Random(45)

    def bound(own: Any, left: Any, height: int, keep: int, small: int, permits: int) -> int:
        return compiled_word(own, left, height, keep, small, permits)

    compiled: Any = njit(bound)
    plainly, sets = kernel.interpreted("talk").pile_word, kernel.interpreted("records").words
    heard = set()
    for _ in range(4_000):
        height, left = rng.randrange(1, 100), rng.sample(range(2, 100), rng.randrange(1, 98))
        hand, within = rng.sample(left, min(len(left), 6)), (rng.choice((3, 4)), rng.choice((7, 8, 10)))
        for code in (codes.PERMISSIVE, codes.PERMISSIVE - 1):
            word = compiled(words(hand), words(left), height, *within, code)
            assert word == plainly(sets(hand), sets(left), height, *within, code)
            heard.add(word)
    assert heard == {codes.UNSAID, codes.KEEP_OFF, codes.SMALL_STEPS, codes.CAN_GO_BACK}


def test_r45_asking_to_cover_a_command_names_no_number() -> None:
    """Early on a single number could go back, so wanting to go back later counts too; late, few pairs are left."""
    rules = Rules.edition("extreme", players=2)
    ask, pairs = Signal(1, "cover", "A"), [83, 93]
    for hand, draw, asked in (
        ([30, 55], [*pairs, 85, 95], True),
        ([50, 60], pairs, True),
        ([67, 77], pairs, True),
        ([57, 72], [*pairs, 85, 95], False),
        ([67, 77], [2, 4], False),
        ([30, 55], pairs, False),
    ):
        game = Game.arrange(rules, {"A": 21, "B": 40}, [[5], hand], draw)
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
