"""German: number words from two to a hundred with all their endings, and ways to say that one can go back."""

from __future__ import annotations

from typing import Final

from .speech import GoingBack, Numbers, block, endings, expression

# 0 and 1 are not cards, and „ein“ and „erste“ are needed to speak; „achte“ and „achten“ are verbs too (see telling).
_UNITS: Final = block("zwei zwo drei vier funf sechs sieben acht neun")
_TEENS: Final = block("""
    zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn
    sechszehn siebenzehn fuffzehn
""")
_TENS: Final = block("""
    zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig
    dreizig dreisig sechszig siebenzig fuffzig zwanzich dreissich vierzich funfzich sechzich siebzich achtzich neunzich
""")
_ORDINALS: Final = block("zweit zwot dritt viert funft sechst siebt siebent neunt zehnt elft zwolft")
_INFLECTED: Final = "- e en er es em ens el eln els"  # zweite … zweitem, zweitens, Drittel
_COUNTED: Final = """
    - e en er ern ers erin erinnen mal malig malige maliger maliges maligen fach fache facher faches fachen fachem
    erlei stellig stellige stelliger stelliges stelligen stelligem jahrig jahrige jahriger jahriges jahrigen
"""
_SUPERLATIVES: Final = endings(
    block("best letzt hochst niedrigst tiefst grosst kleinst nachst schlechtest"), "e en er es em"
)
_OTHERS: Final = block("""
    hundert hunderte hunderten hunderter hundertern hundertste hundertsten hundertster hundertstes hundertstem
    hundertstens hundertstel hundertsteln hundertstels
    dutzend dutzende dutzenden dutzends halbdutzend
    achter achtes achtem achtens achtel achteln achtels
    terzett quintett sextett septett oktett
    zwelf fumf fumpf zwoi fuf sibe zwanzg drissg vierzg fufzg sachzg sibezg achzg nunzg
""")
# Made by the endings, but words of their own; „achte“ and „achten“ are read in their phrase.
_NO_NUMBERS: Final = {"elfe", "elfen", "achte", "achten"}


def _words() -> frozenset[str]:
    pairs = [f"{unit}und{ten}" for ten in _TENS for unit in ["ein", *_UNITS]]
    tens = [*_TENS, *pairs]
    found = endings([*_UNITS, *_TEENS, *tens], _COUNTED)
    ordinals = [*_ORDINALS, *[teen + "t" for teen in _TEENS[3:]], *[ten + "st" for ten in tens]]
    found |= endings(ordinals, _INFLECTED)
    found |= {ordinal + best for ordinal in [*_ORDINALS, "acht"] for best in _SUPERLATIVES}
    found = (found | set(_OTHERS)) - _NO_NUMBERS
    return frozenset(found | {_with_e(word) for word in found})


def _with_e(word: str) -> str:
    """Return the spelling of keyboards without umlauts: fuenf, zwoelf."""
    for plain, written in (("funf", "fuenf"), ("zwolf", "zwoelf"), ("jahrig", "jaehrig"), ("hochst", "hoechst")):
        word = word.replace(plain, written)
    return word


_SMALL: Final = "zwei|zwo|drei|vier|fue?nf|sechs|sieben|neun"
_PLACE: Final = "stapeln?|stapels|reihen?|spalten?|haufen|[abcd]"

NUMBERS: Final = Numbers(
    words=_words(),
    harmless=expression(
        r"(gib|gebt|gebe?) (auf \S+ )?((bitte|gut|immer|doch|mal|ja|jetzt|fein|lieber) )*acht|^habt acht",
        "(dich|euch|mich|uns|sich) … in acht",
        "(ausser|in) acht (zu )?(lassen|lass|lasst|gelassen|nehmen|nimmt|genommen)|ausser acht",
        "acht (zu )?(geben|gegeben)",
        "(die|alle|das) achten (auf|darauf|drauf|immer|bitte|nur|mehr)",
        r"auf (die|das|alle|alles|sie|uns|euch|mich|dich) (\S+ )?achten?",
        r"(mehl|puderzucker|sand|erde) (\S+ )?sieben",
        "(zu )?hundert ?prozent(ig)?|hundert mal",
        "(keinen|kein|jeden|jeder|letzten|einen) cent",
        "viertel stunden?",
        "[nx] ten",  # zum x-ten Mal
        "(national|deutsche|beste) elf",
    ),
    telling=expression(
        r"(der|die|das|dem|des|den|am|im|zum|vom|beim|ab|als|alle) achten?(?! (d?a?rauf|ich|wir)\b)",
        "([mdsk]?eine[nrms]?|[mdsk]ein|unsere|ihre|jede[nrms]?|diese[nrms]?) achten?",
        "achten? (karten?|zug|runde|platz|stelle|stufe|zahl|stapel|reihe)",
        "^achten?$",
        # Compounds: einstellig; Mittdreißiger, Zwanzigerjahre; Zehnerschritt, Viererreihe; zweihundert, dreieinhalb.
        r"einstellig\S*",
        rf"\S*({'|'.join(_TENS)}|fuenfzig|(drei|vier|fue?nf|sech|sieb|acht|neun)zehn)\S*",
        rf"({_SMALL}|zehn|elf|zwoe?lf)er\S{{3,}}|achter(karte|reihe|gruppe|pack|schritt|block|serie)\S*",
        rf"({_SMALL}|acht|zehn|elf|zwoe?lf)fach\S*",
        rf"({_SMALL}|acht|ein|elf)(hundert|tausend|einhalb|viertel|dreiviertel)(?!stunde)\S*",
    ),
)

