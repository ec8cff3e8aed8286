"""Play in a terminal, line by line: alone, or several people sharing the keyboard."""

from .bot import Bot as Bot, Memory as Memory
from .joining import Joining as Joining, Link as Link, SavedSeats as SavedSeats
from .report import Report as Report
from .screen import Style as Style
from .session import Session

__all__ = ["Session"]
