"""The house: arrows between rooms point one way, public names are listed, nothing heavy is imported early."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import nonante

SOURCE = Path(nonante.__file__).parent
TESTS = Path(__file__).parent
LONGEST = 400  # lines of a file
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"


def _arrows(page: str) -> dict[str, set[str]]:
    """Return the rooms that each room uses, as the page on the architecture lists them."""
    lines = (line.partition("→") for line in page.split("```")[1].strip().splitlines())
    return {room.strip(): set(used.replace(",", " ").split()) for room, _, used in lines}


USES = _arrows(PAGE.read_text("utf-8"))
ROOMS = sorted(USES)
PACKAGES = [room for room in ROOMS if (SOURCE / room).is_dir()]


def _stem(node: ast.ImportFrom, path: Path) -> str:
    """Return the full name of what a module imports from, absolute or relative."""
    package = ("nonante", *path.relative_to(SOURCE).parts[:-1])
    base = package[: len(package) - node.level + 1] if node.level else ()
    return ".".join([*base, *([node.module] if node.module else [])])


def _imported_rooms(path: Path) -> set[str]:
    """Return the rooms a module imports from, absolute or relative."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            stem = _stem(node, path)
            names = [stem, *(f"{stem}.{alias.name}" for alias in node.names)]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("nonante.")}
    return found & set(USES)


@pytest.mark.parametrize("room", ROOMS)
def test_the_arrows_of_the_page_are_those_of_the_imports(room: str) -> None:
    folder = SOURCE / room
    modules = folder.rglob("*.py") if (folder / "__init__.py").exists() else [SOURCE / f"{room}.py"]
    assert set[str]().union(*map(_imported_rooms, modules)) - {room} == USES[room]


def test_every_room_is_listed_below_those_it_uses() -> None:
    above = set[str]()
    for room, used in USES.items():
        assert used <= above, room
        above.add(room)
    rooms = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert above == rooms - {"__init__", "__main__"}


def _private_names(path: Path) -> set[str]:
    """Return the private names of other rooms that a module imports, or reads from a module it imports."""
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    tree = ast.parse(path.read_text("utf-8"))
    foreign = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            stem = _stem(node, path)
            for alias in node.names:
                if stem.split(".")[0] == "nonante" and f"{stem}.{alias.name}".split(".")[1] != own:
                    foreign.add(alias.asname or alias.name)
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in foreign
    }
    return {name for name in foreign | read if name.startswith("_") and not name.startswith("__")}


def test_no_private_name_of_one_room_is_used_in_another() -> None:
    found = {str(path.relative_to(SOURCE)): names for path in SOURCE.rglob("*.py") if (names := _private_names(path))}
    assert not found


# Rooms whose modules are asked for by name: each loads a compiler or a library that not everybody has.
OPEN_ROOMS = {"kernel", "envs"}


def _through_the_wall(path: Path) -> set[str]:
    """Return the modules of other rooms that a module imports from, past their doors."""
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    stems = (
        _stem(node, path) for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
    )
    parts = ((stem, stem.split(".")) for stem in stems if stem.startswith("nonante."))
    return {stem for stem, names in parts if len(names) > 2 and names[1] not in {own, *OPEN_ROOMS}}


def test_rooms_are_used_through_their_doors() -> None:
    found = {str(path.relative_to(SOURCE)): past for path in SOURCE.rglob("*.py") if (past := _through_the_wall(path))}
    assert not found


def test_the_guard_of_the_doors_sees_what_goes_past_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "host" / "x.py"
    module.parent.mkdir()
    module.write_text(
        "from ..rules.turn import lay_card\nfrom .views import SeatViews\nfrom ..kernel.bits import shows\n"
    )
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    assert _through_the_wall(module) == {"nonante.rules.turn"}


def test_the_guard_sees_imports() -> None:
    """The check above can fail: the command line is known to import several rooms."""
    assert {"table", "terminal", "texts", "rules"} <= _imported_rooms(SOURCE / "cli" / "terminal.py")


@pytest.mark.parametrize("name", ["", *PACKAGES])
def test_public_names_exist_and_are_documented(name: str) -> None:
    module = import_module(f"nonante.{name}".rstrip("."))
    for public in getattr(module, "__all__", []):
        value = getattr(module, public)
        if isinstance(value, type) or inspect.isfunction(value):
            assert value.__doc__, public


def test_importing_the_package_is_light() -> None:
    heavy = {"numba", "numpy", "matplotlib", "distributed", "starlette", "uvicorn", "msgspec", "click"}
    code = "import sys, nonante; print(*sorted(m for m in sys.modules if '.' not in m))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not heavy & set(shown.stdout.split())


def test_a_browser_loads_only_what_it_needs() -> None:
    """A worker fetches every module over the network: no server, no database, and nothing that only they need."""
    needless = {"email", "http", "multiprocessing", "socket", "sqlite3", "ssl", "starlette", "tomllib", "xml"}
    needless |= {f"nonante.{room}" for room in ("server", "simulation", "envs", "terminal", "cli", "kernel.machine")}
    code = "import asyncio, sys; before = set(sys.modules); import nonante.browser; print(*set(sys.modules) - before)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "nonante.host.live_table" in shown.stdout.split()
    assert not needless & set(shown.stdout.split())


def test_the_tests_of_a_room_lie_in_a_folder_of_its_name() -> None:
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert "kernel" in rooms
    assert not {room for room in rooms if not list((TESTS / room).glob("test_*.py"))}


def test_no_file_is_too_long_to_read_in_one_go() -> None:
    files = [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")]
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in files}
    assert not {name for name, length in lengths.items() if length > LONGEST}
    assert max(lengths.values()) > LONGEST / 2  # they are read
