"""HTTP and WebSocket over table/, the event store, and the built web client."""

from .app import create_app
from .limits import Limits, Rate
from .manner import Manner
from .store import SqliteStore, Store, open_store

__all__ = ["Limits", "Manner", "Rate", "SqliteStore", "Store", "create_app", "open_store"]
