"""A terminal session with prepared answers, and tables to start it at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nonante import Game, Rules
from nonante.table import Settings, Table
from nonante.terminal import Session
from nonante.texts import Texts


def table_at(game: Game) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(game.rules)))
    for name in ["Ann", "Bob", "Cid"][: game.rules.players]:
        table = table.apply(table.sit(name))
    return table.apply(table.arrange(game))


class Talk:
    """A session with prepared answers; keeps the output."""

    def __init__(
        self,
        table: Table,
        *answers: str,
        language: str = "en",
        autosave: Path | None = None,
    ) -> None:
        self.answers: Iterator[str] = iter(answers)
        self.said: list[str] = []
        self.session = Session(
            table,
            Texts(language, "common", "hint", "program"),
            self.ask,
            self.said.append,
            autosave=autosave,
        )

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None

    def run(self) -> str:
        try:
            self.session.run()
        except EOFError:
            self.said.append("<nobody answers>")
        return "\n".join(self.said)

    @property
    def game(self) -> Game:
        return self.session.table.require_game()


SOLO = Rules.edition("base")


def dealt(rules: Rules, *names: str, known: str | None = None) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(rules)))
    for name in names:
        table = table.apply(table.sit(name))
    return table.apply(table.deal(7, known))
