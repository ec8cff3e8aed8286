"""Structs in plain Python, for where there is no msgspec: frozen values, written and read as msgspec does it.

Reading is strict: an unknown tag, a missing field, a wrong type, and a field too many where a struct forbids it.
"""

from __future__ import annotations

import json
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")


class StructError(ValueError):
    """Data that is no value of that type."""


class UnsetType:
    """The type of a field that is not there."""


UNSET: Final = UnsetType()
MISSING: Final = object()


class Config(NamedTuple):
    """How a struct is written and read."""

    tag: str | None = None
    tag_field: str = "type"
    forbid_unknown_fields: bool = False


@dataclass_transform(frozen_default=True)
class Struct:
    """Base of all messages."""

    __struct_config__: ClassVar = Config()
    __struct_fields__: ClassVar[dict[str, Any]] = {}
    """Its fields in order, each with its default; MISSING where it has none."""

    def __init_subclass__(cls, frozen: bool = True, kw_only: bool = False, **config: Any) -> None:
        """Note its fields; what it does not say about itself, its base has said."""
        del frozen, kw_only  # all are frozen, and whoever names fields may
        super().__init_subclass__()
        cls.__struct_config__ = cls.__struct_config__._replace(**config)
        own = {name: vars(cls).get(name, MISSING) for name in cls.__annotations__}
        cls.__struct_fields__ = {**cls.__struct_fields__, **own}

    def __init__(self, *values: Any, **named: Any) -> None:
        """Take the fields in their order or by name."""
        defaults, fields = self.__struct_fields__, vars(self)
        fields.update(defaults)
        fields.update(zip(defaults, values, strict=False))
        fields.update(named)
        if len(values) > len(defaults) or len(fields) > len(defaults) or MISSING in fields.values():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(defaults)}")
        for name, default in defaults.items():
            if fields[name] is default and isinstance(default, list | dict):
                fields[name] = default.copy()

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


def replace(message: T, **changes: Any) -> T:
    """Return a struct with some fields changed."""
    return type(message)(**{**vars(message), **changes})


class Encoder:
    """Writes JSON."""

    def encode(self, message: Any) -> bytes:
        """Return JSON."""
        return json.dumps(message, default=_parts, ensure_ascii=False, separators=(",", ":")).encode()


def _parts(message: Any) -> dict[str, Any]:
    if not isinstance(message, Struct):
        raise TypeError(f"no JSON for {type(message).__name__}")
    config = message.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag else {}
    return tag | {name: value for name, value in vars(message).items() if value is not UNSET}


class Decoder:
    """Reads JSON of one type."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def decode(self, text: bytes | str) -> Any:
        """Return the value; StructError says what is wrong."""
        try:
            text = text.decode() if isinstance(text, bytes) else text
            data = json.loads(text)
            json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # refuses NaN, and half a character
        except ValueError as error:
            raise StructError(f"JSON is malformed: {error}") from None
        return convert(data, self._kind)


_NAMES: Final = {str: "str", int: "int", float: "float", bool: "bool", NoneType: "null", list: "array", dict: "object"}


def convert(data: Any, kind: Any, place: str = "$") -> Any:
    """Return plain data as a value of a type, or raise StructError with the place where it is none."""
    origin, args = get_origin(kind), get_args(kind)
    match data:
        case _ if kind is Any:
            return data
        case _ if origin is Annotated:
            return convert(data, args[0], place)
        case _ if origin in (Union, UnionType):
            return _one_of(data, args, place)
        case str() if origin is Literal and data in args:
            return data
        case list() | tuple() if origin is list:
            return [convert(one, args[0], f"{place}[{number}]") for number, one in enumerate(data)]
        case dict() if origin is dict:
            return {convert(name, args[0], place): convert(one, args[1], f"{place}[...]") for name, one in data.items()}
        case dict() if isinstance(kind, type) and issubclass(kind, Struct):
            return _struct(data, kind, place)
        case list() | tuple() if isinstance(kind, type) and issubclass(kind, tuple) and len(data) == len(_types(kind)):
            wanted = zip(data, _types(kind).values(), strict=True)
            return kind(*(convert(one, each, f"{place}[{number}]") for number, (one, each) in enumerate(wanted)))
        case _ if type(data) is kind:
            return data
        case int() if kind is float and type(data) is int:
            return float(data)
    wanted_name = _NAMES.get(kind, str(kind) if origin else getattr(kind, "__name__", str(kind)))
    raise StructError(f"Expected `{wanted_name}`, got `{_NAMES.get(type(data), 'array')}` - at `{place}`")


def _one_of(data: Any, kinds: tuple[Any, ...], place: str) -> Any:
    """Read a struct among several by its tag, and anything else as the first type that it fits."""
    structs = [one for one in kinds if isinstance(one, type) and issubclass(one, Struct)]
    if len(structs) > 1 and isinstance(data, dict):
        field = structs[0].__struct_config__.tag_field
        kinds = tuple(one for one in structs if one.__struct_config__.tag == data.get(field))
    problem = StructError(f"Invalid value - at `{place}`")
    for one in kinds:
        try:
            if one is not UnsetType:
                return convert(data, one, place)
        except StructError as error:
            problem = error
    raise problem


def _struct(data: dict[Any, Any], kind: Any, place: str) -> Any:
    config, fields, types = kind.__struct_config__, kind.__struct_fields__, _types(kind)
    if config.tag and data.get(config.tag_field, config.tag) != config.tag:
        raise StructError(f"Invalid value {data[config.tag_field]!r} - at `{place}.{config.tag_field}`")
    for name in data:
        if config.forbid_unknown_fields and name not in fields and not (config.tag and name == config.tag_field):
            raise StructError(f"Object contains unknown field `{name}` - at `{place}`")
    for name, default in fields.items():
        if default is MISSING and name not in data:
            raise StructError(f"Object missing required field `{name}` - at `{place}`")
    return kind(**{name: convert(data[name], types[name], f"{place}.{name}") for name in fields if name in data})


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
