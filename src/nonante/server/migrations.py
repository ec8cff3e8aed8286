"""How the tables of a database came to be: numbered steps, forward only, each taken once.

A step that was released is never changed; what it lacks is a step of its own.
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
)
VERSION: Final = len(MIGRATIONS)
SQLITE: Final = {
    "real": "REAL",
    "bytes": "BLOB",
    "compact": "WITHOUT ROWID",
    "number": "",
    "commits": "CREATE TABLE commits (number INTEGER NOT NULL)",  # so far; see `CommitCount`
    "no_commits": "INSERT INTO commits VALUES (0)",
}
POSTGRES: Final = {
    "real": "DOUBLE PRECISION",
    "bytes": "BYTEA",
    "compact": "",
    "number": "number BIGSERIAL,",
    "commits": "",
    "no_commits": "",
}


def steps_from(version: int, words: dict[str, str]) -> list[str]:
    """Return the statements that lead from a version to the newest, in the words of one kind of database."""
    statements = (statement.format(**words) for step in MIGRATIONS[version:] for statement in step)
    return [statement for statement in statements if statement]
