"""The one owner of a table: queue, events, seats, computer players, hints, seat views. No socket and no database."""

from .behaviour import TableBehaviour
from .errors import HostError
from .limits import Limits, Rate
from .store import Store
from .tables import Tables

__all__ = ["HostError", "Limits", "Rate", "Store", "TableBehaviour", "Tables"]
