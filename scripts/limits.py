"""Write docs/limits.md: every limit that a configuration file can set, with its default and what the code says of it.

.venv/bin/python scripts/limits.py          # compare; exit code 1 when the page is not up to date
.venv/bin/python scripts/limits.py --write  # write the page
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from nonante.host import limits
from nonante.host.limits import Rate
from nonante.server.quotas import settable

PAGE = Path(__file__).resolve().parents[1] / "docs" / "limits.md"
INTRODUCTION = """\
# Limits of your own

The defaults suit a public server; [hosting.md](hosting.md#limits) says what they come to. Others go into the table
`[limits]` of the file that `nonante serve --config` names. A rate has two halves, and either can be left out:

```
[limits]
spectators = 20
openings = { a-second = 0.2, at-once = 10 }
chat = { at-once = 10 }
```

What cannot be is refused at the start in one line, and `nonante serve --check` says so without starting. Tables in
memory, sockets of one address, the length of codes and how long tables are kept are options: `tables`, `sockets`,
`code-length` and `keep`, written above `[limits]`. Limits are counted by each process. Raised limits make it easier
for one visitor to hold up the others.

This page is written by `scripts/limits.py` from the code, and a test compares them.

| name | default | what |
|---|---|---|
"""


def senses() -> dict[str, str]:
    """Return what is said below each limit in the code."""
    found: dict[str, str] = {}
    classes = [node for node in ast.parse(inspect.getsource(limits)).body if isinstance(node, ast.ClassDef)]
    (body,) = [node.body for node in classes if node.name == "Limits"]
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = below.value if isinstance(below, ast.Expr) else None
            text = str(said.value) if isinstance(said, ast.Constant) else ""
            found[node.target.id] = " ".join(text.split()).rstrip(".")
    return found


def page() -> str:
    """Return the page."""
    said = senses()
    rows = [f"| `{name}` | `{_shown(field.default)}` | {said[field.name]} |" for name, field in settable().items()]
    return INTRODUCTION + "\n".join(rows) + "\n"


def _shown(default: object) -> str:
    if isinstance(default, Rate):
        return f"{{ a-second = {default.a_second:g}, at-once = {default.at_once} }}"
    return f"{default:g}" if isinstance(default, float) else str(default)


def main() -> int:
    """Write or compare."""
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print("docs/limits.md is not up to date: run scripts/limits.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
