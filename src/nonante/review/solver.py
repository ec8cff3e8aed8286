"""Could a position still be won with the deck known? Answers "could", never "should": nobody knew the deck.

With the extra ``[fast]`` the search is compiled (`kernel.solver`). Without it the same search runs here in Python, some
hundred times slower and therefore with far fewer positions: it answers "open" more often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from threading import local
from typing import Any, Final, Literal, TypeAlias

from .. import kernel
from ..rules import DRAW_ONE, END, FIRE, LOST, NO_RETRO, ONE_PILE, PILES, PLAYING, STUCK, WON, Game, Pile
from ..table import Record
from .incremental import Steps, finish
from .replay import Replay

Outcome: TypeAlias = Literal["won", "lost", "open"]
"""What is known: a win was found, there is proved to be none, or neither."""
WIDTHS: Final = (30, 200, 1000, 3000)
"""Positions kept after every card, one search after the other until one finds a win."""
PLAIN_WIDTHS: Final = (10, 60)
"""The same without the compiled kernel."""
WEIGHTS: Final = {
    "fits_0": -60,
    "fits_1": -12,
    "fits_2": -4,
    "fits_3": -1,
    "height": -3,
    "pair": 10,
    "pair_held": 6,
    "back": 20,
    "back_held": 14,
    "mark_shown": -20,
}
"""What a position is worth, by the names of `kernel.solver`."""
_SHOWN: Final = (NO_RETRO, ONE_PILE, DRAW_ONE, FIRE)

_thread = local()


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search with the deck known."""

    outcome: Outcome
    moves: tuple[str, ...] = ()
    """A way to win, where one was found; `plain_search` returns a way to lose with as many cards laid as it can."""


def solve(game: Game, widths: Iterable[int] | None = None) -> Solution:
    """Search for a way to win from the start of a turn, knowing all hands and the draw pile."""
    return finish(solving(game, widths))


def solving(game: Game, widths: Iterable[int] | None = None) -> Steps[Solution]:
    """Search as `solve` does, but in steps, so that others can go first."""
    if game.status != PLAYING or game.laid_this_turn:
        return (yield from _solving_within_turn(game, widths))
    compiled = kernel.available()
    search = _compiled_search if compiled else plain_search
    found = Solution("open")
    for width in widths or (WIDTHS if compiled else PLAIN_WIDTHS):
        found = yield from search(game, width)
        if found.outcome != "open":
            break
    return found


def _solving_within_turn(game: Game, widths: Iterable[int] | None) -> Steps[Solution]:
    """Look for a win in the middle of a turn: every way to end it is tried."""
    if game.status != PLAYING:
        return Solution("won" if game.status == WON else "lost")
    answers = set()
    for moves, after in turn_ends(game):
        found = Solution("won") if after.status == WON else (yield from solving(after, widths))
        if found.outcome == "won":
            return Solution("won", (*moves, *found.moves))
        answers.add(found.outcome)
    return Solution("open" if "open" in answers else "lost")


def turn_ends(game: Game) -> Iterator[tuple[tuple[str, ...], Game]]:
    """Return every way to bring a turn to its end that does not lose."""
    met, waiting = set[Game](), list[tuple[tuple[str, ...], Game]]([((), game)])
    while waiting:
        moves, now = waiting.pop()
        for move in now.legal_moves():
            after = now.play(move)
            if after.status == LOST or _alike(after) in met:
                continue
            met.add(_alike(after))
            if after.turn != now.turn or after.status == WON:
                yield (*moves, move), after
            else:
                waiting.append(((*moves, move), after))


def looking_for_a_win(record: Record) -> Steps[tuple[int | None, bool]]:
    """Return the last turn before which a finished game could still be won, and whether the rest is proved.

    What is lost stays lost, so the turns are halved until the last good one is found. None: no turn was good.
    """
    replay = Replay.of(record)
    if replay.final.status == WON:
        return (replay.turns[-1].turn if replay.turns else None), True
    good, bad, proved = -1, len(replay.turns), True
    while bad - good > 1:
        middle = (good + bad) // 2
        found = yield from solving(replay.game(replay.turns[middle].first))
        if found.outcome == "won":
            good = middle
        else:
            bad, proved = middle, found.outcome == "lost"
    return (replay.turns[good].turn if good >= 0 else None), proved


