"""Write docs/reference/errors.md: every error of the package with its code, rule and sentence.

.venv/bin/python scripts/errors.py          # compare; exit code 1 when the page is not up to date
.venv/bin/python scripts/errors.py --write  # write the page
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import nonante
from nonante.rules import NonanteError

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "errors.md"
INTRODUCTION = """\
# Error codes

Every error has a stable code, English text and, where a rule is behind it, the number of that rule in
[Rules](rules.md). In Python the errors are exceptions with `code`, `rule` and `details`; the [protocol](protocol.md)
sends them as `refused`; on the command line they end with exit code 2. `{…}` stands for a detail.

This page is generated from the code by `scripts/errors.py`.
"""


def rooms() -> Iterator[str]:
    """Yield the module of each room's errors."""
    for room in pkgutil.iter_modules(nonante.__path__):
        if room.ispkg:
            package = import_module(f"nonante.{room.name}")
            names = {module.name for module in pkgutil.iter_modules(package.__path__)}
            yield from (f"nonante.{room.name}.{name}" for name in ("errors", "joining") if name in names)


def kinds() -> Iterator[type[NonanteError]]:
    """Yield every class of errors that has sentences of its own."""
    for module in rooms():
        import_module(module)
    found, shown = [NonanteError], set[int]()
    while found:
        kind = found.pop(0)
        found += kind.__subclasses__()
        if kind.__module__.startswith("nonante.") and id(kind.messages) not in shown:
            shown.add(id(kind.messages))
            yield kind


def page() -> str:
    """Return the page."""
    return INTRODUCTION + "".join(map(section, sorted(kinds(), key=lambda kind: (kind.__module__, kind.__name__))))


def section(kind: type[NonanteError]) -> str:
    """Return the heading and the table of one class of errors."""
    rows = [
        f"| `{code}` | {rule} | {sentence.replace('|', chr(92) + '|')} |\n"
        for code, (rule, sentence) in kind.messages.items()
    ]
    room = kind.__module__.rpartition(".")[0]
    return f"\n## {room}.{kind.__name__}\n\n| code | rule | text |\n|---|---|---|\n{''.join(rows)}"


def main() -> int:
    """Write or compare."""
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        print("docs/reference/errors.md is not up to date: run scripts/errors.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
