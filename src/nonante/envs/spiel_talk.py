"""The OpenSpiel game with talk as a table has it: every seat speaks before every turn, and wishes say who starts.

    import pyspiel
    import nonante.envs.spiel_talk                                # registers the game
    game = pyspiel.load_game("nonante_talk(edition=extreme,players=3,talk=permissive)")

Seats speak in order and are heard together, as in `TalkRound`. Everything else is as in `spiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import pyspiel

from ..rules import DECK, Game, NonanteError
from ..table import Signal
from .actions import TALK_ACTIONS, VOCABULARY, action_of, action_of_signal, action_text
from .errors import EnvError
from .round import check_signals
from .spiel import DEFAULTS, NonanteGame, NonanteState, Observer, StateData, game_type, shuffled_by
from .talk import TalkRound
from .vector import Encoder

NAME: Final = "nonante_talk"
TALK_DEFAULTS: Final = {**DEFAULTS, "talk": "standard"}
GAME_TYPE: Final = game_type(NAME, "The Game, with talk", 2, TALK_DEFAULTS)
_TRIES: Final = 8  # deals of the hidden cards until one fits what was said


class TalkGame(NonanteGame):
    """The game for one set of rules, two players at least."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = self._read({**TALK_DEFAULTS, **(params or {})})
        try:
            check_signals(self.rules, "table")
        except EnvError as error:
            raise pyspiel.SpielError(str(error)) from error
        a_round = self.rules.players * (len(VOCABULARY) + 1)  # each signal once, then nothing more
        length = self.rules.players + len(DECK) * (2 + a_round)
        pyspiel.Game.__init__(self, GAME_TYPE, self._info(TALK_ACTIONS, length), params or {})
        self.encoder = Encoder(self.rules, signals=True)

    def new_initial_state(self) -> TalkState:
        """Return the state before the first card is dealt."""
        return TalkState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TalkObserver:
        """Return what observes a state; see `NonanteGame`."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TalkObserver(self.rules, kind, params, signals=True)


class TalkData(StateData):
    """Everything a state holds, and the talk."""

    __slots__ = ("heard", "round", "spoken")

    def __init__(self) -> None:
        super().__init__()
        self.round: TalkRound | None = None  # from the first wish on
        self.spoken: tuple[tuple[int, int], ...] = ()  # seat and action of everything said, in order
        self.heard: tuple[tuple[int, tuple[Signal, ...]], ...] = ()  # turn, and what stood from then on

    def __deepcopy__(self, memo: object) -> TalkData:
        """Copy for `State.clone`."""
        new = super().__deepcopy__(memo)
        assert isinstance(new, TalkData)  # noqa: S101 - it has this type
        new.round, new.spoken, new.heard = self.round and self.round.copy(), self.spoken, self.heard
        return new

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "round": self.round, "spoken": self.spoken, "heard": self.heard}


class TalkState(NonanteState):
    """One moment: chance deals or draws, a seat speaks or plays, or the game is over."""

    def __init__(self, game: TalkGame) -> None:
        super().__init__(game)
        self.data: TalkData = TalkData()

    def current_player(self) -> int:
        """Return who speaks, moves, deals or draws next."""
        there = super().current_player()
        return self._talk().acting if there >= 0 else there

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - of the interface: always the acting seat
        return self._talk().legal_actions()

    def _apply_action(self, action: int) -> None:
        talk = self.data.round
        if talk is None or self.data.pending is not None or talk.phase == "play":
            super()._apply_action(action)
            return
        self.data.before = self.data.worth
        self.data.spoken = (*self.data.spoken, (talk.acting, action))
        talk.act(action)
        self.data.game = talk.game
        self._note_heard(talk)

    def _action_to_string(self, player: int, action: int) -> str:
        return super()._action_to_string(player, action) if player < 0 else action_text(action)

    def _deal(self, card: int) -> None:
        super()._deal(card)
        if self.data.game is not None:
            self.data.round = TalkRound(self.data.game, self.get_game().encoder, wishes=True)

    def _arrive(self, before: Game, move: str, after: Game) -> None:
        """Take over the game after a move, which is made at the table of the talk too."""
        talk = self._talk()
        talk.game, talk.table = before, replace(talk.table, game=before)
        talk.act(action_of(move))
        self._note_heard(talk)
        super()._arrive(before, move, after)

    def _note_heard(self, talk: TalkRound) -> None:
        """Remember what stands from now on, where that has changed: by talk, or because a move made a word untrue."""
        stands = talk.standing
        if stands != (self.data.heard[-1][1] if self.data.heard else ()):
            self.data.heard = (*self.data.heard, (talk.game.turn, stands))

    def _talk(self) -> TalkRound:
        if self.data.round is None:
            raise EnvError("reset-first")
        return self.data.round

    def __str__(self) -> str:
        talk = self.data.round
        if talk is None:
            return super().__str__()
        words = [_code(word) for seat in range(self.num_players()) for word in talk.own_words(seat)]
        return f"{super().__str__()} | {talk.phase} {talk.acting} | {' '.join(words)}".rstrip()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NonanteState:
        """Return a state this player cannot tell from the real one.

        Whoever said that it holds a kind of command must hold one there too. Where a few deals bring none that fits,
        cards change places with cards of their kind only, which always fits.
        """
        known = self.information_state_string(player)
        for _ in range(_TRIES):
            with suppress(NonanteError):
                other = super().resample_from_infostate(player, sampler)
                if other.information_state_string(player) == known:
                    return other
        marks, swap = self.get_game().rules.marks, dict[int, int]()
        for kind in sorted({marks[card] for card in self._unseen(player)}):
            cards = [card for card in self._unseen(player) if marks[card] == kind]
            swap |= zip(cards, shuffled_by(cards, sampler), strict=True)
        return self._replayed(swap)


class TalkObserver(Observer):
    """Writes tensors and strings of a state for one player, with what stands and what was heard."""

    def _words(self, state: NonanteState, player: int) -> Sequence[Signal]:
        talk = state.data.round if isinstance(state, TalkState) else None
        if talk is None:
            return ()
        return talk.known_words(player) if self._private else talk.standing

    def string_from(self, state: NonanteState, player: int) -> str:
        """Return what the player sees and hears, or with perfect recall all it has seen, heard and said, as text."""
        words, data = [super().string_from(state, player)], state.data
        assert isinstance(data, TalkData)  # noqa: S101 - of a state of this game
        if self._private and data.round is not None:
            said = (str(action) for seat, action in data.spoken if seat == player)
            own = " ".join(said if self._recall else map(_code, data.round.own_words(player)))
            words.append(f"says {own}".rstrip())
        if self._public and data.round is not None:
            heard = data.heard if self._recall else ((data.round.game.turn, data.round.standing),)
            words += [f"{turn} hears {' '.join(map(_code, said))}".rstrip() for turn, said in heard]
            words.append(f"{data.round.phase} {data.round.acting}")
        return " | ".join(words)


def _code(word: Signal) -> str:
    return f"{word.seat}:{action_of_signal(word)}"


def register() -> None:
    """Make the game known to `pyspiel.load_game`; importing this module does it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, TalkGame)


register()

__all__ = ["TALK_DEFAULTS", "TalkGame", "TalkObserver", "TalkState", "register"]
