from __future__ import annotations

from nonante.server.limits import Bucket, Buckets, Rate


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Bucket(Rate(a_second=2, at_once=3), lambda: now)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now = 0.4
    assert not bucket.take()
    now = 0.5
    assert bucket.take()
    assert not bucket.take()
    now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_its_own_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(Rate(a_second=0.001, at_once=1), kept=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")  # "a" is forgotten
    assert buckets.take("a")
