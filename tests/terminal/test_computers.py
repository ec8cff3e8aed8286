"""The terminal with computer players at the table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.talking import Talk, table_at

from nonante import Game, Rules
from nonante.table import Settings, Table
from nonante.texts import LANGUAGES, Texts


def with_computers(seats: list[str | None], seed: int = 7) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(Rules(players=len(seats)))))
    for number, level in enumerate(seats):
        table = table.apply(table.sit(f"{level or 'Ann'} {number}", level=level))
    return table.apply(table.deal(seed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_computer_players_take_seats(language: str) -> None:
    table = with_computers([None, "steady", "strong"])
    talk = Talk(table, "2", "hint", "quit", language=language)
    said = talk.run()
    assert talk.session.alone
    text = Texts(language, "program")
    assert not any(line.startswith(text("pass-to", name="Ann 0")) for line in talk.said)
    game = talk.game
    assert game.turn == 3
    assert game.active == 0
    for seat in (1, 2):
        name = table.names[seat]
        assert any(line.startswith(text("computer-lays", name=name, move="")) for line in talk.said)
        assert text("computer-ends", name=name) in talk.said
    named = {int(card) for card in re.findall(r"(\d+)[A-D]", said)}
    assert named.isdisjoint(game.hands[1] + game.hands[2])
    standing = [text("says", name=table.names[seat], what="") for seat in (1, 2)]
    assert any(f"  {words.strip()}" in said for words in standing)


def test_computer_players_say_why_without_naming_what_they_hold() -> None:
    rules = Rules(players=2)
    game = Game.arrange(rules, {"A": 50}, [[20, 80], [40, 45, 90, 91]], draw=[60, 61, 62, 63])
    table = table_at(game)
    seats = (table.seats[0], replace(table.seats[1], level="steady"))  # type: ignore[type-var]  # both are taken
    talk = Talk(replace(table, seats=seats), "80A 20C end")
    said = talk.run()
    assert "Bob plays" in said
    held = talk.game.hands[1]
    news = said[said.index("Bob plays") : said.index("Turn 3")]
    assert not any(str(card) in news for card in held)


def test_people_and_computers_share_a_keyboard_and_a_saved_game(tmp_path: Path) -> None:
    table = with_computers([None, "steady", None])
    talk = Talk(table, "", "1", "", "1", "2", "", "save " + str(tmp_path / "game.json"))
    said = talk.run()
    assert said.index("take the keyboard", said.index("Who starts?")) < said.index("steady 1 plays")
    assert "--seats me,steady,me" in said


def test_r5_a_computer_player_starts_where_no_person_wants_to() -> None:
    talk = Talk(with_computers([None, "steady", None]), "", "3", "", "3")
    said = talk.run()
    assert "Who starts?" not in said
    assert talk.session.table.starter == 1
    assert "steady 1 plays" in "\n".join(talk.session._news[1])


def test_computers_among_themselves() -> None:
    table = with_computers(["novice", "steady"])
    talk = Talk(table, "")
    talk.run()
    assert talk.game.status != "playing"
