"""Ten calls that a type checker has to refuse, each in a line marked ``# wrong``. Nothing here is ever run."""

from __future__ import annotations

from nonante import Game, Rules
from nonante.envs import nonante_v0
from nonante.envs.batch import BatchEnv
from nonante.envs.gym_v0 import SeatEnv, TeamEnv
from nonante.simulation import cross_play, simulate, tournament


def right() -> None:
    rules = Rules.edition("extreme", players=3, talk="permissive", one_pile="strict", commands="seeded")
    Game.deal(rules, seed=7).play("37A")
    TeamEnv(players=2, observe="information", reward="shaped", talk="none")
    nonante_v0.env(edition="expert", players=2, illegal="ignore", short_hand="lenient")
    simulate(rules, ["steady", "nearest", "greedy"], 10, seed=1, shard=(1, 2))
    cross_play(rules, ["steady", "strong"], games=10)


def wrong(rules: Rules) -> None:
    Rules.edition("base", players=2, talk="loud")  # wrong
    Rules.edition("base", playrs=2)  # wrong
    Rules(players=2, short_hand="kind")  # wrong
    Rules.edition("extreme", players="three")  # wrong
    Game.deal(rules, seed="seven")  # wrong
    TeamEnv(players=2, reward="points")  # wrong
    SeatEnv(seat=0, observe="everything")  # wrong
    BatchEnv(16, edition="base", thread=2)  # wrong
    simulate(rules, "steady", games="many")  # wrong
    tournament(rules, "steady", 100, wokers=2)  # wrong
