"""docs/reference/protocol.md: every example is a message, and every message has an example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from nonante.host.limits import Limits
from nonante.messages import client, server
from nonante.table import SIGNALS, EventKind, SignalName
from nonante.table.events import EVENTS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL))
FROM_CLIENT = [*get_args(client.FromClient), server.OpenTable]
FROM_SERVER = [*get_args(server.FromServer), server.Opened, server.TableInfo, server.Info]


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


def test_every_kind_of_news_is_listed() -> None:
    for kind in (*EVENTS, "away", "back"):
        assert f"`{kind}`" in PAGE


def test_the_page_shows_the_limits_of_the_code() -> None:
    limits = Limits()
    assert limits.hints == limits.chat, "the page names them together"
    message, body = limits.message // 1024, limits.body // 1024
    chat = 1 / limits.chat.a_second
    told = " ".join(PAGE.split("## Limits")[1].split())
    assert told.startswith(
        f"Messages: {message} KiB, {limits.messages.a_second} a second for each socket with {limits.messages.at_once} "
        f"at once; chat and hints one every {chat:.0f} seconds with {limits.chat.at_once} at once; after "
        f"{limits.strikes} messages that were too fast or malformed the socket is closed. A request body has at most "
        f"{body} KiB."
    )
    assert f"a message of more than {message} KiB" in PAGE
