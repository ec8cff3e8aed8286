"""Hosts of tables: command queue, events, seats, computer players, hints and seat views; no sockets, no database."""

from .access import (
    LONGEST as LONGEST,
    SHORTEST as SHORTEST,
    Caller as Caller,
    Digests as Digests,
    digest_of as digest_of,
    new_token as new_token,
)
from .card_views import card_view as card_view, signal_view as signal_view
from .connection import Closed as Closed, Connection as Connection, token_in as token_in
from .errors import (
    KEPT_OUT as KEPT_OUT,
    NO_HELLO as NO_HELLO,
    TOO_FAST as TOO_FAST,
    HostError,
    close_code as close_code,
    refusal_of as refusal_of,
)
from .levels import compiling as compiling, find_levels as find_levels
from .limits import Bucket as Bucket, Buckets as Buckets, Limits, Rate, TableBehaviour, network_of as network_of
from .live_table import LiveTable as LiveTable
from .pages import (
    Answer as Answer,
    Draw as Draw,
    Page as Page,
    PageRequest as PageRequest,
    RateName as RateName,
    answer as answer,
    pages as pages,
    read as read,
    refused as refused,
    server_pages as server_pages,
)
from .pools import FairExecutor as FairExecutor, FairQueue as FairQueue, InlineExecutor as InlineExecutor
from .research import (
    ResearchGame as ResearchGame,
    all_research_games as all_research_games,
    research_games as research_games,
)
from .state import TableState as TableState, table_info as table_info
from .store import (
    DAY as DAY,
    UNTIL as UNTIL,
    Conflict as Conflict,
    Entry as Entry,
    ExportedTable as ExportedTable,
    Log as Log,
    Note as Note,
    Row as Row,
    Store,
    Waiting as Waiting,
    export_lines as export_lines,
    import_line as import_line,
    import_lines as import_lines,
    import_table as import_table,
)
from .tables import Tables
from .thinking import Thinker as Thinker
from .views import SeatViews as SeatViews

__all__ = ["HostError", "Limits", "Rate", "Store", "TableBehaviour", "Tables"]
