"""Any player in a simulation: levels, plug-ins, mixed teams; who played is told in every result."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nonante import Rules, View, kernel as kernel_room
from nonante.envs import PolicyPlayer
from nonante.players import LEVELS, Player, PlayerError, QuickChampion, SilentPlayer, player, register, registry
from nonante.simulation import Result, SimulationError, cross_play, find_player, simulate, tournament
from nonante.simulation.registry import Named, find_team
from nonante.simulation.running import Job
from nonante.simulation.tables import cross_text
from nonante.table import Signal

TWO, THREE = Rules.edition("base", players=2), Rules.edition("base", players=3)


def my_champion() -> Player:
    return player("champion")


def my_quick_champion() -> Player:
    return QuickChampion()


def outcomes(rules: Rules, who: Any, games: int, seed: int = 5) -> list[list[int]]:
    played = Job(rules, find_team(who, rules), seed).games().outcomes(0, games)
    return [list(map(int, line)) for line in played]


@pytest.mark.parametrize(
    ("edition", "players", "games"),
    [
        ("base", 2, 30),
        ("extreme", 3, 20),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in [("base", 3, 60), ("base", 5, 20), ("on-fire", 2, 20)]),
        ("base", 1, 2),
    ],
)
def test_a_plug_in_plays_the_champions_games(edition: str, players: int, games: int) -> None:
    """Game for game, with the same thinking: it speaks, hears and wishes as the built-in one."""
    rules = Rules.edition(edition, players)
    assert outcomes(rules, my_champion, games // 10 or 1) == outcomes(rules, "champion", games // 10 or 1)
    assert outcomes(rules, my_quick_champion, games) == outcomes(rules, QuickChampion, games)


@pytest.mark.parametrize("level", ["novice", "steady"])
def test_a_plug_in_plays_a_levels_games(level: str) -> None:
    assert outcomes(THREE, partial(player, level), 3) == outcomes(THREE, level, 3)


class First(SilentPlayer):
    """Plays the first legal move."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        return view.legal_moves()[:1]


class Seeded(First):
    """Needs its seed."""

    seeds: list[int] = []  # noqa: RUF012 - what all of them were given

    def __init__(self, seed: int) -> None:
        self.seeds.append(seed)


@pytest.mark.slow
def test_a_player_written_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))  # forgets it afterwards
    result = simulate(TWO, First, 20, seed=1)
    assert result.games == 20
    assert result.player == f"{__name__}:First"
    assert simulate(TWO, First, 20, seed=1, workers=4) == result
    entrant = register("first", First)
    assert find_player("first") is entrant
    assert simulate(TWO, "first", 20, seed=1).counts == result.counts
    played = tournament(TWO, [First, "nearest"], 20, seed=1)
    assert played.results[0] == result


def test_every_seat_of_every_game_has_a_player_of_its_own() -> None:
    Seeded.seeds.clear()
    simulate(THREE, Seeded, 4, seed=1)
    made = Seeded.seeds[-12:]
    assert len(set(made)) == 12
    Seeded.seeds.clear()
    simulate(THREE, Seeded, 4, seed=1, shard=(2, 2))
    assert Seeded.seeds[-6:] == made[6:]


