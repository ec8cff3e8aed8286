"""Write docs/reference/configuration.md: every limit of a server with its default and its docstring.

.venv/bin/python scripts/limits.py          # compare; exit code 1 when the page is not up to date
.venv/bin/python scripts/limits.py --write  # write the page
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from nonante.host import admission, limits, thinking
from nonante.host.limits import Limits, Rate, TableBehaviour
from nonante.review import MOST_ENTRIES, MOST_TEXT
from nonante.server import notices, protocols, running, sql_store
from nonante.server.configuration import OPTIONS, settable

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "configuration.md"
INTRODUCTION = """\
# Configuration

Every option of [`nonante serve`](cli.md#nonante-serve) can be set on the command line, in the environment
(`NONANTE_PORT`, `NONANTE_DATABASE`, …) or in a TOML file named with `--config`, by its long name. The command line
takes precedence, then the environment. `nonante serve --check` validates all of it without serving.

```
port = 8098
database = "sqlite:////var/lib/nonante/tables.db"
proxy = "127.0.0.1"
```

## Limits

The defaults suit a public server. Change them in the table `[limits]` at the end of the file. A rate has two parts, and
either can be left out:

```
[limits]
spectators = 20
openings = { a-second = 0.2, at-once = 10 }
chat = { at-once = 10 }
```

Invalid limits are refused at start-up. Each process counts separately. An address is an IPv4 address or an
IPv6 /64. Raising a limit makes it easier for one visitor to slow down the others.

This page is generated from the code by `scripts/limits.py`.

| name | default | meaning |
|---|---|---|
"""
OPTIONS_HEAD = """
## Limits that are options of `nonante serve`

In the file, put these above `[limits]`.

| option | default | meaning |
|---|---|---|
"""
FIXED_HEAD = """
## Fixed limits

| limit | meaning |
|---|---|
"""
FIXED = {
    "Header lines of a request": protocols.HEAD_LINES,
    "Fragments of one WebSocket message": protocols.FRAGMENTS,
    "Moves and signals in a record": MOST_ENTRIES,
    "Characters in a record": MOST_TEXT,
    "Reviews and other long computations waiting": thinking.WAITING,
    "The same, per address": thinking.OF_ONE,
    "Reviews stored": sql_store.REVIEWS,
    "Messages an hour to the webhook of one table": notices.HOOK_HOUR,
    "Failures in a row that disable a webhook": notices.FAILURES,
    "Devices of one person at one table that are notified": notices.DEVICES,
    "Visitors waiting for the host's consent at a table": admission.MOST,
    "Visitors waiting for consent, per address": admission.OF_ONE,
    "Seconds until a dead connection is noticed, at most": running.PING_EVERY + running.PING_WITHIN,
    "Seconds without a socket until a seat is shown as away": TableBehaviour().settle,
}


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
    own = [f"| `{name}` | `{_shown(field.default)}` | {said[field.name]} |" for name, field in settable().items()]
    options = [f"| `{OPTIONS[name]}` | {_default(name)} | {said[name]} |" for name in OPTIONS]
    fixed = [f"| {_shown(value)} | {what} |" for what, value in FIXED.items()]
    return "\n".join(
        [INTRODUCTION + "\n".join(own), OPTIONS_HEAD + "\n".join(options), FIXED_HEAD + "\n".join(fixed), ""]
    )


def _default(name: str) -> str:
    default = getattr(Limits(), name)
    return "" if default is None else f"`{_shown(default)}`"


def _shown(default: object) -> str:
    if isinstance(default, Rate):
        return f"{{ a-second = {default.a_second:g}, at-once = {default.at_once} }}"
    return f"{default:g}" if isinstance(default, float) else str(default)


def main() -> int:
    """Write or compare."""
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print("docs/reference/configuration.md is not up to date: run scripts/limits.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
