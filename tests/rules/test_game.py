"""Small questions a game answers."""

from __future__ import annotations

from nonante.rules.laying import is_retro


def test_retro() -> None:
    assert is_retro((47, 1, 65, 100), 37, 0)
    assert is_retro((47, 1, 65, 100), 75, 2)
    assert not is_retro((47, 1, 65, 100), 57, 0)
