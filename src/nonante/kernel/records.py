"""Between the values of rules/ and the kernel's records: which game is played, what a seat sees, a whole game.

Those that are arrays are for compiled code; only they need NumPy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..rules import END, FIRE, LETTERS, REASONS, SKULL, THREE, Game, Rules, View, card_of
from . import codes, layout as at, memory

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

STATUSES: Final = ("playing", "won", "lost")


def ruled(rules: Rules) -> at.RulesRecord:
    """Return which game is played."""
    record = at.RulesRecord()
    record.players, record.hand_size, record.least = rules.players, rules.hand_size, rules.minimum
    record.strict_pile, record.lenient_hand = int(rules.one_pile == "strict"), int(rules.short_hand == "lenient")
    record.talk = ("none", "standard", "permissive").index(rules.talk)
    record.special = int(rules.marked)
    record.seeded = int(rules.commands is not None and not rules.commands.groups)
    record.mark_of[:] = rules.marks
    for mark in range(codes.MARKS):
        carriers = [card for card in range(2, 100) if rules.marks[card] == mark]
        record.cards_with[2 * mark : 2 * mark + 2] = words(carriers)
    return record


def seen(view: View, said: Sequence[int], *, opened: bool = True) -> at.View:
    """Return what a seat sees; `said` is what each seat says, as bits.

    `opened` says that it is this seat's turn; otherwise its first turn of the game is to come.
    """
    record, seats = at.View(), view.rules.players
    laid = view.laid_this_turn if opened else ()
    record.touched = sum({1 << LETTERS.index(move[-1]) for move in laid})
    _write_tops(record, view.rules, view.tops)
    for pile, top in enumerate(view.opening if opened else view.tops):
        record.opening[pile] = top if pile < 2 else 101 - top
    record.hand[:] = _both_ways(view.hand)
    record.unplayed[:] = words((*view.hand, *view.unseen))
    record.unplayed_at_opening[:] = words((*view.hand, *view.unseen, *map(card_of, laid)))
    record.laid, record.left = len(laid), view.draw_count
    record.minimum = view.minimum if opened else view.rules.minimum
    record.lock = view.turn_state.lock if opened else codes.FREE
    record.has_three = int(any(view.rules.marks[card_of(move)] == THREE for move in laid))
    record.seat, record.seats = view.seat or 0, seats
    record.counts[:seats], record.said[:seats] = view.counts, said
    return record


def state_of(game: Game) -> at.State:
    """Return how a game stands, in the middle of a turn too."""
    record = at.State()
    record.touched = game.turn_state.touched
    _write_tops(record, game.rules, game.tops)
    for seat, hand in enumerate(game.hands):
        record.hands[4 * seat : 4 * seat + 4] = _both_ways(hand)
    record.hand[:] = _both_ways(game.hands[game.active])
    record.unplayed[:] = words(card for cards in (game.draw, *game.hands) for card in cards)
    record.left = len(game.draw)
    record.deck[at.CARDS - record.left :] = game.draw
    record.laid, record.minimum, record.lock = game.turn_state.laid, game.minimum, game.turn_state.lock
    record.has_three, record.active, record.turn = int(game.turn_state.three), game.active, game.turn
    record.status = STATUSES.index(game.status)
    record.reason = 1 + REASONS.index(game.reason) if game.reason else 0
    return record


def _both_ways(hand: Iterable[int]) -> tuple[int, ...]:
    """Return a hand as a record holds it."""
    cards = tuple(hand)
    return *words(cards), *words(101 - card for card in cards)


def _write_tops(record: at.TurnState, rules: Rules, tops: Sequence[int]) -> None:
    for pile, top in enumerate(tops):
        mark = rules.marks[top]
        record.heights[pile] = top if pile < 2 else 101 - top
        record.shown += 1 << 4 * mark
        record.skulls |= (mark == SKULL) << pile & record.touched
        record.fires |= (mark == FIRE) << pile
    record.due = record.fires & ~record.touched


def write_view(array: Integers, view: View, said: Sequence[int], *, opened: bool) -> None:
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


# --- as arrays --------------------------------------------------------------------------------------------------------


def rules_record(rules: Rules) -> Integers:
    """Write rules for the kernel."""
    import numpy as np

    return np.array(ruled(rules).numbers(), np.int64)


def player_record(settings: Mapping[str, float]) -> Floats:
    """Write a player's settings for the kernel, by the names of `layout` in lower case, such as ``w_step``."""
    import numpy as np

    record = np.zeros(at.REFERENCE_SIZE)
    for name, value in settings.items():
        record[getattr(at, name.upper()) if not name.startswith("w_shown_") else _shown_weight(name)] = value
    return record


def _shown_weight(name: str) -> int:
    return at.W_SHOWN + int(getattr(codes, name.removeprefix("w_shown_").upper()))


def state_record(game: Game) -> Integers:
    """Write a game that stands at the start of a turn; `game.begin_turn` starts the turn itself."""
    import numpy as np

    state = state_of(game)
    state.turn = 0
    return np.array(state.numbers(), np.int64)
