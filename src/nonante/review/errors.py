"""Errors of reviews, puzzles, deals of the day and positions."""

from ..rules import NonanteError, error_messages

_MESSAGES = error_messages("""
unfinished: this game is not over: only finished games are replayed and reviewed
link: this link does not contain a whole game: {why}
record-size: this is too large for a game: {size} characters, {most} at most
record-seed: the seed does not deal these cards, so it was ignored
step: {value!r} is not a step of this game: choose 0 to {last}
turn: {value!r} is not a turn of this game: choose {first} to {last}
date: {value!r} is not a date: write one such as 2026-11-15
category: there is no deal of the day called {value!r}: choose {known}
no-other-decks: trying other decks needs the extra [fast]
no-difficulty: rating a deal needs the extra [fast]
review: not a review: {why}
puzzle: there is no puzzle called {value!r}
rating: {value!r} is not a rating
board-bare (1.4): cards were played, but no pile has any
board-cards (1.1): the other hands have {count} cards, but only {hidden} cards are neither played nor in your hand
board-hand (1.2): a hand of {count}: at most {full} cards
board-short (1.5): a hand of {count} with {drawn} cards to draw: it is refilled to {full} after every turn
board-empty: choose the cards in your hand
board-running (R33): this position is being played at a table on this server
""")


class ReviewError(NonanteError, messages=_MESSAGES):
    """Something that cannot be done with a finished game, a day, a puzzle or a position."""
