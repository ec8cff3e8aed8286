"""What a champion's seat sees of a game, and a turn found that is played in it."""

from __future__ import annotations

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import ACTION_BITS, ACTION_MASK, END, SILENCE
from .compiling import Record, inner
from .game import play_action
from .scratch import Mind
from .talk import words_of


@inner
def look(state: Record, mind: Mind, view: Record) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken."""
    rules = mind.rules
    for place in range(at.TURN_SIZE):
        view[place] = state[place]
    seats = rules[at.PLAYERS]
    view[at.SEAT] = state[at.ACTIVE]
    view[at.SEATS] = seats
    for pile in range(4):
        view[at.OPENING + pile] = state[at.HEIGHTS + pile]
    for word in range(2):
        view[at.UNPLAYED_AT_OPENING + word] = state[at.UNPLAYED + word]
    talks = rules[at.TALK] and seats > 1 and shows(state[at.SHOWN], SILENCE) == 0
    for seat in range(seats):
        hand = shifted(state, at.HANDS + 4 * seat)
        view[at.COUNTS + seat] = bits.count(hand[0], hand[1])
        view[at.SAID + seat] = 0
        if talks and seat != state[at.ACTIVE] and view[at.COUNTS + seat]:
            needed = rules[at.LEAST] if state[at.LEFT] else 1
            heights, unplayed = shifted(state, at.HEIGHTS), shifted(state, at.UNPLAYED)
            view[at.SAID + seat] = words_of(hand, heights, unplayed, rules, needed, mind.talk)


@inner
def play_turn(state: Record, rules: Record, end: Record) -> None:
    """Play a turn found."""
    for number in range(end[at.FOUND_LENGTH]):
        play_action(state, rules, end[at.FOUND_PLAN] >> ACTION_BITS * number & ACTION_MASK)
    if end[at.FOUND_ENDS]:
        play_action(state, rules, END)
