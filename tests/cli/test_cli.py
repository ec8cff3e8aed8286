"""The command line as people call it: one clear line and exit code 2 for bad input, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli import program

from nonante.cli import COMMANDS, load, main
from nonante.rules import KINDS, CommandMap


def nonante(
    *arguments: str, stdin: str = "", home: Path | None = None, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    environment = {"NO_COLOR": "1", "LANG": "C", "LC_ALL": "C"}
    if home:
        environment |= {"XDG_DATA_HOME": str(home), "HOME": str(home)}
    return program.nonante(*arguments, stdin=stdin, encoding=encoding, **environment)


def test_every_command_loads_and_helps() -> None:
    for name in COMMANDS:
        assert load(name).help


def test_help_and_version() -> None:
    assert "terminal" in nonante("--help").stdout
    assert nonante("--version").stdout.startswith("nonante")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["dance"], "No such command 'dance'"),
        (["admin", "--socket", "/no/such/socket", "status"], "cannot reach a server over /no/such/socket"),
        (["admin", "--socket", "/no/such/socket", "ban", "x", "--for", "y"], "'y' is not a time such as 30m"),
        (["admin", "dance"], "No such command 'dance'"),
        (["terminal", "--edition", "deluxe"], "unknown edition 'deluxe'"),
        (["terminal", "--players", "6"], "6 players"),
        (["terminal", "--players", "two"], "not a valid integer"),
        (["terminal", "--seed", "x"], "'x' is not a seed"),
        (["terminal", "--seed", "99999999999999999999999"], "is not a seed"),
        (["terminal", "--lang", "es"], "'es' is not one of"),
        (["terminal", "--edition", "extreme", "--commands", "/no/such/file"], "not a command map"),
        (["terminal", "--talk", "loud"], "'loud' is not one of"),
        (["terminal", "--names", "Ann,Bob"], "2 names for 1 players"),
        (["terminal", "--names", " "], "a name needs"),
        (["terminal", "--resume", "/no/such/file"], "no saved game"),
        (["rules", "--lang", "es"], "'es' is not one of"),
    ],
)
def test_bad_input_gives_one_line_and_exit_code_2(arguments: list[str], complaint: str, tmp_path: Path) -> None:
    done = nonante(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_bad_map_or_save_file(tmp_path: Path) -> None:
    bad = tmp_path / "map.json"
    bad.write_text(json.dumps({"stop": [1, 2, 3]}), "utf-8")
    done = nonante("terminal", "--edition", "extreme", "--commands", str(bad), home=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    for text in ("{}", "\x00", '{"format": "nonante-record", "version": 9}'):
        bad.write_text(text, "utf-8")
        done = nonante("terminal", "--resume", str(bad), home=tmp_path)
        assert done.returncode == 2
        assert "not a game record" in done.stderr
    bad.write_bytes(b"\xff\xfe\xfa")
    assert nonante("terminal", "--resume", str(bad), home=tmp_path).returncode == 2


def test_a_map_from_ones_own_box(tmp_path: Path) -> None:
    own = {kind: list(group) for kind, group in zip(KINDS, CommandMap.HOUSE.groups, strict=True)}
    own["stop"] = [49, 28, 73, 95]
    own["one-pile"] = [14, 6, 52, 87]
    file = tmp_path / "map.json"
    file.write_text(json.dumps(own), "utf-8")
    done = nonante("terminal", "--edition", "extreme", "--commands", str(file), "--seed", "7", home=tmp_path)
    assert "49 (⚡ Stop)" in done.stdout


def test_play_stop_and_go_on(tmp_path: Path) -> None:
    first = nonante("terminal", "--seed", "7", "--lang", "fr", stdin="4A\n", home=tmp_path)
    assert first.returncode == 0
    assert "La partie est enregistrée" in first.stdout
    second = nonante("terminal", "--resume", stdin="28A\nend\nq\n", home=tmp_path)
    assert second.returncode == 0
    assert "Turn 2" in second.stdout


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_rules_in_every_language(language: str) -> None:
    assert nonante("rules", "--lang", language).stdout.startswith("# ")


def test_r50_a_chosen_seed_makes_a_known_deal_also_after_resuming(tmp_path: Path) -> None:
    first = nonante("terminal", "--seed", "7", "--lang", "en", home=tmp_path)
    again = nonante("terminal", "--resume", "--lang", "en", home=tmp_path)
    assert "Known deal. The deal was chosen by its number." in first.stdout
    assert "Known deal. The deal was chosen by its number." in again.stdout
    assert "Known deal" not in nonante("terminal", "--lang", "en", home=tmp_path).stdout


@pytest.mark.parametrize(("option", "off"), [((), True), (("--undo",), False), (("--no-undo",), True)])
def test_r46_several_people_take_cards_back_only_where_they_want_to(
    tmp_path: Path, option: tuple[str, ...], off: bool
) -> None:
    chosen = ("--players", "2", "--seed", "7", "--lang", "en", *option)
    done = nonante("terminal", *chosen, stdin="\n1\n\n1\n1\n\n46A\nundo\n", home=tmp_path)
    assert ("(R46)" in done.stdout) is off
    assert "(R34)" not in done.stdout
    resumed = nonante("terminal", "--resume", "--lang", "en", *option, stdin="\n46A\nundo\n", home=tmp_path)
    assert ("(R46)" in resumed.stdout) is off


@pytest.mark.parametrize("encoding", ["latin-1", "iso8859-9", "cp1252"])
def test_a_terminal_that_lacks_signs_shows_the_others(encoding: str, tmp_path: Path) -> None:
    for arguments in (("rules", "--lang", "fr"), ("terminal", "--edition", "extreme", "--seed", "7", "--lang", "de")):
        done = nonante(*arguments, home=tmp_path, encoding=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert "?" in done.stdout


def test_bytes_of_another_encoding_are_not_understood(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nonante", "terminal", "--seed", "7"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\xe9\n", capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_account_without_a_home_is_told_so(tmp_path: Path) -> None:
    nobody = "~no-such-account/tables.db"
    done = nonante("serve", "--port", "0", "--database", f"sqlite:///{nobody}", home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert nobody in done.stderr
    done = nonante("terminal", "--seed", "7", stdin=f"save {nobody}\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert nobody in done.stdout


def test_games_need_a_home(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "argv", ["nonante", "terminal"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert (
        capsys.readouterr().err == "nonante: this account has no home directory; set HOME to a folder for your games\n"
    )


def test_a_player_of_ones_own_sits_at_the_terminal_itself(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from nonante.players import SilentPlayer\n"
        "class Own(SilentPlayer):\n"
        "    def plan(self, view, signals=()):\n"
        "        return view.legal_moves()[-1:] if view.minimum <= len(view.laid_this_turn) else ['4D']\n"
    )
    command = [sys.executable, "-m", "nonante", "terminal", "--seats", "me,own:Own", "--seed", "7"]
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LANG": "C", "LC_ALL": "C"}
    done = subprocess.run(
        command, input="2\nquit\n", capture_output=True, text=True, cwd=tmp_path, env=home, check=False
    )
    assert "Own plays 4D\n" in done.stdout, done.stdout + done.stderr
    assert "--resume --seats me,own:Own" in done.stdout
