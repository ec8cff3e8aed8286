"""Fill the tables of figures in the documentation from the result files in `benchmarks/results`.

    .venv/bin/python scripts/figures.py          # compare; exit code 1 when a page is not up to date
    .venv/bin/python scripts/figures.py --write  # write the tables into the pages

A page names a result file in a comment, and the table follows it:

    <!-- figures: attacks -->

A result file is JSON: `head` (the column titles), `rows` (the cells, as text), and how they came about: `command`,
`machine`, `date` and, where it matters, `seed`. Benchmarks write these files; nobody edits the tables by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
FIELDS = {"command", "machine", "date", "head", "rows"}
PLACE = re.compile(r"(<!-- figures: ([\w-]+) -->\n\n)((?:\|.*\n)*)")


def result(name: str) -> dict[str, Any]:
    """Return a result file; raise `ValueError` where it lacks a field or a row has another length than the head."""
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    if missing := FIELDS - found.keys():
        raise ValueError(f"{name}.json lacks {', '.join(sorted(missing))}")
    if any(len(row) != len(found["head"]) for row in found["rows"]):
        raise ValueError(f"{name}.json has a row that does not fit its head")
    return found


def table(name: str) -> str:
    """Return the table of a result file in Markdown."""
    found = result(name)
    rule = "|---" * len(found["head"]) + "|\n"
    head, *rows = [f"| {' | '.join(cells)} |\n" for cells in [found["head"], *found["rows"]]]
    return head + rule + "".join(rows)


def filled(text: str) -> str:
    """Return a page with its tables of figures."""
    return PLACE.sub(lambda place: place[1] + table(place[2]), text)


def pages() -> Iterator[Path]:
    """Yield every page that may hold figures."""
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").rglob("*.md"))


def main() -> int:
    """Write or compare."""
    stale = [page for page in pages() if filled(page.read_text(encoding="utf-8")) != page.read_text(encoding="utf-8")]
    for page in stale:
        if "--write" in sys.argv[1:]:
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            print(f"{page.relative_to(ROOT)} is not up to date: run scripts/figures.py --write")
    return int(bool(stale) and "--write" not in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
