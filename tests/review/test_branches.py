"""What if: other decks, tries, difficulty."""

from __future__ import annotations

import pytest
from games import late

from nonante import Game, IllegalMove, Rules, kernel
from nonante.messages import encode
from nonante.review import Replay, ReviewError, difficulty, find_deal, odds_of, other_decks, try_turn
from nonante.rules.deal import deal_seed

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="needs the extra [fast]")


def test_bad_places_are_refused() -> None:
    record = late("base", 2, 7, 30)
    for step in (-1, len(Replay.of(record).tables), 10_000):
        with pytest.raises(ReviewError):
            Replay.of(record).game(step)
    with pytest.raises(ReviewError):
        other_decks(record, 999)
    turn = Replay.of(record).turns[0]
    for moves in (["99A", "98A"], turn.moves[:1], [*turn.moves, "end"], []):
        with pytest.raises(IllegalMove):
            try_turn(record, turn.turn, moves)


@needs_kernel
def test_other_decks_and_tries() -> None:
    record = late("base", 3, 7, 40)
    turn = Replay.of(record).turns[0]
    odds = other_decks(record, turn.turn, turn.moves, games=40)
    assert odds.games == 40
    assert odds == other_decks(record, turn.turn, turn.moves, games=40)
    best = try_turn(record, turn.turn, try_turn(record, turn.turn, turn.moves).plan)
    assert best.right
    assert best.loss == 0


@needs_kernel
def test_how_hard_a_deal_is() -> None:
    sure = Game.arrange(Rules.edition("base", 2), {}, [[10, 20], [30, 40]], [50, 60])
    assert difficulty(sure, 20) == odds_of(20, 20)
    deals = [difficulty(Game.deal(Rules.edition("base", 3), seed), 40).won for seed in range(4)]
    assert len(set(deals)) > 1
    assert max(deals) > 0


def test_odds() -> None:
    assert odds_of(41, 100).difficulty == "normal"
    assert odds_of(80, 100).difficulty == "easy"
    assert encode(odds_of(10, 100)) == b'{"won":10,"games":100,"low":5.5,"high":17.4,"difficulty":"hard"}'


@pytest.mark.slow
@needs_kernel
def test_easy_deals_are_won_more_often_than_hard_ones() -> None:
    rules = Rules.edition("base", 1)
    deals = [find_deal(rules, wanted, seed=5, seconds=60) for wanted in ("easy", "normal", "hard")]
    won = [difficulty(Game.deal(rules, deal), 60, seed=9, quick=True).won for deal in deals]
    assert won == sorted(won, reverse=True)
    assert won[0] > won[2] + 15
    assert find_deal(rules, "easy", seed=5, seconds=0) in {deal_seed(5, number) for number in range(6)}


def test_without_the_kernel_no_deal_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)
    with pytest.raises(ReviewError) as refused:
        find_deal(Rules.edition("base", 1), "easy", seed=5)
    assert refused.value.code == "no-difficulty"
