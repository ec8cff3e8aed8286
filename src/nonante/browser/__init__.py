"""The game without a server: host/ in a browser's worker, with messages to the page and the page's own store."""

from .local import Line, Local, start
from .store import PageStore as PageStore

__all__ = ["Line", "Local", "start"]
