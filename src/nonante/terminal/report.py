"""Finished games as text: replays and reviews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..host import SeatViews, card_view, signal_view
from ..messages import Review, ReviewSums, TableView
from ..review import Replay
from ..rules import LETTERS
from ..table import Signal, Signalled, Table
from ..texts import Texts
from .parsing import spell
from .screen import Screen, Style

_SIGNS: Final = {"doubtful": "?!", "mistake": "?", "blunder": "??", "close": "≈"}


def _seen(table: Table) -> TableView:
    """Return a table as somebody with a seat sees it."""
    return SeatViews("", 0, table, None).of(0)


class Report:
    """Prints finished games in one language and style."""

    def __init__(self, text: Texts, style: Style) -> None:
        self.text = text
        self.screen = Screen(text, style)

    def replay(self, replay: Replay, seat: int | None = None, only: int | None = None) -> Iterator[str]:
        """Tell a game turn by turn; `seat` shows that hand alone, `only` one turn alone."""
        names, entries = replay.record.names, replay.record.entries
        for turn in replay.turns:
            if only not in (None, turn.turn):
                continue
            game = replay.game(turn.decision)
            tops = "  ".join(f"{letter} {top}" for letter, top in zip(LETTERS, game.tops, strict=True))
            yield f"{self.text('turn', number=turn.turn)} · {names[turn.seat]}    {tops}"
            for number in range(len(names)):
                if game.hands[number] and seat in (None, number):
                    cards = " ".join(self.screen.card(card_view(game.rules, card)) for card in game.hands[number])
                    yield "  " + self.text("retold.hand-of", name=names[number], cards=cards)
            for step in range(turn.first, turn.last):
                entry = entries[step]
                if isinstance(entry, Signalled) and entry.on:
                    said = signal_view(Signal(entry.seat, entry.signal, entry.pile, entry.command))
                    table = _seen(replay.tables[step])
                    yield "  " + self.screen.says(table, entry.seat, self.screen.signal(table, said))
            yield "  → " + self._moves(turn.moves)
            if turn.drawn and seat in (None, turn.seat):
                yield "  " + self.text("retold.drew", cards=" ".join(map(str, turn.drawn)))
        final = _seen(replay.tables[-1])
        if only is None and final.game:
            yield from ["", *self.screen.end(final, final.game)]

    def review(self, review: Review, names: tuple[str, ...]) -> Iterator[str]:
        """Tell what a review found: the sums, every turn, the costly ones."""
        head, figure = review.headline, self.text.figure
        if head.decisions:
            yield self.text(
                "retold.headline", given=figure(head.given_away, ".1f"), count=head.decisions,
                per=figure(head.per_decision, ".2f"), accuracy=figure(head.accuracy, ".0f"),
            )  # fmt: skip
        else:
            yield self.text("retold.no-decision")
        yield from self._notes(review)
        for name in ReviewSums.__struct_fields__:
            points = getattr(review.sums, name)
            shown = -points if name == "loss" else points
            sign = "" if name in ("start", "result") else "+"
            yield f"  {self.text(f'retold.sum.{name}'):<36} {figure(shown, f'{sign}z6.1f')}"
        yield self._winnable(review)
        yield ""
        yield from self._turns(review, names)
        yield ""
        yield from self._costly(review, names)

    def _notes(self, review: Review) -> Iterator[str]:
        if review.judge.champion.engine != "compiled":
            yield self.text("retold.plain")
        if not review.judge.calibrated:
            yield self.text("retold.uncalibrated")

    def _winnable(self, review: Review) -> str:
        winnable = review.winnable
        if winnable is None or winnable.until is None:
            return self.text("retold.winnable.never")
        if review.result:
            return self.text("retold.winnable.all")
        return self.text(f"retold.winnable.{'proved' if winnable.proved else 'until'}", turn=winnable.until)

    def _turns(self, review: Review, names: tuple[str, ...]) -> Iterator[str]:
        for turn in review.turns:
            bar = "█" * round(turn.best / 5)
            mark = turn.mark or ("close" if turn.close else None)
            best, loss = self.text.figure(turn.best, "5.1f"), self.text.figure(-turn.loss, "z.1f")
            said = f"  {loss} {_SIGNS[mark]} {self.text(f'retold.mark.{mark}')}" if mark else ""
            yield f"{turn.turn:>3} {names[turn.seat]:<12.12} {best} {bar:<20} {self._moves(turn.moves)}{said}"

    def _costly(self, review: Review, names: tuple[str, ...]) -> Iterator[str]:
        if not review.costly:
            yield self.text("retold.nothing-costly")
            return
        yield self.text("retold.costly")
        for one in review.costly:
            loss = self.text.figure(one.loss, ".1f")
            yield self.text("retold.turn-cost", turn=one.turn, name=names[one.seat], loss=loss)
            yield "  " + self._chance("retold.you-played", one.moves, one.played)
            yield "  " + self._chance("retold.champion", one.plan, one.best)
            for reason in one.reasons:
                yield "    " + self.screen.reason(reason.code, reason.details)

    def _chance(self, key: str, moves: list[str], chance: float) -> str:
        return self.text(key, moves=self._moves(moves), chance=self.text.figure(chance, ".0f"))

    def _moves(self, moves: Any) -> str:
        return " ".join(spell(move, self.text) for move in moves)
