"""Plain sentences and examples of the rulebooks that no numbered ruling is about."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from nonante import Game, IllegalMove, Rules
from nonante.rules import DECK

BARE = {"A": 1, "B": 1, "C": 100, "D": 100}
SPARE = (67, 68, 69, 71, 72, 74, 75, 78, 79)


def position(hands: list[list[int]], draw: Iterable[int] = SPARE, edition: str = "base", **piles: int) -> Game:
    return Game.arrange(Rules.edition(edition, players=len(hands)), piles, hands, list(draw))


def play(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(move)
    return game


# --- material and deal ------------------------------------------------------------------------------------


def test_without_a_word_about_editions_the_original_is_played() -> None:
    assert Rules() == Rules.edition("base")


@pytest.mark.parametrize("players", range(1, 6))
def test_the_original_deals_98_plain_cards_and_four_bare_piles(players: int) -> None:
    game = Game.deal(Rules.edition("base", players=players), seed=players)
    cards = [card for hand in game.hands for card in hand] + list(game.draw)
    assert sorted(cards) == list(DECK) == list(range(2, 100))
    assert len(game.draw) == 98 - players * game.rules.hand_size
    assert game.piles == BARE
    assert all(game.rules.command_of(card) is None and not game.rules.is_fire(card) for card in cards)


@pytest.mark.parametrize("edition", ["expert", "expert-short", "on-fire", "extreme"])
@pytest.mark.parametrize("players", range(1, 6))
def test_every_edition_is_played_with_the_same_98_cards(edition: str, players: int) -> None:
    game = Game.deal(Rules.edition(edition, players=players), seed=players)
    assert sorted([card for hand in game.hands for card in hand] + list(game.draw)) == list(DECK)
    assert {len(hand) for hand in game.hands} == {game.rules.hand_size}


# --- turns ------------------------------------------------------------------------------------------------


def test_play_goes_round_the_table_seat_by_seat() -> None:
    game = position([[20, 21], [30, 31], [40, 41]], range(50, 70)).start_with(1)
    active = []
    for moves in ("30A 31A", "40A 41A", "20B 21B", ""):
        active.append(game.active)
        game = play(game, moves)
    assert active == [1, 2, 0, 1]


def test_gaps_are_of_any_size_in_both_directions() -> None:
    game = play(position([[3, 51, 4, 98, 94, 57, 50, 60]]), "3A 51A 98B 94C 57C 4D")
    assert game.piles == {"A": 51, "B": 98, "C": 57, "D": 4}


def test_only_the_last_card_of_a_pile_shows() -> None:
    game = play(position([[4, 8, 13, 50]]), "4A 8A 13A")
    assert game.view(0).piles == {**BARE, "A": 13}


def test_a_turn_may_use_many_piles_and_is_drawn_for_card_by_card() -> None:
    # One card on one rising pile, two on the other, one on a falling pile: four are drawn.
    game = position([[15, 22, 29, 30, 40, 50, 60], [31, 32]], A=12, B=20, C=33)
    game = play(game, "15A 22B 29B 30C end")
    assert game.piles == {"A": 15, "B": 29, "C": 30, "D": 100}
    assert game.hands[0] == tuple(sorted((40, 50, 60, *SPARE[:4])))
    assert (game.active, game.draw) == (1, SPARE[4:])


def test_a_turn_may_lay_the_whole_hand_on_one_pile() -> None:
    game = play(position([[20, 30, 40, 50, 60, 61, 62], [2, 3]]), "20A 30A 40A 50A 60A 61A 62A")
    assert (game.piles["A"], game.hands[0], game.active) == (62, SPARE[:7], 1)


# --- the backwards trick ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "top", "back", "refused"),
    [("A", 47, 37, (36, 38)), ("B", 45, 35, (34, 36)), ("C", 65, 75, (74, 76)), ("D", 65, 75, (74, 76))],
)
def test_the_way_back_is_exactly_ten(pile: str, top: int, back: int, refused: tuple[int, int]) -> None:
    game = position([[back, *refused]], [2, 3], "base", **{pile: top})
    assert game.play(f"{back}{pile}").piles[pile] == back
    for card in refused:
        with pytest.raises(IllegalMove) as caught:
            game.play(f"{card}{pile}")
        assert caught.value.rule == "1.4"


def test_the_way_back_is_open_many_times_in_a_turn_and_on_several_piles() -> None:
    game = position([[27, 37, 38, 48, 60, 70, 75, 80]], [2, 3], A=47, B=46, C=65)
    game = play(game, "37A 27A 48B 38B 75C 60C 70C 80C")
    assert game.piles == {"A": 27, "B": 38, "C": 80, "D": 100}


# --- the end ----------------------------------------------------------------------------------------------


def test_with_nothing_to_draw_one_card_is_enough_and_more_are_allowed() -> None:
    game = play(position([[20, 21, 22], [30, 31]], ()), "20A end")
    assert (game.status, game.hands, game.minimum) == ("playing", ((21, 22), (30, 31)), 1)
    assert play(game, "30A 31A").hands == ((21, 22), ())


# --- Extreme ----------------------------------------------------------------------------------------------


def test_a_plain_card_a_three_and_a_stop_are_three_cards() -> None:
    game = play(position([[39, 28, 40, 50, 51, 60, 61], [30, 31]], edition="extreme"), "40A 39B 28C")
    assert (game.status, game.active) == ("playing", 1)
    assert game.hands[0] == tuple(sorted((50, 51, 60, 61, *SPARE[:3])))


def test_a_lasting_command_binds_whoever_laid_it_and_then_everybody() -> None:
    hands = [[36, 37, 48, 99], [51, 54, 70, 97], [53, 57, 58, 96]]
    game = play(position(hands, edition="extreme", A=47, C=60, D=43), "36B")
    for retro, moves in (("37A", "48A end"), ("70C", "51A 54A end"), ("53D", "57A 58A end")):
        with pytest.raises(IllegalMove) as caught:
            game.play(retro)
        assert caught.value.rule == "R23"
        game = play(game, moves)


def test_draw_one_brings_one_card_however_many_were_laid() -> None:
    game = position([[30, 32, 33, 34, 35, 50, 60], [2, 4]], edition="extreme", C=76)
    for moves, left in (("30A 32A end", 6), ("30A 32A 33A 34A 35A end", 3)):
        assert len(play(game, moves).hands[0]) == left


def test_once_draw_one_is_covered_everybody_fills_up_after_their_turn() -> None:
    game = position([[30, 32, 50, 51], [33, 34, 40]], range(78, 99), edition="extreme", C=76)
    game = play(game, "30A 50C end")
    assert list(map(len, game.hands)) == [7, 3]
    assert list(map(len, play(game, "33A 34A end").hands)) == [7, 7]
