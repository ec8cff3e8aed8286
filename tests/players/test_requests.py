"""What others ask for in so many words: the champion does it unless that would cost more than it is worth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.players.samples import random_positions
from tests.players.test_champion import ROUNDING, plain_thinking

from nonante.players.champion import NO_LOOK, think
from nonante.players.talk import may_talk
from nonante.rules import KINDS, LETTERS, Rules, View
from nonante.rules.cards import MOVES
from nonante.table import Signal

PRICE = 0.05  # of a request set aside, as a logit


def requests(view: View, other: int) -> Iterator[Signal]:
    """Everything that another seat may ask of this turn in so many words."""
    for pile, letter in enumerate(LETTERS):
        if view.rules.marks[view.tops[pile]]:
            yield Signal(other, "cover", letter)
            yield Signal(other, "do-not-cover", letter)
    if view.rules.commands:
        yield from (Signal(other, "do-not-lay", command=kind) for kind in KINDS[:3])


def heeded(view: View, moves: tuple[str, ...], asked: Signal) -> bool:
    lays = [MOVES[move] for move in moves if move in MOVES]
    if asked.name == "do-not-lay":
        return all(view.rules.marks[card] != 1 + KINDS.index(asked.command or "") for card, _ in lays)
    piles = {pile for _, pile in lays} | {LETTERS.index(move[-1]) for move in view.laid_this_turn}
    return (LETTERS.index(asked.pile or "") in piles) == (asked.name == "cover")


@pytest.mark.usefixtures("only_small")
@pytest.mark.parametrize("edition", ["extreme", "on-fire"])
def test_a_request_is_set_aside_only_for_a_gain(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed, asked_for = 0, 0
    rules = Rules.edition(edition, 3)
    for game in (game for seed in (71, 72, 73) for game in random_positions(rules, seed, share=0.6)):
        view = game.view(game.active)
        if not may_talk(view):
            continue
        silent = tuple(think(view, ahead=NO_LOOK)[0])
        for asked in requests(view, (game.active + 1) % 3):
            moves, value = think(view, [asked], ahead=NO_LOOK)
            changed += heeded(view, tuple(moves), asked) and not heeded(view, silent, asked)
            asked_for += 1
            if asked_for % (40 if edition == "extreme" else 3) == 1:  # in Python it takes its time
                with monkeypatch.context() as patch:
                    plain_moves, weighed = plain_thinking(view, [asked], patch)
                assert weighed[plain_moves].worth == pytest.approx(weighed[tuple(moves)].worth, abs=ROUNDING)
                assert weighed[tuple(moves)].value == pytest.approx(value, abs=ROUNDING)
                check_gain(view, tuple(moves), asked, {plan: turn.value for plan, turn in weighed.items()})
    assert asked_for > 10
    assert changed or edition == "on-fire", "now and then a request changes the turn"


def check_gain(view: View, moves: tuple[str, ...], asked: Signal, values: dict[tuple[str, ...], float]) -> None:
    """A turn that does not do what is asked is worth more, by the price at least, than every turn that does."""
    if not heeded(view, moves, asked) and len(values) > 1:
        best = max((value for plan, value in values.items() if heeded(view, plan, asked)), default=-1e9)
        assert values[moves] > best + PRICE - ROUNDING


def test_a_kind_that_nobody_wants_now_stays_in_hand() -> None:
    kept = 0
    for game in (game for seed in range(80, 88) for game in random_positions(Rules.edition("extreme", 2), seed, 0.6)):
        view = game.view(game.active)
        for kind in KINDS if may_talk(view) else ():
            asked = Signal(1 - game.active, "do-not-lay", command=kind)
            turns = [tuple(think(view, signals, ahead=NO_LOOK)[0]) for signals in ([], [asked])]
            done = [heeded(view, moves, asked) for moves in turns]
            assert done[1] >= done[0]
            kept += done[1] - done[0]
    assert kept
