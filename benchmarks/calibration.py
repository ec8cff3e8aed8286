"""Whether the champion's chances come true: fits the map from its values to chances, and checks it on other games.

    python benchmarks/measure.py --out FOLDER               # plays the games, on all cores
    python benchmarks/calibration.py --from FOLDER          # checks the shipped maps, a table by tenths
    python benchmarks/calibration.py --from FOLDER --fit --write --plot docs/pictures/calibration.svg

With `--fit`, the even games of every cell are checked by a map that the odd ones fit, and the other way round; what is
written is fitted on all of them. Without, all games are checked by the shipped map. Every entry is the share won less
the chance said, in points, with its standard error; turns of one game are not independent, so that is counted by games.
Copies of a game (`measure.py --split`) count by their weight, and all of them as one game. A tenth with fewer than 100
games in it is left out of `worst` and shown as `·`; how many of the others are further off than 3 points is told beside
how many chance alone would bring. The last rows take all cells of an edition together. A second table has the mean of
result less chance at the first turn of a game, which is what a champion's luck comes to, and the same by how many cards
had been laid.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import erfc, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import nonante.players
from nonante.players.calibration import CARDS, CERTAIN, FILE, Calibration, fits

STAGES = 5  # of a game, from its first turn to its last
RIDGE = 20.0  # turns' worth of belief that a value is a logit at every stage
FEWEST = 100  # games in a tenth that is checked
OFF = 3  # points that chance said and share won may be apart
WIDTH, GAP, SIDE = 5, 46, 200  # panels a row, room around each, its side
_SCALE = tuple(range(0, 101, 5))
_FEW = 50  # values in the outermost groups that a map is fitted by
_SLOPE = 1e-5  # chance a logit at least, so that a better value is always a better chance
_APART = 1e-3  # logits between two points at least
_TAIL = 8.0  # logits beyond the outermost point at which the chance is certain
COLOURS = ("#555", "#8a6508", "#2c6e8f", "#a33", "#3c7d4b")  # by the number of players


class Notes(NamedTuple):
    """Decisions of some games: what the champion thought, and whether the game was won."""

    game: Any
    value: Any
    laid: Any
    """The share of the cards that had been laid as the turn began."""
    won: Any
    """Whether the game was won; where it was played on in copies, which share of them."""
    weight: Any
    """1, or a share of it in a copy of a game."""

    def of(self, games: Any) -> Notes:
        """Return those of some of the games."""
        return Notes(*(column[games] for column in self))


class Tenth(NamedTuple):
    """What became of the turns at which the chance said lay in one tenth of the scale; in points."""

    games: int
    said: float
    won: float
    error: float

    @property
    def cell(self) -> str:
        """The figures as a cell of a table."""
        return f"{self.won - self.said:+.1f} ± {self.error:.1f}" if self.games >= FEWEST else "·"


class Cell(NamedTuple):
    """The games of a cell: from one folder, or different ones from several."""

    name: str
    files: tuple[Path, ...]

    @property
    def about(self) -> dict[str, Any]:
        """Of which champion they are, and how many."""
        found = [json.loads(file.read_text("utf-8")) for file in self.files]
        if len({(one["weights"], one["ahead"]) for one in found}) > 1:
            raise SystemExit(f"different champions played {self.name}")
        return {"weights": found[0]["weights"], "games": sum(one["games"] for one in found), "ahead": found[0]["ahead"]}

    def notes(self) -> Notes:
        """Read all decisions, without turns that win or lose at once."""
        whole = Notes(*map(np.concatenate, zip(*map(_read, self.files), strict=True)))
        return whole.of(np.abs(whole.value) < CERTAIN)


def _read(file: Path) -> Notes:
    with np.load(file.with_suffix(".npz")) as data:
        laid = 1 - data["left"] / CARDS
        return Notes(data["game"], data["value"].astype(float), laid, data["won"], data["weight"])


def cells_in(folders: Iterable[Path]) -> list[Cell]:
    """Return the cells of some folders."""
    found: dict[str, list[Path]] = {}
    for folder in folders:
        for file in folder.glob("*.json"):
            found.setdefault(file.stem, []).append(file)
    return [Cell(name, tuple(files)) for name, files in sorted(found.items())]


def tenths(said: Any, notes: Notes) -> list[Tenth]:
    """Return what came of every tenth of the chance."""
    place = np.minimum(said // 10, 9).astype(int)
    return [_tenth(said[place == tenth], notes.of(place == tenth)) for tenth in range(10)]


def _tenth(said: Any, notes: Notes) -> Tenth:
    if not len(said):
        return Tenth(0, 0.0, 0.0, 0.0)
    _, game = np.unique(notes.game, return_inverse=True)
    mean_said, mean_won = (np.average(points, weights=notes.weight) for points in (said, 100.0 * notes.won))
    off = notes.weight * (100.0 * notes.won - said - (mean_won - mean_said))
    apart = np.bincount(game, off)  # a game's turns go the same way
    return Tenth(int(game.max()) + 1, mean_said, mean_won, float(np.sqrt((apart**2).sum()) / notes.weight.sum()))


def row(name: str, games: int, found: list[Tenth]) -> str:
    """Return a row of the table: how far chances and wins are apart in every tenth, and the worst."""
    worst = max((abs(one.won - one.said) for one in found if one.games >= FEWEST), default=0.0)
    return f"| {name} | {games} | {' | '.join(one.cell for one in found)} | {worst:.1f} |"


def verdict(cells: Iterable[Checked]) -> str:
    """Return how many tenths are further off than may be, beside how many would be if every chance were right."""
    found = [one for cell in cells for one in cell.tenths() if one.games >= FEWEST]
    off = [one for one in found if abs(one.won - one.said) > OFF]
    clearly = [one for one in off if abs(one.won - one.said) > 2 * one.error]
    by_chance, clearly_by_chance = (
        round(sum(erfc(max(OFF / one.error, least) / sqrt(2)) for one in found)) for least in (0, 2)
    )
    return (
        f"{len(found)} tenths of single cells; more than {OFF} points off: {len(off)} ({by_chance} by chance); "
        f"by more than two standard errors: {len(clearly)} ({clearly_by_chance} by chance)"
    )


class Fit(NamedTuple):
    """A fitted map, as in `players.calibration`."""

    points: list[list[float]]
    stages: list[list[float]]

    def said(self, notes: Notes) -> Any:
        """Return the chance of every turn."""
        logits, chances = zip(*self.points, strict=True)
        return Calibration(logits, chances, _pairs(self.stages)).chances_of(notes.value, notes.laid)


def fitted(notes: Notes) -> Fit:
    """Return a map that fits some games: shift and slope of the value for each stage, then points.

    Shifts and slopes come from a logistic regression, which the stages between two share out. Where the points change
    what they say on average at a stage, the shift of that stage is mended, a few times.
    """
    hats = _hats(notes.laid)
    inputs, start = np.hstack([hats, hats * notes.value[:, None]]), np.repeat([0.0, 1.0], STAGES)
    weights = start.copy()
    for _ in range(15):
        said = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        weights += _step(inputs, said, notes, RIDGE * (start - weights))
    for _ in range(3):
        said = np.clip(Fit(_points(weights, notes), _stages(weights)).said(notes) / 100, 1e-3, 1 - 1e-3)
        weights[:STAGES] += _step(hats, said, notes, 0.0)
    return Fit(_points(weights, notes), _stages(weights))


def _step(inputs: Any, said: Any, notes: Notes, pull: Any) -> Any:
    """Return a step of Newton's towards what won."""
    spread = notes.weight * np.maximum(said * (1 - said), 1e-6)
    bend = inputs.T @ (inputs * spread[:, None]) + RIDGE * np.eye(inputs.shape[1])
    return np.linalg.solve(bend, inputs.T @ (notes.weight * (notes.won - said)) + pull)


