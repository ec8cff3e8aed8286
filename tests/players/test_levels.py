"""Every level, everywhere: legal, safe where safety exists, blind to what is hidden, and ordered."""

from __future__ import annotations

import pytest
from tests.players.samples import late_positions, random_positions, redealt, rules_of_all_kinds

from nonante.players import LEVELS, Player, PlayerError, player
from nonante.players.match import main, measure, play_game, standing, starter, wilson
from nonante.rules import Game, Rules
from nonante.table import losing

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


@pytest.mark.parametrize("level", LEVELS)
def test_asking_again_after_every_card_brings_the_same_turn(level: str) -> None:
    players = 2 if level == "champion" else 1  # alone it thinks ahead, anew from every view
    for rules in (Rules.edition("base", players), Rules.edition("extreme", 3)):
        for game in random_positions(rules, 8, share=0.12):
            bot = player(level)
            plan = list(bot.plan(game.view(game.active)))
            moment, moves = game, []
            for _ in plan:
                moves.append(bot.plan(moment.view(moment.active))[0])
                moment = moment.play(moves[-1])
            assert moves == plan


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


@pytest.mark.parametrize("edition", ["base", "expert-short", "on-fire", "extreme", "on-fire+extreme"])
def test_levels_mix_in_whole_games(edition: str) -> None:
    for players in range(1, 6):
        seats = [player(LEVELS[(seat + players) % 4]) for seat in range(players)]
        game = play_game(Rules.edition(edition, players), 40 + players, seats)
        assert game.status in ("won", "lost")


def mean_left(level: str, rules: Rules, games: int) -> float:
    return measure(level, rules, games, 7000).left / games


@pytest.mark.parametrize(("edition", "players"), [("base", 1), ("base", 3), ("base", 5), ("extreme", 2)])
def test_levels_are_ordered(edition: str, players: int) -> None:
    rules = Rules.edition(edition, players)
    novice, steady, strong, champion = (mean_left(level, rules, 6 if players == 1 else 10) for level in LEVELS)
    assert strong < steady - 1 < novice - 2
    assert champion < strong - 1


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


def test_figures_are_printed_as_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    main(["steady", "--players", "2", "--games", "3", "--seed", "5"])
    row = [cell.strip() for cell in capsys.readouterr().out.strip().strip("|").split("|")]
    assert row[:5] == ["base", "2", "standard", "steady", "3"]
    assert len(row) == 9
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    assert starter(["rather-not", None, "like"]) == 2
    assert starter(["rather-not", None]) == 1
