"""The OpenSpiel game: a sequential game with explicit chance for every card dealt and drawn.

    import pyspiel
    import nonante.envs.spiel                                     # registers the game
    game = pyspiel.load_game("nonante(edition=extreme,players=3)")

The draw pile has no order here: a card is drawn by chance when a turn ends. Nothing is said in this game; the same game
with talk is in `spiel_talk`. See docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Final, TypeVar

import pyspiel

from ..rules import DECK, Game, NonanteError, Rules
from .actions import ACTIONS, MOVE_OF, VOCABULARY, action_text, check_action
from .episode import Episode, Moment
from .errors import EnvError
from .options import check_signals
from .spiel_observer import Observer, code_of, standing_text

NAME: Final = "nonante"
DEFAULTS: Final = {"edition": "base", "players": 2, "one_pile": "standard", "short_hand": "strict"}
T = TypeVar("T")
_TRIES: Final = 8  # deals of the hidden cards until one fits what was said


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
        self._load(GAME_TYPE, params or {}, {**DEFAULTS, "talk": "none"}, talks=False)

    def _load(self, kind: Any, params: dict[str, Any], defaults: dict[str, Any], talks: bool) -> None:
        try:
            self.rules = rules_of({**defaults, **params})
            check_signals(self.rules, "table" if talks else False)
        except NonanteError as error:
            raise pyspiel.SpielError(str(error)) from error
        self.episode = Episode(self.rules, "information", talks)  # every state comes back to its own moment in it
        self.dealt = Game.deal(self.rules, 0)  # every deal is this one with other cards: on bare piles all cards fit
        self.lock = Lock()
        # every card, and the end of as many turns; wishes, then before every turn each signal once, and nothing more
        talk = self.rules.players * (1 + len(DECK) * (len(VOCABULARY) + 1)) if talks else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.episode.actions,
            max_chance_outcomes=len(DECK),
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=2 * len(DECK) + talk,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> NonanteState:
        """Return the state before the first card is dealt."""
        return NonanteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what observes a state: all of it, its public or its private side, with perfect recall or without."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, kind, params, self.episode.talks)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards chance can hand out."""
        return len(DECK)


class StateData:
    """Everything a state holds: replaced and never changed once it is shared, so that a clone may share it."""

    __slots__ = ("before", "came", "dealt", "drawn", "heard", "laid", "moment", "pending", "spoken", "to_draw", "worth")

    def __init__(self) -> None:
        self.dealt: tuple[int, ...] = ()  # cards of the deal, seat 0 first, until the game begins
        self.moment: Moment | None = None  # of the game, from its beginning on
        self.pending: int | None = None  # a move that ends the turn, while chance says what is drawn
        self.to_draw = 0  # how many cards it draws
        self.drawn: tuple[int, ...] = ()
        self.before = 0.0  # worth at the last decision
        self.worth = 0.0
        self.laid: tuple[tuple[int, int, str], ...] = ()  # turn, seat and move of every move, "end" included
        self.came: tuple[tuple[int, int, int], ...] = ()  # turn, seat and card of every card handed out
        self.spoken: tuple[tuple[int, int], ...] = ()  # seat and action of everything said, in order
        self.heard: tuple[tuple[int, str], ...] = ()  # turn, and what stood from then on

    def __deepcopy__(self, _memo: object) -> StateData:
        """Copy for `State.clone`: every value in here is immutable."""
        new = StateData()
        for name in StateData.__slots__:
            setattr(new, name, getattr(self, name))
        return new


