"""A game as plain text, all hands open: for a researcher's terminal."""

from __future__ import annotations

from ..rules import LETTERS, Game
from ..rules.outcome import PLAYING


def draw(game: Game) -> str:
    """Return the table in a few lines.

    >>> from nonante.rules import Rules
    >>> print(draw(Game.deal(Rules.edition("base", players=1), seed=7)))
    turn 1: 0 of 2 cards laid, 90 in the draw pile
    A^ 1  B^ 1  Cv 100  Dv 100
    > player_0: 4 28 30 34 46 49 52 68
    """
    head = (
        f"turn {game.turn}: {len(game.laid_this_turn)} of {game.minimum} cards laid, {len(game.draw)} in the draw pile"
    )
    if game.status != PLAYING:
        head = f"{game.status} in turn {game.turn}, {game.score} cards left" + (
            f": {game.reason}" if game.reason else ""
        )
    piles = zip(LETTERS, "^^vv", game.tops, strict=True)
    lines = [head, "  ".join(f"{letter}{way} {_card(game, top)}" for letter, way, top in piles)]
    for seat, hand in enumerate(game.hands):
        pointer = ">" if seat == game.active and game.status == PLAYING else " "
        lines.append(f"{pointer} player_{seat}: {' '.join(_card(game, card) for card in hand)}".rstrip())
    return "\n".join(lines)


def _card(game: Game, card: int) -> str:
    if not 2 <= card <= 99:
        return str(card)
    mark = "fire" if game.rules.is_fire(card) else game.rules.command_of(card)
    return f"{card}({mark})" if mark else str(card)
