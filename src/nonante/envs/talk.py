"""What may be said: the table is asked about every signal, and its answers are written down for `kernel.tabletalk`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ..kernel.codes import MARKS
from ..rules import Game, Rules
from ..table import COVER, Signal, TableError, check_signal, still_true, talk_closed, wants_covered
from .actions import VOCABULARY

_NEVER: Final = ("permissive-only", "extreme-only")  # why a table refuses a signal whatever lies


def manners(rules: Rules, record: Any) -> Any:
    """Return the record with what the table says about every signal."""
    marked = Rules.edition("on-fire+extreme", players=2)
    bare = Game.deal(marked, 0)._replace(hands=((), ()))
    record.always = always = _all_that(partial(still_true, bare))
    if rules.players > 1 and rules.talk != "none":
        record.known = _all_that(partial(_may_ever_be_said, Game.deal(rules, 0)))
    for mark in range(1, MARKS):
        card = marked.marks.index(mark)
        held = bare._replace(hands=((card,), ()))
        shown = bare._replace(turn_state=bare.turn_state._replace(tops=(card, *bare.tops[1:])))
        record.on_top[mark] = _all_that(partial(still_true, shown)) & ~always
        record.in_hand[mark] = _all_that(partial(still_true, held)) & ~always
        record.covered[mark] = (None, "command", "fire").index(wants_covered(shown, Signal(0, COVER, "A")))
        record.of_top |= _all_that(partial(wants_covered, shown))
        record.silences |= 0 if talk_closed(shown) is None else 15 << 4 * mark
    record.replaced = [_all_that(Signal(0, *word).replaces) for word in VOCABULARY]
    return record


def _all_that(test: Callable[[Signal], object]) -> int:
    """Return the signals of seat 0 that pass a test, a bit for each."""
    return sum(1 << place for place, word in enumerate(VOCABULARY) if test(Signal(0, *word)))


def _may_ever_be_said(game: Game, word: Signal) -> bool:
    try:
        check_signal(game, word)
    except TableError as error:
        return error.code not in _NEVER
    return True