class NonanteState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One moment: chance deals or draws, a seat speaks or plays, or the game is over."""

    def __init__(self, game: NonanteGame) -> None:
        super().__init__(game)
        self.data = StateData()

    # OpenSpiel asks by these names.

    def current_player(self) -> int:
        """Return who speaks, moves, deals or draws next."""
        moment = self.data.moment
        if moment is None or self.data.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if moment.over else moment.acting

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.data.moment is not None and self.data.pending is None and self.data.moment.over

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - of the interface: always the acting seat
        return self.ask(Episode.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each card that may be next, all equally likely; outcome 0 is the card 2."""
        cards = sorted(self._left())
        chance = 1 / len(cards)
        return [(card - 2, chance) for card in cards]

    def _left(self) -> set[int]:
        data = self.data
        gone, there = (data.dealt, list(DECK)) if data.moment is None else (data.drawn, data.moment.draw)
        return set(there).difference(gone)

    def _apply_action(self, action: int) -> None:
        if self.data.moment is None or self.data.pending is not None:
            if action + 2 not in self._left():
                raise EnvError("chance", card=action + 2)
            (self._deal if self.data.moment is None else self._draw)(action + 2)
        else:
            self._act(check_action(action, self.get_game().episode.actions))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"card {action + 2}" if player == pyspiel.PlayerId.CHANCE else action_text(action)

    def returns(self) -> list[float]:
        """Return what each player has got so far: the same for all."""
        return [self.data.worth] * self.num_players()

    def rewards(self) -> list[float]:
        """Return what the last decision brought, with the draw that followed it."""
        return [self.data.worth - self.data.before] * self.num_players()

    def __str__(self) -> str:
        data, game = self.data, self.game
        if game is None:
            return f"dealing {' '.join(map(str, data.dealt))}".rstrip()
        move = "" if data.pending is None else MOVE_OF[data.pending]
        waiting = f" {move} draws {' '.join(map(str, data.drawn))}".rstrip() if move else ""
        # The draw pile has no order, so that equal states read equal.
        text = game._replace(draw=tuple(sorted(game.draw))).to_text() + waiting
        return text + self.ask(_talk_of) if self.get_game().episode.talks else text

    @property
    def game(self) -> Game | None:
        """The game as the rules hold it; None while cards are dealt."""
        if self.data.moment is not None and self.data.moment.game is None:
            self.data.moment = self.ask(Episode.caught_up)
        return None if self.data.moment is None else self.data.moment.game

    def ask(self, question: Callable[[Episode], T]) -> T:
        """Return what an episode that stands at this moment answers."""
        game: NonanteGame = self.get_game()
        with game.lock:
            game.episode.restore(self._moment())
            return question(game.episode)

    def _moment(self) -> Moment:
        if self.data.moment is None:
            raise EnvError("reset-first")
        return self.data.moment

    # Dealing, drawing, playing.

    def _deal(self, card: int) -> None:
        game: NonanteGame = self.get_game()
        data, rules = self.data, game.rules
        size, seat = rules.hand_size, len(data.dealt) // rules.hand_size
        data.dealt = (*data.dealt, card)
        data.came = (*data.came, (0, seat, card))
        if len(data.dealt) == size * rules.players:
            hands = [tuple(sorted(data.dealt[size * seat : size * seat + size])) for seat in range(rules.players)]
            draw = sorted(set(DECK).difference(data.dealt))
            with game.lock:
                game.episode.begin(game.dealt._replace(hands=tuple(hands), draw=tuple(draw)), wishes=True)
                data.moment = game.episode.save()

    def _act(self, action: int) -> None:
        """Speak or play. If cards are to be drawn after a move, chance has to say which before it takes effect."""
        data, moment = self.data, self._moment()
        after = self.ask(lambda episode: _acted(episode, action))
        data.before = data.worth
        if action >= ACTIONS:
            data.spoken = (*data.spoken, (moment.acting, action))
        else:
            data.laid = (*data.laid, (moment.turn, moment.acting, MOVE_OF[action]))
        data.to_draw = moment.left - after.left
        if data.to_draw:
            data.pending = action
        else:
            self._arrive(after)

    def _draw(self, card: int) -> None:
        data, moment, action = self.data, self._moment(), self.data.pending or 0
        data.drawn = (*data.drawn, card)
        data.came = (*data.came, (moment.turn, moment.acting, card))
        if len(data.drawn) == data.to_draw:
            order = data.drawn + tuple(left for left in moment.draw if left not in data.drawn)
            after = self.ask(lambda episode: _acted(episode, action, order))
            data.pending, data.drawn = None, ()
            self._arrive(after)

    def _arrive(self, after: Moment) -> None:
        """Take over the moment after a move, and remember what stands from now on, where that has changed."""
        data = self.data
        data.moment, data.worth = after, (len(DECK) - after.score) / len(DECK)
        if self.get_game().episode.talks:
            stands = self.ask(standing_text)
            if stands != (data.heard[-1][1] if data.heard else ""):
                data.heard = (*data.heard, (after.turn, stands))

    # Search.

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NonanteState:
        """Return a state this player cannot tell from the real one: the cards it never saw change places.

        Cards that others have laid keep the time they came: nothing later depends on it. Whoever said that it holds a
        kind of command must hold one there too. Where a few deals bring none that fits, cards change places with cards
        of their kind only, which always fits.
        """
        unseen, game = self._unseen(player), self.get_game()
        if not game.episode.talks:
            return self._replayed(dict(zip(unseen, shuffled_by(unseen, sampler), strict=True)))
        known = self.information_state_string(player)
        for _ in range(_TRIES):
            with suppress(NonanteError):
                other = self._replayed(dict(zip(unseen, shuffled_by(unseen, sampler), strict=True)))
                if other.information_state_string(player) == known:
                    return other
        swap = dict[int, int]()
        for kind in sorted({game.rules.marks[card] for card in unseen}):
            cards = [card for card in unseen if game.rules.marks[card] == kind]
            swap |= zip(cards, shuffled_by(cards, sampler), strict=True)
        return self._replayed(swap)

    def _unseen(self, player: int) -> list[int]:
        """Return the cards that a player never saw, in order."""
        data, game = self.data, self.game
        laid = None if data.pending is None else data.pending // 4 + 2  # by the move that waits; 100 for an end
        hidden = [card for card in self._left() if game is None or card not in data.drawn]
        for _, seat, card in data.came:
            held = game is None or card in data.drawn or (card in game.hands[seat] and card != laid)
            if seat != player and held:
                hidden.append(card)
        return sorted(hidden)

    def _replayed(self, swap: Mapping[int, int]) -> NonanteState:
        """Return the state to which the same moves lead when cards have changed places."""
        state = self.get_game().new_initial_state()
        for action in self.history():
            chance = state.is_chance_node()
            state.apply_action(swap.get(action + 2, action + 2) - 2 if chance else action)
        return state  # type: ignore[no-any-return]  # made by this very class


def _acted(episode: Episode, action: int, draw: tuple[int, ...] | None = None) -> Moment:
    """Act, with the draw pile in an order, and return the moment after."""
    if draw is not None:
        episode.order_draw_pile(draw)
    episode.act(action)
    return episode.save()


def _talk_of(episode: Episode) -> str:
    words = (code_of(word) for seat in range(episode.rules.players) for word in episode.own_words(seat))
    return f" | {episode.phase} {episode.acting} | {' '.join(words)}".rstrip()


def shuffled_by(cards: Sequence[int], sampler: Callable[[], float]) -> list[int]:
    """Return cards in an order drawn from numbers between 0 and 1."""
    out = list(cards)
    for last in range(len(out) - 1, 0, -1):
        pick = min(last, int(sampler() * (last + 1)))
        out[last], out[pick] = out[pick], out[last]
    return out


def register(kind: Any = GAME_TYPE, made: type[NonanteGame] = NonanteGame) -> None:
    """Make a game known to `pyspiel.load_game`; importing its module does it."""
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, made)


register()

__all__ = ["DEFAULTS", "NonanteGame", "NonanteState", "Observer", "register", "rules_of"]
