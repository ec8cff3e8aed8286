"""What a champion's seat sees of a game, and a turn found that is played in it."""

from __future__ import annotations

from . import bits
from .bits import shifted, shows
from .codes import ACTION_BITS, ACTION_MASK, END, SILENCE
from .compiling import Record, inner
from .game import play_action
from .memory import copy_turn
from .scratch import Mind
from .talk import words_of


@inner
def look(state: Record, mind: Mind, view: Record) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken."""
    rules = mind.rules
    copy_turn(state, view)
    seats = rules.players
    view.seat = state.active
    view.seats = seats
    for pile in range(4):
        view.opening[pile] = state.heights[pile]
    for word in range(2):
        view.unplayed_at_opening[word] = state.unplayed[word]
    talks = rules.talk and seats > 1 and shows(state.shown, SILENCE) == 0
    for seat in range(seats):
        hand = shifted(state.hands, 4 * seat)
        view.counts[seat] = bits.count(hand[0], hand[1])
        view.said[seat] = 0
        if talks and seat != state.active and view.counts[seat]:
            needed = rules.least if state.left else 1
            heights, unplayed = state.heights, state.unplayed
            view.said[seat] = words_of(hand, heights, unplayed, rules, needed, mind.talk)


@inner
def play_turn(state: Record, rules: Record, end: Record) -> None:
    """Play a turn found."""
    for number in range(end.found_length):
        play_action(state, rules, end.found_plan >> ACTION_BITS * number & ACTION_MASK)
    if end.found_ends:
        play_action(state, rules, END)
