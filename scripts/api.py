"""Write docs/reference/api.md: every public name with the first sentence of its docstring.

    .venv/bin/python scripts/api.py          # compare; exit code 1 when the page is not up to date
    .venv/bin/python scripts/api.py --write  # write the page

A name is public when a room lists it in `__all__`. Constants and types carry their sentence as a string below them.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import nonante

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "api.md"
INTRODUCTION = """\
# Public API

Every name that a package of nonante lists in its `__all__`, with the first sentence of its docstring.
[Python reference](python.md) has signatures and full docstrings. Names that are not listed here are private and may
change at any time. This page is generated from the code by `scripts/api.py`.

Each environment is a separate module, so that it imports its library only when it is used: `nonante.envs.nonante_v0`
(PettingZoo), `nonante.envs.gym_v0` and `nonante.envs.gym_vector` (Gymnasium), `nonante.envs.spiel` and
`nonante.envs.spiel_talk` (OpenSpiel), `nonante.envs.batch` (batched), `nonante.envs.jax_v0` (JAX).
`nonante.envs.compiled` has `CompiledPlayer`, `nonante.envs.tiny` the small games; see [environments](environments.md).
What the guides import from them is public. The [command line](cli.md) and the [protocol](protocol.md) are public too.

## Stability

nonante follows *Semantic Versioning*. A public name is removed in two steps, even before version 1.0. A minor version
deprecates it: it still works, raises a `DeprecationWarning` that names the replacement, and is listed under
*Deprecated* in the changelog. A later minor version (before 1.0) or the next major version removes it.

Some things never change: a seed deals the same cards, old records and texts of games can be read, and an environment
with a version in its name keeps its actions, observations and rewards.
"""


def rooms() -> list[ModuleType]:
    """Return the package and its rooms that list public names."""
    names = [f"nonante.{module.name}" for module in pkgutil.iter_modules(nonante.__path__) if module.name != "__main__"]
    return [module for module in (nonante, *map(import_module, names)) if hasattr(module, "__all__")]


def kind_of(value: object) -> str:
    """Return what sort of thing a public name is."""
    if isinstance(value, type) and value.__module__.startswith("nonante"):
        return "exception" if issubclass(value, BaseException) else "class"
    if inspect.isroutine(value):
        return "function"
    return "constant" if isinstance(value, str | int | tuple | frozenset | dict) else "type"


def said_of(module: ModuleType, name: str) -> str:
    """Return the first sentence about a public name; empty where nothing is said."""
    value = getattr(module, name)
    described = kind_of(value) in ("class", "exception", "function")
    text = inspect.getdoc(value) if described else said_below(module, name)
    return " ".join((text or "").split("\n\n")[0].split()).split(". ")[0].rstrip(".")


def said_below(module: ModuleType, name: str) -> str:
    """Return the string below an assignment, in the module that makes it."""
    body = ast.parse(Path(module.__file__ or "").read_text("utf-8")).body
    for place, node in enumerate(body):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    origin = import_module("." * node.level + (node.module or ""), module.__package__)
                    return said_below(origin, alias.name)
        if name in assigned(node) and place + 1 < len(body):
            below = body[place + 1]
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                return inspect.cleandoc(str(below.value.value))
    return ""


def assigned(node: ast.stmt) -> list[str]:
    """Return the names a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def section(module: ModuleType) -> str:
    """Return the part of the page for one room."""
    rows = [
        f"| `{name}` | {kind_of(getattr(module, name))} | {said_of(module, name).replace('|', '&#124;')} |"
        for name in module.__all__
    ]
    about = (inspect.getdoc(module) or "").splitlines()[0]
    return "\n".join(
        [f"\n## `{module.__name__}`\n", f"{about}\n", "| name | kind | what it is |", "|---|---|---|", *rows, ""]
    )


def page() -> str:
    """Return the whole page."""
    return INTRODUCTION + "".join(map(section, rooms()))


def main() -> None:
    """Compare the page with the code, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/reference/api.md")
    if parser.parse_args().write:
        PAGE.write_text(page(), "utf-8")
    elif PAGE.read_text("utf-8") != page():
        sys.exit("docs/reference/api.md is not up to date: run scripts/api.py --write")


if __name__ == "__main__":
    main()
