"""Reviews: luck and decisions add up, marks stay out of the noise, nothing hidden from a seat is used."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any

import pytest
from benchmarks.calibration import fit_points
from games import late, played

from nonante import Game, Rules, kernel
from nonante.messages import Review, decoder, encode
from nonante.players.calibration import Calibration, calibration_for, fits, share_laid
from nonante.review import Judge, Replay, ReviewError, plot_svg, review, review_key
from nonante.review.marks import BEYOND, LossEstimate, mark_of

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="needs the extra [fast]")
GAMES = [("base", 1, 60), ("base", 3, 40), ("extreme", 2, 40)]


def told(edition: str, players: int, left: int) -> Review:
    return review(late(edition, players, 7, left))


@needs_kernel
@pytest.mark.parametrize(("edition", "players", "left"), GAMES)
def test_luck_less_loss_is_result_less_start(edition: str, players: int, left: int) -> None:
    found = told(edition, players, left)
    sums = found.sums
    luck = sums.cards + sums.hands + sums.model
    assert luck - sums.loss == pytest.approx(found.result - found.start, abs=0.005)
    assert found.stage == "full"
    for turn in found.turns:
        assert 0 <= turn.played <= turn.best <= 100
        assert turn.loss >= 0
    if players == 1:
        assert sums.hands == 0


@needs_kernel
@pytest.mark.parametrize(("edition", "players", "left"), GAMES)
def test_marks_are_beyond_the_noise_and_the_costly_turns_are_the_most_costly(
    edition: str, players: int, left: int
) -> None:
    found = told(edition, players, left)
    for turn in found.turns:
        if turn.mark:
            assert turn.error is not None
            assert turn.loss > BEYOND * turn.error
            assert turn.loss >= 2
        assert turn.close == (turn.loss >= 2 and turn.mark is None)
    losses = sorted((turn.loss for turn in found.turns), reverse=True)
    assert [one.loss for one in found.costly] == [loss for loss in losses if loss >= 0.5][:3]
    for one in found.costly:
        assert one.reasons
        assert one.choices
        assert one.plan != one.moves


@needs_kernel
def test_the_first_curve_comes_first_and_the_data_is_plain() -> None:
    stages: list[tuple[float, str | None]] = []
    found = review(late("base", 3, 7, 40), lambda share, now: stages.append((share, now.stage if now else None)))
    assert [*dict.fromkeys(stage for _, stage in stages)] == [None, "curve", "full"]
    assert stages[-1] == (1.0, "full")
    assert [share for share, _ in stages] == sorted(share for share, _ in stages)
    data = found.to_data()
    assert decoder(Review)(encode(found)) == found
    assert data["format"] == "nonante-review"
    assert data["turns"][0]["luck"].keys() == {"cards", "hands", "model"}
    assert data["judge"]["champion"]["name"] == "champion"
    svg = plot_svg(found)
    assert svg.startswith("<svg")
    assert svg.count("<path") == len(found.costly)


@needs_kernel
def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    """Two deals that one seat cannot tell apart are judged alike."""
    record = late("base", 3, 7, 40)
    replay = Replay.of(record)
    game = replay.game(0)
    seat = game.active
    other = next(one for one in range(3) if one != seat)
    hand, draw = game.hands[other], game.draw
    swapped = (*hand[:-1], draw[-1])
    hands = [swapped if one == other else cards for one, cards in enumerate(game.hands)]
    hidden = Game.arrange(game.rules, game.piles, hands, (*draw[:-1], hand[-1]), seat)
    judge = Judge(game.rules, silent=True)
    plan = replay.turns[0].moves
    for one in (game, hidden):
        view = one.view(seat)
        chances = judge.look_on(view, [plan], worlds=50, seed=3)
        assert judge.weigh(view) == judge.weigh(game.view(seat))
        assert (chances == judge.look_on(game.view(seat), [plan], worlds=50, seed=3)).all()


@needs_kernel
def test_the_champions_own_turns_cost_nothing() -> None:
    found = review(played("base", 2, 7, "champion"))
    assert found.headline.given_away == 0
    assert not any(turn.mark for turn in found.turns)


@needs_kernel
def test_another_game_or_judge_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    key = review_key(late("base", 3, 7, 40))
    assert key == review_key(late("base", 3, 7, 40))
    assert key != review_key(late("base", 3, 7, 30))
    monkeypatch.setattr("nonante.review.judge.JUDGE_VERSION", 99)
    assert key != review_key(late("base", 3, 7, 40))


def test_without_the_kernel_there_is_a_curve_without_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = None
    record = late("base", 2, 7, 16)
    if kernel.available():
        judge = Judge.of(record)
        replay = Replay.of(record)
        view = replay.view(replay.turns[0].decision, replay.turns[0].seat)
        compiled = judge.value(view, replay.turns[0].moves)
    monkeypatch.setattr(kernel, "available", lambda: False)
    found = review(record)
    assert found.stage == "full"
    assert all(turn.error is None and turn.mark is None for turn in found.turns)
    sums = found.sums
    assert sums.model - sums.loss == pytest.approx(found.result - found.start, abs=0.005)
    if compiled is not None:
        assert found.turns[0].played == pytest.approx(compiled, abs=0.1)


def test_a_running_game_is_not_judged() -> None:
    record = played("base", 3, 7)
    with pytest.raises(ReviewError) as refused:
        review(replace(record, entries=record.entries[:-1]))
    assert refused.value.code == "unfinished"


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (9, 0.5, "blunder"),
        (9, 4.0, None),
        (5, 0.5, "mistake"),
        (2, 0.1, "doubtful"),
        (1.9, 0.1, None),
        (9, None, None),
    ],
)
def test_marks(loss: float, error: float | None, mark: str | None) -> None:
    assert mark_of(loss, error) == mark


def test_a_map_is_fitted_to_what_happened() -> None:
    notes = [(value / 100, (value * 7919) % 100 < value, 1.0) for value in range(100) for _ in range(20)]
    points = fit_points(notes, bins=10)
    map_ = Calibration(tuple(logit for logit, _ in points), tuple(chance for _, chance in points))
    chances = [map_.chance(value / 100, 0.5) for value in range(100)]
    assert chances == sorted(chances)
    assert all(abs(chance - place) < 12 for place, chance in enumerate(chances))
    assert map_.chance(1e9, 0.5) == 100
    assert map_.chance(-1e9, 0.5) == 0
    assert Calibration().chance(0.0, 0.5) == 50


def test_a_map_tells_bad_moments_of_a_team_that_nearly_always_wins() -> None:
    good = [(3 + value / 10_000, value % 50 != 0, 1.0) for value in range(20_000)]
    bad = [(value / 100, value % 10 == 0, 1.0) for value in range(-100, 0)]
    points = fit_points([*bad, *good])
    map_ = Calibration(tuple(logit for logit, _ in points), tuple(chance for _, chance in points))
    assert map_.chance(-0.8, 0.5) == pytest.approx(10, abs=3)
    assert map_.chance(4.0, 0.5) == pytest.approx(98, abs=1)


def test_a_map_is_not_lowered_by_what_is_certain() -> None:
    points = fit_points([(value / 10, value % 50 != 0, 1.0) for value in range(1000)], bins=10)
    assert [chance for _, chance in points[1:-1]] == pytest.approx([0.98], abs=0.001)


def test_copies_count_by_their_weight() -> None:
    games = [(value / 1000, value % 4 != 0, 1.0) for value in range(1000)]
    copies = [(value, won, 0.25) for value, won, _ in games for _ in range(4)]
    lost = [(value, 0.0, 0.25) for value, *_ in games]
    for notes, share in ((games, 0.75), (games + copies, 0.75), (games + lost, 0.6)):
        points = fit_points(notes, bins=10)
        assert points[len(points) // 2][1] == pytest.approx(share, abs=0.01)


def test_between_two_points_a_map_bends_as_chances_do() -> None:
    map_ = Calibration((-4.0, 0.0, 4.0), (1 / (1 + exp(4)), 0.5, 1 / (1 + exp(-4))))
    values = [-3.0, -2.0, 1.0, 3.5]
    assert [map_.chance(value, 0.5) for value in values] == pytest.approx([100 / (1 + exp(-v)) for v in values])
    assert map_.chances_of(values, 0.5) == pytest.approx([100 / (1 + exp(-v)) for v in values])


def test_what_a_value_means_changes_as_a_game_goes_on() -> None:
    map_ = Calibration(stages=((1.0, 0.5), (0.0, 1.0), (-1.0, 2.0)))
    middle = 100 / (1 + exp(-2))
    assert map_.chance(2.0, 0.5) == pytest.approx(middle)  # (shift, slope) of the middle stage: as it is
    assert map_.chance(2.0, 0.0) == pytest.approx(middle)  # 1 + 0.5 * 2
    assert map_.chance(2.0, 0.25) == pytest.approx(middle)  # halfway between both
    assert map_.chance(2.0, 1.0) == pytest.approx(100 / (1 + exp(-3)))
    assert map_.chances_of([2.0, -2.0], 1.0) == pytest.approx([100 / (1 + exp(-3)), 100 / (1 + exp(5))])
    assert [map_.chance(value, 0.3) for value in (1e9, -1e9)] == [100, 0]


def test_a_better_value_is_a_better_chance_at_every_stage_of_every_game() -> None:
    for fit in fits().values():
        assert len(fit["stages"]) > 2
        assert all(slope > 0.2 for _, slope in fit["stages"])


def test_the_share_of_cards_laid_is_that_of_the_turns_start() -> None:
    game = Game.deal(Rules.edition("base", 2), seed=1)
    assert share_laid(game.view(0)) == 0
    first = game.play(game.legal_moves()[0])
    assert share_laid(first.view(0)) == 0
    second = first.play(first.legal_moves()[0]).play("end")
    assert share_laid(second.view(1)) == pytest.approx(2 / 98)


@needs_kernel
def test_a_map_says_whether_it_was_fitted_for_this_network(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = played("base", 3, 7).rules
    assert calibration_for(rules).logits
    fit: dict[str, Any] = {
        "base-3-standard": {"weights": "other", "points": [[-1, 0], [1, 1]], "stages": [[0, 1], [0, 1]]}
    }
    monkeypatch.setattr("nonante.players.calibration.fits", lambda: fit)
    calibration_for.cache_clear()
    assert not calibration_for(rules).fitted
    calibration_for.cache_clear()


def test_more_worlds_are_asked_while_a_mark_is_open() -> None:
    """Near the points of a mark chance would decide; far from all of them it does not matter."""
    numpy = pytest.importorskip("numpy")
    for loss, in_doubt in [
        (2.1, True),
        (2.6, True),
        (4.0, True),
        (7.8, True),
        (3.0, False),
        (0.5, False),
        (20.0, False),
    ]:
        tally = LossEstimate()
        tally.add(numpy.array([loss - 3.0, loss + 3.0] * 100))
        assert tally.in_doubt is in_doubt
        assert tally.loss == pytest.approx(loss)
        assert tally.error == pytest.approx(3 / 200**0.5)
    many = LossEstimate()
    many.add(numpy.array([2.6 - 6.0, 2.6 + 6.0] * 400))
    assert many.error == pytest.approx(3 / 200**0.5)
    assert not many.in_doubt  # as unsure as above, but not the first of several looks
    one_sided = LossEstimate()
    one_sided.add(numpy.array([-1.0] * 10))
    assert (one_sided.loss, one_sided.error, one_sided.in_doubt) == (0.0, 0.0, False)
