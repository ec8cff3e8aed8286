"""`Identity`: everything that decides how a player plays, so that results of different players are never mixed up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache, partial
from hashlib import sha256
from inspect import getsourcefile, unwrap
from pathlib import Path
from typing import Any, Final

from .. import __version__, kernel

COMPILED, PYTHON = "compiled", "python"
_LENGTH: Final = 16  # letters of a digest
_DECIDING: Final = ("rules", "turn", "table", "kernel", "players")  # the rooms that decide how a game goes


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a player: players with equal identities play the same games."""

    name: str
    version: str = ""
    """Of this package; between releases with a digest of the code that plays."""
    engine: str = ""
    """What thinks: ``"compiled"`` or ``"python"``."""
    weights: str = ""
    """A digest of what it has learnt, where it has learnt something."""
    look_ahead: str = ""
    """How far it looks beyond the turn, where it does."""
    source: str = ""
    """A digest of the file in which it is written, for players that do not come with this package."""
    parameters: tuple[tuple[str, float], ...] = ()
    """Settings by name, for players that are made of them."""
    package: str = ""
    """The package that offers it and its version, for players of other packages."""

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        data = {**asdict(self), "parameters": dict(self.parameters)}
        return data if self.package else {name: value for name, value in data.items() if name != "package"}

    @classmethod
    def from_data(cls, data: object) -> Identity:
        """Read what `to_data` returned; raise ValueError for anything else."""
        names = {one.name for one in fields(cls)}
        if isinstance(data, dict) and set(data) | {"package"} == names and isinstance(data["parameters"], dict):
            words = {name: data[name] for name in set(data) - {"parameters"}}
            numbers = tuple(data["parameters"].items())
            if all(isinstance(word, str) for word in words.values()) and all(
                isinstance(name, str) and isinstance(number, int | float) for name, number in numbers
            ):
                return cls(**words, parameters=tuple((name, float(number)) for name, number in numbers))
        raise ValueError("no identity of a player")

    def __str__(self) -> str:
        said = [f"{name} {value}" for name, value in self.to_data().items() if value and name != "name"]
        return f"{self.name} ({', '.join(said)})" if said else self.name


def engine() -> str:
    """Return the engine of the champion here: compiled or plain Python."""
    return COMPILED if kernel.available() else PYTHON


@cache
def package_version() -> str:
    """Return the version of this package, between releases with a digest of the code that plays."""
    if "dev" not in __version__:
        return __version__
    package = Path(__file__).parents[1]
    files = sorted(path for room in _DECIDING for path in (package / room).rglob("*.py"))
    return f"{__version__}+{digest(b''.join(path.name.encode() + path.read_bytes() for path in files))}"


def digest(data: bytes) -> str:
    """Return a short digest of a file's content.

    >>> digest(b"")
    'e3b0c44298fc1c14'
    """
    return sha256(data).hexdigest()[:_LENGTH]


def source_digest(make: Callable[..., object]) -> str:
    """Return a digest of the source file and arguments of a maker; none for the players of this package."""
    if str(getattr(make, "__module__", "")).partition(".")[0] == __package__.partition(".")[0]:
        return ""
    bound: Mapping[str, Any] | tuple[Any, ...] = ()
    if isinstance(make, partial):
        bound = (make.args, make.keywords)
        make = make.func
    made_in = unwrap(make)
    cells = [cell.cell_contents for cell in getattr(made_in, "__closure__", None) or ()]
    return digest(_source(made_in) + repr((bound, cells) if bound or cells else ()).encode())


def _source(make: Any) -> bytes:
    """Return the text of the file, or the compiled code of what was typed in."""
    try:
        file = getsourcefile(make)
        return Path(file or "").read_bytes()
    except (TypeError, OSError):
        code = getattr(make, "__code__", None)
        return code.co_code + repr(code.co_consts).encode() if code else repr(make).encode()
