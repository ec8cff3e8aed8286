"""Select the deals of the day: for each day the first number of its row that champions win as often as wanted.

    .venv/bin/python scripts/days.py --category solo   # goes on where the last run stopped; end it with Ctrl-C
    .venv/bin/python scripts/days.py --ladder          # the same for the ladder; writes ladder_deals.txt as it goes
    .venv/bin/python scripts/days.py --ship            # writes src/nonante/review/days.txt and says what is in it
    .venv/bin/python scripts/days.py --check 5         # plays the hundred games of five shipped deals again

A number is passed over early where few games already say so: 40 of the quick champion, then 20 fair ones. The one that
is kept had its hundred fair games (`nonante.review.difficulty`). A process works on one category; a line a day.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import nonante.review
from nonante import Game
from nonante.messages import Difficulty
from nonante.review import CATEGORIES, LADDER_RULES, Daily, Selected, difficulty
from nonante.review.daily import SELECTED_FROM, WINS
from nonante.review.ladder_deals import ladder_candidate

SHIPPED = Path(nonante.review.__file__).with_name("days.txt")
LADDER = SHIPPED.with_name("ladder_deals.txt")
UNTIL = "2027-12-31"
ENOUGH = 40  # deals for each level of the ladder
QUICK, FEW, ALL = 40, 20, 100
BELOW, ABOVE = 25, 15  # the quick champion wins less often than one who looks ahead
NOISE = 15  # points that a few games may be off


def days(until: str) -> Iterator[str]:
    """Return the days for which deals are selected."""
    first, last = date.fromisoformat(SELECTED_FROM), date.fromisoformat(until)
    return (str(first + timedelta(days=number)) for number in range((last - first).days + 1))


def wins(game: Game, wanted: Difficulty) -> int | None:
    """Return how many of a hundred fair games are won with a deal; None where it is not as wanted."""
    low, high = WINS[wanted]
    if not low - BELOW <= 100 * difficulty(game, QUICK, quick=True).won / QUICK <= high + ABOVE:
        return None
    if not low - NOISE <= 100 * difficulty(game, FEW).won / FEW <= high + NOISE:
        return None
    won = difficulty(game, ALL).won
    return won if low <= won <= high else None


def select(deal: Daily) -> Selected:
    """Return the first number of a day's row that is as wanted."""
    games = ((number, Game.deal(deal.rules, deal.candidate(number))) for number in count())
    return next(Selected(number, won) for number, game in games if (won := wins(game, deal.wanted)) is not None)


def climb(levels: dict[Difficulty, list[str]]) -> None:
    """Go on with the rows of the ladder until each has enough deals, the shortest first; what is found is shipped."""
    while len(deals := levels[level := min(levels, key=lambda name: len(levels[name]))]) < ENOUGH:
        games = (
            (number, Game.deal(LADDER_RULES, ladder_candidate(level, number)))
            for number in count(int(deals[-1].split(":")[0]) + 1 if deals else 0)
        )
        found = next(f"{number}:{won}" for number, game in games if (won := wins(game, level)) is not None)
        deals.append(found)
        LADDER.write_text("".join(f"{' '.join([name, *all_])}\n" for name, all_ in levels.items()), "ascii")
        print(f"ladder, {level}: {found}, {len(deals)} deals", flush=True)


def read_ladder() -> dict[Difficulty, list[str]]:
    """Return the deals shipped for each level of the ladder."""
    lines = LADDER.read_text("ascii").splitlines() if LADDER.exists() else []
    found = {level: deals for level, *deals in map(str.split, lines)}
    return {level: found.get(level, []) for level in WINS}


def read(file: Path) -> dict[str, Selected]:
    """Return what was found for one category so far."""
    lines = file.read_text("ascii").splitlines() if file.exists() else []
    return {day: Selected(int(number), int(won)) for day, number, won in map(str.split, lines)}


def go_on(category: str, until: str, file: Path) -> None:
    """Select for every day that has no deal yet, in order; each is written down at once."""
    known = read(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    for day in days(until):
        if day in known:
            continue
        begun = time.monotonic()
        number, won = select(Daily(day, category))
        with file.open("a", encoding="ascii") as out:
            out.write(f"{day} {number} {won}\n")
        print(f"{category} {day}: number {number}, won {won}, {time.monotonic() - begun:.0f} s", flush=True)


def ship(until: str, work: Path) -> None:
    """Write what was found for all categories, and tell how it is spread."""
    found = {category: read(work / f"{category}.txt") for category in CATEGORIES}
    lines = []
    for day in days(until):
        deals = [found[category].get(day) for category in CATEGORIES]
        if any(deals):
            lines.append(" ".join([day, *(f"{deal.number}:{deal.won}" if deal else "-" for deal in deals)]))
    SHIPPED.write_text("".join(f"{line}\n" for line in lines), "ascii")
    for category, chosen in found.items():
        kinds = Counter(Daily(day, category).wanted for day in chosen)
        tried = sum(deal.number + 1 for deal in chosen.values())
        last = max(chosen, default="-")
        print(f"{category}: {len(chosen)} days to {last} ({dict(kinds)}), {tried} numbers looked at")


def check(some: int) -> bool:
    """Play the games of some shipped deals again and compare."""
    shipped = [Daily(day, category) for day in days(UNTIL) for category in CATEGORIES if Daily(day, category).selected]
    right = True
    for deal in random.sample(shipped, min(some, len(shipped))):
        won = difficulty(deal.deal(), ALL).won
        right &= deal.selected is not None and won == deal.selected.won
        print(f"{deal.category} {deal.date}: shipped {deal.selected}, played again {won}", flush=True)
    return right


def main() -> None:
    """Read the options and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--category", choices=list(CATEGORIES), help="Go on with one category.")
    parser.add_argument("--ladder", action="store_true", help="Go on with the levels of the ladder.")
    parser.add_argument("--until", default=UNTIL, metavar="DAY", help="The last day (%(default)s).")
    parser.add_argument("--work", type=Path, default=Path(".tools/days"), help="Where each category's lines are kept.")
    parser.add_argument("--ship", action="store_true", help="Write days.txt from them.")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="Play N shipped deals again.")
    options = parser.parse_args()
    if options.category:
        go_on(options.category, options.until, options.work / f"{options.category}.txt")
    if options.ladder:
        climb(read_ladder())
    if options.ship:
        ship(options.until, options.work)
    if options.check and not check(options.check):
        raise SystemExit(2)


if __name__ == "__main__":
    main()
