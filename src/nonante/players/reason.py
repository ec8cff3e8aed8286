"""`Reason`: one sentence about a turn, as a code and what the sentence names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn was chosen: a code (``hint.<code>`` in the catalogues) and what its sentence names."""

    code: str
    details: dict[str, Any] = field(default_factory=dict)
    place: int | None = None
    """The move it speaks of, as its place in the turn; None where it speaks of the turn as a whole."""
