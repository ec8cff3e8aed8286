"""`Episode`: one game of the engine, for environments that step a single game."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from ..players import Player, wish_of, words_of
from ..rules import REASONS, Game, View
from ..table import Signal
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
from .engine import CAME_WITH_THE_DEAL, PLAY, WISH, Engine, Row, at, words
from .errors import EnvError
from .layout import Vector
from .options import Chosen

Phase: TypeAlias = Literal["play", "wish", "talk"]

_PHASES: Final[tuple[Phase, ...]] = ("play", "wish", "talk")
_WISH_ACTIONS: Final = {None: PASS_ACTION, "like": LIKE_ACTION, "rather-not": RATHER_NOT_ACTION}
# The kernel looks its places up by name, which takes Python a while.
_PHASE, _ACTIVE, _SPEAKER, _TURN, _STATUS, _LEFT = at.PHASE, at.ACTIVE, at.SPEAKER, at.TURN, at.STATUS, at.LEFT
_UNPLAYED, _HEIGHTS, _END_OF_DECK = at.UNPLAYED, at.HEIGHTS, at.DECK + at.CARDS


Happening: TypeAlias = int | tuple[int, ...]
"""What the game of `rules` has to follow: an action; below 0, the seat that begins; another order of the draw pile."""


class Moment(NamedTuple):
    """The whole state of an episode at one moment, for restoring it; immutable."""

    row: Row
    begun: Game | int
    """A game that came before, or the seed of its deal."""
    log: tuple[Happening, ...]
    """What has happened since."""
    score: int
    """Cards not laid, as `Game.score` counts them."""
    game: Game | None = None
    """The game of `rules`, once it was asked for."""

    @property
    def acting(self) -> int:
        """The seat that speaks or plays."""
        return int(self.row[_ACTIVE if self.row[_PHASE] == PLAY else _SPEAKER])

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.row[_TURN])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.row[_STATUS])

    @property
    def left(self) -> int:
        """How many cards are in the draw pile."""
        return int(self.row[_LEFT])

    @property
    def draw(self) -> list[int]:
        """The draw pile, the next card first."""
        cards: list[int] = self.row[_END_OF_DECK - self.left : _END_OF_DECK].tolist()
        return cards

    def dealt_anew(self, hands: tuple[tuple[int, ...], ...], draw: tuple[int, ...]) -> Moment:
        """Return the moment with other cards, before anything was laid."""
        row, begun = self.row.copy(), self.begun
        assert isinstance(begun, Game)  # noqa: S101 - for the type checker
        for seat, hand in enumerate(hands):
            row[at.HANDS + 4 * seat : at.HANDS + 4 * seat + 4] = _both_ways(hand)
        row[at.HAND : at.HAND + 4] = row[at.HANDS + 4 * begun.active :][:4]
        row[_END_OF_DECK - len(draw) : _END_OF_DECK] = draw
        if len(row) > at.PAST:
            row[at.PAST : at.PAST + at.CARDS] = 0
            row[[at.PAST + card - 2 for hand in hands for card in hand]] = CAME_WITH_THE_DEAL
        return Moment(row, begun._replace(hands=hands, draw=draw), (), self.score)


def _both_ways(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand as a row holds it."""
    return *words(hand), *words([101 - card for card in hand])


