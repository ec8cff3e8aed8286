"""The luck of a draw: against what could have been drawn, with all else as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from games import late, played

from nonante import Game, Rules, kernel
from nonante.players import player
from nonante.review import Judge, Replay, review
from nonante.review.luck import Luck, luck_after
from nonante.rules import Card
from nonante.rules.settings import Talk
from nonante.table import Record
from nonante.table.signals import talk_closed

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not kernel.available(), reason="needs the extra [fast]")

KEPT, DRAWN, PILE = (9, 31, 88), (51,), (12, 20, 35, 40, 52, 54, 60, 77)
OTHERS = (15, 42, 64, 93), (22, 47, 58, 80)


def table(talk: Talk, drawn: Card = DRAWN[0], others: Sequence[Sequence[Card]] = OTHERS) -> Game:
    """Return a game at the turn of seat 0, which drew one card last."""
    pile = sorted({*PILE, *DRAWN} - {drawn})
    return Game.arrange(
        Rules(players=3, talk=talk), {"A": 50, "B": 8, "C": 90, "D": 61}, [sorted((*KEPT, drawn)), *others], pile
    )


def values(talk: Talk, cards: Sequence[Card]) -> set[float]:
    """Return what the turn is worth after each of these cards drawn."""
    judge = Judge(Rules(players=3, talk=talk))
    return {round(judge.value_of(table(talk, card)), 6) for card in cards}


def redrawn(game: Game, spoke: Sequence[Game] = (), draws: int = 900, seed: int = 1) -> Any:
    return Judge(game.rules).draw_again(game, DRAWN, spoke, draws=draws, seed=seed).round(6)


def test_other_draws_are_those_that_could_have_been_drawn_each_as_likely() -> None:
    counts = Counter(redrawn(table("none")).tolist())
    assert set(counts) == values("none", (*DRAWN, *PILE))
    assert len(counts) == 9
    assert all(60 < count < 145 for count in counts.values())  # 100 each on average, standard deviation 9.4


def test_what_others_hold_is_not_drawn() -> None:
    """In silence the seat cannot tell hands of others apart, so its luck is the same whoever holds what."""
    exchanged = ((22, 42, 64, 93), (15, 47, 58, 80))
    assert (redrawn(table("none")) == redrawn(table("none", others=exchanged))).all()
    pile = tuple(card for card in PILE if card != 77)
    game = table("none")
    held = game._replace(hands=(game.hands[0], (15, 42, 64, 77), game.hands[2]), draw=(*pile, 93))
    assert set(redrawn(held).tolist()) != set(redrawn(game).tolist())  # 93 for 77


def test_after_other_draws_the_seat_would_have_spoken_alike() -> None:
    """51 goes well on pile A, at 50, and the others heard so; as they would have of 52 and of 40, but not of 12."""
    champion = player("champion")

    def said(drawn: Card) -> list[Any]:
        return champion.speak(table("standard", drawn)._replace(active=1).view(0))

    alike = [card for card in PILE if said(card) == said(DRAWN[0])]
    assert alike == [40, 52]
    found = redrawn(table("standard"), [table("standard")])
    assert set(found.tolist()) == values("standard", (*DRAWN, *alike))
    assert set(redrawn(table("standard")).tolist()) == values("standard", (*DRAWN, *PILE))


def test_equal_numbers_bring_equal_draws() -> None:
    assert (redrawn(table("none"), draws=30) == redrawn(table("none"), draws=30)).all()
    assert (redrawn(table("none"), draws=30) != redrawn(table("none"), draws=30, seed=2)).any()


class Noting(Judge):
    """Notes what is drawn again, and values nothing."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.rules)
        self.asked: list[tuple[Game, tuple[Card, ...], list[Game]]] = []

    def value_of(self, game: Game) -> float:  # noqa: ARG002 - of the judge
        return 50.0

    def draw_again(self, game: Game, drawn: Any, spoke: Any, *, draws: int, seed: int) -> Any:
        self.asked.append((game, tuple(drawn), list(spoke)))
        return np.full(draws, float(seed))


def drawn_again(record: Record) -> list[tuple[Game, tuple[Card, ...], list[Game]]]:
    judge, replay = Noting(record), Replay.of(record)
    for place in range(len(replay.turns)):
        luck_after(replay, place, judge, seed=7)
    return judge.asked


@pytest.mark.parametrize(("edition", "players"), [("base", 1), ("base", 3), ("extreme", 3)])
def test_a_seat_draws_again_what_it_drew_last(edition: str, players: int) -> None:
    record = played(edition, players, 5)
    replay, asked = Replay.of(record), {game.turn: (game, drawn, spoke) for game, drawn, spoke in drawn_again(record)}
    last = {seat: set(hand) for seat, hand in enumerate(replay.game(0).hands)}
    spoken = {turn.turn for turn in replay.turns if talk_closed(replay.game(turn.first)) is None}
    for turn in replay.turns:
        last[turn.seat] = set(turn.drawn)
        if turn.turn + 1 in asked:
            game, drawn, spoke = asked[turn.turn + 1]
            assert set(drawn) == last[game.active]
            since = range(max(turn.turn - players + 2, 1), turn.turn + 1) if players > 1 else ()
            assert [moment.turn for moment in spoke] == [number for number in since if number in spoken]
            assert not any(moment.laid_this_turn for moment in spoke)
    assert len(asked) > 10


def test_a_seat_that_never_speaks_is_not_heard() -> None:
    """Without a word in the record no draw is left out for what would have been said after it."""
    found = drawn_again(late("base", 3, 7, 40))
    assert found
    assert not any(spoke for _, _, spoke in found)


def test_luck_of_cards_and_of_hands() -> None:
    record = played("base", 3, 5)
    replay, judge = Replay.of(record), Noting(record)
    found = [luck_after(replay, place, judge, seed=7) for place in range(len(replay.turns))]
    assert found[0] == Luck(50.0, 7.0, hands=True)
    assert found[0].parts(30.0) == (43.0, -23.0)
    last = found[-1]
    assert last.value == (100.0 if replay.final.status == "won" else 0.0)
    alone = played("base", 1, 5)
    assert not luck_after(Replay.of(alone), 0, Noting(alone), seed=7).hands


@pytest.mark.slow
def test_with_nothing_to_draw_there_is_no_luck_with_cards() -> None:
    record = late("base", 3, 7, 40)
    replay, found = Replay.of(record), review(record)
    bare = [turn for turn, told in zip(replay.turns, found.turns, strict=True) if told.luck.cards == 0]
    empty = [turn for turn in replay.turns if not replay.game(turn.last).draw]
    assert empty
    assert {turn.turn for turn in empty} <= {turn.turn for turn in bare}
    assert len(bare) < len(replay.turns)
    assert review(record) == found
    assert review(record, seed=1).sums.cards != found.sums.cards
