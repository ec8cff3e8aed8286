"""A game as a trainer steps it: the state of the game, and behind it what an environment remembers beyond the rules.

That is the turn before, the talk (see `tabletalk`), and, where a seat forgets nothing, the past of every card.
"""

from __future__ import annotations

from typing import Final

from . import bits
from .codes import END, PLAYING, WON
from .compiling import Word, inlined, inner, int64
from .fields import cell, row
from .game import begin_turn, deal, play_action, report
from .layout import CARDS, Outcome, RulesRecord, State

# rewards, by their place in `envs.REWARDS`
AT_END: Final = 1
WIN: Final = 2
SHAPED: Final = 3

PLAY: Final = 0  # phases: a seat plays, says who should start, or says its signals
WISH: Final = 1
TALK: Final = 2


class Episode(State):
    """A game being played and talked about; sets of signals have a bit for each word of the vocabulary."""

    line_end = row(-State.size % 8 or 8)  # what every step reads and writes fills one line of the processor's cache
    opened = row(2)  # the cards not laid when this turn began
    laid_before = row(2)  # the cards laid in the turn before
    seat_before = cell()  # whose turn that was, or -1
    piles = cell()  # bit of each pile laid on this turn; `touched` is kept for games with marks only
    phase = cell()
    number = cell()  # which game of the run this is
    first_heights = cell()  # the sum of the heights when the episode began, which shapes rewards
    first_cards = cell()  # how many cards were not laid then
    speaker = cell()
    said_now = cell()  # what the speaker raised or withdrew in this round
    wishes = row(5)  # by seat: would like to start 0, does not mind 1, would rather not 2
    standing = row(5)  # by seat: what the table shows
    fresh = row(5)  # what of it was said on the own turn, and so outlives its end
    saying = row(5)  # what the seat is about to say
    heard = row(5)  # what everybody heard it say
    lines_end = row(3)  # whole cache lines


class Recalled(Episode):
    """One that remembers."""

    past = row(CARDS)
    """By card: 1 + the seat that laid it (3 bits), the pile (2), the turn, the place in the order of laying from 1, and
    1 + the turn at whose end it was drawn (7 bits each; 1 for the deal)."""


BY: Final = 7
ON_SHIFT: Final = 3
IN_SHIFT: Final = 5
AT_SHIFT: Final = 12
CAME_SHIFT: Final = 19
NUMBER_BITS: Final = 127


@inner
def open_episode(game: Recalled, rules: RulesRecord, seed: Word, recalls: bool) -> None:
    """Deal the game of a seed, as `Game.deal` does; seat 0 begins."""
    deal(game, rules, seed)
    begin_turn(game, rules, 0)
    for word in range(2):
        game.opened[word] = game.unplayed[word]
        game.laid_before[word] = 0
    game.seat_before = -1
    game.piles = 0
    game.first_heights = 4
    game.first_cards = CARDS
    game.phase = PLAY
    if recalls:
        for card in range(CARDS):
            game.past[card] = 0
        for seat in range(rules.players):
            _note_hand(game, seat, 0)


@inlined
def play(game: Recalled, rules: RulesRecord, outcome: Outcome, action: int, reward: int, recalls: bool) -> float:
    """Play a legal action, remember what it did, and return its reward; a game that ends reports how."""
    turn, seat = game.turn, game.active
    left = bits.count(game.unplayed[0], game.unplayed[1])
    before = _worth(game, reward, left)
    play_action(game, rules, action)
    if action != END:
        left -= 1
        game.piles |= 1 << (action & 3)
        if recalls:
            past = seat + 1 | (action & 3) << ON_SHIFT | turn << IN_SHIFT | (game.first_cards - left) << AT_SHIFT
            game.past[action >> 2] |= past
    if game.turn != turn:
        for word in range(2):
            game.laid_before[word] = game.opened[word] & ~game.unplayed[word]
            game.opened[word] = game.unplayed[word]
        game.seat_before = seat
        game.piles = 0
        if recalls:
            _note_hand(game, seat, turn)
    if game.status != PLAYING:
        report(game, rules, outcome)
        left = int64(outcome.outcome_score)
    return _worth(game, reward, left) - before


@inner
def _worth(game: Episode, reward: int, score: int) -> float:
    """Return what a game is worth so far; see `envs.Reward`. Its score is the number of cards left while it goes on."""
    playing = game.status == PLAYING
    if reward == WIN:
        return 1.0 if game.status == WON else 0.0
    if playing and reward == AT_END:
        return 0.0
    value = (CARDS - score) / CARDS
    if reward == SHAPED and playing:  # the potential, which is 0 once the game is over
        heights = -game.first_heights
        for pile in range(4):
            heights += game.heights[pile]
        value -= heights / (4 * CARDS)
    return value


@inner
def _note_hand(game: Recalled, seat: int, turn: int) -> None:
    """Remember when the cards of a hand came that were not there before."""
    low, high = game.hands[4 * seat], game.hands[4 * seat + 1]
    card = bits.above(low, high, 1)
    while card:
        if game.past[card - 2] == 0:
            game.past[card - 2] = (turn + 1) << CAME_SHIFT
        card = bits.above(low, high, card)
