"""Running games on several threads, in spans, with progress and a clean stop."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, perf_counter, thread_time
from typing import Any, Final, TypeVar

from .. import kernel as kernel_room
from ..files import write_whole
from ..players import LEVEL_KINDS, Identity
from ..rules import Rules, check_seed
from .errors import SimulationError
from .games import CHAMPIONS, FastGames, SeatGames, TeamGames, entry_for, plays_compiled
from .registry import Contestant, KernelPlayer, Named, find_team
from .results import Counts, Outcome, Result, added
from .workers import WorkerPool, check_workers, worker_pool_for

MOST_GAMES: Final = 10**12
_FEW: Final = 300  # games that are played in Python before a compiler is ready
_SAVED_EVERY: Final = 2.0  # seconds
_LARGEST: Final = 200_000  # games in a span, for memory's sake


@dataclass(frozen=True)
class Job:
    """One team under one set of rules with one seed: everything but which games to play."""

    rules: Rules
    team: tuple[Contestant, ...]
    """One for all seats, or one for each; see `find_team`."""
    seed: int

    @property
    def identities(self) -> tuple[Identity, ...]:
        """Who plays: two results add up only if these agree."""
        return tuple(one.identity(self.rules) for one in self.team)

    @property
    def compiled(self) -> bool:
        """Whether the games are played by the kernel."""
        if not kernel_room.available():
            return False
        alone = len(self.team) == 1 and (isinstance(self.team[0], KernelPlayer) or self._own_games is not None)
        return alone or plays_compiled(self.team)

    @property
    def writes_compiled(self) -> bool:
        """Whether the kernel can play the games and write every turn down."""
        return self.compiled and self._entry(written=True) is not None

    @property
    def _own_games(self) -> Callable[[Rules, int], Any] | None:
        """Return what plays whole games compiled, if the maker of a player offers it."""
        return None if isinstance(self.team[0], KernelPlayer) else getattr(self.team[0].make, "whole_games", None)

    def _entry(self, *, written: bool) -> tuple[str, str] | None:
        """Return the compiled function that plays the games, by module and name; None for one of somebody else's.

        With `written`, it is the one that also writes every turn down.
        """
        only = self.team[0]
        if isinstance(only, KernelPlayer):
            return entry_for(self.rules, only.settings_for(self.rules.players), written=written)
        if self._own_games is not None:
            return None
        alone = len(self.team) == 1 and only.make in CHAMPIONS and not written
        return ("champion", "play") if alone else ("teams", "play")

    def has_to_compile(self, games: int, *, written: bool = False) -> bool:
        """Tell whether so many games cannot begin, or be written down, before something is compiled."""
        entry = self._entry(written=written) if self.compiled else None
        return bool(entry and not self.plays_plain(games, written=written) and not kernel_room.is_compiled(*entry))

    def plays_plain(self, games: int, *, written: bool = False) -> bool:
        """Tell whether so few games are sooner played in Python, which comes out the same, than compiled."""
        entry = self._entry(written=written)
        plain = all(self._same_in_python(one) for one in self.team)
        return games <= _FEW and plain and not (entry and kernel_room.is_compiled(*entry))

    @staticmethod
    def _same_in_python(one: Contestant) -> bool:
        if isinstance(one, KernelPlayer):
            return one.reference is not None
        return any(one.make is kind for kind in LEVEL_KINDS)

    def games_for(self, games: int) -> Any:
        """Return what plays so many of this job's games soonest."""
        if self.compiled and self.plays_plain(games):
            return SeatGames(self.rules, self.team, self.seed)
        return self.games()

    def games(self) -> Any:
        """Return what plays this job's games."""
        only, own = self.team[0], self._own_games
        if own and len(self.team) == 1:
            return own(self.rules, self.seed)
        if self.compiled and isinstance(only, KernelPlayer):
            return FastGames(self.rules, only.settings_for(self.rules.players), self.seed)
        if plays_compiled(self.team):
            return TeamGames(self.rules, self.team if len(self.team) > 1 else self.team * self.rules.players, self.seed)
        return SeatGames(self.rules, self.team, self.seed)

    def result(self, spans: tuple[tuple[int, int], ...], counts: Counts, seconds: float) -> Result:
        """Return the result of the games played."""
        return Result(self.rules, self.identities, self.seed, spans, counts, seconds)


