"""``nonante tournament``: which of several players wins more, on the same deals."""

from __future__ import annotations

import json
from typing import Any

import click

from ..simulation import Tournament, tournament
from ..simulation.tables import tournament_text
from .simulate import INTERRUPTED, make_rules, rules_options, say_interrupted


class Seats(click.ParamType):  # type: ignore[type-arg]  # generic for the checker only
    """Reads numbers of players: ``2``, ``1-5`` or ``1,3``."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        """Return them in order, each once."""
        numbers: set[int] = set()
        for part in str(value).split(","):
            low, dash, high = part.partition("-")
            ends = (low, high if dash else low)
            if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends):
                self.fail(f"{value!r} is no number of players: write 2, 1-5 or 1,3", param, ctx)
            numbers |= set(range(int(ends[0]), int(ends[1]) + 1))
        if not numbers:
            self.fail(f"{value!r} names no number of players", param, ctx)
        return sorted(numbers)


@click.command("tournament")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--edition", "editions", default=("base",), multiple=True, show_default=True, help="repeat it for several"
)
@click.option("--players", type=Seats(), default="1", show_default=True, help="how many play: 2, 1-5 or 1,3")
@rules_options
@click.option("--games", type=int, default=10_000, show_default=True, help="how many deals")
@click.option("--seed", type=int, default=0, show_default=True, help="same seed, same deals")
@click.option("--workers", type=int, default=None, help="threads; one a processor unless given")
@click.option("--plot", metavar="FILE", default=None, help="draw a picture: .png, .svg or .pdf")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
def command(
    names: tuple[str, ...], editions: tuple[str, ...], players: list[int], games: int, seed: int, workers: int | None,
    plot: str | None, as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Let players play the same deals, and rank them by games won, with intervals."""
    settings = [make_rules(edition, number, options) for edition in editions for number in players]
    played: list[Tournament] = []
    stopped = False
    if plot:
        from ..simulation.plots import check_picture, draw_tournaments

        check_picture(plot)
    for rules in settings:
        one = tournament(rules, names, games, seed, workers=workers, progress=True)
        stopped = say_interrupted(one.results[0].games, games)
        played.append(one)
        if not as_json:
            click.echo(("\n" if len(played) > 1 else "") + tournament_text(one))
        if stopped:
            break
    if plot:
        draw_tournaments(played, plot)
    if as_json:
        click.echo(json.dumps({"games": games, "seed": seed, "tournaments": [one.to_data() for one in played]}))
    if stopped:
        click.get_current_context().exit(INTERRUPTED)
