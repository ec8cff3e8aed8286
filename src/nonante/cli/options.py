"""Options that several commands have, and what they may be beyond what click knows."""

from __future__ import annotations

from typing import Any

import click

from ..texts import LANGUAGES, language_of_system

language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=lambda _context, _option, chosen: chosen or language_of_system(),
    help="Language; by default the system's.",
)


class Finite(click.FloatRange):
    """A number; ``inf`` and ``nan`` are none, and no range would refuse the latter."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or refuse one that is not finite."""
        number = super().convert(value, param, ctx)
        if number != number or number in (float("inf"), float("-inf")):
            self.fail(f"{value} is no number to count with.", param, ctx)
        return float(number)
