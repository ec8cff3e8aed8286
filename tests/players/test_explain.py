"""Explanations: one to four reasons, with a sentence in every language, and nothing of what others hold."""

from __future__ import annotations

import json
import string
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante import kernel
from nonante.cli.about import players_command as command
from nonante.players import LEVELS, Explanation, Player, champion, chance, explain, player
from nonante.players.champion import LookAhead
from nonante.players.explain import REASON_CODES, open_reasons, reasons_for
from nonante.players.match import standing
from nonante.rules import KINDS, Game, Rules, View, card_of
from nonante.simulation import contestants
from nonante.table import Signal

LANGUAGES = ("en", "fr", "de")
# what a turn is explained with to others, in the order of the catalogues
TOLD_CODES = """
    wins covers-skull covers-fire clears retro retro-pair stop-early stop-ends three one-pile only-pile least
    spares as-asked small-as-asked covers-as-asked helps empties-hand extra minimum
""".split()  # noqa: SIM905 - a table reads better than a list here


def catalogue(language: str) -> dict[str, str]:
    text = files("nonante.texts").joinpath(f"hint.{language}.json").read_text(encoding="utf-8")
    loaded: dict[str, str] = json.loads(text)
    return loaded


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_with_the_same_places(language: str) -> None:
    ours, english = catalogue(language), catalogue("en")
    assert list(ours) == [f"hint.{code}" for code in REASON_CODES] + [f"told.{code}" for code in TOLD_CODES]
    assert {key: places(text) for key, text in ours.items()} == {key: places(text) for key, text in english.items()}


SHARES = {"novice": 0.1, "steady": 0.2, "strong": 0.06, "champion": 0.2}
"""How many of a game's positions each level explains here."""
NO_COMMANDS = [Signal(0, "do-not-lay", command=kind) for kind in KINDS]
BRIEF = LookAhead(plans=6, worlds=4, behind=600, trust=8, race=120)
"""How far a champion looks ahead here that has many positions to explain."""


@cache
def explained(level: str) -> list[tuple[View, list[Signal], Explanation]]:
    """Explain a level's turns on views of all kinds."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(champion, "look_ahead_for", lambda _: BRIEF)
        for rules in rules_of_all_kinds():
            everybody: list[Player] = [player("steady")] * rules.players
            for game in [
                *random_positions(rules, 51, share=SHARES[level]),
                *late_positions(rules, 52, 8),
                *late_positions(rules, 113, 4),
            ]:
                view = game.view(game.active)
                signals = [*standing(game, everybody), *NO_COMMANDS]
                answer = explain(view, signals, level)
                assert answer.moves == player(level).plan(view, signals)
                found.append((view, signals, answer))
    return found


def check_reasons(level: str) -> set[str]:
    """Check the reasons for a level's turns; return the codes met."""
    texts = [catalogue(language) for language in LANGUAGES]
    met = set()
    for view, _, answer in explained(level):
        assert 1 <= len(answer.reasons) <= 4
        known = {*view.hand, *view.tops}
        for reason in answer.reasons:
            met.add(reason.code)
            assert {reason.details.get("card", view.tops[0]), reason.details.get("first", view.tops[0])} <= known
            for text in texts:
                assert text[f"hint.{reason.code}"].format(**reason.details)
    return met


@pytest.mark.parametrize("level", LEVELS)
def test_reasons_fit_their_sentences_on_any_view(level: str) -> None:
    assert check_reasons(level) <= set(REASON_CODES)


def test_every_reason_is_given_somewhere() -> None:
    assert set[str]().union(*map(check_reasons, LEVELS)) == set(REASON_CODES)


def reasons(answer: Explanation) -> dict[str, dict[str, object]]:
    return {reason.code: reason.details for reason in answer.reasons}


@pytest.mark.parametrize("level", LEVELS)
def test_hints_explain_the_plan_that_is_shown_in_its_order(level: str) -> None:
    several = 0
    for view, _, answer in explained(level):
        lays = [move for move in answer.moves if move != "end"]
        kept = {*view.hand} - {card_of(move) for move in lays}
        places = [reason.place for reason in answer.reasons if reason.place is not None]
        assert [reason.place for reason in answer.reasons][: len(places)] == sorted(places), "the whole turn comes last"
        several += len({*places}) > 1
        if lays and answer.reasons[0].code != "lost-anyway":
            assert places[:1] == [0], (str(view), answer)
        for reason in answer.reasons:
            card, pile = reason.details.get("card"), reason.details.get("pile")
            if reason.place is not None and card:
                assert lays[reason.place] == f"{card}{pile}"
            elif card and reason.code != "beside-step":  # what else could have been played, a card of the plan too
                assert card in kept
            if "first" in reason.details:
                assert f"{reason.details['first']}{pile}" in lays[: reason.place]
    assert several > 10


