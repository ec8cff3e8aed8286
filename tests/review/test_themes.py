"""Themes are read from solutions; puzzles stand in the order in which they are learnt."""

from __future__ import annotations

from collections import Counter

from nonante import Game, Rules
from nonante.review import learning_order, puzzle_of_the_day, puzzles
from nonante.review.puzzles import THEMES, theme_of


def test_a_solution_that_goes_back_is_about_ten() -> None:
    game = Game.arrange(Rules(), {"A": 50, "B": 60, "C": 30, "D": 20}, [[40, 70, 80]])
    assert theme_of(game, ["40A", "70A", "80A"], ["70A", "80A", "end"]) == "ten"
    assert theme_of(game, ["70A", "end"], ["70A", "80A", "end"]) == "wait"
    assert theme_of(game, ["70A", "end"], ["70B", "end"]) == "room"


def test_a_command_counts_before_everything_else_and_silence_does_not() -> None:
    extreme = Rules.edition("extreme", 1)
    game = Game.arrange(extreme, {"A": 38, "B": 60, "C": 50, "D": 20}, [[28, 39, 40, 45]])
    assert extreme.command_of(39) == "three"
    assert extreme.command_of(28) == "stop"
    assert theme_of(game, ["28A"], ["39A"]) == "stop"
    assert theme_of(game, ["39A", "40A", "45A"], ["28A"]) == "three"
    assert extreme.command_of(45) == "silence"
    assert theme_of(game, ["45A", "end"], ["40A", "end"]) == "room"
    fire = Rules.edition("on-fire", 1)
    assert theme_of(Game.arrange(fire, {"A": 20}, [[22, 23]]), ["22A", "23A"], ["23A", "end"]) == "fire"


def test_the_original_game_comes_first_and_every_theme_has_puzzles() -> None:
    order = learning_order()
    assert sorted(one.name for one in order) == [one.name for one in puzzles()]
    base = sum(one.edition == "base" for one in order)
    assert {one.edition for one in order[:base]} == {"base"}
    themes = [THEMES.index(one.theme) for one in order[:base]]
    assert themes == sorted(themes)
    assert min(Counter(one.theme for one in order).values()) >= 5
    assert {one.theme for one in order} == set(THEMES)


def test_the_puzzle_of_the_day_is_the_same_everywhere_and_no_neighbour_repeats_it() -> None:
    days = [puzzle_of_the_day(f"2026-{month:02}-{day:02}").name for month in (1, 2, 3) for day in range(1, 29)]
    assert len(set(days)) == len(days)
    assert puzzle_of_the_day("2026-11-18").name == puzzle_of_the_day("2026-11-18").name
