"""Worlds: the game with everything hidden from a seat dealt anew, so that the other hands would say what they said."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits, layout as at
from .bits import shifted, shows
from .codes import ACTION_BITS, ACTION_MASK, END, LEAVE, SILENCE
from .compiling import Word, inner
from .game import play_action
from .layout import RulesRecord, State, TurnEnd, View
from .memory import clear, copy_turn, toggle
from .randomness import GOLDEN, mix, shuffle
from .scratch import Setup
from .talk import words_of
from .turn import list_cards

_SWAPS: Final = 48  # cards exchanged at most until a hand would say what its seat said
_OF_A_HAND: Final = (1 << LEAVE) - 1  # words that follow from a hand
_U32 = np.uint64(32)
_BEFORE_DECK: Any = np.int64(at.DECK)


@inner
def deal_world(world: State, view: View, setup: Setup, pool: list[int], seed: Word, skipped: int) -> None:
    """Make a state out of a view: what its seat does not see is dealt at random; `pool` holds the hidden cards.

    So many cards go from the top of the draw pile to its bottom.
    """
    clear(world, _BEFORE_DECK)
    copy_turn(view, world)
    own, seats = view.seat, view.seats
    world.active, world.turn = own, 2
    for word in range(4):
        world.hands[4 * own + word] = view.hand[word]
    size = list_cards(view.unplayed[0] & ~view.hand[0], view.unplayed[1] & ~view.hand[1], pool)
    first = 0
    shuffle(pool, size, seed)
    talks = setup.rules.talk and shows(view.shown, SILENCE) == 0
    for ahead in range(1, seats):
        seat = own + ahead if own + ahead < seats else own + ahead - seats
        hand, count = shifted(world.hands, 4 * seat), view.counts[seat]
        for place in range(first, first + count):
            toggle(hand, pool[place])
        if talks and view.said[seat]:
            _agree(view, setup, hand, shifted(pool, first), count, size - first, seat, mix(seed + np.uint64(seat)))
        first += count
    left = size - first
    for place in range(left):
        further = place + left - skipped if place < skipped else place - skipped
        world.deck[at.CARDS - left + further] = pool[first + place]


@inner
def _agree(
    view: View, setup: Setup, hand: list[int], cards: list[int], count: int, size: int, seat: int, seed: Word
) -> None:
    """Exchange cards of a hand, the first of `cards`, with later ones until it would say what its seat said.

    The words were said when the turn began. What no hand says is left out as far as it goes.
    """
    rules, said = setup.rules, view.said[seat] & _OF_A_HAND
    heights, unplayed = view.opening, view.unplayed_at_opening
    needed = rules.least if view.left else 1
    wrong = bits.count(words_of(hand, heights, unplayed, rules, needed, setup.talk) ^ said, 0)
    for _ in range(_SWAPS if size > count > 0 else 0):
        if wrong == 0:
            break
        seed += GOLDEN
        word = mix(seed)
        mine = np.int64(((word >> _U32) * np.uint64(count)) >> _U32)
        other = count + np.int64((((word << _U32) >> _U32) * np.uint64(size - count)) >> _U32)
        toggle(hand, cards[mine])
        toggle(hand, cards[other])
        now = bits.count(words_of(hand, heights, unplayed, rules, needed, setup.talk) ^ said, 0)
        if now > wrong:
            toggle(hand, cards[mine])
            toggle(hand, cards[other])
        else:
            wrong = now
            swapped = cards[mine]
            cards[mine] = cards[other]
            cards[other] = swapped


@inner
def see_table(state: State, rules: RulesRecord, view: View) -> None:
    """Fill a view record with what the active seat sees, before anybody has spoken."""
    copy_turn(state, view)
    view.seat = state.active
    view.seats = rules.players
    for pile in range(4):
        view.opening[pile] = state.heights[pile]
    for word in range(2):
        view.unplayed_at_opening[word] = state.unplayed[word]
    for seat in range(rules.players):
        hand = shifted(state.hands, 4 * seat)
        view.counts[seat] = bits.count(hand[0], hand[1])
        view.said[seat] = 0


@inner
def look(state: State, setup: Setup, view: View) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken."""
    rules, heights, unplayed = setup.rules, state.heights, state.unplayed
    see_table(state, rules, view)
    if not rules.talk or rules.players == 1 or shows(state.shown, SILENCE):
        return
    needed = rules.least if state.left else 1
    for seat in range(rules.players):
        if seat != state.active and view.counts[seat]:
            hand = shifted(state.hands, 4 * seat)
            view.said[seat] = words_of(hand, heights, unplayed, rules, needed, setup.talk)


@inner
def write_turn(end: TurnEnd, planned: list[int]) -> None:
    """Write a turn found down as a plan: how many actions, then the actions."""
    for number in range(end.found_length):
        planned[1 + number] = end.found_plan >> ACTION_BITS * number & ACTION_MASK
    planned[0] = end.found_length
    if end.found_ends:
        planned[0] += 1
        planned[planned[0]] = END


@inner
def play_turn(state: State, rules: RulesRecord, end: TurnEnd) -> None:
    """Play a turn found."""
    for number in range(end.found_length):
        play_action(state, rules, end.found_plan >> ACTION_BITS * number & ACTION_MASK)
    if end.found_ends:
        play_action(state, rules, END)
