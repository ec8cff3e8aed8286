"""What may become of a turn: every end valued, and turns played on in worlds that a view allows.

A *world* is a state in which everything hidden from a seat was dealt again. Hands of seats that said something are
dealt until they would say it, as far as a few tries find such hands. All plans of one question get the same worlds.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits
from . import layout as at
from .bits import pointer, shifted
from .candidates import turns
from .champion import decide, list_marks, look, open_game, play_turn
from .codes import PLAYING, WON
from .compiling import Array, Record, Word, entry, inner
from .features import features
from .game import begin_turn, play_action, report
from .judging import LOST_VALUE, WON_VALUE
from .lookahead import DROPPED
from .network import value_of
from .randomness import GOLDEN, game_seed, mix, random_below, shuffle
from .scratch import Mind, Scratch, mind_in, scratch_in
from .talk import words_of
from .turn import lay

MOST_PLANS: Final = 8
"""Plans of one question."""
PLAN_ROOM: Final = 12
"""Actions of a plan at most, and in front how many they are."""
_TRIES: Final = 40  # hands dealt to a seat until it would say what it said
_NOBODY: Final = -1
_ONE: Any = np.float32(1.0)
_POINT: Any = np.float32(0.01)
_NOW: Any = np.int64(0)  # for an argument: a bare number would be compiled apart


class Question(NamedTuple):
    """What is asked about a view."""

    plans: Any
    """Each as `PLAN_ROOM` numbers: how many actions, then the actions."""
    kept: Any
    """A seat, or -1, and two words: cards that this seat holds in every world."""
    worlds: Any
    """Two state records to play in, and the pool of hidden cards behind them."""
    values: Any
    """The answers: a row a plan, a column a world; logits, or what stands for won and lost."""


def question(plans: int, worlds: int) -> Question:
    """Return room for a question."""
    return Question(
        np.zeros((plans, PLAN_ROOM), np.int64),
        np.array([_NOBODY, 0, 0], np.int64),
        np.zeros(2 * at.STATE_SIZE + at.CARDS, np.int64),
        np.zeros((plans, worlds), np.float32),
    )


@entry
def weigh(arrays: Scratch, settings: Mind) -> int:
    """Value the ends of a view's turn, without look-ahead; return how many there are, as `candidates.turns` does."""
    scratch, mind = scratch_in(arrays), mind_in(settings)
    list_marks(mind.rules)
    count = turns(scratch.seen, mind.rules, scratch)
    decide(scratch.seen, mind, scratch, count)
    return count


@entry
def value_plan(arrays: Scratch, settings: Mind, plan: Array) -> Any:
    """Return what the end of a view's turn is worth when these actions are played in it."""
    scratch, mind = scratch_in(arrays), mind_in(settings)
    list_marks(mind.rules)
    turn, end = scratch.search, scratch.turns
    for place in range(at.TURN_SIZE):
        turn[place] = scratch.seen[place]
    for number in range(plan[0]):
        lay(turn, mind.rules, plan[1 + number])
    if turn[at.STATUS] != PLAYING:
        return WON_VALUE if turn[at.STATUS] == WON else LOST_VALUE
    for place in range(at.POSITION_SIZE):
        end[place] = turn[place]
    end[at.FOUND_SHOWN], end[at.FOUND_FIRES] = turn[at.SHOWN], turn[at.FIRES]
    size = features(end, scratch.seen, mind.rules, scratch.inputs)
    return value_of(scratch.inputs, size, mind.net, shifted(scratch.inputs, at.MOST_FEATURES))


