"""The state of a game in JAX, and the deals it begins with.

There is no draw pile in the state: it holds the place of every card in the deck. A draw takes the cards of the next
places, so that neither a shuffle nor a draw moves anything, and everything is one operation over 98 cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from ..rules import BASES, DECK, FIRE_CARDS, REASONS, Game, Rules, card_of, shuffled_deck
from .layout import seeded_map

CARDS: Final = len(DECK)
STATUSES: Final = ("playing", "won", "lost")
"""What the number in `State.status` means."""
_NUMBERS: Final = np.arange(2, 100)
_EARLIER: Final = np.tri(CARDS, k=-1, dtype=np.int32).T  # before which cards every card comes


class Past(NamedTuple):
    """What a seat with perfect memory knows about every card; 0 means nothing yet."""

    by: Array
    """1 + the seat that laid it."""
    on: Array
    """The pile it went on."""
    turn: Array
    """The turn it was laid in."""
    at: Array
    """Its number in the order of laying, from 1."""
    came: Array
    """1 + the turn at whose end it was drawn; 1 if it was dealt."""
    first: Array
    """How many cards were not laid when the episode began."""


class Talk(NamedTuple):
    """Talk before every turn; sets of signals have a place for each word of the vocabulary."""

    phase: Array
    speaker: Array
    said_now: Array
    """What the speaker raised or withdrew in this round."""
    wishes: Array
    """By seat: would like to start 0, does not mind 1, would rather not 2."""
    standing: Array
    """By seat: what the table shows."""
    fresh: Array
    """What of it was said on the own turn, and so outlives its end."""
    saying: Array
    """What the seat is about to say."""
    heard: Array
    """What everybody heard it say."""


class State(NamedTuple):
    """A game at one moment. Sets of cards have a place for each card from 2 to 99."""

    order: Array
    """The place of every card in the deck."""
    left: Array
    """How many cards the draw pile has: those of the last places."""
    marks: Array
    """The mark of every number from 0 to 100, where each game draws its own command map; else empty."""
    hands: Array
    """By seat: the cards held."""
    unplayed: Array
    """The cards not laid yet, wherever they are."""
    heights: Array
    """How far each pile has come: its top, and 101 less its top where it falls."""
    active: Array
    """The seat whose turn it is."""
    turn: Array
    """The number of the turn, from 1."""
    laid: Array
    """How many cards were laid in this turn."""
    minimum: Array
    """How many it needs."""
    lock: Array
    """The pile that a one-pile command binds it to, or -1."""
    three: Array
    """Whether a three was laid in it."""
    touched: Array
    """By pile: laid on in this turn."""
    status: Array
    """See `STATUSES`."""
    reason: Array
    """0, or 1 + the place of the reason in `rules.REASONS`."""
    opened: Array
    """The cards not laid when this turn began."""
    laid_before: Array
    """The cards laid in the turn before."""
    seat_before: Array
    """Whose turn that was, or -1."""
    first_heights: Array
    """The sum of the heights when the episode began, which shapes rewards."""
    past: Past | None
    talk: Talk | None


class Deal(NamedTuple):
    """The random parts of a game: the order of the deck, and the command map if each game draws its own."""

    order: Array
    marks: Array


def _ranks(key: Array, count: int) -> Array:
    """Return the places of so many cards in a random order: every card counts those with a lower random number."""
    words = (jax.random.bits(key, (count,), jnp.uint32) >> 1).astype(jnp.int32)
    return (words[:, None] < words[None, :] + _EARLIER[:count, :count]).sum(0, dtype=jnp.int8)


def random_deal(rules: Rules, key: Array) -> Deal:
    """Shuffle the deck, and draw a command map if the rules require one."""
    if not seeded_map(rules):
        return Deal(_ranks(key, CARDS), jnp.zeros(0, jnp.int8))
    key, other = jax.random.split(key)
    plain = np.array([card for card in DECK if card not in FIRE_CARDS])
    rank = _ranks(other, len(plain))
    carried = jnp.where(rank < 28, rank // 4 + 1, 0).astype(jnp.int8)
    return Deal(_ranks(key, CARDS), jnp.asarray(_fire(rules)).at[plain].set(carried))


def _fire(rules: Rules) -> npt.NDArray[np.int8]:
    return np.array([mark if card in FIRE_CARDS else 0 for card, mark in enumerate(rules.marks)], np.int8)


def deal_of_deck(deck: Array, marks: Array | None = None) -> Deal:
    """Return the deal of a deck, dealt from its first card; pass `marks` only if each game draws its own."""
    order = jnp.zeros(CARDS, jnp.int8).at[jnp.asarray(deck) - 2].set(jnp.arange(CARDS, dtype=jnp.int8))
    return Deal(order, jnp.zeros(0, jnp.int8) if marks is None else jnp.asarray(marks, jnp.int8))


def deals_of_seeds(rules: Rules, seeds: Iterable[int]) -> Deal:
    """Return the deals of `Game.deal` for some seeds, stacked."""
    chosen = [int(seed) for seed in seeds]
    decks = np.array([shuffled_deck(seed) for seed in chosen])
    seeded = seeded_map(rules)
    marks = [rules.resolve(seed).marks if seeded else () for seed in chosen]
    return Deal(jnp.asarray(decks.argsort(1).astype(np.int8)), jnp.asarray(np.array(marks, np.int8)))


def dealt(rules: Rules, deal: Deal, recalls: bool) -> State:
    """Return the game of a deal, before talk; seat 0 begins."""
    players, size = rules.players, rules.hand_size
    seats = jnp.arange(players, dtype=jnp.int8)
    hands = (deal.order // jnp.int8(size))[None, :] == seats[:, None]
    everything = jnp.ones(CARDS, bool)
    return State(
        order=deal.order,
        left=_whole(CARDS - players * size),
        marks=deal.marks,
        hands=hands,
        unplayed=everything,
        heights=jnp.ones(4, jnp.int32),
        active=_whole(0),
        turn=_whole(1),
        laid=_whole(0),
        minimum=_whole(rules.minimum),  # no edition deals the whole deck, nor a hand below it
        lock=_whole(-1),
        three=jnp.asarray(False),
        touched=jnp.zeros(4, bool),
        status=_whole(0),
        reason=_whole(0),
        opened=everything,
        laid_before=jnp.zeros(CARDS, bool),
        seat_before=_whole(-1),
        first_heights=_whole(4),
        past=new_past(hands.any(0), CARDS) if recalls else None,
        talk=None,
    )


def new_past(held: Array, unplayed: int) -> Past:
    """Return the past right after the deal."""
    nothing = jnp.zeros(CARDS, jnp.int8)
    return Past(nothing, nothing, nothing, nothing, held.astype(jnp.int8), _whole(unplayed))


def state_of_game(game: Game, seeded: bool, recalls: bool) -> State:
    """Return the state of a game of `rules`, before talk; earlier turns count as unseen."""
    turn, last = game.turn_state, game.last_turn
    order = np.full(CARDS, -1, np.int8)
    order[np.array(game.draw, int) - 2] = CARDS - len(game.draw) + np.arange(len(game.draw))
    unplayed = _set_of(card for cards in (game.draw, *game.hands) for card in cards)
    hands = np.array([_set_of(hand) for hand in game.hands])
    heights = [top if base == 1 else 101 - top for top, base in zip(turn.tops, BASES, strict=True)]
    return State(
        order=jnp.asarray(order),
        left=_whole(len(game.draw)),
        marks=jnp.asarray(np.array(game.rules.marks if seeded else (), np.int8)),
        hands=jnp.asarray(hands),
        unplayed=jnp.asarray(unplayed),
        heights=jnp.asarray(np.array(heights, np.int32)),
        active=_whole(game.active),
        turn=_whole(game.turn),
        laid=_whole(turn.laid),
        minimum=_whole(turn.minimum),
        lock=_whole(turn.lock),
        three=jnp.asarray(turn.three),
        touched=jnp.asarray(np.array([turn.touched >> pile & 1 > 0 for pile in range(4)])),
        status=_whole(STATUSES.index(game.status)),
        reason=_whole(1 + REASONS.index(game.reason) if game.reason else 0),
        opened=jnp.asarray(unplayed | _set_of(map(card_of, game.laid_this_turn))),
        laid_before=jnp.asarray(_set_of(map(card_of, last.moves) if last else ())),
        seat_before=_whole(last.seat if last else -1),
        first_heights=_whole(sum(heights)),
        past=new_past(jnp.asarray(hands.any(0)), game.cards_left) if recalls else None,
        talk=None,
    )


def _whole(number: int) -> Array:
    return jnp.asarray(number, jnp.int32)


def _set_of(cards: Iterable[int]) -> npt.NDArray[np.bool_]:
    return np.isin(_NUMBERS, list(cards))
