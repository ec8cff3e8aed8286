"""The compiled game and what is built on it: loaded only when something needs it (extra ``[fast]``).

Everything compiled is scalar code over flat records of numbers. From the ground up:

* `fields`, `layout` and `codes`: what a record is, what each holds, and what the numbers mean;
* `compiling`, `machine`, `bits`, `memory`, `randomness`: how functions are compiled, sets of cards, records, chance;
* `turn`, `game`: the rules of a turn, and whole games;
* `talk`: what a seat says;
* `search`: the search through a turn, which the planner and the champion share;
* `planner`, `planner_by_pile`, `reference`: the reference players and their games;
* `treesearch`: a search through worlds, move by move, with greedy players to finish the games;
* `scratch`, `candidates`, `features`, `network`, `judging`: the memory of a search, and the champion's turn;
* `determinization`, `lookahead`, `champion`: worlds that a view allows, the champion's look-ahead, and its games;
* `beam`, `level_values`, `levels`, `teams`: the other levels, and games of any of them side by side;
* `rollouts`: what may become of a turn, in worlds that a view allows;
* `solver`: games with every card known;
* `episode`, `tabletalk`, `encoding`, `stepping`: games as trainers step them, with talk, and what seats see of them;
* `partners`: computer players beside a learner; `recording`: whole games with every turn written down;
* `records`, `workspace`: between the values of Python and the records.

The thinking is written once. `load` compiles it, for games by the million; `interpreted` runs the same text as plain
Python, where a record is an instance of its class or lies in an array: at a table, and where there is no Numba. What
differs between the two lies in `machine`, `bits`, `memory`, `randomness` and `network`. Compiled functions take
pointers and live in compiled code only, which keeps the compiler's work and the calls small; those marked as entries
take arrays and are called from Python.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any


def available() -> bool:
    """Tell whether the compiled kernel can be used, without loading it."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def is_compiled(module: str, name: str) -> bool:
    """Tell whether an entry of a module was compiled before, for any arguments: its machine code is then on disk."""
    if not available():
        return False
    from .compiling import digest_of

    here = Path(__file__).parent
    pattern = f"**/{module}.{name}_{digest_of(*sorted((here, here.parent / 'rules')))}*.nbi"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(chosen)] if chosen else [here / "__pycache__", Path("~/.cache/numba").expanduser()]
    if hasattr(os, "getuid"):
        folders.append(Path(tempfile.gettempdir()) / f"nonante-{os.getuid()}")
    return any(next(folder.glob(pattern), None) for folder in folders)


def interpreted(module: str) -> Any:
    """Import a module of this room as plain Python, without Numba: the same text under another package's name."""
    package = f"{__package__.rpartition('.')[0]}.interpreted"
    if package not in sys.modules:
        sys.modules[package] = ModuleType(package)
        sys.modules[package].__path__ = __path__
    return import_module(f"{package}.{module}")


def load(module: str = "reference") -> Any:
    """Import a compiled module of this room.

    Where neither the package nor the home directory takes its cache, a temporary folder does.
    """
    name = f"{__package__}.{module}"
    try:
        return import_module(name)
    except RuntimeError as error:
        if "cache" not in str(error):
            raise
    config = import_module("numba").config
    before = config.CACHE_DIR
    config.CACHE_DIR = _private_folder()
    try:
        return import_module(name)
    finally:
        config.CACHE_DIR = before


def _private_folder() -> str:
    """Return a temporary folder that nobody else could have filled: compiled code is loaded from it."""
    if not hasattr(os, "getuid"):
        return tempfile.mkdtemp(prefix="nonante-")
    folder = Path(tempfile.gettempdir()) / f"nonante-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    seen = folder.lstat()
    if stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.getuid() and not seen.st_mode & 0o077:
        return str(folder)
    return tempfile.mkdtemp(prefix="nonante-")
