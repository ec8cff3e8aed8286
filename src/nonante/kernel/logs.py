"""What was played, written down while it is played."""

from __future__ import annotations

from .compiling import Record, inlined


@inlined
def log_action(state: Record, log: Record, room: int, written: int, action: int) -> int:
    """Write an action down if there is room, behind the seat that starts, and return how much was written so far."""
    if written == 1 and room:
        log[0] = state.active
    if written < room:
        log[written] = action
    return written + 1
