"""The OpenSpiel game: a sequential game with explicit chance for every card dealt and drawn.

    import pyspiel
    import nonante.envs.spiel                                     # registers the game
    game = pyspiel.load_game("nonante(edition=extreme,players=3)")

The draw pile has no order here: a card is drawn by chance when a turn ends. Nothing is said in this game; the same game
with talk is in `spiel_talk`. See docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyspiel

from ..rules import DECK, Game, NonanteError, Rules
from ..rules.outcome import PLAYING
from ..table import Signal
from .actions import ACTIONS, CARD_OF, MOVE_OF, check_action
from .errors import EnvError
from .rewards import cards_worth
from .vector import Encoder, History, legal_actions

NAME: Final = "nonante"
DEFAULTS: Final = {"edition": "base", "players": 2, "one_pile": "standard", "short_hand": "strict"}


def game_type(name: str, long_name: str, fewest: int, parameters: dict[str, Any]) -> Any:
    """Return what OpenSpiel wants to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=5,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


GAME_TYPE: Final = game_type(NAME, "The Game", 1, DEFAULTS)


def rules_of(params: dict[str, Any]) -> Rules:
    """Return the rules that the parameters of a game name."""
    options = {**DEFAULTS, "talk": "none", **params}
    return Rules.edition(options.pop("edition"), **options)


class NonanteGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game for one set of rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = self._read(params or {})
        # every card, and the end of as many turns
        super().__init__(GAME_TYPE, self._info(ACTIONS, 2 * len(DECK)), params or {})

    def _read(self, params: dict[str, Any]) -> Rules:
        try:
            return rules_of(params)
        except NonanteError as error:
            raise pyspiel.SpielError(str(error)) from error

    def _info(self, actions: int, length: int) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=len(DECK),
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=length,
        )

    def new_initial_state(self) -> NonanteState:
        """Return the state before the first card is dealt."""
        return NonanteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what observes a state: all of it, its public or its private side, with perfect recall or without."""
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards chance can hand out."""
        return len(DECK)


class StateData:
    """Everything a state holds: replaced and never changed once it is shared, so that a clone may share it."""

    __slots__ = ("before", "came", "dealt", "drawn", "game", "laid", "pending", "worth")

    def __init__(self) -> None:
        self.dealt: tuple[int, ...] = ()  # cards of the deal, seat 0 first, until the game begins
        self.game: Game | None = None
        self.pending: str | None = None  # a move that ends the turn, while chance says what is drawn
        self.drawn: tuple[int, ...] = ()
        self.before = 0.0  # worth at the last decision
        self.worth = 0.0
        self.laid: tuple[tuple[int, int, str], ...] = ()  # turn, seat and move of every move, "end" included
        self.came: tuple[tuple[int, int, int], ...] = ()  # turn, seat and card of every card handed out

    def __deepcopy__(self, _memo: object) -> StateData:
        """Copy for `State.clone`: every value in here is immutable."""
        new = type(self)()
        for name in StateData.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def __getstate__(self) -> dict[str, Any]:
        data = {name: getattr(self, name) for name in StateData.__slots__ if name != "game"}
        return {**data, "game": self.game and self.game.to_text()}

    def __setstate__(self, data: dict[str, Any]) -> None:
        for name, value in data.items():
            setattr(self, name, value)
        self.game = Game.from_text(data["game"]) if data["game"] else None


