"""HTTP and WebSocket over table/, the event store, and the built web client."""

from .app import create_app
from .behaviour import TableBehaviour
from .limits import Limits, Rate
from .sqlite import SqliteStore
from .store import Store, open_store

__all__ = ["Limits", "Rate", "SqliteStore", "Store", "TableBehaviour", "create_app", "open_store"]
