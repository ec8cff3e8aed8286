"""``nonante tournament``: which of several players wins more, on the same deals."""

from __future__ import annotations

import json
from typing import Any

import click

from ..simulation import CrossPlay, Tournament, cross_play, tournament
from ..simulation.tables import cross_text, tournament_text
from .simulate import INTERRUPTED, QUICK, SLOW, make_rules, rules_options, say_interrupted


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
                self.fail(f"{value!r} is not a number of players: write 2, 1-5 or 1,3", param, ctx)
            numbers |= set(range(int(ends[0]), int(ends[1]) + 1))
        if not numbers:
            self.fail(f"{value!r} names no number of players", param, ctx)
        return sorted(numbers)


@click.command("tournament")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--edition", "editions", default=("base",), multiple=True, show_default=True, help="repeat it for several"
)
@click.option(
    "--players", type=Seats(), default=None, help="how many play: 2, 1-5 or 1,3; 1 unless given, 2 with --cross"
)
@rules_options
@click.option("--games", type=int, default=None, help=f"how many deals; {QUICK:,} unless given, {SLOW} with --cross")
@click.option("--seed", type=int, default=0, show_default=True, help="same seed, same deals")
@click.option("--workers", type=int, default=None, help="threads; one a processor unless given")
@click.option("--cross", is_flag=True, help="seat every two players together and print how often they win")
@click.option("--plot", metavar="FILE", default=None, help="draw a picture: .png, .svg or .pdf")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
def command(
    names: tuple[str, ...], editions: tuple[str, ...], players: list[int] | None, games: int | None, seed: int,
    workers: int | None, cross: bool, plot: str | None, as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Let players play the same deals, and rank them by games won, with intervals.

    With --cross every two of them alternate around the table instead, and the matrix of their win rates is printed.
    """
    if cross and plot:
        raise click.UsageError("--plot draws rankings: leave it out with --cross")
    if plot:
        from ..simulation.plots import check_picture

        check_picture(plot)
    numbers = players or [2 if cross else 1]
    settings = [make_rules(edition, number, options) for edition in editions for number in numbers]
    if games is None:
        games = SLOW if cross else QUICK
    played: list[Tournament | CrossPlay] = []
    stopped = False
    for rules in settings:
        one: Tournament | CrossPlay
        if cross:
            one = cross_play(rules, names, games, seed, progress=True)
        else:
            one = tournament(rules, names, games, seed, workers=workers, progress=True)
        stopped = say_interrupted(one.games, games)
        played.append(one)
        if not as_json:
            click.echo(("\n" if len(played) > 1 else "") + _text(one))
        if stopped:
            break
    if plot:
        from ..simulation.plots import draw_tournaments

        draw_tournaments([one for one in played if isinstance(one, Tournament)], plot)
    if as_json:
        name = "cross_play" if cross else "tournaments"
        click.echo(json.dumps({"games": games, "seed": seed, name: [one.to_data() for one in played]}))
    if stopped:
        click.get_current_context().exit(INTERRUPTED)


def _text(played: Tournament | CrossPlay) -> str:
    return tournament_text(played) if isinstance(played, Tournament) else cross_text(played)
