"""The easy, normal and hard deals of the ladder, as they are shipped."""

from __future__ import annotations

from nonante.messages import Difficulty
from nonante.review import LADDER_RULES, ladder_deal, ladder_deals
from nonante.review.daily import WINS, ladder_candidate
from nonante.rules import Game

LEVELS: tuple[Difficulty, ...] = ("easy", "normal", "hard")


def test_every_level_has_deals_that_champions_win_as_often_as_it_asks_for() -> None:
    shipped = ladder_deals()
    assert tuple(shipped) == LEVELS
    for level in LEVELS:
        low, high = WINS[level]
        assert len(shipped[level]) >= 11
        assert all(low <= won <= high for _, won in shipped[level])
        assert [number for number, _ in shipped[level]] == sorted({number for number, _ in shipped[level]})


def test_a_number_by_chance_leads_to_each_of_them() -> None:
    seeds = {level: {ladder_deal(level, chance) for chance in range(200)} for level in LEVELS}
    assert [len(seeds[level]) for level in LEVELS] == [len(deals) for deals in ladder_deals().values()]
    assert len(set().union(*seeds.values())) == sum(map(len, seeds.values()))


def test_the_deals_stay_for_ever() -> None:
    assert ladder_candidate("easy", 2) == EASY
    assert Game.deal(LADDER_RULES, EASY).hands[0] == HAND


EASY = 12551471141340304049
HAND = (5, 39, 58, 63, 80, 90, 95, 99)
