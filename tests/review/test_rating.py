"""Glicko-2, held to the worked example of Glickman's paper."""

from __future__ import annotations

import pytest

from nonante.messages import Rating
from nonante.review import START, ReviewError, checked, puzzles, rated, ratings


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]
    after = rated(player, results)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_solving_raises_failing_lowers_and_both_make_surer() -> None:
    for one in (ratings()["001"], ratings()["330"]):
        up, down = rated(START, [(one, 1.0)]), rated(START, [(one, 0.0)])
        assert down.value < START.value < up.value
        assert max(up.deviation, down.deviation) < START.deviation


def test_a_great_surprise_makes_a_rating_less_steady() -> None:
    sure = Rating(1000, 40, 0.06)
    assert rated(sure, [(Rating(2400, 40, 0.06), 1.0)] * 5).volatility > sure.volatility


def test_nothing_played_changes_nothing() -> None:
    assert rated(START, []) == START


def test_puzzles_begin_with_the_rating_of_their_grade() -> None:
    values = [ratings()[one.name].value for one in puzzles()]
    assert values == sorted(values)
    means = [
        sum(found) / len(found)
        for grade in range(1, 6)
        if (found := [ratings()[one.name].value for one in puzzles() if one.grade == grade])
    ]
    assert [round(mean, -1) for mean in means] == [920, 1160, 1400, 1640, 1880]


@pytest.mark.parametrize(
    "value", [Rating(-1, 50, 0.06), Rating(1200, 0, 0.06), Rating(1200, 900, 0.06), Rating(1200, 9, 2)]
)
def test_what_cannot_be_a_rating_is_refused(value: Rating) -> None:
    with pytest.raises(ReviewError) as refused:
        checked(value)
    assert refused.value.code == "rating"
