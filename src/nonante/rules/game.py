"""`Game`: a game at one moment, as an immutable value; every move returns the next one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from .cards import BASES, END, LETTERS, MOVE_TEXT, MOVES, PILES, Card, Tops, card_of, is_card
from .deal import shuffled_deck
from .errors import BadInput, Cause, IllegalMove, json_data
from .outcome import LOST, PLAYING, STUCK, WON, LossReason, Status, grade
from .settings import Rules
from .text import data_from_text, text_from_data
from .turn import TurnState, broken_at_end, can_lay, cards_to_draw, lay_card, lay_moves, new_turn, stuck
from .view import Displayable, Turn, View

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of every seat, each hand sorted."""

_make: Final = tuple.__new__  # makes a named tuple of all its fields, in a third of the time that it takes itself


class _Fields(NamedTuple):
    """What a game holds."""

    rules: Rules
    hands: Hands
    draw: tuple[Card, ...]
    """The draw pile, the next card first."""
    active: int
    turn: int
    """Number of the current turn, from 1."""
    opening: Tops
    """The tops when this turn started."""
    turn_state: TurnState
    """How this turn stands after the cards laid in it."""
    laid_this_turn: tuple[str, ...] = ()
    last_turn: Turn | None = None
    status: Status = PLAYING
    reason: LossReason | None = None


