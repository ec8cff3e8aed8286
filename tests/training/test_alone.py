"""The core that learns the game alone, built for a processor, against the rules."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from training.alone import core

from nonante import Game, Rules, kernel
from nonante.kernel import layout
from nonante.rules import END

ROOT = Path(__file__).parents[2]
EDITIONS = ("base", "expert", "expert-short", "on-fire", "extreme")
WIDE = 512
ROOM = 600
ROUNDS = 12


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Return the core, compiled for this machine."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")
    library = tmp_path_factory.mktemp("core") / "libhost.so"
    source = ROOT / "training" / "alone" / "host.cpp"
    subprocess.run([compiler, "-O1", "-std=c++17", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def _record(game: Game) -> core.StateRecord:
    return core.state_record(game.hands[0], game.draw, game.tops)


def _key(state: core.StateRecord) -> tuple[Any, ...]:
    return tuple(state.height), state.hand.low, state.hand.high


def _found(host: ctypes.CDLL, game: Game, extra: int) -> set[tuple[Any, ...]] | None:
    """Return the ends that the core finds, None where it has no room for all moments of the turn."""
    ends = (core.StateRecord * ROOM)()
    rules, state = core.game_record(game.rules), _record(game)
    count = host.ends_of(ctypes.byref(rules), ctypes.byref(state), WIDE, WIDE, extra, ends, ROOM)
    return None if count < 0 else {_key(end) for end in ends[:count]}


def _ends(game: Game, most: int) -> set[tuple[Any, ...]]:
    """Return the ends of all turns of so many cards at most that the rules allow."""
    found: set[tuple[Any, ...]] = set()
    seen, stack = {game}, [game]
    while stack:
        now = stack.pop()
        heights = tuple(top if pile < 2 else 101 - top for pile, top in enumerate(now.tops))
        mine = core.cards_of(now.hands[0])
        for move in now.legal_moves():
            after = now.play(move)
            if move == END:
                if after.status != "lost" or after.turn != now.turn:
                    found.add((heights, mine.low, mine.high))
                continue
            ended = after.turn != now.turn or after.status != "playing"
            if ended and after.status != "lost":
                kept = core.cards_of(card for card in now.hands[0] if card != int(move[:-1]))
                tops = tuple(top if pile < 2 else 101 - top for pile, top in enumerate(after.tops))
                found.add((tops, kept.low, kept.high))
            elif not ended and now.turn_state.laid + 1 < most + 1 and after not in seen:
                seen.add(after)
                stack.append(after)
    return found


def _games(edition: str, count: int) -> list[Game]:
    """Return positions at the start of a turn, from games that somebody plays at random, but not to a loss."""
    choice = random.Random(edition)
    found: list[Game] = []
    rules = Rules.edition(edition, players=1)
    while len(found) < count:
        game = Game.deal(rules, seed=choice.randrange(10**6))
        for _ in range(choice.randrange(60)):
            moves = [move for move in game.legal_moves() if game.play(move).status != "lost"]
            if not moves:
                break
            game = game.play(min(choice.sample(moves, min(3, len(moves))), key=lambda move: _cost(game, move)))
        if game.status == "playing" and not game.turn_state.laid and game.draw:
            found.append(game)
    return found


def _cost(game: Game, move: str) -> int:
    if move == END:
        return 4
    top, card = game.tops["ABCD".index(move[-1])], int(move[:-1])
    return card - top if move[-1] in "AB" else top - card


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_core_finds_the_turns_that_the_rules_allow(host: ctypes.CDLL, edition: str) -> None:
    compared = 0
    for game in _games(edition, ROUNDS):
        found = _found(host, game, 0)
        if found is None:
            continue
        assert found == _ends(game, game.minimum), game.to_text()
        compared += 1
    assert compared >= ROUNDS // 3


def _found_in(edition: str) -> list[tuple[Game, layout.TurnEnd]]:
    """Return positions as ends of a turn: games at the start of one, and the same with fewer cards in hand."""
    found, records = [], kernel.interpreted("records")
    for game in _games(edition, ROUNDS):
        state, end = records.state_of(game), layout.TurnEnd()
        hand = game.hands[0][: 1 + game.draw[0] % len(game.hands[0])]
        end.heights[:], end.hand[:] = state.heights, records._both_ways(hand)
        end.unplayed[:] = records.words((*hand, *game.draw))
        found.append((game, end))
    return found


def _end_record(game: Game, end: layout.TurnEnd) -> core.StateRecord:
    hand = [card for card in range(2, 100) if end.hand[0] >> card & 1]
    return core.state_record(hand, game.draw, game.tops)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_core_tells_a_network_what_the_kernel_tells_it(host: ctypes.CDLL, edition: str) -> None:
    for game, end in _found_in(edition):
        rules, record = kernel.interpreted("records").ruled(game.rules), core.game_record(game.rules)
        words, numbers = [0] * core.ALL_WORDS, [0.0] * core.NUMBERS
        kernel.interpreted("wide_features").wide_features(end, rules, words, numbers)
        told, counted = (ctypes.c_uint32 * core.ALL_WORDS)(), (ctypes.c_float * core.NUMBERS)()
        host.sights_of_end(ctypes.byref(record), ctypes.byref(_end_record(game, end)), told, counted)
        assert words == list(told), game.to_text()
        assert numbers == pytest.approx(list(counted), abs=1e-6)


@pytest.mark.parametrize("edition", ["base", "on-fire"])
def test_both_know_whether_the_last_cards_fit(host: ctypes.CDLL, edition: str) -> None:
    answers = []
    for game in _games(edition, 8 * ROUNDS):
        last = game.draw[:3]
        hand = game.hands[0][:3]
        end = layout.TurnEnd()
        end.heights[:] = kernel.interpreted("records").state_of(game).heights
        end.unplayed[:] = kernel.interpreted("records").words((*hand, *last))
        rules, record = kernel.interpreted("records").ruled(game.rules), core.game_record(game.rules)
        room = [0] * layout.FITTING_SIZE
        fits = kernel.interpreted("finishing").all_fit(end, rules, room)
        state = core.state_record(hand, last, game.tops)
        assert fits == bool(host.all_cards_fit(ctypes.byref(record), ctypes.byref(state)))
        tops = dict(zip("ABCD", game.tops, strict=True))
        assert fits == _all_fit(Game.arrange(game.rules, tops, [[*hand, *last]], []))
        answers.append(fits)
    assert {True, False} == set(answers)


def _all_fit(game: Game) -> bool:
    """Tell whether the rules let a game be won from here, which has no draw pile any more."""
    if game.status != "playing":
        return game.status == "won"
    return any(_all_fit(game.play(move)) for move in game.legal_moves())
