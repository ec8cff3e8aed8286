"""Wordless reactions. They say nothing of cards (R51)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

EmoteName: TypeAlias = Literal["bravo", "heart", "laugh", "wow", "alas"]
"""A face or a sign; none is about a card, a pile or a hand."""
EMOTES: Final[tuple[EmoteName, ...]] = get_args(EmoteName)
"""The wordless reactions, in the order they are offered."""
