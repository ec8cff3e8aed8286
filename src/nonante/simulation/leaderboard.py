"""Entries of the benchmark side by side: scores relative to the best player, and the table as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .. import __version__
from .benchmark import CORE, NAME, PARTS, VERSION, Entry, Part, laid_interval
from .results import Counts

BEST: Final = {
    "nearest": 79, "planner": 91, "ismcts": 80, "ppo-1": 90, "ppo-2": 89, "ppo-3": 90,
    "novice": 87, "steady": 92, "strong": 95, "champion": 97,
}  # fmt: skip
"""% of the deck that the best player of the pool lays beside each partner, over the core set; `random` is left out.

These are figures of docs/reference/benchmark.md as they were measured for version 1. They define what 100 points are
and do not change with the players.
"""
BEST_ALONE: Final = 97.3
"""The same for the best player beside copies of itself."""
BEST_AD_HOC: Final = 77.0
"""The same for the best player beside strangers."""


@dataclass(frozen=True)
class Score:
    """Points of one part, where 100 is the best player of the pool; `half` is half the 95% interval."""

    points: float
    half: float

    def __str__(self) -> str:
        return f"{self.points:.1f} ± {self.half:.1f}"


def scores_of(cells: Iterable[Mapping[str, Any]], name: str) -> dict[Part, Score]:
    """Return the points of the parts that a player's cells, as JSON data, cover completely: all partners, all settings.

    Cross-play is the mean over all partners but `random`, beside whom everybody loses, and the player itself.
    """
    laid = {(cell["part"], cell["partner"], cell["setting"]): cell["laid"] for cell in cells}
    partners = [one for one in BEST if one != name]
    wanted: dict[Part, list[tuple[str, float]]] = {
        "self": [(name, BEST_ALONE)],
        "cross": [(one, BEST[one]) for one in partners],
        "ad-hoc": [("strangers", BEST_AD_HOC)],
    }
    return {
        part: _mean([_relative([laid[part, who, setting] for setting in CORE], best) for who, best in pairs])
        for part, pairs in wanted.items()
        if all((part, who, setting) in laid for who, _ in pairs for setting in CORE)
    }


def with_points(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry as JSON data with the points of each part, and half their interval."""
    scores = scores_of(data["cells"], data["identity"]["name"])
    return {**data, "points": {part: [score.points, score.half] for part, score in scores.items()}}


def _relative(laid: Sequence[Sequence[float]], best: float) -> Score:
    """Return the mean share of the deck over all settings, as points."""
    mean = _mean([Score(100 * share, 100 * (high - share)) for share, _, high in laid])
    return Score(100 * mean.points / best, 100 * mean.half / best)


def _mean(scores: Sequence[Score]) -> Score:
    count = len(scores)
    half = sum(one.half**2 for one in scores) ** 0.5 / count
    return Score(sum(one.points for one in scores) / count, half)


def entries_text(entries: Sequence[Entry]) -> str:
    """Return the leaderboard as a Markdown table: points, then wins and share of the deck laid, with 95% intervals."""
    hidden = ", hidden set" if any(entry.secret for entry in entries) else ""
    lines = [
        f"{NAME} version {VERSION}{hidden}, nonante {__version__}: points (100 = the best player of the pool), then "
        "wins in % and % of the deck laid over all partners, with 95% intervals",
        "",
        f"| player | budget | games a cell | {' | '.join(PARTS)} | CPU time | signed |",
        f"|---|---|---|{'---|' * len(PARTS)}---|---|",
    ]
    for entry in entries:
        data = entry.to_data()
        points = scores_of(data["cells"], entry.identity.name)
        shown = " | ".join(_part_text(points.get(part), entry.part(part)) for part in PARTS)
        who = f"| `{entry.identity.name}` | {entry.budget} | {entry.games} |"
        lines.append(f"{who} {shown} | {duration(entry.seconds)} | {data['digest'][:12]} |")
    return "\n".join(lines)


def _part_text(score: Score | None, counts: Counts) -> str:
    if not counts.games:
        return "–"
    low, high = counts.interval
    laid, half = laid_interval(counts)
    shown = f"{100 * counts.win_rate:.1f} ({100 * low:.1f}–{100 * high:.1f}), {100 * laid:.1f} ± {100 * half:.1f}"
    return shown if score is None else f"**{score}**; {shown}"


def duration(seconds: float) -> str:
    """Write a time so that it can be compared at a glance.

    >>> duration(8.43), duration(247), duration(9000)
    ('8.4 s', '4 min', '2.5 h')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
