"""The server: HTTP and WebSocket, stores for the events, and the built web client."""

from ..host import Limits, Rate, Store, TableBehaviour
from .admin import (
    MODE as MODE,
    AdminSocket as AdminSocket,
    ask as ask,
    bans_file as bans_file,
    default_socket as default_socket,
    find_socket as find_socket,
    socket_of as socket_of,
)
from .app import create_app
from .bans import Bans as Bans
from .configuration import (
    check_hosts as check_hosts,
    check_keep as check_keep,
    check_origins as check_origins,
    check_proxies as check_proxies,
    check_workers as check_workers,
    read_limits as read_limits,
)
from .courier import Notify as Notify
from .databases import (
    back_up as back_up,
    faults as faults,
    file_of as file_of,
    missing as missing,
    open_snapshot as open_snapshot,
    open_store,
)
from .links import Links as Links
from .logs import LogKind as LogKind, start_logging as start_logging
from .monitoring import Metrics as Metrics, SharedCounters as SharedCounters
from .outgoing import Outgoing as Outgoing
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
from .systemd import Heartbeat as Heartbeat, Notifier as Notifier
from .workers import Workers as Workers

__all__ = ["Limits", "Rate", "SqliteStore", "Store", "TableBehaviour", "create_app", "open_store"]
