"""What type checkers say of wrong calls: mypy and pyright refuse each of them, and no right one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CALLS = HERE / "wrong_calls.py"
CHECKERS = {
    "mypy": ["mypy", "--no-error-summary", "--hide-error-context"],
    "pyright": ["pyright", "--pythonpath", sys.executable],
}


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_wrong_calls_are_refused_and_right_ones_are_not(checker: str) -> None:
    command = [sys.executable, "-m", *CHECKERS[checker], str(CALLS)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    refused = {int(line) for line in re.findall(r"wrong_calls\.py:(\d+)[:\d ]*-? ?error", answer.stdout)}
    lines = CALLS.read_text("utf-8").splitlines()
    wrong = {number for number, line in enumerate(lines, start=1) if line.endswith("# wrong")}
    assert len(wrong) == 10
    assert refused == wrong, answer.stdout + answer.stderr
