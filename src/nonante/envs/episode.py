"""`Episode`: one game of the engine, for environments that step a single game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from ..players import Player, wish_of, words_of
from ..rules import REASONS, Game, Rules, View
from ..table import Signal
from . import state
from .actions import (
    ACTIONS,
    END_ACTION,
    LIKE_ACTION,
    MOVE_OF,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    VOCABULARY,
    action_of_signal,
)
from .engine import Engine, Int8s
from .errors import EnvError
from .machine import COMPILED
from .state import Row

Phase: TypeAlias = Literal["play", "wish", "talk"]

_PHASES: Final[tuple[Phase, ...]] = ("play", "wish", "talk")
_WISH_ACTIONS: Final = {None: PASS_ACTION, "like": LIKE_ACTION, "rather-not": RATHER_NOT_ACTION}


Happening: TypeAlias = int | tuple[int, ...]
"""What the game of `rules` has to follow: an action; below 0, the seat that begins; another order of the draw pile."""


class Moment(NamedTuple):
    """All that an episode is at one moment, to come back to; never changed."""

    row: Row
    begun: Game | int
    """A game that came before, or the seed of its deal."""
    log: tuple[Happening, ...]
    """What has happened since."""
    acting: int
    turn: int
    over: bool
    score: int
    """Cards not laid, as `Game.score` counts them."""
    left: int
    """Cards in the draw pile."""
    game: Game | None = None
    """The game of `rules`, once it was asked for."""

    @property
    def draw(self) -> list[int]:
        """The draw pile, the next card first."""
        return state.draw_pile(self.row)


def engine_for_one(rules: Rules, observe: str, talks: bool, reward: str, game: Callable[[], Game]) -> Engine:
    """Return an engine for a single game; one that runs without Numba asks for the `game` that `rules` hold."""
    if COMPILED:
        return Engine(1, rules, observe, talks, reward, renews=False)
    from .plain import PlainEngine

    made = PlainEngine(1, rules, observe, talks, reward, renews=False)
    made.game = game
    return made


class Episode:
    """A game being played, and talked about where seats talk.

    It is played by the compiled engine. The game of `rules` follows when somebody asks for it.
    """

    def __init__(self, rules: Rules, observe: str, talks: bool, reward: str = "cards") -> None:
        self.engine = engine_for_one(rules, observe, talks, reward, lambda: self.game)
        self.rules, self.layout, self.actions, self.talks = rules, self.engine.layout, self.engine.actions, talks
        self.row: Row = self.engine.rows[0]
        self._shaped = reward == "shaped"
        self._begun: Game | int = 0
        self._log: list[Happening] = []
        self._at: Moment | None = None
        self._seen: Int8s = self.engine.observations[0]
        self._mask: Int8s = self.engine.masks[0]
        self._seat, self._ends = self.engine.seats, self.engine.ends
        self._action = np.zeros(1, np.int64)
        self._idle = np.zeros(self.actions, np.int8)
        self._idle[END_ACTION] = 1

    def begin(self, first: int | Game, *, wishes: bool = False) -> None:
        """Begin with the deal of a seed, where seats wish who starts, or with a game; `wishes` says so of that too."""
        self._begun = first
        self._log.clear()
        self._ends[0] = False
        self._at = None
        if isinstance(first, int):
            self.engine.seeds[0] = first
            self.engine.deal(0, 1)
        else:
            self.engine.load(first, wishes=wishes)

    # What there is to see.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._ends[0])

    @property
    def acting(self) -> int:
        """The seat that speaks or plays now."""
        return int(self._seat[0])

    @property
    def turn(self) -> int:
        """The number of the current turn."""
        return state.turn(self.row)

    @property
    def phase(self) -> Phase:
        """What the acting seat is asked: for moves, about the start, or for signals."""
        return _PHASES[int(self.row[state.PHASE])]

    @property
    def game(self) -> Game:
        """The game as the rules hold it."""
        game = Game.deal(self.rules, self._begun) if isinstance(self._begun, int) else self._begun
        for what in self._log:
            if isinstance(what, tuple):
                game = game._replace(draw=what)
            else:
                game = game.play(MOVE_OF[what]) if what >= 0 else game.start_with(-1 - what)
        self._log.clear()
        self._begun = game
        return game

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals everybody sees now, seat by seat."""
        return self._signals(state.HEARD, state.SHOWN) if self.talks and not self.engine.silent else ()

    def own_words(self, seat: int) -> tuple[Signal, ...]:
        """Return what a seat says, or is about to say."""
        return tuple(word for word in self._signals(state.WORDS, state.WORDS) if word.seat == seat)

    def _signals(self, first: int, second: int) -> tuple[Signal, ...]:
        """Return the signals that are in two sets of a seat."""
        players = self.rules.players
        sets = self.row[first : first + players] & self.row[second : second + players]
        return tuple(
            Signal(seat, *word)
            for seat, said in enumerate(sets.tolist())
            for place, word in enumerate(VOCABULARY)
            if said >> place & 1
        )

    def observe(self, seat: int) -> Int8s:
        """Return the vector of a seat: what stands, and of its own words what it is about to say."""
        return self._seen.copy() if seat == self._seat[0] else self.engine.see(seat)

    def mask(self) -> Int8s:
        """Return the mask of the acting seat; once the game is over, of nobody."""
        return self._mask.copy()

    def idle_mask(self) -> Int8s:
        """Return the mask of any other seat: a mask is never empty, so it holds `END_ACTION`."""
        return self._idle.copy()

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the acting seat, in order; none once the game is over."""
        return [] if self._ends[0] else self._mask.nonzero()[0].tolist()

    @property
    def outcome(self) -> dict[str, object]:
        """How the game stands or ended, as environments tell it."""
        if not self._ends[0]:
            return {"status": "playing", "reason": None, "score": state.unplayed(self.row)}
        reason = int(self.engine.reasons[0])
        told = REASONS[reason - 1] if reason else None
        return {"status": "lost" if told else "won", "reason": told, "score": int(self.engine.scores[0])}

    # What there is to do.

    def act(self, action: int) -> float:
        """Let the acting seat speak or play and return the reward; raise what the rules or the table raise."""
        if not self._mask[action] or self._ends[0]:
            self._refuse(action)
        phase = self.row[state.PHASE] if self.talks else state.PLAY
        self._action[0], self._at = action, None
        paid = self.engine.step(self._action, 0, 1)
        if phase == state.PLAY:
            self._log.append(action)
        elif phase == state.WISH != self.row[state.PHASE]:
            self._log.append(-1 - state.active(self.row))
        return paid

    def _refuse(self, action: int) -> None:
        phase = self.phase
        if phase != "play":
            raise EnvError("illegal", action=action, why="now it is for this seat to speak, or to pass")
        if action >= ACTIONS:
            raise EnvError("illegal", action=action, why="the talk before this turn is over")
        self.game.play(MOVE_OF[action])

    def pay_from_here(self) -> None:
        """Let shaped rewards begin here: what the tops have moved so far costs nothing."""
        state.pay_from_here(self.row)

    def give_back(self) -> float:
        """Return what breaking the episode off pays: nothing, but a potential goes back to 0."""
        return state.potential(self.row) if self._shaped else 0.0

    def answer_of(self, player: Player) -> int | None:
        """Return the action by which a player on the acting seat says its next word; None if it is to play."""
        phase = self.phase
        if phase == "play":
            return None
        view = self.game.view(self.acting)
        return _WISH_ACTIONS[wish_of(player, view)] if phase == "wish" else self._next_word(player, view)

    def _next_word(self, player: Player, view: View) -> int:
        own, wanted = self.own_words(self.acting), words_of(player, view, self.standing)
        left = [word for word in own if word not in wanted] or [word for word in wanted if word not in own]
        return next((action for action in map(action_of_signal, left) if self._mask[action]), PASS_ACTION)

    # Going back and forth.

    def save(self) -> Moment:
        """Return this moment."""
        row, over = self.row.copy(), self.over
        score = int(self.engine.scores[0]) if over else state.unplayed(row)
        left, log = state.left(row), tuple(self._log)
        self._at = Moment(row, self._begun, log, self.acting, self.turn, over, score, left)
        return self._at

    def caught_up(self) -> Moment:
        """Return this moment with the game of `rules` in it."""
        game = self.game
        self._at = self.save()._replace(game=game)
        return self._at

    def restore(self, moment: Moment) -> None:
        """Come back to a moment."""
        if self._at is not moment:
            self.row[:], self._begun, self._log = moment.row, moment.begun, list(moment.log)
            self._ends[0] = moment.over
            self.engine.show()
            self._at = moment

    def order_draw_pile(self, cards: tuple[int, ...]) -> None:
        """Let the cards of the draw pile be drawn in this order."""
        self._log.append(cards)
        state.order_draw_pile(self.row, cards)
