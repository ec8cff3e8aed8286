"""Computer players say only what changes what somebody should do."""

from __future__ import annotations

import asyncio

from hypothesis import given, strategies as st
from tests.host.indoors import Indoors, eventually, indoor

from nonante.host.computer_talk import worth_saying
from nonante.players import player
from nonante.players.match import standing
from nonante.rules import LETTERS, Game, Rules, Talk
from nonante.table import Signal

GAME = Game.arrange(
    Rules.edition("base", players=4),
    {"C": 90, "D": 80},
    [[20, 30], [12, 33], [14, 34], [15, 35]],
    range(40, 60),
)
"""Seat 0 is to move; piles A and B are both empty."""


def said(*words: Signal, people: tuple[Signal, ...] = (), seats: tuple[int, ...] = (1, 2, 3)) -> list[Signal]:
    """Return what is said of these words, where people have others standing."""
    wanted = {seat: [word for word in words if word.seat == seat] for seat in seats}
    return [word for found in worth_saying(GAME, wanted, [*people, *words]).values() for word in found]


def test_a_seat_that_is_fine_or_helps_itself_says_nothing() -> None:
    alone = Signal(1, "trouble")
    fine = Signal(2, "comfortable")
    helped = Signal(3, "trouble"), Signal(3, "hold", command="stop")
    assert said(alone, fine, *helped) == [alone]


def test_empty_piles_are_spoken_of_once() -> None:
    words = [Signal(1, "keep-off", pile) for pile in LETTERS]
    assert said(*words) == [words[0], words[2], words[3]]
    other = Signal(2, "small-steps", "B")
    assert said(other) == [other]


def test_nobody_repeats_what_another_seat_says_or_asks_for_less() -> None:
    first, again, less = Signal(1, "keep-off", "C"), Signal(2, "keep-off", "C"), Signal(3, "small-steps", "C")
    assert said(first, again, less) == [first]
    assert said(less, first) == [first]
    person = Signal(1, "keep-off", "C")
    assert said(again, less, people=(person,), seats=(2, 3)) == []


def test_the_active_seat_hears_what_it_says_itself_from_others() -> None:
    """What a person says goes with its turn, and asks nothing of that person."""
    own, other = Signal(0, "keep-off", "C"), Signal(2, "keep-off", "C")
    assert said(other, people=(own,), seats=(1, 2, 3)) == [other]


@given(st.integers(0, 200), st.sampled_from(["base", "extreme"]), st.sampled_from(["standard", "permissive"]))
def test_whoever_hears_less_knows_the_same_requests(seed: int, edition: str, talk: Talk) -> None:
    """No word is new, and every pile that somebody wants left alone is still named, or its twin is."""
    game = Game.deal(Rules.edition(edition, players=4, talk=talk), seed)
    words = standing(game, [player("steady")] * 4)
    wanted = {seat: [word for word in words if word.seat == seat] for seat in range(4)}
    less = [word for found in worth_saying(game, wanted, words).values() for word in found]
    assert set(less) <= set(words)
    tops = {(word.name, game.piles[word.pile], word.pile in "AB") for word in words if word.pile and "p" in word.name}
    left = {(word.name, game.piles[word.pile], word.pile in "AB") for word in less if word.pile}
    assert {one for one in tops if one[0] == "keep-off"} <= left
    assert len(less) == len({(word.name, word.pile, word.seat if not word.pile else None) for word in less})


def test_a_table_of_champions_is_not_covered_with_signals() -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 4, "talk": "standard"}}
        live, opened = await house.open(settings=settings, bots=["steady"] * 3, deal=True, seed="3")
        anna = await house.visit(live, opened.token)
        await anna.ask(type="start")
        await eventually(lambda: live.table.starter is not None)
        await asyncio.sleep(0)
        game = live.table.require_game()
        full = standing(game, [player("steady")] * 4)
        wanted = {seat: [word for word in full if word.seat == seat] for seat in range(1, 4)}
        expected = {word for words in worth_saying(game, wanted, []).values() for word in words}
        await eventually(lambda: set(live.table.standing) == expected)
        assert 0 < len(expected) < len([word for word in full if word.seat])

    indoor(work)