def count(outcomes: Any) -> Counts:
    """Count outcomes of either kind of games."""
    return Counts.of(outcomes) if isinstance(outcomes, list) else Counts.of_array(outcomes)


def simulate(
    rules: Rules,
    player: Named | Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    workers: int | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: bool = False,
    outcomes: list[Outcome] | None = None,
    keep: Path | None = None,
    cluster: str | None = None,
) -> Result:
    """Play `games` games and count how they end.

    `player` is one player for all seats, or a list with one for every seat: a name, ``"module:maker"``, or a function
    or class that makes a `nonante.players.Player`. Every seat of every game gets its own player.

    Game number k is the same for every shard and number of workers. ``shard=(k, n)`` plays the k-th of n parts, whose
    results add up to the whole. Ctrl-C ends the run early: the result then has fewer games.

    `workers` is the number of threads for compiled players (by default one per processor), or of processes for players
    written in Python (by default one). A list passed as `outcomes` is filled with the outcome of every game.
    `keep` names a file in which the result is saved every few seconds; a run of the same games resumes from it.
    With the address of a Dask scheduler as `cluster`, its workers play.
    """
    job = Job(rules, find_team(player, rules), check_seed(seed))
    first, stop = shard_span(games, shard)
    source = job.games_for(stop - first)
    play = Playing(job if cluster else source, keep=outcomes is not None)
    compiled = not isinstance(source, SeatGames)
    threads = check_workers(workers) if compiled or workers is not None else 1
    begun = _kept(keep, job, first, stop) if keep else job.result((), Counts(), 0.0)
    started, done = perf_counter(), first + begun.games

    def result(total: Span, end: int) -> Result:
        counts = begun.counts + total.counts
        return job.result(((first, end),) if counts.games else (), counts, begun.seconds + perf_counter() - started)

    def save(total: Span, end: int) -> None:
        if keep:
            write_whole(keep, result(total, end).to_json())

    with worker_pool_for(threads, job.team, rules, threads=compiled or done == stop, cluster=cluster) as worker_pool:
        saved = now_and_then(save, _SAVED_EVERY, stop)
        total, end, _ = run_spans(play, Span(), done, stop, worker_pool=worker_pool, progress=progress, save=saved)
    if outcomes is not None:
        outcomes += [line for lines in total.lines for line in lines]
    return result(total, end)


def _kept(file: Path, job: Job, first: int, stop: int) -> Result:
    """Return the result that a file has of the first of these games; that of other games is refused."""
    nothing = job.result((), Counts(), 0.0)
    if not file.exists():
        return nothing
    found = Result.read(file)
    try:
        nothing + found  # refuses other settings
    except SimulationError as error:
        raise SimulationError("file", path=file, why=error) from None
    if len(found.spans) != 1 or found.spans[0][0] != first or found.spans[0][1] > stop:
        raise SimulationError("file", path=file, why="a result of other games is in it")
    return found


@dataclass(frozen=True)
class Span:
    """What some games of a run came to."""

    counts: Counts = field(default_factory=Counts)
    lines: tuple[Any, ...] = ()
    """How the games ended, span by span, where that is kept."""
    seconds: float = 0.0
    """Processor time, in whichever thread or process they were played."""

    def __add__(self, other: Span) -> Span:
        return Span(self.counts + other.counts, self.lines + other.lines, self.seconds + other.seconds)


@dataclass(frozen=True)
class Playing:
    """Plays spans of games and counts how they end; where players are written in Python, other processes can too."""

    source: Any
    """Games, or a job whose games are prepared where they are played: on the worker of a cluster."""
    keep: bool = False

    def __call__(self, begin: int, end: int) -> Span:
        """Play the games from `begin` up to and without `end`."""
        started = thread_time()
        games = self.source.games() if isinstance(self.source, Job) else self.source
        lines = games.outcomes(begin, end)
        kept = lines if isinstance(lines, list) else lines.tolist() if self.keep else ()
        return Span(count(lines), (kept,) if self.keep else (), thread_time() - started)


def shard_span(games: int, shard: tuple[int, int]) -> tuple[int, int]:
    """Return which games of a run belong to part k of n."""
    k, n = shard
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise SimulationError("games", games=games, most=MOST_GAMES)
    if not (type(k) is int and type(n) is int and 1 <= k <= n):
        raise SimulationError("shard", k=k, n=n)
    if n > games:
        raise SimulationError("shard-size", k=k, n=n, games=games)
    return games * (k - 1) // n, games * k // n


