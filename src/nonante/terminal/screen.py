"""What a player sees, as lines of text that also read well aloud."""

from __future__ import annotations

from ..players import Reason
from ..rules import KINDS, Game
from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL
from ..rules.laying import shows
from ..rules.outcome import LOST
from ..rules.view import Turn
from ..table import Record, Signal, Table, explained
from ..table.signals import wants_covered
from ..texts import Texts
from .style import Style

_LASTING = (SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE)


class Screen:
    """Writes tables in one language and style."""

    def __init__(self, text: Texts, style: Style) -> None:
        self.text = text
        self.style = style

    def position(self, table: Table, seat: int) -> str:
        """Return the whole picture for the seat at the keyboard."""
        game = table.require_game()
        lines = [self._headline(table), *self._piles(game), self._counts(table), *self.signals(table)]
        return "\n".join([*lines, self.hand(game, seat), self._to_do(game)])

    def _headline(self, table: Table) -> str:
        game = table.require_game()
        words = self.text("turn", number=game.turn)
        if len(table.seats) > 1:
            words += " · " + table.names[game.active]
        return self.style("strong", words)

    def _piles(self, game: Game) -> list[str]:
        return [self._pile(game, pile) for pile in range(4)]

    def _pile(self, game: Game, pile: int) -> str:
        top, rising = game.tops[pile], pile < 2
        name = self.text("rising" if rising else "falling")
        words = f"{'ABCD'[pile]} {self.style('rising' if rising else 'falling', name)} "
        words += self.style("strong", f"{top:>3}") + f"   {self._fits(game, pile)}"
        mark = game.rules.marks[top]
        fresh = bool(game.touched >> pile & 1)
        if mark in _LASTING or (mark == SKULL and fresh) or mark == FIRE:
            words += "   " + self._named(game, top)
        if (mark == SKULL and fresh) or (mark == FIRE and not fresh):
            words += " " + self.style("bad", self.text("cover-now"))
        return words

    def _fits(self, game: Game, pile: int) -> str:
        top, rising = game.tops[pile], pile < 2
        low, high = (top + 1, 99) if rising else (2, top - 1)
        back = top - 10 if rising else top + 10
        parts = [self.text("fits-range", low=low, high=high)] if low < high else [str(low)] * (low == high)
        if 2 <= back <= 99 and not shows(game.rules.marks, game.tops, NO_RETRO):
            parts.append(self.text("fits-back", card=back))
        return self.text("fits", what=self.text("or").join(parts)) if parts else self.text("fits-none")

    def _named(self, game: Game, card: int) -> str:
        """Return a card's mark with its sign and name: jagged for now, endless for lasting."""
        mark = game.rules.marks[card]
        if mark == FIRE:
            return self.style("command", f"🔥 {self.text('command.fire.name')}")
        sign = "∞" if mark in _LASTING else "⚡"
        return self.style("command", f"{sign} {self.text(f'command.{KINDS[mark - 1]}.name')}")

    def card(self, game: Game, card: int) -> str:
        """Return a card with its mark, if it has one."""
        number = self.style("strong", card)
        return f"{number} ({self._named(game, card)})" if game.rules.marks[card] else number

    def _counts(self, table: Table) -> str:
        game = table.require_game()
        words = self.text("draw-pile", count=len(game.draw))
        if len(table.seats) > 1:
            hands = [f"{name} {len(hand)}" for name, hand in zip(table.names, game.hands, strict=True)]
            words += " · " + self.text("hands", who=", ".join(hands))
        return words

    def signals(self, table: Table) -> list[str]:
        """Return the standing signals, one a line."""
        game = table.require_game()
        return [f"  {self.says(table.names[signal.seat], self.signal(game, signal))}" for signal in table.standing]

    def says(self, name: str, what: str) -> str:
        """Return who says or does what."""
        return self.text("says", name=name, what=what)

    def signal(self, game: Game, signal: Signal) -> str:
        """Return a signal in words."""
        name = self.text(f"command.{signal.command}.name") if signal.command else ""
        key = "signal.cover.fire" if wants_covered(game, signal) == "fire" else f"signal.{signal.name}"
        words = self.text(key, command=name)
        return f"{words} ({signal.pile})" if signal.pile else words

    def reason(self, reason: Reason, kind: str = "hint") -> str:
        """Return one reason in words: of a hint, or (``told``) of what somebody played."""
        details = dict(reason.details)
        if "command" in details:
            details["command"] = self.text(f"command.{details['command']}.name")
        return self.text(f"{kind}.{reason.code}", **details)

    def hand(self, game: Game, seat: int) -> str:
        """Return a seat's own hand."""
        return self.text("your-hand", cards="  ".join(self.card(game, card) for card in game.hands[seat]))

    def _to_do(self, game: Game) -> str:
        laid = len(game.laid_this_turn)
        if game.three:
            return self.text("to-do-three", count=3 - laid)
        if laid < game.minimum:
            return self.text("to-do", count=game.minimum - laid)
        return self.text("may-end")

    def known(self, table: Table) -> list[str]:
        """Return why somebody may know this deal (R50); nothing for a fresh one."""
        why = table.dealt.known_by if table.dealt else None
        return [f"{self.text('known')}. {self.text(f'known.{why}')} {self.text('known.line')}"] if why else []

    def turn(self, table: Table, turn: Turn) -> str:
        """Return the cards of one turn."""
        moves = ", ".join(turn.moves) or self.text("nothing-laid")
        return self.says(table.names[turn.seat], moves) if len(table.seats) > 1 else moves

    def log(self, table: Table) -> list[str]:
        """Return the turn before and the current one; all of them once the game is over (R33)."""
        game = table.require_game()
        if not table.running or table.rules.open_history:
            turns = Record.of(table).turns()
            return [f"{number:>3} {self.turn(table, turn)}" for number, turn in enumerate(turns, start=1)]
        lines = [self.text("log-before", turn=self.turn(table, game.last_turn))] if game.last_turn else []
        return [*lines, self.text("log-now", turn=self.turn(table, Turn(game.active, game.laid_this_turn)))]

    def end(self, table: Table) -> str:
        """Return result, grade and what everybody held."""
        game = table.require_game()
        role = "good" if game.status == "won" else "bad"
        lines = ["", self.style(role, self.text(f"grade.{game.grade}"))]
        if game.reason:
            lines.append(self.text(f"reason.{explained(game, game.reason)}"))
        all_laid = game.status == LOST and not game.cards_left
        lines.append(self.text("missing" if all_laid else "left", count=game.score))
        for name, hand in zip(table.names, game.hands, strict=True):
            if hand:
                lines.append(self.text("held", name=name, cards="  ".join(self.card(game, card) for card in hand)))
        if game.draw:
            lines.append(self.text("drawn", cards=" ".join(map(str, game.draw))))
        if table.dealt and table.dealt.seed is not None:
            lines.append(self.text("seed", seed=table.dealt.seed))
        return "\n".join([*lines, *self.known(table)])
