"""What a seat sees of a row, written into bytes: the observation of `layout`, and the mask of its actions.

Rows are written whole: at one byte an entry that is cheaper than tracking what changed.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ..kernel import layout as at
from ..kernel.codes import ACTIONS, DRAW_ONE, END, FREE, NO_RETRO, PLAYING
from ..kernel.layout import CARDS, Places
from .actions import PASS_ACTION, TALK_ACTIONS
from .layout import DRAW_MOST, HAND_MOST, TURN_BITS
from .machine import Record, count, forced, holds, inner, shifted, shows, spread, upright
from .state import (
    AT_SHIFT,
    BY,
    CAME_SHIFT,
    IN_SHIFT,
    LAST,
    LAST_SEAT,
    NUMBER_BITS,
    ON_SHIFT,
    OPEN,
    PAST,
    PHASE,
    PILES,
    PLAY,
    WISH,
)
from .talk import SIGNALS, heard, may_say, open_words

PartPlaces: TypeAlias = tuple[int, int, int, int]
"""Where signals, command map, unseen cards and history begin in an observation; 0 where there are none."""

# Where the parts of the observation begin, as in `layout`; the parts after `active` depend on the number of players.
_observation = Places()
HAND: Final = _observation.take(CARDS)
TOPS: Final = _observation.take(4 * 100)
MARKS: Final = _observation.take(4 * 8)
LOCK: Final = _observation.take(4)
TOUCHED: Final = _observation.take(4)
THREE: Final = _observation.take()
LAID: Final = _observation.take(HAND_MOST + 1)
NEEDED: Final = _observation.take(4)
DRAW: Final = _observation.take(DRAW_MOST + 1)
ACTIVE: Final = _observation.size
_COUNTS: Final = HAND_MOST + 1  # places for the number of cards in a hand


@forced
def observe(row: Record, rules: Record, talk: Record, out: Record, seat: int, places: PartPlaces) -> None:
    """Write what a seat sees."""
    signals, commands, unseen, past = places
    _write_table(row, rules, out, seat)
    if signals:
        _write_signals(row, talk, rules[at.PLAYERS], seat, shifted(out, signals))
    if commands:
        _write_map(rules, shifted(out, commands))
    if unseen:
        low, high = row[at.HANDS + 4 * seat], row[at.HANDS + 4 * seat + 1]
        spread(out, unseen, row[at.UNPLAYED] & ~low, row[at.UNPLAYED + 1] & ~high)
    if past:
        _write_past(row, rules[at.PLAYERS], seat, shifted(out, past))


@forced
def _write_table(row: Record, rules: Record, out: Record, seat: int) -> None:
    """Write what lies on the table, and the own hand."""
    players, laid, lock = rules[at.PLAYERS], row[at.LAID], row[at.LOCK]
    unplayed_low, unplayed_high = row[at.UNPLAYED], row[at.UNPLAYED + 1]
    counts = ACTIVE + players
    this = counts + _COUNTS * players
    last = this + CARDS
    last_seat = last + CARDS
    spread(out, HAND, row[at.HANDS + 4 * seat], row[at.HANDS + 4 * seat + 1])
    for place in range(TOPS, this):
        out[place] = 0
    for pile in range(4):
        height = row[at.HEIGHTS + pile]
        top = upright(height, pile)
        mark = rules[at.MARK_OF + top]
        place = TOPS + 100 * pile + top - 1
        out[place] = 1
        out[MARKS + 8 * pile + mark - 1 if mark else place] = 1  # without a jump that no processor foresees
        out[TOUCHED + pile] = row[PILES] >> pile & 1
    out[LOCK + max(0, lock)] = lock != FREE
    out[THREE] = row[at.HAS_THREE]
    out[LAID + laid] = 1
    out[NEEDED + max(0, row[at.MINIMUM] - laid)] = 1
    out[DRAW + row[at.LEFT]] = 1
    acts = row[at.ACTIVE] - seat
    out[ACTIVE + (acts if acts >= 0 else acts + players)] = 1
    for ahead in range(players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        words = at.HANDS + 4 * other
        out[counts + _COUNTS * ahead + count(row[words], row[words + 1])] = 1
    spread(out, this, row[OPEN] & ~unplayed_low, row[OPEN + 1] & ~unplayed_high)
    spread(out, last, row[LAST], row[LAST + 1])
    for place in range(last_seat, last_seat + players):
        out[place] = 0
    behind = row[LAST_SEAT] - seat
    out[last_seat + (behind if behind >= 0 else behind + players)] = row[LAST_SEAT] >= 0


@inner
def _write_signals(row: Record, talk: Record, players: int, seat: int, out: Record) -> None:
    """Write what stands, the own signals as they are about to be said."""
    for ahead in range(players):
        who = seat + ahead if seat + ahead < players else seat + ahead - players
        said = heard(row, talk, who, seat)
        for word in range(SIGNALS):
            out[SIGNALS * ahead + word] = said >> word & 1


@inner
def _write_map(rules: Record, out: Record) -> None:
    for card in range(CARDS):
        mark = rules[at.MARK_OF + 2 + card]
        for kind in range(DRAW_ONE):
            out[DRAW_ONE * card + kind] = mark == kind + 1


@inner
def _write_past(row: Record, players: int, seat: int, out: Record) -> None:
    """Write the history as a seat remembers it."""
    low, high = row[at.HANDS + 4 * seat], row[at.HANDS + 4 * seat + 1]
    on = CARDS * players
    turns = on + CARDS * 4
    orders, came = turns + CARDS * TURN_BITS, turns + 2 * CARDS * TURN_BITS
    for place in range(came + CARDS * TURN_BITS):
        out[place] = 0
    for card in range(CARDS):
        past = row[PAST + card]
        who = (past & BY) - 1 - seat
        if past & BY:
            out[players * card + (who if who >= 0 else who + players)] = 1
            out[on + 4 * card + (past >> ON_SHIFT & 3)] = 1
            _write_number(out, turns + TURN_BITS * card, past >> IN_SHIFT & NUMBER_BITS)
            _write_number(out, orders + TURN_BITS * card, past >> AT_SHIFT & NUMBER_BITS)
        if holds(low, high, card + 2) or (past & BY and who == 0):
            _write_number(out, came + TURN_BITS * card, past >> CAME_SHIFT)


@inner
def _write_number(out: Record, place: int, number: int) -> None:
    for bit in range(TURN_BITS):
        out[place + bit] = number >> bit & 1


@inner
def write_mask(row: Record, rules: Record, talk: Record, out: Record, talks: bool) -> int:
    """Write the mask of whoever acts and return how many actions are legal.

    A mask is never empty: once the game is over it holds the end of a turn.
    """
    if row[at.STATUS] != PLAYING:
        for action in range(TALK_ACTIONS if talks else ACTIONS):
            out[action] = action == END
        return 0
    if talks:
        if row[PHASE] != PLAY:
            return _write_words(row, rules, talk, out)
        for action in range(ACTIONS, TALK_ACTIONS):
            out[action] = 0
    return _write_moves(row, out)


@inner
def _write_words(row: Record, rules: Record, talk: Record, out: Record) -> int:
    wishes = row[PHASE] == WISH
    for action in range(TALK_ACTIONS):
        out[action] = action == PASS_ACTION or (wishes and action > PASS_ACTION)
    if wishes:
        return TALK_ACTIONS - PASS_ACTION
    words = open_words(row, rules, talk)
    for word in range(SIGNALS):
        out[ACTIONS + word] = words >> word & 1
    return 1 + count(words, 0)


@inner
def _height(row: Record, pile: int) -> int:
    """Return the height of a pile, or more than any card has where a one-pile command closes it."""
    lock = row[at.LOCK]
    return row[at.HEIGHTS + pile] if (lock == FREE) | (lock == pile) else 500


@inner
def _back(row: Record) -> int:
    """Return how far back a card goes: 10, or further than any can where a no-retro command shows."""
    return 10 if shows(row[at.SHOWN], NO_RETRO) == 0 else 1000


@inner
def _fits(number: int, height: int, back: int) -> bool:
    """Tell whether a card fits, as `kernel.turn.legal_moves` does, without jumps that no processor foresees."""
    return (number > height) | (number == height - back)


@inner
def _write_moves(row: Record, out: Record) -> int:
    # All is read before anything is written, or it would be read again for every card: they might overlap.
    low, high, back = row[at.HAND], row[at.HAND + 1], _back(row)
    a, b, c, d = _height(row, 0), _height(row, 1), _height(row, 2), _height(row, 3)
    may_end = row[at.LAID] >= row[at.MINIMUM]
    for action in range(END):
        out[action] = 0
    out[END] = may_end
    legal = int(may_end)
    for _ in range(count(low, high)):  # one loop for both words: its end is foreseen better than that of two
        cards = low if low else high
        card = count((cards & -cards) - 1, 0) + (0 if low else 64)
        high &= high - (0 if low else 1)
        low &= low - 1
        fits_a, fits_b = _fits(card, a, back), _fits(card, b, back)
        fits_c, fits_d = _fits(101 - card, c, back), _fits(101 - card, d, back)
        place = (card - 2) * 4
        out[place] = fits_a
        out[place + 1] = fits_b
        out[place + 2] = fits_c
        out[place + 3] = fits_d
        legal += fits_a + fits_b + fits_c + fits_d
    return legal


@inner
def is_legal(row: Record, rules: Record, talk: Record, action: int) -> bool:
    """Tell whether whoever acts may do this; the same as the mask says, which others may have written into."""
    if row[PHASE] != PLAY:
        return may_say(row, rules, talk, action)
    if action == END:
        return bool(row[at.LAID] >= row[at.MINIMUM])
    if action < 0 or action > END:
        return False
    card, pile = (action >> 2) + 2, action & 3
    if not holds(row[at.HAND], row[at.HAND + 1], card):
        return False
    return _fits(upright(card, pile), _height(row, pile), _back(row))
