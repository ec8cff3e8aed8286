"""Records: numbers with names, declared once as classes; see `layout`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Self, TypeVar

R = TypeVar("R", bound="Record")

FIELDS: Final[dict[str, tuple[int, int]]] = {}
"""Every place by its name: where it begins in its record, and how many numbers it has, 0 where it is a single one."""
PLACES: Final[dict[str, int]] = {}
"""Places that are no part of a record, and sizes: how many numbers a record has, as ``TURNSTATE_SIZE``."""


class _Field:
    """A place as it is declared."""

    def __init__(self, count: int, blank: Any) -> None:
        self.count, self.blank = count, blank


def _declared(count: int, blank: Any) -> Any:
    return _Field(count, blank)


def cell() -> int:
    """Declare a number."""
    number: int = _declared(0, lambda: 0)
    return number


def row(count: int) -> list[int]:
    """Declare so many numbers."""
    numbers: list[int] = _declared(count, lambda: [0] * count)
    return numbers


def real() -> float:
    """Declare a float; a record holds either integers or floats."""
    number: float = _declared(0, float)
    return number


def reals(count: int) -> list[float]:
    """Declare so many floats."""
    numbers: list[float] = _declared(count, lambda: [0.0] * count)
    return numbers


def part(kind: type[R]) -> R:
    """Declare a record within a record."""
    record: R = _declared(kind.size, kind)
    return record


def parts(kind: type[R], count: int) -> list[R]:
    """Declare so many of them."""
    records: list[R] = _declared(kind.size * count, lambda: [kind() for _ in range(count)])
    return records


class Record:
    """Numbers with names, one after the other; those of a record that extends another come behind."""

    size: ClassVar[int] = 0
    _blanks: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._blanks = dict(cls._blanks)
        for name, field in [(name, field) for name, field in vars(cls).items() if isinstance(field, _Field)]:
            if FIELDS.setdefault(name, (cls.size, field.count)) != (cls.size, field.count):
                raise TypeError(f"two places are called {name}")
            cls._blanks[name] = field.blank
            cls.size += field.count or 1
            delattr(cls, name)
        PLACES[f"{cls.__name__.upper()}_SIZE"] = cls.size

    def __init__(self) -> None:
        for name, blank in self._blanks.items():
            setattr(self, name, blank())

    @classmethod
    def of(cls, numbers: Sequence[Any]) -> Self:
        """Return a record of these numbers."""
        record = cls()
        for name in cls._blanks:
            first, count = FIELDS[name]
            setattr(record, name, list(numbers[first : first + count]) if count else numbers[first])
        return record

    def numbers(self) -> list[Any]:
        """Return all numbers in their order, as compiled code has them."""
        values = (getattr(self, name) for name in self._blanks)
        return [number for value in values for number in (value if isinstance(value, list) else [value])]


class ArrayRecord:
    """Numbers of an array from a place on, by name or by number: what compiled code has a pointer for."""

    __slots__ = ("_first", "_numbers")
    _first: int
    _numbers: Any

    def __init__(self, numbers: Any, first: int) -> None:
        object.__setattr__(self, "_numbers", numbers)
        object.__setattr__(self, "_first", first)

    def __getattr__(self, name: str) -> Any:
        """Return a number, or where several numbers begin."""
        first, count = FIELDS[name]
        return self.shifted(first) if count else self[first]

    def __setattr__(self, name: str, number: Any) -> None:
        self[FIELDS[name][0]] = number

    def __getitem__(self, place: int) -> Any:
        return self._numbers[self._first + place]

    def __setitem__(self, place: int, number: Any) -> None:
        self._numbers[self._first + place] = number

    def shifted(self, offset: int) -> ArrayRecord:
        """Return the numbers from a later place on."""
        return ArrayRecord(self._numbers, self._first + offset)
