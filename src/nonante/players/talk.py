"""Signals: what a seat may say, what it says of its hand, and what the words of others are worth in a turn.

A signal means what its words say and nothing else. No word is a code for a card (R45): by the way of speaking defined
here at least three numbers that have not been laid can lie behind each word about a pile, counted from what everybody
has seen. Only permissive tables have the sentence "I can go back here". The vocabulary and its limits are those of the
table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from ..rules import KINDS, LETTERS, Card, Game, NonanteError, Pile, View
from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE
from ..rules.outcome import PLAYING
from ..table import Event, Signal, Table, TableError, talk_closed
from ..table.signals import HOLD, check_signal

NUMBERS_BEHIND: Final = 3
"""At least so many unplayed numbers can lie behind a word about a pile; where there are fewer, it is not said (R45)."""

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
class Asked:
    """What the standing signals of the other seats ask of a turn, pile by pile."""

    moved: tuple[float, ...] = (0.0,) * 4
    stepped: tuple[float, ...] = (0.0,) * 4
    covered: tuple[float, ...] = (0.0,) * 4
    laid: tuple[float, ...] = (0.0,) * (FIRE + 1)
    """By what a card carries, as in the rules' marks."""
    tempo: float = 0.0

    def price_of_pile(self, pile: Pile, before: int, after: int) -> float:
        """Return what it costs the others that a pile's top moves."""
        on = after - before if pile < 2 else before - after
        return self.moved[pile] + self.stepped[pile] * max(0, on) - self.covered[pile] if on else 0.0


NOTHING_ASKED: Final = Asked()


def may_say(view: View, signal: Signal) -> bool:
    """Tell whether the rules let the view's own seat send this signal now."""
    if view.seat is None or signal.seat != view.seat or view.status != PLAYING:
        return False
    try:
        check_signal(_open_part(view), signal)
    except TableError:
        return False
    return True


def may_talk(view: View) -> bool:
    """Tell whether any signal may be sent or seen now."""
    return view.seat is not None and view.status == PLAYING and talk_closed(_open_part(view)) is None


def _open_part(view: View) -> Game:
    """Return a game that holds what the view shows and no other card, for the table's own checks."""
    hands = tuple(view.hand if seat == view.seat else () for seat in range(view.rules.players))
    return Game(view.rules, view.tops, hands, (), view.active, view.turn, view.minimum, view.opening)


def heard(view: View, signals: Sequence[Signal], manner: Manner) -> Asked:
    """Weigh the standing signals of the other seats."""
    if not signals or not may_talk(view):
        return NOTHING_ASKED
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
    return Asked(tuple(moved), tuple(stepped), tuple(covered), tuple(laid), tempo)


def said(view: View, manner: Manner) -> list[Signal]:
    """Return what the view's own seat says of its hand: nothing on its own turn, when it shows by playing."""
    if view.seat is None or view.seat == view.active or not view.hand or not may_talk(view):
        return []
    words = [word for pile in range(4) for word in _of_pile(view, view.seat, pile, manner)]
    words += _of_hand(view, view.seat, manner) + _of_commands(view, view.seat, words)
    return [word for word in words if may_say(view, word)]


def unplayed(view: View) -> frozenset[Card]:
    """Return the cards not laid yet: anybody who watched the game knows them, whatever is in their own hand."""
    return frozenset((*view.hand, *view.unseen))


def _of_pile(view: View, seat: int, pile: Pile, manner: Manner) -> list[Signal]:
    permissive = view.rules.talk == "permissive"
    word = pile_word(view.hand, unplayed(view), view.tops[pile], pile, manner, permissive=permissive)
    return [Signal(seat, word, LETTERS[pile])] if word else []


def pile_word(
    hand: Sequence[Card], left: Collection[Card], top: int, pile: Pile, manner: Manner, *, permissive: bool
) -> str | None:
    """Return what a hand says of a pile with this top, if anything; `left` are the cards not laid yet.

    A word is said only where, by this way of speaking, at least three of the cards left can lie behind it (R45). Where
    "keep off" has too few behind it, a near card is a matter of small steps.
    """
    back = back_card(top, pile)
    if permissive and back in hand:
        return "can-go-back"
    near = _ahead(top, pile, 0, manner.keep_within)
    keeps = [card for card in (near if permissive else [*near, back]) if card in left]
    kept_apart = len(keeps) >= NUMBERS_BEHIND
    if kept_apart and any(card in hand for card in keeps):
        return "keep-off"
    further = _ahead(top, pile, manner.keep_within if kept_apart else 0, manner.small_within)
    smalls = [card for card in further if card in left]
    return "small-steps" if len(smalls) >= NUMBERS_BEHIND and any(card in hand for card in smalls) else None


def _ahead(top: int, pile: Pile, after: int, within: int) -> list[Card]:
    """Return the numbers that are more than `after` and at most `within` ahead on a pile."""
    return [top + step if pile < 2 else top - step for step in range(after + 1, within + 1)]


def _of_hand(view: View, seat: int, manner: Manner) -> list[Signal]:
    cost = rough_cost(view)
    if cost >= manner.trouble_from:
        holds_stop = Signal(seat, HOLD, command="stop")
        return [Signal(seat, "trouble"), *([holds_stop] if may_say(view, holds_stop) else [])]
    return [Signal(seat, "comfortable")] if cost <= manner.comfortable_to else []


def _of_commands(view: View, seat: int, words: Sequence[Signal]) -> list[Signal]:
    """Ask for lasting commands to be covered where they hurt this hand, unless the pile itself is wanted."""
    marks = view.rules.marks
    wanted = {word.pile for word in words if word.name != "small-steps"}
    goes_back = _wants_to_go_back(view)
    asks = []
    for pile, letter in enumerate(LETTERS):
        mark = marks[view.tops[pile]]
        hurts = (
            mark == ONE_PILE
            or (mark == NO_RETRO and goes_back)
            or (mark == DRAW_ONE and len(view.hand) < view.rules.hand_size)
        )
        if hurts and letter not in wanted:
            asks.append(Signal(seat, "cover", letter))
    return asks


def _wants_to_go_back(view: View) -> bool:
    """Tell whether going back would help this hand: now on some pile, or later with two cards ten apart.

    Both count alike, and only while two such pairs are left, which are three numbers at least: otherwise asking for a
    no-retro to be covered could name a number (R45).
    """
    left = unplayed(view)
    if sum(card + 10 in left for card in left) < NUMBERS_BEHIND - 1:
        return False
    now = any(back_card(top, pile) in view.hand for pile, top in enumerate(view.tops))
    return now or any(card + 10 in view.hand for card in view.hand)


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


def back_card(top: int, pile: Pile) -> int:
    """Return the number that goes back on this top; a bare pile and the ends of the deck give one no card has."""
    return top - 10 if pile < 2 else top + 10


def nearest(hand: Sequence[int], top: int, pile: Pile) -> int:
    """Return the shortest step on in hand for a pile."""
    steps = [card - top if pile < 2 else top - card for card in hand]
    return min((step for step in steps if step > 0), default=_NOWHERE)


def rough_cost(view: View) -> int:
    """Return how far the nearest cards of a turn would move the tops, each card taken at its best pile."""
    costs = sorted(min(_cost(card, top, pile) for pile, top in enumerate(view.tops)) for card in view.hand)
    needed = view.rules.minimum if view.draw_count else 1
    return sum(costs[:needed]) + _NOWHERE * max(0, needed - len(costs))


def _cost(card: int, top: int, pile: Pile) -> int:
    if card == back_card(top, pile):
        return -10
    step = card - top if pile < 2 else top - card
    return step if step > 0 else _NOWHERE
