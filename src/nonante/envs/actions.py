"""Flat actions: ``(card - 2) * 4 + pile`` lays a card, 392 ends the turn; signals may follow from 393 on."""

from __future__ import annotations

from operator import index
from typing import Any, Final, TypeAlias

from ..rules import DECK, END, KINDS, LETTERS
from ..table import COVER_SIGNALS, KIND_SIGNALS, MOOD_SIGNALS, PILE_SIGNALS, Signal
from .errors import EnvError

Action: TypeAlias = int

END_ACTION: Final = 392
"""The action that ends a turn."""
ACTIONS: Final = 393
"""How many actions there are without signals."""

MOVE_OF: Final = (*(f"{card}{letter}" for card in DECK for letter in LETTERS), END)
ACTION_OF: Final[dict[str, Action]] = {move: action for action, move in enumerate(MOVE_OF)}

# Signals without their seat: pile by pile, then moods, then the kinds of command held, or better not laid now.
VOCABULARY: Final[tuple[tuple[str, str | None, str | None], ...]] = (
    *((name, letter, None) for name in (*PILE_SIGNALS, *COVER_SIGNALS) for letter in LETTERS),
    *((name, None, None) for name in MOOD_SIGNALS),
    *((name, None, kind) for name in KIND_SIGNALS for kind in KINDS),
)
ALL_ACTIONS: Final = ACTIONS + len(VOCABULARY)
"""How many actions there are with signals."""

PASS_ACTION: Final = ALL_ACTIONS
"""With `signals="table"`: nothing more to say."""
LIKE_ACTION: Final = ALL_ACTIONS + 1
"""With `signals="table"`, before the first turn: would like to start."""
RATHER_NOT_ACTION: Final = ALL_ACTIONS + 2
"""With `signals="table"`, before the first turn: would rather not start."""
TALK_ACTIONS: Final = ALL_ACTIONS + 3
"""How many actions there are with `signals="table"`."""


def action_count(talks: bool) -> int:
    """Return how many actions there are with talk or without."""
    return TALK_ACTIONS if talks else ACTIONS


def move_of(action: Action) -> str:
    """Return the move of an action, as text.

    >>> move_of(140), move_of(392)
    ('37A', 'end')
    """
    return MOVE_OF[check_action(action, ACTIONS)]


def action_of(move: str) -> Action:
    """Return the action of a move.

    >>> action_of("37A"), action_of("end")
    (140, 392)
    """
    try:
        return ACTION_OF[move]
    except (KeyError, TypeError):
        raise EnvError("option", name="move", value=move, known="a card and a pile such as 37A, or end") from None


def signal_of(action: Action, seat: int) -> Signal:
    """Return the signal that an action from 393 on sends."""
    name, pile, command = VOCABULARY[check_action(action, ALL_ACTIONS) - ACTIONS]
    return Signal(seat, name, pile, command)


def action_of_signal(signal: Signal) -> Action:
    """Return the action that sends this signal."""
    return ACTIONS + VOCABULARY.index((signal.name, signal.pile, signal.command))


def check_action(action: Any, count: int) -> Action:
    """Return the action as a plain integer if it is one of `count`; NumPy integers are fine."""
    if type(action) is int and 0 <= action < count:
        return action
    try:
        number = index(action)
    except TypeError:
        raise EnvError("action", action=action, last=count - 1) from None
    if isinstance(action, bool) or not 0 <= number < count:
        raise EnvError("action", action=action, last=count - 1)
    return number


def action_text(action: Action) -> str:
    """Return what an action means in words: a move, or a signal."""
    if action < ACTIONS:
        return MOVE_OF[action]
    if action >= ALL_ACTIONS:
        return ("pass", "like to start", "rather not start")[action - ALL_ACTIONS]
    return " ".join(word for word in VOCABULARY[action - ACTIONS] if word)
