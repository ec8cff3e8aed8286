"""Compiled code that is kept on disk is never stale: its name changes with any file it is made of."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import NullCache

import nonante
from nonante.kernel.compiling import digest_of

ROOMS = Path(nonante.__file__).parent
ENTRIES = [
    ("kernel", "reference", {"play_simple", "play_greedy", "play_packets", "play_searched", "plan_turn"}),
    ("kernel", "treesearch", {"search"}),
    ("kernel", "champion", {"think", "trace", "value_openings"}),
    ("kernel", "stepping", {"deal_games", "step_games", "show_game", "show_seat", "first_illegal", "sample_masked"}),
]


def test_a_digest_follows_every_file(tmp_path: Path) -> None:
    digests = set()
    for name, text in (("a.py", "1"), ("b.py", "1"), ("b.py", "2"), ("c.py", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digest_of.cache_clear()
        digests.add(digest_of(tmp_path))
    assert len(digests) == 4


@pytest.mark.parametrize(("room", "module", "names"), ENTRIES)
def test_every_function_kept_carries_the_digest_of_its_rooms(room: str, module: str, names: set[str]) -> None:
    found = import_module(f"nonante.{room}.{module}")
    kept = {name: value for name, value in vars(found).items() if _is_kept(value)}
    assert names <= set(kept)
    digest = digest_of(*sorted({ROOMS / "rules", ROOMS / "kernel", ROOMS / room}))
    for value in kept.values():
        assert value.py_func.__qualname__.endswith(f"_{digest}")


def _is_kept(value: Any) -> bool:
    """Tell whether Numba keeps a function on disk."""
    return hasattr(value, "py_func") and not isinstance(value._cache, NullCache)
