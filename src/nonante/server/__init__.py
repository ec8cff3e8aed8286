"""HTTP and WebSocket over host/, the stores of its events, and the built web client."""

from ..host import Limits, Rate, Store, TableBehaviour
from .admin import AdminLine as AdminLine
from .app import create_app
from .asking import (
    MODE as MODE,
    ask as ask,
    default_socket as default_socket,
    find_socket as find_socket,
    orders_file as orders_file,
    socket_of as socket_of,
)
from .board import Board as Board
from .journal import LogKind as LogKind, start_journal as start_journal
from .links import Links as Links
from .metrics import Metrics as Metrics
from .notify import Heart as Heart, Notifier as Notifier
from .options import (
    check_hosts as check_hosts,
    check_keep as check_keep,
    check_origins as check_origins,
    check_proxies as check_proxies,
    check_workers as check_workers,
)
from .orders import Orders as Orders
from .quotas import read_limits as read_limits
from .running import (
    UNIX_MODE as UNIX_MODE,
    default_database as default_database,
    lan_url_of as lan_url_of,
    listen as listen,
    listen_unix as listen_unix,
    run as run,
    url_of as url_of,
)
from .sqlite import SqliteStore
from .stores import file_of as file_of, open_snapshot as open_snapshot, open_store
from .upkeep import back_up as back_up, faults as faults, missing as missing
from .workers import Workers as Workers

__all__ = ["Limits", "Rate", "SqliteStore", "Store", "TableBehaviour", "create_app", "open_store"]
