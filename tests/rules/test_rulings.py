"""Every numbered ruling has a test or more, for what it allows and what it punishes, or a reason why none is here."""

import re
from pathlib import Path

ELSEWHERE = {
    "R6": "which signals exist is the table's business",
    "R8": "signals about commands are the table's business",
    "R33": "the log is kept by the table",
    "R42": "signals about fire are the table's business",
    "R45": "how computer players talk is the players' business",
    "R46": "where undo is on by default is the table's business",
    "R47": "which talk is closed is the table's business",
    "R48": "signals about commands are the table's business",
    "R49": "the chat's filter is the table's business",
    "R50": "known deals are marked by the table",
}


def test_every_ruling_has_a_test_or_a_reason() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rulings_*.py")]
    tested = {f"R{number}" for text in texts for number in re.findall(r"^def test_r(\d+)_", text, re.MULTILINE)}
    assert not tested & set(ELSEWHERE)
    assert tested | set(ELSEWHERE) == {f"R{number}" for number in range(1, 51)}
