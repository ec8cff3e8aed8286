"""The game as a conversation, for language models: a briefing, the view as prose or JSON, and a strict parser.

A model is asked three things: its turn, its signals, and at the start its wish. It answers in one line, such as
``MOVES: 37A 40A end``, ``SIGNALS: keep-off A, trouble`` or ``WISH: like``. The last such line of an answer counts, and
nobody sees the rest. What a model says to others is signals, nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from ..players import may_say
from ..rules import END, KINDS, LETTERS, MOVES, IllegalMove, Rules, View
from ..table import COVER_SIGNALS, KIND_SIGNALS, MOOD_SIGNALS, PILE_SIGNALS, SIGNALS, WISHES, Signal
from ..texts import rules_text
from ..turn import GOING, OwnTurn
from .errors import SimulationError

Form: TypeAlias = Literal["prose", "json"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
"""How a model is shown what it sees."""
Question: TypeAlias = Literal["moves", "signals", "wish"]

_ASKED: Final[dict[Question, str]] = {
    "moves": "It is your turn. Answer with one line: MOVES: followed by the moves of your whole turn in order.",
    "signals": "Player {active} is about to play. Answer with one line: SIGNALS: followed by the signals you want to"
    " show, separated by commas, or SIGNALS: none.",
    "wish": "The game is about to begin. Answer with one line: WISH: like, WISH: rather-not or WISH: none.",
}
_LINE: Final = {name: re.compile(rf"^[\s*`#>-]*{name}\s*:[\s*`]*(.*?)[\s*`.]*$", re.IGNORECASE) for name in _ASKED}


class Unreadable(SimulationError):
    """An answer without a line in the right form, or one that names something not allowed."""

    def __init__(self, why: object) -> None:
        super().__init__("answer", why=why)


def briefing(rules: Rules) -> str:
    """Return the briefing of a model: the rules, the setting, and how to answer."""
    talk = {
        "none": "Nobody may say anything.",
        "standard": "You may only tell each other the signals listed below.",
        "permissive": "You may only tell each other the signals listed below, can-go-back among them.",
    }[rules.talk if rules.players > 1 else "none"]
    setting = ", ".join(f"{name} {value}" for name, value in rules.to_data().items())
    signals = [
        f"about a pile, such as 'keep-off A': {', '.join(PILE_SIGNALS + COVER_SIGNALS)}",
        f"about yourself: {', '.join(MOOD_SIGNALS)}",
        f"about a command card, such as 'hold stop': {', '.join(KIND_SIGNALS)} with {', '.join(KINDS)}",
    ]
    says = f" {talk} Signals {'; '.join(signals)}." if rules.players > 1 and rules.talk != "none" else f" {talk}"
    return (
        f"{rules_text('en')}\n"
        f"This game: {setting}. A turn needs {rules.minimum} cards while there is a draw pile, then 1.{says}\n"
        "You play one seat, with other players whose cards you do not see. A move is a card and a pile, such as 37A, or"
        " the word end. Think as long as you like; then answer with exactly one line in the form you are asked for."
        " Only that line counts, and nobody else sees the rest.\n"
    )


def described(view: View, signals: Sequence[Signal] = (), form: Form = "prose", *, moves: bool = False) -> str:
    """Return what a seat sees, as prose or JSON; with `moves`, also the legal next moves."""
    standing = [_worded(signal) for signal in signals if signal.seat != view.seat]
    legal = view.legal_moves() if moves else []
    if form == "json":
        data = view.to_data() | {"signals": standing} | ({"legal_moves": legal} if moves else {})
        return json.dumps(data)
    text = [f"You are player_{view.seat}.", str(view)]
    if view.last_turn:
        text.append(f"The turn before: player_{view.last_turn.seat} played {' '.join(view.last_turn.moves)}.")
    text.append(f"Signals: {', '.join(standing)}." if standing else "No signals.")
    return "\n".join([*text, f"Legal next moves: {' '.join(legal)}."] if moves else text)


def question(what: Question, view: View) -> str:
    """Return the question as it is sent to a model."""
    return _ASKED[what].format(active=view.active)


def line_of(answer: str, what: Question) -> str:
    """Return the content of the last line of an answer that has the right form."""
    found = [match[1] for line in answer.splitlines() if (match := _LINE[what].match(line))]
    if not found:
        raise Unreadable(f"there is no line that begins with {what.upper()}:")
    return found[-1].strip()


def read_moves(answer: str, view: View) -> list[str]:
    """Return the moves of a turn from an answer; they must be legal and end the turn."""
    moves = line_of(answer, "moves").replace(",", " ").split()
    moves = [END if move.lower() == END else move.upper() for move in moves]
    if not moves:
        raise Unreadable("no move is named")
    return checked_turn(moves, view)


def checked_turn(moves: Sequence[str], view: View) -> list[str]:
    """Return the moves of a turn as far as it goes; refuse a move that is not legal, and a turn that stops short."""
    turn = OwnTurn.of(view)
    for number, move in enumerate(moves, start=1):
        if move == END:
            if turn.state.laid < turn.state.minimum:
                raise Unreadable(f"{turn.state.minimum} cards are needed before the end of the turn")
            return [*moves[:number]]
        if move not in MOVES:
            raise Unreadable(f"{move!r} is not a move")
        try:
            outcome, turn = turn.lay(*MOVES[move])
        except IllegalMove as error:
            raise Unreadable(f"{move}: {error}") from None
        if outcome != GOING or turn.stuck():
            return [*moves[:number]]
    raise Unreadable("the turn is not over after these moves: lay another card, or write end")


def read_signals(answer: str, view: View) -> list[Signal]:
    """Return the signals from an answer; this seat must be allowed to send each of them now."""
    text = line_of(answer, "signals")
    words = [] if text.lower() in ("", "none") else [word.split() for word in text.split(",")]
    return [_read_signal(word, view) for word in words if word]


def _read_signal(words: list[str], view: View) -> Signal:
    name, about = words[0].lower(), words[1] if len(words) == 2 else None
    if name not in SIGNALS or len(words) > 2:
        raise Unreadable(f"{' '.join(words)!r} is not a signal")
    pile = about.upper() if about and about.upper() in LETTERS else None
    command = about.lower() if about and pile is None else None
    signal = Signal(view.seat or 0, name, pile, command)
    if not may_say(view, signal):
        raise Unreadable(f"{' '.join(words)!r} may not be said now")
    return signal


def read_wish(answer: str, _view: View) -> str | None:
    """Return a wish about the start from an answer."""
    wish = line_of(answer, "wish").lower()
    if wish not in (*WISHES, "none"):
        raise Unreadable(f"{wish!r} is not a wish")
    return None if wish == "none" else wish


def _worded(signal: Signal) -> str:
    return " ".join(filter(None, [f"player_{signal.seat}:", signal.name, signal.pile, signal.command]))
