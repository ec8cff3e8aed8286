"""TypeScript types of every message: ``scripts/typescript.py > web/src/base/protocol.ts``.

With ``--check FILE`` nothing is written; the exit code is 1 when the file does not say the same.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec

from nonante.messages import client, pages, people, review, server, shared, view
from nonante.rules import KINDS

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
_UNIONS: Final = {"FromClient": client.FromClient, "FromServer": server.FromServer}
_MODULES: Final = (shared, client, view, server, pages, people, review)
_HEAD = "// Generated from src/nonante/messages by `scripts/typescript.py`. Do not edit.\n"


def generate() -> str:
    """Return the whole TypeScript file."""
    beside = {
        server.OpenTable,
        people.AskSync,
        people.AskTeam,
        people.AskMember,
        people.AskCrewTable,
        review.AskBoard,
        review.AskReview,
        review.AskTurn,
        people.AskWebhook,
    }
    sent = set(get_args(client.FromClient)) | beside
    parts = [_HEAD, *_aliases(), *(_interface(cls, optional=cls in sent) for cls in _structs())]
    for name, union in _UNIONS.items():
        members = [f"  | {member.__name__}" for member in get_args(union)]
        parts.append("\n".join([f"export type {name} =", *members]) + ";\n")
    return "\n".join(parts)


def _is_words(kind: Any) -> bool:
    """Tell whether a type is one of fixed words, or a union of such."""
    return get_origin(kind) is Literal or (get_origin(kind) is Union and all(map(_is_words, get_args(kind))))


_NAMED: Final = {kind: name for module in _MODULES for name, kind in vars(module).items() if _is_words(kind)}


def _aliases() -> Iterator[str]:
    for kind, name in _NAMED.items():
        yield f"export type {name} = {_spelled(kind)};\n"
    words = ", ".join(f'"{kind}"' for kind in KINDS)
    yield f"export const KINDS: CommandKind[] = [{words}];\n"


def _structs() -> Iterator[type[msgspec.Struct]]:
    for module in _MODULES:
        for cls in vars(module).values():
            own = inspect.isclass(cls) and cls.__module__ == module.__name__
            if own and issubclass(cls, msgspec.Struct) and cls is not client.Command:
                yield cls


def _interface(cls: type[msgspec.Struct], optional: bool) -> str:
    """Write one struct; what a client may leave out is optional, a server always sends everything."""
    notes = _field_notes(cls)
    lines = [*_comment(inspect.getdoc(cls), ""), f"export interface {cls.__name__} {{"]
    tag = cls.__struct_config__.tag
    if tag is not None:
        lines.append(f'  {cls.__struct_config__.tag_field}: "{tag}";')
    for field in msgspec.structs.fields(cls):
        may_lack = field.default is msgspec.UNSET or (optional and not field.required)
        lines += _comment(notes.get(field.name), "  ")
        lines.append(f"  {field.encode_name}{'?' if may_lack else ''}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _type(kind: Any) -> str:
    bare, *null = _without_null(kind)
    return " | ".join([_NAMED.get(bare) or _spelled(bare), *null])


def _without_null(kind: Any) -> list[Any]:
    """Return the type and, where it may be null, that apart; a type that may be left out is what it is when there."""
    if get_origin(kind) not in (Union, UnionType):
        return [kind]
    rest = tuple(one for one in get_args(kind) if one not in (NoneType, msgspec.UnsetType))
    return [reduce(or_, rest), *(["null"] if NoneType in get_args(kind) else [])]


def _spelled(kind: Any) -> str:
    """Write a type out, where its parts may go by their names."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return next((_type(note.type) for note in args[1:] if isinstance(note, shared.Meant)), _type(args[0]))
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in args)
    if origin in (Union, UnionType):
        return " | ".join(map(_type, args))
    if origin is list:
        inner = _type(args[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    raise TypeError(f"no TypeScript for {kind!r}")


def _field_notes(cls: type) -> dict[str, str]:
    """Return the strings that stand below fields."""
    body = ast.parse(inspect.getsource(cls)).body[0]
    notes = {}
    if isinstance(body, ast.ClassDef):
        for field, below in zip(body.body, body.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(note))):
                    notes[name] = note
    return notes


def _comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


def main(arguments: list[str]) -> int:
    """Print the types, or compare them with a file."""
    match arguments:
        case []:
            sys.stdout.write(generate())
            return 0
        case ["--check", name]:
            path = Path(name)
            if path.is_file() and path.read_text(encoding="utf-8") == generate():
                return 0
            print(f"{name} is stale: scripts/typescript.py > {name}", file=sys.stderr)
            return 1
    print("usage: scripts/typescript.py [--check FILE]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
