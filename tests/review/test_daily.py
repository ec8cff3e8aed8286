"""The deals of the day: the same everywhere, counted while it is today somewhere, in rows of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from nonante.review import CATEGORIES, Daily, ReviewError, check_date, longest_streak, streak

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
    with pytest.raises(ReviewError) as refused:
        daily.check_counts(last)
    assert refused.value.code == "date-closed"


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


def test_streaks() -> None:
    assert streak([], "2026-11-15") == 0
    assert streak(["2026-11-15"], "2026-11-15") == 1
    assert streak(["2026-11-14"], "2026-11-15") == 1  # today is still open
    assert streak(["2026-11-13"], "2026-11-15") == 0
    assert streak(["2026-10-31", "2026-11-01", "2026-10-30"], "2026-11-01") == 3
    assert streak(["2026-11-14", "2026-11-15", "2026-11-16"], "2026-11-15") == 2  # a clock set back
    assert longest_streak([]) == 0
    assert longest_streak(["2026-11-14", "2026-11-15", "2026-12-01"]) == 2


SEEDS = {
    "solo": 11334834233961177693,
    "solo-extreme": 9367454685768229321,
    "team": 18285126154812568907,
}