@entry
def look_on(arrays: Scratch, settings: Mind, asked: Question, view_array: Array, seed: int, horizon: int) -> None:
    """Play every plan in the same worlds, then so many whole turns more, and value what the next seat has then.

    A horizon beyond any game plays to the end.
    """
    scratch, mind, view = scratch_in(arrays), mind_in(settings), pointer(view_array, 0)
    list_marks(mind.rules)
    world, state = pointer(asked.worlds, 0), pointer(asked.worlds, at.STATE_SIZE)
    pool = pointer(asked.worlds, 2 * at.STATE_SIZE)
    for number in range(asked.values.shape[1]):
        _deal_hidden(world, view, mind, pool, pointer(asked.kept, 0), np.uint64(seed) + GOLDEN * np.uint64(number))
        for plan in range(asked.values.shape[0]):
            for place in range(at.STATE_SIZE):
                state[place] = world[place]
            actions = pointer(asked.plans, plan * PLAN_ROOM)
            for step in range(actions[0]):
                play_action(state, mind.rules, actions[1 + step])
            asked.values[plan, number] = _worth(state, mind, scratch, horizon)


@inner
def _worth(state: Record, mind: Mind, scratch: Scratch, horizon: int) -> Any:
    """Play so many turns on, and return what the best turn is worth then."""
    while state[at.STATUS] == PLAYING:
        look(state, mind, scratch.seen)
        best = decide(scratch.seen, mind, scratch, turns(scratch.seen, mind.rules, scratch))
        if horizon == 0:
            return scratch.values[best]
        play_turn(state, mind.rules, scratch, best)
        horizon -= 1
    return WON_VALUE if state[at.STATUS] == WON else LOST_VALUE


@inner
def _deal_hidden(world: Record, view: Record, mind: Mind, pool: Record, kept: Record, seed: Word) -> None:
    """Make a state out of a view: everything that its seat does not see is dealt anew."""
    for place in range(at.STATE_SIZE):
        world[place] = 0
    for place in range(at.TURN_SIZE):
        world[place] = view[place]
    own = view[at.SEAT]
    world[at.ACTIVE], world[at.TURN] = own, 2
    for word in range(4):
        world[at.HANDS + 4 * own + word] = view[at.HAND + word]
    low, high = view[at.UNPLAYED] & ~view[at.HAND], view[at.UNPLAYED + 1] & ~view[at.HAND + 1]
    if kept[0] != _NOBODY:
        low, high = low & ~kept[1], high & ~kept[2]
        _give_set(world, kept[0], kept[1], kept[2])
    size, card = 0, bits.above(low, high, 1)
    while card:
        pool[size] = card
        size += 1
        card = bits.above(low, high, card)
    shuffle(pool, size, mix(seed))
    for ahead in range(1, view[at.SEATS]):
        seat = (own + ahead) % view[at.SEATS]
        count = view[at.COUNTS + seat]
        if seat == kept[0]:
            count -= bits.count(kept[1], kept[2])
        size = _deal_seat(world, view, mind, pool, size, seat, count, mix(seed + np.uint64(ahead)))
    for place in range(size):
        world[at.DECK + at.CARDS - size + place] = pool[place]


@inner
def _deal_seat(
    world: Record, view: Record, mind: Mind, pool: Record, size: int, seat: int, count: int, seed: Word
) -> int:
    """Deal a hand out of the end of the pool, such as its seat spoke of, and return how many cards are left there."""
    rules, said = mind.rules, view[at.SAID + seat]
    hand = shifted(world, at.HANDS + 4 * seat)
    needed = rules[at.LEAST] if view[at.LEFT] else 1
    fixed_low, fixed_high, fixed_down, fixed_up = hand[0], hand[1], hand[2], hand[3]
    for attempt in range(_TRIES):
        if attempt:
            hand[0], hand[1], hand[2], hand[3] = fixed_low, fixed_high, fixed_down, fixed_up
            for place in range(count):  # other cards of the pool
                seed = mix(seed + np.uint64(place + 1))
                other = np.int64(seed >> np.uint64(33)) % size
                swapped = pool[size - 1 - place]
                pool[size - 1 - place] = pool[other]
                pool[other] = swapped
        for place in range(count):
            _give(world, seat, pool[size - 1 - place])
        if not said or words_of(hand, shifted(world, at.HEIGHTS), rules[at.TALK], needed, mind.talk) == said:
            break
    return size - count


