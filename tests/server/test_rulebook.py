"""The rules for the browser: the same text as the terminal prints, every rule with its place, every example played."""

from __future__ import annotations

import asyncio
import re

import pytest
from tests.server.serving import visiting

from nonante import Game, Rules
from nonante.host.errors import HostError
from nonante.host.pages.rulebook import rules_page
from nonante.messages import ExampleBlock, ListBlock, RulesPage, RulingsBlock, TextBlock
from nonante.players import PlayerError
from nonante.rules import NonanteError
from nonante.server.errors import ServerError
from nonante.table import TableError
from nonante.texts import LANGUAGES, rules_examples, rules_text
from nonante.turn import TurnError

RULINGS = [f"R{number}" for number in range(1, 52)]
CITED = {
    rule
    for errors in (NonanteError, TurnError, TableError, PlayerError, HostError, ServerError)
    for rule, _ in errors.messages.values()
    if rule
}


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def told(page: RulesPage) -> str:
    """Return everything a page says, in order."""
    parts = [page.title, *page.intro]
    for section in page.sections:
        parts.append(section.title)
        for block in section.blocks:
            match block:
                case TextBlock(text) | ExampleBlock(text):
                    parts.append(text)
                case ListBlock(items):
                    parts += items
                case RulingsBlock(rulings):
                    parts += [f"{one.number} {one.text}" for one in rulings]
    return " ".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_text_is_lost(language: str) -> None:
    printed = re.sub(r"^(Example|Exemple|Beispiel) —", "", rules_text(language), flags=re.MULTILINE)
    assert words(told(rules_page(language))) == words(printed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_is_cited_has_its_place_once(language: str) -> None:
    page = rules_page(language)
    [rulings] = [
        block.rulings for section in page.sections for block in section.blocks if isinstance(block, RulingsBlock)
    ]
    assert [one.number for one in rulings] == RULINGS
    assert all(one.text for one in rulings)
    places = [*RULINGS, *(rule for section in page.sections for rule in section.rules)]
    places += [section.name for section in page.sections]
    assert len(places) == len(set(places))
    assert set(places) >= CITED
    assert set(re.findall(r"\bR\d+\b", told(page))) <= set(RULINGS)


def test_examples_are_played_by_the_engine() -> None:
    page = rules_page("en")
    examples = [
        block.example for section in page.sections for block in section.blocks if isinstance(block, ExampleBlock)
    ]
    assert len(examples) == len(rules_examples())
    for example, data in zip(examples, rules_examples(), strict=True):
        game = Game.arrange(
            Rules.edition(data["edition"], players=data["players"]), data["piles"], data["hands"], data["draw"]
        )
        assert {pile.letter: pile.top for pile in example.piles} == game.piles
        assert [f"{move.card}{move.pile}" for move in example.moves] == [one for one in data["moves"] if one != "end"]
        assert (example.status, example.reason or "") == (data["status"], data["reason"])
    fire = next(example for example in examples if example.reason == "fire-uncovered")
    assert [(move.seat, move.mark, move.ends) for move in fire.moves] == [
        (0, "fire", False),
        (0, None, True),
        (1, None, False),
        (1, None, True),
    ]
    trick = next(example for example in examples if example.refused)
    assert [move.retro for move in trick.moves] == [True]


def test_served_in_each_language_and_packed() -> None:
    async def main() -> None:
        async with visiting() as http:
            for language in LANGUAGES:
                answer = await http.get(f"/api/rules/{language}")
                assert answer.json()["language"] == language
                assert answer.headers["content-encoding"] == "gzip"
            assert (await http.get("/api/rules/xx")).status_code == 404

    asyncio.run(main())
