"""``nonante players``: the levels, one line each."""

from __future__ import annotations

import click

from ..players import LEVELS

LINES = {
    "en": {
        "novice": "lays the nearest card, sometimes overlooks a backwards trick; never throws the game away",
        "steady": "looks at whole turns and takes the cheapest; keeps off piles when asked",
        "strong": "weighs where each turn leads, counts the cards to come, plans commands and signals",
    },
    "fr": {
        "novice": "pose la carte la plus proche, oublie parfois un rétro ; ne gâche jamais la partie",
        "steady": "examine des tours entiers et choisit le moins cher ; épargne une pile sur demande",
        "strong": "pèse où mène chaque tour, compte les cartes à venir, prévoit consignes et signaux",
    },
    "de": {
        "novice": "legt die nächste Karte, übersieht manchmal einen Rückwärtstrick; wirft nie das Spiel weg",
        "steady": "betrachtet ganze Züge und nimmt den billigsten; schont Reihen, wenn man darum bittet",
        "strong": "wägt ab, wohin jeder Zug führt, zählt die kommenden Karten, plant Anweisungen und Zeichen",
    },
}


@click.command()
@click.option("--lang", type=click.Choice(list(LINES)), default="en", show_default=True, help="Language of the list.")
def command(lang: str) -> None:
    """List the computer players."""
    for level in LEVELS:
        click.echo(f"{level:<8}{LINES[lang][level]}")
