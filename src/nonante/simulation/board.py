"""A board of entries of the benchmark: a folder with submitted files, and the page that shows them as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Final

from ..files import write_whole
from ..rules import NonanteError
from .benchmark import NAME, PARTS, VERSION, Part
from .errors import SimulationError
from .hidden import Secret
from .leaderboard import duration, lead_of, place_of, scores_of
from .submission import read_entry, replay_entry

PAGE: Final = "index.html"
_REPLAYED: Final = "replayed.txt"
_HEADS: Final = (
    "player", "version", "deals", "budget", *PARTS, "ahead of the next (cross)", "wins with itself", "games a cell",
    "CPU time", "digest", "replayed",
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """The entries in a board's folder, and the files left out."""

    folder: Path
    secret: Secret | None
    entries: Sequence[Mapping[str, Any]]
    """Those that were accepted, the best in cross-play first."""
    refused: Sequence[str]
    """One sentence for every file that was not accepted."""
    replayed: frozenset[str] = field(default_factory=frozenset)
    """The digests of those that the host has played again."""

    @classmethod
    def read(cls, folder: Path, secret: Secret | None = None) -> Board:
        """Read all files in a folder that end in .json; those that are no entries are refused, not more."""
        entries, refused = dict[str, Mapping[str, Any]](), list[str]()
        for file in sorted(folder.glob("*.json")):
            try:
                entry = _accepted(file, secret)
            except (NonanteError, OSError) as error:
                refused.append(" ".join(str(error).split()))
                continue
            if entries.setdefault(entry["digest"], entry) is not entry:
                refused.append(f"{file}: the same entry is there already")
        order = sorted(entries.values(), key=place_of)
        return cls(folder, secret, order, refused, frozenset(_lines(folder / _REPLAYED)))

    def replay(self, digest: str, *, workers: int = 1) -> Mapping[str, Any]:
        """Play the entry with this digest, or the beginning of it, again and note that it came out the same."""
        found = [entry for entry in self.entries if entry["digest"].startswith(digest)]
        if len(found) != 1 or not digest:
            raise SimulationError("digest", digest=digest, count=len(found))
        replay_entry(found[0], workers=workers, secret=self.secret)
        noted = sorted({*self.replayed, found[0]["digest"]})
        write_whole(self.folder / _REPLAYED, "".join(f"{one}\n" for one in noted))
        return found[0]

    def write(self) -> Path:
        """Write the page into the folder and return its path."""
        page = self.folder / PAGE
        write_whole(page, self._page())
        page.chmod(0o644)  # so that a web server may read it
        return page

    def _page(self) -> str:
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in _HEADS)
        rows = "\n".join(map(self._row, self.entries, [*self.entries[1:], None]))
        return _PAGE.format(name=NAME, version=VERSION, head=head, rows=rows)

    def _row(self, entry: Mapping[str, Any], following: Mapping[str, Any] | None) -> str:
        name, digest = entry["identity"]["name"], entry["digest"]
        scores = scores_of(entry["cells"], name)
        cells = [
            entry["identity"].get("package") or f"nonante {entry['package']}",
            "hidden" if "hidden" in entry else "public",
            entry["budget"],
            *(str(scores.get(part, "–")) for part in PARTS),
            str(lead_of(entry, following).get("cross", "–") if following else "–"),
            _wins(entry, "self"),
            str(entry["games"]),
            duration(entry["seconds"]),
            digest[:12],
            "yes" if digest in self.replayed else "no",
        ]
        shown = "".join(f"<td>{escape(text)}</td>" for text in cells)
        return f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>'


def _accepted(file: Path, secret: Secret | None) -> Mapping[str, Any]:
    entry = read_entry(file, secret)
    if "hidden" in entry and secret is None:
        raise SimulationError("file", path=file, why="it was played on hidden deals: give the board their secret")
    return entry


def _wins(entry: Mapping[str, Any], part: Part) -> str:
    """Return the share of games won in all settings together, or a dash."""
    wins = [cell["wins"] for cell in entry["cells"] if cell["part"] == part]
    return f"{100 * sum(wins) / (len(wins) * entry['games']):.1f} %" if wins else "–"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8").split()
    except FileNotFoundError:
        return []


_PAGE: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name} {version}</title>
<style>
html {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }}
div {{ overflow-x: auto }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ border-bottom: 1px solid #8888; padding: .3rem .8rem; text-align: left; white-space: nowrap }}
</style>
<h1>{name}, version {version}</h1>
<p>100 points are what the champion of nonante 0.1.0 played of the deck: with copies of itself (self), on average beside
each partner (cross), beside strangers (ad-hoc). Intervals are 95&nbsp;%. “Ahead of the next” compares the games of both
deal by deal. A dash means that the entry does not cover the core settings and the whole pool, or that the next entry
was played on other deals. Hidden deals follow from a secret that only the host of this board has. “Replayed” says
whether the host has played the entry again and got the same games.</p>
<div role="region" aria-label="Entries" tabindex="0">
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
</div>
</html>
"""
