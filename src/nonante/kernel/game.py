"""Whole games, a turn after the other: the deal, what follows from an action, and how a game ended.

`play_action` is the whole game: it plays one legal action, ends the turn when that is due, draws, seats the next player
and names losses. `rules/` is the reference; tests hold both equal, move by move.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import DRAW_ONE, FIRE, FREE, LOST, NO_RETRO, ONE_PILE, PLAYING, SKULL, STOP, STUCK, THREE, WON
from .compiling import Record, Word, inlined, inner
from .randomness import mix, shuffle
from .turn import can_lay, lay, retro_open

_SALT_COMMANDS = np.uint64(0x636F6D6D616E6473)  # as in rules/commands.py
_SALT_PLAYERS = np.uint64(0x706C617965727321)  # "players!" in ASCII
_BROKEN: Final = 0, 0, SKULL, THREE, THREE, FIRE, ONE_PILE  # the mark to blame, by reason
# For arguments: Numba compiles a function once more for every bare number it is called with.
_ZERO: Any = np.int64(0)
_ALL: Any = np.int64(at.CARDS)
_ANY_PILE: Any = np.int64(FREE)


@inner
def _draw_commands(rules: Record, cards: Record, seed: Word) -> None:
    """Fill the marks with the seeded command map, as `CommandMap.resolve` does."""
    count = _ZERO
    for card in range(2, 100):
        if rules[at.MARK_OF + card] != FIRE:
            rules[at.MARK_OF + card] = 0
        if not (card % 11 == 0 and 22 <= card <= 77):
            cards[count] = card
            count += 1
    shuffle(cards, count, seed ^ _SALT_COMMANDS)
    for place in range(28):
        rules[at.MARK_OF + cards[place]] = STOP + place // 4


@inner
def deal(state: Record, rules: Record, seed: Word) -> None:
    """Deal as `Game.deal` does; no turn has begun yet. A seeded command map is written into the rules record."""
    if rules[at.SEEDED]:
        _draw_commands(rules, shifted(state, at.DECK), seed)
    deal_cards(state, rules, seed)


@inner
def deal_cards(state: Record, rules: Record, seed: Word) -> None:
    """Deal in a game without marks."""
    deck = shifted(state, at.DECK)
    for place in range(at.CARDS):
        deck[place] = place + 2
    shuffle(deck, _ALL, seed)
    for place in range(at.DECK):
        state[place] = 0
    for pile in range(4):
        state[at.HEIGHTS + pile] = 1
    state[at.SHOWN] = 4  # four bare piles
    state[at.UNPLAYED] = -4  # all but the numbers 0 and 1
    state[at.UNPLAYED + 1] = (1 << 36) - 1
    state[at.RANDOM] = np.int64(mix(seed ^ _SALT_PLAYERS))
    state[at.LEFT] = at.CARDS
    for seat in range(rules[at.PLAYERS]):
        draw(state, seat, rules[at.HAND_SIZE])


@inner
def draw(state: Record, seat: int, count: int) -> None:
    """Let a seat draw so many cards, as far as there are any."""
    hand = shifted(state, at.HANDS + 4 * seat)
    for _ in range(count if count < state[at.LEFT] else state[at.LEFT]):
        card = state[at.DECK + at.CARDS - state[at.LEFT]]
        state[at.LEFT] -= 1
        hand[card >> 6] ^= 1 << (card & 63)
        hand[2 + ((101 - card) >> 6)] ^= 1 << ((101 - card) & 63)


@inner
def begin_turn(state: Record, rules: Record, seat: int) -> None:
    """Start a turn for `seat`, or for the next seat that holds cards (R32)."""
    while state[at.HANDS + 4 * seat] | state[at.HANDS + 4 * seat + 1] == 0:
        seat = seat + 1 if seat + 1 < rules[at.PLAYERS] else 0
    for word in range(4):
        state[at.HAND + word] = state[at.HANDS + 4 * seat + word]
    state[at.ACTIVE] = seat
    state[at.TURN] += 1
    state[at.MINIMUM] = rules[at.LEAST] if state[at.LEFT] else 1
    if rules[at.LENIENT_HAND]:
        held = bits.count(state[at.HAND], state[at.HAND + 1])
        state[at.MINIMUM] = held if held < state[at.MINIMUM] else state[at.MINIMUM]
    state[at.LAID] = 0
    state[at.LOCK] = FREE
    state[at.HAS_THREE] = 0
    state[at.TOUCHED] = 0
    state[at.SKULLS] = 0
    state[at.DUE] = state[at.FIRES]
    if not can_lay(state, state[at.LOCK], retro_open(state)):
        state[at.REASON] = STUCK
        state[at.STATUS] = LOST


@inner
def play_action(state: Record, rules: Record, action: int) -> None:
    """Play one legal action and whatever follows from it by itself."""
    over = lay(state, rules, action)
    _keep_hand(state)
    if over and state[at.STATUS] == PLAYING:
        count = rules[at.HAND_SIZE] - bits.count(state[at.HAND], state[at.HAND + 1])
        if count > 1 and shows(state[at.SHOWN], DRAW_ONE):
            count = 1
        _next_turn(state, rules, count)


@inlined
def end_turn(state: Record, rules: Record) -> None:
    """End a turn as `play_action` does, in a game without marks; so far only the active hand was kept up to date."""
    _keep_hand(state)
    if state[at.LAID] < state[at.MINIMUM]:
        state[at.REASON] = STUCK
        state[at.STATUS] = LOST
    elif state[at.UNPLAYED] | state[at.UNPLAYED + 1] == 0:
        state[at.STATUS] = WON
    else:
        _next_turn(state, rules, rules[at.HAND_SIZE] - bits.count(state[at.HAND], state[at.HAND + 1]))


@inlined
def _keep_hand(state: Record) -> None:
    """Keep the hand of the active seat equal to what was played from."""
    hand = shifted(state, at.HANDS + 4 * state[at.ACTIVE])
    for word in range(4):
        hand[word] = state[at.HAND + word]


@inlined
def _next_turn(state: Record, rules: Record, count: int) -> None:
    """Let the active seat draw and the next one begin."""
    seat = state[at.ACTIVE]
    draw(state, seat, count)
    begin_turn(state, rules, seat + 1 if seat + 1 < rules[at.PLAYERS] else 0)


@inlined
def report_plain(state: Record, outcome: Record) -> None:
    """Write how a finished game ended: score (R1, R19), reason, nothing to blame, turns, cards not laid."""
    left = bits.count(state[at.UNPLAYED], state[at.UNPLAYED + 1])
    outcome[at.OUTCOME_SCORE] = left
    outcome[at.OUTCOME_REASON] = state[at.REASON]
    outcome[at.OUTCOME_BLAME] = 0
    outcome[at.OUTCOME_TURNS] = state[at.TURN]
    outcome[at.OUTCOME_LEFT] = left
    if state[at.REASON] and left == 0:
        outcome[at.OUTCOME_SCORE] = 3 - state[at.LAID] if state[at.HAS_THREE] and state[at.LAID] < 2 else 1


@inner
def report(state: Record, rules: Record, outcome: Record) -> None:
    """Write how a finished game ended, and the mark to blame (see `results.blame`)."""
    report_plain(state, outcome)
    reason, special = state[at.REASON], rules[at.SPECIAL] != 0
    if reason == STUCK and special:
        if state[at.HAND] | state[at.HAND + 1] == 0:
            outcome[at.OUTCOME_BLAME] = DRAW_ONE if state[at.LEFT] else 0
        elif can_lay(state, state[at.LOCK], special):
            outcome[at.OUTCOME_BLAME] = NO_RETRO
        elif state[at.LOCK] != FREE and can_lay(state, _ANY_PILE, special):
            outcome[at.OUTCOME_BLAME] = ONE_PILE
    elif reason > STUCK:
        outcome[at.OUTCOME_BLAME] = _BROKEN[reason]