class Episode(Engine):
    """A game being played, and talked about where seats talk.

    The engine plays it. The game of `rules` follows when somebody asks for it.
    """

    def __init__(self, chosen: Chosen) -> None:
        super().__init__(1, chosen)
        self.row: Row = self.rows[0]
        self._shaped = chosen.reward == "shaped"
        self._begun: Game | int = 0
        self._log: list[Happening] = []
        self._at: Moment | None = None
        self._seen: Vector = self.observations[0]
        self._mask: Vector = self.masks[0]
        self._action = np.zeros(1, np.int64)
        self._idle = np.zeros(self.actions, np.int8)
        self._idle[END_ACTION] = 1

    def begin(self, first: int | Game, *, wishes: bool = False) -> None:
        """Begin with the deal of a seed, where seats wish who starts, or with a game; `wishes` says so of that too."""
        self._begun = first
        self._log.clear()
        self.ends[0] = False
        self._at = None
        if isinstance(first, int):
            self.seeds[0] = first
            self.deal_games(0, 1)
        else:
            self.load(first, wishes=wishes)

    # What there is to see.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ends[0])

    @property
    def acting(self) -> int:
        """The seat that speaks or plays now."""
        return int(self.seats[0])

    @property
    def turn(self) -> int:
        """The number of the current turn."""
        return int(self.row[_TURN])

    @property
    def phase(self) -> Phase:
        """What the acting seat must choose: moves, a wish about the start, or signals."""
        return _PHASES[int(self.row[_PHASE])]

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
        return self._signals(at.HEARD, at.STANDING) if self.talks and not self.silent else ()

    def own_words(self, seat: int) -> tuple[Signal, ...]:
        """Return the signals of a seat, including those it is about to send."""
        return tuple(word for word in self._signals(at.SAYING, at.SAYING) if word.seat == seat)

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

    def observe(self, seat: int) -> Vector:
        """Return the vector of a seat: what stands, and of its own words what it is about to say."""
        return self._seen.copy() if seat == self.seats[0] else self.see(seat)

    def mask(self) -> Vector:
        """Return the mask of the acting seat, or the idle mask once the game is over."""
        return self._mask.copy()

    def idle_mask(self) -> Vector:
        """Return the mask of any other seat: a mask is never empty, so it holds `END_ACTION`."""
        return self._idle.copy()

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the acting seat, in order; none once the game is over."""
        return [] if self.ends[0] else self._mask.nonzero()[0].tolist()

    @property
    def score(self) -> int:
        """How many cards are not laid, as `Game.score` counts them."""
        if self.ends[0]:
            return int(self.scores[0])
        low, high = self.row[_UNPLAYED : _UNPLAYED + 2].tolist()
        return int((low if low >= 0 else low + (1 << 64)) | high << 64).bit_count()

    @property
    def outcome(self) -> dict[str, object]:
        """The outcome of the game so far, as environments report it."""
        if not self.ends[0]:
            return {"status": "playing", "reason": None, "score": self.score}
        reason = int(self.reasons[0])
        told = REASONS[reason - 1] if reason else None
        return {"status": "lost" if told else "won", "reason": told, "score": self.score}

    # What there is to do.

    def act(self, action: int) -> float:
        """Let the acting seat signal or play and return the reward; raise the errors of rules and table."""
        if not self._mask[action] or self.ends[0]:
            self._refuse(action)
        phase = self.row[_PHASE] if self.talks else PLAY
        self._action[0], self._at = action, None
        paid = self.step_games(self._action, 0, 1)
        if phase == PLAY:
            self._log.append(action)
        elif phase == WISH != self.row[_PHASE]:
            self._log.append(-1 - int(self.row[_ACTIVE]))
        return paid

    def _refuse(self, action: int) -> None:
        phase = self.phase
        if phase != "play":
            raise EnvError("illegal", action=action, why="now it is for this seat to speak, or to pass")
        if action >= ACTIONS:
            raise EnvError("illegal", action=action, why="the talk before this turn is over")
        self.game.play(MOVE_OF[action])

    def pay_from_here(self) -> None:
        """Let shaped rewards begin here: earlier moves of the tops cost nothing."""
        self.row[at.FIRST_HEIGHTS] = self.row[_HEIGHTS : _HEIGHTS + 4].sum()

    def give_back(self) -> float:
        """Return the reward for aborting the episode, which only resets the potential to 0."""
        moved = self.row[_HEIGHTS : _HEIGHTS + 4].sum() - self.row[at.FIRST_HEIGHTS]
        return float(moved) / (4 * at.CARDS) if self._shaped else 0.0

    def answer_of(self, player: Player) -> int | None:
        """Return the action of the acting player's next signal; None if it must play."""
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
        self._at = Moment(self.row.copy(), self._begun, tuple(self._log), self.score)
        return self._at

    def caught_up(self) -> Moment:
        """Return this moment with the game of `rules` in it."""
        game = self.game
        self._at = self.save()._replace(game=game)
        return self._at

    def restore(self, moment: Moment) -> None:
        """Restore a moment."""
        if self._at is not moment:
            self.row[:], self._begun, self._log = moment.row, moment.begun, list(moment.log)
            self.ends[0], self.scores[0] = moment.over, moment.score
            self.show()
            self._at = moment

    def order_draw_pile(self, cards: tuple[int, ...]) -> None:
        """Set the order of the draw pile."""
        self._log.append(cards)
        self.row[_END_OF_DECK - len(cards) : _END_OF_DECK] = cards
