"""Tables with people and computer players around them."""

from __future__ import annotations

from typing import Any

from nonante import Rules
from nonante.table import (
    Settings,
    Table,
)


def seated(players: int = 3, edition: str = "base", **options: Any) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition(edition, players=players), **options)))
    for name in ["Ann", "Bob", "Cid", "Dee", "Eve"][:players]:
        table = table.apply(table.sit(name))
    return table


def dealt(players: int = 3, edition: str = "base", seed: int = 7, **options: Any) -> Table:
    table = seated(players, edition, **options)
    return table.apply(table.deal(seed))


def started(players: int = 3, edition: str = "base", seed: int = 7, **options: Any) -> Table:
    table = dealt(players, edition, seed, **options)
    return table.apply(table.start(0)) if players > 1 else table


def with_computers(*levels: str | None, **rules: Any) -> Table:
    """Deal to people (None) and computer players."""
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=len(levels), **rules))))
    for name, level in zip(["Ann", "Bob", "Cid", "Dee", "Eve"], levels, strict=False):
        table = table.apply(table.sit(name, level=level))
    return table.apply(table.deal(1))
