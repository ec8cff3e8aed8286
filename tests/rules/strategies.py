"""Hypothesis strategies for everything in the rules room."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from nonante import Game, Rules
from nonante.rules import DECK, KINDS

NAMES = ("base", "expert", "expert-short", "on-fire", "extreme", "expert+extreme", "on-fire+extreme", "short")


@st.composite
def command_maps(draw: st.DrawFn) -> object:
    """Names of maps, and maps entered by a person."""
    if draw(st.booleans()):
        return draw(st.sampled_from(["house", "seeded"]))
    numbers = draw(st.permutations([card for card in DECK if card % 11 or card in (11, 88, 99)]))
    return {kind: numbers[4 * k : 4 * k + 4] for k, kind in enumerate(KINDS)}


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Rules of any edition, number of players and options."""
    name = draw(st.sampled_from(NAMES))
    options: dict[str, Any] = {
        "one_pile": draw(st.sampled_from(["standard", "strict"])),
        "short_hand": draw(st.sampled_from(["strict", "lenient"])),
        "talk": draw(st.sampled_from(["none", "standard", "permissive"])),
        "open_history": draw(st.booleans()),
    }
    if "extreme" in name:
        options["commands"] = draw(command_maps())
    return Rules.edition(name, players=draw(st.integers(1, 5)), **options)


seeds = st.integers(0, 2**64 - 1)


@st.composite
def dealt(draw: st.DrawFn) -> Game:
    """A fresh deal of any rules."""
    return Game.deal(draw(rules()), draw(seeds))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game somewhere on its way, over or not."""
    game = draw(dealt())
    for pick in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(moves[pick % len(moves)])
    return game