class NonanteState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One moment: chance deals or draws, a seat acts, or the game is over."""

    def __init__(self, game: NonanteGame) -> None:
        super().__init__(game)
        self.data = StateData()

    # OpenSpiel asks by these names.

    def current_player(self) -> int:
        """Return who moves next."""
        data = self.data
        if data.game is None or data.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return data.game.active if data.game.status == PLAYING else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.data.game is not None and self.data.pending is None and self.data.game.status != PLAYING

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - of the interface: always the active seat
        assert self.data.game is not None  # noqa: S101 - a decision has a game
        return legal_actions(self.data.game)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each card that may be next, all equally likely; outcome 0 is the card 2."""
        cards = self._left()
        return [(card - 2, 1 / len(cards)) for card in cards]

    def _left(self) -> list[int]:
        data = self.data
        if data.game is None:
            return [card for card in DECK if card not in data.dealt]
        return sorted(set(data.game.draw) - set(data.drawn))

    def _apply_action(self, action: int) -> None:
        if self.data.game is None or self.data.pending is not None:
            if action + 2 not in self._left():
                raise EnvError("chance", card=action + 2)
            (self._deal if self.data.game is None else self._draw)(action + 2)
        else:
            self._play(MOVE_OF[check_action(action, ACTIONS)])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"card {action + 2}" if player == pyspiel.PlayerId.CHANCE else MOVE_OF[action]

    def returns(self) -> list[float]:
        """Return what each player has got so far: the same for all."""
        return [self.data.worth] * self.num_players()

    def rewards(self) -> list[float]:
        """Return what the last decision brought, with the draw that followed it."""
        return [self.data.worth - self.data.before] * self.num_players()

    def __str__(self) -> str:
        data = self.data
        if data.game is None:
            return f"dealing {' '.join(map(str, data.dealt))}".rstrip()
        waiting = f" {data.pending} draws {' '.join(map(str, data.drawn))}".rstrip() if data.pending else ""
        # The draw pile has no order, so that equal states read equal.
        return data.game._replace(draw=tuple(sorted(data.game.draw))).to_text() + waiting

    # Dealing, drawing, playing.

    def _deal(self, card: int) -> None:
        rules: Rules = self.get_game().rules
        data = self.data
        seat = len(data.dealt) // rules.hand_size
        data.dealt = (*data.dealt, card)
        data.came = (*data.came, (0, seat, card))
        if len(data.dealt) == rules.hand_size * rules.players:
            size = rules.hand_size
            hands = [data.dealt[size * seat : size * seat + size] for seat in range(rules.players)]
            draw = [left for left in DECK if left not in data.dealt]
            data.game = Game.arrange(rules, hands=hands, draw=draw)

    def _play(self, move: str) -> None:
        """Play a move; if cards are to be drawn after it, chance has to say which before it takes effect."""
        data = self.data
        game = self._game()
        data.before = data.worth
        data.laid = (*data.laid, (game.turn, game.active, move))
        after = game.play(move)
        if len(after.draw) < len(game.draw):
            data.pending = move
        else:
            self._arrive(game, move, after)

    def _draw(self, card: int) -> None:
        data = self.data
        game = self._game()
        move = data.pending or ""
        data.drawn = (*data.drawn, card)
        data.came = (*data.came, (game.turn, game.active, card))
        rest = tuple(left for left in game.draw if left not in data.drawn)
        ordered = game._replace(draw=data.drawn + rest)
        after = ordered.play(move)
        if len(game.draw) - len(after.draw) == len(data.drawn):
            data.pending, data.drawn = None, ()
            self._arrive(ordered, move, after)

    def _arrive(self, before: Game, move: str, after: Game) -> None:  # noqa: ARG002 - for games with talk
        """Take over the game after a move, the cards that it draws being the next of the draw pile before it."""
        self.data.game = after
        self.data.worth = cards_worth(after)

    def _game(self) -> Game:
        if self.data.game is None:
            raise EnvError("reset-first")
        return self.data.game

    # Search.

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NonanteState:
        """Return a state this player cannot tell from the real one: the cards it never saw change places.

        Cards that others have laid keep the time they came: nothing later depends on it.
        """
        unseen = self._unseen(player)
        return self._replayed(dict(zip(unseen, shuffled_by(unseen, sampler), strict=True)))

    def _unseen(self, player: int) -> list[int]:
        """Return the cards that a player never saw, in order."""
        there = self.data.game
        return sorted(
            [card for card in self._left() if there is None or card not in self.data.drawn]
            + [card for _, seat, card in self.data.came if seat != player and self._holds(seat, card)]
        )

    def _replayed(self, swap: Mapping[int, int]) -> NonanteState:
        """Return the state to which the same moves lead when cards have changed places."""
        state = self.get_game().new_initial_state()
        for action in self.history():
            chance = state.is_chance_node()
            state.apply_action(swap.get(action + 2, action + 2) - 2 if chance else action)
        return state  # type: ignore[no-any-return]  # made by this very class

    def _holds(self, seat: int, card: int) -> bool:
        data = self.data
        if data.game is None or card in data.drawn:
            return True
        return card in data.game.hands[seat] and CARD_OF.get(data.pending or "") != card


