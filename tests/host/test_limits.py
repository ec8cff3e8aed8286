from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, strategies as st

from nonante.host.limits import Bucket, Buckets, Limits, Rate

LIMITS = Limits()
RATES = [LIMITS.messages, LIMITS.chat, LIMITS.openings, LIMITS.misses, Rate(2, 3), Rate(0.001, 1), Rate(1 / 3, 7)]
CLOCKS = [0.0, 1e-9, 0.1, 1 / 3, 0.7, 1.1, 7 / 9, 33.333333333, 61.07, 4096.1, 86_400.3, 1e8 / 3, 1e9 - 0.1, 1e9]
READ_TO = Fraction(1, 10**9)  # seconds


class Clock:
    """Stands still until it is set."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_again() -> None:
    clock = Clock(0.0)
    bucket = Bucket(Rate(a_second=2, at_once=3), clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now = 0.4
    assert not bucket.take()
    clock.now = 0.5
    assert bucket.take()
    assert not bucket.take()
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("now", CLOCKS)
def test_a_full_bucket_gives_all_it_holds_at_any_clock(rate: Rate, now: float) -> None:
    clock = Clock(now)
    bucket = Bucket(rate, clock)
    for _ in range(2):
        assert [bucket.take() for _ in range(rate.at_once + 1)] == [True] * rate.at_once + [False]
        clock.now += 1.001 * rate.at_once / rate.a_second


@pytest.mark.parametrize("now", CLOCKS)
def test_one_more_is_there_when_its_time_has_come_and_not_before(now: float) -> None:
    clock = Clock(now)
    bucket = Bucket(Rate(a_second=2, at_once=1), clock)
    assert bucket.take()
    for step in range(1, 50):
        clock.now = now + step * 0.5 - 0.001
        assert not bucket.take()
        clock.now = now + step * 0.5
        assert bucket.take()


@given(
    st.builds(Rate, st.sampled_from([0.001, 0.1, 0.5, 1, 1 / 3, 2, 7, 20, 33.3]), st.integers(1, 9)),
    st.floats(0, 1e9),
    st.lists(st.integers(0, 40).map(lambda n: n / 8) | st.floats(0, 4) | st.just(0.0), max_size=60),
)
@example(Rate(20, 60), 61.07, [0.0] * 60)
@example(Rate(0.5, 5), 0.1, [0.0] * 6)
def test_never_refused_what_is_allowed_never_allowed_more(rate: Rate, start: float, waits: list[float]) -> None:
    """Whatever is taken fits into every stretch of time before it; what is refused would not have."""
    clock, taken = Clock(start), list[Fraction]()
    bucket = Bucket(rate, clock)
    for wait in waits:
        clock.now += wait / rate.a_second
        now = Fraction(clock.now)
        let = bucket.take()
        missing = [
            (len(taken) - i + 1 - rate.at_once) / Fraction(rate.a_second) - (now - since)
            for i, since in enumerate([*taken, now])
        ]
        assert max(missing) <= READ_TO if let else max(missing) > -READ_TO
        taken += [now] if let else []


def test_every_address_has_its_own_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(Rate(a_second=0.001, at_once=1), most=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")  # "a" is forgotten
    assert buckets.take("a")
