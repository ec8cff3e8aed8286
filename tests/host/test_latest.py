"""`Latest`: the newest entries, for several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from nonante.host.latest import Latest


def test_only_the_newest_entries_are_kept() -> None:
    kept = Latest[str, int](2)
    for number, key in enumerate("abac"):
        kept[key] = number
    assert kept == {"b": 1, "c": 3}
    kept.pop("b")
    kept["b"], kept["d"] = 4, 5
    assert list(kept) == ["b", "d"]


def test_threads_may_add_at_once() -> None:
    kept = Latest[int, int](3)

    def add(first: int) -> None:
        for number in range(first, first + 2000):
            kept[number] = number
            assert kept.get(number) in (None, number)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(0, 8000, 2000)))
    assert len(kept) == 3
