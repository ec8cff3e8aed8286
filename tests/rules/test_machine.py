"""A state machine over all editions and options: what must hold after every move of every game."""

from __future__ import annotations

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from strategies import dealt

from nonante import Game, IllegalMove
from nonante.rules import DECK, LETTERS, card_of

EVERY_MOVE = [f"{card}{letter}" for card in DECK for letter in LETTERS] + ["end"]


class WholeGame(RuleBasedStateMachine):
    """Plays random moves, legal and not, and looks at everything in between."""

    @initialize(game=dealt())
    def deal(self, game: Game) -> None:
        self.game = game
        self.laid: set[int] = set()
        self._check_round_trips()

    @precondition(lambda self: self.game.status == "playing")
    @rule(pick=st.integers(0, 10_000))
    def play(self, pick: int) -> None:
        moves = self.game.legal_moves()
        move = moves[pick % len(moves)]
        before = self.game
        self.game = before.play(move)
        if move != "end":
            self.laid.add(card_of(move))
        self._check_turn(before, move)
        self._check_round_trips()

    def _check_turn(self, before: Game, move: str) -> None:
        """A turn that went well refills the hand; a game that ended draws nothing."""
        after, seat = self.game, before.active
        if after.turn == before.turn:
            assert after.draw == before.draw
            return
        held = len(before.hands[seat]) - (move != "end")
        drawn = len(before.draw) - len(after.draw)
        assert len(after.hands[seat]) == held + drawn
        assert drawn <= 1 or len(after.hands[seat]) <= after.rules.hand_size
        one_only = any(after.rules.command_of(top) == "draw-one" for top in after.tops if 2 <= top <= 99)
        wanted = after.rules.hand_size - held
        assert drawn == min(len(before.draw), 1 if one_only else wanted)

    @rule(move=st.sampled_from(EVERY_MOVE))
    def try_anything(self, move: str) -> None:
        legal = move in self.game.legal_moves()
        text = self.game.to_text()
        if legal:
            self.game.play(move)
        else:
            with pytest.raises(IllegalMove) as refused:
                self.game.play(move)
            assert refused.value.rule
        assert self.game.to_text() == text

    @precondition(lambda self: self.game.status == "playing" and self.game.laid_this_turn)
    @rule()
    def undo(self) -> None:
        back = self.game.undo()
        assert back.play(self.game.laid_this_turn[-1]) == self.game

    @invariant()
    def cards_are_conserved(self) -> None:
        held = [card for hand in self.game.hands for card in hand]
        everything = [*held, *self.game.draw, *self.laid]
        assert sorted(everything) == list(DECK)
        assert set(self.game.tops) - {1, 100} <= self.laid

    @invariant()
    def minimum_is_right(self) -> None:
        game = self.game
        start = len(game.hands[game.active]) + len(game.laid_this_turn)
        wanted = (3 if game.rules.expert else 2) if game.draw else 1
        if game.draw and game.rules.short_hand == "lenient":
            wanted = min(wanted, start)
        assert game.minimum == wanted

    @invariant()
    def a_running_game_has_a_move(self) -> None:
        assert bool(self.game.legal_moves()) == (self.game.status == "playing")
        assert (self.game.reason is not None) == (self.game.status == "lost")
        assert (self.game.score == 0) == (self.game.status == "won")

    @invariant()
    def nobody_is_asked_for_a_losing_end(self) -> None:
        """Where nothing but the end is left to do, it does not lose (R43)."""
        if self.game.legal_moves() == ["end"]:
            after = self.game.play("end")
            assert after.turn > self.game.turn or after.status == "won"

    def _check_round_trips(self) -> None:
        """What is written is read again; games never change, so one look at each is enough."""
        read = Game.from_text(self.game.to_text())
        assert read == self.game
        assert hash(read) == hash(self.game)
        assert Game.from_json(self.game.to_json()) == self.game
        assert eval(repr(self.game)) == self.game  # noqa: S307 - the repr is ours and rebuilds the object


@pytest.mark.parametrize("games", [40, pytest.param(150, marks=pytest.mark.slow)])
def test_what_must_hold_after_every_move_holds(games: int) -> None:
    chosen = settings(max_examples=games, stateful_step_count=60, deadline=None)
    run_state_machine_as_test(WholeGame, settings=chosen)


def test_whole_random_games_end() -> None:
    """A walk of 98 cards and their turn ends is the longest there can be."""
    from nonante import Rules

    for seed in range(200):
        game = Game.deal(Rules.edition(["base", "extreme", "on-fire"][seed % 3], players=seed % 5 + 1), seed)
        for step in range(2 * 98 + 1):
            moves = game.legal_moves()
            if not moves:
                break
            game = game.play(moves[(seed * 31 + step * 17) % len(moves)])
        assert game.status != "playing"
