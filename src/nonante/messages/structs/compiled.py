"""Structs as msgspec makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, MsgspecError as StructError, Struct, UnsetType, convert
from msgspec.structs import replace

__all__ = ["UNSET", "Struct", "StructError", "UnsetType", "convert", "decoder", "encode", "replace"]

encode = msgspec.json.Encoder().encode


def decoder(kind: Any) -> Callable[[bytes | str], Any]:
    """Return what reads JSON of one type, strictly: StructError says what is wrong."""
    return _decoder(kind).decode


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
