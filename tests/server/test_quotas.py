"""Limits of one's own: what a configuration file may say about them, and that the page lists every one."""

from __future__ import annotations

import asyncio
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from scripts.limits import PAGE, page, senses
from tests.cli.program import nonante
from tests.server.serving import Server, serving

from nonante.host.limits import Limits, Rate
from nonante.server.configuration import OPTIONS, read_limits, settable
from nonante.server.errors import AdminError


def test_the_page_lists_every_limit_with_its_default_and_its_sense() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run scripts/limits.py --write"
    assert all(senses().values())
    assert {field.name for field in fields(Limits)} == {field.name for field in settable().values()} | set(OPTIONS)


def test_the_defaults_of_the_page_can_be_written_as_they_stand() -> None:
    own = page().partition("## Limits that are options")[0]
    rows = [line.split(" | ") for line in own.splitlines() if line.startswith("| `")]
    text = "\n".join(f"{name.strip('| `')} = {default.strip('`')}" for name, default, _ in rows)
    assert read_limits(tomllib.loads(text)) == Limits()


def test_what_a_file_says_changes_that_and_nothing_else() -> None:
    values = {"spectators": 20, "stall": 3, "openings": {"a-second": 0.2, "at-once": 10}, "chat": {"at-once": 10}}
    wanted = replace(Limits(), spectators=20, stall=3.0, openings=Rate(0.2, 10), chat=Rate(0.5, 10))
    assert read_limits(values) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("spectator = 1", "spectator is not a limit"),
        ("sockets_per_seat = 1", "sockets_per_seat is not a limit"),
        ("spectators = 0", "from 1, not 0"),
        ("spectators = true", "from 1, not True"),
        ("spectators = 1.5", "from 1, not 1.5"),
        ("spectators = [1]", "from 1, not [1]"),
        ("stall = nan", "above 0, not nan"),
        ("stall = inf", "above 0, not inf"),
        ("stall = -1", "above 0, not -1"),
        ('stall = "long"', "above 0, not long"),
        ("openings = 5", "openings has to be a rate such as { a-second = 1, at-once = 60 }"),
        ("openings = {}", "openings has to be a rate"),
        ("openings = { a-minute = 5 }", "openings has to be a rate"),
        ("openings = { a-second = 0 }", "openings.a-second has to be a number above 0"),
        ("openings = { at-once = 2.5 }", "openings.at-once has to be a whole number"),
        ("tables = 5", "tables is an option of its own: write tables = … above [limits]"),
        ("sockets-per-address = 5", "write sockets = … above [limits]"),
    ],
)
def test_what_is_no_limit_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(AdminError) as refused:
        read_limits(tomllib.loads(text))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["limits = 3", "[limits]\nstall = 0", "[[limits]]\nstall = 1", "[limits.stall]\nx = 1"]
)
def test_a_server_does_not_start_with_them(tmp_path: Path, text: str) -> None:
    file = tmp_path / "nonante.toml"
    file.write_text(text)
    done = nonante("serve", "--check", "--config", str(file))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "limits" in done.stderr


def test_a_server_keeps_to_the_limits_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "nonante.toml"
    file.write_text("[limits]\nopenings = { a-second = 0.001, at-once = 2 }\n")

    async def main(server: Server) -> list[int]:
        async with server.http() as http:
            return [(await http.post("/api/tables", json={"name": "Anna"})).status_code for _ in range(3)]

    with serving(tmp_path / "tables.db", "--config", str(file)) as server:
        assert asyncio.run(main(server)) == [201, 201, 429]
