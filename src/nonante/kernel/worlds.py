"""Worlds: the game with everything hidden from a seat dealt anew, so that the other hands would say what they said."""

from __future__ import annotations

from typing import Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import LEAVE, SILENCE
from .compiling import Record, Word, inner
from .memory import toggle
from .randomness import GOLDEN, mix, shuffle
from .scratch import Mind
from .talk import words_of

_SWAPS: Final = 48  # cards exchanged at most until a hand would say what its seat said
_OF_A_HAND: Final = (1 << LEAVE) - 1  # words that follow from a hand
_U32 = np.uint64(32)


@inner
def deal_world(world: Record, view: Record, mind: Mind, pool: Record, seed: Word) -> None:
    """Make a state out of a view: what its seat does not see is dealt at random; `pool` is room for that."""
    for place in range(at.DECK):
        world[place] = view[place] if place < at.TURN_SIZE else 0
    own, seats = view.seat, view.seats
    world.active, world.turn = own, 2
    for word in range(4):
        world.hands[4 * own + word] = view.hand[word]
    size, first = _hidden_cards(view, pool), 0
    shuffle(pool, size, seed)
    talks = mind.rules.talk and shows(view.shown, SILENCE) == 0
    for ahead in range(1, seats):
        seat = own + ahead if own + ahead < seats else own + ahead - seats
        hand, count = shifted(world.hands, 4 * seat), view.counts[seat]
        for place in range(first, first + count):
            toggle(hand, pool[place])
        if talks and view.said[seat]:
            _agree(view, mind, hand, shifted(pool, first), count, size - first, seat, mix(seed + np.uint64(seat)))
        first += count
    for place in range(first, size):
        world.deck[at.CARDS - size + place] = pool[place]


@inner
def _hidden_cards(view: Record, pool: Record) -> int:
    """List the cards that the seat does not see, and return how many."""
    low, high = view.unplayed[0] & ~view.hand[0], view.unplayed[1] & ~view.hand[1]
    size, card = 0, bits.above(low, high, 1)
    while card:
        pool[size] = card
        size += 1
        card = bits.above(low, high, card)
    return size


@inner
def _agree(view: Record, mind: Mind, hand: Record, cards: Record, count: int, size: int, seat: int, seed: Word) -> None:
    """Exchange cards of a hand, the first of `cards`, with later ones until it would say what its seat said.

    The words were said when the turn began. What no hand says is left out as far as it goes.
    """
    rules, said = mind.rules, view.said[seat] & _OF_A_HAND
    heights, unplayed = view.opening, view.unplayed_at_opening
    needed = rules.least if view.left else 1
    wrong = bits.count(words_of(hand, heights, unplayed, rules, needed, mind.talk) ^ said, 0)
    for _ in range(_SWAPS if size > count > 0 else 0):
        if wrong == 0:
            break
        seed += GOLDEN
        word = mix(seed)
        mine = np.int64(((word >> _U32) * np.uint64(count)) >> _U32)
        other = count + np.int64((((word << _U32) >> _U32) * np.uint64(size - count)) >> _U32)
        toggle(hand, cards[mine])
        toggle(hand, cards[other])
        now = bits.count(words_of(hand, heights, unplayed, rules, needed, mind.talk) ^ said, 0)
        if now > wrong:
            toggle(hand, cards[mine])
            toggle(hand, cards[other])
        else:
            wrong = now
            swapped = cards[mine]
            cards[mine] = cards[other]
            cards[other] = swapped