@inner
def _give(world: Record, seat: int, card: int) -> None:
    hand = shifted(world, at.HANDS + 4 * seat)
    hand[card >> 6] |= 1 << (card & 63)
    hand[2 + ((101 - card) >> 6)] |= 1 << ((101 - card) & 63)


@inner
def _give_set(world: Record, seat: int, low: int, high: int) -> None:
    card = bits.above(low, high, 1)
    while card:
        _give(world, seat, card)
        card = bits.above(low, high, card)


@entry
def value_state(arrays: Scratch, settings: Mind, state: Array, seat: int) -> Any:
    """Return what the best turn of a seat is worth at the start of its turn, the others speaking as a champion does."""
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    list_marks(mind.rules)
    begin_turn(position, mind.rules, seat)
    return _worth(position, mind, scratch, _NOW)


@entry
def follow(arrays: Scratch, settings: Mind, state: Array, seeds: Array, outcomes: Array, notes: Array) -> int:
    """Play whole games as `champion.play` does, and note every turn: its game and what its best end is worth.

    Turns that win or lose at once are not noted. Return how many notes there are.
    """
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    noted = 0
    for game in range(outcomes.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        while position[at.STATUS] == PLAYING:
            look(position, mind, scratch.seen)
            count = turns(scratch.seen, mind.rules, scratch)
            best = decide(scratch.seen, mind, scratch, count)
            if count > 0 and noted < notes.shape[0]:
                notes[noted, 0], notes[noted, 1] = game, scratch.values[best]
                noted += 1
            play_turn(position, mind.rules, scratch, best)
        report(position, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return noted


@entry
def play_near(arrays: Scratch, settings: Mind, start: Array, seat: int, seed: int, outcomes: Array) -> None:
    """Play the same deal from the start of a turn again and again, each turn one of those about as good as the best."""
    scratch, mind = scratch_in(arrays), mind_in(settings)
    room = np.zeros(at.STATE_SIZE, np.int64)
    state = pointer(room, 0)
    list_marks(mind.rules)
    for game in range(outcomes.shape[0]):
        for place in range(at.STATE_SIZE):
            state[place] = start[place]
        state[at.RANDOM] = np.int64(mix(np.uint64(seed) + GOLDEN * np.uint64(game)))
        begin_turn(state, mind.rules, seat)
        while state[at.STATUS] == PLAYING:
            look(state, mind, scratch.seen)
            count = turns(scratch.seen, mind.rules, scratch)
            best = decide(scratch.seen, mind, scratch, count)
            if count > 0:
                best = (
                    _near_ahead(state, scratch) if scratch.ahead[at.AHEAD_DONE] else _near(state, scratch, count, best)
                )
            play_turn(state, mind.rules, scratch, best)
        report(state, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@inner
def _near(state: Record, scratch: Scratch, count: int, best: int) -> int:
    """Return one of the turns within a point of the best, all equally likely."""
    least = _ONE / (_ONE + np.exp(-scratch.values[best])) - _POINT
    chosen, near = best, 0
    for other in range(count):
        if _ONE / (_ONE + np.exp(-scratch.values[other])) >= least:
            near += 1
            if random_below(state, near) == 0:
                chosen = other
    return chosen


@inner
def _near_ahead(state: Record, scratch: Scratch) -> int:
    """Do the same among the turns looked through, and put the one chosen first."""
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    most = np.float32(0.0)
    for place in range(scratch.ahead[at.AHEAD_DONE]):
        if picks[place * at.FOUND_SIZE + at.FOUND_SCORE] != DROPPED:
            most = max(most, chances[place])
    least, near = most - _POINT * scratch.ahead[at.AHEAD_DRAWS], 0
    for place in range(scratch.ahead[at.AHEAD_DONE]):
        if picks[place * at.FOUND_SIZE + at.FOUND_SCORE] != DROPPED and chances[place] >= least:
            near += 1
            if random_below(state, near) == 0:
                for offset in range(at.FOUND_SIZE):
                    scratch.turns[offset] = picks[place * at.FOUND_SIZE + offset]
    return 0
