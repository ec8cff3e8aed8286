"""Structs in plain Python, for where there is no msgspec: frozen values, written and read as msgspec does it.

Reading is strict: an unknown tag, a missing field, a wrong type, and a field too many where a struct forbids it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

__all__ = ["UNSET", "Struct", "StructError", "UnsetType", "convert", "decoder", "encode", "replace"]

T = TypeVar("T")
Read: TypeAlias = Callable[[Any, str], Any]
"""Takes plain data and where it stood; returns the value, or raises StructError."""


class StructError(ValueError):
    """Data that is no value of that type."""


class UnsetType:
    """The type of a field that is not there."""


UNSET: Final = UnsetType()
MISSING: Final = object()


class Config(NamedTuple):
    """How a struct is written and read."""

    tag: str | None = None
    tag_field: str | None = None
    forbid_unknown_fields: bool = False


@dataclass_transform(frozen_default=True)
class Struct:
    """Base of all messages.

    A dataclass would do, but making a hundred of them takes as long as everything else at the start: here a class gets
    its constructor when the first value is made.
    """

    __struct_config__: ClassVar = Config()
    __struct_fields__: ClassVar[dict[str, Any]] = {}
    """Its fields in order, each with its default; MISSING where it has none."""

    def __init_subclass__(cls, frozen: bool = True, **config: Any) -> None:
        """Note its fields; what it does not say about itself, its base has said."""
        del frozen  # all of them are
        super().__init_subclass__()
        cls.__struct_config__ = cls.__struct_config__._replace(**config)
        own = {name: vars(cls).get(name, MISSING) for name in cls.__annotations__}
        cls.__struct_fields__ = {**cls.__struct_fields__, **own}
        cls.__init__ = _first_init  # type: ignore[method-assign,assignment]

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: nothing changes a message."""
        raise AttributeError(f"immutable type: {type(self).__name__!r}")

    def __eq__(self, other: object) -> bool:
        """Compare kind and fields."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        """Hash the fields."""
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def _first_init(self: Struct, *values: Any, **named: Any) -> None:
    """Give the class its constructor, and call it."""
    cls = type(self)
    defaults = {f"default_{name}": value for name, value in cls.__struct_fields__.items() if value is not MISSING}
    space: dict[str, Any] = dict(defaults)
    arguments = [f"{name}=default_{name}" if f"default_{name}" in defaults else name for name in cls.__struct_fields__]
    lines = [f"def init(self, {', '.join(arguments)}):", " fields = self.__dict__"]
    for name, default in cls.__struct_fields__.items():
        own = f".copy() if {name} is default_{name} else {name}" if isinstance(default, list | dict) else ""
        lines.append(f" fields[{name!r}] = {name}{own}")
    exec("\n".join(lines), space)  # noqa: S102 - our own names
    cls.__init__ = space["init"]  # type: ignore[method-assign]
    cls.__init__(self, *values, **named)


def replace(message: T, **changes: Any) -> T:
    """Return a struct with some fields changed."""
    return type(message)(**{**vars(message), **changes})


def encode(message: Any) -> bytes:
    """Return JSON."""
    return json.dumps(message, default=_parts, ensure_ascii=False, separators=(",", ":")).encode()


def _parts(message: Any) -> dict[str, Any]:
    if not isinstance(message, Struct):
        raise TypeError(f"no JSON for {type(message).__name__}")
    config = message.__struct_config__
    tag = {config.tag_field or "type": config.tag} if config.tag else {}
    return tag | {name: value for name, value in vars(message).items() if value is not UNSET}


def decoder(kind: Any) -> Callable[[bytes | str], Any]:
    """Return what reads JSON of one type, strictly: StructError says what is wrong."""
    read: Read = _reader(kind)
    return lambda text: read(_loaded(text), "$")


def _loaded(text: bytes | str) -> Any:
    try:
        text = text.decode() if isinstance(text, bytes) else text
        data = json.loads(text, parse_constant=_no_number)
        if "\\ud" in text or "\\uD" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a character
    except ValueError as error:
        raise StructError(f"JSON is malformed: {error}") from None
    return data


def _no_number(name: str) -> float:
    raise StructError(f"JSON is malformed: {name}")


def convert(data: Any, kind: Any) -> Any:
    """Return plain data as a value of a type, as strictly."""
    return _reader(kind)(data, "$")


_NAMES: Final = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    NoneType: "null",
    list: "array",
    tuple: "array",
    dict: "object",
}


def _wrong(wanted: str, data: Any, place: str) -> StructError:
    where = f" - at `{place}`" if place != "$" else ""
    return StructError(f"Expected `{wanted}`, got `{_NAMES.get(type(data), type(data).__name__)}`{where}")


@cache
def _reader(kind: Any) -> Read:
    """Return what reads one type."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda data, _: data
    if origin is Annotated:
        return _reader(args[0])
    if origin is Literal:
        return _word_reader(args)
    if origin in (Union, UnionType):
        return _union_reader([one for one in args if one is not UnsetType])
    if origin is list:
        return _list_reader(_reader(args[0]))
    if origin is dict:
        return _dict_reader(_reader(args[0]), _reader(args[1]))
    if issubclass(kind, Struct):
        return _struct_reader(kind)
    if issubclass(kind, tuple):
        return _tuple_reader(kind)
    return _plain_reader(kind)


