"""The terminal, played as a person would: lines in, lines out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.terminal.talking import SOLO, Talk, dealt, table_at

from nonante import Game, Rules
from nonante.table import Record, Settings, Table
from nonante.terminal import Session, Style
from nonante.texts import LANGUAGES, Texts


def test_a_whole_game_is_won() -> None:
    game = Game.arrange(SOLO, {"A": 90}, [[91, 92, 93]])
    said = Talk(table_at(game), "91A 92A 93A", "").run()
    assert "Champions" in said
    assert "0 cards left" in said


def test_moves_in_any_spelling() -> None:
    game = Game.arrange(SOLO, hands=[[10, 20, 30, 40, 50]], draw=[60, 61, 62, 63, 64, 65])
    talk = Talk(table_at(game), "10 a", "A20", "b 30, 40C end")
    talk.run()
    assert talk.game.turn == 2
    assert talk.game.tops == (20, 30, 40, 100)


def test_a_refusal_cites_its_rule_and_the_game_goes_on() -> None:
    game = Game.arrange(SOLO, {"A": 47}, [[30, 50, 60]], [70, 71])
    talk = Talk(table_at(game), "30A", "99A", "end", "37E", "50A")
    said = talk.run()
    assert "Pile A is ascending: 30 is not higher than 47, nor exactly 10 lower. (rule 1.4)" in said
    assert "99 is not in your hand" in said
    assert "The minimum this turn is 2; cards played so far: 0." in said
    assert "“37E” means nothing here" in said
    assert talk.game.laid_this_turn == ("50A",)


def test_a_losing_play_is_asked_about_first() -> None:
    game = Game.arrange(Rules.edition("extreme"), hands=[[10, 6, 50, 51]], draw=[60])
    talk = Talk(table_at(game), "10A", "6C", "no", "6C", "yes", "")
    said = talk.run()
    assert said.count("6C loses the game. After a three, the stop would come before the third card.") == 2
    assert talk.game.reason == "stop-before-third"
    assert "held: 50  51" in said


def test_a_hand_too_short_for_the_minimum_is_not_told_that_no_card_fits() -> None:
    game = Game.arrange(Rules.edition("extreme"), hands=[[40]], draw=[60])
    said = Talk(table_at(game), "40A", "yes", "").run()
    assert said.count("too few cards for the minimum.") == 2
    assert "no card fits" not in said


def test_r19_all_cards_laid_with_a_command_broken_is_lost() -> None:
    said = Talk(table_at(Game.arrange(Rules.edition("extreme"), hands=[[31]])), "31A", "yes", "").run()
    assert "Lost" in said
    assert "All 98 cards are played, but 1 more was needed" in said
    assert "Excellent" not in said
    assert "1 card left" not in said


def test_undo() -> None:
    game = Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60])
    talk = Talk(table_at(game), "10A", "u", "undo")
    said = talk.run()
    assert talk.game == game
    assert "No card of this turn can be taken back. (R34)" in said


def test_the_next_hand_is_hidden_until_its_owner_is_ready() -> None:
    game = Game.arrange(Rules(players=2), hands=[[10, 20, 30], [41, 42, 43]], draw=[60, 61, 62])
    talk = Talk(table_at(game), "", "10A 20A end")
    talk.run()
    wall = talk.said.index("\n" * 40, 3)  # the first one is for Ann
    before, after = "\n".join(talk.said[:wall]), talk.said[wall:]
    assert "41" not in before
    assert after[1].startswith("Bob, take the keyboard")
    assert not any("41" in line for line in after)


def test_the_team_agrees_who_starts() -> None:
    table = Table()
    table = table.apply(table.configure(Settings(Rules(players=2))))
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    table = table.apply(table.deal(7))
    talk = Talk(table, "", "1", "", "2", "nobody", "0", "3", "bob", "")
    said = talk.run()
    assert "2 Bob: I would like to start" in said
    assert said.count("Please type a number from 1 to 2.") == 3
    assert talk.game.active == 1


def test_help_rules_and_quit_work_at_the_first_questions() -> None:
    talk = Talk(dealt(Rules(players=2), "Ann", "Bob"), "help", "", "rules", "1", "", "1", "help", "quit", "1")
    said = talk.run()
    assert said.count("37A           play 37 on pile A") == 2
    assert "The backwards trick" in said
    assert "Please type" not in said
    assert list(talk.answers) == ["1"], "nothing is asked after `quit`"
    assert talk.session.table.starter is None


def test_quit_works_when_the_keyboard_is_passed_on() -> None:
    game = Game.arrange(Rules(players=2), hands=[[10, 20, 30], [41, 42, 43]], draw=[60, 61, 62])
    talk = Talk(table_at(game), "", "10A 20A end", "quit", "41A")
    talk.run()
    assert talk.session.leaving
    assert list(talk.answers) == ["41A"]


def test_r5_a_seat_may_be_proposed() -> None:
    talk = Talk(dealt(Rules(players=3), "Ann", "Bob", "Cid"), "", "5", "", "i propose ann", "", "1", "3", "")
    said = talk.run()
    assert "5 I propose Cid" in said
    assert "1 Ann: I propose Cid" in said
    assert "2 Bob: I propose Ann" in said
    assert "\n  3 Cid\n" in said
    assert talk.session.table.proposals == (2, 0, None)
    assert talk.game.active == 2


def test_r5_r47_without_talk_nobody_wishes_and_the_host_names_who_starts() -> None:
    talk = Talk(dealt(Rules(players=2, talk="none"), "Ann", "Bob"), "", "", "bob", "", "signal")
    said = talk.run()
    assert "Your wish" not in said
    assert "Ann decides who starts" in said
    assert talk.game.active == 1
    assert "without talk" in said
    assert "(R47)" in said


def test_r46_undo_is_off_for_several_people_unless_wanted() -> None:
    game = Game.arrange(Rules(players=2), hands=[[10, 20, 30], [40, 50]], draw=[60])
    talk = Talk(table_at(game), "", "10A", "undo")
    assert "switched off at this table. (R46)" in talk.run()
    assert talk.game.laid_this_turn == ("10A",)


def test_r48_do_not_lay_and_cover_the_fire() -> None:
    rules = Rules.edition("on-fire+extreme", players=2)
    game = Game.arrange(rules, {"A": 22, "B": 21}, hands=[[10, 20, 30], [41, 42]], draw=[60, 61])
    table = table_at(game)
    table = table.apply(table.signal(1, "do-not-lay", command="three"))
    table = table.apply(table.signal(1, "cover", "A"))
    table = table.apply(table.signal(1, "cover", "B"))
    said = Talk(table, "", "signal").run()
    assert "Bob: Please do not play “Three” now" in said
    assert "Bob: Please cover this fire (A)" in said
    assert "Bob: Please cover this command (B)" in said
    assert "Please do not play “Stop” now\n" in said


def test_r50_a_known_deal_is_named_at_the_beginning_and_the_end() -> None:
    game = Game.arrange(SOLO, {"A": 90}, [[91, 92, 93]])
    said = Talk(table_at(game), "91A 92A 93A", "").run()
    assert said.count("Known deal. The cards were arranged beforehand.") == 2
    assert "Known deal. The deal was chosen by its number." in Talk(dealt(SOLO, "Ann", known="seed")).run()
    assert "Known deal" not in Talk(dealt(SOLO, "Ann")).run()


def test_signals() -> None:
    game = Game.arrange(Rules(players=2), hands=[[10, 20, 30], [41, 42]], draw=[60, 61])
    talk = Talk(table_at(game), "", "signal", "signal 1", "show", "withdraw", "withdraw 1", "withdraw")
    said = talk.run()
    assert "1 Keep off this pile (A)" in said
    assert "Signal given: Keep off this pile (A)" in said
    assert "Ann: Keep off this pile (A)" in said
    assert "Signal withdrawn: Keep off this pile (A)" in said
    assert "You have not given any signal." in said


def test_alone_there_is_nobody_to_signal_to() -> None:
    said = Talk(table_at(Game.deal(SOLO, seed=1)), "signal").run()
    assert "nobody to signal to" in said


def test_log_help_and_rules() -> None:
    game = Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60, 61, 62])
    said = Talk(table_at(game), "10A 20A end", "30A", "log", "help", "rules").run()
    assert "Previous turn: 10A, 20A" in said
    assert "This turn: 30A" in said
    assert "take back your last card" in said
    assert "# " in said


def test_the_position_is_shown_once_after_a_turn_alone() -> None:
    game = Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60, 61, 62])
    said = Talk(table_at(game), "10A", "20A end").run()
    assert (said.count("Turn 1\n"), said.count("Turn 2\n")) == (2, 1)


def test_at_the_end_the_whole_log_opens() -> None:
    game = Game.arrange(SOLO, {"A": 90}, [[91, 92, 93]])
    said = Talk(table_at(game), "91A end", "92A 93A", "log", "").run()
    assert "  1 91A\n  2 92A, 93A" in said


def test_a_hint_with_reasons() -> None:
    game = Game.arrange(Rules.edition("extreme"), {"A": 47, "C": 70}, [[37, 39, 60, 80]], [90, 91])
    said = Talk(table_at(game), "hint").run()
    assert "Hint: " in said
    assert "Go back 10 on pile" in said.split("Hint: ")[1]
    assert "10" in said.split("Hint: ")[1]


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    game = Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60, 61, 62])
    talk = Talk(table_at(game), "10A", f"save {file}", "quit")
    talk.run()
    assert talk.session.leaving
    assert Record.from_json(file.read_text("utf-8")).final().game == talk.game


def test_every_move_is_kept(tmp_path: Path) -> None:
    autosave = tmp_path / "deep" / "auto.json"
    talk = Talk(table_at(Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60])), "10A", autosave=autosave)
    talk.run()
    assert Record.from_json(autosave.read_text("utf-8")).final().game == talk.game
    if sys.platform != "win32":
        assert autosave.stat().st_mode & 0o777 == 0o600, "it holds hidden cards"


def test_a_file_that_cannot_be_written_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    talk = Talk(table_at(Game.deal(SOLO, seed=7)), f"save {tmp_path / 'folder'}", "show")
    said = talk.run()
    assert "could not be written" in said
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["base", "on-fire", "extreme"])
def test_every_language_plays_every_edition_to_its_end(language: str, edition: str) -> None:
    """A person who always takes the first safe-looking move, confirming what loses."""
    text = Texts(language, "common", "hint", "program")
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition(edition))))
    table = table.apply(table.sit("Zoé"))
    table = table.apply(table.deal(5))
    said: list[str] = []

    def ask(prompt: str) -> str:
        said.append(prompt)
        if prompt == text("sure"):
            return text("yes").split()[0]
        return session.table.require_game().legal_moves()[-1] if session.table.running else ""

    session = Session(table, text, ask, said.append, Style(colour=True))
    session.run()
    assert session.table.require_game().status != "playing"
    assert text("seed", seed=5) in "\n".join(said)


def test_r35_withdrawing_is_refused_while_silence_shows() -> None:
    rules = Rules.edition("extreme", players=2)
    game = Game.arrange(rules, hands=[[3, 30, 31, 32], [40, 41]], draw=[60])
    talk = Talk(table_at(game), "", "signal 1", "3A", "withdraw 1", "withdraw", "30A", "withdraw 1")
    said = talk.run()
    assert said.count("(R35)") == 2
    assert said.count("Signal withdrawn: Keep off this pile (A)") == 1


def test_command_words_of_each_language() -> None:
    for language, words in {"fr": ["annuler", "aide", "journal", "quitter"], "de": ["zurück", "hilfe", "q"]}.items():
        talk = Talk(table_at(Game.arrange(SOLO, hands=[[10, 20, 30]], draw=[60])), "10A", *words, language=language)
        talk.run()
        assert talk.session.leaving
        assert not talk.game.laid_this_turn


def test_style(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Style.of(Screen()) == Style(colour=True, wipe=True)  # type: ignore[arg-type]  # all it asks for
    assert "\x1b[3J" in Style(wipe=True).clean()
    monkeypatch.setenv("NO_COLOR", "1")
    assert Style.of(Screen()) == Style(colour=False, wipe=True)  # type: ignore[arg-type]  # likewise
    assert Style()("bad", 7) == "7"


def test_command_cards_carry_sign_and_name() -> None:
    game = Game.arrange(Rules.edition("extreme"), {"C": 80}, [[17, 18, 98, 60]], [70, 71])
    said = Talk(table_at(game), "17A").run()
    assert "17 (⚡ Skull)" in said
    assert "98 (∞ Silence)" in said
    assert "∞ No backwards" in said
    assert "⚡ Skull ← cover it this turn" in said


def test_what_is_saved_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    Talk(table_at(Game.deal(SOLO, seed=7)), f"save {file}").run()
    assert json.loads(file.read_text("utf-8"))["format"] == "nonante-record"
