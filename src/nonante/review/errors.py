"""What cannot be replayed, reviewed or dealt."""

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
""")


class ReviewError(NonanteError, messages=_MESSAGES):
    """Something that cannot be done with a finished game, a day or a puzzle."""
