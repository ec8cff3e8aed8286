"""Run the notebooks in `examples/notebooks` and store what their cells print.

    .venv/bin/python scripts/notebooks.py           # compare; exit code 1 when a notebook shows something else
    .venv/bin/python scripts/notebooks.py --write   # store the outputs

Cells are plain Python. What they print is stored; a notebook needs no Jupyter to be tested.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "notebooks"


def source_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell."""
    return "".join(cell["source"])


def shown_in(cell: dict[str, Any]) -> str:
    """Return what a cell printed when it was stored."""
    return "".join(line for output in cell.get("outputs", ()) for line in output["text"])


def run(notebook: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Run the code cells in order; return what each printed, and the names they left."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for number, cell in enumerate(code_cells(notebook), start=1):
        with redirect_stdout(io.StringIO()) as said:
            exec(compile(source_of(cell), f"cell {number}", "exec"), names)  # noqa: S102 - our own notebooks
        printed.append(said.getvalue())
    return printed, names


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells that hold code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def store(notebook: dict[str, Any], printed: list[str]) -> None:
    """Put what the cells printed into the notebook."""
    for number, (cell, text) in enumerate(zip(code_cells(notebook), printed, strict=True), start=1):
        cell["execution_count"] = number
        stream = {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
        cell["outputs"] = [stream] if text else []


def main() -> int:
    """Write or compare."""
    stale = 0
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        before = [shown_in(cell) for cell in code_cells(notebook)]
        printed, _ = run(notebook)
        if "--write" in sys.argv[1:]:
            store(notebook, printed)
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
        elif printed != before:
            stale = 1
            print(f"{path.name} shows something else: run scripts/notebooks.py --write")
    return stale


if __name__ == "__main__":
    sys.exit(main())
