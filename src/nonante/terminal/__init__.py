"""Play in a terminal, line by line: alone, or several people passing the keyboard."""

from .joining import Joining as Joining, KeptSeats as KeptSeats, Link as Link
from .report import Report as Report
from .screen import Style as Style
from .session import Session

__all__ = ["Session"]
