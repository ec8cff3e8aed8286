"""Results as plain text, and as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import combinations

from ..rules import REASONS
from .crossplay import CrossPlay
from .results import MARK_NAMES, Counts, Result, Shown, rules_text, setting_text
from .tournaments import Difference, Tournament

_BAR = 40  # characters of the longest bar
_WON, _FINE, _LOST = "#3c7d6b", "#8fb9a8", "#b9c0ca"
_HIGH = 60  # of the bars in a notebook


def percent(rate: float) -> str:
    """Write a rate with two decimals.

    >>> percent(0.0371)
    '3.71%'
    """
    return f"{100 * rate:.2f}%"


def shown(one: Shown, *, html: bool) -> str:
    """Return a result as plain text, or as a notebook shows it."""
    match one:
        case Result():
            return result_html(one) if html else result_text(one)
        case CrossPlay():
            return cross_html(one) if html else cross_text(one)
        case Tournament():
            return tournament_html(one) if html else tournament_text(one)
    raise TypeError(type(one).__name__)


def result_text(result: Result) -> str:
    """Return the result of a player as text: rates, cards left and what ended the games."""
    low, high = result.interval
    speed = f"{result.games / result.seconds:,.0f} games/s" if result.seconds else ""
    lines = [
        setting_text(result),
        "",
        f"games      {result.games:,}  (seed {result.seed}, {result.seconds:.1f} s, {speed})",
        f"won        {percent(result.win_rate)}  (95% interval {percent(low)} to {percent(high)})",
        f"excellent  {percent(result.excellent_rate)}  (fewer than ten cards left, wins included)",
        f"left       {result.mean_left:.2f} cards on average",
        "",
        "cards left",
        *bars(left_groups(result.counts)),
        "",
        "what ended the games",
        *bars(ends(result.counts)),
    ]
    blamed = blames(result.counts)
    if blamed:
        lines += ["", "causes of lost games", *bars(blamed)]
    return "\n".join(lines)


def left_groups(counts: Counts) -> list[tuple[str, int]]:
    """Group the scores: 0, 1 to 9, then tens."""
    groups = [("0", counts.left[0]), ("1-9", sum(counts.left[1:10]))]
    groups += [(f"{n}-{min(n + 9, 98)}", sum(counts.left[n : n + 10])) for n in range(10, 99, 10)]
    while len(groups) > 2 and not groups[-1][1]:
        groups.pop()
    return groups


def ends(counts: Counts) -> list[tuple[str, int]]:
    """Return the endings of the games that occurred."""
    return [pair for pair in zip(("won", *REASONS), counts.reasons, strict=True) if pair[1]]


def blames(counts: Counts) -> list[tuple[str, int]]:
    """Return the marks that caused lost games; empty if none did."""
    named = [pair for pair in zip(MARK_NAMES, counts.blamed, strict=True) if pair[1]]
    return [] if [name for name, _ in named] in ([], [MARK_NAMES[0]]) else named


def bars(pairs: Sequence[tuple[str, int]]) -> list[str]:
    """Draw numbers as bars of characters.

    >>> bars([("won", 1), ("stuck", 3)])
    ['  won     25.00%  #############', '  stuck   75.00%  ########################################']
    """
    total, most = sum(n for _, n in pairs) or 1, max((n for _, n in pairs), default=0) or 1
    width = max((len(name) for name, _ in pairs), default=0)
    return [f"  {name:{width}}  {percent(n / total):>7}  {'#' * round(_BAR * n / most)}".rstrip() for name, n in pairs]


def tournament_text(played: Tournament) -> str:
    """Return the ranking as text, with intervals and each player's lead over the next."""
    order = played.ranking()
    first = played.results[0]
    width = max(len(result.player) for result in played.results)
    lines = [f"{rules_text(first.rules)}: {first.games:,} deals, seed {first.seed}", ""]
    lines.append(f"   {'player':{width}} {'won':>7}  {'95% interval':16}  {'left':>6}  ahead of the next: wins, cards")
    for rank, i in enumerate(order, start=1):
        result = played.results[i]
        low, high = result.interval
        line = f"{rank:2} {result.player:{width}} {percent(result.win_rate):>7}  {percent(low):>6} - {percent(high):>7}"
        line += f"  {result.mean_left:6.2f}"
        if rank < len(order):
            wins, cards = played.wins_ahead(i, order[rank]), played.cards_ahead(i, order[rank])
            line += f"  {_lead(wins, 100, '%')}, {_lead(cards, 1, '')}"
        lines.append(line)
    return "\n".join(lines)


def pairs_text(played: Tournament) -> str:
    """Return the difference between each pair of players as text."""
    order = played.ranking()
    lines = ["every two: wins, cards"]
    for i, j in combinations(order, 2):
        wins, cards = _lead(played.wins_ahead(i, j), 100, "%"), _lead(played.cards_ahead(i, j), 1, "")
        lines.append(f"  {played.results[i].player} before {played.results[j].player}: {wins}, {cards}")
    return "\n".join(lines)


def _lead(lead: Difference, scale: float, unit: str) -> str:
    half = scale * (lead.high - lead.value)
    return f"{scale * lead.value:+.2f} ± {half:.2f}{unit}{'' if lead.clear else ' (may be luck)'}"


def cross_text(played: CrossPlay) -> str:
    """Return the cross-play matrix as text: win rates with their intervals."""
    names = played.names
    rows = [["", *names]]
    rows += [[name, *map(_cell, line)] for name, line in zip(names, played.cells, strict=True)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(names) + 1)]
    lines = ["  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    title = f"{rules_text(played.rules)}: cross-play, {played.games:,} deals, seed {played.seed}"
    about = "games won where each pair alternates seats, with 95% intervals"
    return "\n".join([title, about, "", *lines])


def _cell(counts: Counts) -> str:
    low, high = counts.interval
    return f"{percent(counts.win_rate)} ({100 * low:.1f}-{100 * high:.1f})"


# --- for notebooks ----------------------------------------------------------------------------------------------------


def result_html(result: Result) -> str:
    """Return a result as HTML: its rates, and how many cards were left."""
    low, high = result.interval
    rows = [
        ("games", f"{result.games:,} (seed {result.seed})"),
        ("won", f"{percent(result.win_rate)} ({percent(low)} to {percent(high)})"),
        ("fewer than ten left", percent(result.excellent_rate)),
        ("cards left on average", f"{result.mean_left:.2f}"),
    ]
    return _titled(setting_text(result), _table((), rows) + _bars(result.counts))


def tournament_html(played: Tournament) -> str:
    """Return the ranking as HTML."""
    rows = []
    for place in played.ranking():
        result = played.results[place]
        low, high = result.interval
        rows.append((result.player, percent(result.win_rate), f"{percent(low)} to {percent(high)}",
                     f"{result.mean_left:.2f}"))  # fmt: skip
    title = f"{rules_text(played.results[0].rules)}: {played.games:,} deals"
    return _titled(title, _table(("player", "won", "95% interval", "left"), rows))


def cross_html(played: CrossPlay) -> str:
    """Return the cross-play matrix as HTML."""
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
