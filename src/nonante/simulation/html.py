"""Results as notebooks show them: tables with their intervals, and a bar for every number of cards left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from .tables import percent, rules_text, setting_text

if TYPE_CHECKING:
    from .crossplay import CrossPlay
    from .results import Counts, Result
    from .tournaments import Tournament

_WON, _FINE, _LOST = "#3c7d6b", "#8fb9a8", "#b9c0ca"
_HIGH = 60


def result_html(result: Result) -> str:
    """Show one result: its rates, and how many cards were left."""
    low, high = result.interval
    rows = [
        ("games", f"{result.games:,} (seed {result.seed})"),
        ("won", f"{percent(result.win_rate)} ({percent(low)} to {percent(high)})"),
        ("fewer than ten left", percent(result.excellent_rate)),
        ("cards left on average", f"{result.mean_left:.2f}"),
    ]
    return _titled(setting_text(result), _table((), rows) + _bars(result.counts))


def tournament_html(played: Tournament) -> str:
    """Show who did best."""
    rows = []
    for place in played.ranking():
        result = played.results[place]
        low, high = result.interval
        rows.append((result.player, percent(result.win_rate), f"{percent(low)} to {percent(high)}",
                     f"{result.mean_left:.2f}"))  # fmt: skip
    title = f"{rules_text(played.results[0].rules)}: {played.games:,} deals"
    return _titled(title, _table(("player", "won", "95 % interval", "left"), rows))


def cross_html(played: CrossPlay) -> str:
    """Show the cross-play matrix."""
    rows = [(name, *map(_rate, line)) for name, line in zip(played.names, played.cells, strict=True)]
    title = f"{rules_text(played.rules)}: cross-play, {played.games:,} deals"
    return _titled(title, _table(("", *played.names), rows))


def _rate(counts: Counts) -> str:
    low, high = counts.interval
    return f"{percent(counts.win_rate)} ({100 * low:.1f} to {100 * high:.1f})"


def _titled(title: str, body: str) -> str:
    return f"<div><strong>{escape(title)}</strong>{body}</div>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    first = "".join(f"<th>{escape(text)}</th>" for text in head)
    lines = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in ([first] if head else []) + lines) + "</table>"


def _bars(counts: Counts) -> str:
    """Draw the share of games by cards left."""
    most = max(counts.left) or 1
    last = max((left for left, count in enumerate(counts.left) if count), default=0)
    bars = []
    for left, count in enumerate(counts.left[: last + 1]):
        high = _HIGH * count / most
        colour = _WON if left == 0 else _FINE if left < 10 else _LOST
        about = f"<title>{left} left: {count:,} games</title>"
        bars.append(f'<rect x="{6 * left}" y="{_HIGH - high:.1f}" width="5" height="{high:.1f}" fill="{colour}">'
                    f"{about}</rect>")  # fmt: skip
    width = 6 * (last + 1)
    return f'<svg width="{width}" height="{_HIGH}" viewBox="0 0 {width} {_HIGH}">{"".join(bars)}</svg>'
