"""What plays whole games: the kernel's players, the levels compiled, or any players a seat each through rules/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from .. import kernel as kernel_room
from ..kernel import codes
from ..kernel.layout import Level
from ..players import LEVEL_KINDS, Champion, Companion, Planner, Player, QuickChampion, check_apart, net_for, play_game
from ..rules import REASONS, Game, Rules, deal_seed
from .errors import NeedsExtra
from .reference import players_seed, seat_seed
from .registry import Contestant, KernelPlayer
from .results import Outcome, blame

CHAMPIONS: Final = (Champion, Companion, QuickChampion)


def entry_for(rules: Rules, settings: Mapping[str, float], *, written: bool = False) -> tuple[str, str]:
    """Return the compiled function that plays a reference player's games, by module and name.

    With `written`, it is the one that also writes every turn down.
    """
    kind = settings["kind"]
    if written:
        return "recording", "write_reference"
    if kind == codes.PLANNER:
        return "reference", "play_searched" if rules.marked else "play_packets"
    return "reference", "play_greedy" if kind == codes.GREEDY and not rules.marked else "play_simple"


def _loaded(entry: tuple[str, str]) -> Any:
    module, name = entry
    return getattr(kernel_room.load(module), name)


class FastGames:
    """Plays any span of a run's games; the same object may be used by several threads."""

    def __init__(self, rules: Rules, settings: dict[str, float], seed: int) -> None:
        if not kernel_room.available():
            raise NeedsExtra(what="this player", extra="fast")
        self._reference = kernel_room.load()
        from ..kernel import records

        self._seed = seed
        self._rules, self._player = records.rules_record(rules), records.player_record(settings)
        self._entry = entry_for(rules, settings)

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        return self._play(_loaded(self._entry), first, stop)[0]

    def written(self, first: int, stop: int) -> tuple[Any, Any]:
        """Play games and return how each ended, and every turn as `kernel.recording.Written`."""
        recording = kernel_room.load("recording")
        turns = recording.rows_for(stop - first)
        outcomes, count = self._play(recording.write_reference, first, stop, turns)
        return outcomes, turns[:count]

    def _play(self, entry: Any, first: int, stop: int, *turns: Any) -> tuple[Any, int]:
        import numpy as np

        from ..kernel.layout import OUTCOME_SIZE

        outcomes, seeds = np.zeros((stop - first, OUTCOME_SIZE), np.int64), np.array([self._seed, first], np.uint64)
        return outcomes, entry(
            self._reference.reference_setup(self._rules.copy(), self._player), seeds, outcomes, *turns
        )


# --- levels -----------------------------------------------------------------------------------------------------------


def plays_compiled(team: Sequence[Contestant]) -> bool:
    """Tell whether these players play their games compiled; of champions, all have to look equally far ahead."""
    makers = [_maker(one) for one in team]  # anybody's own may be anything that can be called
    known = all(any(make is level for level in (*LEVEL_KINDS, *CHAMPIONS)) for make in makers)
    return kernel_room.available() and known and sum(any(make is one for make in makers) for one in CHAMPIONS) < 2


