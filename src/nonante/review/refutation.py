"""Refutations: how a game goes on after a turn that fails a puzzle, down to the card that loses it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..messages import ToldLoss
from ..players import player
from ..rules import (
    END,
    FIRE,
    LOST,
    MOVES,
    PILES,
    PLAYING,
    SKULL,
    STOP,
    STUCK,
    THREE,
    Card,
    Game,
    LossReason,
)
from .incremental import Steps
from .replay import position_after
from .solver import plain_search

WIDTH: Final = 60
"""Positions kept after every card while the longest way to lose is looked for."""
WORLDS: Final = 100
"""How often hidden cards are dealt again until a game is lost."""
_CULPRITS: Final[dict[LossReason, int]] = {
    "skull-uncovered": SKULL,
    "three-not-three": THREE,
    "stop-before-third": STOP,
    "fire-uncovered": FIRE,
}


@dataclass(frozen=True, slots=True)
class Refutation:
    """A game from a puzzle's position to its loss."""

    game: Game
    """Where it starts; hidden cards are dealt anew."""
    moves: tuple[str, ...]
    """The turns of the try and those after them, to the end."""
    seat: int
    card: Card
    """The card that loses it: one that fits nowhere, or the one whose command is broken."""
    reason: ToldLoss
    taken_by: str | None
    """The move of the try that took the only pile where the card could have gone."""


def refuting(game: Game, moves: Sequence[str], hidden: bool) -> Steps[Refutation | None]:
    """Return how a game is lost after these moves; None where it is won. Hidden cards are dealt anew."""
    for seed in range(WORLDS if hidden else 1):
        start = _dealt_anew(game, seed) if hidden else game
        after = position_after(start, moves)
        line = tuple(moves)
        if after.status == PLAYING:
            line += (yield from _playing_on(after)) if hidden else (yield from plain_search(after, WIDTH)).moves
        end = position_after(start, line)
        if end.status == LOST:
            return _explained(start, tuple(moves), line, end)
    return None


def _playing_on(game: Game) -> Steps[tuple[str, ...]]:
    """Return how a sensible team that sees its own cards only plays on."""
    team, line = player("steady"), list[str]()
    while game.status == PLAYING:
        yield
        turn = game.turn
        for move in team.plan(game.view(game.active)):
            game = game.play(move)
            line.append(move)
            if game.turn != turn or game.status != PLAYING:
                break
    return tuple(line)


def _dealt_anew(game: Game, seed: int) -> Game:
    """Return a position with the cards that the active seat does not see dealt in another way."""
    unseen = list(game.view(game.active).unseen)
    random.Random(f"{game.to_text()} {seed}").shuffle(unseen)  # noqa: S311 - a possible deal, not a secret
    hands = [[*hand] if seat == game.active else [unseen.pop() for _ in hand] for seat, hand in enumerate(game.hands)]
    return Game.arrange(game.rules, game.piles, hands, unseen, game.active)


def _explained(start: Game, tried: tuple[str, ...], line: tuple[str, ...], end: Game) -> Refutation:
    """Name the card that loses the game: of a hand that is too short, the card that it did not get to draw."""
    reason, hand = end.reason or STUCK, end.hands[end.active]
    if reason != STUCK:
        return Refutation(start, line, end.active, _culprit(end, reason), reason, None)
    if not hand:
        return Refutation(start, line, end.active, end.draw[0], "short-hand", None)
    turn, moves = _last_turn(start, tried)
    for card in hand:
        if taken := _taker(turn, moves, card):
            return Refutation(start, line, end.active, card, reason, taken)
    nearest = min(hand, key=lambda card: min(abs(card - top) for top in end.tops))
    return Refutation(start, line, end.active, nearest, reason, None)


def _last_turn(game: Game, moves: tuple[str, ...]) -> tuple[Game, tuple[str, ...]]:
    """Return the position before the last turn of some moves, and that turn."""
    start, first = game, 0
    for place, move in enumerate(moves):
        if game.turn != start.turn:
            start, first = game, place
        game = game.play(move)
    return start, moves[first:]


def _culprit(end: Game, reason: LossReason) -> Card:
    """Return the card whose command is broken: the last one of its kind that was laid, or that lies on top."""
    laid = [MOVES[move][0] for move in end.laid_this_turn]
    kind = _CULPRITS.get(reason)
    marked = [card for card in (*end.tops, *laid) if kind is not None and end.rules.marks[card] == kind]
    return (marked or laid)[-1]


def _taker(start: Game, tried: tuple[str, ...], card: Card) -> str | None:
    """Return the move of a try that closed the only pile which took a card, if there is such a move."""
    open_ = [pile for pile in range(4) if PILES[pile].takes(start.tops[pile], card)]
    if len(open_) != 1:
        return None
    game, closed = start, None
    for move in tried:
        before = PILES[open_[0]].takes(game.tops[open_[0]], card)
        game = game.play(move)
        if move != END and before and not PILES[open_[0]].takes(game.tops[open_[0]], card):
            closed = move
    return None if PILES[open_[0]].takes(game.tops[open_[0]], card) else closed