T = TypeVar("T")


def run_spans(
    play: Callable[[int, int], T],
    zero: T,
    first: int,
    stop: int,
    *,
    worker_pool: WorkerPool,
    progress: bool,
    unit: str = " games",
    save: Callable[[T, int], None] | None = None,
) -> tuple[T, int, bool]:
    """Call `play` on span after span until `stop`; return the sum, where it ends, and whether by Ctrl-C.

    Ctrl-C ends it early: what was begun is finished and counted, so that quick games are not preferred.
    """
    waiting: deque[tuple[Future[tuple[T, float]], int, int]] = deque()
    size, at, interrupted = 1, first, False  # one game may already be slow
    done = zero, first  # changed in one assignment, so that an interrupt never finds half of it

    def collect() -> float:
        nonlocal done
        future, begin, end = waiting[0]
        part, seconds = future.result()
        if end > done[1]:
            done = added(done[0], part), end
            if save:
                save(*done)
        waiting.popleft()
        bar.update(end - begin)
        return seconds / (end - begin)

    with worker_pool.executor() as pool, progress_bar(stop - first, progress, unit) as bar:
        try:
            while at < stop or waiting:
                while at < stop and len(waiting) < worker_pool.count + 1:
                    end = min(stop, at + size)
                    waiting.append((pool.submit(_timed, play, at, end), at, end))
                    at = end
                size = max(1, min(_LARGEST, 4 * size, int(worker_pool.goal / max(collect(), 1e-9))))
        except KeyboardInterrupt:
            interrupted = True
            for future, _, _ in reversed(waiting):
                future.cancel()
            while waiting and not waiting[0][0].cancelled():
                collect()
        except BaseException:
            for future, _, _ in waiting:
                future.cancel()
            raise
    return *done, interrupted


def now_and_then(note: Callable[[T, int], None], seconds: float, stop: int) -> Callable[[T, int], None]:
    """Return what notes how far a run is once it has ended, and before that not more often than every few seconds."""
    noted = perf_counter()

    def save(total: T, end: int) -> None:
        nonlocal noted
        if end == stop or perf_counter() - noted > seconds:
            note(total, end)
            noted = perf_counter()

    return save


def _timed(play: Callable[[int, int], T], first: int, stop: int) -> tuple[T, float]:
    started = perf_counter()
    return play(first, stop), perf_counter() - started


class _NoBar:
    """Stands in for the progress bar where nobody would see it."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, done: int) -> None:
        """Show nothing."""


def progress_bar(total: int, wanted: bool, unit: str) -> Any:
    """Return a progress bar for terminals and notebooks, which only shows when the work takes a while."""
    if not wanted or not (sys.stderr.isatty() or "ipykernel" in sys.modules):
        return _NoBar()
    from tqdm import tqdm

    return tqdm(total=total, unit=unit, unit_scale=True, delay=1.0, leave=False, file=sys.stderr)


# --- what a run has to compile first, in a process of its own ---------------------------------------------------------


_LOOK_EVERY = 0.2  # seconds


def compile_first(job: Job, games: int, *, written: bool = False) -> None:
    """Compile what so many games of a job need, unless they are played without, or it was compiled before.

    With `written`, they are written down, too.
    It says so on standard error, and how long it takes where that is a terminal.
    """
    if not job.has_to_compile(games, written=written):
        return
    print("nonante: compiling these players; later runs start at once", file=sys.stderr, flush=True)
    child = get_context("spawn").Process(target=_compile, args=(job, written), daemon=True)
    child.start()
    started, shows = monotonic(), sys.stderr.isatty()
    try:
        while child.is_alive():
            child.join(_LOOK_EVERY)
            if shows:
                print(f"\r{monotonic() - started:4.0f} s", end="", file=sys.stderr, flush=True)
    finally:
        if shows:
            print("\r      \r", end="", file=sys.stderr, flush=True)
        child.kill()
        child.join()


def compile_all(sources: Iterable[object], games: int, wanted: bool) -> None:
    """Compile what the jobs among these need to play so many games in all, if that is to be told."""
    for job in sources if wanted else ():
        if isinstance(job, Job):
            compile_first(job, games)


def _compile(job: Job, written: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    games = job.games()
    (games.written if written else games.outcomes)(0, 1)
