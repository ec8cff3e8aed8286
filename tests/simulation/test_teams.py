"""The levels compiled: whole games come out as when every seat is asked by itself, in Python."""

from __future__ import annotations

import pytest

from nonante import Rules
from nonante.players.levels import Strong
from nonante.players.registry import Entrant
from nonante.simulation import find_player, simulate
from nonante.simulation.crossplay import AlternatingGames
from nonante.simulation.games import SeatGames, TeamGames, plays_compiled
from nonante.simulation.running import Job

KINDS = [
    ("base", 1, "none"),
    ("base", 3, "standard"),
    ("expert", 2, "permissive"),
    ("on-fire", 2, "none"),
    ("extreme", 1, "none"),
    ("extreme", 4, "standard"),
]


def _rules(edition: str, players: int, talk: str) -> Rules:
    return Rules.from_data({"edition": edition, "players": players, "talk": talk})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
@pytest.mark.parametrize("level", ["novice", "steady", "strong"])
def test_every_level_plays_the_same_games(level: str, kind: tuple[str, int, str]) -> None:
    rules, one = _rules(*kind), find_player(level)
    games = Job(rules, (one,), 2_611).games()
    assert isinstance(games, TeamGames)
    slow = SeatGames(rules, (one,), 2_611).outcomes(0, 4 if level != "strong" else 2)
    assert games.outcomes(0, len(slow)).tolist() == [list(outcome) for outcome in slow]


def test_options_of_the_rules_are_kept() -> None:
    data = {"edition": "extreme", "players": 2, "fire": True, "one_pile": "strict", "short_hand": "lenient"}
    rules, team = Rules.from_data({**data, "commands": "seeded"}), tuple(map(find_player, ("strong", "novice")))
    slow = SeatGames(rules, team, 8).outcomes(0, 12)
    assert TeamGames(rules, team, 8).outcomes(0, 12).tolist() == [list(outcome) for outcome in slow]


@pytest.mark.parametrize("partner", ["novice", "steady", "strong"])
def test_champions_play_the_same_games_beside_a_level(partner: str) -> None:
    for kind in (("base", 3, "standard"), ("extreme", 2, "standard"), ("expert", 2, "none")):
        games = AlternatingGames(_rules(*kind), (find_player("champion"), find_player(partner)), 31)
        slow = SeatGames.outcomes(games, 0, 2)  # an even game and an odd one: the seats change
        assert games.outcomes(0, 2).tolist() == [list(outcome) for outcome in slow]


def test_a_companion_expects_plain_answers_of_the_others() -> None:
    rules, companion = _rules("base", 2, "standard"), find_player("nonante.players:Companion")
    assert companion.identity(rules).look_ahead == "6 plans, 16 worlds, plain answers"
    alone = _rules("base", 1, "none")
    assert companion.identity(alone).look_ahead == find_player("champion").identity(alone).look_ahead
    games = AlternatingGames(rules, (companion, find_player("steady")), 31)
    champions = AlternatingGames(rules, (find_player("champion"), find_player("steady")), 31)
    played = games.outcomes(0, 4).tolist()
    assert played == [list(outcome) for outcome in SeatGames.outcomes(games, 0, 4)]
    assert played != champions.outcomes(0, 4).tolist()


def test_a_team_of_its_own_for_every_seat_is_compiled() -> None:
    rules, seats = _rules("base", 4, "standard"), ["steady", "champion", "novice", "strong"]
    job = Job(rules, tuple(map(find_player, seats)), 5)
    assert job.compiled
    slow = SeatGames(rules, job.team, 5).outcomes(0, 2)
    assert job.games().outcomes(0, 2).tolist() == [list(outcome) for outcome in slow]
    assert simulate(rules, seats, 2, 5).counts.games == 2


class Own(Strong):
    """Somebody's own player, made from a level: it may do anything, so it is asked itself."""


def test_only_the_levels_themselves_are_compiled() -> None:
    champions = [find_player("champion"), find_player("nonante.players:QuickChampion")]
    assert all(plays_compiled([one]) for one in (*champions, *map(find_player, ("novice", "steady", "strong"))))
    assert not plays_compiled(champions)  # one workspace looks ahead equally far for all
    assert not plays_compiled([Entrant("own", Own)])
    assert not plays_compiled([find_player("strong"), find_player("nearest")])
    assert not plays_compiled([Entrant("own", Makers())])


class Makers(list[Own]):
    """Something that makes players and cannot be hashed."""

    def __call__(self) -> Own:
        """Make one."""
        return Own()


def test_without_the_kernel_they_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonante.kernel.available", lambda: False)
    job = Job(_rules("base", 2, "none"), (find_player("novice"),), 1)
    assert not job.compiled
    assert isinstance(job.games(), SeatGames)
