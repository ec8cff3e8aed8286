"""docs/reference/traceability.md: each rulebook sentence has its ruling, tests and screen, and all of them exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from nonante.texts import LANGUAGES, load, rules_text

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference" / "traceability.md").read_text("utf-8")
RULES = (ROOT / "docs" / "reference" / "rules.md").read_text("utf-8")

# The tables of the page, by the first cell of their header.
PLACES, RULE_ROWS, NO_RULES, OURS = "place in the source", "sentence", "no rule", "ruling of ours"
SENTENCE = re.compile(r"\b(S(?:0–2|3|4))\.(\d+)(?: to (\d+))?")
RULING = re.compile(r"\bR\d+\b")
SECTION = re.compile(r"§(\d+(?:\.\d+)?)")
QUOTED = re.compile(r"`([^`]+)`")
# Where a text is met -> the catalogues read there.
CATALOGUES = {
    "common": ("common",),
    "hint": ("hint",),
    "program": ("program", "common", "hint"),
    "web": ("web", "learn", "people", "common", "hint"),
}


@dataclass(frozen=True)
class Row:
    """One line of a table, with the first cell of the table's header."""

    table: str
    cells: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"row {self.cells[0]!r}"

    @property
    def sentences(self) -> list[tuple[str, int]]:
        return [
            (source, number)
            for source, first, last in SENTENCE.findall(self.cells[-1] if self.table == PLACES else self.cells[0])
            for number in range(int(first), int(last or first) + 1)
        ]

    @property
    def rulings(self) -> set[str]:
        return set(RULING.findall(self.cells[0 if self.table == OURS else 2]))


def rows(page: str) -> Iterator[Row]:
    """Yield the rows of all tables of a page."""
    table = ""
    for line in page.splitlines():
        if not line.startswith("|"):
            table = ""
            continue
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if not table:
            table = cells[0]
        elif set(line) - set("|-: "):
            yield Row(table, cells)


# --- what exists ------------------------------------------------------------------------------------------


