"""The champion thinks the same compiled and in plain Python, through views and in whole games, whatever is hidden."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.players.samples import EDITIONS, late_positions, random_positions, rules_of_all_kinds

from nonante import kernel
from nonante.envs import redeal
from nonante.kernel import layout, workspace
from nonante.players import Player, calibration, champion, interpreted
from nonante.players.champion import (
    NO_LOOK,
    Champion,
    Companion,
    LookAhead,
    look_ahead_for,
    net_for,
    net_name,
    networks,
    think,
    wide_networks,
)
from nonante.players.match import play_game, play_turn, standing
from nonante.rules import Game, Rules, Talk, View
from nonante.rules.commands import KINDS
from nonante.simulation import deal_seed
from nonante.table import Signal

PRINTED = ("base", "expert", "on-fire", "extreme")
MANY = (*PRINTED, "expert-short", "expert+extreme")  # editions with many positions to compare
TALK: tuple[Talk, ...] = ("none", "standard", "permissive")
ROUNDING = 3e-4  # what 32-bit floats lose against 64-bit ones on the way through a network, in logits
OWN_MAP = {kind: [3 + place, 24 + place, 56 + place, 88 + place] for place, kind in enumerate(KINDS)}


def champions(rules: Rules) -> list[Player]:
    return [Champion()] * rules.players


# --- both kinds of thinking -----------------------------------------------------------------------------------------


def rules_for(edition: str) -> Iterator[Rules]:
    """One edition at every table size, with every talk and some of the options."""
    yield from (rules for rules in rules_of_all_kinds() if rules.name == edition)
    if edition in PRINTED:
        yield from (Rules.edition(edition, players, talk=talk) for players in range(2, 6) for talk in TALK)
    if edition == "extreme":
        yield Rules.edition(edition, 1, commands="seeded")
        yield Rules.edition(edition, 4, commands="seeded", one_pile="strict")
        yield Rules.edition(edition, 2, commands=OWN_MAP, short_hand="lenient")


def positions(rules: Rules) -> Iterator[Game]:
    """A game that the champion plays, looked at now and then; one played anyhow, within turns too; late ones."""
    game = Game.deal(rules, 51)
    while game.status == "playing":
        if game.turn % 14 == 3:
            yield game
        game = play_turn(game, champions(rules))
    yield from random_positions(rules, 52, share=0.02)
    yield from late_positions(rules, 53, 2)


@pytest.mark.parametrize("edition", [pytest.param(one, marks=[pytest.mark.slow] * (one in MANY)) for one in EDITIONS])
def test_plain_and_compiled_thinking_agree(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for rules in rules_for(edition):
        for game in positions(rules):
            view, signals = game.view(game.active), standing(game, champions(rules))
            # Alone, compiled thinking goes by wide networks; those of a file are small ones for both.
            path = Path(str(files("nonante.players") / "champion.bin")) if rules.players == 1 else None
            moves, value = think(view, signals, ahead=NO_LOOK, path=path)
            with monkeypatch.context() as patch:
                plain_moves, weighed = plain_thinking(view, signals, patch)
            best = weighed[plain_moves]
            assert best.worth == max(turn.worth for turn in weighed.values())
            # Where another turn is chosen, both are worth the same but for rounding.
            assert weighed[tuple(moves)].value == pytest.approx(value, abs=ROUNDING)
            assert weighed[tuple(moves)].worth == pytest.approx(best.worth, abs=ROUNDING)
            for plan in (moves, [*plain_moves], Champion().plan(view, signals)):
                check_legal(game, plan)
            compared += 1
    assert compared > 12


def plain_thinking(
    view: View, signals: list[Signal], patch: pytest.MonkeyPatch
) -> tuple[tuple[str, ...], dict[tuple[str, ...], interpreted.ValuedTurn]]:
    """Return the turn that plain Python chooses, and what every turn it weighed is worth."""
    found: list[interpreted.ValuedTurn] = []
    weigh = interpreted.valued_turns

    def listening(*question: Any, **options: Any) -> list[interpreted.ValuedTurn]:
        found[:] = weigh(*question, **options)
        return found

    patch.setattr(kernel, "available", lambda: False)
    patch.setattr(interpreted, "valued_turns", listening)
    moves, _ = think(view, signals)
    return tuple(moves), {tuple(turn.moves): turn for turn in found}


def check_legal(game: Game, moves: list[str]) -> None:
    """Play the moves, which must be legal and all of this turn."""
    assert moves
    after = game
    for move in moves:
        assert after.turn == game.turn
        after = after.play(move)


@pytest.mark.parametrize(
    ("edition", "players", "talk"), [("base", 1, "none"), ("on-fire", 1, "none"), ("extreme", 3, "permissive")]
)
def test_a_network_that_heeds_everything_agrees(
    edition: str, players: int, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.edition(edition, players, talk=talk)
    known = workspace.features_for(rules)
    row = np.random.default_rng(58).normal(0, 0.3, layout.weights_size(known)).astype("<f4")
    shape = known, layout.HIDDEN, layout.SECOND
    network = interpreted.network(shape, row.tobytes())
    monkeypatch.setattr(champion, "setup", lambda rules, _path: workspace.setup(rules, row))
    monkeypatch.setattr(champion, "_plain_net", lambda _name, _path: network)
    for game in [*random_positions(rules, 59, share=0.1), *late_positions(rules, 60, 4)]:
        view, signals = game.view(game.active), standing(game, champions(rules))
        moves, value = think(view, signals, ahead=NO_LOOK)
        with monkeypatch.context() as patch:
            patch.setattr(kernel, "available", lambda: False)
            plain_moves, plain_value = think(view, signals)
        assert plain_moves == moves
        assert plain_value == pytest.approx(value, abs=ROUNDING)


def test_any_hand_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(54)
    for size in (1, 9, 25):
        for edition, players in (("base", 1), ("extreme", 2), ("on-fire", 5)):
            deck = rng.sample(range(2, 100), 98)
            hands = [[deck.pop() for _ in range(size if seat == 0 else 3)] for seat in range(players)]
            game = Game.arrange(Rules.edition(edition, players), {"B": deck.pop()}, hands, deck[:size])
            check_legal(game, Champion().plan(game.view(0)))
            with monkeypatch.context() as patch:
                patch.setattr(kernel, "available", lambda: False)
                check_legal(game, Champion().plan(game.view(0))[:1])
                check_legal(game, Champion().plan(game.view(0)))


# --- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", PRINTED)
@pytest.mark.parametrize(
    ("players", "talk"),
    [pytest.param(1, "none", marks=pytest.mark.slow), (2, "standard"), (3, "permissive"), (4, "none"), (5, "standard")],
)
def test_a_game_through_views_is_the_compiled_game(edition: str, players: int, talk: Talk) -> None:
    rules = Rules.edition(edition, players, talk=talk)
    setup, run = workspace.setup(rules, *net_for(rules)), workspace.Run(seed=5, first=0, games=1)
    outcomes = workspace.Workspace(look_ahead_for(rules)).play(setup, run)
    game = play_game(rules, deal_seed(5, 0), champions(rules))
    assert [game.score, game.turn] == outcomes[0, [layout.OUTCOME_SCORE, layout.OUTCOME_TURNS]].tolist()


@pytest.mark.parametrize("edition", [pytest.param(one, marks=[pytest.mark.slow] * (one in MANY)) for one in EDITIONS])
def test_the_game_goes_on_without_the_extra(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, deck = Rules.edition(edition, 2), list(range(2, 100))
    random.Random(55).shuffle(deck)
    tops = {"A": 20, "B": 12, "C": 85, "D": 72}
    deck = [card for card in deck if card not in tops.values()]
    game = Game.arrange(rules, tops, [deck[:7], deck[7:14]], deck[14:30])
    seats = champions(rules)
    dealt = [game, *(Game.deal(rules, seed) for seed in range(4))]
    compiled = [one.wish(each.view(seat)) for each in dealt for seat, one in enumerate(seats)]
    assert set(compiled) - {None}
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert [one.wish(each.view(seat)) for each in dealt for seat, one in enumerate(seats)] == compiled
    while game.status == "playing":
        game = play_turn(game, seats)
    assert game.turn > 3


def test_nothing_of_the_extra_is_loaded_without_it() -> None:
    code = """
