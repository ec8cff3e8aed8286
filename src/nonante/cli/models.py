"""``nonante bench-llm``: a language model in the nonante-coop benchmark."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import get_args

import click

from ..files import write_whole
from ..players import PlayerError
from ..simulation import (
    FORMS,
    TRIES,
    Endpoint,
    Form,
    Meter,
    Part,
    SimulationError,
    entries_text,
    model_entrant,
    run_benchmark,
    with_points,
)
from .simulate import INTERRUPTED
from .tournament import cell_options, say_unfinished

_SETTINGS = ("base-3-standard",)
_POOL = ("planner", "steady", "strong")


@click.command()
@click.option("--endpoint", "url", required=True, metavar="URL", help="An OpenAI-compatible server, up to /v1.")
@click.option("--model", required=True, metavar="NAME", help="The model, as the server calls it.")
@click.option(
    "--key-env",
    default="OPENAI_API_KEY",
    show_default=True,
    metavar="NAME",
    help="Environment variable with the key, if the server needs one.",
)
@cell_options(_SETTINGS, *_SETTINGS, _POOL, 10)
@click.option(
    "--form",
    type=click.Choice(get_args(Form)),
    default=FORMS[0],
    show_default=True,
    help="Format in which the model gets its view.",
)
@click.option("--hide-moves", is_flag=True, help="Do not list the legal moves.")
@click.option("--silent", is_flag=True, help="Do not ask for signals and wishes; saves most requests.")
@click.option(
    "--tries",
    type=click.IntRange(1, 10),
    default=TRIES,
    show_default=True,
    help="Attempts per question; after the last one the nearest cards are played.",
)
@click.option(
    "--timeout", type=click.FloatRange(0.01), default=60.0, show_default=True, help="Seconds to wait for an answer."
)
@click.option(
    "--max-tokens", type=click.IntRange(1), default=2_048, show_default=True, help="Maximum tokens per answer."
)
@click.option("--price-in", type=click.FloatRange(0), default=0.0, help="Price of a million prompt tokens.")
@click.option("--price-out", type=click.FloatRange(0), default=0.0, help="Price of a million completion tokens.")
@click.option("--workers", type=int, default=4, show_default=True, help="Games played at the same time.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Save games and token counts here, and resume from those already saved.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_llm_command(
    url: str, model: str, key_env: str, settings: tuple[str, ...], parts: tuple[Part, ...], pool: list[str], games: int,
    form: Form, hide_moves: bool, silent: bool, tries: int, timeout: float, max_tokens: int, price_in: float,
    price_out: float, workers: int, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Run a language model through nonante-coop and count its tokens.

    It plays with copies of itself, with computer players and with strangers. Answers that break the rules are sent
    back with the reason.
    """
    meter = _read_meter(keep)
    endpoint = Endpoint(url, model, os.environ.get(key_env, ""), timeout, max_tokens, meter)
    player = model_entrant(endpoint, form, shows_moves=not hide_moves, speaks=not silent, tries=tries)
    try:
        entry = run_benchmark(
            player, settings=settings, parts=parts, pool=pool, games=games,
            budget="open", workers=workers, threads=True, progress=True, keep=keep,
        )  # fmt: skip
    except PlayerError as error:
        if isinstance(error.__cause__, SimulationError):  # the server of the model, not its answers
            raise error.__cause__ from None
        raise
    finally:
        if keep is not None:
            write_whole(keep / _METER, json.dumps(meter.to_data()))
    cost = meter.cost(price_in, price_out)
    if as_json:
        click.echo(json.dumps({**with_points(entry.to_data()), "usage": {**meter.to_data(), "cost": cost}}))
    else:
        click.echo(entries_text([entry]))
        click.echo(f"\n{_usage(meter, cost)}")
    if say_unfinished(entry):
        click.get_current_context().exit(INTERRUPTED)


_METER = "usage.json"


def _read_meter(keep: Path | None) -> Meter:
    file = None if keep is None else keep / _METER
    if file is None or not file.exists():
        return Meter()
    try:
        return Meter.from_data(json.loads(file.read_text("utf-8")))
    except (ValueError, TypeError, SimulationError) as error:
        raise SimulationError("file", path=file, why=error) from None


def _usage(meter: Meter, cost: float) -> str:
    tokens = f"{meter.prompt_tokens:,} prompt tokens, {meter.completion_tokens:,} completion tokens"
    lines = [
        f"{meter.answers:,} answers in {meter.seconds:,.0f} s: {tokens}" + (f", cost {cost:.2f}" if cost else ""),
        f"{meter.refused:,} answers refused, {meter.given_up:,} questions given up, {meter.failures:,} failed requests",
    ]
    if meter.uncounted:
        lines.append(f"the server did not count the tokens of {meter.uncounted:,} answers")
    return "\n".join(lines)
