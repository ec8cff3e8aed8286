"""`Round`: one game inside an environment, with its memory, and its signals where they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import index
from typing import Any, Literal, TypeAlias

from ..players import Player
from ..players.talk import changes
from ..rules import BadInput, Game, RuleOptions, Rules
from ..rules.deal import check_seed
from ..rules.outcome import PLAYING
from ..table import Seat, Settings, Signal, Table, signals_open, talk_closed
from .actions import ACTIONS, ALL_ACTIONS, MOVE_OF, TALK_ACTIONS, action_of_signal, check_action, signal_of
from .deals import Dealer
from .errors import EnvError
from .vector import Encoder, History, Vector, as_mask, idle_mask, legal_actions, mask_bytes

Signals: TypeAlias = bool | Literal["table"]
"""No signals, signals on one's own turn, or talk as at a table: before every turn, by every seat."""


def read_rules(rules: Rules | None, edition: str, players: int | None, options: RuleOptions) -> Rules:
    """Return the rules an environment was asked for: a `Rules`, or an edition with its keywords."""
    if rules is None:
        return Rules.edition(edition, players=1 if players is None else players, **options)
    if edition != "base" or players is not None or options:
        raise EnvError("both-rules")
    if not isinstance(rules, Rules):
        raise EnvError("rules", value=rules)
    return rules


def check_choice(name: str, value: object, known: Sequence[str]) -> None:
    """Raise unless a setting has one of its values."""
    if value not in known:
        raise EnvError("option", name=name, value=value, known=", ".join(known))


def check_signals(rules: Rules, signals: Signals) -> Signals:
    """Return the switch, unless nobody could signal under these rules."""
    if not isinstance(signals, bool) and signals != "table":
        raise EnvError("option", name="signals", value=signals, known="False, True or 'table'")
    if signals and (rules.players == 1 or rules.talk == "none"):
        raise EnvError("signals-alone")
    return signals


def action_count(signals: Signals) -> int:
    """Return how many actions there are with this kind of talk."""
    return TALK_ACTIONS if signals == "table" else ALL_ACTIONS if signals else ACTIONS


def open_game(rules: Rules, dealer: Dealer, seed: int | None, options: dict[str, Any] | None) -> Game:
    """Deal from a seed or the next of the dealer's row, or take what a reset's options say: `game`, or `start`."""
    number = None if seed is None else read_seed(seed)
    if number is not None:
        dealer.seed(number)
    if options and "game" in options:
        return _position(rules, options["game"])
    game = dealer.deal() if number is None else Game.deal(rules, number)
    return game.start_with(options["start"]) if options and "start" in options else game


def read_seed(seed: object) -> int:
    """Return a seed as a plain integer; NumPy integers are fine."""
    try:
        return check_seed(index(seed))  # type: ignore[arg-type]  # anything may come in here
    except TypeError:
        raise BadInput("seed", value=seed) from None


def _position(rules: Rules, game: object) -> Game:
    there = Game.from_text(game) if isinstance(game, str) else game
    if not isinstance(there, Game) or there.status != PLAYING or not _same_rules(there.rules, rules):
        raise EnvError("position", players=rules.players)
    return there


def _same_rules(there: Rules, rules: Rules) -> bool:
    if rules.commands is not None and not rules.commands.groups and there.commands is not None:
        return replace(there, commands=rules.commands) == rules  # any map may have been drawn
    return there == rules


class Round:
    """A game being played, and what seats remember of it. Signals need a table; without them none is kept."""

    __slots__ = ("_sent", "_table", "actions", "encoder", "game", "history", "plain")

    def __init__(self, game: Game, encoder: Encoder, signals: bool) -> None:
        self.encoder = encoder
        self.actions = ALL_ACTIONS if signals else ACTIONS
        self.game = game
        self.plain = not (signals or encoder.history)
        self.history = History.of(game) if encoder.history else None
        self._table = table_for(game) if signals else None
        self._sent: set[int] = set()  # signals sent in this turn: each once, so that no turn lasts for ever

    @property
    def acting(self) -> int:
        """The seat that acts now."""
        return self.game.active

    @property
    def table(self) -> Table:
        """The table at which signals are sent."""
        if self._table is None:
            raise EnvError("signals-alone")
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals everybody sees now."""
        return self._table.standing if self._table else ()

    def play(self, move: str) -> None:
        """Play a move of the active seat; raise IllegalMove naming the rule."""
        before = self.game
        if self._table is None:
            self.game = before.play(move)
        else:
            self._table = self._table.move(before.active, move).table
            self.game = self._table.require_game()
            if self.game.turn != before.turn:
                self._sent = set()
        if self.history is not None:
            self.history.note(before, move, self.game)

    def act(self, action: int) -> None:
        """Play an action of the active seat: a move or a signal; raise what the rules or the table raise."""
        if action < ACTIONS:
            self.play(MOVE_OF[action])
            return
        if action in self._sent:
            raise EnvError("illegal", action=action, why="this signal was sent in this turn already")
        self.send(signal_of(check_action(action, self.actions), self.game.active))
        self._sent.add(action)

    def send(self, signal: Signal) -> None:
        """Raise a signal for any seat."""
        if self._table:
            event = self._table.signal(signal.seat, signal.name, signal.pile, signal.command)
            self._table = self._table.apply(event)

    def speak(self, seat: int, player: Player) -> None:
        """Let a computer player bring its signals up to date."""
        if self._table is None or self.game.status != PLAYING or talk_closed(self.game):
            return
        for event in changes(self._table, seat, player.speak(self.game.view(seat), self.standing)):
            self._table = self._table.apply(event)

    def observe(self, seat: int) -> Vector:
        """Return the vector of a seat."""
        return self.encoder.vector(self.game, seat, self.standing, self.history)

    def mask(self) -> Vector:
        """Return the mask of the active seat."""
        return as_mask(mask_bytes(self.legal_actions(), self.actions))

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the active seat, in order; none once the game is over."""
        actions = legal_actions(self.game)
        if self._table is None or self.game.status != PLAYING:
            return actions
        for signal in signals_open(self.game, self.game.active):
            action = action_of_signal(signal)
            if action not in self._sent and signal not in self.standing:
                actions.append(action)
        return sorted(actions)

    def idle_mask(self) -> Vector:
        """Return the mask of any other seat."""
        return as_mask(idle_mask(self.actions))


def table_for(game: Game) -> Table:
    """Return a table at which this game is played."""
    seats = tuple(Seat(f"player_{seat}") for seat in range(game.rules.players))
    table = Table(Settings(game.rules), seats)
    return replace(table.apply(table.arrange(game)), game=game)
