"""Pictures of results. matplotlib is only imported when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .errors import NeedsExtra, SimulationError
from .results import Result, setting_text
from .tables import blames, ends, percent
from .tournaments import Tournament

_INK, _SOFT, _LINE = "#2b2f36", "#7a828e", "#d9dde3"
_WON, _FINE, _LOST = "#3c7d6b", "#8fb9a8", "#b9c0ca"
_SERIES = ("#3c7d6b", "#c2703d", "#4c6a9c", "#9a5a7d", "#8a8440", "#5d6570", "#2f8f9d", "#a8423f")
_KINDS = (".png", ".svg", ".pdf")


def check_picture(path: str) -> None:
    """Refuse a file to which no picture can be written, before any game is played."""
    if Path(path).suffix.lower() not in _KINDS:
        raise SimulationError("picture", path=path, why=f"a picture's name ends in {', '.join(_KINDS)}")
    if not Path(path).absolute().parent.is_dir():
        raise SimulationError("picture", path=path, why="there is no such folder")
    _library()


def _library() -> Any:
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise NeedsExtra(what="--plot", extra="plots") from None
    mpl.rcParams.update({"font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "nonante"})
    return Figure


def _figure(width: float, height: float) -> Any:
    figure = _library()(figsize=(width, height), dpi=150, layout="constrained", facecolor="white")
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.12)
    return figure


def _clean(axes: Any, *, keep: Sequence[str] = ()) -> None:
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(side in keep)
        axes.spines[side].set_color(_LINE)
    axes.tick_params(length=0, colors=_SOFT, labelcolor=_INK)


def draw_result(result: Result, path: str) -> None:
    """Draw how many cards were left and what ended the games."""
    figure = _figure(9.6, 4.4)
    marked = blames(result.counts)
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _draw_left(left, result)
    _draw_bars(
        right, [pair for pair in ends(result.counts) if pair[0] != "won"], marked, result.games - result.wins or 1
    )
    low, high = result.interval
    figure.suptitle(
        f"{setting_text(result)}: {percent(result.win_rate)} won ({percent(low)} to {percent(high)})",
        color=_INK, x=0.02, ha="left", fontsize=12,
    )  # fmt: skip
    figure.supxlabel(f"{result.games:,} games, seed {result.seed}", color=_SOFT, fontsize=8, x=0.98, ha="right")
    figure.savefig(path, metadata={"Date": None} if path.lower().endswith(".svg") else None)


def _draw_left(axes: Any, result: Result) -> None:
    shares = [100 * n / result.games for n in result.counts.left]
    last = max(n for n, count in enumerate(result.counts.left) if count)
    colours = [_WON if n == 0 else _FINE if n < 10 else _LOST for n in range(last + 1)]
    axes.bar(range(last + 1), shares[: last + 1], width=0.86, color=colours)
    _clean(axes, keep=("bottom",))
    axes.set_title("cards left", loc="left", color=_INK, fontsize=10)
    axes.set_ylim(0, 1.18 * max(shares))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=_LINE, linewidth=0.6)
    axes.axvline(result.mean_left, color=_SOFT, linewidth=0.9, linestyle=(0, (3, 3)))
    axes.annotate(
        f"mean {result.mean_left:.1f}",
        (result.mean_left, 1.11 * max(shares)),
        (4, 0),
        textcoords="offset points",
        color=_SOFT,
        fontsize=9,
    )
    some = result.excellent_rate - result.win_rate
    for line, (text, colour) in enumerate(
        (
            (f"won {percent(result.win_rate)}", _WON),
            (f"1 to 9 left {percent(some)}", "#6a9c88"),
            (f"more {percent(1 - result.excellent_rate)}", _SOFT),
        )
    ):
        axes.annotate(
            text, (0.99, 0.84 - 0.075 * line), xycoords="axes fraction", ha="right", color=colour, fontsize=10
        )


def _draw_bars(axes: Any, reasons: list[tuple[str, int]], marked: list[tuple[str, int]], lost: int) -> None:
    """Draw shares of the lost games."""
    rows = [(name, count, _LOST) for name, count in sorted(reasons, key=lambda pair: -pair[1])]
    heading = len(rows) + 0.2
    if marked:
        rows += [("", 0, "none")]
        rows += [(name, count, _SERIES[1]) for name, count in sorted(marked, key=lambda pair: -pair[1])]
        axes.annotate("caused by", (0, heading), color=_INK, fontsize=10, va="center")
    places = range(len(rows))
    axes.barh(places, [100 * count / lost for _, count, _ in rows], color=[colour for *_, colour in rows], height=0.7)
    axes.set_yticks(places, [name for name, *_ in rows])
    axes.set_ylim(max(len(rows), 8) - 0.5, -0.6)
    _clean(axes)
    axes.set_xticks([])
    axes.set_xlim(0, 125 * max((count for _, count, _ in rows), default=1) / lost)
    for place, (name, count, _) in enumerate(rows):
        if name:
            axes.annotate(
                percent(count / lost),
                (100 * count / lost, place),
                (4, 0),
                textcoords="offset points",
                va="center",
                color=_INK,
                fontsize=9,
            )
    axes.set_title("what ended lost games", loc="left", color=_INK, fontsize=10)


def draw_tournaments(played: Sequence[Tournament], path: str) -> None:
    """Draw the win rate of every player with its interval, by edition and number of players."""
    names = [result.player for result in played[0].results]
    figure = _figure(8.8, 1.5 + len(played) * (0.34 * len(names) + 0.35))
    axes = figure.subplots()
    ticks, labels, place = [], [], 0.0
    for one in played:
        first = one.results[0].rules
        start = place
        for i in one.ranking():
            _draw_rate(axes, one.results[i], _SERIES[names.index(one.results[i].player) % len(_SERIES)], place)
            place += 1
        ticks.append((start + place - 1) / 2)
        labels.append(f"{first.name}\n{'solo' if first.players == 1 else f'{first.players} players'}")
        place += 0.8
    _clean(axes, keep=("bottom",))
    axes.set_yticks(ticks, labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 128 * max(result.interval[1] for one in played for result in one.results))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.set_axisbelow(True)
    axes.grid(axis="x", color=_LINE, linewidth=0.6)
    axes.set_title("games won, with 95% intervals", loc="left", color=_INK, fontsize=11)
    sample = played[0].results[0]
    figure.supxlabel(
        f"{sample.games:,} deals each, the same for all players, seed {sample.seed}, talk {sample.rules.talk}",
        color=_SOFT, fontsize=8, x=0.98, ha="right",
    )  # fmt: skip
    figure.savefig(path, metadata={"Date": None} if path.lower().endswith(".svg") else None)


def _draw_rate(axes: Any, result: Result, colour: str, place: float) -> None:
    low, high = result.interval
    axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2.4, solid_capstyle="round", alpha=0.55)
    axes.plot([100 * result.win_rate], [place], "o", color=colour, markersize=5)
    axes.annotate(
        f"{result.player}  {percent(result.win_rate)}", (100 * high, place), (6, 0), textcoords="offset points",
        va="center", color=colour, fontsize=9,
    )  # fmt: skip