# --- compiled ---------------------------------------------------------------------------------------------------------


def _compiled_search(game: Game, width: int) -> Steps[Solution]:
    from ..kernel import records

    yield

    solver = kernel.load("solver")
    beam = _beam(width)
    beam.state[:] = records.state_record(game)
    answer = solver.solve(beam, records.rules_record(game.rules), _weights(), width, game.active)
    if answer != solver.FOUND:
        return Solution("lost" if answer == solver.PROVED_LOST else "open")
    actions = beam.line[1 : 1 + int(beam.line[0])]
    return Solution("won", tuple(records.move_of(int(action)) for action in actions))


@cache
def _weights() -> Any:
    return kernel.load("solver").weights_record(WEIGHTS)


def _beam(width: int) -> Any:
    """Return this thread's room for a search."""
    if not hasattr(_thread, "beams"):
        _thread.beams = {}
    if width not in _thread.beams:
        _thread.beams[width] = kernel.load("solver").beam(width)
    return _thread.beams[width]


# --- in Python --------------------------------------------------------------------------------------------------------


def plain_search(game: Game, width: int) -> Steps[Solution]:
    """Search as `kernel.solver` does, in plain Python."""
    level: list[tuple[Game, tuple[str, ...]]] = [(game, ())]
    complete = True
    deepest = level[0]
    while level:
        yield
        deepest = level[0]
        following: dict[Game, tuple[str, ...]] = {}
        for now, moves in [*level, *_ended(level)]:
            for move in now.legal_moves():
                after = now if move == END else now.play(move)
                if after.status == WON:
                    return Solution("won", (*moves, move))
                if move != END and after.status == PLAYING:
                    following.setdefault(_alike(after), (*moves, move))
        best = sorted(following.items(), key=lambda pair: -position_score(pair[0]))
        complete = complete and len(best) <= width
        level = best[:width]
    return Solution("lost" if complete else "open", _played_out(*deepest))


def _played_out(game: Game, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves of a game and those that lose it, by a card that fits nowhere rather than by a command."""
    while game.status == PLAYING:
        after = {move: game.play(move) for move in game.legal_moves()}
        chosen = min(after, key=lambda move: (after[move].reason not in (None, STUCK), after[move].score))
        game, moves = after[chosen], (*moves, chosen)
    return moves


def _ended(level: Iterable[tuple[Game, tuple[str, ...]]]) -> Iterator[tuple[Game, tuple[str, ...]]]:
    for game, moves in level:
        if len(game.laid_this_turn) >= max(1, game.minimum):
            after = game.play(END)
            if after.status == PLAYING:
                yield _alike(after), (*moves, END)


def _alike(game: Game) -> Game:
    """Return a game without its history, so that equal positions compare equal."""
    return game._replace(last_turn=None, turn=1, laid_this_turn=tuple(sorted(game.laid_this_turn)))


def position_score(game: Game) -> int:
    """Judge a position with the deck known: what still fits, and what can go back."""
    a, b, c, d = game.tops
    unplayed = {card for hand in game.hands for card in hand} | set(game.draw)
    fits = [0] * 5
    for card in unplayed:
        fits[(card > a) + (card > b) + (card < c) + (card < d)] += 1
    backs = tuple(map(Pile.back, PILES, game.tops))
    score = sum(WEIGHTS[f"fits_{piles}"] * fits[piles] for piles in range(4))
    score += WEIGHTS["height"] * (a + b + 202 - c - d)
    score += WEIGHTS["pair"] * sum(card + 10 in unplayed for card in unplayed)
    score += WEIGHTS["back"] * sum(back in unplayed for back in backs)
    for hand in game.hands:
        score += WEIGHTS["pair_held"] * sum(card + 10 in hand for card in hand)
        score += WEIGHTS["back_held"] * sum(back in hand for back in backs)
    return score + WEIGHTS["mark_shown"] * sum(game.rules.marks[top] in _SHOWN for top in game.tops)
