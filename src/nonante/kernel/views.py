"""Records from the values of rules/: which game is played, and what one seat sees of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..rules import END, FIRE, LETTERS, SKULL, THREE, Rules, View, card_of
from . import codes, layout, memory


def ruled(rules: Rules) -> layout.RulesRecord:
    """Return which game is played."""
    record = layout.RulesRecord()
    record.players, record.hand_size, record.least = rules.players, rules.hand_size, rules.minimum
    record.strict_pile, record.lenient_hand = int(rules.one_pile == "strict"), int(rules.short_hand == "lenient")
    record.talk = ("none", "standard", "permissive").index(rules.talk)
    record.special = int(rules.fire or rules.commands is not None)
    record.seeded = int(rules.commands is not None and not rules.commands.groups)
    record.mark_of[:] = rules.marks
    for mark in range(codes.MARKS):
        carriers = [card for card in range(2, 100) if rules.marks[card] == mark]
        record.cards_with[2 * mark : 2 * mark + 2] = words(carriers)
    return record


def seen(view: View, said: Sequence[int], *, opened: bool = True) -> layout.View:
    """Return what a seat sees; `said` is what each seat says, as bits.

    `opened` says that it is this seat's turn; otherwise its first turn of the game is to come.
    """
    record, seats = layout.View(), view.rules.players
    laid = view.laid_this_turn if opened else ()
    record.touched = sum({1 << LETTERS.index(move[-1]) for move in laid})
    _write_piles(record, view, view.opening if opened else view.tops)
    record.hand[:] = *words(view.hand), *words(101 - card for card in view.hand)
    record.unplayed[:] = words((*view.hand, *view.unseen))
    record.unplayed_at_opening[:] = words((*view.hand, *view.unseen, *map(card_of, laid)))
    record.laid, record.left = len(laid), view.draw_count
    record.minimum = view.minimum if opened else view.rules.minimum
    record.lock = view.lock if opened else codes.FREE
    record.has_three = int(any(view.rules.marks[card_of(move)] == THREE for move in laid))
    record.seat, record.seats = view.seat or 0, seats
    record.counts[:seats], record.said[:seats] = view.counts, said
    return record


def _write_piles(record: layout.View, view: View, opening: Sequence[int]) -> None:
    for pile, (top, before) in enumerate(zip(view.tops, opening, strict=True)):
        mark = view.rules.marks[top]
        record.heights[pile], record.opening[pile] = (top, before) if pile < 2 else (101 - top, 101 - before)
        record.shown += 1 << 4 * mark
        record.skulls |= (mark == SKULL) << pile & record.touched
        record.fires |= (mark == FIRE) << pile
    record.due = record.fires & ~record.touched


def write_view(array: Any, view: View, said: Sequence[int], *, opened: bool) -> None:
    """Write what a seat sees into an array."""
    array[:] = seen(view, said, opened=opened).numbers()


def words(numbers: Iterable[int]) -> tuple[int, int]:
    """Return a set of numbers as two words."""
    return memory.words(sum(1 << number for number in numbers))


def move_of(action: int) -> str:
    """Return the text of an action, such as ``"37A"``."""
    return END if action == codes.END else f"{action // 4 + 2}{LETTERS[action % 4]}"


def action_of(move: str) -> int:
    """Return the action that a move's text means."""
    return codes.END if move == END else (int(move[:-1]) - 2) * 4 + LETTERS.index(move[-1])
