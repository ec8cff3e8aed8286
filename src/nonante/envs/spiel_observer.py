"""The observer of the OpenSpiel game: tensors and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from ..rules import Game, Rules
from ..table import Signal
from .actions import action_of_signal
from .episode import Episode
from .layout import Vector
from .vector import Encoder

if TYPE_CHECKING:
    from .spiel import NonanteState, StateData

_PRIVATE = ("hand", "unseen", "got_in")


class Observer:
    """Writes tensors and strings of a state for one player, in the parts of `layout`."""

    def __init__(self, rules: Rules, iig_obs_type: Any, params: Any, signals: bool = False) -> None:
        if params:
            raise ValueError(f"no observation parameters are known here: {params}")
        self._recall = bool(iig_obs_type.perfect_recall)
        self._public = bool(iig_obs_type.public_info)
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encoder = Encoder(rules, "information" if self._recall else "observation", signals)
        self._parts = [
            part for part in self._encoder.layout if (self._private if part.name in _PRIVATE else self._public)
        ]
        self.tensor = np.zeros(sum(part.size for part in self._parts), np.float32)
        self.dict: dict[str, Any] = {}
        place = 0
        for part in self._parts:
            self.dict[part.name] = self.tensor[place : place + part.size]
            place += part.size

    def set_from(self, state: NonanteState, player: int) -> None:
        """Write the tensor; while cards are dealt, only the player's own hand is in it."""
        vector = self._vector(state.data, player)
        for part in self._parts:
            self.dict[part.name][:] = vector[part.start : part.stop]

    def _vector(self, data: StateData, player: int) -> Vector:
        if data.moment is not None:
            return self._encoder.see(data.moment.row, player, private=self._private)
        vector = np.zeros(self._encoder.size, np.int8)
        for _, seat, card in data.came:
            if seat == player:
                vector[card - 2] = 1
        return vector

    def string_from(self, state: NonanteState, player: int) -> str:
        """Return what the player sees as text, or with perfect recall everything it has seen and signalled."""
        data, game, words = state.data, state.game, list[str]()
        if self._private:
            words.append(f"p{player} {_own(data, game, player, self._recall)}")
        if self._public:
            laid = " ".join(f"{turn}:{seat}:{move}" for turn, seat, move in data.laid)
            words.append(laid if self._recall else _public(data, game))
        if data.pending is not None:
            words.append(f"draws {len(data.drawn)}")
        if game is not None and state.get_game().talks:
            words += self._talk(state, player)
        return " | ".join(words)

    def _talk(self, state: NonanteState, player: int) -> list[str]:
        data, words = state.data, list[str]()
        if self._private:
            said = [str(action) for seat, action in data.spoken if seat == player]
            own = said if self._recall else map(code_of, state.ask(lambda episode: episode.own_words(player)))
            words.append(f"says {' '.join(own)}".rstrip())
        if self._public:
            phase, acting, turn, stands = state.ask(_heard_now)
            heard = data.heard if self._recall else ((turn, stands),)
            words += [f"{when} hears {said}".rstrip() for when, said in heard]
            words.append(f"{phase} {acting}")
        return words


def _heard_now(episode: Episode) -> tuple[str, int, int, str]:
    return episode.phase, episode.acting, episode.turn, standing_text(episode)


def standing_text(episode: Episode) -> str:
    """Return the standing signals as text."""
    return " ".join(map(code_of, episode.standing))


def code_of(word: Signal) -> str:
    """Return a signal as text: its seat and its action."""
    return f"{word.seat}:{action_of_signal(word)}"


def _own(data: StateData, game: Game | None, player: int, recall: bool) -> str:
    if recall or game is None:
        return " ".join(f"{turn}+{card}" for turn, seat, card in data.came if seat == player)
    drawn = data.drawn if game.active == player else ()
    return " ".join(map(str, (*game.hands[player], *drawn)))


def _public(data: StateData, game: Game | None) -> str:
    if game is None:
        return f"dealt {len(data.drawn)}"
    last = f" {game.last_turn.seat}:{'.'.join(game.last_turn.moves)}" if game.last_turn else ""
    return (
        f"{'/'.join(map(str, game.tops))} turn {game.turn} seat {game.active} "
        f"hands {'/'.join(str(len(hand)) for hand in game.hands)} draw {len(game.draw)}"
        f"{last} > {'.'.join(game.laid_this_turn)}"
    ).rstrip()
