"""The rules as the browser gets them: sections of prose, each example with the cards it speaks of."""

from __future__ import annotations

from typing import TypeAlias

from ..rules import LossReason, MarkName, Status
from .shared import Pile
from .structs import Struct


class ExamplePile(Struct, frozen=True):
    """A pile before the first card of an example."""

    letter: Pile
    rising: bool
    top: int
    """1 or 100 when the pile is bare."""
    bare: bool
    mark: MarkName | None


class ExampleMove(Struct, frozen=True):
    """A card laid in an example."""

    seat: int
    card: int
    pile: Pile
    mark: MarkName | None
    retro: bool
    ends: bool = False
    """The player ended the turn after this card."""


class Example(Struct, frozen=True):
    """A position and what was played there, as the engine plays it."""

    piles: list[ExamplePile]
    moves: list[ExampleMove]
    refused: ExampleMove | None
    """A card that may not be laid after the others."""
    status: Status
    reason: LossReason | None
    score: int


class TextBlock(Struct, frozen=True, tag="text", tag_field="kind"):
    """A paragraph."""

    text: str


class ListBlock(Struct, frozen=True, tag="list", tag_field="kind"):
    """Points, one below the other."""

    items: list[str]


class ExampleBlock(Struct, frozen=True, tag="example", tag_field="kind"):
    """An example, told and to be drawn."""

    text: str
    example: Example


class Ruling(Struct, frozen=True):
    """What was decided where the printed rules are silent or disagree."""

    number: str
    text: str


class RulingsBlock(Struct, frozen=True, tag="rulings", tag_field="kind"):
    """All rulings."""

    rulings: list[Ruling]


RulesBlock: TypeAlias = TextBlock | ListBlock | ExampleBlock | RulingsBlock


class RulesSection(Struct, frozen=True):
    """One heading and what stands below it."""

    name: str
    """The same in every language."""
    title: str
    rules: list[str]
    """The rules told here, by the numbers that refusals cite."""
    blocks: list[RulesBlock]


class RulesPage(Struct, frozen=True):
    """GET /api/rules/{language}: the rules in our own words, as `nonante rules` prints them."""

    language: str
    title: str
    intro: list[str]
    sections: list[RulesSection]