def test_a_policy_takes_part() -> None:
    def lowest(_: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
        return int(mask.argmax())

    def seat() -> Player:
        return PolicyPlayer(lowest, TWO)

    played = tournament(TWO, [seat, "random"], 5, seed=1)
    assert played.results[0].counts == simulate(TWO, First, 5, seed=1).counts


class Mute:
    """Answers nothing but a plan."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        return view.legal_moves()[:1]


class Deaf(SilentPlayer):
    """Takes no signals."""

    def plan(self, view: View) -> list[str]:
        return view.legal_moves()[:1]


class Broken(SilentPlayer):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no battery")


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (player("steady"), "what makes one for every seat"),
        (PolicyPlayer(lambda *_: 0, TWO), "what makes one for every seat"),
        (Mute, r"has no speak\(view, signals\)"),
        (Deaf, r"has no plan\(view, signals\)"),
        (Broken, "could not be created: RuntimeError: no battery"),
        (PolicyPlayer, "could not be created: TypeError"),
        (5, "cannot be called"),
        ("nobody", "unknown player 'nobody': choose novice"),
        ("nobody:x", "no player at nobody:x"),
        ("json:nothing", "no player at json:nothing"),
        (":", "unknown player"),
        ("math:pi", "cannot be called"),
        ("json:dumps", "is not a player"),
    ],
)
def test_what_is_no_player_is_refused_before_play(who: Any, said: str) -> None:
    for call in (lambda: simulate(TWO, who, 1), lambda: tournament(TWO, [who, "random"], 1)):
        with pytest.raises(PlayerError, match=said):
            call()


def test_one_object_on_all_seats_is_refused() -> None:
    only = First()
    with pytest.raises(PlayerError, match="First sits on several seats at once"):
        simulate(TWO, lambda: only, 1)
    assert simulate(Rules(), lambda: only, 1).games == 1


def test_a_module_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "spoilt.py").write_text("def mine(:\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PlayerError, match="no player at spoilt:mine: SyntaxError"):
        simulate(TWO, "spoilt:mine", 1)


def answering(**answers: Callable[..., Any]) -> Any:
    """Return a class of players with these answers."""
    return type("Odd", (First,), answers)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (answering(plan=lambda *_: []), "Odd on seat 0 answered .* at least one"),
        (answering(plan=lambda *_: "57A"), "a list of moves is wanted"),
        (answering(plan=lambda *_: ["1Z"]), "Odd on seat 0 planned an illegal move: '1Z' is not a move"),
        (answering(plan=lambda *_: 1 // 0), "Odd on seat 0 failed when asked to plan: ZeroDivisionError"),
        (answering(speak=lambda *_: ["help"]), "a list of signals is wanted"),
        (answering(wish=lambda *_: "always"), "like, rather-not or None is wanted"),
    ],
)
def test_odd_answers_are_told(who: Any, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        simulate(TWO, who, 1)


def test_signals_that_may_not_be_sent_are_dropped() -> None:
    heard: list[Signal] = []

    class Loud(First):
        def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
            seat = view.seat or 0
            return [Signal(1 - seat, "trouble"), Signal(seat, "can-go-back", "A"), Signal(seat, "comfortable")]

        def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
            heard.extend(signals)
            return super().plan(view)

    simulate(TWO, Loud, 2)
    assert {signal.name for signal in heard} == {"comfortable"}
    heard.clear()
    simulate(Rules.edition("base", players=2, talk="none"), Loud, 2)
    assert not heard


def test_mixed_teams() -> None:
    team: list[Named] = ["novice", "steady", First]
    result = simulate(THREE, team, 4, seed=3)
    assert result.player == f"novice,steady,{__name__}:First"
    assert len(result.identities) == 3
    assert Result.from_json(result.to_json()) == result
    halves = [simulate(THREE, team, 4, seed=3, shard=(k, 2)) for k in (1, 2)]
    assert halves[0] + halves[1] == result
    assert simulate(TWO, ["nearest", "nearest"], 9) == simulate(TWO, "nearest", 9)
    assert simulate(TWO, ["nearest", "random"], 9).games == 9
    with pytest.raises(SimulationError, match="2 players for 3 seats"):
        simulate(THREE, ["novice", "steady"], 1)
    with pytest.raises(SimulationError, match="player talker only plays with copies of itself"):
        simulate(TWO, ["talker", "steady"], 1)


def test_a_result_tells_who_played() -> None:
    alone = Rules.edition("base", players=1)
    champion = simulate(TWO, "champion", 1).to_data()["identities"][0]
    assert list(champion) == ["name", "version", "engine", "weights", "look_ahead", "source", "parameters"]
    assert champion["engine"] == "compiled"
    assert len(champion["weights"]) == 16
    assert champion["look_ahead"] == "6 plans, 16 worlds"
    assert find_player("champion").identity(alone).look_ahead == "8 plans, 64 worlds"
    assert find_player(QuickChampion).identity(alone).look_ahead == "none"
    assert find_player("strong").identity(alone).look_ahead == "5 plans, 8 draws"
    assert find_player("planner").identity(TWO).parameters
    assert not find_player("steady").identity(TWO).source
    assert find_player(First).identity(TWO).source
    assert find_player(partial(player, "steady")).identity(TWO) != find_player(partial(player, "novice")).identity(TWO)


def test_players_that_think_otherwise_are_not_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Rules.edition("base", players=1)
    ahead = simulate(alone, "champion", 2, shard=(1, 2))
    monkeypatch.setattr(kernel_room, "available", lambda: False)
    identity = find_player("champion").identity(alone)
    assert (identity.engine, identity.look_ahead) == ("python", "none")
    without = Result(alone, (identity,), 0, ((1, 2),), ahead.counts)
    with pytest.raises(
        SimulationError, match=r"different settings.*compiled.*8 plans, 64 worlds.*python.*look_ahead none"
    ):
        ahead + without


def test_a_plug_in_that_was_changed_is_not_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from nonante.players import player\ndef mine(): return player('novice')\n"
    identities = []
    for number, comment in enumerate(("", "# another\n", "")):
        (tmp_path / f"mine{number}.py").write_text(text + comment, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        identities.append(find_player(f"mine{number}:mine").identity(TWO).source)
    assert identities[0] == identities[2] != identities[1]


def test_levels_sit_together_with_every_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_room, "available", lambda: False)
    rules = Rules.edition("base", players=len(LEVELS))
    assert simulate(rules, list(LEVELS), 1).games == 1


def test_cross_play_seats_every_two_players_together() -> None:
    everybody: list[Named] = ["novice", First, "nearest"]
    played = cross_play(THREE, everybody, 4, seed=3)
    assert played.names == ["novice", f"{__name__}:First", "nearest"]
    assert played.games == 4
    for i, one in enumerate(everybody):
        assert played.cells[i][i] == simulate(THREE, one, 4, seed=3).counts
    first = simulate(THREE, ["novice", First, "novice"], 4, seed=3, shard=(1, 4))
    second = simulate(THREE, [First, "novice", First], 4, seed=3, shard=(2, 4))
    early = cross_play(THREE, ["novice", First], 2, seed=3)
    assert early.cells[0][1] == early.cells[1][0] == first.counts + second.counts
    data = played.to_data()
    assert json.loads(json.dumps(data)) == data
    assert [cell["players"] for cell in data["cells"]][:2] == [["novice", "novice"], ["novice", f"{__name__}:First"]]
    text = cross_text(played)
    assert text.splitlines()[0] == "base, 3 players, talk standard: cross-play, 4 deals, seed 3"
    assert text.count("% (") == 9


def test_cross_play_needs_two_seats_and_players_that_can_sit_together() -> None:
    with pytest.raises(SimulationError, match="at least two seats"):
        cross_play(Rules(), ["novice", "steady"], 1)
    with pytest.raises(SimulationError, match="different names"):
        cross_play(TWO, ["novice", "novice"], 1)
    with pytest.raises(SimulationError, match="talker only plays"):
        cross_play(TWO, ["novice", "talker"], 1)
