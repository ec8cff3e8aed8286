"""How simulated games come out, as digests: a guard for changes that must not change any game.

    .venv/bin/python scripts/outcomes.py                # compare with tests/simulation/outcomes.json, all sizes
    .venv/bin/python scripts/outcomes.py --write        # write that file again, after an intended change
    .venv/bin/python scripts/outcomes.py --only strong  # one player

For every player, edition and table size the file holds the digest of what `nonante simulate --json` counts, for a small
number of games (which the tests check) and a larger one (which only this program checks).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from nonante import Rules
from nonante.rules.settings import EDITIONS
from nonante.simulation import simulate

FILE = Path(__file__).resolve().parents[1] / "tests" / "simulation" / "outcomes.json"
SEED = 1_098
KERNEL_PLAYERS = ("random", "nearest", "planner", "talker")
LEVELS = ("novice", "steady", "strong", "champion")


def sizes(player: str, players: int) -> tuple[int, int]:
    """Return how many games the tests play, and how many this program."""
    if player in KERNEL_PLAYERS:
        return 200, 200
    if player == "champion":
        return (4, 20) if players > 1 else (1, 3)
    return {"novice": (3, 200), "steady": (2, 200), "strong": (1, 200)}[player]


def cases() -> Iterator[tuple[str, str, int]]:
    """Go through every player, edition and table size."""
    for player in (*KERNEL_PLAYERS, *reversed(LEVELS)):
        for edition in EDITIONS:
            for players in range(1, 6):
                yield player, edition, players


def key(player: str, edition: str, players: int, games: int) -> str:
    """Name a line of the file."""
    return f"{player} {edition} {players} {games}"


def digest(player: str, edition: str, players: int, games: int) -> str:
    """Return a short digest of how the games came out."""
    counts = asdict(simulate(Rules.edition(edition, players=players), player, games, SEED).counts)
    return sha256(json.dumps(counts, sort_keys=True).encode()).hexdigest()[:16]


def main() -> int:
    """Compare, or write the file again; return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--short", action="store_true", help="only the sizes that the tests check")
    parser.add_argument("--only", nargs="*", default=[], help="players")
    options = parser.parse_args()
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    differing = 0
    for place in (0,) if options.short else (0, 1):
        for player, edition, players in cases():
            games = sizes(player, players)[place]
            name = key(player, edition, players, games)
            if options.only and player not in options.only:
                continue
            found = digest(player, edition, players, games)
            if options.write:
                known[name] = found
                FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
            elif known.get(name) != found:
                differing += 1
                print(f"differs: {name}", flush=True)
    print(f"{differing} differ" if not options.write else f"{len(known)} written")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
