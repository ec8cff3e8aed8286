"""Why a computer player laid its cards, told to everybody: worked out from what all of them saw."""

from __future__ import annotations

from ...messages import HintReason
from ...players import open_reasons
from ...rules import END
from ...table import Played, Signal, Table
from ..errors import HostError
from ..turns import all_turns, last_turns
from .hints import reasons_sent


def reasons_told(table: Table, turn: int) -> list[HintReason]:
    """Return the reasons for a turn that the log shows (R33); a person's own are nobody's to guess."""
    game = table.require_game()
    shown = all_turns(table) if game.rules.open_history or not table.running else last_turns(table)
    found = next((logged for logged in shown if logged.turn == turn), None)
    if found is None:
        raise HostError("no-such-turn", turn=turn)
    there = table.seats[found.seat]
    if there is None or not there.plays_itself:
        raise HostError("person", seat=found.seat)
    start, heard, moves = _begun(table, turn)
    return reasons_sent(open_reasons(start.require_game().view(found.seat), moves, heard))


def _begun(table: Table, turn: int) -> tuple[Table, tuple[Signal, ...], list[str]]:
    """Return the table as a turn began, the signals that stood at its first card, and all its moves."""
    past, moves = table.opened(), list[str]()
    start, heard = past, past.standing
    for entry in table.history:
        before = past.require_game().turn
        if isinstance(entry, Played) and before == turn:
            heard = heard if moves else past.standing
            moves.append(entry.move)
        past = past.apply(entry)
        if before < turn == past.require_game().turn:
            start = past
    return start, heard, moves or [END]