class Game(Displayable, _Fields):
    """A game at one moment. Create one with `deal`, `arrange`, `from_text` or `from_json`; `play` returns the next."""

    __slots__ = ()

    @classmethod
    def deal(cls, rules: Rules, seed: int) -> Game:
        """Deal a new game; seat 0 starts unless `start_with` chooses another.

        >>> Game.deal(Rules.edition("base", players=1), seed=7).hands
        ((4, 28, 30, 34, 46, 49, 52, 68),)
        """
        deck = shuffled_deck(seed)
        size = rules.hand_size
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)]
        return cls._open(rules.resolve(seed), BASES, hands, deck[size * rules.players :], 0)

    @classmethod
    def arrange(
        cls,
        rules: Rules,
        piles: Mapping[str, int] | None = None,
        hands: Sequence[Iterable[Card]] = (),
        draw: Iterable[Card] = (),
        active: int = 0,
    ) -> Game:
        """Set up any position at the start of a turn; cards in neither hands nor draw count as laid.

        A pile that is not named is bare. A fire card on top was laid in the turn before.
        """
        if rules.commands and not rules.commands.groups:
            raise BadInput("map-seed")
        tops = _checked_tops(piles or {})
        held = [list(hand) for hand in hands]
        pile = list(draw)
        _check_position(rules, tops, held, pile)
        return cls._open(rules, tops, held, pile, _checked_seat(rules, active))

    @classmethod
    def _open(
        cls, rules: Rules, tops: Tops, hands: Sequence[Sequence[Card]], draw: Sequence[Card], active: int
    ) -> Game:
        held = tuple(tuple(sorted(hand)) for hand in hands)
        if not any(held):
            return cls(rules, held, (), active, 1, tops, TurnState(tops, 1), status=WON)
        return _start_turn(rules, tops, held, tuple(draw), active, 1, None)

    def start_with(self, seat: int) -> Game:
        """Let another seat start; only before the first card is laid (R5)."""
        if self.turn != 1 or self.laid_this_turn or self.status != PLAYING:
            raise IllegalMove("already-started")
        return _start_turn(self.rules, self.tops, self.hands, self.draw, _checked_seat(self.rules, seat), 1, None)

    @property
    def cards_left(self) -> int:
        """How many cards are not laid yet, in hands and draw pile."""
        return sum(map(len, self.hands)) + len(self.draw)

    @property
    def score(self) -> int:
        """Number of cards not laid (R1); if the very last card broke a command, the cards that were missing (R19)."""
        left = self.cards_left
        if left or self.status != LOST:
            return left
        return max(1, 3 - self.turn_state.laid if self.turn_state.three else 0)

    @property
    def grade(self) -> str | None:
        """``champions``, ``excellent`` (1 to 9 cards left) or ``lost`` (R2, R19); None while the game runs."""
        return grade(self.status, self.cards_left)

    @property
    def lost_without_end(self) -> bool:
        """Whether the last card left only a losing end (R43), which older texts and records contain as a move."""
        hand, state = self.hands[self.active], self.turn_state
        if self.status != LOST or not hand or state.laid < state.minimum:
            return False
        return not can_lay(self.rules, state, hand)

    def legal_moves(self) -> list[str]:
        """Return every move `play` accepts, including those that lose."""
        if self.status != PLAYING:
            return []
        tops, minimum, laid, lock, _, _ = self.turn_state
        moves = lay_moves(MOVE_TEXT, self.rules.marks, tops, lock, self.hands[self.active])
        if laid >= minimum:
            moves.append(END)
        return moves

    def play(self, move: str) -> Game:
        """Return the game after a move such as ``"37A"`` or ``"end"``; raise IllegalMove naming the rule."""
        # Unpacked and put together again by position: every move of every game passes here.
        rules, hands, draw, seat, turn, opening, state, laid, last, status, _ = self
        if status != PLAYING:
            raise IllegalMove("game-over", status=status)
        if move == END:
            return self._end_turn()
        try:
            card, pile = MOVES[move]
        except (KeyError, TypeError):
            raise IllegalMove("unknown-move", move=move) from None
        state, hand, reason, over = lay_card(rules, state, hands[seat], card, pile)
        if not over and (rules.marked or state.laid < state.minimum):
            reason = stuck(rules, state, hand)
        held = [*hands]
        held[seat] = hand
        laid, status = (*laid, move), LOST if reason else PLAYING
        game: Game = _make(Game, (rules, tuple(held), draw, seat, turn, opening, state, laid, last, status, reason))
        return game._next_turn() if over and not reason else game

    def _end_turn(self) -> Game:
        state = self.turn_state
        if state.laid < state.minimum:
            raise IllegalMove("below-minimum", minimum=state.minimum, laid=state.laid)
        broken = broken_at_end(self.rules, state, stopped=False)
        return self._replace(status=LOST, reason=broken) if broken else self._next_turn()

    def _next_turn(self) -> Game:
        """Fill up the hand after a turn that ended well, and go on with the next seat; the last card of all wins."""
        rules, hands, draw, seat = self[:4]
        if not draw and not any(hands):
            return self._replace(status=WON)
        hand, tops = hands[seat], self.turn_state.tops
        count = cards_to_draw(rules, tops, len(hand))
        hands = _with_hand(hands, seat, tuple(sorted(hand + draw[:count])))
        last: Turn = _make(Turn, (seat, self.laid_this_turn))
        return _start_turn(rules, tops, hands, draw[count:], (seat + 1) % rules.players, self.turn + 1, last)

    def turn_start(self) -> Game:
        """Return the game as it was when the current turn started."""
        if not self.laid_this_turn:
            return self
        hand = sorted([*self.hands[self.active], *map(card_of, self.laid_this_turn)])
        hands = _with_hand(self.hands, self.active, tuple(hand))
        return _start_turn(self.rules, self.opening, hands, self.draw, self.active, self.turn, self.last_turn)

    def undo(self) -> Game:
        """Take back the last card of the current turn (R34); a card that ended the turn or the game stays."""
        if self.status != PLAYING or not self.laid_this_turn:
            raise IllegalMove("nothing-to-undo")
        game = self.turn_start()
        for move in self.laid_this_turn[:-1]:
            game = game.play(move)
        return game

    def moves_this_turn(self) -> tuple[str, ...]:
        """Return the moves that lead from `turn_start` to this game: the cards laid, and an end that lost it."""
        game = self.turn_start()
        for move in self.laid_this_turn:
            game = game.play(move)
        return self.laid_this_turn if game == self else (*self.laid_this_turn, END)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator (None), may know; everything once the game is over."""
        own = None if seat is None else _checked_seat(self.rules, seat)
        over = self.status != PLAYING
        unseen = [card for other, hand in enumerate(self.hands) if other != own for card in hand]
        return View(
            rules=self.rules,
            seat=own,
            hand=() if own is None else self.hands[own],
            counts=tuple(map(len, self.hands)),
            draw_count=len(self.draw),
            unseen=tuple(sorted([*unseen, *self.draw])),
            active=self.active,
            turn=self.turn,
            opening=self.opening,
            turn_state=self.turn_state,
            laid_this_turn=self.laid_this_turn,
            last_turn=self.last_turn,
            status=self.status,
            reason=self.reason,
            score=self.score,
            hands=self.hands if over else None,
            draw=self.draw if over else None,
        )

    def to_data(self) -> dict[str, Any]:
        """Return the game as plain JSON data: how the turn started, and its moves since."""
        start, last = self.turn_start(), self.last_turn
        return {
            "rules": self.rules.to_data(),
            "piles": list(start.tops),
            "hands": [list(hand) for hand in start.hands],
            "draw": list(self.draw),
            "active": self.active,
            "turn": self.turn,
            "last_turn": last and {"seat": last.seat, "moves": list(last.moves)},
            "moves": list(self.moves_this_turn()),
        }

    @classmethod
    def from_data(cls, data: object) -> Game:
        """Read what `to_data` returned; raise BadInput for anything else."""
        match data:
            case {
                "rules": rules,
                "piles": [_, _, _, _] as tops,
                "hands": [*hands],
                "draw": [*draw],
                "active": active,
                "turn": int(turn),
                "last_turn": last,
                "moves": [*moves],
            } if turn > 0 and all(isinstance(hand, list) for hand in hands):
                piles = dict(zip(LETTERS, tops, strict=True))
                game = cls.arrange(Rules.from_data(rules), piles, hands, draw, active)
                game = game._replace(turn=turn, last_turn=_read_turn(game.rules, last))
            case _:
                raise BadInput("text", why=Cause("fields"))
        for number, move in enumerate(moves, start=1):
            if move == END and game.lost_without_end:
                continue
            try:
                game = game.play(move)
            except IllegalMove as error:
                raise BadInput("text", why=Cause("move", number=number, why=error)) from None
        return game

    def to_text(self) -> str:
        """Write the game in one line; `from_text` reads it back."""
        return text_from_data(self.to_data())

    @classmethod
    def from_text(cls, text: str) -> Game:
        """Read what `to_text` wrote; raise BadInput for anything else."""
        return cls.from_data(data_from_text(text))

    def to_json(self) -> str:
        """Write the game as a JSON object; `from_json` reads it back."""
        return json.dumps(self.to_data())

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Read what `to_json` wrote; raise BadInput for anything else."""
        return cls.from_data(json_data(text, BadInput, "text"))

    def __repr__(self) -> str:
        return f"Game.from_text({self.to_text()!r})"


