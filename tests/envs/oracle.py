"""The environments once more, by the rules and the table alone: what the engine is held to, step by step.

Nothing here is quick. Every vector is written part by part from a `Game`, talk happens at a `Table`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from nonante import Game, Rules
from nonante.envs import action_of, layout
from nonante.envs.actions import (
    ACTIONS,
    LIKE_ACTION,
    MOVE_OF,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    action_of_signal,
    signal_of,
)
from nonante.players.talk import changes
from nonante.table import Seat, Settings, Signal, Table, signals_open, talk_closed, who_starts

WISHES = {PASS_ACTION: None, LIKE_ACTION: "like", RATHER_NOT_ACTION: "rather-not"}


def worth(game: Game, reward: str, opening: int = 4) -> float:
    """Return what a game is worth so far."""
    share, playing = (98 - game.score) / 98, game.status == "playing"
    if reward == "win":
        return float(game.status == "won")
    if reward == "end":
        return 0.0 if playing else share
    a, b, c, d = game.tops
    return share - (a + b + 202 - c - d - opening) / 392 if reward == "shaped" and playing else share


@dataclass
class Past:
    """Every card laid, and when each card came."""

    laid: list[tuple[int, int, str]] = field(default_factory=list)
    came: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> Past:
        """Begin with the hands as they are."""
        return cls(came={card: 0 for hand in game.hands for card in hand})

    def note(self, before: Game, move: str, after: Game) -> None:
        """Remember a move and the draw that followed it."""
        if move != "end":
            self.laid.append((before.turn, before.active, move))
        for card in after.hands[before.active]:
            self.came.setdefault(card, before.turn)


def vector(
    game: Game,
    seat: int,
    observe: str = "observation",
    *,
    words: Iterable[Signal] | None = None,
    past: Past | None = None,
) -> npt.NDArray[np.int8]:
    """Return what a seat sees; `words` are the signals that stand, None where nobody talks."""
    rules, players = game.rules, game.rules.players
    seeded = rules.commands is not None and rules.commands.name == "seeded"
    chosen = layout(rules, observe, words is not None)
    out = np.zeros(chosen.size, np.int8)
    parts = {part.name: out[part.start : part.stop].reshape(part.shape) for part in chosen}
    assert ("map" in parts) == seeded

    def ahead(other: int) -> int:
        return (other - seat) % players

    def cards(name: str, numbers: Iterable[int]) -> None:
        parts[name][[number - 2 for number in numbers]] = 1

    cards("hand", game.hands[seat])
    for pile, top in enumerate(game.tops):
        parts["tops"][pile, top - 1] = 1
        if rules.marks[top]:
            parts["marks"][pile, rules.marks[top] - 1] = 1
    if game.turn_state.lock >= 0:
        parts["lock"][game.turn_state.lock] = 1
    moves, last = game.laid_this_turn, game.last_turn
    parts["touched"][["ABCD".index(move[-1]) for move in moves]] = 1
    parts["three"][0] = game.turn_state.three
    parts["laid"][len(moves)] = parts["needed"][max(0, game.minimum - len(moves))] = 1
    parts["draw"][len(game.draw)] = parts["active"][ahead(game.active)] = 1
    for other, hand in enumerate(game.hands):
        parts["counts"][ahead(other), len(hand)] = 1
    cards("this_turn", (int(move[:-1]) for move in moves))
    if last is not None:
        cards("last_turn", (int(move[:-1]) for move in last.moves))
        parts["last_seat"][ahead(last.seat)] = 1
    for word in words or ():
        parts["signals"][ahead(word.seat), action_of_signal(word) - ACTIONS] = 1
    for card in range(2, 100) if seeded else ():
        if 1 <= rules.marks[card] <= 7:
            parts["map"][card - 2, rules.marks[card] - 1] = 1
    if "unseen" in parts:
        cards("unseen", game.view(seat).unseen)
    if past is not None and observe == "information":
        _write_past(parts, past, seat, players, game.hands[seat])
    return out


def _write_past(
    parts: dict[str, npt.NDArray[np.int8]], past: Past, seat: int, players: int, hand: tuple[int, ...]
) -> None:
    own, places = set(hand), np.arange(7)
    for order, (turn, who, move) in enumerate(past.laid, start=1):
        card = int(move[:-1]) - 2
        parts["laid_by"][card, (who - seat) % players] = parts["laid_on"][card, "ABCD".index(move[-1])] = 1
        parts["laid_in"][card], parts["laid_at"][card] = turn >> places & 1, order >> places & 1
        own |= {card + 2} if who == seat else set()
    for card in own:
        parts["got_in"][card - 2] = 1 + past.came[card] >> places & 1


class TalkedGame:
    """A game at a table where every seat speaks before every turn, and all are heard together."""

    def __init__(self, rules: Rules, seed: int) -> None:
        seats = tuple(Seat(f"player_{seat}") for seat in range(rules.players))
        self._empty = Table(Settings(rules), seats)
        self._sit_down(Game.deal(rules, seed))
        self.words: list[list[Signal]] = [[] for _ in seats]
        self.heard = self.words
        self.past = Past.of(self.game)
        self._open("wish")

    def _sit_down(self, game: Game) -> None:
        self.table = replace(self._empty.apply(self._empty.arrange(game)), game=game)

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.table.require_game()

    @property
    def acting(self) -> int:
        """The seat that speaks or plays."""
        return self.game.active if self.phase == "play" else self._speaker

    @property
    def standing(self) -> set[Signal]:
        """What everybody sees now."""
        return {word for words in self.heard for word in words} & set(self.table.standing)

    def observe(self, observe: str = "observation") -> npt.NDArray[np.int8]:
        """Return what the acting seat sees: of its own words what it is about to say."""
        others = {word for word in self.standing if word.seat != self.acting}
        words = others | set(self.words[self.acting])
        return vector(self.game, self.acting, observe, words=words, past=self.past)

    def legal_actions(self) -> list[int]:
        """Return what the acting seat may do, in order."""
        if self.phase == "play":
            return [action_of(move) for move in self.game.legal_moves()]
        if self.phase == "wish":
            return list(WISHES)
        words = {*signals_open(self.game, self._speaker), *self.words[self._speaker]}
        return [*sorted({action_of_signal(word) for word in words} - self._said), PASS_ACTION]

    def act(self, action: int) -> None:
        """Speak or play, by a legal action."""
        if self.phase != "play":
            self._speak(action)
            return
        before = self.game
        self.table = self.table.move(before.active, MOVE_OF[action]).table
        self.past.note(before, MOVE_OF[action], self.game)
        if self.game.turn != before.turn:
            self._open("talk")

    def _open(self, phase: str) -> None:
        self.heard = [list(words) for words in self.words]
        closed = self.game.status != "playing" or talk_closed(self.game) is not None
        self.phase = "play" if closed else phase
        stands = [one.signal for one in self.table.raised]  # also what a silence hides: nobody took it back
        self.words = [[word for word in words if word in stands] for words in self.words]
        self._speaker, self._said, self._wishes = 0, set[int](), list[str | None]()

    def _speak(self, action: int) -> None:
        if action in WISHES:
            self._wishes.append(WISHES[action])
            self._said = set()
            self._speaker += 1
            if self._speaker == len(self.words):
                self._hear()
            return
        word, own = signal_of(action, self._speaker), self.words[self._speaker]
        self._said.add(action)
        kept = [old for old in own if not word.replaces(old)]
        self.words[self._speaker] = kept if word in own else [*kept, word]

    def _hear(self) -> None:
        if self.phase == "wish":
            self._sit_down(self.game.start_with(who_starts(self._wishes)))
            self._open("talk")
            return
        for seat, words in enumerate(self.words):
            for event in changes(self.table, seat, words):
                self.table = self.table.apply(event)
        self.heard = [list(words) for words in self.words]
        self.phase = "play"