_CAN: Final = "(kann|koe?nnen|koe?nnten?|darf|due?rfen|due?rften?)"
_GO: Final = "(gehe?|springe?|hue?pfe|laufe|rutsche|gehen|springen)"
_BACK: Final = (
    "zurue?ck( ?(gehe?n|geh|springen|spring|hue?pfen|hopsen|laufen|rutschen|drehen|setzen|schieben|spielen|zae?hlen))?"
)
_BACKWARD: Final = "rue?ckwae?rts"

GOING_BACK: Final = GoingBack(
    ways=expression(
        f"{_CAN} … … {_BACK}",
        f"{_BACK} {_CAN}",
        f"{_GO} … (hier|da|dort|auf|bei|mit|an|in|{_PLACE}) … zurue?ck",
        rf"{_GO} (\S+ )?zurue?ck (hier|da|dort|auf|bei|mit)",
        f"({_CAN}|komme) … ({_PLACE}) … zurue?ck((zu)?(holen|bringen|ziehen))?",
        f"geht … {_BACK}|zurue?ck geht|zum {_BACK}",
        rf"{_BACKWARD}\S*|rue?cksprue?nge?|zurue?ck(trick|sprung)\S*|retros?",
        rf"{_CAN} … ({_PLACE}|hier|ihn|da) … wieder … (he)?(runter|hinunter|hoch|rauf|hinauf|nach unten|nach oben)\S*",
        f"{_CAN} … (in die (andere|falsche) richtung|anders(he)?rum|gegen die richtung|entgegen der richtung)",
    ),
    people=expression(
        "(?P<me>ich|wir|mir|mich|uns|mein|meine[nrm]?|unsere?"
        f"|^(kann|koe?nnte)(?= (hier|da|dort|auf|bei|zurue?ck|{_BACKWARD})))",
        "du|ihr|er|dir|dich|euch|deine?[nr]?|euer|eure|jemand|wer|man|niemand|jeder|(kann|koe?nnte) sie|sie kann",
        "^((bitte|dann) )?(geht?|springt?)",  # do it, you others
        "kannst|koe?nntest|koe?nnt|darfst|due?rft",
    ),
    unsaid=expression("moe?glich|hier|auf"),
    denied=expression("nicht|nichts|nie|niemals|keine?[nrm]?|ohne|unmoe?glich"),
    doubted=expression(
        r"(wenn|falls) (ich|wir)|wue?nscht\S*|wie|warum|wieso|wann|erlaubt|verboten|regeln?",
        "(glaube|denke|weiss|sicher) (ich )?nicht",
    ),
    elsewhere=expression(
        rf"{_BACK} (zu|zum|zur|in|ins|im|nach|an|ans|aus|vom|von)(?! ((der|die|den|dem) )?({_PLACE})\b)",
        "zurue?ck (kommen|sein|rufen|schreiben|geben|nehmen|schicken|lehnen|haben|bekommen|melden|bin|sind)",
        rf"(nach|zur|zum|ins|in die|in den|an den|an die|ans) (?!({_PLACE})\b)\S+ {_BACK}",
        f"(einen?|den|den letzten|n|nen|meinen) (zug|schritt|zue?ge) {_BACK}",
        "hin und zurue?ck",
        r"(ich|wir) wue?nscht\S* , (ich|wir)",
        f"{_BACKWARD} (ein|aus)?(parken|fahren|fahre|fahrt|lesen|aufsagen|buchstabieren|essen|fallen)",
        f"vorwae?rts und {_BACKWARD}",
    ),
)
