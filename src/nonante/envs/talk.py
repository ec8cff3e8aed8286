"""Talk as at a table: before every turn each seat may speak, also when it is not its own.

Seats speak in order, and nobody hears anything before all have spoken: before the first turn whether they would like
to start, then, before every turn, signals to raise or to withdraw. Then the seat whose turn it is plays.

What may be said is the table's affair: `talk_record` asks `nonante.table` for every signal and writes down the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from ..kernel import layout as at
from ..kernel.codes import MARKS, PLAYING
from ..kernel.layout import Places
from ..rules import Game, Rules
from ..table import COVER, Signal, TableError, check_signal, still_true, talk_closed, wants_covered
from .actions import ACTIONS, LIKE_ACTION, PASS_ACTION, TALK_ACTIONS, VOCABULARY
from .machine import NUMBER_TYPE, Record, above, begin_turn, inner, upright
from .state import FRESH, HEARD, PHASE, PLAY, SAID, SHOWN, SPEAKER, TALK, WISH, WISHES, WORDS, Row

SIGNALS: Final = len(VOCABULARY)

# A talk record: sets of signals, a bit for each of the vocabulary.
_talk = Places()
KNOWN: Final = _talk.take()  # what may ever be said by these rules
ALWAYS: Final = _talk.take()  # what is true whatever lies
ON_TOP: Final = _talk.take(MARKS)  # by mark: what is true where pile A shows it; as many places further for other piles
IN_HAND: Final = _talk.take(MARKS)  # by mark: what is true of a seat that holds one
COVERED: Final = _talk.take(MARKS)  # by mark: a number for what a pile that shows it has to be covered
OF_TOP: Final = _talk.take()  # what speaks of the card on top of pile A, and goes when that is another kind of card
SILENCES: Final = _talk.take()  # the places of the marks that close all talk, in the kernel's count of what shows
REPLACED: Final = _talk.take(SIGNALS)  # by signal: what it takes the place of, itself among them
TALK_SIZE: Final = _talk.size
_NEVER: Final = ("permissive-only", "extreme-only")  # why a table refuses a signal whatever lies


def talk_record(rules: Rules) -> Row:
    """Write down what the table says about every signal."""
    record = np.zeros(TALK_SIZE, NUMBER_TYPE)
    marked = Rules.edition("on-fire+extreme", players=2)
    bare = Game.deal(marked, 0)._replace(hands=((), ()))
    record[ALWAYS] = always = _all_that(partial(still_true, bare))
    if rules.players > 1 and rules.talk != "none":
        record[KNOWN] = _all_that(partial(_may_ever_be_said, Game.deal(rules, 0)))
    for mark in range(1, MARKS):
        card = marked.marks.index(mark)
        shown, held = bare._replace(tops=(card, *bare.tops[1:])), bare._replace(hands=((card,), ()))
        record[ON_TOP + mark] = _all_that(partial(still_true, shown)) & ~always
        record[IN_HAND + mark] = _all_that(partial(still_true, held)) & ~always
        record[COVERED + mark] = (None, "command", "fire").index(wants_covered(shown, Signal(0, COVER, "A")))
        record[OF_TOP] |= _all_that(partial(wants_covered, shown))
        record[SILENCES] |= 0 if talk_closed(shown) is None else 15 << 4 * mark
    for place, word in enumerate(VOCABULARY):
        record[REPLACED + place] = _all_that(Signal(0, *word).replaces)
    return record


def _all_that(test: Callable[[Signal], object]) -> int:
    """Return the signals of seat 0 that pass a test."""
    return sum(1 << place for place, word in enumerate(VOCABULARY) if test(Signal(0, *word)))


def _may_ever_be_said(game: Game, word: Signal) -> bool:
    try:
        check_signal(game, word)
    except TableError as error:
        return error.code not in _NEVER
    return True


@inner
def _mark_on(row: Record, rules: Record, pile: int) -> int:
    return rules[at.MARK_OF + upright(row[at.HEIGHTS + pile], pile)]  # type: ignore[no-any-return]  # int64


@inner
def _silent(row: Record, talk: Record) -> bool:
    """Tell whether a card on the table closes all talk."""
    return row[at.SHOWN] & talk[SILENCES] != 0  # type: ignore[no-any-return]  # a truth


@inner
def _true(row: Record, rules: Record, talk: Record, seat: int) -> int:
    """Return the signals that could be true of a seat: not those about a command or a fire that is not there."""
    true = talk[ALWAYS]
    if rules[at.SPECIAL]:
        for pile in range(4):
            true |= talk[ON_TOP + _mark_on(row, rules, pile)] << pile
        low, high = row[at.HANDS + 4 * seat], row[at.HANDS + 4 * seat + 1]
        card = above(low, high, 1)
        while card:
            true |= talk[IN_HAND + rules[at.MARK_OF + card]]
            card = above(low, high, card)
    return true  # type: ignore[no-any-return]  # int64


@inner
def _visible(row: Record, talk: Record, seat: int) -> int:
    """Return what the table shows of a seat; silence hides it."""
    return 0 if _silent(row, talk) else row[SHOWN + seat]


@inner
def _give_the_word(row: Record, rules: Record, talk: Record, phase: int) -> None:
    """Let every seat speak, in order; where talk is closed, nobody."""
    closed = row[at.STATUS] != PLAYING or _silent(row, talk)
    row[PHASE], row[SPEAKER], row[SAID] = PLAY if closed else phase, 0, 0
    for seat in range(rules[at.PLAYERS]):
        row[HEARD + seat] = row[WORDS + seat]
        row[WORDS + seat] &= row[SHOWN + seat]  # also what a silence hides: nobody took it back


@inner
def open_talk(row: Record, rules: Record, talk: Record, phase: int) -> None:
    """Begin the talk of a new game: with wishes about the start, or with signals."""
    for seat in range(rules[at.PLAYERS]):
        row[SHOWN + seat] = row[FRESH + seat] = row[WORDS + seat] = 0
    _give_the_word(row, rules, talk, phase)


@inner
def open_words(row: Record, rules: Record, talk: Record) -> int:
    """Return the signals that the speaker may raise or withdraw, each once before a turn."""
    seat = row[SPEAKER]
    raised = _true(row, rules, talk, seat) & talk[KNOWN]
    return (raised | row[WORDS + seat]) & ~row[SAID]  # type: ignore[no-any-return]  # int64


@inner
def may_say(row: Record, rules: Record, talk: Record, action: int) -> bool:
    """Tell whether the speaker may say this."""
    if action >= PASS_ACTION:
        return action == PASS_ACTION or (row[PHASE] == WISH and action < TALK_ACTIONS)
    return action >= ACTIONS and row[PHASE] == TALK and open_words(row, rules, talk) >> (action - ACTIONS) & 1 > 0


@inner
def speak(row: Record, rules: Record, talk: Record, action: int) -> None:
    """Let the speaker raise or withdraw a signal, or finish; the last one lets everybody hear what was said."""
    seat = row[SPEAKER]
    if action < PASS_ACTION:
        word = action - ACTIONS
        row[SAID] |= 1 << word
        raised = 1 << word & ~row[WORDS + seat]
        row[WORDS + seat] = row[WORDS + seat] & ~talk[REPLACED + word] | raised
        return
    row[WISHES + seat] = 1 if action == PASS_ACTION else 0 if action == LIKE_ACTION else 2
    row[SAID] = 0
    row[SPEAKER] += 1
    if row[SPEAKER] == rules[at.PLAYERS]:
        if row[PHASE] == WISH:
            row[at.TURN] = 0
            begin_turn(row, rules, _starter(row, rules[at.PLAYERS]))
            _give_the_word(row, rules, talk, TALK)
        else:
            _hear(row, rules)


@inner
def _starter(row: Record, players: int) -> int:
    best = 0
    for seat in range(1, players):
        if row[WISHES + seat] < row[WISHES + best]:
            best = seat
    return best


@inner
def _hear(row: Record, rules: Record) -> None:
    """Show what every seat said, and let the turn begin."""
    for seat in range(rules[at.PLAYERS]):
        words = row[WORDS + seat]
        raised = words & ~row[SHOWN + seat]
        row[FRESH + seat] = row[FRESH + seat] & words | (raised if seat == row[at.ACTIVE] else 0)
        row[SHOWN + seat] = row[HEARD + seat] = words
    row[PHASE] = PLAY


@inner
def covers(row: Record, rules: Record, talk: Record) -> int:
    """Return what every pile has to be covered, two bits each."""
    there = 0
    for pile in range(4):
        there |= talk[COVERED + _mark_on(row, rules, pile)] << 2 * pile
    return there


@inner
def fade(row: Record, rules: Record, talk: Record, covered: int, turn: int, seat: int) -> None:
    """Take away what a move made untrue, and at the end of a turn what its seat had said before it."""
    changed, now = 0, covers(row, rules, talk)
    for pile in range(4):
        if (covered ^ now) >> 2 * pile & 3:
            changed |= talk[OF_TOP] << pile
    for who in range(rules[at.PLAYERS]):
        row[SHOWN + who] &= _true(row, rules, talk, who) & ~changed
        if who == seat and row[at.TURN] != turn:
            row[SHOWN + who] &= row[FRESH + who]
            row[FRESH + who] = 0
        row[FRESH + who] &= row[SHOWN + who]
    if row[at.TURN] != turn:
        _give_the_word(row, rules, talk, TALK)


@inner
def acting(row: Record) -> int:
    """Return the seat that speaks or plays."""
    return row[at.ACTIVE] if row[PHASE] == PLAY else row[SPEAKER]  # type: ignore[no-any-return]  # int64


@inner
def heard(row: Record, talk: Record, who: int, seat: int) -> int:
    """Return what stands of a seat as another knows it; of the own signals, what is about to be said."""
    said: int = row[WORDS + who] if who == seat else row[HEARD + who] & _visible(row, talk, who)
    return said
