"""German: number words from two to a hundred with all their endings, and ways to say that one can go back."""

from __future__ import annotations

from typing import Final

from .speech import GoingBack, Numbers, block, endings, expression

# 0 and 1 are no cards, and „ein“ and „erste“ are needed to speak; „achte“ and „achten“ are verbs too (see telling).
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
    hundertstel hundertsteln hundertstels
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
_PLACE: Final = "stapel|stapeln|stapels|reihe|reihen|spalte|spalten|haufen|[abcd]"

NUMBERS: Final = Numbers(
    words=_words(),
    harmless=expression(
        "(?:gib|gebt|gebe|geb|gibt|hab|habt|habe|nimm|nehmt) (?:(?:bitte|gut|immer|doch|mal|ja|jetzt|fein|dich|euch|mich|uns"
        "|schon|lieber|da|auf \\S+|darauf|drauf) ){0,3}(?:in )?acht",
        "(?:ausser|in) acht (?:zu )?(?:lassen|gelassen|lass|lasst|nehmen|nimmt|genommen|gelassen)",
        "(?:dich|euch|mich|uns|sich) (?:\\S+ )?in acht",
        "ausser acht",
        "acht (?:zu )?(?:geben|gibt|gegeben|haben)",
        "(?:mehl|puderzucker|sand|erde) (?:\\S+ )?sieben",
        "(?:zu )?hundert ?prozent(?:ig)?",
        "hundert mal",
        "(?:keinen|kein|jeden|jeder|letzten|einen) cent",
        "viertel stunden?",
        "[nx] ten",
        "(?:die|alle|das) achten (?:auf|darauf|drauf|immer|bitte|nur|mehr)",
        "auf (?:die|das|alle|alles|sie|uns|euch|mich|dich) (?:\\S+ )?achten?",
        "(?:national|deutsche|beste) elf",
    ),
    telling=expression(
        "(?:der|die|das|dem|des|den|am|im|zum|vom|beim|ab|mein|meine|meinen|meiner|meinem|dein|deine|deinen|eine|einen|einer"
        "|jede|jeder|jedes|jeden|diese|dieser|unsere|ihre|seine|als|alle|keine|zwei) achten?(?! (?:darauf|drauf)(?!\\S))",
        f"achten? (?:karten?|zug|runde|platz|stelle|stufe|zahl|{_PLACE})(?<! [abcd])",
        "^achten?$",
        "einstellig\\S*",
        # Compounds: Mittdreißiger, Zwanzigerjahre; Zehnerschritt, Viererreihe; zweihundert, dreieinhalb.
        f"\\S*(?:{'|'.join(_TENS)}|fuenfzig|(?:drei|vier|fue?nf|sech|sieb|acht|neun)zehn)\\S*",
        f"(?:{_SMALL}|zehn|elf|zwoe?lf)er\\S{{3,}}|achter(?:karte|reihe|gruppe|pack|schritt|block|serie)\\S*",
        f"(?:{_SMALL}|acht|ein|elf)(?:hundert|tausend|einhalb|viertel|dreiviertel)(?!stunde)\\S*",
    ),
)

_BACKWARD: Final = "ru?e?ckwae?rts"
_Z: Final = "zurue?ck"
_RUN: Final = "(?:gehen|gehn|geh|springen|spring|hue?pfen|hopsen|laufen|rutschen|drehen|setzen|schieben|holen|spielen|zaehlen|zahlen)"
_HERE: Final = f"(?:hier|da|dort|auf|bei|mit|an|in|{_PLACE})"
_CAN: Final = (
    "(?:kann|konnte|koennte|darf|durfte|duerfte|konnen|koennen|konnten|koennten|durfen|duerfen|kanns|kame|kaeme|komme)"
)
_DOWN: Final = "(?:runter|herunter|hinunter|hoch|rauf|hinauf|herauf|nach unten|nach oben|tiefer|hoeher|hoher)"

