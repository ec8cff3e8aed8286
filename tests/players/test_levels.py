"""Every level, everywhere: legal, safe where safety exists, blind to what is hidden, and ordered."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import fmean, stdev

import pytest
from tests.players.samples import late_positions, random_positions, redealt, rules_of_all_kinds

from nonante import kernel
from nonante.players import LEVELS, Player, PlayerError, player
from nonante.players.match import play_game, play_turn, standing
from nonante.rules import Game, Rules
from nonante.table import losing, who_starts

KINDS = list(rules_of_all_kinds())


def test_levels_have_names_and_others_are_refused() -> None:
    assert LEVELS == ("novice", "steady", "strong", "champion")
    with pytest.raises(PlayerError, match="'genius': choose novice, steady, strong, champion"):
        player("genius")


@pytest.mark.parametrize("rules", KINDS, ids=lambda rules: f"{rules.name}:{rules.players}")
def test_plans_are_legal_and_safe_on_any_view(rules: Rules) -> None:
    everybody: list[Player] = [player("steady")] * rules.players
    positions = [*random_positions(rules, 21, share=0.1), *late_positions(rules, 22, 12)]
    for game in positions:
        signals = standing(game, everybody)
        for level in LEVELS:
            check_turn(game, player(level).plan(game.view(game.active), signals))


def check_turn(game: Game, moves: list[str]) -> None:
    after = game
    for move in moves:
        after = after.play(move)
    if after.status == "lost" and after.turn == game.turn:
        assert all(losing(game, move) for move in game.legal_moves()), game.to_text()
    else:
        assert after.status == "won" or after.turn == game.turn + 1, "the plan leaves the turn open"


def card_by_card(game: Game, level: str) -> list[str]:
    """Ask after every card, until the turn is over."""
    bot, moment, moves = player(level), game, list[str]()
    while moment.status == "playing" and moment.turn == game.turn:
        moves.append(bot.plan(moment.view(moment.active))[0])
        moment = moment.play(moves[-1])
    return moves


@pytest.mark.parametrize("level", LEVELS)
def test_asking_again_after_every_card_brings_the_same_turn(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (Rules.edition("base", 1), Rules.edition("base", 2), Rules.edition("extreme", 3)):
        with monkeypatch.context() as patch:
            if level == "champion" and rules.players == 1:  # alone it looks ahead where it is compiled: see below
                patch.setattr(kernel, "available", lambda: False)
            for game in random_positions(rules, 8, share=0.12):
                plan, asked = player(level).plan(game.view(game.active)), card_by_card(game, level)
                assert asked[: len(plan) - 1] == plan[:-1]
                if (level, rules.players) != ("strong", 2):  # it may see one card further once the first is laid
                    assert asked == plan


@pytest.mark.parametrize("edition", ["base", "extreme"])
def test_the_champion_that_looks_ahead_may_change_its_mind_but_ends_the_turn_safely(edition: str) -> None:
    for game in random_positions(Rules.edition(edition, 1), 8, share=0.12):
        check_turn(game, card_by_card(game, "champion"))


@pytest.mark.parametrize("level", LEVELS)
def test_equal_views_bring_equal_answers_whatever_is_hidden(level: str) -> None:
    for rules in KINDS:
        if rules.players == 1:
            continue
        for game in random_positions(rules, 31, share=0.06):
            other = redealt(game, 32)
            seat = game.active
            view, same = game.view(seat), other.view(seat)
            assert view == same
            signals = standing(game, [player("strong")] * rules.players)
            assert player(level).plan(view, signals) == player(level).plan(same, signals)
            assert player(level).speak(view, signals) == player(level).speak(same, signals)
            assert player(level).wish(view) == player(level).wish(same)


@pytest.mark.parametrize(
    "edition",
    [
        "base",
        "on-fire+extreme",
        *(pytest.param(e, marks=pytest.mark.slow) for e in ("expert-short", "on-fire", "extreme")),
    ],
)
def test_levels_mix_in_whole_games(edition: str) -> None:
    for players in range(1, 6):
        seats = [player(LEVELS[(seat + players) % 4]) for seat in range(players)]
        rules = Rules.edition(edition, players)
        game = Game.deal(rules, 40 + players)
        game = game.start_with(who_starts([one.wish(game.view(seat)) for seat, one in enumerate(seats)]))
        while game.status == "playing":
            check_turn(game, seats[game.active].plan(game.view(game.active), standing(game, seats)))
            game = play_turn(game, seats)
        assert game == play_game(rules, 40 + players, seats)


SETTINGS = [("base", 1), ("base", 3), ("base", 5), ("extreme", 2)]


@cache
def cards_left(level: str, edition: str, players: int) -> list[int]:
    """Return the scores on the same few deals; alone a game takes longest."""
    rules, seats = Rules.edition(edition, players), [player(level)] * players
    return [play_game(rules, 7000 + number, seats).score for number in range(6 if players == 1 else 10)]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), SETTINGS)
def test_levels_are_ordered(edition: str, players: int) -> None:
    novice, steady, strong, champion = (fmean(cards_left(level, edition, players)) for level in LEVELS)
    assert strong < steady - 1 < novice - 2
    assert champion < strong - 1


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(LEVELS)])
def test_the_order_of_levels_is_not_luck(weaker: str, stronger: str) -> None:
    """Deal by deal over all settings: the difference is beyond what chance explains, one-sided at 95 %."""
    differences = [
        more - fewer
        for setting in SETTINGS
        for more, fewer in zip(cards_left(weaker, *setting), cards_left(stronger, *setting), strict=True)
    ]
    assert fmean(differences) > 1.645 * stdev(differences) / len(differences) ** 0.5


def test_a_hand_says_whether_it_would_like_to_start() -> None:
    rules = Rules.edition("base", players=2)
    hands = [[2, 3, 4, 50, 96, 97, 98], [36, 39, 46, 49, 55, 58, 63]]
    good = Game.arrange(rules, hands=hands, draw=sorted({*range(2, 100)} - {*hands[0], *hands[1]}))
    for level in LEVELS:
        assert player(level).wish(good.view(0)) == "like"
        assert player(level).wish(good.view(1)) == "rather-not"
    silent = Rules.edition("base", players=2, talk="none")
    assert player("strong").wish(Game.deal(silent, 1).view(0)) is None
    later = good.play("2A").play("3A").play("end")
    assert player("strong").wish(later.view(0)) is None


def test_who_would_like_to_starts_else_who_does_not_mind() -> None:
    assert who_starts(["rather-not", None, "like"]) == 2
    assert who_starts(["rather-not", None]) == 1
