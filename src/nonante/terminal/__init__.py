"""Play in a terminal, line by line: alone, or several people passing the keyboard."""

from .session import Session

__all__ = ["Session"]
