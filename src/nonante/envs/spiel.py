"""The OpenSpiel game: a sequential game with explicit chance for every card dealt and drawn.

    import pyspiel
    import nonante.envs.spiel                                     # registers the game
    game = pyspiel.load_game("nonante(edition=extreme,players=3)")

The draw pile has no order here: a card is drawn by chance when a turn ends. Nothing is said in this game; the same game
with talk is in `spiel_talk`. See docs/reference/environments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar, Final, TypeVar

from .errors import EnvError, needs_extra

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise needs_extra(__name__, "openspiel") from error

from ..rules import DECK, Game, NonanteError, Rules
from .actions import ACTIONS, MOVE_OF, VOCABULARY, action_text, check_action
from .episode import Episode, Moment
from .options import Chosen, check_signals
from .spiel_observer import Observer, code_of, standing_text

NAME: Final = "nonante"
DEFAULTS: Final = {"edition": "base", "players": 2, "one_pile": "standard", "short_hand": "strict"}
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
T = TypeVar("T")
_OUTCOMES: Final = bytes((card - 2) % 256 for card in range(256))  # by card
_TRIES: Final = 8  # deals of the hidden cards until one fits what was said


def game_type(name: str, long_name: str, fewest: int, parameters: dict[str, Any]) -> Any:
    """Return OpenSpiel's description of the game."""
    provided = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")
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
        provides_factored_observation_string=True,
        parameter_specification=parameters,
        **{f"provides_{what}": True for what in provided},
    )


class Shared:
    """What all states of a game share; pickled with a state, where the game would come back without its attributes."""

    def __init__(self, rules: Rules, talks: bool) -> None:
        self.rules = rules
        self.talks = talks
        self.episode = Episode(Chosen(rules, "information", talks))  # every state has its moment in it
        self.lock = Lock()
        self.episode.begin(Game.deal(rules, 0), wishes=True)
        self.opening = self.episode.save()  # every deal is this one with other cards: on bare piles all cards fit

    def __reduce__(self) -> tuple[type[Shared], tuple[Rules, bool]]:
        return Shared, (self.rules, self.talks)


class NonanteGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game for one set of rules."""

    kind: ClassVar[Any] = game_type(NAME, "The Game", 1, DEFAULTS)
    defaults: ClassVar[dict[str, Any]] = {**DEFAULTS, "talk": "none"}
    talks: ClassVar[bool] = False

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = {**self.defaults, **(params or {})}
        try:
            self.rules = Rules.edition(options.pop("edition"), **options)
            check_signals(self.rules, "table" if self.talks else False)
        except NonanteError as error:
            raise pyspiel.SpielError(str(error)) from error
        self.shared = Shared(self.rules, self.talks)
        # every card, and the end of as many turns; wishes, then before every turn each signal once, and nothing more
        talk = self.rules.players * (1 + len(DECK) * (len(VOCABULARY) + 1)) if self.talks else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.episode.actions,
            max_chance_outcomes=len(DECK),
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=2 * len(DECK) + talk,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> NonanteState:
        """Return the state before the first card is dealt."""
        return NonanteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of a state: public or private information, with or without perfect recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, kind, params, self.talks)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes."""
        return len(DECK)


@dataclass(slots=True)
class StateData:
    """Everything a state holds. What is in it is replaced and never changed, so that a clone shares it."""

    of: Shared
    """What belongs to the game that is played; asking the state for it takes a way through C++."""
    to_come: int
    """How many cards chance hands out next: all that are dealt, or those drawn after a move."""
    player: int = CHANCE
    """Who speaks, moves, deals or draws next."""
    left: bytes = bytes(DECK)
    """The cards that chance may hand out, in order."""
    drawn: tuple[int, ...] = ()
    """Those it has handed out of late."""
    moment: Moment | None = None
    """Of the game, from its beginning on."""
    turn: int = 0
    """The number of the turn, 0 while cards are dealt."""
    acting: int = 0
    """The seat that speaks or plays."""
    pending: int | None = None
    """A move that ends the turn, while chance says what is drawn."""
    before: float = 0.0
    """Worth at the last decision."""
    worth: float = 0.0
    laid: tuple[tuple[int, int, str], ...] = ()
    """Turn, seat and move of every move, "end" included."""
    came: tuple[tuple[int, int, int], ...] = ()
    """Turn, seat and card of every card handed out."""
    spoken: tuple[tuple[int, int], ...] = ()
    """Seat and action of everything said, in order."""
    heard: tuple[tuple[int, str], ...] = ()
    """Turn, and what stood from then on."""

    def __deepcopy__(self, _memo: object) -> StateData:
        return copy(self)


