"""The schema of a database as numbered migrations, forward only, each applied once.

A released migration is never changed; additions are new migrations.
"""

from __future__ import annotations

from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
CREATE TABLE events (
    code TEXT NOT NULL,      -- the table
    seq INTEGER NOT NULL,    -- 1, 2, 3 … within the table
    at {real} NOT NULL,      -- seconds since 1970
    seat INTEGER,            -- whose command it was, and the command's key, so that it has one effect
    key TEXT,
    event TEXT NOT NULL,     -- JSON
    PRIMARY KEY (code, seq)
) {compact}
""",
        """
CREATE TABLE secrets (
    code TEXT NOT NULL,
    seat INTEGER NOT NULL,
    hash {bytes} NOT NULL,   -- SHA-256 of the seat's token; the token itself is not kept
    PRIMARY KEY (code, seat)
) {compact}
""",
    ),
    (
        # Some databases of the first version have it already.
        """
CREATE TABLE IF NOT EXISTS days (
    {number}                 -- in which order they came
    date TEXT NOT NULL,      -- a deal of the day
    category TEXT NOT NULL,
    code TEXT NOT NULL,      -- a table whose first game is a first try at it
    PRIMARY KEY (date, category, code)
)
""",
    ),
    ("CREATE TABLE health (at {real} NOT NULL)",),  # when the store was last seen to write
    # finished games as the champion judges them, by game and judge; whatever is lost is worked out again
    ("CREATE TABLE reviews (key TEXT PRIMARY KEY, at {real} NOT NULL, review TEXT NOT NULL)",),
    (
        "ALTER TABLE events ADD COLUMN seal {bytes}",  # of the row and the one before; rows of older versions have none
        "ALTER TABLE secrets ADD COLUMN seal {bytes}",
        "{commits}",
        "{no_commits}",
    ),
    # Slow games: whom they wait for, who is told of it and where, and what still has to be told. A turn and its notices
    # are stored in one transaction. People are known by the hash of their secret, wherever they sit.
    (
        """
CREATE TABLE waits (
    code TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,          -- the event since which it waits
    since {real} NOT NULL,
    seat INTEGER NOT NULL          -- -1: for several people, or a computer player
)
""",
        """
CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL UNIQUE, -- where its browser takes messages, with the two keys that encrypt them
    p256dh {bytes} NOT NULL,
    auth {bytes} NOT NULL,
    language TEXT NOT NULL,
    ahead INTEGER NOT NULL,        -- minutes that its clock is ahead of UTC
    contact TEXT NOT NULL          -- the address of this server, as its browser knows it
)
""",
        """
CREATE TABLE listeners (
    code TEXT NOT NULL,
    hash {bytes} NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (code, hash, device)
)
""",
        """
CREATE TABLE webhooks (
    code TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    url TEXT NOT NULL,
    language TEXT NOT NULL,
    origin TEXT NOT NULL,          -- where links lead
    failures INTEGER NOT NULL,     -- in a row
    off TEXT,                      -- why it was disabled
    hour INTEGER NOT NULL,         -- the hour that `sent` counts
    sent INTEGER NOT NULL
)
""",
        """
CREATE TABLE notices (
    code TEXT NOT NULL,
    seq INTEGER NOT NULL,          -- the event since which the game waits
    kind TEXT NOT NULL,
    target TEXT NOT NULL,          -- a device, or what else is to be done
    seat INTEGER NOT NULL,
    due {real} NOT NULL,
    tries INTEGER NOT NULL,
    held {real} NOT NULL,          -- until when one process alone sees to it
    sending INTEGER NOT NULL,      -- whether it may have been sent
    PRIMARY KEY (code, seq, kind, target)
)
""",
        "CREATE INDEX notices_due ON notices (due)",
        "CREATE TABLE nudges (code TEXT NOT NULL, hash {bytes} NOT NULL, at {real} NOT NULL, PRIMARY KEY (code, hash))",
        "CREATE TABLE server_keys (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        """
CREATE TABLE notes (
    {notes},                 -- in which order they came; none is given twice
    owner TEXT NOT NULL,     -- a person, a crew, an event
    key TEXT NOT NULL,
    at {real} NOT NULL,
    content TEXT NOT NULL,   -- JSON
    UNIQUE (owner, key)
)
""",
        "CREATE INDEX notes_by_owner ON notes (owner, number)",
    ),
)
VERSION: Final = len(MIGRATIONS)
SQLITE: Final = {
    "real": "REAL",
    "bytes": "BLOB",
    "compact": "WITHOUT ROWID",
    "number": "",
    "notes": "number INTEGER PRIMARY KEY AUTOINCREMENT",
    "commits": "CREATE TABLE commits (number INTEGER NOT NULL)",  # so far; see `CommitCount`
    "no_commits": "INSERT INTO commits VALUES (0)",
}
POSTGRES: Final = {
    "real": "DOUBLE PRECISION",
    "bytes": "BYTEA",
    "compact": "",
    "number": "number BIGSERIAL,",
    "notes": "number BIGSERIAL PRIMARY KEY",
    "commits": "",
    "no_commits": "",
}


def steps_from(version: int, words: dict[str, str]) -> list[str]:
    """Return the statements that lead from a version to the newest, in the dialect of one kind of database."""
    statements = (statement.format(**words) for step in MIGRATIONS[version:] for statement in step)
    return [statement for statement in statements if statement]
