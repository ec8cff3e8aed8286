"""What the owner of a table refuses, beside what rules and tables refuse."""

from __future__ import annotations

from typing import Final

from ..messages import Refusal
from ..rules import NonanteError, error_messages

# Close codes of sockets, as docs/reference/protocol.md lists them.
COME_AGAIN: Final = 1012
KEPT_OUT: Final = 4403
UNKNOWN_TABLE: Final = 4404
NO_HELLO: Final = 4408
TOO_SLOW: Final = 4413
DAMAGED_TABLE: Final = 4422
TOO_FAST: Final = 4429

HOST_MESSAGES: Final = error_messages("""
# a message that is none
malformed: not a message of this protocol: {why}
too-large: a message has at most {limit} bytes
too-fast: too many messages: wait a moment
# who one is
unknown-table: there is no table {table}
hello-first: say hello first
token: no seat at this table has that secret
seated: you already have a seat at this table
not-seated: only people seated at the table may do that
unknown-game: there is no game {game} at this table
# what is not possible now
stale: the table has changed since: look again
hints-off: hints are switched off at this table
thinking: the last hint is still being computed
no-such-turn (R33): turn {turn} is not shown in the log
person: a person sits in seat {seat}: ask them
present: the person in seat {seat} is here
level: there is no computer player {level!r}: choose {known}
not-over (R33): the record is available once the game is over
not-daily (R50): this game is not a deal of the day
daily-rules: the team's deal of the day is for three players of the original game
no-research: this server does not collect games for research
date-future: {date} has not begun anywhere on earth yet
# what a server can bear
busy: the server is busy reviewing other games: try again in a minute
too-many-tables: this server has no room for another table right now
game-worn: too many signals and messages in this game: only cards can be played from now on
table-worn: this table has reached its limit: open a new one
guest: nobody of that name is waiting for a seat any more
not-admitted: the host has declined your request for a seat
owner: only the person who opened this table may do that
storage: this could not be saved; nothing has changed
storage-full: this device has no space left to save this; nothing has changed
closed-table: the operator of this server has closed table {table}
damaged-table: table {table} cannot be read any more: {why}
newer-table: table {table} needs a newer version of this server: connect again
internal: internal server error; nothing has changed
unknown-crew: there is no such crew any more
not-in-crew: only members of this crew may do that
no-crew-yet: a crew begins with two finished games of the same people at one table
crew-full: a crew has at most {most} members
week-begun: this crew has already begun this week's deal
week-rules: the deal of the week is a game of Extreme with two to five players
unknown-event: there is no such event any more
not-in-event: only players of this event may do that
event-times: an event has 1 to {deals} deals, begins before it ends, and ends within {days} days
event-early: this event has not begun yet
event-closed: this event is over
event-full: an event has at most {most} teams
no-such-team: there is no such team
team-full: this team has no free seat
team-lacks: this team is not complete (players missing: {free})
sealed (R50): this game belongs to an event: its cards stay hidden, and its table as it is, until the event is over
device: this device is not paired any more
device-removed: this device was removed by another one
pairing-code: that code is wrong or has expired: show a new one on the other device
too-many-devices: a person has at most {most} devices: remove one first
no-notes: crews, events and paired devices need a server
# what others wrote
game-file: this is not a game that can be continued: {why}
not-alone: only a game with a single person can be continued elsewhere
import: line {line} cannot be read: {why}
""")


class HostError(NonanteError, messages=HOST_MESSAGES):
    """A command that a table's host refuses; nothing has changed."""


def close_code(error: NonanteError) -> int:
    """Return with which code a connection ends that this error keeps from its table."""
    codes = {"unknown-table": UNKNOWN_TABLE, "damaged-table": DAMAGED_TABLE, "newer-table": COME_AGAIN}
    return {**codes, "closed-table": KEPT_OUT, "banned": KEPT_OUT}.get(error.code, TOO_FAST)


def refusal_of(error: NonanteError) -> Refusal:
    """Return the error as a client reads it."""
    return Refusal(error.code, error.rule, error.told(), str(error))
