"""HTTP and WebSocket over host/, the stores of its events, and the built web client."""

from ..host import Limits, Rate, Store, TableBehaviour
from .app import create_app
from .sqlite import SqliteStore
from .stores import open_store

__all__ = ["Limits", "Rate", "SqliteStore", "Store", "TableBehaviour", "create_app", "open_store"]