def shuffled_by(cards: Sequence[int], sampler: Callable[[], float]) -> list[int]:
    """Return cards in an order drawn from numbers between 0 and 1."""
    out = list(cards)
    for last in range(len(out) - 1, 0, -1):
        pick = min(last, int(sampler() * (last + 1)))
        out[last], out[pick] = out[pick], out[last]
    return out


class Observer:
    """Writes tensors and strings of a state for one player, in the parts of `layout`."""

    def __init__(self, rules: Rules, iig_obs_type: Any, params: Any, signals: bool = False) -> None:
        if params:
            raise ValueError(f"no observation parameters are known here: {params}")
        self._recall = bool(iig_obs_type.perfect_recall)
        self._public = bool(iig_obs_type.public_info)
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._encoder = Encoder(rules, "information" if self._recall else "observation", signals)
        private = ("hand", "unseen", "got_in")
        self._parts = [
            part for part in self._encoder.layout if (self._private if part.name in private else self._public)
        ]
        self.tensor = np.zeros(sum(part.size for part in self._parts), np.float32)
        self.dict: dict[str, Any] = {}
        place = 0
        for part in self._parts:
            self.dict[part.name] = self.tensor[place : place + part.size]
            place += part.size

    def set_from(self, state: NonanteState, player: int) -> None:
        """Write the tensor; while cards are dealt only what is in the own hand shows."""
        vector = self._vector(state, player)
        for part in self._parts:
            self.dict[part.name][:] = vector[part.start : part.stop]

    def _vector(self, state: NonanteState, player: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        data = state.data
        if data.game is None:
            vector = np.zeros(self._encoder.size, np.int8)
            for _, seat, card in data.came:
                if seat == player:
                    vector[card - 2] = 1
            return vector
        laid = [entry for entry in data.laid if entry[2] != "end"]
        if data.pending is not None and data.pending != "end":
            laid.pop()  # it takes effect with the last card drawn
        history = History(laid, {card: turn for turn, _, card in data.came})
        return self._encoder.vector(data.game, player, self._words(state, player), history)

    def _words(self, state: NonanteState, player: int) -> Sequence[Signal]:  # noqa: ARG002 - for games with talk
        """Return the signals that stand: none."""
        return ()

    def string_from(self, state: NonanteState, player: int) -> str:
        """Return what the player sees, or with perfect recall all it has seen, as text."""
        words = []
        data = state.data
        if self._private:
            words.append(f"p{player} {_own(state, player, self._recall)}")
        if self._public and self._recall:
            words.append(" ".join(f"{turn}:{seat}:{move}" for turn, seat, move in data.laid))
        if self._public and not self._recall:
            words.append(_public(state))
        if data.pending is not None:
            words.append(f"draws {len(data.drawn)}")
        return " | ".join(words)


def _own(state: NonanteState, player: int, recall: bool) -> str:
    data = state.data
    if recall or data.game is None:
        cards = [f"{turn}+{card}" for turn, seat, card in data.came if seat == player]
    else:
        cards = [str(card) for card in (*data.game.hands[player], *_just_drawn(data, player))]
    return " ".join(cards)


def _just_drawn(data: StateData, player: int) -> tuple[int, ...]:
    return data.drawn if data.game is not None and data.game.active == player else ()


def _public(state: NonanteState) -> str:
    game = state.data.game
    if game is None:
        return f"dealt {len(state.data.dealt)}"
    last = f" {game.last_turn.seat}:{'.'.join(game.last_turn.moves)}" if game.last_turn else ""
    return (
        f"{'/'.join(map(str, game.tops))} turn {game.turn} seat {game.active} "
        f"hands {'/'.join(str(len(hand)) for hand in game.hands)} draw {len(game.draw)}"
        f"{last} > {'.'.join(game.laid_this_turn)}"
    ).rstrip()


def register() -> None:
    """Make the game known to `pyspiel.load_game`; importing this module does it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, NonanteGame)


register()

__all__ = ["DEFAULTS", "NonanteGame", "NonanteState", "Observer", "register", "rules_of"]
