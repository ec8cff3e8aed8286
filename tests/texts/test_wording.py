"""How the texts are worded: one word for one thing, each language by its own habits, and nothing that is not true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from nonante.envs.errors import EnvError
from nonante.host.errors import HostError
from nonante.players import PlayerError
from nonante.review import ReviewError
from nonante.rules import END, KINDS, REASONS, NonanteError
from nonante.server.errors import ServerError
from nonante.table import TableError
from nonante.terminal.parsing import ACTIONS, spell, understand
from nonante.texts import LANGUAGES, Texts, load, rules_text

CATALOGUES = sorted({entry.name.split(".")[0] for entry in files("nonante.texts").iterdir() if ".json" in entry.name})
HARD_SPACE = "\u00a0"

# language -> pattern -> what to write, or why not. Patterns are searched without regard to case.
UNWANTED = {
    "en": {
        r"\b(lay|lays|laid|laying)\b": "people play a card; only the code lays it",
        r"\b(rising|falling|rises|falls)\b": "piles are ascending or descending",
        r"\b(is|are) no [a-z]+:": "is not a …",
        r"\bendless\b": "lasting commands",
        r"\bno backwards(?! trick)\b.*\.": "in a sentence the command has its whole name",
        r"\bowes?\b": "nobody is in debt: cards are still to be played",
        r"\bon your seat\b": "in your seat",
        r"\b10 back is always\b": "a command can forbid it",
        r"\btaking back\b": "undo",
        r"nobody learns": "a card taken back has been seen (R46)",
        r"\blooking on\b": "watching",
        r"\bcounts? nowhere\b": "does not count",
        r"back before the deal": "back in the lobby",
        r"play on with\b|goes on here\b": "continue",
        r"today anywhere": "is over everywhere",
        r"several things": "several rules",
        r"told apart": "shown separately",
        r"signal is open": "a signal can be given",
    },
    "fr": {
        r"\bextrême\b|\ben feu\b": "Extreme and On Fire are names",
        r"sans fin\b": "consignes permanentes",
        r"\bd’accord entre eux": "demandent la même chose",
        r"\bdoit (encore )?une (\w+ )?carte": "il manque une carte, il faut encore poser une carte",
        r"laissez cette pile": "ne jouez pas sur cette pile",
        r"« pioche une|^pioche une|: pioche une": "piocher une seule carte",
        r"« end »|50b end": "fin",
        r"\b(tu|toi|ton|tes|joue-|pose-le)\b": "on dit vous, ou rien",
        r"joueurs? (automatique|ordinateur)s?": "l’ordinateur",
        r"\bfini(r|t|ssez|ssent)\b": "terminer",
        r"personne n’apprend": "la carte reprise a été vue (R46)",
        r"votre mieux\b": "votre meilleur résultat",
        r"aujourd’hui nulle part": "est passé partout",
        r"rien ne va\b": "rien ne passe",
        r"plusieurs choses": "plusieurs règles",
        r"de toute espèce": "tous les",
        r"pioche est automatique": "on pioche automatiquement",
        r"serez prévenu": "on vous préviendra",
        r"signal n’est ouvert": "n’est possible",
        r"erreur coûteuse": "gaffe",
        r"retour sur la partie": "analyse",
        r"\bun trois\b|« trois »|\bexpert\b": "« 3! » et « Experts », comme sur la boîte",
        r"quatre-vingt-dix-huit": "nonante-huit",
        r"(meilleur|autre) coup\b": "un coup pose une carte, un tour en pose plusieurs",
        r"\babîmé": "endommagé",
    },
    "de": {
        r"\bextrem\b|in flammen": "Extreme und On Fire sind Namen",
        r"zu (\{\}|\d)t\b": "zu zweit, zu dritt …",
        r"verliert das spiel|spiel verlieren\b": "kostet euch das Spiel: Karten verlieren nicht",
        r"\bschulde(st|t)?\b": "nach Karten fragt kein Gläubiger",
        r"trick geht": "den Trick anwenden",
        r"dazukommen": "beitreten",
        r"\bist weg\b": "abwesend",
        r"\bausgabe": "Edition",
        r"\bzudecken|\bdeckt (?!.* ab\b)[^.:,]* zu\b": "abdecken",
        r"kurze[nr]? h[aä]nd": "kleine Hand",
        r"\b(steigende|fallende|fällt|steigt)\w*": "aufsteigend, absteigend",
        r"\bpartien?\b": "Spiel",
        r"\b(sie|ihnen) haben\b(?! zehn)": "du oder ihr",
        r"erfährt niemand": "die Karte wurde gesehen (R46)",
        r"computerspieler": "der Computer",
        r"-anweisung": "Blitzanweisung, Daueranweisung",
        r"deine schnellste\b": "dein schnellstes Spiel",
        r"zu beenden verliert": "wer jetzt beendet, verliert",
        r"\bbinden\b": "gelten für",
        r"gastgeberin": "der Gastgeber",
        r"\bfraglich\b|teurer fehler": "zweifelhaft, grober Fehler",
        r"rückblick": "Auswertung",
        r"\bin extreme\b": "bei Extreme",
        r"\bmehreres\b": "mehrere Regeln",
        r"nirgends mehr heute": "überall vorbei",
        r"\baufgaben\b": "Rätsel",
        r"\b(neu|karten) gegeben\b": "ausgeteilt",
        r"signal offen": "möglich",
    },
}
BRACES = re.compile(r"\{[\w!]+\}")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language with its place."""
    for catalogue in CATALOGUES:
        for key, text in load(catalogue, language).items():
            for form in text.values() if isinstance(text, dict) else [text]:
                if not key.startswith("words."):
                    yield key, form
    for paragraph in re.split(r"\n\s*\n", rules_text(language)):
        yield "rules", paragraph.replace("\n", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_do_not_belong(language: str) -> None:
    found = []
    for place, text in texts(language):
        spoken = BRACES.sub("{}", text).replace(HARD_SPACE, " ")
        for pattern, instead in UNWANTED[language].items():
            match = re.search(pattern, spoken, re.IGNORECASE)
            if match:
                found.append(f"{place}: {match[0]!r} – {instead}")
    assert found == []


def test_english_refusals_speak_the_same_way() -> None:
    classes = (NonanteError, TableError, PlayerError, ReviewError, HostError, ServerError, EnvError)
    sentences = {code: sentence for one in classes for code, (_, sentence) in one.messages.items()}
    for code, sentence in sentences.items():
        spoken = BRACES.sub("{}", sentence)
        assert not re.search(r"\b(lay|lays|laid|rises|falls|rising|falling)\b|\{\} (is|are) no \w+", spoken), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_those_of_a_printed_book(language: str) -> None:
    for place, text in texts(language):
        assert "'" not in text, place
        assert '"' not in text, place
        assert "..." not in text, place
        quotes = re.sub(r"[^“”„«»]", "", text)
        assert not quotes.strip({"en": "“”", "fr": "«»", "de": "„“"}[language]), place


def test_french_spaces() -> None:
    """Before : ; ? ! » and after « stands a space that does not break; « The Game: Extreme » and « 3! » are names."""
    for place, text in texts("fr"):
        plain = text.replace("The Game: Extreme", "").replace("3!", "")
        assert not re.search(rf"(?<![{HARD_SPACE}])[:;?!»](?=\s|$)", plain), place
        assert not re.search(rf"«(?!{HARD_SPACE})", plain), place


@pytest.mark.parametrize(("language", "percent"), [("en", "%"), ("fr", "\u202f%"), ("de", f"{HARD_SPACE}%")])
def test_percents_are_written_the_way_each_language_does(language: str, percent: str) -> None:
    found = [(place, text) for place, text in texts(language) if re.search(r"[\d}]\s?%", text)]
    assert len(found) > 10
    for place, text in found:
        assert re.findall(r"(?<=[\d}])\s?%", text) == [percent] * len(re.findall(r"[\d}]\s?%", text)), place


def hints(language: str) -> list[tuple[str, str]]:
    """Return what a hint advises; what was played (``told.``) and what decided are told in whole sentences."""
    stated = ("hint.chance", "hint.despite", "hint.beside", "hint.cost", "hint.points")
    advice = load("hint", language).items()
    return [(key, text) for key, text in advice if key.startswith("hint.") and not key.startswith(stated)]


def test_french_hints_are_infinitives() -> None:
    for key, text in hints("fr"):
        first = re.match(r"(?:Ne pas |Se |S’)?(\w+)", text)
        assert first, key
        assert re.search(r"(?:er|ir|re)$", first[1]), key
        assert not re.search(r"\b(vous|votre|vos)\b", text), key


def test_german_hints_are_infinitives() -> None:
    for key, text in hints("de"):
        assert re.search(r"\b\w+(en|n)\b(?: \(\{count\}\)| \(\+\{count\}\))?(?=[.:,]| und | für | als )", text), key
        assert not re.search(r"\b([Dd]u|[Dd]eine?[nr]?)\b", text), key


@pytest.mark.parametrize(("language", "least"), [("en", "at least"), ("fr", "au moins"), ("de", "mindestens")])
def test_a_minimum_is_told_as_one(language: str, least: str) -> None:
    told = {**load("program", language), **load("web", language), **load("common", language)}
    for key in ("to-do", "turn.left", "why.below-minimum"):
        assert all(least in form for form in told[key].values()), key
    assert least in told["edition.expert-short.line"].lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stay_as_they_are(language: str) -> None:
    common = load("common", language)
    assert common["edition.extreme.name"] == "Extreme"
    assert common["edition.on-fire.name"] == "On Fire"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_size_has_its_words(language: str) -> None:
    words = [load("web", language)[f"players.count.{count}"] for count in range(1, 6)]
    assert len(set(words)) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_tells_what_would_be_and_an_end_what_was(language: str) -> None:
    common = load("common", language)
    for reason in (*REASONS, "short-hand"):
        assert common[f"risk.{reason}"] != common[f"reason.{reason}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_head_each_command_with_its_name(language: str) -> None:
    headings = [line.removeprefix("## ") for line in rules_text(language).splitlines() if line.startswith("## ")]
    for kind in KINDS:
        name = load("common", language)[f"command.{kind}.name"]
        assert any(re.fullmatch(rf"{name} \([⚡∞]\)", heading) for heading in headings), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_understands_what_its_help_says(language: str) -> None:
    text = Texts(language, "program")
    lines = text("help").splitlines()
    example = re.search(r"37A 50B \w+", lines[0])
    assert example
    assert understand(example[0], text).words == ("37A", "50B", END)
    named = [understand(line, text).action for line in lines[1:]]
    assert {*named} == {*ACTIONS} - {"help"}
    assert text("words.end").split()[0] == spell(END, text) == lines[1].split()[0]
    assert spell("37A", text) == "37A"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_terminal_means_two_things(language: str) -> None:
    text = Texts(language, "program")
    words = [word for action in ACTIONS for word in text(f"words.{action}").split()]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_the_word_that_ends_a_turn(language: str) -> None:
    word = Texts(language, "program")("words.end").split()[0]
    assert re.search(rf"[“«„][{HARD_SPACE} ]?{word}[{HARD_SPACE} ]?[”»“]", rules_text(language))