def hidden_otherwise(game: Game, moves: list[str], rng: Random) -> Game:
    """Return a game that looks the same to everybody, with other cards behind it: all hidden ones change places."""
    laid = [card_of(move) for move in moves if move != "end"]
    hidden = [card for hand in game.hands for card in hand if card not in laid] + list(game.draw)
    rng.shuffle(hidden)
    hands = [[card for card in hand if card in laid] for hand in game.hands]
    for hand, full in zip(hands, game.hands, strict=True):
        while len(hand) < len(full):
            hand.append(hidden.pop())
    return game._replace(hands=tuple(tuple(sorted(hand)) for hand in hands), draw=tuple(hidden))


def test_what_others_hear_tells_nothing_of_hidden_cards() -> None:
    """The reasons told to others stay the same whatever lies in the hands and the draw pile (R45)."""
    rng, told, whole = Random(7), set[str](), 0
    for rules in rules_of_all_kinds():
        everybody: list[Player] = [player("steady")] * rules.players
        for game in [*random_positions(rules, 53, share=0.2), *late_positions(rules, 54, 8)]:
            signals = standing(game, everybody)
            moves = explain(game.view(game.active), signals, "steady").moves
            heard = open_reasons(game.view(game.active), moves, signals)
            told |= {reason.code for reason in heard}
            for _ in range(4):
                other = hidden_otherwise(game, moves, rng).view(game.active)
                assert open_reasons(other, moves, signals) == heard
                whole += reasons_for(other, moves, signals) != reasons_for(game.view(game.active), moves, signals)
    assert told == set(TOLD_CODES)
    assert whole > 0, "the reasons of a hint do speak of the hand: the check above can fail"


def test_reasons_name_what_matters() -> None:
    solo = Rules.edition("base", players=1)
    game = Game.arrange(solo, {"A": 40, "B": 50, "C": 60, "D": 52}, [[30, 53, 99, 2, 98, 3, 97, 44]], range(70, 90))
    assert reasons(explain(game.view(0)))["retro"] == {"card": 30, "pile": "A"}
    table = Rules.edition("base", players=2)
    game = Game.arrange(table, {"A": 40, "B": 38, "C": 60, "D": 62}, [[43, 45, 54, 10, 90], [41]], range(70, 89))
    assert reasons(explain(game.view(0), [Signal(1, "keep-off", "A")]))["as-asked"] == {"pile": "A"}
    extreme = Rules.edition("extreme", players=1)
    game = Game.arrange(extreme, {"A": 90, "B": 96, "C": 8, "D": 5}, [[6, 40, 41, 50]], range(60, 70))
    assert reasons(explain(game.view(0)))["stop-early"] == {"card": 6, "pile": "C"}


def test_the_champion_tells_its_chance_and_what_a_request_costs() -> None:
    table = Rules.edition("base", players=2)
    game = Game.arrange(table, {"A": 60, "B": 40, "C": 30, "D": 31}, [[50, 70, 72, 95], [61]], range(76, 89))
    asked = [Signal(1, "keep-off", "A")]
    answer = explain(game.view(0), asked)
    told = reasons(answer)
    assert any(move.endswith("A") for move in answer.moves), "all else would cost far more"
    assert any(code.startswith("despite") for code in told)
    assert not any(code.startswith("despite") for code in reasons(explain(game.view(0))))
    stated = next(details["chance"] for code, details in told.items() if code.startswith("chance"))
    assert stated == round(100 * chance(game.view(0), asked))


@pytest.mark.parametrize("level", LEVELS)
def test_the_moves_are_the_plan(level: str) -> None:
    game = Game.deal(Rules.edition("extreme", players=3), seed=4)
    assert explain(game.view(0), level=level).moves == player(level).plan(game.view(0))


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("level", LEVELS[1:])
def test_an_explanation_takes_one_search(level: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searches = list[str]()

    def count(where: Any, name: str) -> None:
        search = getattr(where, name)

        def counted(*question: Any) -> Any:
            searches.append(name)
            return search(*question)

        monkeypatch.setattr(where, name, counted)

    count(kernel.load("workspace").Workspace, "think")
    count(kernel.interpreted("levels"), "value_turns")
    count(kernel.interpreted("levels"), "plan_level")
    explain(Game.deal(Rules.edition("extreme", players), seed=4).view(0), level=level)
    assert len(searches) == 1, searches


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_lists_every_level_before_everybody_else(language: str) -> None:
    result = CliRunner().invoke(command, ["--lang", language])
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.output.splitlines()]
    assert listed[: len(LEVELS)] == list(LEVELS)
    assert listed == [one.name for one in contestants()]
