"""What each seat sees: nothing it may not know, and everything the fields promise."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from nonante.host import views
from nonante.host.card_views import signal_view
from nonante.host.game_log import news_of
from nonante.host.latest import Latest
from nonante.host.views import SeatViews
from nonante.messages import GameView, Option, SignalView, TableView
from nonante.rules import END, Game, Rules
from nonante.table import Settings, Table, losses, signals_open

EDITIONS = ("base", "expert", "expert-short", "on-fire", "extreme", "expert+extreme", "on-fire+extreme")


def seated(rules: Rules, **options: Any) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(rules, **options)))
    for name in ("Anna", "Bruno", "Clara", "David", "Emil")[: rules.players]:
        table = table.apply(table.sit(name))
    return table


def arranged(rules: Rules, **position: Any) -> Table:
    table = seated(rules)
    return table.apply(table.arrange(Game.arrange(rules, **position)))


def dealt(rules: Rules, seed: int) -> Table:
    table = seated(rules)
    table = table.apply(table.deal(seed))
    return table if table.starter is not None else table.apply(table.start(seed % rules.players))


def played(table: Table, *moves: str) -> Table:
    for move in moves:
        table = table.apply(table.play(table.require_game().active, move))
    return table


def seen(table: Table, seat: int | None = 0) -> TableView:
    return SeatViews("BCDFGH", 7, table, 0).of(seat)


def game_seen(table: Table, seat: int | None = 0) -> GameView:
    game = seen(table, seat).game
    assert game is not None
    return game


def option(table: Table, card: int, pile: str, seat: int = 0) -> Option:
    held = next(held for held in game_seen(table, seat).hand if held.card == card)
    return next(option for option in held.options if option.pile == pile)


# ---------------------------------------------------------------- leaks


def wander(table: Table, picks: random.Random, steps: int) -> Table:
    """Play and talk at random, but not so badly that the game is over at once."""
    for _ in range(steps):
        if not table.running:
            break
        game = table.require_game()
        if picks.random() < 0.3 and table.rules.players > 1:
            seat = picks.randrange(table.rules.players)
            words = signals_open(game, seat)
            if words:
                word = picks.choice(words)
                table = table.apply(table.signal(seat, word.name, word.pile, word.command))
        moves = game.legal_moves()
        lost = losses(game)
        table = played(table, picks.choice([move for move in moves if move not in lost] or moves))
    return table


def disguise(table: Table, seat: int | None, picks: random.Random) -> Table:
    """Exchange everything that is hidden from a seat: the same cards in other hands and in another order."""
    game = table.require_game()
    hidden = [card for other, hand in enumerate(game.hands) if other != seat for card in hand] + list(game.draw)
    picks.shuffle(hidden)
    hands = []
    for other, hand in enumerate(game.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
    return replace(table, game=game._replace(hands=tuple(hands), draw=tuple(hidden)))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(EDITIONS), st.integers(1, 5), st.integers(0, 2**64 - 1), st.integers(0, 60))
def test_what_is_hidden_makes_no_difference(edition: str, players: int, seed: int, steps: int) -> None:
    picks = random.Random(seed)
    table = wander(dealt(Rules.edition(edition, players=players), seed), picks, steps)
    if not table.running:
        return
    for seat in (None, *range(players)):
        shown = msgspec.json.encode(seen(table, seat))
        for _ in range(3):
            assert msgspec.json.encode(seen(disguise(table, seat, picks), seat)) == shown


@pytest.mark.parametrize("edition", EDITIONS)
def test_before_the_start_nothing_is_known_either(edition: str) -> None:
    table = seated(Rules.edition(edition, players=3))
    table = table.apply(table.deal(5))
    table = table.apply(table.wish(0, "like"))
    table = table.apply(table.propose(1, 2))
    picks = random.Random(1)
    for seat in (None, 0, 1, 2):
        assert seen(disguise(table, seat, picks), seat) == seen(table, seat)


def test_everybody_sees_their_hand_before_the_team_agrees_who_starts() -> None:
    table = seated(Rules.edition("base", players=3))
    table = table.apply(table.deal(5))
    for seat, hand in enumerate(table.require_game().hands):
        shown = game_seen(table, seat)
        assert shown.starter is None
        assert tuple(held.card for held in shown.hand) == hand


def test_spectators_see_no_hand_until_the_end_and_then_everything() -> None:
    rules = Rules.edition("base", players=2)
    table = arranged(rules, piles={"A": 90, "B": 89, "C": 10, "D": 11}, hands=[[91, 92], [50]], draw=[60, 61])
    assert game_seen(table, None).hand == []
    assert game_seen(table, None).reveal is None
    table = played(table, "91A", "92B")
    shown = game_seen(table, None)
    assert (shown.status, shown.reason, shown.score, shown.grade) == ("lost", "stuck", 3, "excellent")
    assert shown.reveal is not None
    assert [[card.card for card in hand] for hand in shown.reveal.hands] == [[60, 61], [50]]
    assert [[move.card for move in turn.moves] for turn in shown.turns] == [[91, 92]]


def test_r19_all_cards_laid_with_a_command_broken_is_lost_and_not_excellent() -> None:
    table = arranged(Rules.edition("extreme", players=2), hands=[[31], []])
    shown = game_seen(played(table, "31A"), 1)
    assert (shown.reason, shown.score, shown.grade) == ("skull-uncovered", 1, "lost")
    assert shown.reveal is not None
    assert (shown.reveal.hands, shown.draw_count) == ([[], []], 0)


def test_r43_whoever_can_only_end_and_lose_is_not_asked_to() -> None:
    piles = {"A": 81, "B": 93, "C": 9, "D": 8}
    table = arranged(Rules.edition("extreme", players=2), piles=piles, hands=[[50, 84], [60]])
    shown = game_seen(played(table, "84A"), 0)
    assert (shown.status, shown.reason, shown.end_loses, shown.can_undo) == ("lost", "skull-uncovered", None, False)


def test_the_seed_is_told_as_text_and_only_at_the_end() -> None:
    table = dealt(Rules.edition("base", players=1), 2**64 - 1)
    assert game_seen(table).reveal is None
    while table.running:
        table = played(table, table.require_game().legal_moves()[-1])
    reveal = game_seen(table).reveal
    assert reveal is not None
    assert reveal.seed == str(2**64 - 1)


def test_the_log_shows_two_turns_in_play_and_all_with_an_open_history() -> None:
    position = {
        "piles": {"A": 20, "C": 80},
        "hands": [[21, 22, 79, 11, 50, 51], [23, 24, 25, 26, 27, 28]],
        "draw": range(30, 40),
    }
    table = played(arranged(Rules.edition("base", players=2), **position), "21A", "11A", END, "23A", "24A", END)
    first, second = game_seen(table).turns
    assert (first.turn, first.seat, [move.card for move in first.moves]) == (2, 1, [23, 24])
    assert [move.jump for move in first.moves] == [12, 1]
    assert (second.turn, second.seat, second.moves) == (3, 0, [])
    table = played(arranged(Rules.edition("base", players=2), **position), "21A", "11A")
    (current,) = game_seen(table).turns
    assert [(move.jump, move.retro) for move in current.moves] == [(1, False), (-10, True)]
    open_rules = Rules.edition("base", players=2, open_history=True)
    table = played(arranged(open_rules, **position), "21A", "11A", END, "23A", "24A", END)
    assert [turn.turn for turn in game_seen(table).turns] == [1, 2, 3]


# ---------------------------------------------------------------- fields


def test_options_say_what_a_play_would_be() -> None:
    rules = Rules.edition("extreme", players=2)
    table = arranged(
        rules, piles={"A": 47, "B": 30, "C": 64, "D": 90}, hands=[[37, 50, 74, 17], [40, 48]], draw=[12, 13]
    )
    back = option(table, 37, "A")
    assert (back.ok, back.retro, back.jump) == (True, True, -10)
    falls = option(table, 74, "C")
    assert (falls.ok, falls.retro, falls.jump) == (True, True, -10)
    no = option(table, 37, "D", 0)
    assert (no.ok, no.jump, no.refusal) == (True, 53, None)
    low = option(table, 17, "A")
    assert (low.ok, low.refusal, low.rule) == (False, "not-higher", "1.4")
    # It is not this seat's turn: it thinks ahead, and is not warned.
    ahead = option(table, 48, "A", seat=1)
    assert (ahead.ok, ahead.jump, ahead.loses) == (True, 1, None)


def test_a_no_retro_closes_the_way_back() -> None:
    rules = Rules.edition("extreme", players=1)
    table = arranged(rules, piles={"A": 47, "B": 21, "C": 64, "D": 90}, hands=[[37, 50, 60]], draw=[12, 13])
    assert option(table, 37, "A").refusal == "no-retro"
    assert option(table, 37, "A").rule == "R23"
    assert [pile.back for pile in game_seen(table).piles] == [None] * 4
    assert [pile.binding for pile in game_seen(table).piles] == [False, True, False, False]


def test_a_lock_binds_the_active_seat_alone() -> None:
    rules = Rules.edition("extreme", players=2)
    table = arranged(rules, piles={"A": 14, "C": 90}, hands=[[20, 30, 40], [50, 60]], draw=[12, 13])
    table = played(table, "40C")
    assert game_seen(table).lock == "C"
    assert option(table, 20, "A").refusal == "one-pile"
    assert option(table, 50, "A", seat=1).ok


def test_losing_plays_are_warned_of() -> None:
    rules = Rules.edition("extreme", players=1)
    table = arranged(rules, piles={"A": 80, "B": 79, "C": 20, "D": 21}, hands=[[84, 81, 19]], draw=[50, 51])
    assert option(table, 84, "A").loses == "skull-uncovered"
    assert option(table, 81, "A").loses is None
    table = played(table, "81A", "84B")
    skull = game_seen(table).piles[1]
    assert (skull.mark, skull.binding, skull.due) == ("skull", True, True)
    assert game_seen(table).end is None
    assert game_seen(table).end_loses == "skull-uncovered"


def test_fire_is_due_a_turn_later() -> None:
    rules = Rules.edition("on-fire", players=2)
    table = arranged(rules, piles={"A": 20}, hands=[[22, 30, 31], [40, 41, 42]], draw=[12, 13, 14])
    table = played(table, "22A")
    fire = game_seen(table).piles[0]
    assert (fire.mark, fire.binding, fire.due) == ("fire", True, False)
    table = played(table, "30B", END)
    assert game_seen(table, 1).piles[0].due


def test_piles_tell_how_far_they_go() -> None:
    table = arranged(Rules.edition("base", players=1), piles={"A": 99, "C": 2, "D": 50}, hands=[[60, 70]], draw=[5])
    a, b, c, d = game_seen(table).piles
    assert (a.low, a.high, a.back, a.bare) == (100, 99, 89, False)
    assert (b.low, b.high, b.back, b.bare, b.top) == (2, 99, None, True, 1)
    assert (c.low, c.high, c.back, c.rising) == (2, 1, 12, False)
    assert (d.low, d.high, d.back) == (2, 49, 60)


def test_ending_says_why_not() -> None:
    table = dealt(Rules.edition("base", players=2), 4)
    active = table.require_game().active
    end = game_seen(table, active).end
    assert end is not None
    assert (end.code, end.rule, end.details) == ("below-minimum", "1.4", {"minimum": 2, "laid": 0})
    other = game_seen(table, 1 - active)
    assert other.end is not None
    assert other.end.code == "not-active"
    assert not other.can_undo
    paused = table.apply(table.pause(True))
    end = game_seen(paused, active).end
    assert end is not None
    assert end.code == "paused"


def test_undo_is_offered_for_own_cards_of_this_turn() -> None:
    rules = Rules.edition("base", players=1)
    table = dealt(rules, 7)
    assert not game_seen(table).can_undo
    table = played(table, table.require_game().legal_moves()[0])
    assert game_seen(table).can_undo
    assert seen(table).undo
    strict = seated(rules, undo=False)
    strict = strict.apply(strict.deal(7))
    strict = played(strict, strict.require_game().legal_moves()[0])
    assert not game_seen(strict).can_undo
    assert not seen(strict).undo


def test_r46_undo_is_offered_to_one_person_and_not_among_several_unless_the_host_wants() -> None:
    rules = Rules.edition("base", players=2)
    for options, offered in (({}, False), ({"undo": True}, True)):
        table = seated(rules, **options)
        table = table.apply(table.deal(7))
        table = table.apply(table.start(0))
        table = played(table, table.require_game().legal_moves()[0])
        assert (seen(table).undo, game_seen(table).can_undo) == (offered, offered)
    alone = Table()
    alone = alone.apply(alone.configure(Settings(rules)))
    alone = alone.apply(alone.sit("Anna"))
    alone = alone.apply(alone.sit("Ada", level="steady"))
    assert seen(alone).undo
    assert seen(alone).settings.undo is None


def test_r50_everybody_sees_that_a_deal_is_known() -> None:
    rules = Rules.edition("base", players=2)
    table = seated(rules)
    position = Game.arrange(rules, hands=[[20, 30], [40, 50]], draw=[12])
    for event, why in ((table.deal(7), None), (table.deal(7, "seed"), "seed"), (table.arrange(position), "position")):
        for seat in (0, 1, None):
            assert game_seen(table.apply(event), seat).known == why
    assert news_of(table, table.deal(7, "same"), table.apply(table.deal(7, "same"))).text == "same"


def test_talk_says_what_closes_it() -> None:
    rules = Rules.edition("extreme", players=2)
    table = seated(rules)
    assert seen(table).talk == "not-running"
    table = table.apply(table.deal(3))
    assert seen(table).talk == "start-first"
    table = table.apply(table.start(0))
    assert seen(table).talk is None
    assert [word.signal for word in seen(table).may_signal] == [word.name for word in signals_open(table.game, 0)]  # type: ignore[arg-type]
    assert seen(table, None).may_signal == []
    assert seen(table.apply(table.pause(True))).talk == "paused"
    silent = arranged(rules, piles={"A": 3}, hands=[[20, 30], [40, 50]], draw=[12])
    assert seen(silent).talk == "silence"
    solo = dealt(Rules.edition("base", players=1), 1)
    assert seen(solo).talk == "talk-solo"


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EDITIONS), st.integers(2, 5), st.integers(0, 2**32), st.integers(0, 60))
def test_the_menu_of_signals_is_what_the_table_allows(edition: str, players: int, seed: int, steps: int) -> None:
    table = wander(dealt(Rules.edition(edition, players=players), seed), random.Random(seed), steps)
    for seat in range(players):
        shown = seen(table, seat)
        words = [(word.signal, word.pile, word.command) for word in shown.may_signal]
        wanted = signals_open(table.require_game(), seat) if shown.talk is None else []
        assert words == [(word.name, word.pile, word.command) for word in wanted]


def test_the_map_is_told_in_extreme_and_a_seeded_one_after_the_deal() -> None:
    assert seen(seated(Rules.edition("base"))).map is None
    house = seen(seated(Rules.edition("extreme"))).map
    assert house is not None
    assert house["stop"] == [6, 28, 73, 95]
    table = seated(Rules.edition("extreme", commands="seeded"))
    assert seen(table).map is None
    drawn = seen(table.apply(table.deal(3))).map
    assert drawn is not None
    assert drawn != house


def test_a_view_says_how_many_cards_the_turn_still_asks_for() -> None:
    table = arranged(Rules.edition("extreme", players=1), hands=[[10, 40, 41, 42]], draw=[50, 51])
    assert game_seen(table).to_lay == 2
    assert game_seen(played(table, "40A")).to_lay == 1
    assert game_seen(played(table, "40A", "41A")).to_lay == 0
    assert game_seen(played(table, "10A")).to_lay == 2, "a three asks for three"


def test_a_view_tells_of_a_hand_too_short_for_the_minimum_before_and_after_the_loss() -> None:
    table = arranged(Rules.edition("expert", players=1), hands=[[40, 41]], draw=[50])
    assert option(table, 40, "A").loses == "short-hand"
    over = game_seen(played(table, "40A", "41A"))
    assert (over.reason, over.told, over.all_laid) == ("stuck", "short-hand", False)


def test_a_view_tells_when_every_card_was_laid_and_the_game_is_lost_all_the_same() -> None:
    lost = played(arranged(Rules.edition("extreme", players=1), hands=[[17, 40]], draw=[]), "40A", "17B")
    assert game_seen(lost).status == "lost"
    assert game_seen(lost).all_laid
    won = played(arranged(Rules.edition("base", players=1), hands=[[17, 40]], draw=[]), "40A", "17B")
    assert (game_seen(won).status, game_seen(won).all_laid) == ("won", False)


def test_what_is_remembered_of_signals_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = Latest[Hashable, list[SignalView]](2)
    monkeypatch.setattr(views, "_open_signals", remembered)
    table = dealt(Rules.edition("extreme", players=5), 3)
    for _ in range(2):
        for seat in range(5):
            may = SeatViews("BCDFGH", 1, table, 0).of(seat).may_signal
            assert may == [signal_view(signal) for signal in signals_open(table.require_game(), seat)]
            assert 1 <= len(remembered) <= 2
