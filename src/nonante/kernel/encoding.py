"""What a seat sees of an episode, written into bytes: its observation, and the mask of its actions.

Rows are written whole: at one byte an entry that is cheaper than tracking what changed. `envs.layout` names the parts
of an observation.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, TypeAlias

from .bits import count, holds, shifted, shows, spread, upright
from .codes import ACTIONS, DRAW_MOST, END, FIRE, FREE, HAND_MOST, NO_RETRO, PLAYING, STOP, TURN_BITS
from .compiling import forced, inner
from .episode import AT_SHIFT, BY, CAME_SHIFT, IN_SHIFT, NUMBER_BITS, ON_SHIFT, PLAY, WISH, Episode, Recalled
from .layout import CARDS, RulesRecord
from .tabletalk import PASS, SIGNALS, TALK_ACTIONS, SignalRules, known_words, open_words

Bytes: TypeAlias = list[int]
PartPlaces: TypeAlias = tuple[int, int, int, int]
"""Where signals, command map, unseen cards and history begin in an observation; 0 where there are none."""

KINDS: Final = FIRE - STOP  # of commands
_COUNTS: Final = HAND_MOST + 1  # places for the number of cards in a hand
# Where the parts of an observation begin; those after `active` depend on the number of players.
HAND, TOPS, MARKS, LOCK, TOUCHED, THREE, LAID, NEEDED, DRAW, ACTIVE = accumulate(
    (CARDS, 4 * 100, 4 * FIRE, 4, 4, 1, _COUNTS, 4, DRAW_MOST + 1), initial=0
)


@forced
def observe(
    game: Recalled, rules: RulesRecord, allowed: SignalRules, out: Bytes, seat: int, places: PartPlaces
) -> None:
    """Write what a seat sees."""
    signals, commands, unseen, past = places
    _write_table(game, rules, out, seat)
    if signals:
        _write_signals(game, allowed, rules.players, seat, shifted(out, signals))
    if commands:
        _write_map(rules, shifted(out, commands))
    if unseen:
        low, high = game.hands[4 * seat], game.hands[4 * seat + 1]
        spread(out, unseen, game.unplayed[0] & ~low, game.unplayed[1] & ~high)
    if past:
        _write_past(game, rules.players, seat, shifted(out, past))


@forced
def _write_table(game: Episode, rules: RulesRecord, out: Bytes, seat: int) -> None:
    """Write what lies on the table, and the own hand."""
    players, laid, lock = rules.players, game.laid, game.lock
    unplayed_low, unplayed_high = game.unplayed[0], game.unplayed[1]
    counts = ACTIVE + players
    this = counts + _COUNTS * players
    last = this + CARDS
    last_seat = last + CARDS
    spread(out, HAND, game.hands[4 * seat], game.hands[4 * seat + 1])
    for place in range(TOPS, this):
        out[place] = 0
    for pile in range(4):
        height = game.heights[pile]
        top = upright(height, pile)
        mark = rules.mark_of[top]
        place = TOPS + 100 * pile + top - 1
        out[place] = 1
        out[MARKS + FIRE * pile + mark - 1 if mark else place] = 1  # without a jump that no processor foresees
        out[TOUCHED + pile] = game.piles >> pile & 1
    out[LOCK + max(0, lock)] = lock != FREE
    out[THREE] = game.has_three
    out[LAID + laid] = 1
    out[NEEDED + max(0, game.minimum - laid)] = 1
    out[DRAW + game.left] = 1
    acts = game.active - seat
    out[ACTIVE + (acts if acts >= 0 else acts + players)] = 1
    for ahead in range(players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        out[counts + _COUNTS * ahead + count(game.hands[4 * other], game.hands[4 * other + 1])] = 1
    spread(out, this, game.opened[0] & ~unplayed_low, game.opened[1] & ~unplayed_high)
    spread(out, last, game.laid_before[0], game.laid_before[1])
    for place in range(last_seat, last_seat + players):
        out[place] = 0
    behind = game.seat_before - seat
    out[last_seat + (behind if behind >= 0 else behind + players)] = game.seat_before >= 0


@inner
def _write_signals(game: Episode, allowed: SignalRules, players: int, seat: int, out: Bytes) -> None:
    """Write what stands, the own signals as they are about to be said."""
    for ahead in range(players):
        who = seat + ahead if seat + ahead < players else seat + ahead - players
        said = known_words(game, allowed, who, seat)
        for word in range(SIGNALS):
            out[SIGNALS * ahead + word] = said >> word & 1


@inner
def _write_map(rules: RulesRecord, out: Bytes) -> None:
    for card in range(CARDS):
        mark = rules.mark_of[2 + card]
        for kind in range(KINDS):
            out[KINDS * card + kind] = mark == kind + 1


@inner
def _write_past(game: Recalled, players: int, seat: int, out: Bytes) -> None:
    """Write the history as a seat remembers it."""
    low, high = game.hands[4 * seat], game.hands[4 * seat + 1]
    on = CARDS * players
    turns = on + CARDS * 4
    orders, came = turns + CARDS * TURN_BITS, turns + 2 * CARDS * TURN_BITS
    for place in range(came + CARDS * TURN_BITS):
        out[place] = 0
    for card in range(CARDS):
        past = game.past[card]
        who = (past & BY) - 1 - seat
        if past & BY:
            out[players * card + (who if who >= 0 else who + players)] = 1
            out[on + 4 * card + (past >> ON_SHIFT & 3)] = 1
            _write_number(out, turns + TURN_BITS * card, past >> IN_SHIFT & NUMBER_BITS)
            _write_number(out, orders + TURN_BITS * card, past >> AT_SHIFT & NUMBER_BITS)
        if holds(low, high, card + 2) or (past & BY and who == 0):
            _write_number(out, came + TURN_BITS * card, past >> CAME_SHIFT)


@inner
def _write_number(out: Bytes, place: int, number: int) -> None:
    for bit in range(TURN_BITS):
        out[place + bit] = number >> bit & 1


@inner
def write_mask(game: Episode, rules: RulesRecord, allowed: SignalRules, out: Bytes, talks: bool) -> int:
    """Write the mask of whoever acts and return how many actions are legal.

    A mask is never empty: once the game is over it holds the end of a turn.
    """
    if game.status != PLAYING:
        for action in range(TALK_ACTIONS if talks else ACTIONS):
            out[action] = action == END
        return 0
    if talks:
        if game.phase != PLAY:
            return _write_words(game, rules, allowed, out)
        for action in range(ACTIONS, TALK_ACTIONS):
            out[action] = 0
    return _write_moves(game, out)


@inner
def _write_words(game: Episode, rules: RulesRecord, allowed: SignalRules, out: Bytes) -> int:
    wishes = game.phase == WISH
    for action in range(TALK_ACTIONS):
        out[action] = action == PASS or (wishes and action > PASS)
    if wishes:
        return TALK_ACTIONS - PASS
    words = open_words(game, rules, allowed)
    for word in range(SIGNALS):
        out[ACTIONS + word] = words >> word & 1
    return 1 + count(words, 0)


@inner
def _height(game: Episode, pile: int) -> int:
    """Return the height of a pile, or more than any card has where a one-pile command closes it."""
    lock = game.lock
    return game.heights[pile] if (lock == FREE) | (lock == pile) else 500


@inner
def _back(game: Episode) -> int:
    """Return how far back a card goes: 10, or further than any can where a no-retro command shows."""
    return 10 if shows(game.shown, NO_RETRO) == 0 else 1000


@inner
def _fits(number: int, height: int, back: int) -> bool:
    """Tell whether a card fits, as `kernel.turn.legal_moves` does, without jumps that no processor foresees."""
    return (number > height) | (number == height - back)


@inner
def _write_moves(game: Episode, out: Bytes) -> int:
    # All is read before anything is written, or it would be read again for every card: they might overlap.
    low, high, back = game.hand[0], game.hand[1], _back(game)
    a, b, c, d = _height(game, 0), _height(game, 1), _height(game, 2), _height(game, 3)
    may_end = game.laid >= game.minimum
    for action in range(END):
        out[action] = 0
    out[END] = may_end
    legal = int(may_end)
    for _ in range(count(low, high)):  # one loop for both words: its end is foreseen better than that of two
        cards = low if low else high
        card = count((cards & -cards) - 1, 0) + (0 if low else 64)
        high &= high - (0 if low else 1)
        low &= low - 1
        fits_a, fits_b = _fits(card, a, back), _fits(card, b, back)
        fits_c, fits_d = _fits(101 - card, c, back), _fits(101 - card, d, back)
        place = (card - 2) * 4
        out[place] = fits_a
        out[place + 1] = fits_b
        out[place + 2] = fits_c
        out[place + 3] = fits_d
        legal += fits_a + fits_b + fits_c + fits_d
    return legal


@inner
def may_play(game: Episode, action: int) -> bool:
    """Tell whether the active seat may do this; the same as the mask says, which others may have written into."""
    if action == END:
        return game.laid >= game.minimum
    if action < 0 or action > END:
        return False
    card, pile = (action >> 2) + 2, action & 3
    if not holds(game.hand[0], game.hand[1], card):
        return False
    return _fits(upright(card, pile), _height(game, pile), _back(game))