import sys
sys.modules.update(numba=None, numpy=None)  # as if they were not there
from nonante.players.champion import Champion
from nonante.rules import Game, Rules, View
game = Game.deal(Rules.edition("extreme", players=3), seed=7)
print(Champion().plan(game.view(0)), Champion().speak(game.view(1)), Champion().wish(game.view(2)))
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("['")


def test_the_wide_networks_are_not_read_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> bytes:
        raise FileNotFoundError("alone.bin")  # as in the static page, whose archive leaves it out

    wide_networks.cache_clear()
    monkeypatch.setattr(champion, "_packed_wide", missing)
    game, bot = Game.deal(Rules.edition("base", players=1), seed=62), Champion()
    with pytest.raises(FileNotFoundError):
        bot.plan(game.view(0))
    monkeypatch.setattr(kernel, "available", lambda: False)
    check_legal(game, bot.plan(game.view(0)))
    assert bot.traits(game.rules)["look_ahead"] == "none"
    assert 0 < calibration.chance(game.view(0)) < 100


# --- what is hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("compiled", "bot"), [(True, Champion()), (True, Companion()), (False, Champion())])
def test_equal_views_bring_equal_answers_whatever_is_hidden(
    compiled: bool, bot: Champion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "available", lambda: compiled)
    rng = random.Random(56)
    some = list(rules_of_all_kinds())[:: 1 if compiled else 6]  # in Python it takes its time
    for number, rules in enumerate(some):
        for game in [Game.deal(rules, number), *random_positions(rules, 57 + number, share=0.02)]:
            signals = standing(game, champions(rules))
            for seat in range(rules.players):
                view = game.view(seat)
                same = redeal(view, rng).view(seat)
                assert bot.speak(view) == bot.speak(same)
                assert bot.wish(view) == bot.wish(same)
                if seat == game.active:
                    assert bot.plan(view, signals) == bot.plan(same, signals)


