"""Whether the champion's chances come true: fits the map from its values to chances, and checks it on other games.

    python benchmarks/measure.py --out FOLDER               # plays the games, on all cores
    python benchmarks/calibration.py --from FOLDER          # checks the shipped maps, a table by tenths
    python benchmarks/calibration.py --from FOLDER --fit --write --plot docs/pictures/calibration.svg

With `--fit`, the even games of every cell are checked by a map that the odd ones fit, and the other way round; what is
written is fitted on all of them. Without, all games are checked by the shipped map. Every entry is the share won less
the chance said, in points, with its standard error; turns of one game are not independent, so that is counted by games.
A tenth with fewer than 100 games in it is left out of `worst` and shown as `·`. The last rows take all cells of an
edition together.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import nonante.players
from nonante.players.calibration import CERTAIN, FILE, Calibration, fit_points, fits

FEWEST = 100  # games in a tenth that is checked
WIDTH, GAP, SIDE = 5, 46, 200  # panels a row, room around each, its side
_SCALE = tuple(range(0, 101, 5))
COLOURS = ("#555", "#8a6508", "#2c6e8f", "#a33", "#3c7d4b")  # by the number of players


class Notes(NamedTuple):
    """Decisions of some games: what the champion thought, and whether the game was won."""

    game: Any
    value: Any
    won: Any

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


def notes_of(folder: Path, cell: str) -> tuple[Notes, int]:
    """Read a cell's decisions, without turns that win or lose at once, and how many games there are."""
    with np.load(folder / f"{cell}.npz") as data:
        game, value, score = data["game"], data["value"], data["score"]
    open_ = np.abs(value) < CERTAIN
    return Notes(game[open_], value[open_], (score == 0)[game[open_]]), len(score)


def tenths(said: Any, notes: Notes) -> list[Tenth]:
    """Return what came of every tenth of the chance."""
    place = np.minimum(said // 10, 9).astype(int)
    return [_tenth(said[place == tenth], notes.of(place == tenth)) for tenth in range(10)]


def _tenth(said: Any, notes: Notes) -> Tenth:
    if not len(said):
        return Tenth(0, 0.0, 0.0, 0.0)
    _, game = np.unique(notes.game, return_inverse=True)
    won = 100.0 * notes.won
    apart = np.bincount(game, won - said - (won - said).mean())  # a game's turns go the same way
    return Tenth(int(game.max()) + 1, said.mean(), won.mean(), float(np.sqrt((apart**2).sum()) / len(said)))


def row(name: str, games: int, found: list[Tenth]) -> str:
    """Return a row of the table: how far chances and wins are apart in every tenth, and the worst."""
    worst = max((abs(one.won - one.said) for one in found if one.games >= FEWEST), default=0.0)
    return f"| {name} | {games} | {' | '.join(one.cell for one in found)} | {worst:.1f} |"


def fitted(notes: Notes) -> list[list[float]]:
    """Return the points of a map that fits some games."""
    return fit_points(zip(notes.value.tolist(), notes.won.tolist(), strict=True))


def said_by(fit: dict[str, Any] | None, notes: Notes) -> Any:
    """Return the chance of every turn by a fitted map, or by the plain logistic curve."""
    logits, chances = zip(*fit["points"], strict=True) if fit else ((), ())
    return Calibration(logits, chances).chances_of(notes.value)


def said_crosswise(notes: Notes) -> Any:
    """Return the chance of every turn by a map that games of the other half fit."""
    said, even = np.zeros(len(notes.value)), notes.game % 2 == 0
    for half in (even, ~even):
        said[half] = said_by({"points": fitted(notes.of(~half))}, notes.of(half))
    return said


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
    value, won = (np.concatenate([getattr(one.notes, column) for one in cells]) for column in ("value", "won"))
    return Checked(name, sum(one.games for one in cells), said, Notes(games, value, won))


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
    parser.add_argument("--from", dest="folder", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true", help="write the maps into the package")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    kept: dict[str, Any] = dict(fits())
    checked = []
    print("| cell | games | " + " | ".join(f"{low}–{low + 10}" for low in range(0, 100, 10)) + " | worst |")
    print("|---" * 13 + "|")
    for file in sorted(options.folder.glob("*.json")):
        about = json.loads(file.read_text("utf-8"))
        notes, games = notes_of(options.folder, file.stem)
        name = about.get("map", file.stem)
        if options.fit:
            made = {"weights": about["weights"], "games": games, "ahead": about["ahead"]}
            kept[name] = {**made, "points": fitted(notes)}
        said = said_crosswise(notes) if options.fit else said_by(kept.get(name), notes)
        checked.append(Checked(file.stem, games, said, notes))
        print(row(file.stem, games, checked[-1].tenths()), flush=True)
    for name, group in {**groups(checked), "all": checked}.items():
        whole = together(name, group)
        print(row(f"**{name}**", whole.games, whole.tenths()))
    if options.write:
        write(kept)
    if options.plot:
        options.plot.write_text(picture(checked), encoding="utf-8")


if __name__ == "__main__":
    main()
