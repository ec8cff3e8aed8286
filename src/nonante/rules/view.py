"""`View`: what one seat may know of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from .cards import END, LETTERS, MOVE_TEXT, Card, Tops
from .display import lines, svg
from .outcome import PLAYING, Grade, LossReason, Status, grade
from .settings import Rules
from .turn import TurnState, lay_moves


class Turn(NamedTuple):
    """Whose turn it was and the cards laid in it, as text moves."""

    seat: int
    moves: tuple[str, ...]


class Displayable:
    """What games and views have in common: the state of the turn, and how they are displayed."""

    __slots__ = ()
    turn_state: TurnState

    def __str__(self: Any) -> str:
        return lines(self)

    def _repr_svg_(self: Any) -> str:
        return svg(self)

    @property
    def tops(self) -> Tops:
        """The top card of A, B, C and D; 1 or 100 for a pile without cards."""
        return self.turn_state.tops

    @property
    def minimum(self) -> int:
        """How many cards this turn needs; fixed when it starts."""
        return self.turn_state.minimum

    @property
    def piles(self) -> dict[str, int]:
        """The top of each pile by its letter."""
        return dict(zip(LETTERS, self.tops, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Displayable):
    """A game as one seat sees it; `seat` is None for a spectator.

    `unseen` are the cards in the other hands and the draw pile together, which a seat that remembers every card laid
    can work out. `hands` and `draw` are only filled once the game is over.
    """

    rules: Rules
    seat: int | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    draw_count: int
    unseen: tuple[Card, ...]
    active: int
    turn: int
    opening: Tops
    turn_state: TurnState
    laid_this_turn: tuple[str, ...]
    last_turn: Turn | None
    status: Status
    reason: LossReason | None
    score: int
    hands: tuple[tuple[Card, ...], ...] | None
    draw: tuple[Card, ...] | None

    @property
    def grade(self) -> Grade | None:
        """The grade of a finished game (R2)."""
        return grade(self.status, sum(self.counts) + self.draw_count)

    def legal_moves(self) -> list[str]:
        """Return the legal moves of this seat; none if it is not its turn."""
        if self.status != PLAYING or self.seat != self.active:
            return []
        state = self.turn_state
        moves = lay_moves(MOVE_TEXT, self.rules.marks, state.tops, state.lock, self.hand)
        return [*moves, END] if state.laid >= state.minimum else moves

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data: what this seat may know, and no more."""
        last = self.last_turn
        data: dict[str, Any] = {
            "rules": self.rules.to_data(),
            "seat": self.seat,
            "hand": list(self.hand),
            "piles": self.piles,
            "counts": list(self.counts),
            "draw_count": self.draw_count,
            "unseen": list(self.unseen),
            "active": self.active,
            "turn": self.turn,
            "minimum": self.minimum,
            "laid_this_turn": list(self.laid_this_turn),
            "last_turn": last and {"seat": last.seat, "moves": list(last.moves)},
            "status": self.status,
            "reason": self.reason,
            "score": self.score,
        }
        if self.hands is not None and self.draw is not None:
            data |= {"hands": [list(hand) for hand in self.hands], "draw": list(self.draw)}
        return data
