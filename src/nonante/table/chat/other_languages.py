"""Number words of languages that the table itself does not speak: Spanish, Italian, Dutch.

Words that are ordinary words of English, French or German count only where such a language holds a card: "tengo dos",
"ho sei", "ik heb tien".
"""

from __future__ import annotations

from typing import Final

from .language import Numbers, block, endings, expression

_NOTHING: Final = expression("(?!)")


def _spanish() -> frozenset[str]:
    tens = block("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
    units = "uno dos tres cuatro cinco seis siete ocho nueve"
    small = block(
        "cuatro cinco seis siete ocho nueve diez doce trece catorce dieciseis diecisiete dieciocho diecinueve"
    )
    some = block("veinte cien ciento docena decena veintena treintena")
    return frozenset([*small, *some, *tens]) | endings(["veinti", *[f"{ten}y" for ten in tens]], units)


def _italian() -> frozenset[str]:
    tens = block("vent trent quarant cinquant sessant settant ottant novant")
    whole = ["venti", *[ten + "a" for ten in tens[1:]]]
    units = "due tre quattro cinque sei sette nove"
    small = block("""
        quattro cinque sette dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove
        cento dozzina decina
    """)
    pairs = endings(whole, units) | endings(tens, "uno otto")
    return (frozenset([*small, *whole]) - {"venti"}) | pairs


def _dutch() -> frozenset[str]:
    tens = block("twintig dertig veertig vijftig zestig zeventig tachtig negentig")
    units = block("een twee drie vier vijf zes zeven acht negen")
    small = block("""
        twee drie vijf zes zeven negen twaalf dertien veertien vijftien zestien zeventien achttien negentien
        honderd dozijn tiental
    """)
    pairs = [f"{unit}en{ten}" for unit in units for ten in tens]
    return frozenset([*small, *tens, *pairs]) | endings([*tens, *pairs], "ste")


SPANISH: Final = Numbers(
    words=_spanish(),
    harmless=_NOTHING,
    telling=expression(
        "(tengo|tenemos|llevo) (el |la |un |una )?(dos|tres|once|quince)", "(el|numero) (dos|tres|once|quince)"
    ),
)
ITALIAN: Final = Numbers(
    words=_italian(),
    harmless=_NOTHING,
    telling=expression(
        "(ho|abbiamo|tengo) (il |la |un |una )?(due|tre|sei|otto|nove|venti)", "(il|numero) (due|tre|sei|otto|venti)"
    ),
)
DUTCH: Final = Numbers(
    words=_dutch(),
    harmless=_NOTHING,
    telling=expression("(ik|wij|we) (heb|hebben) (de |een )?(tien|elf|vier|acht)", "nummer (tien|elf)"),
)
