"""The game without a server: a host in a web worker, which exchanges messages with the page and stores games in it."""

from .local import Line, Local, start
from .store import PageStore as PageStore

__all__ = ["Line", "Local", "start"]
