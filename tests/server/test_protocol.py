"""docs/protocol.md: every example is a message, and every message has an example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from nonante.server import messages
from nonante.server.errors import SERVER_MESSAGES
from nonante.server.limits import Limits
from nonante.table import SIGNALS, EventKind, SignalName
from nonante.table.events import EVENTS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL))
FROM_CLIENT = [*get_args(messages.FromClient), messages.OpenTable]
FROM_SERVER = [*get_args(messages.FromServer), messages.Opened, messages.TableInfo, messages.Info]


def test_every_message_has_an_example_and_every_example_a_message() -> None:
    assert set(EXAMPLES) == {cls.__name__ for cls in [*FROM_CLIENT, *FROM_SERVER]}


@pytest.mark.parametrize("cls", FROM_CLIENT)
def test_what_a_client_sends_is_read(cls: type[msgspec.Struct]) -> None:
    assert isinstance(msgspec.json.decode(EXAMPLES[cls.__name__], type=cls), cls)


@pytest.mark.parametrize("cls", FROM_SERVER)
def test_what_a_server_sends_is_complete(cls: type[msgspec.Struct]) -> None:
    text = EXAMPLES[cls.__name__]
    assert json.loads(msgspec.json.encode(msgspec.json.decode(text, type=cls))) == json.loads(text)


def test_the_words_of_the_types_are_those_of_the_code() -> None:
    assert get_args(EventKind) == tuple(EVENTS)
    assert get_args(SignalName) == SIGNALS


def test_every_kind_of_news_and_every_code_is_listed() -> None:
    for kind in (*EVENTS, "away", "back"):
        assert f"`{kind}`" in PAGE
    for code, (_, sentence) in SERVER_MESSAGES.items():
        if code not in ("database", "port"):  # these are told before anybody can connect
            assert f"| `{code}` | {sentence} |" in PAGE


def test_the_limits_are_those_of_the_code() -> None:
    limits = Limits()
    assert limits.message == 4 * 1024
    assert limits.body == 16 * 1024
    assert (limits.messages.a_second, limits.messages.at_once) == (20, 60)
    assert (limits.chat.a_second, limits.chat.at_once, limits.hints) == (0.5, 5, limits.chat)
    assert (limits.openings.a_second, limits.openings.at_once) == (1, 60)
    assert (limits.misses.a_second, limits.misses.at_once) == (1, 30)
    assert (limits.tables, limits.sockets_per_table, limits.sockets_per_address) == (2000, 60, 200)
    assert (limits.strikes, limits.waiting, limits.hello, limits.idle) == (100, 256, 10, 600)