class TeamGames:
    """Plays any span of a run's games; several threads may use it."""

    def __init__(self, rules: Rules, seats: Sequence[Contestant], seed: int, odd: Sequence[Contestant] = ()) -> None:
        """Seat one player a seat, and others in games with an odd number where `odd` names them."""
        self._rules, self._seed = rules, seed
        self._games = [[_maker(one) for one in team] for team in (seats, odd or seats)]
        self._who = list(dict.fromkeys(make for team in self._games for make in team))
        self._champion = next((one for one in self._who if one in CHAMPIONS), None)

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        if len(self._who) == 1 and self._champion:
            workspace, setup = self._thinking()
            return workspace.play(setup, self._run(first, stop))
        return self._play(first, stop, written=False)[0]

    def written(self, first: int, stop: int) -> tuple[Any, Any]:
        """Play games and return how each ended, and every turn as `kernel.recording.Written`."""
        return self._play(first, stop, written=True)

    def _play(self, first: int, stop: int, *, written: bool) -> tuple[Any, Any]:
        teams = kernel_room.load("teams")
        team, run = self._team(teams), self._run(first, stop)
        played: tuple[Any, Any] = teams.play_games(*self._thinking(), team, run, written=written)
        return played

    def _run(self, first: int, stop: int) -> Any:
        return kernel_room.load("workspace").Run(self._seed, first, stop - first)

    def _thinking(self) -> tuple[Any, Any]:
        """Return room to think in, and what the champion thinks with, if one plays."""
        workspaces = kernel_room.load("workspace")
        if self._champion is None:
            return workspaces.Workspace(), workspaces.setup(self._rules, _no_net())
        setup = workspaces.setup(self._rules, *net_for(self._rules))
        return workspaces.Workspace(self._champion.look_ahead(self._rules)), setup

    def _team(self, teams: Any) -> Any:
        import numpy as np

        seats = [[self._who.index(make) for make in team] + [0] * (5 - len(team)) for team in self._games]
        levels = np.array([_level_record(who, self._rules) for who in self._who], np.float64)
        talks = np.array([_talk_record(who, self._rules) for who in self._who])
        return teams.Team(np.array(seats, np.int64).ravel(), levels.ravel(), talks.ravel())


def _maker(one: Contestant) -> Any:
    """Return the class of a level."""
    return None if isinstance(one, KernelPlayer) else one.make


@cache
def _no_net() -> Any:
    import numpy as np

    return np.zeros(1, np.float32)


def _talk_record(who: type[Champion | Planner], rules: Rules) -> Any:
    """Return how a player talks, as the kernel reads it."""
    manner = who().manner_for(rules)
    settings = kernel_room.load("workspace").TalkSettings
    return settings(manner.keep_within, manner.small_within, manner.trouble_from, manner.comfortable_to).record()


def _level_record(who: type[Champion | Planner], rules: Rules) -> list[float]:
    """Return what a player goes by, as the kernel reads it."""
    if issubclass(who, Planner):
        return who().record(rules).numbers()
    level = Level()
    level.level_kind = len(LEVEL_KINDS)
    return level.numbers()


# --- a player a seat --------------------------------------------------------------------------------------------------


class SeatGames:
    """Plays any span of a run's games; every seat of every game gets a player of its own."""

    def __init__(self, rules: Rules, team: Sequence[Contestant], seed: int) -> None:
        self.rules, self.team, self.seed = rules, tuple(team), seed

    def games_for(self, games: int) -> SeatGames:  # noqa: ARG002 - for games that can be played compiled, too
        """Return what plays soonest where so many games are played in all."""
        return self

    def outcomes(self, first: int, stop: int) -> list[Outcome]:
        """Return how every game ended."""
        return [outcome_of(self.play(game)) for game in range(first, stop)]

    def play(self, game: int) -> Game:
        """Play one game to its end."""
        seed = deal_seed(self.seed, game)
        players = self.seated(game, seed)
        check_apart(players)
        return play_game(self.rules, seed, players)

    def seated(self, game: int, seed: int) -> Sequence[Player]:  # noqa: ARG002 - for teams that change seats
        """Return who sits where in a game."""
        team, seats = self.team, self.rules.players
        if len(team) > 1:
            return [one.seat(seat_seed(seed, seat)) for seat, one in enumerate(team)]
        only = team[0]
        if isinstance(only, KernelPlayer) and only.reference:
            return only.reference(players_seed(seed), seats)
        return [only.seat(seat_seed(seed, seat)) for seat in range(seats)]


def outcome_of(game: Game) -> Outcome:
    """Return how a finished game ended."""
    reason = REASONS.index(game.reason) + 1 if game.reason else 0
    return game.score, reason, blame(game), game.turn, game.cards_left
