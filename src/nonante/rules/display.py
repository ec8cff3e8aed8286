"""A game or a view as people see it: a few lines of text, and a drawing of piles and hands.

The drawing is a `Scene` of boxes: notebooks get it as SVG, the environments turn it into pixels.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from .cards import LETTERS, Card, is_card
from .outcome import PLAYING

if TYPE_CHECKING:
    from .game import Game
    from .view import View

PAPER: Final = "#f4f1ea"
INK: Final = "#2b2f36"
_CARD, _BACK, _FIRE, _COMMAND, _BARE = "#ffffff", "#8a93a0", "#f6cdbf", "#d9e2f3", "#e4dfd3"
_WIDE, _HIGH, _GAP = 44, 60, 8
_HANDS_AT: Final = 132
_ARROWS: Final = "↑↑↓↓"


class Box(NamedTuple):
    """A rectangle with a line of text in its middle, and perhaps a smaller one below; no fill: text alone."""

    x: int
    y: int
    width: int
    height: int
    text: str
    below: str = ""
    fill: str | None = None


class Scene(NamedTuple):
    """A drawing: its size and its boxes, in the order in which they are drawn."""

    width: int
    height: int
    boxes: tuple[Box, ...]


def lines(shown: Game | View) -> str:
    """Return the table as a few lines of text; hidden hands are shown as a number of cards.

    >>> from nonante import Game, Rules
    >>> print(Game.deal(Rules.edition("base", players=1), seed=7))
    turn 1: 0 of 2 cards laid, 90 in the draw pile
    A^ 1  B^ 1  Cv 100  Dv 100
    > player_0: 4 28 30 34 46 49 52 68
    """
    piles = zip(LETTERS, "^^vv", shown.tops, strict=True)
    text = [headline(shown), "  ".join(f"{letter}{way} {_worded(shown, top)}" for letter, way, top in piles)]
    for seat, hand in enumerate(_hands(shown)):
        cards = f"{hand} cards" if isinstance(hand, int) else " ".join(_worded(shown, card) for card in hand)
        text.append(f"{_pointer(shown, seat)} player_{seat}: {cards}".rstrip())
    return "\n".join(text)


def headline(shown: Game | View) -> str:
    """Say in one line where the game stands."""
    if shown.status == PLAYING:
        laid = len(shown.laid_this_turn)
        return f"turn {shown.turn}: {laid} of {shown.minimum} cards laid, {_draw_count(shown)} in the draw pile"
    why = f": {shown.reason}" if shown.reason else ""
    return f"{shown.status} in turn {shown.turn}, {shown.score} cards left{why}"


def scene(shown: Game | View) -> Scene:
    """Return the drawing: a line of text, the four piles, and a row for each seat."""
    hands = _hands(shown)
    most = max(4, *(hand if isinstance(hand, int) else len(hand) for hand in hands))
    width = max(96 + most * (_WIDE + _GAP), 380)
    boxes = [Box(_GAP, _GAP, width - 2 * _GAP, 20, headline(shown))]
    for pile, top in enumerate(shown.tops):
        x = 96 + pile * (_WIDE + _GAP)
        boxes += [Box(x, 34, _WIDE, 16, f"{LETTERS[pile]} {_ARROWS[pile]}"), _card(shown, top, x, 54)]
    for seat, hand in enumerate(hands):
        boxes += _row(shown, seat, hand)
    return Scene(width, _HANDS_AT + len(hands) * (_HIGH + _GAP), tuple(boxes))


def svg(shown: Game | View) -> str:
    """Return the drawing as SVG, complete in itself."""
    drawn = scene(shown)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width} {drawn.height}" width="{drawn.width}"'
        f' height="{drawn.height}" role="img" font-family="sans-serif" text-anchor="middle">'
    )
    title = f"<title>{escape(lines(shown), quote=False)}</title>"
    paper = f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>'
    return "".join([head, title, paper, *map(_svg_box, drawn.boxes), "</svg>"])


def _svg_box(box: Box) -> str:
    x, y, width, height, text, below, fill = box
    parts = []
    if fill:
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" fill="{fill}" stroke="{INK}"/>')
    size = 18 if fill else 12
    middle = y + height // 2 + size // 3 - (6 if below else 0)
    words = escape(text, quote=False)
    parts.append(f'<text x="{x + width // 2}" y="{middle}" font-size="{size}" fill="{INK}">{words}</text>')
    if below:
        parts.append(f'<text x="{x + width // 2}" y="{y + height - 8}" font-size="9" fill="{INK}">{below}</text>')
    return "".join(parts)


def _row(shown: Game | View, seat: int, hand: tuple[Card, ...] | int) -> list[Box]:
    y = _HANDS_AT + seat * (_HIGH + _GAP)
    boxes = [Box(_GAP, y, 80, _HIGH, f"{_pointer(shown, seat)} player {seat}".strip())]
    places = [96 + place * (_WIDE + _GAP) for place in range(hand if isinstance(hand, int) else len(hand))]
    if isinstance(hand, int):
        return boxes + [Box(x, y, _WIDE, _HIGH, "", fill=_BACK) for x in places]
    return boxes + [_card(shown, card, x, y) for card, x in zip(hand, places, strict=True)]


def _card(shown: Game | View, card: int, x: int, y: int) -> Box:
    mark = _mark(shown, card)
    fill = {"": _CARD, "fire": _FIRE}.get(mark, _COMMAND) if is_card(card) else _BARE
    return Box(x, y, _WIDE, _HIGH, str(card), mark, fill)


def _mark(shown: Game | View, card: int) -> str:
    if not is_card(card):
        return ""
    return "fire" if shown.rules.is_fire(card) else shown.rules.command_of(card) or ""


def _worded(shown: Game | View, card: int) -> str:
    mark = _mark(shown, card)
    return f"{card}({mark})" if mark else str(card)


def _pointer(shown: Game | View, seat: int) -> str:
    return ">" if seat == shown.active and shown.status == PLAYING else " "


def _hands(shown: Game | View) -> list[tuple[Card, ...] | int]:
    """Return each seat's cards, or how many they are where they are hidden."""
    if shown.hands is not None:
        return list(shown.hands)
    return [shown.hand if seat == shown.seat else count for seat, count in enumerate(shown.counts)]


def _draw_count(shown: Game | View) -> int:
    return len(shown.draw) if shown.draw is not None else shown.draw_count
