"""What messages are made of: `Struct`, and its way to JSON and back.

A struct is msgspec's where that is installed, as on every server: it writes a view three times as fast as a dataclass
is written. Where it is not, as in a browser, `plain` does the same in plain Python; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

try:
    from msgspec import UNSET, MsgspecError as StructError, Struct, UnsetType, convert
    from msgspec.json import Decoder, Encoder
    from msgspec.structs import replace
except ImportError:
    from .plain import (  # type: ignore[assignment,no-redef]  # the same names
        UNSET,
        Decoder,
        Encoder,
        Struct,
        StructError,
        UnsetType,
        convert,
        replace,
    )

__all__ = ["UNSET", "Struct", "StructError", "UnsetType", "convert", "decoder", "encode", "replace", "tag_of"]

encode = Encoder().encode


def decoder(kind: Any) -> Callable[[bytes | str], Any]:
    """Return what reads JSON of one type, strictly: StructError says what is wrong."""
    return _decoder(kind).decode


@cache
def _decoder(kind: Any) -> Decoder[Any]:
    return Decoder(kind)


def tag_of(message: Struct) -> str:
    """Return the tag of a message type."""
    return str(message.__struct_config__.tag)
