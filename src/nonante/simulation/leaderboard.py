"""Entries of the benchmark side by side: scores relative to the best player, and the table as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, pvariance
from typing import Any, Final, TypeAlias

from .. import __version__
from ..players import Z, wilson
from .benchmark import CORE, NAME, PARTS, VERSION, Cell, Entry, Part

BEST: Final = {
    "nearest": 79, "planner": 91, "ismcts": 80, "ppo-1": 90, "ppo-2": 89, "ppo-3": 90,
    "novice": 87, "steady": 92, "strong": 95, "champion": 97,
}  # fmt: skip
"""% of the deck that the champion of nonante 0.1.0 laid beside each partner, over the core set of version 1.

It was the best beside all of them. These figures define what 100 points are; they do not change with the players.
"""
BEST_ALONE: Final = 97.3
"""The same with copies of itself."""
BEST_AD_HOC: Final = 77.0
"""The same beside strangers."""

_Left: TypeAlias = Mapping[tuple[str, str, str], Sequence[int]]


@dataclass(frozen=True)
class Score:
    """Points of one part: 100 is what `BEST` says, and `half` is half the 95% interval.

    The deals are what is drawn by chance: games of one deal with several partners count as one observation.
    """

    points: float
    half: float

    def __str__(self) -> str:
        return f"{self.points:.1f} ± {self.half:.1f}"


def scores_of(cells: Iterable[Mapping[str, Any]], name: str) -> dict[Part, Score]:
    """Return the points of the parts that a player's cells, as JSON data, cover completely: all partners, all settings.

    Cross-play is the mean over all partners but the player itself.
    """
    left = _by_place(cells)
    found = {part: _points(left, part, name, _partners(name)) for part in PARTS}
    return {part: _mean(points) for part, points in found.items() if points}


def lead_of(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[Part, Score]:
    """Return how many points an entry, as JSON data, is ahead of another one, deal by deal.

    In cross-play that is with the partners of both. Entries on other deals have nothing to compare.
    """
    if any(one.get(name) != other.get(name) for name in ("benchmark", "version", "hidden")):
        return {}
    names = [entry["identity"]["name"] for entry in (one, other)]
    cells, leads = [_by_place(entry["cells"]) for entry in (one, other)], dict[Part, Score]()
    for part in PARTS:
        a, b = (_points(left, part, name, _partners(*names)) for left, name in zip(cells, names, strict=True))
        if a and b:
            leads[part] = _mean([[x - y for x, y in zip(*deals, strict=False)] for deals in zip(a, b, strict=True)])
    return leads


def with_points(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry as JSON data with the points of each part, and half their interval."""
    scores = scores_of(data["cells"], data["identity"]["name"])
    return {**data, "points": {part: [score.points, score.half] for part, score in scores.items()}}


def _by_place(cells: Iterable[Mapping[str, Any]]) -> _Left:
    return {(cell["part"], cell["partner"], cell["setting"]): cell["left"] for cell in cells}


def _partners(*names: str) -> list[str]:
    return [one for one in BEST if one not in names]


def _points(left: _Left, part: Part, name: str, partners: Sequence[str]) -> list[list[float]]:
    """Return the points of every deal of every setting, the mean over all partners; none if a cell is missing."""
    best: dict[str, float] = {partner: BEST[partner] for partner in partners}
    if part != "cross":
        best = {name: BEST_ALONE} if part == "self" else {"strangers": BEST_AD_HOC}
    if not all((part, partner, setting) in left for partner in best for setting in CORE):
        return []
    return [
        [
            fmean(100 * 100 * (1 - cards / 98) / most for cards, most in zip(deal, best.values(), strict=True))
            for deal in zip(*(left[part, partner, setting] for partner in best), strict=True)
        ]
        for setting in CORE
    ]


def _mean(settings: Sequence[Sequence[float]]) -> Score:
    """Return the mean over all settings, and half its interval over the deals of each."""
    error = sum(pvariance(deals) / len(deals) for deals in settings) ** 0.5 / len(settings)
    return Score(fmean(map(fmean, settings)), Z * error)


def entries_text(entries: Sequence[Entry]) -> str:
    """Return the leaderboard as Markdown: points, wins, share of the deck; then who is ahead on the same deals."""
    hidden = ", hidden set" if any(entry.secret for entry in entries) else ""
    lines = [
        f"{NAME} version {VERSION}{hidden}, nonante {__version__}: points (100 = the champion of 0.1.0), then "
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
    return "\n".join([*lines, *_leads(entries)])


def _leads(entries: Sequence[Entry]) -> list[str]:
    """Return a table of how far each entry is ahead of the next one."""
    data = sorted((entry.to_data() for entry in entries), key=place_of)
    leads = [(one, other, lead_of(one, other)) for one, other in pairwise(data)]
    rows = [
        f"| `{one['identity']['name']}` before `{other['identity']['name']}` | "
        f"{' | '.join(str(lead.get(part, '–')) for part in PARTS)} |"
        for one, other, lead in leads
        if lead
    ]
    head = [f"| points ahead, on the same deals | {' | '.join(PARTS)} |", f"|---|{'---|' * len(PARTS)}"]
    return ["", *head, *rows] if rows else []


def place_of(data: Mapping[str, Any]) -> tuple[float, float, str]:
    """Return the place of an entry, as JSON data, in a list: the best in cross-play first."""
    scores = scores_of(data["cells"], data["identity"]["name"])
    cross, alone = (scores[part].points if part in scores else -1.0 for part in ("cross", "self"))
    return -cross, -alone, data["digest"]


def _part_text(score: Score | None, cells: Sequence[Cell]) -> str:
    if not cells:
        return "–"
    games, wins = sum(cell.games for cell in cells), sum(cell.wins for cell in cells)
    low, high = wilson(wins, games)
    laid = sum(cell.laid * cell.games for cell in cells) / games
    shown = f"{100 * wins / games:.1f} ({100 * low:.1f}–{100 * high:.1f}), {100 * laid:.1f}"
    return shown if score is None else f"**{score}**; {shown}"


def duration(seconds: float) -> str:
    """Write a time so that it can be compared at a glance.

    >>> duration(8.43), duration(247), duration(9000)
    ('8.4 s', '4 min', '2.5 h')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"