class NonanteState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One moment: chance deals or draws, a seat speaks or plays, or the game is over."""

    def __init__(self, game: NonanteGame) -> None:
        super().__init__(game)
        self.data = StateData(game.shared, game.rules.hand_size * game.rules.players)

    # OpenSpiel asks by these names.

    def current_player(self) -> int:
        """Return the player to act, or chance."""
        return self.data.player

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.data.player == TERMINAL

    # These three spare every step a way through C++ and back.

    def is_chance_node(self) -> bool:
        """Tell whether chance deals or draws next."""
        return self.data.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in order; none for a player who does not act."""
        acting = self.data.player
        if acting == TERMINAL or (player is not None and player != acting):
            return []
        return list(self.data.left.translate(_OUTCOMES)) if acting == CHANCE else self.ask(Episode.legal_actions)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - of the interface: always the acting seat
        return self.ask(Episode.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next cards, all equally likely; outcome 0 is the card 2."""
        chance = 1 / len(self.data.left)
        return [(card - 2, chance) for card in self.data.left]

    def _apply_action(self, action: int) -> None:
        if self.data.player == CHANCE:
            self._hand_out(action + 2)
        else:
            self._act(check_action(action, self.data.of.episode.actions))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"card {action + 2}" if player == pyspiel.PlayerId.CHANCE else action_text(action)

    def returns(self) -> list[float]:
        """Return the returns so far, the same for all players."""
        return [self.data.worth] * self.num_players()

    def rewards(self) -> list[float]:
        """Return the rewards of the last decision, including the draw that followed."""
        return [self.data.worth - self.data.before] * self.num_players()

    def __str__(self) -> str:
        data, game = self.data, self.game
        if game is None:
            return f"dealing {' '.join(map(str, data.drawn))}".rstrip()
        move = "" if data.pending is None else MOVE_OF[data.pending]
        waiting = f" {move} draws {' '.join(map(str, data.drawn))}".rstrip() if move else ""
        # The draw pile has no order, so that equal states read equal.
        text = game._replace(draw=tuple(sorted(game.draw))).to_text() + waiting
        return text + self.ask(_talk_of) if self.get_game().talks else text

    @property
    def game(self) -> Game | None:
        """The game of `rules`; None while cards are dealt."""
        if self.data.moment is not None and self.data.moment.game is None:
            self.data.moment = self.ask(Episode.caught_up)
        return None if self.data.moment is None else self.data.moment.game

    def ask(self, question: Callable[[Episode], T]) -> T:
        """Run a function on an episode at this moment, and return its result."""
        game = self.data.of
        with game.lock:
            game.episode.restore(self._moment())
            return question(game.episode)

    def _moment(self) -> Moment:
        if self.data.moment is None:
            raise EnvError("reset-first")
        return self.data.moment

    # Dealing, drawing, playing.

    def _hand_out(self, card: int) -> None:
        """Let chance deal or draw a card; the last one begins the game, or lets the move take effect."""
        data = self.data
        if card not in data.left:
            raise EnvError("chance", card=card)
        place = data.left.index(card)
        seat = data.acting if data.moment else len(data.drawn) // self.data.of.rules.hand_size
        data.left = data.left[:place] + data.left[place + 1 :]
        data.drawn += (card,)
        data.came += ((data.turn, seat, card),)
        if len(data.drawn) == data.to_come:
            self._arrive(self._draw() if data.moment else self._deal())

    def _deal(self) -> Moment:
        game, data = self.data.of, self.data
        size, dealt = game.rules.hand_size, data.drawn
        hands = tuple(tuple(sorted(dealt[first : first + size])) for first in range(0, len(dealt), size))
        return game.opening.dealt_anew(hands, tuple(data.left))

    def _draw(self) -> Moment:
        data = self.data
        action, pile = data.pending or 0, (*data.drawn, *data.left)
        return self.ask(lambda episode: _acted(episode, action, pile))

    def _act(self, action: int) -> None:
        """Speak or play. If cards are to be drawn after a move, chance has to say which before it takes effect."""
        data, moment = self.data, self._moment()
        after = self.ask(lambda episode: _acted(episode, action))
        data.before = data.worth
        if action >= ACTIONS:
            data.spoken += ((data.acting, action),)
        else:
            data.laid += ((data.turn, data.acting, MOVE_OF[action]),)
        come = moment.left - after.left
        if come > 0:
            data.pending, data.player, data.to_come, data.left = action, CHANCE, come, bytes(moment.draw)
        else:
            self._arrive(after)

    def _arrive(self, after: Moment) -> None:
        """Take over the moment after a move, and remember what stands from now on, where that has changed."""
        data = self.data
        data.moment, data.turn, data.acting = after, after.turn, after.acting
        data.player, data.worth = TERMINAL if after.over else data.acting, (len(DECK) - after.score) / len(DECK)
        data.pending, data.left, data.drawn = None, b"", ()
        if self.data.of.talks:
            stands = self.ask(standing_text)
            if stands != (data.heard[-1][1] if data.heard else ""):
                data.heard += ((data.turn, stands),)

    # Search.

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NonanteState:
        """Return a state this player cannot tell from the real one: the cards it never saw change places.

        Cards that others have laid keep the time they came: nothing later depends on it. Whoever said that it holds a
        kind of command must hold one there too. Where a few deals bring none that fits, cards change places with cards
        of their kind only, which always fits.
        """
        unseen, game = self._unseen(player), self.get_game()
        if not game.talks:
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
        hidden = list(data.left if data.player == CHANCE else self._moment().draw)
        for _, seat, card in data.came:
            held = game is None or card in data.drawn or (card in game.hands[seat] and card != laid)
            if seat != player and held:
                hidden.append(card)
        return sorted(hidden)

    def _replayed(self, swap: Mapping[int, int]) -> NonanteState:
        """Return the state to which the same moves lead when cards have changed places."""
        state: NonanteState = self.get_game().new_initial_state()
        for action in self.history():
            chance = state.is_chance_node()
            state.apply_action(swap.get(action + 2, action + 2) - 2 if chance else action)
        return state


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


def register(made: type[NonanteGame] = NonanteGame) -> None:
    """Register a game for `pyspiel.load_game`; importing its module does this."""
    if made.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(made.kind, made)


register()
