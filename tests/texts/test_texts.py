"""Catalogues: the same keys and placeholders in every language, every code has its words, examples do not lie."""

from __future__ import annotations

import re
import string
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from nonante import Game, IllegalMove, Rules
from nonante.host.errors import HostError
from nonante.players import LEVELS, PlayerError
from nonante.review import ReviewError
from nonante.rules import EDITIONS, KINDS, REASONS, NonanteError
from nonante.server.errors import ServerError
from nonante.table import SIGNALS, WISHES, TableError
from nonante.texts import LANGUAGES, Texts, language_of_system, load, rules_examples, rules_text
from nonante.turn import TurnError

FOLDER = files("nonante.texts")
CATALOGUES = sorted({entry.name.split(".")[0] for entry in FOLDER.iterdir() if entry.name.endswith(".json")})
EXAMPLES = rules_examples()
SENTENCES = {
    code: sentence
    for errors in (NonanteError, TurnError, TableError, PlayerError, ReviewError, HostError, ServerError)
    for code, (_, sentence) in errors.messages.items()
}
MARK = {"en": "Example —", "fr": "Exemple —", "de": "Beispiel —"}


def forms(text: Any) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_language_has_every_key_with_the_same_placeholders(catalogue: str) -> None:
    english = load(catalogue, "en")
    assert english
    for language in LANGUAGES:
        other = load(catalogue, language)
        assert set(other) == set(english)
        for key, text in other.items():
            assert isinstance(text, dict) == isinstance(english[key], dict), key
            if isinstance(text, dict):
                assert set(text) == {"one", "other"}, key
            wanted = placeholders(forms(english[key])[-1])
            assert placeholders(forms(text)[-1]) == wanted, key
            assert all(placeholders(form) >= wanted - {"count"} for form in forms(text)), key
            assert all(placeholders(form) <= wanted for form in forms(text)), key
            assert all(form.strip() for form in forms(text)), key


def test_no_key_stands_in_two_catalogues() -> None:
    keys = [key for catalogue in CATALOGUES for key in load(catalogue, "en")]
    assert len(keys) == len(set(keys))


def test_every_code_has_words() -> None:
    common = load("common", "en") | load("program", "en")
    wanted = {f"error.{code}" for code in SENTENCES}
    wanted |= {f"level.{level}.{part}" for level in LEVELS for part in ("name", "line")}
    wanted |= {f"command.{kind}.{part}" for kind in (*KINDS, "fire") for part in ("name", "meaning")}
    wanted |= {f"signal.{name}" for name in SIGNALS} | {f"wish.{wish}" for wish in WISHES}
    wanted |= {f"reason.{reason}" for reason in (*REASONS, "short-hand")}
    wanted |= {f"grade.{grade}" for grade in ("champions", "excellent", "lost")}
    wanted |= {f"edition.{name}.{part}" for name in EDITIONS for part in ("name", "line")}
    assert wanted <= set(common)


def test_error_texts_use_only_what_the_error_brings() -> None:
    common = load("common", "en") | load("program", "en")
    for code, sentence in SENTENCES.items():
        brought = {name.split("!")[0] for name in placeholders(sentence)}
        for form in forms(common[f"error.{code}"]):
            assert placeholders(form) <= brought, code


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("en", 0, "0 cards left"),
        ("en", 1, "1 card left"),
        ("fr", 0, "0 carte restante"),
        ("fr", 1, "1 carte restante"),
        ("fr", 2, "2 cartes restantes"),
        ("de", 0, "0 Karten übrig"),
        ("de", 1, "1 Karte übrig"),
    ],
)
def test_plurals(language: str, count: int, text: str) -> None:
    assert Texts(language, "common")("left", count=count) == text


@pytest.mark.parametrize(("language", "point"), [("en", "."), ("fr", ","), ("de", ",")])
def test_figures_have_a_minus_sign_and_the_point_or_comma_of_the_language(language: str, point: str) -> None:
    text = Texts(language, "common", "hint")
    said = text("hint.points", value=-12, other=-20.5)
    assert re.search(rf"−12\D.*−20[{point}]5\D", said), said
    assert "-" not in said
    assert "X-1.5" in text("hint.clears", card=12, pile="A", command="X-1.5")
    shown = text.figure(-3), text.figure(4), text.figure(-2.04, "6.1f"), text.figure(-0.04, "+z.1f")
    assert shown == ("−3", "4", f"  −2{point}0", f"+0{point}0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_are_told_in_every_language_with_their_rule(language: str) -> None:
    text = Texts(language, "common")
    with pytest.raises(IllegalMove) as refused:
        Game.arrange(Rules(), {"A": 50}, [[45, 60, 70]]).play("45A")
    told = text.error(refused.value)
    assert "45" in told
    assert told.endswith(f"({text.rule('1.4')})")
    assert text.rule("R24") == "R24"


def test_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language_of_system() == "en"
    monkeypatch.setenv("LANG", "de_CH.UTF-8")
    assert language_of_system() == "de"
    monkeypatch.setenv("LC_ALL", "pt_BR")
    assert language_of_system() == "en"


def paragraphs(language: str) -> list[str]:
    """Return the example paragraphs of a rules text."""
    blocks = re.split(r"\n\s*\n", rules_text(language))
    return [block for block in blocks if block.startswith(MARK[language])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_told_with_its_numbers(language: str) -> None:
    told = paragraphs(language)
    assert len(told) == len(EXAMPLES)
    for example, paragraph in zip(EXAMPLES, told, strict=True):
        numbers = set(re.findall(r"\d+", paragraph))
        laid = {move[:-1] for move in [*example["moves"], example.get("refused", "end")] if move != "end"}
        assert laid <= numbers, example["id"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_every_example_is_true(example: dict[str, Any]) -> None:
    rules = Rules.edition(example["edition"], players=example["players"])
    game = Game.arrange(rules, example["piles"], example["hands"], example["draw"])
    for move in example["moves"]:
        game = game.play(move)
    assert (game.status, game.reason or "") == (example["status"], example["reason"])
    if "refused" in example:
        with pytest.raises(IllegalMove):
            game.play(example["refused"])
    if "score" in example:
        assert game.score == example["score"]
    if "hand_sizes" in example:
        assert [len(hand) for hand in game.hands] == example["hand_sizes"]


def test_every_command_has_an_example() -> None:
    assert {*KINDS} <= {example["id"] for example in EXAMPLES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_read_well_in_a_terminal(language: str) -> None:
    lines = rules_text(language).splitlines()
    assert max(map(len, lines)) <= 78
    assert not any(a == b == "" for a, b in pairwise(lines))
