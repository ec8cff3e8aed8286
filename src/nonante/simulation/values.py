"""What each turn of a dataset was worth: the champion's chance to win, its candidates, and what was given up.

The values are those of the champion's network for the end of a turn, without look-ahead, as chances (`calibration`):
the share of games that champions on every seat won from there. They are quick and the same on every machine. A review
looks further ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .. import kernel as kernel_room
from ..players import Valuer, calibration_for, net_name, share_laid
from ..rules import Game, Rules, View
from ..table import Signal
from .errors import NeedsExtra
from .rowfiles import Row

MOST_CANDIDATES: Final = 64
"""How many candidate turns the network values at most."""


def with_values(rules: Rules, rows: Sequence[Row], candidates: int = 8) -> list[Row]:
    """Return the rows of whole games with the value of each turn.

    `chance` is that of the best turn, `candidates` the best turns with their `chances`, best first, `played_chance`
    that of the turn played, `loss` what it gave up, and `judge` the network that judged. Needs the extra ``[fast]``.
    """
    if not kernel_room.available():
        raise NeedsExtra(what="valuing turns", extra="fast")
    valuer, calibration, found = Valuer(), calibration_for(rules), list[Row]()
    for row, view in zip(rows, _views(rules, rows), strict=True):
        signals = [_signal_of(text) for text in row["signals"]]
        laid, best = share_laid(view), valuer.turns(view, signals)[: min(candidates, MOST_CANDIDATES)]
        chances = [calibration.chance(value, laid) / 100 for _, value in best]
        played = calibration.chance(valuer.value(view, row["moves"], signals), laid) / 100
        chance = max(chances[0], played)
        found.append({
            **row,
            "chance": chance,
            "candidates": [moves for moves, _ in best],
            "chances": chances,
            "played_chance": played,
            "loss": chance - played,
            "judge": f"{net_name(rules)}, network",
        })  # fmt: skip
    return found


def _views(rules: Rules, rows: Sequence[Row]) -> Iterator[View]:
    """Yield what the seat of each row saw; rows come in order, game by game."""
    game = None
    for row in rows:
        if row["turn"] == 1 or game is None:
            game = Game.deal(rules, row["deal_seed"]).start_with(row["seat"])
        yield game.view(row["seat"])
        for move in row["moves"]:
            game = game.play(move)


def _signal_of(text: str) -> Signal:
    """Read a signal as rows have it."""
    seat, name, *about = text.split()
    pile = about[0] if about and len(about[0]) == 1 else None
    return Signal(int(seat), name, pile, about[0] if about and pile is None else None)
