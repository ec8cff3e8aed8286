"""The deals of the day: the same everywhere, counted while it is today somewhere."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest

from nonante.cli.terminal import _new_table
from nonante.host.commands import team_deal
from nonante.host.pages.daily import _wanted
from nonante.messages import AskDaily
from nonante.review import CATEGORIES, Daily, ReviewError, check_date
from nonante.review.daily import SELECTED_FROM, WINS
from nonante.table import Settings, Table
from nonante.texts import Texts

ZONES = sorted(available_timezones())


def test_seeds_stay_for_ever() -> None:
    assert {name: Daily("2026-11-15", name).seed for name in CATEGORIES} == SEEDS


def test_every_day_and_category_has_its_own_deal() -> None:
    days = [str(date(2026, 1, 1) + timedelta(days=number)) for number in range(800)]
    assert len({Daily(day, name).seed for day in days for name in CATEGORIES}) == 3 * len(days)


def test_categories() -> None:
    assert Daily("2026-11-15", "team").rules.players == 3
    assert Daily("2026-11-15", "solo-extreme").rules.name == "extreme"
    assert Daily("2026-11-15", "solo").deal().hands == Daily("2026-11-15", "solo").deal().hands
    with pytest.raises(ReviewError) as refused:
        Daily("2026-11-15", "duo")
    assert refused.value.code == "category"


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29",
        "2026-13-01",
        "26-01-01",
        "2026-1-1",
        "",
        None,
        20261115,
        "2026-11-15T00:00",
        "٢٠٢٦-11-15",
        "0000-01-01",
        "0001-01-01",
        "9999-12-31",
    ],
)
def test_what_is_no_date_is_refused(text: object) -> None:
    with pytest.raises(ReviewError) as refused:
        check_date(text)
    assert refused.value.code == "date"


def test_a_date_counts_for_fifty_hours() -> None:
    daily = Daily("2026-11-15", "solo")
    first, last = datetime(2026, 11, 14, 10, tzinfo=UTC), datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert daily.counts(first)
    assert not daily.counts(first - timedelta(seconds=1))
    assert daily.counts(last - timedelta(seconds=1))
    assert not daily.counts(last)


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-12-31", "2028-02-29"])
def test_today_counts_in_every_zone_at_every_hour(day: str) -> None:
    """Both changes of the clock in Europe and America, the end of a year, a leap day."""
    daily = Daily(day, "solo")
    for zone in map(ZoneInfo, ZONES):
        begin = datetime.fromisoformat(day).replace(tzinfo=zone).astimezone(UTC)
        for hour in (0, 1, 2, 3, 12, 22):
            now = begin + timedelta(hours=hour, minutes=1)
            if str(now.astimezone(zone).date()) == day:
                assert daily.counts(now), (zone, hour)


SEEDS = {
    "solo": 11334834233961177693,
    "solo-extreme": 9367454685768229321,
    "team": 18285126154812568907,
}


# ---------------------------------------------------------------- deals that were selected

DAYS = [str(date.fromisoformat(SELECTED_FROM) + timedelta(days=number)) for number in range(-20, 400)]


def test_days_before_the_first_selected_one_keep_their_deals() -> None:
    for day in DAYS[:20]:
        for category in CATEGORIES:
            assert Daily(day, category).selected is None
            assert Daily(day, category).seed == Daily(day, category).candidate(None)


def test_the_days_to_come_have_selected_deals() -> None:
    for category in CATEGORIES:
        assert all(Daily(day, category).selected for day in DAYS[20:120]), category


def test_a_selected_deal_is_won_as_often_as_its_day_asks_for() -> None:
    chosen = [deal for day in DAYS for category in CATEGORIES if (deal := Daily(day, category)).selected]
    assert len(chosen) > 200
    for deal in chosen:
        assert deal.selected
        low, high = WINS[deal.wanted]
        assert low <= deal.selected.won <= high
        assert deal.seed == deal.candidate(deal.selected.number)
        assert deal.difficulty == deal.wanted


def test_every_week_has_an_easy_and_a_hard_day() -> None:
    for first in range(0, len(DAYS) - 7, 7):
        kinds = [Daily(day, "solo").wanted for day in DAYS[first : first + 7]]
        assert (kinds.count("easy"), kinds.count("hard")) == (1, 1)


@pytest.mark.parametrize("category", CATEGORIES)
def test_server_page_and_terminal_deal_the_same_cards_on_400_days(category: Any) -> None:
    """The page without a server runs the same pages in its worker, with the same shipped file."""
    rules = Daily(DAYS[0], category).rules
    table = Table()
    table = table.apply(table.configure(Settings(rules)))
    for seat in range(rules.players):
        table = table.apply(table.sit(f"Anna {seat}"))
    for day in DAYS:
        deal = Daily(day, category)
        opened = _wanted(AskDaily("Zoé", day, category, again=False), deal)
        assert opened.seed == str(deal.seed)
        options = {"day": day, "deal": category, "seed": None, "names": None}
        dealt = _new_table(options, [None], Texts("en", "common", "hint", "program")).dealt
        assert dealt is not None
        assert dealt.seed == deal.seed
        if category == "team":
            assert team_deal(table, deal, datetime.fromisoformat(day).replace(tzinfo=UTC)).seed == deal.seed
