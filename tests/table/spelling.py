"""Number words as people spell them, written apart from the filter's own lists: 2 to 100 in three languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

ENGLISH_SMALL = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
ENGLISH_ORDINAL = """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth
"""
ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def english(number: int) -> Iterator[str]:
    """Yield cardinals and ordinals, with plurals, hyphenated or not."""
    small, ordinal, tens = ENGLISH_SMALL.split(), ENGLISH_ORDINAL.split(), ENGLISH_TENS.split()
    if number == 100:
        yield from ("hundred", "a hundred", "one hundred", "hundredth", "hundreds")
    elif number < 20:
        yield from (small[number - 1], small[number - 1] + "s")
        yield from [ordinal[number - 1], ordinal[number - 1] + "s"] if number > 2 else ["the second one", "secondly"]
    else:
        ten, one = tens[number // 10 - 2], number % 10
        if one:
            yield from (f"{ten} {small[one - 1]}", f"{ten}-{ordinal[one - 1]}")
        else:
            yield from (ten, ten[:-1] + "ies", ten[:-1] + "ieth", ten[:-1] + "ieths", ten + "ish")


FRENCH_SMALL = """
    un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
    dix-neuf
"""
FRENCH_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
ROMAND_TENS = {70: ("septante",), 80: ("huitante", "octante", "quatre-vingt"), 90: ("nonante",)}


def french(number: int) -> Iterator[str]:
    """Yield cardinals of France, Belgium and Switzerland, old and new spelling, and their ordinals."""
    for cardinal in french_cardinals(number):
        yield cardinal
        yield from (french_ordinal(cardinal), french_ordinal(cardinal) + "s")


def french_cardinals(number: int) -> Iterator[str]:
    """Yield the ways to say a number."""
    small = FRENCH_SMALL.split()
    if number == 100:
        yield "cent"
    elif number < 20:
        yield small[number - 1]
    for ten in range(20, 100, 10):
        names = (FRENCH_TENS[ten],) if ten in FRENCH_TENS else ROMAND_TENS[ten]
        if ten <= number < ten + 10:
            for name in names:
                yield from french_pair(name, number - ten)
    if 70 <= number < 80:
        yield from french_pair("soixante", number - 60)
    if 90 <= number < 100:
        yield from french_pair("quatre-vingt", number - 80)


def french_pair(ten: str, rest: int) -> Iterator[str]:
    """Yield a ten with what is added to it."""
    if rest == 0:
        yield ten
    elif rest in (1, 11) and ten != "quatre-vingt":
        word = FRENCH_SMALL.split()[rest - 1]
        yield from (f"{ten} et {word}", f"{ten}-et-{word}")
    else:
        yield f"{ten}-{FRENCH_SMALL.split()[rest - 1]}"


def french_ordinal(cardinal: str) -> str:
    """Return the ordinal of a cardinal."""
    for end, stem in (("cinq", "cinqu"), ("neuf", "neuv"), ("e", "")):
        if cardinal.endswith(end):
            return cardinal.removesuffix(end) + stem + "ième"
    return cardinal + "ième"


GERMAN_SMALL = """
    ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn
"""
GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
GERMAN_ODD = {3: "dritt", 7: "siebt", 8: "acht"}


def german(number: int) -> Iterator[str]:
    """Yield cardinals, ordinals in every case, people and groups, fractions, times; with and without umlauts."""
    for word in german_forms(number):
        yield word
        yield word.replace("ß", "ss").replace("ü", "ue").replace("ö", "oe")


def german_forms(number: int) -> Iterator[str]:
    """Yield the forms with umlauts."""
    cardinal = german_cardinal(number)
    yield cardinal
    if number != 100:  # „hundertmal“ is said of many things
        yield from (cardinal + suffix for suffix in ("er", "ern", "erlei", "mal", "fach"))
    stem = GERMAN_ODD.get(number, cardinal + ("t" if number < 20 else "st"))
    verbs = number == 8  # „achte“ and „achten“ alone are verbs as well: an article makes them ordinals
    yield from (f"die {stem}e" if verbs else stem + "e", f"am {stem}en" if verbs else stem + "en")
    yield from (stem + "er", stem + "es", stem + "em", stem + "ens")
    if number > 2:
        yield from (stem + "el", stem + "eln")


def german_cardinal(number: int) -> str:
    """Return a number in one word."""
    small = GERMAN_SMALL.split()
    if number == 100:
        return "hundert"
    if number < 20:
        return small[number - 1]
    ten = GERMAN_TENS.split()[number // 10 - 2]
    return f"{small[number % 10 - 1]}und{ten}" if number % 10 else ten


def collectives() -> list[str]:
    """Return words for groups."""
    french = "huit neuv diz douz quinz vingt trent quarant cinquant soixant cent"
    german = "Zwanziger Dreißiger Vierziger Fünfziger Sechziger Siebziger Achtziger Neunziger Dutzend Hunderter"
    english = "dozen dozens teens tens twenties thirties forties fifties sixties seventies eighties nineties hundreds"
    return [f"{stem}aine{s}" for stem in french.split() for s in ("", "s")] + german.split() + english.split()


SPELLINGS: dict[str, Callable[[int], Iterator[str]]] = {"fr": french, "en": english, "de": german}
