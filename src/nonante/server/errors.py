"""What a server refuses, beside what the owner of a table refuses."""

from __future__ import annotations

from typing import Final

from ..host import HostError
from ..rules import NonanteError, error_messages

SERVER_MESSAGES: Final = error_messages("""
origin: pages from other sites may not use this server
too-many-sockets: too many connections to this table or from this address
push: nothing can be sent to this browser
nudge-nobody: this table is not waiting for anybody in particular
nudge-again: they were reminded today already
nudge-unheard: they have not turned on notifications: send them the link
webhook: a webhook needs a public address that begins with {schemes}
webhook-closed: this server sends no messages to other services
banned: this server is closed to your address for a while
# at start
database: cannot use the database {name}: {why}
workers: several processes need PostgreSQL: {why}
public-url: cannot use the public address {url}: {why}
origin-address: {url!r} is not an origin: use https://NAME
allowed-host: {host!r} is not a host name: use cards.example or *.cards.example
proxy: {proxy!r} is not the address of a reverse proxy: {why}
keep: tables cannot be deleted after {days} days: use 1 or more, or 0 to keep all
prefix: cannot serve under {prefix!r}: use a path such as /nonante
port: cannot listen on {place}: {why}
""")


ADMIN_MESSAGES: Final = error_messages("""
admin: cannot reach a server over {path}: {why}
refused: {why}
network: {network!r} is not an address or a network such as 203.0.113.7 or 203.0.113.0/24
ban-length: a ban lasts from one second to a year
not-banned: {network} is not banned
not-closed: table {table} is not closed
limits: [limits] {name} {why}
orders: cannot use {file}, which stores bans and closed tables: {why}
""")


class AdminError(NonanteError, messages=ADMIN_MESSAGES):
    """An error that only the operator of a server sees."""


class ServerError(HostError, messages=SERVER_MESSAGES):
    """Something the server refuses; nothing has changed."""
