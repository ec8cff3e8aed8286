"""docs/protocol.md: every example is a message, and every message has an example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from nonante.host.behaviour import TableBehaviour
from nonante.host.errors import HOST_MESSAGES
from nonante.host.knocking import MOST as KNOCKS, OF_ONE as KNOCKS_OF_ONE
from nonante.host.limits import Limits, Rate
from nonante.host.thinking import OF_ONE, WAITING
from nonante.messages import client, server
from nonante.review.imports import MOST_ENTRIES, MOST_TEXT
from nonante.server.batches import REVIEWS
from nonante.server.errors import SERVER_MESSAGES
from nonante.server.running import PING_EVERY, PING_WITHIN
from nonante.server.wire import HEAD_LINES
from nonante.table import SIGNALS, EventKind, SignalName
from nonante.table.events import EVENTS
from nonante.texts import load

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")
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


def test_every_kind_of_news_and_every_code_is_listed() -> None:
    for kind in (*EVENTS, "away", "back"):
        assert f"`{kind}`" in PAGE
    told_at_start = {*load("program", "en"), "error.import"}  # to nobody who is connected
    for code, (_, sentence) in {**HOST_MESSAGES, **SERVER_MESSAGES}.items():
        if f"error.{code}" not in told_at_start:
            assert f"| `{code}` | {sentence} |" in PAGE


def words(rate: Rate) -> str:
    """Write a rate as the pages do."""
    if rate.a_second < 1:
        return f"one in {1 / rate.a_second:.0f} seconds, {rate.at_once} at once"
    return f"{'one' if rate.a_second == 1 else rate.a_second} a second, {rate.at_once} at once"


def test_the_pages_show_the_limits_of_the_code() -> None:
    limits = Limits()
    assert limits.hints == limits.chat, "the pages name them together"
    message, body = limits.message // 1024, limits.body // 1024
    sockets = f"{limits.sockets_per_seat}; {limits.spectators}; {limits.sockets_per_address}"
    chat = 1 / limits.chat.a_second
    rows = {
        "one message; one request": f"{message} KiB; {body} KiB",
        "messages of one socket, of one seat, of all spectators of a table": words(limits.messages),
        "messages of all seats from one address, and of all others": words(limits.address_messages),
        "frames of one socket, of any kind; its bytes": f"{words(limits.frames)}; {words(limits.socket_bytes)}",
        "frames of one socket that never wait for its address": words(limits.modest),
        "frames of one address, a request counting as four; more wait": words(limits.address_work),
        "new connections of one address; more wait": words(limits.arrivals),
        "lines of a request before its body": f"{HEAD_LINES}",
        "signals and wishes of one seat": words(limits.signals),
        "chat lines, hints of one socket": words(limits.chat),
        "refused messages before a socket is closed": f"{limits.strikes}",
        "requests of one address that look something up": words(limits.requests),
        "other requests of one address: pages and files of the client, health": words(limits.files),
        "tables opened from one address": words(limits.openings),
        "codes of no table, from one address": words(limits.misses),
        "finished games asked for from one address, to watch or to review": words(limits.replays),
        "moves and signals of a record; its characters": f"{MOST_ENTRIES}; {MOST_TEXT}",
        "reviews and other long thoughts that wait; of one address": f"{WAITING}; {OF_ONE}; {REVIEWS} reviews are kept",
        "newcomers who wait for the host; of one address": f"{KNOCKS}; {KNOCKS_OF_ONE}",
        "a newcomer whom the host refused may ask again after": f"{limits.refused:.0f} s",
        "tables that sleep, asked for from one address": words(limits.lookups),
        "events of a game, after which only cards are taken": f"{limits.game_events}",
        "events of a table, after which it deals no more": f"{limits.table_events}",
        "commands waiting at one table": f"{limits.inbox}",
        "tables in memory": f"{limits.tables} (`--tables`)",
        "sockets of one seat; spectators of one table; sockets of one address": f"{sockets} (`--sockets`)",
        "connections of all kinds": f"{limits.connections}, or fewer where fewer files may be open",
        "a slow client may lag behind": f"{limits.waiting} frames or {limits.waiting_bytes >> 20} MiB",
        "a client may take nothing for": f"{limits.stall:.0f} s",
        "time for a whole request; to say hello": f"{limits.request:.0f} s; {limits.hello:.0f} s",
        "a dead line is noticed after": f"{PING_EVERY:.0f} to {PING_EVERY + PING_WITHIN:.0f} s",
        "away is shown after": f"{TableBehaviour().settle} s without a socket",
        "a table without sockets leaves the memory after": f"{limits.idle / 60:.0f} min (it stays in the database)",
        "where room is needed, one without commands leaves after": f"{limits.stale / 60:.0f} min",
    }
    table = HOSTING.split("## Limits")[1].split("##")[0]
    shown = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE))
    assert shown.pop("what") == "limit"
    assert shown == rows
    told = " ".join(PAGE.split("## Limits")[1].split())
    assert told.startswith(
        f"Messages: {message} KiB, {limits.messages.a_second} a second for each socket with {limits.messages.at_once} "
        f"at once; chat and hints one every {chat:.0f} seconds with {limits.chat.at_once} at once; after "
        f"{limits.strikes} messages that were too fast or malformed the socket is closed. A request body has at most "
        f"{body} KiB."
    )
    assert f"a message of more than {message} KiB" in PAGE
