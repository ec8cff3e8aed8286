"""From a game to the vector a seat sees. Bytes are filled one by one: for so few ones that beats NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..rules import Card, Game, Rules
from ..rules.laying import FREE
from ..table import Signal
from .actions import ACTION_OF, ACTIONS, ALL_ACTIONS, CARD_OF, END_ACTION, action_of_signal
from .layout import TURN_BITS, Layout, layout

Vector: TypeAlias = npt.NDArray[np.int8]

INT8 = np.dtype(np.int8)  # made once: NumPy looks a type up each time
_LAYS = tuple(tuple(4 * card - 8 + pile for pile in range(4)) for card in range(100))  # actions by card and pile
_FOUR_BITS = tuple(bytes(number >> bit & 1 for bit in range(4)) for number in range(16))


@dataclass(slots=True)
class History:
    """What a seat that forgot nothing remembers: every card laid, and when each card came to its hand."""

    laid: list[tuple[int, int, str]] = field(default_factory=list)
    """Turn, seat and move of every card laid, in order."""
    came: dict[Card, int] = field(default_factory=dict)
    """The number of the turn at whose end a card was drawn; 0 for the deal."""

    @classmethod
    def of(cls, game: Game) -> History:
        """Begin a history with the hands as they are."""
        return cls([], {card: 0 for hand in game.hands for card in hand})

    def note(self, before: Game, move: str, after: Game) -> None:
        """Remember a move and the draw that followed it."""
        if move in CARD_OF:
            self.laid.append((before.turn, before.active, move))
        if len(after.draw) < len(before.draw):
            for card in after.hands[before.active]:
                self.came.setdefault(card, before.turn)


class Encoder:
    """Writes the vectors of one kind of game; see `layout` for what they hold."""

    def __init__(self, rules: Rules, observe: str = "observation", signals: bool = False) -> None:
        self.layout: Layout = layout(rules, observe, signals)
        self.size = self.layout.size
        self.players = rules.players
        self.history = observe == "information"
        start = {part.name: part.start for part in self.layout}
        self._start = start
        self._special = rules.fire or rules.commands is not None
        self._lock, self._three = start["lock"], start["three"]
        # Cards count from 2 and tops from 1: each place below is that of number 0.
        self._places = (
            start["hand"] - 2,
            *(start["tops"] + 100 * pile - 1 for pile in range(4)),
            *(start[name] for name in ("laid", "needed", "touched")),
            start["this_turn"] - 2,
        )
        self._base_places = (start["draw"], start["active"], start["last_turn"] - 2, start["last_seat"])
        self._marks = tuple(start["marks"] + 8 * pile - 1 for pile in range(4))
        self._counts = [
            [start["counts"] + 9 * ((seat - own) % self.players) for seat in range(self.players)]
            for own in range(self.players)
        ]
        self._more = self.size > start["last_seat"] + self.players
        self._turn: tuple[object, object, object, int, int, bytearray] = (None, None, None, -1, -1, bytearray())

    def bytes_of(
        self, game: Game, seat: int, standing: Iterable[Signal] = (), history: History | None = None
    ) -> bytearray:
        """Return the vector as bytes of 0 and 1."""
        rules, tops, hands, draw, active, _, minimum, opening, moves, last, _, _, lock, three, touched = game
        # These three are the same objects as long as a turn lasts, and some of them others in any other turn; only
        # `start_with` keeps all three and gives the turn to another seat.
        known_opening, known_draw, known_last, known_active, known_seat, base = self._turn
        if (
            opening is not known_opening
            or draw is not known_draw
            or last is not known_last
            or active != known_active
            or seat != known_seat
        ):
            base = self._base(game, seat)
            self._turn = (opening, draw, last, active, seat, base)
        out = base.copy()
        in_hand, on_a, on_b, on_c, on_d, laid_at, needed_at, touched_at, this = self._places
        for card in hands[seat]:
            out[in_hand + card] = 1
        a, b, c, d = tops
        laid = len(moves)
        out[on_a + a] = out[on_b + b] = out[on_c + c] = out[on_d + d] = out[laid_at + laid] = 1
        out[needed_at + (minimum - laid if minimum > laid else 0)] = 1
        out[self._counts[seat][active] + len(hands[active])] = 1
        if laid:
            for move in moves:
                out[this + CARD_OF[move]] = 1
            out[touched_at : touched_at + 4] = _FOUR_BITS[touched]
            if lock != FREE:
                out[self._lock + lock] = 1
            if three:
                out[self._three] = 1
        if self._special:
            marks = rules.marks
            mark_a, mark_b, mark_c, mark_d = self._marks
            if marks[a]:
                out[mark_a + marks[a]] = 1
            if marks[b]:
                out[mark_b + marks[b]] = 1
            if marks[c]:
                out[mark_c + marks[c]] = 1
            if marks[d]:
                out[mark_d + marks[d]] = 1
        if self._more:
            self._write_more(out, game, seat, standing, history)
        return out

    def _base(self, game: Game, seat: int) -> bytearray:
        """Return what a turn leaves as it is: the draw pile, who acts, the other hands' counts, the turn before."""
        out = bytearray(self.size)
        draw_at, active_at, last_at, last_seat_at = self._base_places
        active, players, counts = game.active, self.players, self._counts[seat]
        out[draw_at + len(game.draw)] = out[active_at + (active - seat) % players] = 1
        if players > 1:
            for other, hand in enumerate(game.hands):
                if other != active:
                    out[counts[other] + len(hand)] = 1
        if game.last_turn is not None:
            who, moves = game.last_turn
            for move in moves:
                out[last_at + CARD_OF[move]] = 1
            out[last_seat_at + (who - seat) % players] = 1
        return out

    def _write_more(
        self, out: bytearray, game: Game, seat: int, standing: Iterable[Signal], history: History | None
    ) -> None:
        start = self._start
        if "signals" in start:
            words = ALL_ACTIONS - ACTIONS
            for signal in standing:
                who = (signal.seat - seat) % self.players
                out[start["signals"] + words * who + action_of_signal(signal) - ACTIONS] = 1
        if "map" in start:
            for card in range(2, 100):
                if 1 <= game.rules.marks[card] <= 7:
                    out[start["map"] + 7 * (card - 2) + game.rules.marks[card] - 1] = 1
        if "unseen" in start:
            for cards in (*game.hands[:seat], *game.hands[seat + 1 :], game.draw):
                for card in cards:
                    out[start["unseen"] + card - 2] = 1
        if self.history and history is not None:
            _write_history(out, start, history, seat, self.players, game.hands[seat])

    def vector(self, game: Game, seat: int, standing: Iterable[Signal] = (), history: History | None = None) -> Vector:
        """Return the vector as a new array."""
        return np.frombuffer(self.bytes_of(game, seat, standing, history), INT8)

    def parts(self, vector: npt.NDArray[np.generic]) -> Mapping[str, npt.NDArray[np.generic]]:
        """Return the named parts of a vector, each in its shape, without copying."""
        return {part.name: vector[part.start : part.stop].reshape(part.shape) for part in self.layout}