# --- the networks -----------------------------------------------------------------------------------------------------


def test_who_looks_ahead_finds_turns_that_a_quick_search_has_no_room_for() -> None:
    gains = {}
    for edition in ("expert", "base"):
        views = [Game.deal(Rules.edition(edition, players=1), seed=seed).view(0) for seed in range(12)]
        found = [think(view, ahead=LookAhead(plans=1, worlds=1))[1] for view in views]
        gains[edition] = [value - think(view, ahead=NO_LOOK)[1] for view, value in zip(views, found, strict=True)]
    assert max(gains["expert"]) > 0.1
    assert sum(gains["expert"]) > 0.2
    assert set(gains["base"]) == {0.0}  # there is room for all of these


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["base", "on-fire", "extreme"])
def test_the_wide_network_is_worked_out_as_numpy_does(edition: str) -> None:
    rules = Rules.edition(edition, players=1)
    *_, wide = net_for(rules)
    words = layout.ALL_WORDS if edition != "base" else layout.PLAIN_WORDS
    sizes = [(layout.NUMBERS, layout.WIDE), (layout.WIDE,), (layout.WIDE, 32), (32,), (32, 32), (32,), (32,), (1,)]
    ends = np.cumsum([layout.WIDE_HEAD, *(int(np.prod(size)) for size in sizes)])
    parts = [wide.rest[start:end].reshape(size) for start, end, size in zip(ends, ends[1:], sizes, strict=False)]
    numbers, bias, second, second_bias, third, third_bias, last, last_bias = parts
    compared = 0
    for game in random_positions(rules, 61, share=1.0):
        view = game.view(0)
        if view.laid_this_turn or len(view.unseen) < 12:
            continue
        moves, value = think(view, ahead=NO_LOOK)
        if abs(value) > 50:
            continue
        told, x = [0] * layout.ALL_WORDS, [0.0] * layout.NUMBERS
        record = kernel.interpreted("records").ruled(rules)
        kernel.interpreted("wide_features").wide_features(_end_of(game, moves), record, told, x)
        rows = [32 * word + bit for word in range(words) for bit in range(32) if told[word] >> bit & 1]
        hidden = wide.rows.reshape(-1, layout.WIDE)[rows].sum(0) * wide.rest[1] + np.array(x) @ numbers + bias
        hidden = np.maximum(np.maximum(hidden, 0) @ second + second_bias, 0)
        found = np.maximum(hidden @ third + third_bias, 0) @ last + last_bias
        assert value == pytest.approx(float(found[0]), abs=2e-3)
        compared += 1
    assert compared > 3


def _end_of(game: Game, moves: list[str]) -> layout.TurnEnd:
    """Return where a turn leaves the cards, before the draw."""
    records, end = kernel.interpreted("records"), layout.TurnEnd()
    hand, tops = list(game.hands[0]), list(game.tops)
    for move in moves:
        if move != "end":
            hand.remove(int(move[:-1]))
            tops["ABCD".index(move[-1])] = int(move[:-1])
    end.heights[:] = [top if pile < 2 else 101 - top for pile, top in enumerate(tops)]
    end.hand[:] = (*records.words(hand), *records.words(101 - card for card in hand))
    end.unplayed[:] = records.words((*hand, *game.draw))
    return end


def test_the_weights_are_small_and_complete() -> None:
    assert len((files("nonante.players") / "champion.bin").read_bytes()) < 2_000_000
    assert len((files("nonante.players") / "alone.bin").read_bytes()) < 4_000_000
    assert set(wide_networks()) == {"base-1-wide", "on-fire-1-wide", "extreme-1-wide"}
    games = [Rules.edition(edition, 1) for edition in PRINTED]
    games += [Rules.edition(edition, players, talk=t) for edition in PRINTED for players in range(2, 6) for t in TALK]
    assert {net_name(rules) for rules in games} == set(networks())
    assert len(networks()) == 52
    for rules in games:
        kept = networks()[net_name(rules)]
        known, hidden, second = kept.shape
        assert known <= workspace.features_for(rules)
        assert len(kept.weights) == 4 * (known * hidden + hidden + hidden * second + second + second + 1)
        assert np.isfinite(net_for(rules)[0]).all()
        manner = Champion().manner_for(rules)
        assert manner.keep_within <= manner.small_within
        assert manner.comfortable_to < manner.trouble_from
