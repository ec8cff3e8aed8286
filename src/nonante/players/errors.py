"""Errors of computer players."""

from ..rules import NonanteError, error_messages

_MESSAGES = error_messages("""
unknown-level: no computer player is called {level!r}: choose {known}
unknown-player: unknown player {name!r}: choose {known}, or module:maker for one written in Python
no-maker: no player at {name}: {why}
player-object: {name} is one player for one seat: give the name of a player, or what makes one for every seat, such
  as lambda: player("steady")
no-player: {name} is not a player: it has no {question}; a player answers plan, speak and wish
shared-player: player {name} sits on several seats at once: its maker must return a new one for each seat
maker-failed: player {name} could not be created: {why}
player-failed: player {name} on seat {seat} failed when asked to {question}: {why}
bad-answer: player {name} on seat {seat} answered {answer!r} when asked to {question}: {wanted}
illegal-plan: player {name} on seat {seat} planned an illegal move: {why}
needs-fast: player {name} needs an optional extra: pip install 'nonante[fast]'
no-network: {path} has no network for {game}: it has {known}
networks: {path} contains no networks: {why}
""")


class PlayerError(NonanteError, messages=_MESSAGES):
    """A player that does not exist, cannot play, or answers wrongly."""
