from __future__ import annotations

from pathlib import Path

import pytest
from scripts.typescript import generate, main

PROTOCOL = Path(__file__).parents[2] / "web" / "src" / "base" / "protocol.ts"


def test_the_types_of_the_web_client_are_fresh() -> None:
    assert main(["--check", str(PROTOCOL)]) == 0


def test_a_stale_file_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stale = tmp_path / "protocol.ts"
    stale.write_text("export type Nothing = never;\n")
    assert main(["--check", str(stale)]) == 1
    assert main(["--check", str(tmp_path / "missing.ts")]) == 1
    assert main(["--nonsense"]) == 2
    assert "stale" in capsys.readouterr().err


def test_the_file_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == generate()


def test_unions_are_told_apart_by_type_and_optional_fields_are_the_clients() -> None:
    text = generate()
    assert 'export interface Play {\n  type: "play";\n  key: string;\n  move: string;\n  seq: number;\n}' in text
    assert "  token?: string | null;" in text  # Hello: may be left out
    assert "  token: string | null;" in text  # Welcome: always sent
    assert "  names: (string | null)[];" in text
    assert "  | HandOver\n" in text


def test_fixed_words_are_types_and_so_are_rules_and_settings() -> None:
    text = generate()
    assert 'export type Status = "playing" | "won" | "lost";' in text
    assert 'export type MarkName = CommandKind | "fire";' in text
    assert "  mark: MarkName | null;" in text
    assert "  signal: SignalName;\n  pile?: PileLetter | null;\n  command?: CommandKind | null;" in text  # SendSignal
    assert "  settings: SettingsData;" in text
    assert '  one_pile?: "standard" | "strict";' in text  # left out where it is as the edition has it
