"""Make puzzles: random late positions, kept where exactly one class of turns wins and sensible ones fail.

    .venv/bin/python scripts/puzzles.py --kind exact --edition base --count 60 --out FILE     # adds lines to FILE
    .venv/bin/python scripts/puzzles.py --join FILE … --write                                 # numbers and ships them

A shipped puzzle is checked again by another search in the tests.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nonante.review
from nonante import Game, NonanteError, Rules
from nonante.players import player
from nonante.review.judge import Judge
from nonante.review.puzzles import (
    FILE,
    GRADES,
    Puzzle,
    end_class,
    mirrored,
    position_class,
    read_line,
    turn_classes,
    write_line,
)
from nonante.review.solver import solve

WIDTHS = (2000,)
MOST_ENDS = 400
TRAPS = 3
SENSIBLE = 12  # numbers that a sensible turn may move the piles more than the winning one
AHEAD, WORLDS, RIGHT = 15.0, 400, 2.0


def position(edition: str, chance: random.Random, cards_left: tuple[int, int]) -> Game | None:
    """Return a random late position, or None where the cards do not make one."""
    players = chance.choice((1, 1, 2, 2, 3, 4))
    rules = Rules.edition(edition, players)
    left = chance.randint(*cards_left)
    draw = chance.choice((0, 0, 0, 1, 2, 3)) if left > 6 else 0
    low, high = chance.randint(40, 62), chance.randint(38, 60)
    tops = [low, chance.randint(low, 88), high, chance.randint(12, high)]
    cards = chance.sample([card for card in range(2, 100) if card not in tops], left)
    held = cards[: left - draw]
    hands = [sorted(held[seat::players]) for seat in range(players)]
    if any(len(hand) > rules.hand_size for hand in hands) or not all(hands):
        return None
    try:
        return Game.arrange(rules, dict(zip("ABCD", tops, strict=True)), hands, cards[left - draw :])
    except NonanteError:
        return None


def exact(game: Game) -> Puzzle | None:
    """Return the exact puzzle in a position, if there is one."""
    if game.status != "playing" or solve(game, WIDTHS).outcome != "won":
        return None
    view = game.view(game.active)
    trap = tuple(player("steady").plan(view))
    if wins(game, trap) is not False:
        return None
    ends = turn_classes(game)
    if not TRAPS < len(ends) <= MOST_ENDS:
        return None
    winning: list[tuple[tuple[str, ...], Game]] = []
    losing: list[tuple[tuple[str, ...], Game]] = []
    for moves, after in ends.values():
        outcome = "won" if after.status == "won" else solve(after, WIDTHS).outcome
        if outcome == "open" or (outcome == "won" and winning):
            return None
        (winning if outcome == "won" else losing).append((moves, after))
    moves, after = winning[0]
    traps = sum(cost(game, other) <= cost(game, moves) + SENSIBLE for other, _ in losing)
    if traps < TRAPS:
        return None
    line = (*moves, *solve(after, WIDTHS).moves) if after.status == "playing" else moves
    return Puzzle("", "exact", 1, game, line, trap)


def hardness(one: Puzzle) -> float:
    """Return how hard a puzzle is: which levels fail, how many turns it takes, how many ends there are to look at."""
    view = one.game.view(one.game.active)
    plans = [tuple(player(level).plan(view)) for level in ("novice", "strong", "champion")]
    if one.kind == "chance":
        right = {end_class(one.game, moves) for moves in one.right}
        return 2 + 1.5 * sum(end_class(one.game, plan) not in right for plan in plans) + (one.game.cards_left > 20)
    depth = turns_of(one.game, one.solution)
    if depth < 2:
        return -1.0
    return 1.5 * sum(wins(one.game, plan) is False for plan in plans) + depth / 2 + len(turn_classes(one.game)) / 60


def wins(game: Game, moves: tuple[str, ...]) -> bool | None:
    """Tell whether a turn keeps a won position won; None where that is not known."""
    try:
        for move in moves:
            game = game.play(move)
    except NonanteError:
        return None
    if game.status != "playing":
        return game.status == "won"
    return {"won": True, "lost": False}.get(solve(game, WIDTHS).outcome)


def cost(game: Game, moves: tuple[str, ...]) -> int:
    """Return how far a turn moves the piles."""
    before = game.tops
    for move in moves:
        game = game.play(move)
    a, b, c, d = (after - top for top, after in zip(before, game.tops, strict=True))
    return a + b - c - d


def turns_of(game: Game, moves: tuple[str, ...]) -> int:
    """Return how many turns a line takes."""
    turns = {game.turn}
    for move in moves:
        turns.add(game.turn)
        game = game.play(move)
    return len(turns)


def chance_positions(edition: str, chance: random.Random) -> Iterator[Game]:
    """Return positions of games played by the network alone, from the middle on."""
    while True:
        rules = Rules.edition(edition, chance.choice((1, 2, 3)), talk="none")
        judge, game = Judge(rules), Game.deal(rules, chance.getrandbits(60))
        if rules.commands:
            game = game._replace(rules=rules)
        while game.status == "playing":
            choices = judge.weigh(game.view(game.active))
            if 4 <= game.cards_left <= 40 and len(choices) > 3:
                yield game
            turn = game.turn
            for move in choices[0].moves:
                game = game.play(move)
                if game.turn != turn or game.status != "playing":
                    break


def by_chance(game: Game, seed: int) -> Puzzle | None:
    """Return the chance puzzle in a position, if there is one: the best class ahead by far, played out to the end."""
    judge, view = Judge(game.rules), game.view(game.active)
    classes: dict[object, tuple[str, ...]] = {}
    for choice in judge.weigh(view):
        classes.setdefault(end_class(game, choice.moves), tuple(choice.moves))
    plans = list(classes.values())[:6]
    trap = tuple(player("steady").plan(view))
    if len(plans) < 3 or end_class(game, trap) == end_class(game, plans[0]):
        return None
    if end_class(game, trap) not in [end_class(game, plan) for plan in plans]:
        plans = [*plans[:5], trap]
    values = [judge.value(view, plan) for plan in plans]
    if values[0] - max(values[1:]) < AHEAD:
        return None
    chances = judge.look_on(view, plans, worlds=WORLDS, seed=seed, horizon=999)
    wins_ = (chances > 50).mean(axis=1) * 100
    best = int(wins_.argmax())
    others = [number for number in range(len(plans)) if number != best]
    second = max(others, key=lambda number: wins_[number])
    apart = (chances[best] - chances[second]) / 100
    error = 100 * float(apart.std()) / WORLDS**0.5
    ahead = float(wins_[best] - wins_[second])
    if ahead < AHEAD + 3 or ahead < AHEAD + 2.33 * error or end_class(game, trap) == end_class(game, plans[best]):
        return None
    found = (round(float(wins_[best]), 1), round(float(wins_[second]), 1))
    start = Game.arrange(game.rules, game.piles, game.hands, game.draw, game.active)
    return Puzzle("", "chance", 1, start, plans[best], trap, (plans[best],), found)


def key_of(game: Game) -> frozenset[object]:
    """Return what two puzzles must not have in common: the position, or its mirror image."""
    own = position_class(game._replace(turn=1))
    return frozenset((own,)) if game.rules.marked else frozenset((own, position_class(mirrored(game))))


def make(kind: str, edition: str, count: int, seed: int, out: Path, seconds: float, cards: tuple[int, int]) -> None:
    """Add puzzles to a file."""
    chance = random.Random(f"{kind} {edition} {seed}")  # noqa: S311 - puzzles need no secrecy
    games = chance_positions(edition, chance)
    begun, found = time.monotonic(), 0
    while found < count and time.monotonic() - begun < seconds:
        game = next(games) if kind == "chance" else position(edition, chance, cards)
        one = None
        if game is not None:
            one = exact(game) if kind == "exact" else by_chance(game, chance.getrandbits(40))
        if one:
            found += 1
            with out.open("a", encoding="utf-8") as file:
                file.write(write_line(replace(one, name=f"{kind}-{edition}")) + "\n")


def join(paths: list[Path], write: bool) -> None:
    """Ship puzzles: numbered from easy to hard, without doubles."""
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines() if line]
    kept: list[Puzzle] = []
    met: set[object] = set()
    for one in map(read_line, lines):
        if not key_of(one.game) & met:
            met |= key_of(one.game)
            kept.append(one)
    ranked = sorted(kept, key=hardness)
    named = [
        replace(one, name=f"{number:03}", grade=GRADES[(number - 1) * len(GRADES) // len(ranked)])
        for number, one in enumerate(ranked, start=1)
    ]
    counts: dict[tuple[str, str, int], int] = {}
    for one in named:
        where = one.kind, one.edition, one.grade
        counts[where] = counts.get(where, 0) + 1
    for group, count in sorted(counts.items()):
        print(*group, count)
    print(len(named), "puzzles")
    if write:
        path = Path(nonante.review.__file__).parent / FILE
        path.write_text("".join(write_line(one) + "\n" for one in named), encoding="utf-8")


def main() -> None:
    """Make or join puzzles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=("exact", "chance"), default="exact")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--cards", nargs=2, type=int, default=(5, 9), help="cards left at least and at most")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--join", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.join:
        join(options.join, options.write)
    else:
        make(
            options.kind,
            options.edition,
            options.count,
            options.seed,
            options.out,
            options.seconds,
            tuple(options.cards),
        )


if __name__ == "__main__":
    main()
