"""Runs in Pyodide when the static page is built: packs nonante and what it needs of the standard library, compiled.

Compiled, since every start would otherwise compile it again; by Pyodide itself, since only the same Python reads it.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCES = Path("/src")  # where the build lets us see src/
INTERPRETED = [f"nonante.kernel.{name}" for name in ("codes", "judging", "layout", "levels", "records", "talk")]
ENTRIES = ("nonante.browser", *INTERPRETED)  # `kernel.interpreted` asks for the latter by name
LIBRARY = next(Path(entry) for entry in sys.path if entry.endswith(".zip"))
LIBRARY_TOO = ("traceback",)  # wanted only once something goes wrong
COMPILED = "nonante.kernel."  # whoever asks for compiled code finds out before that the browser has no Numba,
MACHINE = "nonante.kernel.machine"  # so this is never asked for
KEPT = {".bin", ".json", ".md", ".toml", ".txt"}  # data of our packages
CATALOGUES = SOURCES / "nonante" / "texts"  # the page has those itself
WIDE = SOURCES / "nonante" / "players" / "alone.bin"  # networks that only compiled code reads
WHEN = (1980, 1, 1, 0, 0, 0)  # the same sources give the same archive


def source_of(name: str) -> Path | None:
    """Return the file of a module of ours, if there is one of that name."""
    place = SOURCES.joinpath(*name.split("."))
    candidates = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in candidates if file.exists()), None)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield everything that runs, also in functions: not what only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING":
            continue
        yield child
        yield from statements(child)


def imports(name: str, source: bytes, file: str) -> Iterator[str]:
    """Yield the names of everything that a module imports; some may name no module but something in one."""
    package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def reach(entries: Iterable[str]) -> tuple[dict[str, Path], set[str]]:
    """Return our modules that some modules lead to, and what of other people's they ask for.

    From elsewhere nothing leads into the kernel: there it is either compiled, or interpreted from the modules above.
    """
    ours: dict[str, Path] = {}
    others: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        file = source_of(name)
        if name in ours or name == MACHINE:
            continue
        if file is None:
            others.add(name)
            continue
        ours[name] = file
        waiting += [name.rpartition(".")[0]] if "." in name else []
        inside = name.startswith(COMPILED)
        waiting += [
            asked
            for asked in imports(name, file.read_bytes(), file.name)
            if inside or not asked.startswith(COMPILED) or asked in INTERPRETED
        ]
    return ours, {name for name in others if name.partition(".")[0] != "nonante"}


def compiled(source: bytes, name: str) -> bytes:
    """Return the bytecode of a module, marked as good whatever becomes of its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def write(archive: Path, files: dict[str, bytes]) -> None:
    """Write an archive whose parts are not packed: it is packed as a whole."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(name, WHEN), files[name])


def wanted(file: Path) -> bool:
    """Tell whether Python in the browser reads a file."""
    return file.suffix in KEPT and file != WIDE and not (file.parent == CATALOGUES and file.suffix == ".json")


def pack_package(ours: dict[str, Path], archive: Path) -> None:
    """Pack our modules, with the data that lies beside them."""
    files = {}
    for file in ours.values():
        name = file.relative_to(SOURCES).as_posix()
        files[name + "c"] = compiled(file.read_bytes(), name)
        if file.name == "__init__.py":
            data = (one for one in file.parent.iterdir() if wanted(one))
            files |= {one.relative_to(SOURCES).as_posix(): one.read_bytes() for one in data}
    write(archive, files)


def module_of(name: str) -> str:
    """Return the module of a file in an archive."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def pack_library(archive: Path) -> None:
    """Pack what is loaded of the standard library by now, and what that may load of its own package; no docstrings."""
    origins = {getattr(module.__spec__, "origin", None) for module in list(sys.modules.values())}
    with zipfile.ZipFile(LIBRARY) as whole:
        sources = {module_of(name): name for name in whole.namelist()}
        loaded = {module for module, name in sources.items() if str(LIBRARY / name) in origins}
        later = {
            asked
            for module in loaded
            for asked in imports(module, whole.read(sources[module]), sources[module])
            if asked.partition(".")[0] == module.partition(".")[0]
        }
        names = [sources[module] for module in loaded | later & set(sources)]
        write(archive, {name + "c": compiled(whole.read(name), name) for name in names})


def use(archive: Path) -> None:
    """From now on, take nonante from the archive, as in the browser."""
    sys.path[0] = str(archive)
    for name in [name for name in sys.modules if name.partition(".")[0] == "nonante"]:
        del sys.modules[name]


def rehearse() -> None:
    """Let everybody think once, and read what is read: some of the standard library is asked for only then."""
    players, rules = importlib.import_module("nonante.players"), importlib.import_module("nonante.rules")
    for level in players.levels():
        for edition in ("base", "extreme"):
            game = rules.Game.deal(rules.Rules.edition(edition, players=2), seed=7)
            players.player(level).plan(game.view(0))
    importlib.import_module("nonante.review").puzzles()


def main() -> None:
    """Pack nonante; import and use it, so that it is known what of the standard library it needs; pack that."""
    sys.path.insert(0, str(SOURCES))
    ours, others = reach(ENTRIES)
    package = Path("/out/nonante.zip")
    pack_package(ours, package)
    use(package)
    for name in [*LIBRARY_TOO, *sorted(others), *sorted(ours)]:
        with contextlib.suppress(ImportError):  # not there in the browser either: it is asked for where it is there
            importlib.import_module(name)
    rehearse()
    pack_library(Path("/out/library.zip"))


main()
