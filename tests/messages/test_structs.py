"""Messages are the same with msgspec and without: written alike, read as strictly, refused as surely."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, get_args

import msgspec
from tests.server.test_protocol import EXAMPLES, FROM_CLIENT, FROM_SERVER

from nonante.host import store
from nonante.messages import client, server

WITHOUT = """
import json, sys
sys.modules["msgspec"] = None
from nonante.host import store
from nonante.messages import client, server
from nonante.messages import StructError, Struct, decoder, encode, plain
assert Struct is plain.Struct
kinds = {**vars(client), **vars(server), **vars(store)}
for line in sys.stdin:
    kind, text = json.loads(line)
    try:
        message = decoder(kinds[kind])(text)
        assert message == decoder(kinds[kind])(text) and hash(repr(message))
        answer = encode(message).decode()
    except (StructError, UnicodeError, RecursionError):
        answer = None
    print(json.dumps(answer))
"""


def without_msgspec(asked: list[tuple[str, str]]) -> list[str | None]:
    """Return what each text is read and written as where there is no msgspec; None where it is refused."""
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    told = subprocess.run([sys.executable, "-c", WITHOUT], input=lines, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return [json.loads(line) for line in told.stdout.splitlines()]


def with_msgspec(kind: str, text: str) -> str | None:
    kinds = {**vars(client), **vars(server), **vars(store)}
    try:
        return msgspec.json.encode(
            msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=kinds[kind])
        ).decode()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def test_every_example_is_read_and_written_alike() -> None:
    asked = [(cls.__name__, EXAMPLES[cls.__name__]) for cls in [*FROM_CLIENT, *FROM_SERVER]]
    asked += [("FromClient", EXAMPLES[cls.__name__]) for cls in get_args(client.FromClient)]
    asked += [("FromServer", EXAMPLES[cls.__name__]) for cls in get_args(server.FromServer)]
    found = without_msgspec(asked)
    assert found == [with_msgspec(*one) for one in asked]
    assert None not in found


def _spoilt() -> list[tuple[str, str]]:
    """Return messages with something wrong, or only odd, in each field."""
    odd: list[Any] = [None, True, 1, 1.0, 1.5, -1, 10**30, "", "x", "\ud800", [], {}, [1], {"a": 1}, [[]]]
    asked = []
    for cls in get_args(client.FromClient):
        data = json.loads(EXAMPLES[cls.__name__])
        for name in [*data, "more"]:
            asked.append(("FromClient", json.dumps({key: value for key, value in data.items() if key != name})))
            asked += [("FromClient", json.dumps({**data, name: value})) for value in odd]
    return asked


def test_what_one_refuses_the_other_refuses() -> None:
    asked = _spoilt()
    texts = ["", "{", "[]", "null", "NaN", '{"type":"ping","key":NaN}', '{"type":"ping","key":"a","key":"b"}', "{}x"]
    texts += [
        '{"type":"ping","key":"\\ud83d\\ude00"}',
        '{"type":"ping","key":"\\ud83d"}',
        '{"type":"ping","key":"a\tb"}',
    ]
    asked += [("FromClient", text) for text in texts]
    row = [1, 0.5, None, "k", "{}"]
    for rows in ([row], [row[:-1]], [[*row, 1]], [[1.0, 1, 0, None, ""]], [["1", *row[1:]]]):
        asked.append(("ExportedTable", json.dumps({"code": "BCDFGH", "rows": rows, "secrets": {"0": "ff"}})))
    found, wanted = without_msgspec(asked), [with_msgspec(*one) for one in asked]
    assert [(ask, a, b) for ask, a, b in zip(asked, found, wanted, strict=True) if a != b] == []
    assert wanted.count(None) > 300
    assert len(wanted) - wanted.count(None) > 50
