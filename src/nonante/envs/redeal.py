"""Sampling what a seat cannot see: other hands and the order of the draw pile, consistent with its view."""

from __future__ import annotations

from typing import Any, Protocol

from ..rules import Game, View


class Shuffler(Protocol):
    """`random.Random`, `numpy.random.Generator`, or anything else that shuffles a list in place."""

    def shuffle(self, x: list[Any], /) -> None:
        """Shuffle the list in place."""
        ...


def redeal(view: View, rng: Shuffler) -> Game:
    """Return a random game that this seat cannot distinguish from the real one, all such deals being equally likely.

    Its view for the same seat equals `view`. What players meant by their moves is not considered.

    >>> import random
    >>> from nonante.rules import Rules
    >>> view = Game.deal(Rules.edition("base", players=3), seed=7).view(1)
    >>> other = redeal(view, random.Random(1))
    >>> other.view(1) == view, other.hands[1] == view.hand
    (True, True)
    """
    hidden = list(view.unseen)
    if view.hands is None or view.draw is None:
        rng.shuffle(hidden)
        hands, start = [], 0
        for seat, count in enumerate(view.counts):
            own = seat == view.seat
            hands.append(view.hand if own else tuple(sorted(hidden[start : start + count])))
            start += 0 if own else count
        draw = tuple(hidden[start:])
    else:
        hands, draw = list(view.hands), view.draw
    return Game(
        view.rules,
        tuple(hands),
        draw,
        view.active,
        view.turn,
        view.opening,
        view.turn_state,
        view.laid_this_turn,
        view.last_turn,
        view.status,
        view.reason,
    )
