"""The one owner of a table: queue, events, seats, computer players, hints, seat views. No socket and no database."""

from .behaviour import TableBehaviour
from .callers import Caller as Caller
from .codes import LONGEST as LONGEST, SHORTEST as SHORTEST
from .computers.pool import Here as Here
from .computers.ready import compiling as compiling
from .connection import Closed as Closed, Connection as Connection, token_in as token_in
from .errors import (
    KEPT_OUT as KEPT_OUT,
    NO_HELLO as NO_HELLO,
    TOO_FAST as TOO_FAST,
    HostError,
    close_code as close_code,
    refusal_of as refusal_of,
)
from .fair import Desk as Desk, FairQueue as FairQueue
from .limits import Bucket as Bucket, Buckets as Buckets, Limits, Rate, network_of as network_of
from .moving import (
    HEAD as HEAD,
    UNREADABLE as UNREADABLE,
    KeptDay as KeptDay,
    KeptTable as KeptTable,
    check_head as check_head,
    line_of as line_of,
    lines_of as lines_of,
    read_line as read_line,
    take_day as take_day,
    take_lines as take_lines,
    take_table as take_table,
)
from .pages import (
    Answer as Answer,
    Asked as Asked,
    Page as Page,
    RateName as RateName,
    pages as pages,
    refused as refused,
)
from .room import Room as Room
from .state import State as State, table_info as table_info
from .store import DAY as DAY, Conflict as Conflict, Entry as Entry, Log as Log, Row as Row, Store
from .tables import Tables
from .thinking import Thinker as Thinker
from .tokens import Digests as Digests, digest_of as digest_of, new_token as new_token
from .views import SeatViews as SeatViews, card_view as card_view, signal_view as signal_view

__all__ = ["HostError", "Limits", "Rate", "Store", "TableBehaviour", "Tables"]
