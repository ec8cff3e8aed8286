"""Puzzles: every shipped one is checked again, by a search that shares only the rules with the one that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import pytest

from nonante import Game, IllegalMove, Rules, kernel
from nonante.players import player
from nonante.review import Judge, Puzzle, ReviewError, puzzle, puzzles, ratings
from nonante.review.puzzles import GRADES, end_class, mirrored, position_class, read_line, write_line
from nonante.rules import EDITIONS

EXACT = [one for one in puzzles() if one.kind == "exact"]
CHANCE = [one for one in puzzles() if one.kind == "chance"]
SHARES = 8


class Everything:
    """Tries everything, move by move."""

    def __init__(self) -> None:
        self.known: dict[Hashable, bool] = {}

    def key(self, game: Game) -> Hashable:
        laid = len(game.laid_this_turn) if game.rules.marked else min(len(game.laid_this_turn), game.minimum)
        return game.hands, len(game.draw), game.active, game.turn_state._replace(laid=laid)

    def wins(self, game: Game) -> bool:
        """Tell whether some way to play on wins."""
        if game.status != "playing":
            return game.status == "won"
        key = self.key(game)
        if key not in self.known:
            self.known[key] = any(self.wins(game.play(move)) for move in game.legal_moves())
        return self.known[key]

    def ends(self, game: Game) -> dict[Hashable, bool]:
        """Return where all ways to play this turn lead, like piles alike, and whether that wins; lost ones left out."""
        found: dict[Hashable, bool] = {}
        met: set[Hashable] = set()
        waiting = [game]
        while waiting:
            now = waiting.pop()
            for move in now.legal_moves():
                after = now.play(move)
                if after.turn == game.turn and after.status == "playing":
                    if self.key(after) not in met:
                        met.add(self.key(after))
                        waiting.append(after)
                elif after.status != "lost" or after.turn != game.turn:
                    a, b, c, d = after.tops
                    piles = after.tops if game.rules.marked else (*sorted((a, b)), *sorted((c, d)))
                    found[piles, after.hands, after.draw] = self.wins(after)
        return found


@pytest.mark.parametrize("share", range(SHARES))
def test_every_exact_puzzle_has_one_winning_class_and_steady_falls_into_a_trap(share: int) -> None:
    for one in EXACT[share::SHARES]:
        search = Everything()
        ends = search.ends(one.game)
        assert sum(ends.values()) == 1, one.name
        assert len(ends) > 3, one.name
        assert not search.wins(end_of(one.game, one.trap)), one.name
        assert one.trap == tuple(player("steady").plan(one.game.view(one.game.active))), one.name
        assert one.judge(one.solution) == "solved", one.name
        if one.grade > 1:
            assert end_of(one.game, one.solution).turn > one.game.turn, one.name


def end_of(game: Game, moves: tuple[str, ...]) -> Game:
    for move in moves:
        game = game.play(move)
    return game


@pytest.mark.skipif(not kernel.available(), reason="needs the extra [fast]")
def test_every_chance_puzzle_is_won_far_more_often_by_its_turn() -> None:
    """Played to the end in other worlds than those that chose it, beside every other class the champion looks at."""
    for one in CHANCE:
        judge, view = Judge(one.game.rules), one.game.view(one.game.active)
        right = {end_class(one.game, moves) for moves in one.right}
        others: dict[object, tuple[str, ...]] = {}
        for choice in judge.weigh(view):
            others.setdefault(end_class(one.game, choice.moves), tuple(choice.moves))
        wrong = [moves for end, moves in others.items() if end not in right][:3]
        assert end_class(one.game, one.trap) not in right, one.name
        chances = judge.look_on(view, [one.solution, *wrong, one.trap], worlds=150, seed=271_828, horizon=999)
        won = (chances > 50).mean(axis=1) * 100
        assert won[0] - max(won[1:]) > 15 - 8, one.name  # within the noise of 150 games
        assert one.chances[0] - one.chances[1] >= 15, one.name


def test_three_hundred_over_all_editions_and_grades_without_doubles() -> None:
    assert len(puzzles()) >= 300
    assert {one.edition for one in puzzles()} == set(EDITIONS)
    assert {one.grade for one in puzzles()} == set(GRADES)
    assert [one.grade for one in puzzles()] == sorted(one.grade for one in puzzles())
    assert len({one.name for one in puzzles()}) == len(puzzles())
    met = Counter(position_class(one.game) for one in puzzles())
    met.update(position_class(mirrored(one.game)) for one in puzzles() if not one.game.rules.marked)
    assert max(met.values()) == 1


def test_tries_are_judged() -> None:
    one = EXACT[-1]
    turn = next(place for place in range(1, 20) if end_of(one.game, one.solution[:place]).turn != one.game.turn)
    assert one.judge(one.solution[:turn]) == "right"
    assert one.judge(one.trap) == "wrong"
    with pytest.raises(IllegalMove):
        one.judge(["1A"])
    guess = CHANCE[0]
    assert guess.judge(guess.solution) == "solved"
    assert guess.judge(guess.trap) == "wrong"
    assert guess.judge(guess.solution[:1]) == "right"
    with pytest.raises(IllegalMove):
        guess.judge([*guess.solution, "end"])
    with pytest.raises(ReviewError) as refused:
        puzzle("nothing")
    assert refused.value.code == "puzzle"
    assert puzzle(one.name) == one


def test_what_is_shown_holds_no_solution_and_no_hidden_card() -> None:
    for one in (EXACT[0], CHANCE[0]):
        data = one.to_data()
        assert not set(data) & {"solution", "trap", "right", "chances"}
        assert read_line(write_line(one)) == one
    hidden = CHANCE[0].to_data()
    assert hidden["draw"] is None
    shown = [hand for hand in hidden["hands"] if hand]
    assert shown == [list(CHANCE[0].game.hands[CHANCE[0].game.active])]


def test_the_independent_search_can_fail() -> None:
    free = Game.arrange(Rules(), {"A": 50}, [[60, 70, 80]])
    assert sum(Everything().ends(free).values()) > 1
    line = write_line(Puzzle("x", "exact", 1, free, ("60A",), ("70A",)))
    assert read_line(line).game == free


def test_ratings_rise_as_fewer_puzzles_are_solved() -> None:
    """The level `strong` finds the first turn of many of the easiest puzzles, and of few of the hardest."""
    rating, strong = ratings(), player("strong")
    ranked = sorted(puzzles(), key=lambda one: rating[one.name].value)
    fifth = len(ranked) // 5

    def solved(some: Sequence[Puzzle]) -> int:
        return sum(one.judge(list(strong.plan(one.game.view(one.game.active)))) != "wrong" for one in some)

    assert solved(ranked[:fifth]) >= 3 * solved(ranked[-fifth:]) > 0
