"""Talk as at a table: before every turn each seat may speak, also when it is not its own.

Seats speak in order, and nobody hears anything before all have spoken: before the first turn whether they would like
to start, then, before every turn, signals to raise or to withdraw. Then the seat whose turn it is plays.

What may be said is the table's affair: `envs.engine` asks it about every signal and writes a `SignalRules`.
"""

from __future__ import annotations

from typing import Final

from . import bits
from .codes import ACTIONS, MARKS, PLAYING
from .compiling import inner
from .episode import PLAY, TALK, WISH, Episode
from .fields import Record, cell, row
from .game import begin_turn
from .layout import RulesRecord

SIGNALS: Final = 36
# Actions: those of a turn, the signals, and behind them:
PASS: Final = ACTIONS + SIGNALS  # nothing more to say; before the first turn, no wish
LIKE: Final = PASS + 1  # would like to start
RATHER_NOT: Final = PASS + 2
TALK_ACTIONS: Final = PASS + 3


class SignalRules(Record):
    """What the table says about signals: sets with a bit for each."""

    known = cell()  # what may ever be said by these rules
    always = cell()  # what is true whatever lies
    on_top = row(MARKS)  # by mark: what is true where pile A shows it; as many places further for other piles
    in_hand = row(MARKS)  # by mark: what is true of a seat that holds one
    covered = row(MARKS)  # by mark: a number for what a pile that shows it has to be covered
    of_top = cell()  # what speaks of the card on top of pile A, and goes when that is another kind of card
    silences = cell()  # the places of the marks that close all talk, as `shown` counts them
    replaced = row(SIGNALS)  # by signal: what it takes the place of, itself among them


@inner
def _mark_on(game: Episode, rules: RulesRecord, pile: int) -> int:
    return rules.mark_of[bits.upright(game.heights[pile], pile)]


@inner
def _silent(game: Episode, allowed: SignalRules) -> bool:
    """Tell whether a card on the table closes all talk."""
    return game.shown & allowed.silences != 0


@inner
def _true(game: Episode, rules: RulesRecord, allowed: SignalRules, seat: int) -> int:
    """Return the signals that could be true of a seat: not those about a command or a fire that is not there."""
    true = allowed.always
    if rules.special:
        for pile in range(4):
            true |= allowed.on_top[_mark_on(game, rules, pile)] << pile
        low, high = game.hands[4 * seat], game.hands[4 * seat + 1]
        card = bits.above(low, high, 1)
        while card:
            true |= allowed.in_hand[rules.mark_of[card]]
            card = bits.above(low, high, card)
    return true


@inner
def _give_the_word(game: Episode, rules: RulesRecord, allowed: SignalRules, phase: int) -> None:
    """Let every seat speak, in order; where talk is closed, nobody."""
    closed = game.status != PLAYING or _silent(game, allowed)
    game.phase = PLAY if closed else phase
    game.speaker = 0
    game.said_now = 0
    for seat in range(rules.players):
        game.heard[seat] = game.saying[seat]
        game.saying[seat] &= game.standing[seat]  # also what a silence hides: nobody took it back


@inner
def open_talk(game: Episode, rules: RulesRecord, allowed: SignalRules, phase: int) -> None:
    """Begin the talk of a new game: with wishes about the start, or with signals."""
    for seat in range(rules.players):
        game.standing[seat] = 0
        game.fresh[seat] = 0
        game.saying[seat] = 0
    _give_the_word(game, rules, allowed, phase)


@inner
def open_words(game: Episode, rules: RulesRecord, allowed: SignalRules) -> int:
    """Return the signals that the speaker may raise or withdraw, each once before a turn."""
    seat = game.speaker
    raised = _true(game, rules, allowed, seat) & allowed.known
    return (raised | game.saying[seat]) & ~game.said_now


@inner
def may_say(game: Episode, rules: RulesRecord, allowed: SignalRules, action: int) -> bool:
    """Tell whether the speaker may say this."""
    if action >= PASS:
        return action == PASS or (game.phase == WISH and action < TALK_ACTIONS)
    said = action - ACTIONS
    return said >= 0 and game.phase == TALK and open_words(game, rules, allowed) >> said & 1 > 0


@inner
def speak(game: Episode, rules: RulesRecord, allowed: SignalRules, action: int) -> None:
    """Let the speaker raise or withdraw a signal, or finish; the last one lets everybody hear what was said."""
    seat = game.speaker
    if action < PASS:
        word = action - ACTIONS
        game.said_now |= 1 << word
        raised = 1 << word & ~game.saying[seat]
        game.saying[seat] = game.saying[seat] & ~allowed.replaced[word] | raised
        return
    game.wishes[seat] = 1 if action == PASS else 0 if action == LIKE else 2
    game.said_now = 0
    game.speaker += 1
    if game.speaker == rules.players:
        if game.phase == WISH:
            game.turn = 0
            begin_turn(game, rules, _starter(game, rules.players))
            _give_the_word(game, rules, allowed, TALK)
        else:
            _hear(game, rules)


@inner
def _starter(game: Episode, players: int) -> int:
    best = 0
    for seat in range(1, players):
        if game.wishes[seat] < game.wishes[best]:
            best = seat
    return best


@inner
def _hear(game: Episode, rules: RulesRecord) -> None:
    """Show what every seat said, and let the turn begin."""
    for seat in range(rules.players):
        words = game.saying[seat]
        raised = words & ~game.standing[seat]
        game.fresh[seat] = game.fresh[seat] & words | (raised if seat == game.active else 0)
        game.standing[seat] = words
        game.heard[seat] = words
    game.phase = PLAY


@inner
def covers(game: Episode, rules: RulesRecord, allowed: SignalRules) -> int:
    """Return what every pile has to be covered, two bits each."""
    there = 0
    for pile in range(4):
        there |= allowed.covered[_mark_on(game, rules, pile)] << 2 * pile
    return there


@inner
def fade(game: Episode, rules: RulesRecord, allowed: SignalRules, covered: int, turn: int, seat: int) -> None:
    """Take away what a move made untrue, and at the end of a turn what its seat had said before it."""
    changed, now = 0, covers(game, rules, allowed)
    for pile in range(4):
        if (covered ^ now) >> 2 * pile & 3:
            changed |= allowed.of_top << pile
    for who in range(rules.players):
        game.standing[who] &= _true(game, rules, allowed, who) & ~changed
        if who == seat and game.turn != turn:
            game.standing[who] &= game.fresh[who]
            game.fresh[who] = 0
        game.fresh[who] &= game.standing[who]
    if game.turn != turn:
        _give_the_word(game, rules, allowed, TALK)


@inner
def acting(game: Episode) -> int:
    """Return the seat that speaks or plays."""
    return game.active if game.phase == PLAY else game.speaker


@inner
def known_words(game: Episode, allowed: SignalRules, who: int, seat: int) -> int:
    """Return what stands of a seat as another knows it; of the own signals, what is about to be said."""
    if who == seat:
        return game.saying[who]
    return 0 if _silent(game, allowed) else game.heard[who] & game.standing[who]
