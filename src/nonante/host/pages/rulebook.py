"""The rules for the browser, read from the texts that `nonante rules` prints; the engine plays their examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from ...messages import (
    Example,
    ExampleBlock,
    ExampleMove,
    ExamplePile,
    ListBlock,
    RulesBlock,
    RulesPage,
    RulesSection,
    Ruling,
    RulingsBlock,
    TextBlock,
    replace,
)
from ...rules import END, KINDS, LETTERS, MOVES, PILES, Game, Rules, is_card
from ...texts import LANGUAGES, rules_examples, rules_text
from ..card_views import mark_of
from ..errors import HostError
from .requests import Answer, PageRequest, answer, refused

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "aim": (),
    "set-up": ("1", "1.1", "1.2", "1.3"),
    "turn": ("1.4", "1.5", "1.9", "6"),
    "backwards": (),
    "end": ("1.6", "1.7", "1.8"),
    "talk": ("5",),
    "expert": ("2",),
    "expert-short": (),
    "on-fire": ("4",),
    "extreme": ("3",),
    **dict.fromkeys(KINDS, ()),
    "map": (),
    "undo": ("7",),
    "known": ("8",),
    "rulings": (),
}
"""The sections of every rules text, in order, and which rules of docs/reference/rules.md each tells."""
_EXAMPLE: Final = re.compile(r"\w+ —\s")  # Example, Exemple, Beispiel
_RULING: Final = re.compile(r"(R\d+)\s?:\s")


async def serve_rules(asked: PageRequest) -> Answer:
    """Answer with the rules in one language."""
    language = asked.names["language"]
    if language not in LANGUAGES:
        return refused(HostError("malformed", why="no such language"), 404)
    return answer(rules_page(language))


@cache
def rules_page(language: str) -> RulesPage:
    """Return the rules in one language."""
    head, *parts = re.split(r"^## ", rules_text(language), flags=re.MULTILINE)
    title, *intro = _paragraphs(head)
    examples = map(_played, rules_examples())
    sections = [
        RulesSection(name, _plain(part.splitlines()[0]), list(rules), list(_blocks(part, examples)))
        for (name, rules), part in zip(SECTIONS.items(), parts, strict=True)
    ]
    return RulesPage(language, title.removeprefix("# "), intro, sections)


def _blocks(part: str, examples: Iterator[Example]) -> Iterator[RulesBlock]:
    for block in part.strip().split("\n\n")[1:]:
        if block.startswith("- "):
            yield _list_block([_plain(item) for item in re.split(r"^- ", block, flags=re.MULTILINE)[1:]])
        elif _EXAMPLE.match(block):
            yield ExampleBlock(_plain(_EXAMPLE.sub("", block)), next(examples))
        else:
            yield TextBlock(_plain(block))


def _list_block(items: list[str]) -> ListBlock | RulingsBlock:
    if not _RULING.match(items[0]):
        return ListBlock(items)
    split = [_RULING.split(item, maxsplit=1) for item in items]
    return RulingsBlock([Ruling(number, text) for _, number, text in split])


def _paragraphs(text: str) -> list[str]:
    return [_plain(block) for block in text.strip().split("\n\n")]


def _plain(text: str) -> str:
    """Join lines; spaces that do not break stay as they are."""
    return " ".join(filter(None, re.split(r"[ \n]+", text)))


def _played(data: dict[str, Any]) -> Example:
    rules = Rules.edition(data["edition"], players=data["players"])
    game = Game.arrange(rules, data["piles"], data["hands"], data["draw"])
    moves: list[ExampleMove] = []
    piles = [_pile(rules, number, top) for number, top in enumerate(game.tops)]
    for text in data["moves"]:
        if text == END:
            moves[-1] = replace(moves[-1], ends=True)
        else:
            moves.append(_move(game, text))
        game = game.play(text)
    wrong = data.get("refused", END)
    shown = None if wrong == END else _move(game, wrong)
    return Example(piles, moves, shown, game.status, game.reason, game.score)


def _pile(rules: Rules, number: int, top: int) -> ExamplePile:
    return ExamplePile(LETTERS[number], PILES[number].ascending, top, not is_card(top), mark_of(rules, top))


def _move(game: Game, text: str) -> ExampleMove:
    card, pile = MOVES[text]
    back = PILES[pile].back(game.tops[pile])
    return ExampleMove(game.active, card, text[-1], mark_of(game.rules, card), card == back)