def _hats(laid: Any) -> Any:
    """Return how much each stage counts at each turn: two next to each other, or one."""
    return np.maximum(0, 1 - np.abs(np.clip(laid, 0, 1)[:, None] * (STAGES - 1) - np.arange(STAGES)))


def fit_points(notes: Iterable[tuple[float, float, float]], bins: int = 80) -> list[list[float]]:
    """Return points fitted to values, shares won and weights: rising, by pooling neighbours that are not."""
    ordered = sorted(notes)
    starts = _starts(len(ordered), bins)
    groups = [ordered[start:stop] for start, stop in pairwise((*starts, len(ordered)))]
    pools: list[list[float]] = []  # value and chance summed, weight
    for group in groups:
        sums = [(value * weight, won * weight, weight) for value, won, weight in group]
        pools.append([sum(column) for column in zip(*sums, strict=True)])
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            last = pools.pop()
            pools[-1] = [one + other for one, other in zip(pools[-1], last, strict=True)]
    middle = [[total / weight, wins / weight] for total, wins, weight in pools]
    return _rising([[middle[0][0] - _TAIL, 0.0], *middle, [middle[-1][0] + _TAIL, 1.0]])


def _starts(count: int, bins: int) -> list[int]:
    """Return where groups of about equal size begin; at both ends, where values lie far apart, they are smaller."""
    size = max(1, count // bins)
    ends = [0]
    while (few := _FEW << len(ends) - 1) < size and ends[-1] + few < count // 4:
        ends.append(ends[-1] + few)
    low, high = ends[-1], count - ends[-1]
    return [*ends[:-1], *range(low, max(low + 1, high), size), *(count - end for end in reversed(ends[1:-1]))]


def _rising(points: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return points that rise by a little at least, up to 1 and never beyond."""
    apart: list[Sequence[float]] = []
    for point in points:
        if not apart or point[0] - apart[-1][0] >= _APART:
            apart.append(point)
    lowest: list[float] = []
    highest: list[float] = []
    for logit, chance in apart:
        before = lowest[-1] + _SLOPE * (logit - apart[len(lowest) - 1][0]) if lowest else 0.0
        lowest.append(max(chance, before))
    for place, (logit, _) in reversed(list(enumerate(apart))):
        after = highest[-1] - _SLOPE * (apart[place + 1][0] - logit) if highest else 1.0
        highest.append(min(lowest[place], after))
    return [[round(logit, 4), round(value, 7)] for (logit, _), value in zip(apart, reversed(highest), strict=True)]


def _points(weights: Any, notes: Notes) -> list[list[float]]:
    staged = Calibration(stages=_pairs(_stages(weights))).staged(notes.value, notes.laid)
    return fit_points(zip(staged.tolist(), notes.won.tolist(), notes.weight.tolist(), strict=True))


def _pairs(stages: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((shift, slope) for shift, slope in stages)


def _stages(weights: Any) -> list[list[float]]:
    return [[round(float(shift), 4), round(float(slope), 4)] for shift, slope in weights.reshape(2, STAGES).T]


def said_crosswise(notes: Notes) -> Any:
    """Return the chance of every turn by a map that games of the other half fit."""
    said, even = np.zeros(len(notes.value)), notes.game % 2 == 0
    for half in (even, ~even):
        said[half] = fitted(notes.of(~half)).said(notes.of(half))
    return said


def _kept_fit(fit: dict[str, Any]) -> Fit:
    return Fit(fit["points"], fit["stages"])


def write(kept: dict[str, Any]) -> None:
    """Write the package's file."""
    lines = ",\n".join(f"{json.dumps(one)}: {json.dumps(fit)}" for one, fit in sorted(kept.items()))
    path = Path(nonante.players.__file__).parent / FILE
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


class Checked(NamedTuple):
    """A cell, or several, whose chances were checked."""

    name: str
    games: int
    said: Any
    notes: Notes

    def tenths(self) -> list[Tenth]:
        """Return what came of every tenth."""
        return tenths(self.said, self.notes)


def together(name: str, cells: list[Checked]) -> Checked:
    """Return several cells as one."""
    said = np.concatenate([one.said for one in cells])
    starts = np.cumsum([0, *(int(one.notes.game.max()) + 1 for one in cells)])
    games = np.concatenate([one.notes.game + start for one, start in zip(cells, starts, strict=False)])
    rest = (np.concatenate([getattr(one.notes, column) for one in cells]) for column in Notes._fields[1:])
    return Checked(name, sum(one.games for one in cells), said, Notes(games, *rest))


def course(whole: Checked) -> str:
    """Return a row: how far chances and wins are apart at first turns, and as games go on."""
    notes, apart = whole.notes, 100.0 * whole.notes.won - whole.said
    first = notes.laid == 0
    half = 1.96 * apart[first].std() / first.sum() ** 0.5
    fifth = np.minimum(5 * notes.laid, 4).astype(int)
    later = " | ".join(
        f"{np.average(apart[fifth == place], weights=notes.weight[fifth == place]):+.1f}" for place in range(5)
    )
    return f"| {whole.name} | {whole.games} | {apart[first].mean():+.2f} ± {half:.2f} | {later} |"


def groups(cells: Iterable[Checked]) -> dict[str, list[Checked]]:
    """Put cells together that differ in the number of players only."""
    found: dict[str, list[Checked]] = {}
    for one in cells:
        edition, players, talk = one.name.rsplit("-", 2)
        found.setdefault(edition if players == "1" else f"{edition}, {talk}", []).append(one)
    return found


# --- the picture ----------------------------------------------------------------------------------------------------


def picture(cells: list[Checked]) -> str:
    """Draw the share won over the chance said, a panel for each edition and talk, a line for each number of players."""
    found = groups(cells)
    rows = -(-len(found) // WIDTH)
    side = SIDE + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side * min(WIDTH, len(found)) + GAP} '
        f'{side * rows + GAP}" role="img" font-family="sans-serif" font-size="12"><title>Share of games won, over the '
        f'chance that the champion saw</title><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for number, (name, group) in enumerate(found.items()):
        x, y = GAP + side * (number % WIDTH), GAP + side * (number // WIDTH)
        parts += [f'<g transform="translate({x} {y})">', *_panel(name, group), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(name: str, group: list[Checked]) -> Iterator[str]:
    edges = [(x, min(x + 3, 100)) for x in _SCALE] + [(x, max(x - 3, 0)) for x in _SCALE[::-1]]
    band = " ".join(f"{_at(x)},{_up(y)}" for x, y in edges)
    yield f'<text y="-8" font-weight="bold">{name}</text><polygon points="{band}" fill="#8a6508" opacity="0.15"/>'
    yield f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    for points in (0, 50, 100):
        yield f'<text x="{_at(points)}" y="{SIDE + 15}" text-anchor="middle">{points}</text>'
        yield f'<text x="-5" y="{_up(points) + 4}" text-anchor="end">{points}</text>'
    for number, one in enumerate(group):
        players = int(one.name.rsplit("-", 2)[1])
        colour, seen = COLOURS[players - 1], [tenth for tenth in one.tenths() if tenth.games >= FEWEST]
        line = " ".join(f"{_at(tenth.said)},{_up(tenth.won)}" for tenth in seen)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        yield from (f'<circle cx="{_at(one.said)}" cy="{_up(one.won)}" r="2.5" fill="{colour}"/>' for one in seen)
        yield f'<text x="8" y="{18 + 15 * number}" fill="{colour}">{players}</text>'


def _at(points: float) -> float:
    return round(points / 100 * SIDE, 1)


def _up(points: float) -> float:
    return round(SIDE - points / 100 * SIDE, 1)


def main() -> None:
    """Fit where asked, and print the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folders", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true", help="write the maps into the package")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    kept: dict[str, Any] = dict(fits())
    checked = []
    print("| cell | games | " + " | ".join(f"{low}–{low + 10}" for low in range(0, 100, 10)) + " | worst |")
    print("|---" * 13 + "|")
    for cell in cells_in(options.folders):
        about, notes = cell.about, cell.notes()
        if options.fit:
            kept[cell.name] = {**about, **fitted(notes)._asdict()}
        if cell.name in kept:
            said = said_crosswise(notes) if options.fit else _kept_fit(kept[cell.name]).said(notes)
            checked.append(Checked(cell.name, about["games"], said, notes))
            print(row(cell.name, about["games"], checked[-1].tenths()), flush=True)
    print()
    print(verdict(checked))
    print()
    for name, group in {**groups(checked), "all": checked}.items():
        whole = together(name, group)
        print(row(f"**{name}**", whole.games, whole.tenths()))
    print()
    print("| cell | games | first turn | " + " | ".join(f"{low}–{low + 20} % laid" for low in range(0, 100, 20)) + " |")
    print("|---" * 8 + "|")
    for name, group in {**groups(checked), "all": checked}.items():
        print(course(together(name, group)))
    if options.write:
        write(kept)
    if options.plot:
        options.plot.write_text(picture(checked), encoding="utf-8")


if __name__ == "__main__":
    main()
