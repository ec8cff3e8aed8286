"""The messages a client sends over its socket to a table."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ..rules import CommandKind
from ..table import Again, EmoteName, SignalName, StartWish
from .shared import Meant, Pace, Pile, SettingsRead
from .structs import Struct


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of what a client asks; `key` is the client's own, so that a command sent twice has one effect."""

    key: str


class Hello(Command, frozen=True, tag="hello"):
    """First message of a connection: the secret of a seat (none: look on as a spectator)."""

    token: str | None = None


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat, or the first free one."""

    name: str
    seat: int | None = None
    bot: bool = False
    """A computer that plays over the network: the host is asked first, and everybody sees what it is."""


class Leave(Command, frozen=True, tag="leave"):
    """Give up one's seat; in a running game a computer player takes it, if other people play on."""


class Rename(Command, frozen=True, tag="rename"):
    """Give a seat another name: one's own, or any as the host; between games."""

    seat: int
    name: str


class Configure(Command, frozen=True, tag="configure"):
    """Host: change the settings between games (see `Settings.from_data`)."""

    settings: SettingsRead


class AddBot(Command, frozen=True, tag="add-bot"):
    """Host: put a computer player on a free seat."""

    level: str
    seat: int | None = None


class Remove(Command, frozen=True, tag="remove"):
    """Host: empty a seat between games."""

    seat: int


class Swap(Command, frozen=True, tag="swap"):
    """Host: let two seats change places between games."""

    seat: int
    other: int


class Admit(Command, frozen=True, tag="admit"):
    """Host: let a guest take a seat, or refuse."""

    guest: str
    on: bool


class Pause(Command, frozen=True, tag="pause"):
    """Host: stop or resume the table."""

    on: bool


class Deal(Command, frozen=True, tag="deal"):
    """Host: deal a new game, or the same cards again. Anybody may deal a new one where `TableView.may_deal` says so."""

    same: bool = False
    day: str | None = None
    """A date such as 2026-11-15: the team's deal of that day. A week such as 2026-W47: the crews' deal of that week."""


class Wish(Command, frozen=True, tag="wish"):
    """Say "like" or "rather-not" about starting, "again" once a game is over, or take the wish back (null)."""

    wish: Annotated[str | None, Meant(StartWish | Again | None)]


class Propose(Command, frozen=True, tag="propose"):
    """Propose that another seat starts, a computer player's too; null takes the proposal back."""

    seat: int | None


class Start(Command, frozen=True, tag="start"):
    """Take the start; where talk is closed, the host names any seat."""

    seat: int | None = None


class Play(Command, frozen=True, tag="play"):
    """Lay a card or end the turn; `seq` is the view this was decided on."""

    move: str
    seq: int


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last card of this turn."""

    seq: int


class SendSignal(Command, frozen=True, tag="signal"):
    """Raise a signal, or withdraw it (`on` false)."""

    signal: Annotated[str, Meant(SignalName)]
    pile: Pile | None = None
    command: Annotated[str | None, Meant(CommandKind | None)] = None
    on: bool = True


class Say(Command, frozen=True, tag="say"):
    """Write in the chat."""

    text: str


class Emote(Command, frozen=True, tag="emote"):
    """React without a word: between games, or where chat is open (R51)."""

    emote: Annotated[str, Meant(EmoteName)]


class Gather(Command, frozen=True, tag="gather"):
    """Host: return everybody to the lobby; a running game is discarded."""


class KnowDeal(Command, frozen=True, tag="know-deal"):
    """Say that this device has played the deal of the day that runs here before: it is a known deal then (R50)."""


class Hint(Command, frozen=True, tag="hint"):
    """Ask what a strong computer player would do on this seat, and why."""


class Why(Command, frozen=True, tag="why"):
    """Ask why a computer player laid the cards of a turn that the log shows."""

    turn: int


class SetPace(Command, frozen=True, tag="pace"):
    """Host: say how fast computer players lay their cards here."""

    pace: Pace


class HandOver(Command, frozen=True, tag="hand-over"):
    """Let a computer player move for an absent seat, or (`on` false) give it back; its owner, or who is asked."""

    seat: int
    on: bool


class Consent(Command, frozen=True, tag="consent"):
    """Agree that the games of this table may be used for research, or (`on` false) withdraw that."""

    on: bool


class Ping(Command, frozen=True, tag="ping"):
    """Check the connection; answered by Pong."""


FromClient: TypeAlias = (
    Hello
    | Sit
    | Leave
    | Rename
    | Configure
    | AddBot
    | Remove
    | Swap
    | Admit
    | Pause
    | Deal
    | Wish
    | Propose
    | Start
    | Play
    | Undo
    | SendSignal
    | Say
    | Emote
    | Gather
    | KnowDeal
    | Hint
    | Why
    | SetPace
    | HandOver
    | Consent
    | Ping
)
