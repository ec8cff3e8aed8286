"""`TalkRound`: talk as a table has it. Before every turn each seat may speak, also when it is not its own.

Seats speak in order, and nobody hears anything before all have spoken: before the first turn whether they would like
to start, then, before every turn, signals to raise or to withdraw. Then the seat whose turn it is plays.
"""

from __future__ import annotations

from copy import copy
from typing import Final, Literal, TypeAlias

from ..players import Player
from ..players.match import starter, wish_of, words_of
from ..players.talk import changes
from ..rules import Game, View
from ..rules.outcome import PLAYING
from ..table import Signal, signals_open, talk_closed
from .actions import (
    ACTIONS,
    LIKE_ACTION,
    MOVE_OF,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    TALK_ACTIONS,
    action_of_signal,
    signal_of,
)
from .errors import EnvError
from .round import Round, Signals, table_for
from .vector import Encoder, Vector, legal_actions

Phase: TypeAlias = Literal["wish", "talk", "play"]

_WISHES: Final = {PASS_ACTION: None, LIKE_ACTION: "like", RATHER_NOT_ACTION: "rather-not"}
_WISH_ACTIONS: Final = {wish: action for action, wish in _WISHES.items()}


class TalkRound(Round):
    """A game being played and talked about."""

    __slots__ = ("_heard", "_phase", "_speaker", "_toggled", "_wishes", "_words")

    def __init__(self, game: Game, encoder: Encoder, wishes: bool) -> None:
        super().__init__(game, encoder, signals=True)
        self.actions = TALK_ACTIONS
        self._speaker = 0
        self._toggled: set[int] = set()  # each signal once a round, so that no round lasts for ever
        self._wishes: list[str | None] = []
        self._words: list[list[Signal]] = [[] for _ in game.hands]
        self._heard = self._words
        self._phase: Phase = "play"
        if not game.laid_this_turn:
            self._open("wish" if wishes and game.turn == 1 else "talk")

    def copy(self) -> TalkRound:
        """Return the same moment once more, to be played on by itself."""
        other = copy(self)
        other._toggled, other._wishes = set(self._toggled), list(self._wishes)
        other._words, other._heard = ([list(words) for words in said] for said in (self._words, self._heard))
        return other

    def known_words(self, seat: int) -> list[Signal]:
        """Return what stands as a seat knows it: the others' words as heard, its own as it is about to say them."""
        return [word for word in self.standing if word.seat != seat] + self._words[seat]

    def own_words(self, seat: int) -> list[Signal]:
        """Return what a seat says, or is about to say."""
        return self._words[seat]

    @property
    def phase(self) -> Phase:
        """What the acting seat is asked: about the start, for signals, or for moves."""
        return self._phase

    @property
    def acting(self) -> int:
        """The seat that speaks or plays now."""
        return self.game.active if self._phase == "play" else self._speaker

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals everybody sees now, seat by seat."""
        stands = set(super().standing)
        return tuple(word for words in self._heard for word in words if word in stands)

    def act(self, action: int) -> None:
        """Let the acting seat speak or play."""
        if self._phase != "play":
            self._speak_up(action)
        elif action >= ACTIONS:
            raise EnvError("illegal", action=action, why="the talk before this turn is over")
        else:
            turn = self.game.turn
            self.play(MOVE_OF[action])
            if self.game.turn != turn:
                self._open("talk")

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the acting seat, in order; none once the game is over."""
        if self._phase == "play":
            return legal_actions(self.game)
        if self._phase == "wish":
            return list(_WISHES)
        open_now = [*signals_open(self.game, self._speaker), *self._words[self._speaker]]
        return [*sorted({action_of_signal(word) for word in open_now} - self._toggled), PASS_ACTION]

    def observe(self, seat: int) -> Vector:
        """Return the vector of a seat: what stands, and of its own words what it is about to say."""
        return self.encoder.vector(self.game, seat, self.known_words(seat), self.history)

    def answer_of(self, player: Player) -> int:
        """Return the action by which a computer player says its next word."""
        view = self.game.view(self._speaker)
        return _WISH_ACTIONS[wish_of(player, view)] if self._phase == "wish" else self._next_word(player, view)

    def _next_word(self, player: Player, view: View) -> int:
        own, wanted = self._words[self._speaker], words_of(player, view, self.standing)
        left = [word for word in own if word not in wanted] or [word for word in wanted if word not in own]
        actions = (action_of_signal(word) for word in left)
        return next((action for action in actions if action not in self._toggled), PASS_ACTION)

    def _open(self, phase: Phase) -> None:
        """Give every seat the word, in order; where talk is closed, nobody."""
        self._heard = [list(words) for words in self._words]
        closed = self.game.status != PLAYING or talk_closed(self.game) is not None
        self._phase = "play" if closed else phase
        stands = {mark.signal for mark in self.table.marks}  # also what a silence hides: nobody took it back
        self._words = [[word for word in words if word in stands] for words in self._words]
        self._speaker, self._toggled, self._wishes = 0, set(), []

    def _speak_up(self, action: int) -> None:
        if action not in self.legal_actions():
            raise EnvError("illegal", action=action, why="now it is for this seat to speak, or to pass")
        if action in _WISHES:
            self._wishes.append(_WISHES[action])
            self._toggled = set()
            self._speaker += 1
            if self._speaker == len(self._words):
                self._close()
            return
        word, own = signal_of(action, self._speaker), self._words[self._speaker]
        self._toggled.add(action)
        kept = [old for old in own if old != word and not word.replaces(old)]
        self._words[self._speaker] = kept if word in own else [*kept, word]

    def _close(self) -> None:
        """Let everybody hear what was said."""
        if self._phase == "wish":
            self._begin_with(starter(self._wishes))
            return
        for seat, words in enumerate(self._words):
            for event in changes(self.table, seat, words):
                self.table = self.table.apply(event)
        self._heard = [list(words) for words in self._words]
        self._phase = "play"

    def _begin_with(self, seat: int) -> None:
        self.game = self.game.start_with(seat)
        self.table = table_for(self.game)
        self._open("talk")


def open_round(game: Game, encoder: Encoder, signals: Signals, wishes: bool) -> Round:
    """Begin a game with the kind of talk asked for; `wishes` says whether the seats settle who starts."""
    return TalkRound(game, encoder, wishes) if signals == "table" else Round(game, encoder, bool(signals))
