"""A game as text or pixels, all hands open, as the environments' `render_mode` asks.

Numbers and words are written in a small bitmap font, so that no drawing library is needed.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import logger

from ..rules import INK, PAPER, Box, Game, scene

Pixels: TypeAlias = npt.NDArray[np.uint8]

RenderMode: TypeAlias = Literal["human", "ansi", "rgb_array"]

RENDER_MODES: Final = list(get_args(RenderMode))

# Five rows of three points each, a row as an octal digit.
_GLYPHS: Final = dict(
    zip(
        "0123456789abcdefghijklmnopqrstuvwxyz-:,>↑↓",
        """75557 26227 71747 71717 55711 74717 74757 71111 75757 75717 25755 65656 34443 65556 74647 74644 34553 55755
        72227 11152 55655 44447 57755 65555 25552 65644 25563 65655 34216 72222 55557 55552 55775 55255 55222 71247
        00700 02020 00024 42124 27222 22272""".split(),  # noqa: SIM905 - a table reads better than a list here
        strict=True,
    )
)


def show(game: Game, mode: str | None) -> str | Pixels | None:
    """Return a game as text (``"ansi"``) or pixels (``"rgb_array"``), or print it (``"human"``)."""
    if mode is None:
        logger.warn("You are calling render method without specifying any render mode.")
        return None
    if mode == "rgb_array":
        return pixels(game)
    if mode == "ansi":
        return str(game)
    print(game)
    return None


def pixels(game: Game) -> Pixels:
    """Return the drawing of a game as an array of shape (height, width, 3)."""
    drawn = scene(game)
    out = np.empty((drawn.height, drawn.width, 3), np.uint8)
    out[:] = _colour(PAPER)
    for box in drawn.boxes:
        _draw_box(out, box)
    return out


def _draw_box(out: Pixels, box: Box) -> None:
    x, y, width, height, text, below, fill = box
    if fill:
        out[y : y + height, x : x + width] = _colour(INK)
        out[y + 1 : y + height - 1, x + 1 : x + width - 1] = _colour(fill)
    scale = 3 if fill else 2
    _write(out, text, x + width // 2, y + height // 2 - (6 if below else 0), scale)
    _write(out, below, x + width // 2, y + height - 12, 1)


def _write(out: Pixels, text: str, middle: int, y: int, scale: int) -> None:
    """Write a line around a point."""
    x, top = middle - 2 * scale * len(text), y - 5 * scale // 2
    for place, sign in enumerate(text.lower()):
        for row, points in enumerate(_GLYPHS.get(sign, "00000")):
            for column in range(3):
                if int(points) >> (2 - column) & 1:
                    left, up = x + scale * (4 * place + column), top + scale * row
                    out[up : up + scale, max(0, left) : left + scale] = _colour(INK)


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