def _plain_reader(kind: type) -> Read:
    def read(data: Any, place: str) -> Any:
        if type(data) is kind:
            return data
        if kind is float and type(data) is int:
            return float(data)
        raise _wrong(_NAMES[kind], data, place)

    return read


def _word_reader(words: tuple[Any, ...]) -> Read:
    def read(data: Any, place: str) -> Any:
        if not isinstance(data, str):
            raise _wrong("str", data, place)
        if data not in words:
            raise StructError(f"Invalid enum value {data!r} - at `{place}`")
        return data

    return read


def _list_reader(item: Read) -> Read:
    def read(data: Any, place: str) -> list[Any]:
        if not isinstance(data, list | tuple):
            raise _wrong("array", data, place)
        return [item(one, f"{place}[{number}]") for number, one in enumerate(data)]

    return read


def _dict_reader(key: Read, value: Read) -> Read:
    def read(data: Any, place: str) -> dict[Any, Any]:
        if not isinstance(data, dict):
            raise _wrong("object", data, place)
        return {key(name, f"key in {place}"): value(one, f"{place}[...]") for name, one in data.items()}

    return read


def _union_reader(kinds: list[Any]) -> Read:
    """Read structs by their tags, and anything else as the first type that it fits."""
    tagged = {one.__struct_config__.tag: one for one in kinds if isinstance(one, type) and issubclass(one, Struct)}
    if len(tagged) > 1:
        return _tagged_reader(tagged)
    readers = [_reader(one) for one in kinds]

    def read(data: Any, place: str) -> Any:
        problem = None
        for one in readers:
            try:
                return one(data, place)
            except StructError as error:
                problem = error
        raise problem or _wrong("null", data, place)

    return read


def _tagged_reader(tagged: dict[str | None, type[Struct]]) -> Read:
    name = next(iter(tagged.values())).__struct_config__.tag_field or "type"
    readers = {tag: _struct_reader(kind) for tag, kind in tagged.items()}

    def read(data: Any, place: str) -> Any:
        if not isinstance(data, dict):
            raise _wrong("object", data, place)
        if name not in data:
            raise StructError(f"Object missing required field `{name}`")
        tag = data[name]
        if not isinstance(tag, str):
            raise _wrong("str", tag, f"{place}.{name}")
        if tag not in tagged:
            raise StructError(f"Invalid value {tag!r} - at `{place}.{name}`")
        return readers[tag](data, place)

    return read


def _struct_reader(kind: type[Struct]) -> Read:
    config = kind.__struct_config__
    types = get_type_hints(kind, include_extras=True)
    readers = {name: _reader(types[name]) for name in kind.__struct_fields__}
    required = [name for name, default in kind.__struct_fields__.items() if default is MISSING]
    tag_field = config.tag_field if config.tag else None

    def read(data: Any, place: str) -> Any:
        if not isinstance(data, dict):
            raise _wrong("object", data, place)
        if tag_field and data.get(tag_field, config.tag) != config.tag:
            raise StructError(f"Invalid value {data[tag_field]!r} - at `{place}.{tag_field}`")
        values = {}
        for name, value in data.items():
            if name in readers:
                values[name] = readers[name](value, f"{place}.{name}")
            elif config.forbid_unknown_fields and name != tag_field:
                raise StructError(f"Object contains unknown field `{name}`")
        for name in required:
            if name not in values:
                raise StructError(f"Object missing required field `{name}`")
        return kind(**values)

    return read


def _tuple_reader(kind: type) -> Read:
    readers = [_reader(one) for one in get_type_hints(kind).values()]

    def read(data: Any, place: str) -> Any:
        if not isinstance(data, list | tuple):
            raise _wrong("array", data, place)
        if len(data) != len(readers):
            raise StructError(f"Expected `array` of length {len(readers)}")
        return kind(*(one(value, f"{place}[{n}]") for n, (one, value) in enumerate(zip(readers, data, strict=True))))

    return read
