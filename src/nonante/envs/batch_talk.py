"""Compiled: many games side by side with talk as a table has it; `TalkRound` is the same for one game, in Python.

What a seat says is a set of signals, a bit for each of `actions.VOCABULARY`. Beside every game stand four such sets a
seat: what the table shows (`SHOWN`), what of it was said on the own turn and so outlives its end (`FRESH`), what the
seat is about to say (`WORDS`), and what everybody heard it say (`HEARD`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..kernel import bits
from ..kernel import layout as at
from ..kernel.bits import pointer, shifted, shows
from ..kernel.codes import DRAW_ONE, FIRE, PERMISSIVE, PLAYING, SILENCE
from ..kernel.compiling import Array, Record, entry, inner
from ..kernel.game import begin_turn
from ..kernel.layout import CARDS, Places
from ..kernel.randomness import GOLDEN, mix
from .actions import ACTIONS, LIKE_ACTION, PASS_ACTION, TALK_ACTIONS, VOCABULARY
from .batch_kernel import (
    MEMORY_SIZE,
    NUMBER,
    PAST_SIZE,
    Bundle,
    observe,
    open_game,
    open_past,
    play_on,
    recall,
    write_mask,
)

SIGNALS: Final = len(VOCABULARY)
_EVERY: Final = (1 << SIGNALS) - 1


def _all_of(name: str) -> int:
    """Return the bits of all signals of a name."""
    return sum(1 << place for place, word in enumerate(VOCABULARY) if word[0] == name)


# The first of the signals of each name; one a pile, or one a kind of command, follow each other.
_FIRST: Final = {name: next(n for n, word in enumerate(VOCABULARY) if word[0] == name) for name, _, _ in VOCABULARY}
_GO_BACK: Final = _all_of("can-go-back")
_COVER: Final = _FIRST["cover"]
_LEAVE: Final = _FIRST["do-not-cover"]
_HOLD: Final = _FIRST["hold"]
_OF_EXTREME: Final = _all_of("do-not-cover") | _all_of("hold") | _all_of("do-not-lay")
_NOT_ALWAYS_TRUE: Final = _all_of("cover") | _all_of("do-not-cover") | _all_of("hold")
# Signals of which one replaces the other: those of a group that speak of the same pile, and the two moods.
_PILE_GROUP: Final = 1 << _FIRST["keep-off"] | 1 << _FIRST["small-steps"] | 1 << _FIRST["can-go-back"]
_COVER_GROUP: Final = 1 << _COVER | 1 << _LEAVE
_MOODS: Final = _all_of("trouble") | _all_of("comfortable")

WISH: Final = 0  # phases, as in `TalkRound`
TALK: Final = 1
PLAY: Final = 2

_talk = Places()
PHASE: Final = _talk.take()
SPEAKER: Final = _talk.take()
SAID: Final = _talk.take()  # what the speaker raised or withdrew in this round
WISHES: Final = _talk.take(5)  # would like to start: 0, does not mind: 1, would rather not: 2
SHOWN: Final = _talk.take(5)
FRESH: Final = _talk.take(5)
WORDS: Final = _talk.take(5)
HEARD: Final = _talk.take(5)
TALK_SIZE: Final = 32  # whole cache lines


@inner
def _covered(state: Record, rules: Record, pile: int) -> int:
    """Return what on a pile may be asked to be covered: a fire (2), a command that lasts (1), or nothing."""
    mark = rules[at.MARK_OF + bits.upright(state[at.HEIGHTS + pile], pile)]
    return 2 if mark == FIRE else int(SILENCE <= mark <= DRAW_ONE)


@inner
def _true(state: Record, rules: Record, seat: int) -> int:
    """Return the signals that could be true of a seat: not those about a command or a fire that is not there."""
    true = _EVERY & ~_NOT_ALWAYS_TRUE
    for pile in range(4):
        there = _covered(state, rules, pile)
        true |= (there > 0) << (_COVER + pile) | (there == 1) << (_LEAVE + pile)
    low, high = state[at.HANDS + 4 * seat], state[at.HANDS + 4 * seat + 1]
    card = bits.above(low, high, 1) if rules[at.SPECIAL] else 0
    while card:
        mark = rules[at.MARK_OF + card]
        if 0 < mark <= DRAW_ONE:
            true |= 1 << (_HOLD + mark - 1)
        card = bits.above(low, high, card)
    return true


@inner
def _open_signals(state: Record, rules: Record, seat: int, commands: int) -> int:
    """Return the signals that a seat may raise, where talk is open."""
    known = _EVERY if rules[at.TALK] == PERMISSIVE else _EVERY & ~_GO_BACK
    return _true(state, rules, seat) & (known if commands else known & ~_OF_EXTREME)


@inner
def _visible(talk: Record, state: Record, seat: int) -> int:
    """Return what the table shows of a seat; silence hides it."""
    return 0 if shows(state[at.SHOWN], SILENCE) else talk[SHOWN + seat]


@inner
def _replaced(word: int) -> int:
    """Return the signals that a signal replaces, itself among them."""
    if word < _COVER:
        return _PILE_GROUP << (word & 3)
    if word < _COVER + 8:
        return _COVER_GROUP << (word & 3)
    return _MOODS if _MOODS >> word & 1 else 1 << word


@inner
def _give_the_word(talk: Record, state: Record, rules: Record, phase: int) -> None:
    """Let every seat speak, in order; where talk is closed, nobody."""
    closed = state[at.STATUS] != PLAYING or shows(state[at.SHOWN], SILENCE) > 0
    talk[PHASE], talk[SPEAKER], talk[SAID] = PLAY if closed else phase, 0, 0
    for seat in range(rules[at.PLAYERS]):
        talk[HEARD + seat] = talk[WORDS + seat]
        talk[WORDS + seat] &= talk[SHOWN + seat]  # also what a silence hides: nobody took it back


@inner
def _open_talk(talk: Record, state: Record, rules: Record) -> None:
    """Begin the talk of a new game."""
    for place in range(TALK_SIZE):
        talk[place] = 0
    _give_the_word(talk, state, rules, WISH)


@inner
def _speak(talk: Record, state: Record, rules: Record, action: int) -> None:
    """Let the speaker raise or withdraw a signal, or finish; the last one lets everybody hear what was said."""
    seat = talk[SPEAKER]
    if action < PASS_ACTION:
        word = action - ACTIONS
        talk[SAID] |= 1 << word
        raised = 1 << word & ~talk[WORDS + seat]
        talk[WORDS + seat] = talk[WORDS + seat] & ~_replaced(word) | raised
        return
    talk[WISHES + seat] = 1 if action == PASS_ACTION else 0 if action == LIKE_ACTION else 2
    talk[SAID] = 0
    talk[SPEAKER] += 1
    if talk[SPEAKER] == rules[at.PLAYERS]:
        if talk[PHASE] == WISH:
            state[at.TURN] = 0
            begin_turn(state, rules, _starter(talk, rules[at.PLAYERS]))
            _give_the_word(talk, state, rules, TALK)
        else:
            _hear(talk, state, rules)


@inner
def _starter(talk: Record, players: int) -> int:
    best = 0
    for seat in range(1, players):
        if talk[WISHES + seat] < talk[WISHES + best]:
            best = seat
    return best


@inner
def _hear(talk: Record, state: Record, rules: Record) -> None:
    """Show what every seat said, and let the turn begin."""
    for seat in range(rules[at.PLAYERS]):
        words = talk[WORDS + seat]
        raised = words & ~talk[SHOWN + seat]
        talk[FRESH + seat] = talk[FRESH + seat] & words | (raised if seat == state[at.ACTIVE] else 0)
        talk[SHOWN + seat] = talk[HEARD + seat] = words
    talk[PHASE] = PLAY


@inner
def _covers(state: Record, rules: Record) -> int:
    """Return what every pile has to be covered, two bits each."""
    there = 0
    for pile in range(4):
        there |= _covered(state, rules, pile) << 2 * pile
    return there


@inner
def _fade(talk: Record, state: Record, rules: Record, covers: int, turn: int, seat: int) -> None:
    """Take away what a move made untrue, and at the end of a turn what its seat had said before it."""
    changed, now = 0, _covers(state, rules)
    for pile in range(4):
        if (covers ^ now) >> 2 * pile & 3:
            changed |= _COVER_GROUP << pile
    for who in range(rules[at.PLAYERS]):
        talk[SHOWN + who] &= _true(state, rules, who) & ~changed
        if who == seat and state[at.TURN] != turn:
            talk[SHOWN + who] &= talk[FRESH + who]
            talk[FRESH + who] = 0
        talk[FRESH + who] &= talk[SHOWN + who]
    if state[at.TURN] != turn:
        _give_the_word(talk, state, rules, TALK)


@inner
def _acting(talk: Record, state: Record) -> int:
    return state[at.ACTIVE] if talk[PHASE] == PLAY else talk[SPEAKER]  # type: ignore[no-any-return]  # int64


@inner
def _write_signals(talk: Record, state: Record, players: int, seat: int, out: Record) -> None:
    """Write what stands, the own signals as they are about to be said."""
    for ahead in range(players):
        who = seat + ahead if seat + ahead < players else seat + ahead - players
        said = talk[HEARD + who] & _visible(talk, state, who) if ahead else talk[WORDS + who]
        for word in range(SIGNALS):
            out[SIGNALS * ahead + word] = said >> word & 1


@inner
def _write_talk_mask(talk: Record, state: Record, rules: Record, commands: int, out: Record) -> int:
    """Write the mask of whoever speaks or plays, and return how many actions are legal."""
    if talk[PHASE] == PLAY:
        for action in range(ACTIONS, TALK_ACTIONS):
            out[action] = 0
        return write_mask(state, out)
    for action in range(TALK_ACTIONS):
        out[action] = action == PASS_ACTION or (action > PASS_ACTION and talk[PHASE] == WISH)
    if talk[PHASE] == WISH:
        return TALK_ACTIONS - PASS_ACTION
    seat = talk[SPEAKER]
    words = (_open_signals(state, rules, seat, commands) | talk[WORDS + seat]) & ~talk[SAID]
    for word in range(SIGNALS):
        out[ACTIONS + word] = words >> word & 1
    return 1 + bits.count(words, 0)  # type: ignore[no-any-return]  # int64


@inner
def _show(
    talk: Record, state: Record, table: Record, memory: Record, past: Record, out: Record, place: Bundle, recalls: bool
) -> None:
    """Write all that the acting seat sees; `place` tells the size of an observation and where its parts lie."""
    size, unseen, spoken = place
    seat, players = _acting(talk, state), table[at.PLAYERS]
    observe(state, table, memory, out, seat, size, unseen)
    _write_signals(talk, state, players, seat, shifted(out, spoken))
    if recalls:
        recall(state, past, players, seat, shifted(out, unseen + CARDS))


@entry
def reset_talking(games: Bundle, seen: Bundle, options: Bundle, talks: Bundle, first: int, last: int) -> None:
    """Deal the games `first` to `last` - 1 anew; every seat is asked whether it would like to start."""
    states, rules, memories, pasts, seeds = games
    observations, masks, choices, seats = seen
    run, _, unseen = options
    talking, spoken, commands = talks
    wide, size = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1]
    recalls = pasts.shape[0] > 0
    for game in range(first, last):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, wide * game)
        memory, past = pointer(memories, MEMORY_SIZE * game), pointer(pasts, PAST_SIZE * game)
        talk = pointer(talking, TALK_SIZE * game)
        seeds[game] = open_game(state, table, memory, run)
        if recalls:
            open_past(past, state, table[at.PLAYERS])
        _open_talk(talk, state, table)
        out = pointer(observations, size * game)
        _show(talk, state, table, memory, past, out, (size, unseen, spoken), recalls)
        choices[game] = _write_talk_mask(talk, state, table, commands, pointer(masks, TALK_ACTIONS * game))
        seats[game] = _acting(talk, state)


@entry
def step_talking(
    games: Bundle, seen: Bundle, results: Bundle, options: Bundle, talks: Bundle, actions: Array, first: int, last: int
) -> None:
    """Let the acting seat of each game speak or play, by a legal action; a game that ends is dealt anew at once."""
    states, rules, memories, pasts, seeds = games
    observations, masks, choices, seats = seen
    rewards, ends, scores, reasons, outcomes, finals = results
    run, reward, unseen = options
    talking, spoken, commands = talks
    wide, size = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1]
    recalls, place = pasts.shape[0] > 0, (size, unseen, spoken)
    for game in range(first, last):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, wide * game)
        memory, past = pointer(memories, MEMORY_SIZE * game), pointer(pasts, PAST_SIZE * game)
        talk, outcome = pointer(talking, TALK_SIZE * game), pointer(outcomes, at.OUTCOME_SIZE * game)
        rewards[game] = 0.0
        if talk[PHASE] != PLAY:
            _speak(talk, state, table, actions[game])
        else:
            covers, turn, seat = _covers(state, table), state[at.TURN], state[at.ACTIVE]
            rewards[game] = play_on(state, table, memory, past, outcome, actions[game], reward, recalls)
            _fade(talk, state, table, covers, turn, seat)
        ends[game] = state[at.STATUS] != PLAYING
        if ends[game]:
            scores[game] = outcome[at.OUTCOME_SCORE]
            reasons[game] = outcome[at.OUTCOME_REASON]
            if finals.shape[0]:
                _show(talk, state, table, memory, past, pointer(finals, size * game), place, recalls)
            memory[NUMBER] += states.shape[0]
            seeds[game] = open_game(state, table, memory, run)
            if recalls:
                open_past(past, state, table[at.PLAYERS])
            _open_talk(talk, state, table)
        _show(talk, state, table, memory, past, pointer(observations, size * game), place, recalls)
        choices[game] = _write_talk_mask(talk, state, table, commands, pointer(masks, TALK_ACTIONS * game))
        seats[game] = _acting(talk, state)


@entry
def first_illegal_talk(masks: Array, actions: Array, first: int, last: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    for game in range(first, last):
        action = actions[game]
        if action < 0 or action >= TALK_ACTIONS or masks[game, action] == 0:
            return game
    return -1


_U32: Any = np.uint64(32)


@entry
def sample_talking(masks: Array, choices: Array, randoms: Array, actions: Array, first: int, last: int) -> None:
    """Choose one of the legal actions of each game, all equally likely."""
    for game in range(first, last):
        randoms[game] += GOLDEN
        pick = np.int64(((mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        action = -1
        while pick >= 0:
            action += 1
            pick -= masks[game, action]
        actions[game] = action
