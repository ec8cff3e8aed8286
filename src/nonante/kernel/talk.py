"""What a seat says of its hand, as bits; see `codes`."""

from __future__ import annotations

from typing import Final

from . import bits
from .bits import shifted
from .codes import (
    CAN_GO_BACK,
    COMFORTABLE,
    COVER,
    DRAW_ONE,
    KEEP_OFF,
    NO_RETRO,
    ONE_PILE,
    PERMISSIVE,
    SILENCE,
    SMALL_STEPS,
    TROUBLE,
    UNSAID,
)
from .compiling import inner
from .layout import Prices, Reference, RulesRecord, State, Talk

_NUMBERS_BEHIND: Final = 3  # at least so many unplayed numbers can lie behind a word about a pile (R45)


@inner
def pile_word(
    hand: tuple[int, int], left: tuple[int, int], height: int, keep_within: int, small_within: int, talk: int
) -> int:
    """Return what a hand says of a pile of this height, or `UNSAID`.

    Both the hand and the cards left, those not laid yet, are two words that count as on this pile. A word is said only
    where, by this way of speaking, at least three of the cards left can lie behind it (R45). Where "keep off" has too
    few behind it, a near card is a matter of small steps.
    """
    permissive = talk == PERMISSIVE
    goes_back = bits.holds(hand[0], hand[1], height - 10) != 0
    if permissive and goes_back:
        return CAN_GO_BACK
    next_card = bits.above(hand[0], hand[1], height)
    near = next_card - height if next_card else 100
    back_left = 0 if permissive else bits.holds(left[0], left[1], height - 10)
    keeps = bits.between(left[0], left[1], height, height + keep_within + 1) + back_left >= _NUMBERS_BEHIND
    if keeps and (near <= keep_within or goes_back):
        return KEEP_OFF
    first = keep_within if keeps else 0
    smalls = bits.between(left[0], left[1], height + first, height + small_within + 1)
    return SMALL_STEPS if near <= small_within and smalls >= _NUMBERS_BEHIND else UNSAID


@inner
def _left_on(unplayed: list[int], pile: int) -> tuple[int, int]:
    """Return the cards not laid yet as they count on a pile."""
    low, high = unplayed[0], unplayed[1]
    return (low, high) if pile < 2 else (bits.flipped_low(low, high), bits.flipped_high(low, high))


@inner
def hear(state: State, rules: RulesRecord, player: Reference, prices: Prices) -> None:
    """Let every other seat say what holds for its hand now, and put a price on the piles that were spoken of.

    Signals are closed without talk and hidden while a silence command shows. The active seat's own end with its turn.
    """
    for pile in range(4):
        prices.move_price[pile] = 0.0
        prices.step_price[pile] = 0.0
    if not rules.talk or rules.players == 1 or player.keep_within < 0 or bits.shows(state.shown, SILENCE):
        return
    for seat in range(rules.players):
        state.signals[seat] = 0
        for pile in range(4):
            hand = shifted(state.hands, 4 * seat + (pile & 2))
            if seat == state.active:
                break
            kind = pile_word(
                (hand[0], hand[1]),
                _left_on(state.unplayed, pile),
                state.heights[pile],
                int(player.keep_within),
                int(player.small_within),
                rules.talk,
            )
            if kind == UNSAID:
                continue
            state.signals[seat] |= 1 << (pile + 4 * kind)
            if kind == SMALL_STEPS:
                prices.step_price[pile] += player.w_small_steps
            else:
                prices.move_price[pile] += player.w_keep_off if kind == KEEP_OFF else player.w_can_go_back


@inner
def words_of(
    hand: list[int], heights: list[int], unplayed: list[int], rules: RulesRecord, needed: int, settings: Talk
) -> int:
    """Return what a seat says of its hand, while these cards are not laid yet: bits."""
    said, talk = 0, rules.talk
    within = settings.talk_keep_within, settings.talk_small_within
    for pile in range(4):
        own = hand[pile & 2], hand[(pile & 2) + 1]
        kind = pile_word(own, _left_on(unplayed, pile), heights[pile], within[0], within[1], talk)
        if kind != UNSAID:
            said |= 1 << (pile + 4 * kind)
    # The cheapest cards of a turn, each at its best pile.
    first, second, third = 100, 100, 100
    card = bits.above(hand[0], hand[1], 1)
    while card:
        best = 100
        for pile in range(4):
            step = bits.upright(card, pile) - heights[pile]
            if step > 0 or step == -10:
                best = min(best, step)
        if best < first:
            first, second, third = best, first, second
        elif best < second:
            second, third = best, second
        elif best < third:
            third = best
        card = bits.above(hand[0], hand[1], card)
    cost = first + (second if needed > 1 else 0) + (third if needed > 2 else 0)
    if cost >= settings.talk_trouble_from:
        said |= TROUBLE
    elif cost <= settings.talk_comfortable_to:
        said |= COMFORTABLE
    return said | _asks(hand, heights, unplayed, rules, said) if rules.special else said


@inner
def _asks(hand: list[int], heights: list[int], unplayed: list[int], rules: RulesRecord, said: int) -> int:
    """Return which commands a seat asks to be covered: those that hurt its hand, unless it wants the pile itself.

    Going back helps now on some pile, or later with two cards ten apart. Both count alike, and only while two such
    pairs are left, which are three numbers at least: otherwise asking could name a number (R45).
    """
    asks, goes_back = 0, bits.pairs(hand[0], hand[1]) != 0
    for pile in range(4):
        goes_back |= bits.holds(hand[pile & 2], hand[(pile & 2) + 1], heights[pile] - 10) != 0
    goes_back &= bits.pairs(unplayed[0], unplayed[1]) >= _NUMBERS_BEHIND - 1
    for pile in range(4):
        mark = rules.mark_of[bits.upright(heights[pile], pile)]
        hurts = mark == ONE_PILE or (mark == NO_RETRO and goes_back)
        hurts |= mark == DRAW_ONE and bits.count(hand[0], hand[1]) < rules.hand_size
        wanted = (said >> (pile + 4 * KEEP_OFF) | said >> (pile + 4 * CAN_GO_BACK)) & 1
        if hurts and not wanted:
            asks |= 1 << (pile + COVER)
    return asks
