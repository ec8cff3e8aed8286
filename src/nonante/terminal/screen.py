"""What a seat sees of a table, here or elsewhere, as lines that also read well aloud. No rule: the host decides."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from ..messages import CardView, GameView, HandCard, LoggedTurn, News, PileView, Refusal, SignalView, TableView
from ..rules import KINDS, LASTING
from ..texts import Texts

_LASTING = tuple(KINDS[mark - 1] for mark in LASTING)


_CODES = {"strong": "1", "dim": "2", "rising": "36", "falling": "33", "command": "35", "bad": "31", "good": "32"}


@dataclass(frozen=True, slots=True)
class Style:
    """How lines are dressed: plain, or with colours and a screen that can be wiped."""

    colour: bool = False
    wipe: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Return what the stream and the environment allow (NO_COLOR, TERM)."""
        smart = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(colour=smart and not os.environ.get("NO_COLOR"), wipe=smart)

    def __call__(self, role: str, text: object) -> str:
        """Dress a text for its role."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour else str(text)

    def clean(self) -> str:
        """Return what hides everything above from the next player."""
        return "\x1b[H\x1b[2J\x1b[3J" if self.wipe else "\n" * 40

    def bell(self) -> str:
        """Return what makes a terminal ring; nothing where lines go into a file."""
        return "\a" if self.wipe else ""


class Screen:
    """Writes what a seat sees in one language and style."""

    def __init__(self, text: Texts, style: Style) -> None:
        self.text = text
        self.style = style

    def name(self, table: TableView, seat: int | None) -> str:
        """Return who sits there."""
        there = table.seats[seat] if seat is not None and seat < len(table.seats) else None
        return there.name if there else self.text("seat.somebody")

    # Before the deal.

    def lobby(self, table: TableView) -> list[str]:
        """Return who sits where, and what comes next."""
        lines = [self.style("strong", self._edition(table)), *self.seats(table)]
        if table.you is not None and table.you == table.host:
            free = table.seats.count(None)
            lines.append(self.text("error.seats-empty", count=free) if free else self.text("join.may-deal"))
        return lines

    def seats(self, table: TableView) -> list[str]:
        """Return every seat as a line."""
        return [f"  {number + 1} {self._seat(table, number)}" for number in range(len(table.seats))]

    def _seat(self, table: TableView, seat: int) -> str:
        there = table.seats[seat]
        if there is None:
            return self.text("seat.free")
        level = there.level or there.stand_in
        words = [
            there.name,
            self.text("seat.you") if seat == table.you else "",
            self.text("seat.host") if seat == table.host else "",
            self.text(f"level.{level}.name") if level and f"level.{level}.name" in self.text else level or "",
            self.text("seat.away") if there.away else "",
            self.text(f"wish.{there.wish}") if there.wish else "",
            self.text("propose", name=self.name(table, there.proposes)) if there.proposes is not None else "",
        ]
        return ", ".join(word for word in words if word)

    def _edition(self, table: TableView) -> str:
        names = (f"edition.{part}.name" for part in table.settings.rules.edition.split("+"))
        return " + ".join(self.text(name) if name in self.text else name.split(".")[1] for name in names)

    # A game.

    def position(self, table: TableView, game: GameView) -> list[str]:
        """Return the whole picture."""
        lines = [self._headline(table, game), *map(self._pile, game.piles), self._counts(table, game)]
        lines += [f"  {self.says(table, one.seat, self.signal(table, one))}" for one in table.signals]
        return [*lines, *self.hand(game), self.to_do(table, game)]

    def _headline(self, table: TableView, game: GameView) -> str:
        turn = self.text("turn", number=game.turn)
        return self.style("strong", turn if len(table.seats) == 1 else f"{turn} · {self.name(table, game.active)}")

    def _pile(self, pile: PileView) -> str:
        role = "rising" if pile.rising else "falling"
        words = f"{pile.letter} {self.style(role, self.text(role))} {self.style('strong', f'{pile.top:>3}')}"
        words += f"   {self._fits(pile)}"
        if pile.mark and pile.binding:
            words += f"   {self.mark(pile.mark)}"
        return f"{words} {self.style('bad', self.text('cover-now'))}" if pile.due else words

    def _fits(self, pile: PileView) -> str:
        low, high = pile.low, pile.high
        parts = [self.text("fits-range", low=low, high=high)] if low < high else [str(low)] * (low == high)
        if pile.back is not None:
            parts.append(self.text("fits-back", card=pile.back))
        return self.text("fits", what=self.text("or").join(parts)) if parts else self.text("fits-none")

    def mark(self, mark: str) -> str:
        """Return a card's mark with its sign and name."""
        sign = "🔥" if mark == "fire" else "∞" if mark in _LASTING else "⚡"
        return self.style("command", f"{sign} {self.text(f'command.{mark}.name')}")

    def card(self, card: CardView | HandCard) -> str:
        """Return a card with its mark, if it has one."""
        number = self.style("strong", card.card)
        return f"{number} ({self.mark(card.mark)})" if card.mark else number

    def hand(self, game: GameView) -> list[str]:
        """Return one's own hand; a spectator has none."""
        cards = "  ".join(map(self.card, game.hand))
        return [self.text("your-hand", cards=cards)] if cards else []

    def _counts(self, table: TableView, game: GameView) -> str:
        draw = self.text("draw-pile", count=game.draw_count)
        hands = ", ".join(f"{there.name} {there.count}" for there in table.seats if there)
        return draw if len(table.seats) == 1 else f"{draw} · {self.text('hands', who=hands)}"

    def to_do(self, table: TableView, game: GameView) -> str:
        """Return whose turn it is and what it asks."""
        if table.paused:
            return self.text("paused.line")
        if game.starter is None:
            return self.text("join.who-starts")
        if game.active != table.you:
            return self.text("turn.other", name=self.name(table, game.active))
        if game.three:
            return self.text("to-do-three", count=game.to_lay)
        if game.to_lay:
            return self.text("to-do", count=game.to_lay)
        return self.text("may-end")

    def turn(self, table: TableView, turn: LoggedTurn) -> str:
        """Return the cards of one turn, and whose it was."""
        moves = ", ".join(f"{move.card}{move.pile}" for move in turn.moves) or self.text("nothing-laid")
        return moves if len(table.seats) == 1 else self.says(table, turn.seat, moves)

    def log(self, table: TableView, game: GameView) -> list[str]:
        """Return the turn before and the current one; all of them where the whole record is open (R33)."""
        turns = game.turns
        if game.status != "playing" or table.settings.rules.open_history is True:
            return [f"{turn.turn:>3} {self.turn(table, turn)}" for turn in turns]
        before = [self.text("log-before", turn=self.turn(table, turn)) for turn in turns if turn.turn < game.turn]
        return before + [self.text("log-now", turn=self.turn(table, turn)) for turn in turns if turn.turn == game.turn]

    def end(self, table: TableView, game: GameView) -> list[str]:
        """Return result, grade and what everybody held."""
        role = "good" if game.status == "won" else "bad"
        lines = [self.style(role, self.text(f"grade.{game.grade}"))]
        if game.told:
            lines.append(self.text(f"reason.{game.told}"))
        lines.append(self.text("missing" if game.all_laid else "left", count=game.score))
        for seat, hand in enumerate(game.reveal.hands if game.reveal else ()):
            if hand:
                cards = "  ".join(map(self.card, hand))
                lines.append(self.text("held", name=self.name(table, seat), cards=cards))
        if game.reveal and game.reveal.draw:
            lines.append(self.text("drawn", cards=" ".join(str(card.card) for card in game.reveal.draw)))
        if game.reveal and game.reveal.seed:
            lines.append(self.text("seed", seed=game.reveal.seed))
        return [*lines, *self.known(game)]

    def known(self, game: GameView) -> list[str]:
        """Return why somebody may know this deal (R50); nothing for a fresh one."""
        why = game.known
        return [f"{self.text('known')}. {self.text(f'known.{why}')} {self.text('known.line')}"] if why else []

    # What is said and what happens.

    def wish(self, table: TableView, seat: int) -> str:
        """Return who sits there, with what they say about the start."""
        there = table.seats[seat]
        if there and there.proposes is not None:
            return self.says(table, seat, self.text("propose", name=self.name(table, there.proposes)))
        return (
            self.says(table, seat, self.text(f"wish.{there.wish}")) if there and there.wish else self.name(table, seat)
        )

    def says(self, table: TableView, seat: int | None, what: str) -> str:
        """Return who says or does what."""
        return self.text("says", name=self.name(table, seat), what=what)

    def signal(self, table: TableView, signal: SignalView) -> str:
        """Return a signal in words."""
        name = self.text(f"command.{signal.command}.name") if signal.command else ""
        piles = table.game.piles if table.game else []
        fire = signal.signal == "cover" and any((pile.letter, pile.mark) == (signal.pile, "fire") for pile in piles)
        words = self.text("signal.cover.fire" if fire else f"signal.{signal.signal}", command=name)
        return f"{words} ({signal.pile})" if signal.pile else words

    def reason(self, code: str, details: Mapping[str, object], kind: str = "hint") -> str:
        """Return one reason in words: of a hint, or (``told``) of what somebody played."""
        named = dict(details)
        if "command" in named:
            named["command"] = self.text(f"command.{named['command']}.name")
        key = f"{kind}.{code}"
        return self.text(key, **named) if key in self.text else code

    def refusal(self, refusal: Refusal) -> str:
        """Say why something is not possible, and cite the rule."""
        try:
            return self.text.refusal(refusal.code, refusal.rule, refusal.details)
        except (KeyError, IndexError):  # of another version: its English sentence says it too
            return refusal.text

    def news(self, table: TableView, news: News) -> str:
        """Return what happened as a sentence; empty where it is not worth one."""
        name = news.name or self.name(table, news.seat)
        match news.kind:
            case "played":
                return self._played(name, news)
            case "signalled" if news.signal:
                key = "news.signal" if news.on else "news.unsignal"
                return self.text(key, name=name, what=self.signal(table, news.signal))
            case "wished":
                return self.text("says", name=name, what=self.text(f"wish.{news.text}")) if news.text else ""
            case "emoted":
                return self.text("says", name=name, what=self.text(f"emote.{news.text}"))
        key = f"news.{news.kind}" if news.on else f"news.{news.kind}.off"
        return self.text(key, name=name, text=news.text or "") if key in self.text else ""

    def _played(self, name: str, news: News) -> str:
        words = []
        if news.move:
            move = self.text("news.card", card=news.move.card, pile=news.move.pile)
            extra = [self.text("pile.retro")] if news.move.retro else []
            extra += [self.mark(news.move.mark)] if news.move.mark else []
            words.append(self.text("says", name=name, what=", ".join([move, *extra])))
        if news.ended_turn:
            key = "news.end" if news.drew else "news.ended"
            words.append(self.text(key, name=name, count=news.drew))
        return " ".join(words)
