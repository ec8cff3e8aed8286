"""Select the deals of the day: for each day the first of its candidates that the champion wins as often as wanted.

    .venv/bin/python scripts/days.py --category solo   # goes on after what is shipped; end it with Ctrl-C
    .venv/bin/python scripts/days.py --ladder          # the same for the ladder; writes ladder_deals.txt as it goes
    .venv/bin/python scripts/days.py --ship            # writes src/nonante/review/days.txt and says what is in it
    .venv/bin/python scripts/days.py --check 5         # plays the hundred games of five shipped deals again

The champion plays a hundred games with each candidate (`nonante.review.difficulty`) without look-ahead: alone, it
would take most of a minute for each deal. A process works on one category; a line a day.
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
from nonante.review.daily import SELECTED_FROM, WINS, ladder_candidate

SHIPPED = Path(nonante.review.__file__).with_name("days.txt")
LADDER = SHIPPED.with_name("ladder_deals.txt")
UNTIL = "2027-12-31"
ENOUGH = 40  # deals for each level of the ladder
GAMES = 100


def days(until: str) -> Iterator[str]:
    """Return the days for which deals are selected."""
    first, last = date.fromisoformat(SELECTED_FROM), date.fromisoformat(until)
    return (str(first + timedelta(days=number)) for number in range((last - first).days + 1))


def wins(game: Game, wanted: Difficulty) -> int | None:
    """Return how many of a hundred games the champion wins with a deal; None where it is not as wanted."""
    low, high = WINS[wanted]
    won = difficulty(game, GAMES, quick=True).won
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


def begin(category: str, file: Path) -> None:
    """Take what is shipped as the work done so far, where there is no file of work."""
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    shipped = ((day, Daily(day, category).selected) for day in days(UNTIL))
    file.write_text("".join(f"{day} {one.number} {one.won}\n" for day, one in shipped if one), "ascii")


def go_on(category: str, until: str, file: Path) -> None:
    """Select for every day that has no deal yet, in order; each is written down at once."""
    begin(category, file)
    known = read(file)
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
    for category in CATEGORIES:
        begin(category, work / f"{category}.txt")
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
        won = difficulty(deal.deal(), GAMES, quick=True).won
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
