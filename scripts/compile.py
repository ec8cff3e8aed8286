"""Compile what many tests share before any of them starts, in one process: `make test` does this.

python -m scripts.compile

Functions that are made of the same parts take a quarter of the time together. And a server, which would compile in the
background of its first start, finds everything there.
"""

from __future__ import annotations

from training.learn import Learner, Recipe, start_values

from nonante import Rules
from nonante.kernel.workspace import TalkSettings
from nonante.server.precompile import PARTS
from nonante.simulation import simulate


def main() -> None:
    """Do each of it once: think and review as a server does, play whole games, train."""
    for part in PARTS:
        part.load()
    rules = Rules.edition("base", players=2)
    simulate(rules, "champion", 1)
    simulate(rules, ["champion", "novice"], 1)
    learner = Learner(rules, TalkSettings(), Recipe(), 1, 1)
    learner.play(1, 0)
    start_values(learner, [0.5], 1)


if __name__ == "__main__":
    main()
