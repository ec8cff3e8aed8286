"""How the functions of this room are compiled, and how compiled code is kept on disk without ever being stale.

Loaded by `kernel.interpreted`, the same modules are plain Python: nothing is compiled, and a record is an instance of
its class in `layout`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

Array: TypeAlias = Any  # a NumPy array
Word: TypeAlias = Any  # numpy.uint64

_F = TypeVar("_F", bound=Callable[..., Any])
COMPILED: Final = __name__.split(".")[-2] == "kernel"
"""Whether functions are compiled; with Numba, which takes a moment to load."""
_ONLY_COMPILED: Final = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# Numbers of one type: Numba compiles a function once more for every bare number it is called with.
int64: Any
float32: Any
if COMPILED:
    from numpy import float32, int64
else:
    int64, float32 = int, float


def _compiled(function: _F, **options: Any) -> _F:
    if not COMPILED:
        return function
    from numba import njit

    njit_: Any = njit  # its types leave out the two options that keep wrappers away
    compiled: _F = njit_(**options)(function)
    return compiled


@cache
def digest_of(*rooms: Path) -> str:
    """Return a digest of all modules in some folders."""
    digest = sha256()
    for path in sorted(path for room in rooms for path in room.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def inner(function: _F) -> _F:
    """Compile a function that only compiled code calls."""
    return _compiled(function, **_ONLY_COMPILED)


def forced(function: _F) -> _F:
    """Compile a function into all that call it, whatever LLVM thinks of that: calls in inner loops cost time."""
    return _compiled(function, **_ONLY_COMPILED, forceinline=True)


def inlined(function: _F) -> _F:
    """Compile a function into the few that call it.

    That is quicker than to compile it apart: every function is made into machine code together with all that it calls,
    so each level of calls is paid for again.
    """
    return _compiled(function, **_ONLY_COMPILED, inline="always")


def entry(function: _F) -> _F:
    """Compile a function that Python calls, and keep the machine code on disk.

    Numba's cache only watches the file of the function it keeps. The digest of this room, of the rules whose
    numbers it takes over, and of the function's own room in its name makes it a new function whenever anything there
    has changed.
    """
    room = Path(__file__).parent
    if COMPILED:
        rooms = {room, room.parent / "rules", Path(function.__code__.co_filename).parent}
        function.__qualname__ += f"_{digest_of(*sorted(rooms))}"
    return _compiled(function, cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)
