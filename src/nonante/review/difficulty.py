"""How hard a deal is: fair wins out of a hundred; and deals that are easy or hard."""

from __future__ import annotations

import time
from typing import Final

from .. import kernel
from ..messages import Difficulty, Odds
from ..players import NO_LOOK, LookAhead, net_for, wilson
from ..rules import Game, Rules, deal_seed
from .errors import ReviewError

EASY, HARD = 65, 35
"""From how many fair wins of a hundred a deal is easy, and below how many it is hard."""
DEALS: Final = 16
"""Among so many deals by chance one is looked for."""
_FEWEST: Final = 6  # deals that are looked at, however long it takes
_GAMES: Final = 40  # fair games on each
_AHEAD: Final = LookAhead(plans=6, worlds=24, behind=700, trust=4, race=150)
"""How far is looked in fair games alone: less far than the champion does, since a hundred are played."""


def odds_of(won: int, games: int) -> Odds:
    """Return the odds for a number of wins: the interval of the win chance, and the difficulty."""
    low, high = wilson(won, games)
    share = 100 * won / games
    word: Difficulty = "easy" if share >= EASY else "hard" if share < HARD else "normal"
    return Odds(won, games, round(100 * low, 1), round(100 * high, 1), word)


def difficulty(game: Game, games: int = 100, seed: int = 0, *, quick: bool = False) -> Odds:
    """Return how many of `games` fair games champions win from this position, the start of a turn.

    To vary its play, the champion picks at random among the turns within a point of the best. It sees what its seat
    sees. With `quick`, it does not look ahead in solo games. Needs the compiled kernel.
    """
    if not kernel.available():
        raise ReviewError("no-difficulty")
    import numpy as np

    from ..kernel import layout
    from ..kernel.records import state_record

    workspaces, outlook = kernel.load("workspace"), kernel.load("rollouts")
    workspace = workspaces.Workspace(NO_LOOK if quick or game.rules.players > 1 else _AHEAD)
    setup = workspaces.setup(game.rules, *net_for(game.rules))
    outcomes = np.zeros((games, layout.OUTCOME_SIZE), np.int64)
    outlook.play_near(workspace.scratch, setup, state_record(game), workspace.state, game.active, seed, outcomes)
    return odds_of(int((outcomes[:, layout.OUTCOME_REASON] == 0).sum()), games)


def find_deal(rules: Rules, wanted: Difficulty, seed: int, seconds: float = 4.0) -> int:
    """Return the seed of a deal that is easy, normal or hard for these rules, chosen among some random ones.

    The quick champion plays each of them. An easy deal is won more often than seven of eight others, a hard one less
    often, and a normal one is the median. After a number of seconds only the deals played so far count.
    """
    until, found = time.monotonic() + seconds, list[tuple[int, int]]()
    for number in range(DEALS):
        deal = deal_seed(seed, number)
        found.append((difficulty(Game.deal(rules, deal), _GAMES, quick=True).won, deal))
        if len(found) >= _FEWEST and time.monotonic() > until:
            break
    found.sort(reverse=True)
    edge = len(found) // 8
    return found[{"easy": edge, "normal": len(found) // 2, "hard": -1 - edge}[wanted]][1]
