"""Signals: what a seat may say, what it says of its hand, and what the words of others are worth in a turn.

A signal means what its words say and nothing else. No word is a code for a card (R45): by the way of speaking defined
here at least three numbers that have not been laid can lie behind each word about a pile, counted from what everybody
has seen. Only permissive tables have the sentence "I can go back here". The vocabulary and its limits are those of the
table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from .. import kernel
from ..kernel import layout
from ..kernel.codes import COMFORTABLE, COVER, SPOKEN, TROUBLE
from ..rules import FIRE, KINDS, LETTERS, PILES, PLAYING, NonanteError, View
from ..table import HOLD, Event, Signal, Table, TableError, check_signal, talk_closed
from .interpreted import ruled

_NOWHERE: Final = 100  # distance to a pile that no card in hand fits


@dataclass(frozen=True, slots=True)
class Manner:
    """When a player says what, and how much it minds what others say."""

    keep_within: int = 3
    """Says "keep off" of a pile with a card at most this near or one that can go back, alike."""
    small_within: int = 8
    """Says "only small steps" of a pile with a card at most this near."""
    trouble_from: int = 22
    """Says "trouble" when the nearest cards of a turn move the tops by this much."""
    comfortable_to: int = 4
    keep_off: float = 12.0
    """Price of moving on a pile that another seat wants to be left alone."""
    small_steps: float = 1.0
    """Price of each number on a pile where another seat wants small steps."""
    can_go_back: float = 12.0
    cover: float = 6.0
    """Worth of a command or fire covered as asked, or left as asked."""
    abstain: float = 8.0
    """Price of laying a kind of command that another seat asked not to lay now."""
    tempo: float = 0.25
    """Worth of a card beyond the minimum while another seat is in trouble."""
    like_to: int = 8
    """Would like to start when the first turn moves the tops by at most this much."""
    rather_not_from: int = 20


@dataclass(frozen=True, slots=True)
class RequestPrices:
    """What the requests of the other seats cost a turn, by pile."""

    moved: tuple[float, ...] = (0.0,) * 4
    stepped: tuple[float, ...] = (0.0,) * 4
    covered: tuple[float, ...] = (0.0,) * 4
    laid: tuple[float, ...] = (0.0,) * (FIRE + 1)
    """By what a card carries, as in the rules' marks."""
    tempo: float = 0.0

    def price_of_pile(self, pile: int, before: int, after: int) -> float:
        """Return the price of moving a pile's top."""
        on = PILES[pile].step(before, after)
        return self.moved[pile] + self.stepped[pile] * max(0, on) - self.covered[pile] if on else 0.0


NO_REQUESTS: Final = RequestPrices()


def may_say(view: View, signal: Signal) -> bool:
    """Tell whether the seat of this view may send this signal now."""
    if view.seat is None or signal.seat != view.seat or view.status != PLAYING:
        return False
    try:
        check_signal(view, signal)
    except TableError:
        return False
    return True


def may_talk(view: View) -> bool:
    """Tell whether any signal may be sent or seen now."""
    return view.seat is not None and view.status == PLAYING and talk_closed(view) is None


def heard(view: View, signals: Sequence[Signal], manner: Manner) -> RequestPrices:
    """Return the prices of the other seats' standing signals."""
    if not signals or not may_talk(view):
        return NO_REQUESTS
    moved, stepped, covered, laid = [0.0] * 4, [0.0] * 4, [0.0] * 4, [0.0] * (FIRE + 1)
    relieved = {signal.seat for signal in signals if signal.name == HOLD and signal.command == "stop"}
    tempo = 0.0
    for signal in signals:
        if signal.seat == view.seat:
            continue
        pile = LETTERS.index(signal.pile) if signal.pile else 0
        match signal.name:
            case "keep-off":
                moved[pile] += manner.keep_off
            case "can-go-back":
                moved[pile] += manner.can_go_back
            case "small-steps":
                stepped[pile] += manner.small_steps
            case "cover":
                covered[pile] += manner.cover
            case "do-not-cover":
                covered[pile] -= manner.cover
            case "do-not-lay":
                laid[1 + KINDS.index(signal.command or "")] += manner.abstain
            case "trouble":
                tempo += 0.0 if signal.seat in relieved else manner.tempo
    return RequestPrices(tuple(moved), tuple(stepped), tuple(covered), tuple(laid), tempo)


def said(view: View, manner: Manner) -> list[Signal]:
    """Return what the view's own seat says of its hand: nothing on its own turn, when it shows by playing."""
    if view.seat is None or view.seat == view.active or not view.hand or not may_talk(view):
        return []
    return [word for word in _signals(view.seat, _word_bits(view, manner)) if may_say(view, word)]


def _word_bits(view: View, manner: Manner) -> int:
    """Return what the view's own seat says of its hand, as the kernel has it: bits (see `kernel.codes`)."""
    seen, settings = kernel.interpreted("records").seen(view, [0] * view.rules.players, opened=False), layout.Talk()
    settings.talk_keep_within, settings.talk_small_within = manner.keep_within, manner.small_within
    settings.talk_trouble_from, settings.talk_comfortable_to = manner.trouble_from, manner.comfortable_to
    needed = view.rules.minimum if view.draw_count else 1
    words_of = kernel.interpreted("talk").words_of
    bits: int = words_of(seen.hand, seen.heights, seen.unplayed, ruled(view.rules), needed, settings)
    return bits


def _signals(seat: int, bits: int) -> Iterator[Signal]:
    """Return the signals that bits stand for; with trouble goes that the hand holds a stop."""
    for pile, letter in enumerate(LETTERS):
        for kind, name in enumerate(SPOKEN):
            if bits >> pile + 4 * kind & 1:
                yield Signal(seat, name, letter)
    if bits & TROUBLE:
        yield from (Signal(seat, "trouble"), Signal(seat, HOLD, command="stop"))
    elif bits & COMFORTABLE:
        yield Signal(seat, "comfortable")
    for pile, letter in enumerate(LETTERS):
        if bits >> pile + COVER & 1:
            yield Signal(seat, "cover", letter)


def changes(table: Table, seat: int, wanted: Sequence[Signal]) -> list[Event]:
    """Return the events that make a seat's standing signals the wanted ones; what the table refuses is left out."""
    standing = [signal for signal in table.standing if signal.seat == seat]
    dropped = [old for old in standing if old not in wanted and not any(new.replaces(old) for new in wanted)]
    events: list[Event] = [table.withdraw(seat, old.name, old.pile, old.command) for old in dropped]
    for new in wanted:
        if new not in standing:
            with suppress(NonanteError):
                events.append(table.signal(seat, new.name, new.pile, new.command))
    return events


def nearest(hand: Sequence[int], top: int, pile: int) -> int:
    """Return the shortest step on in hand for a pile."""
    steps = [PILES[pile].step(top, card) for card in hand]
    return min((step for step in steps if step > 0), default=_NOWHERE)
