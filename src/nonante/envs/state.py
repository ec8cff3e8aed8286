"""The state of one game: a row of whole numbers, each place with a name.

A row begins with the state record of the kernel. Behind it lies what an environment remembers beyond the rules: the
turn before, the talk, and, where the whole information state is shown, one number a card about its past. `open_row`
deals a game, `load` writes any game of `rules`, and `play` makes a move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..kernel import layout as at
from ..kernel.codes import END, FIRE, PLAYING, SKULL, WON
from ..kernel.layout import CARDS, Places
from ..rules import Game, card_of
from .machine import (
    NUMBER_TYPE,
    Record,
    Word,
    above,
    begin_turn,
    count,
    deal,
    inlined,
    inner,
    play_action,
    report,
    words,
)

Row: TypeAlias = npt.NDArray[np.int64]

# The kernel looks its places up by name, which takes Python a while.
_ACTIVE, _TURN, _LEFT, _DECK = at.ACTIVE, at.TURN, at.LEFT, at.DECK
_UNPLAYED, _HEIGHTS = at.UNPLAYED, at.HEIGHTS

_row = Places(-at.STATE_SIZE // 8 * -8)
# What every step reads and writes fills one line of the processor's cache.
OPEN: Final = _row.take(2)  # the cards not laid when this turn began
LAST: Final = _row.take(2)  # the cards laid in the turn before
LAST_SEAT: Final = _row.take()  # whose turn that was, or -1
PILES: Final = _row.take()  # bit of each pile laid on this turn; the kernel keeps them for games with marks only
PHASE: Final = _row.take()  # of the talk
NUMBER: Final = _row.take()  # which game of the run this is
HEIGHT: Final = _row.take()  # the sum of the heights when the episode began, which shapes rewards
CARDS_THEN: Final = _row.take()  # how many cards were not laid then

# talk: sets of signals, a bit for each of `actions.VOCABULARY`
SPEAKER: Final = _row.take()
SAID: Final = _row.take()  # what the speaker raised or withdrew in this round
WISHES: Final = _row.take(5)  # by seat: would like to start 0, does not mind 1, would rather not 2
SHOWN: Final = _row.take(5)  # by seat: what the table shows
FRESH: Final = _row.take(5)  # what of it was said on the own turn, and so outlives its end
WORDS: Final = _row.take(5)  # what the seat is about to say
HEARD: Final = _row.take(5)  # what everybody heard it say
ROW_SIZE: Final = -_row.size // 8 * -8  # whole cache lines

# One number a card: 1 + the seat that laid it (3 bits), the pile (2), the turn, the place in the order of laying from
# 1, and 1 + the turn at whose end it was drawn (7 bits each; 1 for the deal).
PAST: Final = ROW_SIZE
FULL_SIZE: Final = PAST + CARDS
BY: Final = 7
ON_SHIFT: Final = 3
IN_SHIFT: Final = 5
AT_SHIFT: Final = 12
CAME_SHIFT: Final = 19
NUMBER_BITS: Final = 127

PLAY: Final = 0  # phases: a seat plays, says who should start, or says its signals
WISH: Final = 1
TALK: Final = 2

# rewards, in the order of `rewards.REWARDS`
AT_END: Final = 1
WIN: Final = 2
SHAPED: Final = 3


def load(row: Row, game: Game) -> None:
    """Write a game into a row, as if the episode began with it; nothing has been said."""
    row[:] = 0
    follow(row, game)
    row[CARDS_THEN] = game.cards_left
    pay_from_here(row)
    if len(row) > PAST:
        row[PAST + np.array([card - 2 for hand in game.hands for card in hand])] = 1 << CAME_SHIFT


def follow(row: Row, game: Game) -> None:
    """Write how a game stands; talk, history and where the episode began stay as they are."""
    row[: at.STATE_SIZE] = 0
    for pile, top in enumerate(game.tops):
        mark, touched = game.rules.marks[top], game.touched >> pile & 1
        row[at.HEIGHTS + pile] = top if pile < 2 else 101 - top
        row[at.SHOWN] += 1 << 4 * mark
        row[at.SKULLS] |= (mark == SKULL and touched) << pile
        row[at.FIRES] |= (mark == FIRE) << pile
        row[at.DUE] |= (mark == FIRE and not touched) << pile
    for seat, hand in enumerate(game.hands):
        row[at.HANDS + 4 * seat : at.HANDS + 4 * seat + 4] = *words(hand), *words(101 - card for card in hand)
    row[at.HAND : at.HAND + 4] = row[at.HANDS + 4 * game.active : at.HANDS + 4 * game.active + 4]
    row[at.UNPLAYED : at.UNPLAYED + 2] = words(card for cards in (game.draw, *game.hands) for card in cards)
    row[at.LEFT] = len(game.draw)
    order_draw_pile(row, game.draw)
    row[at.LAID], row[at.MINIMUM], row[at.LOCK] = len(game.laid_this_turn), game.minimum, game.lock
    row[at.HAS_THREE], row[at.TOUCHED], row[PILES] = int(game.three), game.touched, game.touched
    row[at.STATUS] = ("playing", "won", "lost").index(game.status)
    row[at.ACTIVE], row[at.TURN] = game.active, game.turn
    last = game.last_turn
    row[OPEN : OPEN + 2] = row[at.UNPLAYED : at.UNPLAYED + 2] | _cards(game.laid_this_turn)
    row[LAST_SEAT], row[LAST : LAST + 2] = (-1, 0) if last is None else (last.seat, _cards(last.moves))


def _cards(moves: Iterable[str]) -> Row:
    return np.array(words(map(card_of, moves)), NUMBER_TYPE)


def order_draw_pile(row: Row, cards: Iterable[int]) -> None:
    """Put the draw pile in this order."""
    order = list(cards)
    row[_DECK + CARDS - len(order) : _DECK + CARDS] = order


def active(row: Row) -> int:
    """Return the seat whose turn it is."""
    return int(row[_ACTIVE])


def turn(row: Row) -> int:
    """Return the number of the current turn."""
    return int(row[_TURN])


def unplayed(row: Row) -> int:
    """Return how many cards are not laid yet."""
    low, high = row[_UNPLAYED : _UNPLAYED + 2].tolist()
    return ((low if low >= 0 else low + (1 << 64)) | high << 64).bit_count()  # type: ignore[no-any-return]  # of an int


def left(row: Row) -> int:
    """Return how many cards are in the draw pile."""
    return int(row[_LEFT])


def draw_pile(row: Row) -> list[int]:
    """Return the draw pile, the next card first."""
    cards: list[int] = row[_DECK + CARDS - left(row) : _DECK + CARDS].tolist()
    return cards


def pay_from_here(row: Row) -> None:
    """Let the potential of shaped rewards be 0 now."""
    row[HEIGHT] = row[_HEIGHTS : _HEIGHTS + 4].sum()


def potential(row: Row) -> float:
    """Return what a shaped reward has taken off so far, which the end of the episode gives back."""
    return float(row[_HEIGHTS : _HEIGHTS + 4].sum() - row[HEIGHT]) / (4 * CARDS)


@inner
def open_row(row: Record, rules: Record, seed: Word, recalls: bool) -> None:
    """Deal the game of a seed, as `Game.deal` does; seat 0 begins."""
    deal(row, rules, seed)
    begin_turn(row, rules, 0)
    row[OPEN] = row[at.UNPLAYED]
    row[OPEN + 1] = row[at.UNPLAYED + 1]
    row[LAST] = 0
    row[LAST + 1] = 0
    row[LAST_SEAT] = -1
    row[PILES] = 0
    row[HEIGHT] = 4
    row[CARDS_THEN] = CARDS
    row[PHASE] = PLAY
    if recalls:
        for card in range(CARDS):
            row[PAST + card] = 0
        for seat in range(rules[at.PLAYERS]):
            _note_hand(row, seat, 0)


@inlined
def play(row: Record, rules: Record, outcome: Record, action: int, reward: int, recalls: bool) -> float:
    """Play a legal action, remember what it did, and return its reward; a game that ends reports how."""
    turn, seat = row[at.TURN], row[at.ACTIVE]
    left = count(row[at.UNPLAYED], row[at.UNPLAYED + 1])
    before = worth(row, reward, left)
    play_action(row, rules, action)
    if action != END:
        left -= 1
        row[PILES] |= 1 << (action & 3)
    if row[at.TURN] != turn:
        _remember_turn(row, seat)
    if recalls:
        note(row, action, seat, turn, left)
    if row[at.STATUS] != PLAYING:
        report(row, rules, outcome)
        left = outcome[at.OUTCOME_SCORE]
    return worth(row, reward, left) - before


@inner
def worth(row: Record, reward: int, score: int) -> float:
    """Return what a game is worth so far; see `rewards`. Its score is the number of cards left while it goes on."""
    playing = row[at.STATUS] == PLAYING
    if reward == WIN:
        return 1.0 if row[at.STATUS] == WON else 0.0
    if playing and reward == AT_END:
        return 0.0
    value = (CARDS - score) / CARDS
    if reward == SHAPED and playing:  # the potential, which is 0 once the game is over
        heights = -row[HEIGHT]
        for pile in range(4):
            heights += row[at.HEIGHTS + pile]
        value -= heights / (4 * CARDS)
    return value


@inner
def _remember_turn(row: Record, seat: int) -> None:
    """Remember what was laid in the turn that is over, and whose it was."""
    for word in range(2):
        row[LAST + word] = row[OPEN + word] & ~row[at.UNPLAYED + word]
        row[OPEN + word] = row[at.UNPLAYED + word]
    row[LAST_SEAT] = seat
    row[PILES] = 0


@inner
def note(row: Record, action: int, seat: int, turn: int, left: int) -> None:
    """Remember a card laid, with so many left, and the cards that came when the turn was over."""
    if action != END:
        past = seat + 1 | (action & 3) << ON_SHIFT | turn << IN_SHIFT | (row[CARDS_THEN] - left) << AT_SHIFT
        row[PAST + (action >> 2)] |= past
    if row[at.TURN] != turn:
        _note_hand(row, seat, turn)


@inner
def _note_hand(row: Record, seat: int, turn: int) -> None:
    """Remember when the cards of a hand came that were not there before."""
    low, high = row[at.HANDS + 4 * seat], row[at.HANDS + 4 * seat + 1]
    card = above(low, high, 1)
    while card:
        if row[PAST + card - 2] == 0:
            row[PAST + card - 2] = (turn + 1) << CAME_SHIFT
        card = above(low, high, card)
