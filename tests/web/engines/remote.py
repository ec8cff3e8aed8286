"""What a test does with a window of any browser."""

from __future__ import annotations

import os
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 30.0  # seconds after which something hangs, however slow the machine


class Page(ABC):
    """One window of a browser that nothing else shares."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load an address."""

    @abstractmethod
    def run(self, function: str, *values: object) -> Any:
        """Call a JavaScript function with plain values and return what it gives."""

    @abstractmethod
    def act(self, sources: list[dict[str, Any]]) -> None:
        """Move, press and type as a person would."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size."""

    @abstractmethod
    def focus(self) -> None:
        """Bring the page to the front: what nobody looks at does not move."""

    @abstractmethod
    def shot(self, path: Path) -> None:
        """Save what the page shows."""

    def wait(self, function: str, *values: object) -> Any:
        """Wait until a JavaScript function gives something, and return it."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(function, *values)):
            if time.monotonic() > end:
                stuck = Path(tempfile.gettempdir()) / f"nonante-stuck-{os.getpid()}.png"
                self.shot(stuck)
                raise AssertionError(f"still waiting for {function} {values}; see {stuck}")
            time.sleep(0.05)
        return found

    def soon(self, function: str, *values: object) -> bool:
        """Tell whether a JavaScript function gives something before a person would try again."""
        end = time.monotonic() + 5.0
        while not (found := self.run(function, *values)) and time.monotonic() < end:
            time.sleep(0.05)
        return bool(found)

    def there(self, name: str) -> None:
        """Wait until something is on the screen, by its test id."""
        self.wait("(name) => !!document.querySelector(`[data-testid=${name}]`)", name)

    def middle(self, name: str) -> tuple[int, int]:
        """Return the middle of something that can be seen and has come to rest, scrolled to where needed."""
        self.focus()
        before, now = (-1, -1), self._middle(name)
        while before != now:
            time.sleep(0.03)
            before, now = now, self._middle(name)
        return now

    def _middle(self, name: str) -> tuple[int, int]:
        found = self.wait(
            """(name) => {
                const there = document.querySelector(`[data-testid="${name}"]`);
                if (!there) return null;
                there.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                const box = there.getBoundingClientRect();
                return box.width ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
            }""",
            name,
        )
        return int(found[0]), int(found[1])

    def click(self, name: str) -> None:
        """Press something, by its test id."""
        x, y = self.middle(name)
        self.act([_pointer(_move(x, y), _DOWN, _UP)])

    def drag(self, name: str, onto: str) -> None:
        """Take something with the mouse and let it go over something else."""
        to_x, to_y = self.middle(onto)
        x, y = self.middle(name)
        steps = [_move(x + (to_x - x) * step // 8, y + (to_y - y) * step // 8, 20) for step in range(1, 9)]
        self.act([_pointer(_move(x, y), _DOWN, *steps, _UP)])

    def write(self, name: str, text: str) -> None:
        """Click into a field and type."""
        self.click(name)
        self.press(*text)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, by what they write or by their WebDriver code."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keyboard", "actions": actions}])

    def text(self, name: str) -> str:
        """Return what something says, by its test id."""
        self.there(name)
        return str(self.run("(name) => document.querySelector(`[data-testid=${name}]`).innerText", name))


_DOWN: Final = {"type": "pointerDown", "button": 0}
_UP: Final = {"type": "pointerUp", "button": 0}


def _pointer(*actions: dict[str, Any]) -> dict[str, Any]:
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}


def _move(x: int, y: int, duration: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": duration, "origin": "viewport"}
