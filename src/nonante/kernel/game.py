"""Whole games, a turn after the other: the deal, what follows from an action, and how a game ended.

`play_action` is the whole game: it plays one legal action, ends the turn when that is due, draws, seats the next player
and names losses. `rules/` is the reference; tests hold both equal, move by move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np

from . import bits, layout as at
from .bits import shifted
from .codes import DRAW_ONE, FIRE, FREE, LOST, MARKS, NO_RETRO, ONE_PILE, PLAYING, SKULL, STOP, STUCK, THREE, WON
from .compiling import Word, inlined, inner, int64
from .layout import Outcome, RulesRecord, State
from .memory import flip, toggle, words
from .randomness import mix, shuffle
from .turn import can_lay, cards_to_draw, lay, new_turn, retro_open

T = TypeVar("T")

_SALT_COMMANDS = np.uint64(0x636F6D6D616E6473)  # as in rules/commands.py
_SALT_PLAYERS = np.uint64(0x706C617965727321)  # "players!" in ASCII
_BROKEN: Final = 0, 0, SKULL, THREE, THREE, FIRE, ONE_PILE  # the mark to blame, by reason
# For arguments: Numba compiles a function once more for every bare number it is called with.
_ZERO: Any = np.int64(0)
_ALL: Any = np.int64(at.CARDS)
_BEFORE_DECK: Any = np.int64(at.DECK)
_ANY_PILE: Any = np.int64(FREE)
_EVERY_LOW, _EVERY_HIGH = words((1 << 100) - 4)  # all but the numbers 0 and 1


@inner
def _draw_commands(rules: RulesRecord, cards: list[int], seed: Word) -> None:
    """Fill the marks with the seeded command map, as `CommandMap.resolve` does."""
    count = _ZERO
    for card in range(2, 100):
        if rules.mark_of[card] != FIRE:
            rules.mark_of[card] = 0
        if not (card % 11 == 0 and 22 <= card <= 77):
            cards[count] = card
            count += 1
    shuffle(cards, count, seed ^ _SALT_COMMANDS)
    for place in range(4 * (FIRE - STOP)):
        rules.mark_of[cards[place]] = STOP + place // 4
    for word in range(2 * MARKS):
        rules.cards_with[word] = 0
    for card in range(2, 100):
        flip(shifted(rules.cards_with, 2 * rules.mark_of[card]), card)


@inner
def deal(state: State, rules: RulesRecord, seed: Word) -> None:
    """Deal as `Game.deal` does; no turn has begun yet. A seeded command map is written into the rules record."""
    if rules.seeded:
        _draw_commands(rules, state.deck, seed)
    deal_cards(state, rules, seed)


@inner
def deal_cards(state: State, rules: RulesRecord, seed: Word) -> None:
    """Deal in a game without marks."""
    deck = state.deck
    for place in range(at.CARDS):
        deck[place] = place + 2
    shuffle(deck, _ALL, seed)
    numbers: Any = state
    for place in range(_BEFORE_DECK):
        numbers[place] = 0
    for pile in range(4):
        state.heights[pile] = 1
    state.shown = 4  # four bare piles
    state.unplayed[0] = _EVERY_LOW
    state.unplayed[1] = _EVERY_HIGH
    state.random = int64(mix(seed ^ _SALT_PLAYERS))
    state.left = at.CARDS
    for seat in range(rules.players):
        draw(state, seat, rules.hand_size)


@inner
def draw(state: State, seat: int, count: int) -> None:
    """Let a seat draw so many cards, as far as there are any."""
    hand = shifted(state.hands, 4 * seat)
    for _ in range(count if count < state.left else state.left):
        card = state.deck[at.CARDS - state.left]
        state.left -= 1
        toggle(hand, card)


@inner
def begin_turn(state: State, rules: RulesRecord, seat: int) -> None:
    """Start a turn for `seat`, or for the next seat that holds cards (R32)."""
    while state.hands[4 * seat] | state.hands[4 * seat + 1] == 0:
        seat = seat + 1 if seat + 1 < rules.players else 0
    for word in range(4):
        state.hand[word] = state.hands[4 * seat + word]
    state.active = seat
    state.turn += 1
    new_turn(state, rules)
    if not can_lay(state, state.lock, retro_open(state)):
        state.reason = STUCK
        state.status = LOST


@inner
def begin_first_turn(state: State, rules: RulesRecord, seat: int) -> None:
    """Start the first turn of a game with a seat."""
    state.turn = 0
    begin_turn(state, rules, seat)


def start_by(wish: Callable[[State, T], int]) -> Callable[[State, RulesRecord, T], None]:
    """Make ``(state, rules, asked)``, which lets the first seat start that would like to (R5).

    If none would, it is the first that would not rather not, else seat 0. `wish` tells of the active seat, as if it
    started: 2 if it would like to, 0 if it would rather not, else 1; it gets `asked`, whatever that is.
    """

    @inner
    def start(state: State, rules: RulesRecord, asked: T) -> None:
        starter, most = 0, -1
        for seat in range(rules.players):
            begin_first_turn(state, rules, seat)
            wished = wish(state, asked)
            if wished > most:
                starter, most = seat, wished
        begin_first_turn(state, rules, starter)

    return start


@inner
def play_action(state: State, rules: RulesRecord, action: int) -> None:
    """Play one legal action and whatever follows from it by itself."""
    over = lay(state, rules, action)
    _keep_hand(state)
    if over and state.status == PLAYING:
        _next_turn(state, rules, cards_to_draw(state, rules))


@inlined
def end_turn(state: State, rules: RulesRecord) -> None:
    """End a turn as `play_action` does, in a game without marks; so far only the active hand was kept up to date."""
    _keep_hand(state)
    if state.laid < state.minimum:
        state.reason = STUCK
        state.status = LOST
    elif state.unplayed[0] | state.unplayed[1] == 0:
        state.status = WON
    else:
        _next_turn(state, rules, rules.hand_size - bits.count(state.hand[0], state.hand[1]))


@inlined
def _keep_hand(state: State) -> None:
    """Keep the hand of the active seat equal to what was played from."""
    hand = shifted(state.hands, 4 * state.active)
    for word in range(4):
        hand[word] = state.hand[word]


@inlined
def _next_turn(state: State, rules: RulesRecord, count: int) -> None:
    """Let the active seat draw and the next one begin."""
    seat = state.active
    draw(state, seat, count)
    begin_turn(state, rules, seat + 1 if seat + 1 < rules.players else 0)


@inlined
def report_plain(state: State, outcome: Outcome) -> None:
    """Write how a finished game ended: score (R1, R19), reason, nothing to blame, turns, cards not laid."""
    left = bits.count(state.unplayed[0], state.unplayed[1])
    outcome.outcome_score = left
    outcome.outcome_reason = state.reason
    outcome.outcome_blame = 0
    outcome.outcome_turns = state.turn
    outcome.outcome_left = left
    if state.reason and left == 0:
        outcome.outcome_score = 3 - state.laid if state.has_three and state.laid < 2 else 1


@inner
def report(state: State, rules: RulesRecord, outcome: Outcome) -> None:
    """Write how a finished game ended, and the mark to blame (see `results.blame`)."""
    report_plain(state, outcome)
    reason, special = state.reason, rules.special != 0
    if reason == STUCK and special:
        if state.hand[0] | state.hand[1] == 0:
            outcome.outcome_blame = DRAW_ONE if state.left else 0
        elif can_lay(state, state.lock, special):
            outcome.outcome_blame = NO_RETRO
        elif state.lock != FREE and can_lay(state, _ANY_PILE, special):
            outcome.outcome_blame = ONE_PILE
    elif reason > STUCK:
        outcome.outcome_blame = _BROKEN[reason]
