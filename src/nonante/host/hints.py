"""`Hints`: what a strong computer player would do, worked out in a thread, one question of a seat at a time.

A plan stays: while a turn goes as planned, the question has the same answer, whatever the player would say by now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

from ..messages import Advice, HintReason, Refused, replace
from ..players import Explanation, Reason, open_reasons
from ..rules import END, MOVES, NonanteError, View
from ..table import Played, Signal, Table
from . import levels
from .errors import HostError, refusal_of
from .game_log import logged_moves, turns_shown
from .pools import ask

log = logging.getLogger("nonante.host")


class GivenHint(NamedTuple):
    """An answer, and the turn it was given in."""

    deal: int
    turn: int
    laid: tuple[str, ...]
    advice: Advice

    def holds(self, table: Table) -> bool:
        """Tell whether that turn still runs and has followed the plan."""
        game = table.require_game()
        if (self.deal, self.turn) != (table.deals, game.turn):
            return False
        before, since = game.laid_this_turn[: len(self.laid)], game.laid_this_turn[len(self.laid) :]
        return before == self.laid and since == tuple(self.advice.moves[: len(since)])


class Hints:
    """The questions of one table."""

    def __init__(self, pool: Executor | None) -> None:
        self._pool = pool
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._given: dict[int, GivenHint] = {}

    def ask(self, table: Table, seat: int, key: str, answer: Callable[[Advice | Refused], None]) -> None:
        """Begin to think about this seat's turn; `answer` is called when done, or at once with a plan that holds."""
        if not table.settings.hints:
            raise HostError("hints-off")
        view = table.require_turn(seat).view(seat)
        if seat in self._tasks:
            raise HostError("thinking")
        given = self._given.get(seat)
        if given and given.holds(table):
            answer(replace(given.advice, key=key))
            return
        self._tasks[seat] = asyncio.create_task(self._think(view, table, seat, key, answer))

    async def _think(
        self,
        view: View,
        table: Table,
        seat: int,
        key: str,
        answer: Callable[[Advice | Refused], None],
    ) -> None:
        try:
            advice = await ask(self._pool, _advice, view, table.standing, key)
            self._given[seat] = GivenHint(table.deals, view.turn, view.laid_this_turn, advice)
            answer(advice)
        except NonanteError as error:
            answer(Refused(key, refusal_of(error)))
        except Exception:
            log.exception("a hint failed")
            answer(Refused(key, refusal_of(HostError("internal"))))
        finally:
            del self._tasks[seat]

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _advice(view: View, signals: Sequence[Signal], key: str) -> Advice:
    return advice_of(levels.advise(view, signals), view, signals, key)


def advice_of(answer: Explanation, view: View, signals: Sequence[Signal], key: str) -> Advice:
    """Return an explained turn as it is sent."""
    steps = logged_moves(view.rules, view.tops, (move for move in answer.moves if move in MOVES))
    return Advice(
        key=key,
        turn=view.turn,
        laid=len(view.laid_this_turn),
        moves=answer.moves,
        steps=steps,
        cost=sum(step.jump for step in steps),
        reasons=reasons_sent(answer.reasons),
        chances=levels.chances(view, signals, answer.chance),
    )


def reasons_sent(reasons: Sequence[Reason]) -> list[HintReason]:
    """Return reasons as they are sent."""
    return [HintReason(reason.code, reason.details, reason.place) for reason in reasons]


def reasons_told(table: Table, turn: int) -> list[HintReason]:
    """Return the reasons for a turn that the log shows (R33); a person's own are nobody's to guess."""
    found = next((logged for logged in turns_shown(table) if logged.turn == turn), None)
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