def _start_turn(
    rules: Rules, tops: Tops, hands: Hands, draw: tuple[Card, ...], seat: int, turn: int, last: Turn | None
) -> Game:
    """Start a turn for `seat`, or for the next seat that holds cards (R32)."""
    while not hands[seat]:
        seat = (seat + 1) % rules.players
    state = new_turn(rules, tops, len(draw), len(hands[seat]))
    status, reason = (PLAYING, None) if can_lay(rules, state, hands[seat]) else (LOST, STUCK)
    return _make(Game, (rules, hands, draw, seat, turn, tops, state, (), last, status, reason))


def _with_hand(hands: Hands, seat: int, hand: tuple[Card, ...]) -> Hands:
    changed = [*hands]
    changed[seat] = hand
    return tuple(changed)


def _checked_seat(rules: Rules, seat: object) -> int:
    if type(seat) is not int or not 0 <= seat < rules.players:
        raise BadInput("seat", value=seat, players=rules.players, last=rules.players - 1)
    return seat


def _checked_tops(piles: Mapping[str, int]) -> Tops:
    for letter in piles:
        if not (isinstance(letter, str) and len(letter) == 1 and letter in LETTERS):
            raise BadInput("pile", value=letter)
    tops = [piles.get(letter, base) for letter, base in zip(LETTERS, BASES, strict=True)]
    for pile, top in enumerate(tops):
        low, high = (1, 99) if PILES[pile].ascending else (2, 100)
        if type(top) is not int or not low <= top <= high:
            raise BadInput("top", value=top, pile=LETTERS[pile], low=low, high=high)
    a, b, c, d = tops
    return a, b, c, d


def _check_position(rules: Rules, tops: Tops, hands: list[list[Card]], draw: list[Card]) -> None:
    if len(hands) != rules.players:
        raise BadInput("hands", value=len(hands), players=rules.players)
    seen = {top for top in tops if is_card(top)}
    if len(seen) != sum(map(is_card, tops)):
        raise BadInput("double", card=next(top for top in tops if tops.count(top) > 1 and is_card(top)))
    for card in [card for group in [*hands, draw] for card in group]:
        if not is_card(card):
            raise BadInput("card", value=card)
        if card in seen:
            raise BadInput("double", card=card)
        seen.add(card)
    if draw and not any(hands):
        raise BadInput("empty-hands")


def _read_turn(rules: Rules, data: object) -> Turn | None:
    match data:
        case None:
            return None
        case {"seat": seat, "moves": [*moves]} if all(isinstance(move, str) and move in MOVES for move in moves):
            return Turn(_checked_seat(rules, seat), tuple(moves))
    raise BadInput("text", why=Cause("turn", data=repr(data)))