def names_in(path: Path) -> Iterator[str]:
    """Yield the names of the tests of a module, methods of test classes included."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}::{inner}" for inner in _functions(node.body))
        yield from _functions([node])


def _functions(nodes: list[ast.stmt]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name


@cache
def known_tests() -> frozenset[str]:
    paths = (ROOT / "tests").rglob("test_*.py")
    return frozenset(f"{path.relative_to(ROOT).as_posix()}::{name}" for path in paths for name in names_in(path))


def known_rulings() -> set[str]:
    return set(re.findall(r"^\| (R\d+) \|", RULES, re.MULTILINE))


def known_sections() -> set[str]:
    return set(re.findall(r"^(?:## |\*\*)(\d+(?:\.\d+)?)[. ]", RULES, re.MULTILINE))


@cache
def screens() -> re.Pattern[str]:
    """Match the test ids of the browser client; one made by the program is known by how it begins."""
    found = set()
    for path in (ROOT / "web" / "src").rglob("*.tsx"):
        for plain, beginning in re.findall(r"testid\b[^`\"\n]*(?:\"([^\"]+)\"|`([^`$]+)\$)", path.read_text("utf-8")):
            found.add(re.escape(plain) if plain else re.escape(beginning) + "[^ ]+")
    return re.compile("|".join(sorted(found)))


def place_exists(kind: str, name: str) -> bool:
    """Tell whether a player can meet a rule there: a text in every language, a part of the screen, the rules text."""
    if kind in CATALOGUES:
        return all(any(name in load(one, language) for one in CATALOGUES[kind]) for language in LANGUAGES)
    if kind == "screen":
        return bool(screens().fullmatch(name))
    return kind == "rules" and f"## {name}" in rules_text("en").splitlines()


# --- what is wrong ----------------------------------------------------------------------------------------


def faults(page: str) -> list[str]:
    """Return everything that is wrong with a page, in words."""
    table = list(rows(page))
    detailed = [row for row in table if row.table in (RULE_ROWS, OURS)]
    return [
        *wrong_numbering(table),
        *missing_rulings(detailed),
        *(fault for row in detailed for fault in (*wrong_rulings(row), *wrong_tests(row), *wrong_places(row))),
    ]


def wrong_numbering(table: list[Row]) -> Iterator[str]:
    """Every sentence is counted once, in order, and is found in a row or among those that are no rule."""
    counted = [sentence for row in table if row.table == PLACES for sentence in row.sentences]
    for source in sorted({source for source, _ in counted}):
        numbers = [number for other, number in counted if other == source]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{source} is not counted in order"
    rule = {sentence for row in table if row.table == RULE_ROWS for sentence in row.sentences}
    no_rule = {sentence for row in table if row.table == NO_RULES for sentence in row.sentences}
    for source, number in sorted({*counted} ^ {*rule, *no_rule}):
        yield f"{source}.{number} is not both counted and told"
    for source, number in sorted(rule & no_rule):
        yield f"{source}.{number} is a rule and no rule"


def missing_rulings(detailed: list[Row]) -> Iterator[str]:
    cited = {ruling for row in detailed for ruling in row.rulings}
    yield from (f"{ruling} is in no row" for ruling in sorted(known_rulings() - cited))


def wrong_rulings(row: Row) -> Iterator[str]:
    cell = row.cells[0 if row.table == OURS else 2]
    sections = set(SECTION.findall(cell))
    if row.table == RULE_ROWS and not row.sentences:
        yield f"{row.name} names no sentence"
    if not row.rulings | sections:
        yield f"{row.name} cites no ruling and no section"
    yield from (f"{row.name}: there is no {ruling}" for ruling in sorted(row.rulings - known_rulings()))
    yield from (f"{row.name}: there is no section {section}" for section in sorted(sections - known_sections()))


def wrong_tests(row: Row) -> Iterator[str]:
    named = QUOTED.findall(row.cells[-2])
    if not named:
        yield f"{row.name} names no test"
    yield from (f"{row.name}: there is no test {name}" for name in named if name not in known_tests())


def wrong_places(row: Row) -> Iterator[str]:
    named = QUOTED.findall(row.cells[-1])
    if not named:
        yield f"{row.name} says not where a player meets it"
    for place in named:
        kind, _, name = place.partition(":")
        if not place_exists(kind, name):
            yield f"{row.name}: there is no place {place}"


# --- tests ------------------------------------------------------------------------------------------------


def test_every_rule_sentence_leads_to_a_ruling_a_test_and_a_place() -> None:
    assert faults(PAGE) == []


def test_the_page_is_read_at_all() -> None:
    tables = [row.table for row in rows(PAGE)]
    assert {table: tables.count(table) > 3 for table in (PLACES, RULE_ROWS, NO_RULES, OURS)} == dict.fromkeys(
        (PLACES, RULE_ROWS, NO_RULES, OURS), True
    )
    assert known_rulings() == {f"R{number}" for number in range(1, len(known_rulings()) + 1)}


def test_the_rules_lead_to_the_page() -> None:
    assert "(traceability.md)" in RULES


def test_parametrised_tests_and_methods_are_known(tmp_path: Path) -> None:
    module = tmp_path / "test_x.py"
    module.write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('a', [1])\n"
        "def test_plain(a): ...\n"
        "async def test_later(): ...\n"
        "def helper(): ...\n"
        "class TestAll:\n"
        "    def test_inside(self): ...\n"
    )
    assert list(names_in(module)) == ["test_plain", "test_later", "TestAll::test_inside"]


ROW = next(line for line in PAGE.splitlines() if line.startswith("| S0–2.13,"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "::test_r10_a_stop_ends",
            "::test_r10_no_stop_ends",
            "there is no test tests/rules/test_rulings_turn.py::test_r10_no",
        ),
        ("| R10", "| R9999", "there is no R9999"),
        ("| R10", "| §1.99", "there is no section 1.99"),
        ("| R10", "| we think so", "cites no ruling"),
        ("`common:command.stop.meaning`", "`common:command.go.meaning`", "there is no place common:command.go.meaning"),
        ("`common:command.stop.meaning`", "`screen:nowhere`", "there is no place screen:nowhere"),
        ("`common:command.stop.meaning`", "`rules:Chess`", "there is no place rules:Chess"),
        ("`common:command.stop.meaning`", "`somewhere`", "there is no place somewhere"),
        ("S0–2.13,", "", "S0–2.13 is not both counted and told"),
        ("S0–2.13,", "S0–2.13, S0–2.999,", "S0–2.999 is not both counted and told"),
    ],
)
def test_the_check_finds_what_is_wrong(old: str, new: str, complaint: str) -> None:
    assert old in ROW
    assert complaint in "\n".join(faults(PAGE.replace(ROW, ROW.replace(old, new))))


def test_the_check_misses_nothing_that_is_left_out() -> None:
    without = PAGE.replace(ROW + "\n", "")
    assert {"R10 is in no row", "S3.40 is not both counted and told"} <= set(faults(without))
    blind = ROW.split(" | ")
    blind[-2:] = ["none", "nowhere |"]
    said = "\n".join(faults(PAGE.replace(ROW, " | ".join(blind))))
    assert "names no test" in said
    assert "says not where" in said


def test_the_check_sees_sentences_counted_wrongly() -> None:
    assert "S3 is not counted in order" in faults(PAGE.replace("S3.1 to 8", "S3.2 to 8"))