GOING_BACK: Final = GoingBack(
    ways=expression(
        f"(?:kann|konnte|koennte|darf|konnen|koennen|konnten|koennten|durfen|duerfen) (?:\\S+ ){{0,6}}?{_Z}(?:{_RUN}| {_RUN})?",
        f"{_Z}(?:{_RUN}| {_RUN})? (?:kann|konnte|koennte|darf|konnen|koennen)",
        f"(?:gehe|geh|springe|spring|hue?pfe|laufe|rutsche|gehen|springen) (?:\\S+ )*?{_HERE} (?:\\S+ ){{0,3}}?{_Z}",
        f"(?:gehe|geh|springe|spring|hue?pfe|laufe|rutsche|gehen|springen) (?:\\S+ )?{_Z} (?:hier|da|dort|auf|bei|mit)",
        f"geht (?:\\S+ ){{0,4}}?{_Z}|{_Z} geht(?: \\S+)?|zum {_Z}{_RUN}|{_Z}zu{_RUN}",
        f"{_BACKWARD}\\S*|ru?e?cksprue?nge?|{_Z}trick\\S*|{_Z}sprung\\S*|retros?|ru?e?ckwaertsgang",
        f"{_CAN} (?:\\S+ ){{0,3}}?(?:{_PLACE}|hier|ihn|da) (?:\\S+ ){{0,2}}?wieder (?:\\S+ )?{_DOWN}\\S*",
        f"{_CAN} (?:\\S+ ){{0,4}}?(?:in die andere richtung|in die falsche richtung|andersrum|andersherum|gegen die richtung"
        "|entgegen der richtung)",
    ),
    people=expression(
        "(?P<me>ich|wir|mir|mich|uns|mein|meine|meinen|meiner|meinem|unser|unsere"
        f"|^(?:kann|koe?nnte)(?= (?:hier|da|dort|auf|bei|{_Z}|{_BACKWARD})))",
        "du|ihr|er|dir|dich|euch|dein|deine|deinen|deiner|euer|eure|jemand|wer|man|niemand|jeder|kannst|konntest|koenntest"
        "|konnt|koennt|darfst|durft|duerft|kann(?: es)? sie|sie kann",
    ),
    unsaid=expression("moe?glich|hier|auf"),
    denied=expression("nicht|nichts|nie|niemals|kein|keine|keinen|keiner|keinem|ohne|unmoe?glich"),
    doubted=expression(
        "(?:wenn|falls) (?:ich|wir)|wue?nscht\\S*|wie|warum|wieso|wann|erlaubt|verboten|regeln?",
        "(?:glaube|denke|weiss|sicher) (?:ich )?nicht",
    ),
    elsewhere=expression(
        f"{_Z}(?:{_RUN})? (?:zu|zum|zur|in|ins|im|nach|an|ans|aus|vom|von)(?! (?:der |die |den |dem )?(?:{_PLACE})(?!\\S))",
        f"{_Z} (?:kommen|sein|rufen|schreiben|geben|nehmen|schicken|lehnen|haben|bekommen|melden|bin|sind)",
        f"(?:nach|zur|zum|ins|in die|in den|an den|an die|ans) (?!(?:{_PLACE})(?!\\S))\\S+ {_Z}(?:{_RUN})?",
        f"(?:einen?|den letzten|n|nen|meinen|den|den letzten) (?:zug|zuge|zuege|schritt) {_Z}(?:{_RUN})?",
        f"hin und {_Z}",
        "(?:ich|wir) wue?nscht\\S* , (?:ich|wir)",
        f"{_Z}zu(?:rufen|kommen|geben|nehmen|halten)",
        f"{_BACKWARD} (?:ein|aus)?(?:parken|fahren|fahre|fahrt|lesen|aufsagen|buchstabieren|essen|fallen)",
        "ru?e?ckwae?rts gewandt|vorwae?rts und ru?e?ckwae?rts",
    ),
)