def _write_history(
    out: bytearray, start: Mapping[str, int], history: History, seat: int, players: int, hand: tuple[Card, ...]
) -> None:
    own = set(hand)
    for order, (turn, who, move) in enumerate(history.laid, start=1):
        action = ACTION_OF[move]
        card, pile = action >> 2, action & 3
        out[start["laid_by"] + players * card + (who - seat) % players] = 1
        out[start["laid_on"] + 4 * card + pile] = 1
        _write_number(out, start["laid_in"] + TURN_BITS * card, turn)
        _write_number(out, start["laid_at"] + TURN_BITS * card, order)
        if who == seat:
            own.add(card + 2)
    for card in own:
        _write_number(out, start["got_in"] + TURN_BITS * (card - 2), 1 + history.came[card])


def _write_number(out: bytearray, place: int, number: int) -> None:
    for bit in range(TURN_BITS):
        out[place + bit] = number >> bit & 1


def legal_actions(game: Game) -> list[int]:
    """Return the legal actions of the active seat, in order; a finished game has none."""
    return game.legal_under(_LAYS, END_ACTION)


def mask_bytes(actions: Iterable[int], count: int = ACTIONS) -> bytearray:
    """Return the mask of legal actions as bytes."""
    out = bytearray(count)
    for action in actions:
        out[action] = 1
    return out


def idle_mask(count: int = ACTIONS) -> bytearray:
    """Return the mask of a seat that has nothing to do: a mask is never empty, so it holds `END_ACTION`."""
    out = bytearray(count)
    out[END_ACTION] = 1
    return out


def as_mask(out: bytearray) -> Vector:
    """Return bytes as a mask."""
    return np.frombuffer(out, INT8)
