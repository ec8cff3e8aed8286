"""Errors of tables, beside those of the rules."""

from __future__ import annotations

from typing import Final

from ..rules import NonanteError, error_messages

TABLE_MESSAGES: Final = error_messages("""
name: a name needs 1 to 20 visible characters
name-taken: somebody at this table is already called {name}
table-full: every seat of this table is taken
seat-taken: seat {seat} is taken
seat-empty: nobody sits in seat {seat}
seats-empty: {count} seats are empty: fill them, with computer players if you like
too-many-seated (1.2): {seated} people sit at this table, too many for {players} seats
not-host: only the host may do that
running: not while a game is running
not-running: no game is running
paused: the table is paused
not-active (1.3): it is not your turn
start-first (R5): first agree on who starts
started (R5): the game has started already
propose-other (R5): propose somebody else, or take the start yourself
propose-first (R5): you cannot start for somebody else: propose them
host-starts (R5): at a table without talk the host names who starts
undo-off (R46): undo is switched off at this table
talk-off (R47): this table plays without talk: no signals, no wishes, no reactions, no chat
talk-solo (5): there is nobody to signal to
silence (R35): a silence command is visible: no signals, no reactions, no chat
unknown-signal (5): {signal!r} is not a signal
permissive-only (R6): {signal} is allowed at permissive tables only
extreme-only (R8): {signal} is for Extreme only
signal-pile (5): say which pile {signal} is about: A, B, C or D
signal-kind (R8): say which command: {known}
signal-scope (5): {signal} must name exactly what it is about
not-held (R8): no {kind} is in that hand
no-command-there (R8): no lasting command is visible on pile {pile}
nothing-to-cover (5): neither a lasting command nor fire is visible on pile {pile}
not-signalled (5): that signal has not been given
chat-off (5): free chat is off at this table
chat-length (5): a message has 1 to 200 visible characters
chat-number (R49): no numbers, not even in words: {word!r} might be one
chat-next-number (R49): nobody may say that they hold the next number of a pile: {sentence!r} (permissive tables
  allow it)
chat-going-back (R49): nobody may say that they can go back: {sentence!r} (permissive tables allow it)
emote (5): {emote!r} is not a reaction: choose {known}
emote-closed (R51): free chat is off at this table, so reactions are only for between games
option: {name}={value!r} is not a setting: choose {known}
event: not an event: {why}
record: not a game record: {why}
record-move: the record is invalid at move {number} ({move}): {why}
""")


class TableError(NonanteError, messages=TABLE_MESSAGES):
    """Something a table refuses; nothing at the table has changed."""
