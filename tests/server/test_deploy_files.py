"""The files of examples/deploy fit together; `make proxies` runs them, and these tell sooner what does not fit."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from scripts.audit import Verdict, of_npm, of_python
from tests.cli.program import nonante

from nonante.cli.serve import serve_command as command
from nonante.server.admin import SERVICE
from nonante.server.configuration import settable

ROOT = Path(__file__).parents[2]
FILES = {path.name: path.read_text() for path in (ROOT / "examples" / "deploy").iterdir()}
CONFIG = tomllib.loads(FILES["nonante.toml"])
VARIANTS = tomllib.loads(re.sub(r"^# ([a-z-]+ = )", r"\1", FILES["nonante.toml"], flags=re.MULTILINE))


def test_proxies_look_for_the_server_where_it_listens() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        assert f"{CONFIG['host']}:{CONFIG['port']}" in FILES[name]
        assert VARIANTS["unix"] in FILES[name]
        assert f'`prefix = "{VARIANTS["prefix"]}"`' in FILES[name]
        assert CONFIG["allowed-host"][0] in FILES[name]


def test_the_unit_reads_the_configuration_and_makes_its_folders() -> None:
    unit = FILES["nonante.service"]
    assert FILES["nonante.toml"].startswith("# /etc/nonante/nonante.toml:")
    assert "ExecStart=/opt/nonante/bin/nonante serve --config /etc/nonante/nonante.toml\n" in unit
    assert CONFIG["database"] == "sqlite:////var/lib/nonante/tables.db"
    assert "StateDirectory=nonante\n" in unit
    assert "RuntimeDirectory=nonante\n" in unit
    assert SERVICE.parent == Path(VARIANTS["unix"]).parent == Path("/run/nonante")


def test_every_setting_shown_is_one() -> None:
    options = {flag.removeprefix("--") for option in command.params for flag in option.opts}
    assert set(VARIANTS) - {"limits"} <= options
    assert set(VARIANTS["limits"]) <= set(settable())


@pytest.mark.parametrize("variant", [False, True])
def test_the_configuration_is_accepted(tmp_path: Path, variant: bool) -> None:
    file = tmp_path / "nonante.toml"
    text = re.sub(r"^# ([a-z-]+ = )", r"\1", FILES["nonante.toml"], flags=re.MULTILINE)
    file.write_text(text if variant else FILES["nonante.toml"])
    own = {"NONANTE_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}", "NONANTE_PORT": "0"}
    own |= {"NONANTE_UNIX": str(tmp_path / "web")} if variant else {}
    done = nonante("serve", "--check", "--config", str(file), **own)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml"])
def test_files_that_nobody_could_try_say_so(name: str) -> None:
    assert "# UNTESTED: there was no container engine" in FILES[name]


def test_the_audit_counts_what_was_answered_for() -> None:
    hole = {"id": "PYSEC-1", "fix_versions": [], "aliases": [], "description": ""}
    parts = [
        {"name": "one", "version": "1.0", "vulns": [hole]},
        {"name": "two", "version": "2.0", "vulns": []},
        {"name": "three", "skip_reason": "Dependency not found"},
    ]
    assert of_python({"dependencies": parts}) == Verdict(["one 1.0: PYSEC-1"], 2)
    found = {"range": "<2", "severity": "high"}
    report = {"vulnerabilities": {"four": found}, "metadata": {"dependencies": {"prod": 7}}}
    assert of_npm(report) == Verdict(["four <2: high"], 7)
