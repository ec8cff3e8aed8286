"""Play in a terminal, line by line: alone, or several people passing the keyboard."""

from .joining import Joining as Joining
from .link import KeptSeats as KeptSeats, Link as Link
from .retold import Retold as Retold
from .session import Session
from .style import Style as Style

__all__ = ["Session"]
