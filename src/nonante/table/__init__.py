"""People around a table: seats, who starts, signals, chat, undo, the event log. Pure: state = fold(events)."""

from .advice import explained, losing, losses
from .chat import check_chat, check_name, going_back_in, number_in
from .errors import TableError
from .events import (
    KNOWN,
    Configured,
    Dealt,
    Event,
    HandedOver,
    Left,
    Paused,
    Played,
    Proposed,
    Renamed,
    Said,
    Seated,
    Signalled,
    Started,
    Undone,
    Wished,
    event_from_data,
    event_to_data,
)
from .record import Record
from .signals import SIGNALS, WISHES, Signal, signals_open, talk_closed
from .table import Seat, Settings, Table

__all__ = [
    "KNOWN",
    "SIGNALS",
    "WISHES",
    "Configured",
    "Dealt",
    "Event",
    "HandedOver",
    "Left",
    "Paused",
    "Played",
    "Proposed",
    "Record",
    "Renamed",
    "Said",
    "Seat",
    "Seated",
    "Settings",
    "Signal",
    "Signalled",
    "Started",
    "Table",
    "TableError",
    "Undone",
    "Wished",
    "check_chat",
    "check_name",
    "event_from_data",
    "event_to_data",
    "explained",
    "going_back_in",
    "losing",
    "losses",
    "number_in",
    "signals_open",
    "talk_closed",
]
