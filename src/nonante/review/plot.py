"""The curve of a review as an SVG picture, without a library."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from ..messages import Review

WIDTH, HEIGHT, MARGIN = 800, 320, 48
WORDS: Final[Mapping[str, str]] = {
    "title": "Win chance after every turn",
    "turn": "Turn",
    "winnable": "Could still be won with the deck known",
    "percent": "{value}%",
}
"""What is written in the picture, in English."""


def plot_svg(review: Review, words: Mapping[str, str] = WORDS) -> str:
    """Return an SVG chart of a review: the win chance before every turn, the losses, and the costliest turns."""
    chances = [turn.best for turn in review.turns] + [review.result]
    step = (WIDTH - 2 * MARGIN) / max(1, len(chances) - 1)
    spots = [(MARGIN + step * place, _height(chance)) for place, chance in enumerate(chances)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    floor = _height(0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" '
        f'font-size="13"><title>{escape(words["title"])}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *(_grid(points, words["percent"]) for points in (0, 25, 50, 75, 100)),
        f'<polygon points="{MARGIN},{floor:.1f} {line} {spots[-1][0]:.1f},{floor:.1f}" fill="#b8860b" opacity="0.12"/>',
        f'<polyline points="{line}" fill="none" stroke="#8a6508" stroke-width="2"/>',
        *_drops(review, spots),
        *_band(review, spots, words["winnable"]),
        f'<text x="{MARGIN}" y="24" font-size="16">{escape(words["title"])}</text>',
        f'<text x="{WIDTH - MARGIN}" y="{floor + 18:.0f}" text-anchor="end">{escape(words["turn"])} '
        f"{len(review.turns)}</text></svg>",
    ]
    return "\n".join(parts) + "\n"


def _height(chance: float) -> float:
    return MARGIN + (100 - chance) / 100 * (HEIGHT - 2.4 * MARGIN)


def _grid(points: int, percent: str) -> str:
    y = _height(points)
    return (
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>'
        f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{percent.format(value=points)}</text>'
    )


def _drops(review: Review, spots: list[tuple[float, float]]) -> list[str]:
    """Draw what marked turns gave away, and a diamond with its number at each of the most costly ones."""
    parts = []
    ranks = {costly.turn: number for number, costly in enumerate(review.costly, start=1)}
    for (x, y), turn in zip(spots, review.turns, strict=False):
        if turn.mark:
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{_height(turn.played):.1f}" stroke="#a33" '
                f'stroke-width="4"/>'
            )
        if turn.turn in ranks:
            parts.append(
                f'<path d="M{x:.1f} {y - 20:.1f}l9 9l-9 9l-9 -9z" fill="#fff" stroke="#a33"/>'
                f'<text x="{x:.1f}" y="{y - 7:.1f}" text-anchor="middle" font-size="11">{ranks[turn.turn]}</text>'
            )
    return parts


def _band(review: Review, spots: list[tuple[float, float]], words: str) -> list[str]:
    """Draw how long the game could still be won with the deck known: dots, and a cross where that ended."""
    if review.winnable is None or not review.turns:
        return []
    until, y = review.winnable.until, HEIGHT - 22
    first = review.turns[0].turn
    last = spots[0][0] if until is None else spots[until - first][0]
    cross = "" if review.result else f'<text x="{last + 6:.1f}" y="{y + 5}" fill="#333">×</text>'
    return [
        f'<line x1="{MARGIN}" x2="{last:.1f}" y1="{y}" y2="{y}" stroke="#333" stroke-dasharray="2 4"/>',
        cross,
        f'<text x="{MARGIN}" y="{y + 16}" font-size="11">{escape(words)}</text>',
    ]
