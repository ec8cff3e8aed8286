"""What messages are made of: `Struct`, and its way to JSON and back.

A struct is msgspec's where that is installed, as on every server: it writes a view three times as fast as a dataclass
is written. Where it is not, as in a browser, `plain` does the same in plain Python; a test holds both together.
"""

from __future__ import annotations

try:
    from .compiled import UNSET, Struct, StructError, UnsetType, convert, decoder, encode, replace
except ImportError:
    from .plain import UNSET, Struct, StructError, UnsetType, convert, decoder, encode, replace  # type: ignore[assignment,no-redef]  # the same names

__all__ = ["UNSET", "Struct", "StructError", "UnsetType", "convert", "decoder", "encode", "replace", "tag_of"]


def tag_of(message: Struct) -> str:
    """Return the word that tells what kind of message it is."""
    return str(message.__struct_config__.tag)
