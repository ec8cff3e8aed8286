"""German: number words from two to a hundred with all their endings, and what may not be announced."""

from __future__ import annotations

import re
from typing import Final

from .language import Announcing, Numbers, Saying, block, endings, expression, long

# 0 and 1 are not cards, and „ein“ and „erste“ are needed to speak; „achte“ and „achten“ are verbs too (see telling).
_UNITS: Final = block("zwei zwo drei vier funf sechs sieben acht neun")
_TEENS: Final = block("""
    zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn
    sechszehn siebenzehn fuffzehn
""")
_TENS: Final = block("dreizig dreisig sechszig siebenzig") + [
    stem + end
    for stem in block("zwanz dreiss vierz funfz fuffz sechz siebz achtz neunz")
    for end in ("ig", "ich", "isch")
]
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
    deuz fumfe funwe zwanni zwannis fuffi fuffis fuffzich fuffziger zwanzsch dreissch zwonzig
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
_PLACE: Final = "stapeln?|stapels|reihen?|spalten?|haufen|piles?( [abcd])?|[abcd]"
_FEW: Final = rf"{_SMALL}|acht|zehn|elf|zwoe?lf"
_SOME: Final = rf"({_FEW}|\S+zig|\S+ssig|\S+zehn)"
_NUMBERS: Final = "zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"  # as they are written
_NTH: Final = "(zweit|dritt|viert|fue?nft|sechst|siebt|siebent|acht|neunt|zehnt|elft|zwoe?lft)e[nrms]?"
_TIME: Final = (
    "sekunden?|sek|minuten?|min|stunden?|uhr|tagen?|wochen?|monaten?|jahren?|nae?chten?|abenden?"
    "|januar|februar|mae?rz|april|mai|juni|juli|august|september|oktober|november|dezember"
)
# What is counted at a table and is no card; a German plural has no ending of its own.
_THINGS: Final = (
    "leute|leuten|personen|spielern?|spielerinnen|freunden?|freundinnen|kindern?|jungs|mae?dels|brue?dern?|schwestern?"
    "|katzen|hunden?|hue?hnern?|kaffees?|tees?|bieren?|bier|glae?sern?|tassen|punkten?|partien|spielen?|runden|siegen?"
    "|niederlagen|fliegen|tropfen|stue?hlen?|seiten|mal|male|versuchen?|fragen|dingen?|grue?nden?|tischen?"
    "|bildschirmen?"
    "|tueren|zimmern?|stunden|zwergen?|musketieren?|weltwundern?|todsue?nden|jahreszeiten|himmelsrichtungen|augen"
    "|hae?nden?"
    "|haende|beinen?|fue?ssen?|sterne|sternen|autos|handys|computern?|gerae?ten?|tueten|pizzen|pizzas|stueck(e)? kuchen"
)

NUMBERS: Final = Numbers(
    words=_words(),
    long=long(*_TEENS, *_TENS, "hundert", "dutzend"),
    harmless=expression(
        # People.
        "(wir|ihr|euch|uns|alle) (zwei|drei|vier|fue?nf)(?! (ue?ber|unter|weg|karten|mehr|weniger|auf)\\b)",
        "(die|sie|diese|meine|deine|nur) (zwei|drei|vier|fue?nf)"
        r"(?= (sind|seid|haben|habt|gegen|schon|wieder|hier|da|dort|noch|auch|nur|heute|mal|meine|,|und ihr|kommen"
        r"|spielen"
        r"|von uns|von euch|wir|schaffen|koe?nnen|machen|kriegen)\b)",
        rf"(wir|ihr|sie) (sind|seid|waren|wae?ren) (nur |jetzt |ja |noch |heute |schon |alle )*({_FEW})"
        r"(?! (ue?ber|unter|weg|hoe?her|tiefer|mehr|weniger|drue?ber|drunter)\b)",
        "zu (zweit|dritt|viert|fue?nft|sechst)",
        # Time.
        f"{_SOME} ((oder|und) {_SOME} )?(ganze |volle |kleine |lange )?({_TIME})",
        f"(um|bis|gegen|ab|seit|punkt|vor|nach) (halb |viertel |kurz vor |kurz nach )?({_FEW})( uhr)?"
        r"(?=$| (heute|morgen|abends|frue?h|gibt|ist|geht|fae?ngt|treffen|muss|kommt|fae?hrt|essen|schluss|da|los|an"
        r"|ab|auf)\b)",
        f"(halb|viertel (vor|nach)|fue?nf (vor|nach)|zehn (vor|nach)|ein viertel vor) ({_FEW})",
        r"(die |der |den |in den )?(zwanziger|dreissiger|vierziger|fue?nfziger|sechziger|siebziger|achtziger"
        r"|neunziger) ?jahren?",
        "(tochter|sohn|kind|enkel|enkelin|hund|katze|kleine|kleiner|oma|opa|mama|papa|mutter|vater|bruder|schwester"
        f"|tante|onkel) (ist|wird|wurde) … ({_SOME})",
        f"^(um|gegen) ({_FEW})(?! (hoe?her|tiefer|hoch|runter|rauf|weg|auf|bei)\\b)",
        # Sayings.
        f"(familie|gruppe|runde|team) (von|mit|aus) ({_FEW})|({_FEW}|zwanzig|dreissig) prozent|(ein|eine) oder zwei",
        "(wurden|werden|wurde|werde|wird|sind|bin|landen|landeten) (zweite|dritte|vierte|fue?nfte)[rs]?$",
        "(minute|sekunde|stunde) (hoe?chstens |vielleicht |oder )?zwei|von (eins|null) bis (fue?nf|zehn|hundert)",
        "sehen mehr als zwei|(auf|bei) drei (geht|los|gehts|sind)|sieben auf einen|null acht fue?nfzehn"
        "|dreifach(es)? hoch",
        "(uns|euch|ihnen|allen) (zweien|dreien|vieren|fue?nfen)|(zwei|drei|vier) von (uns|euch|ihnen)",
        "sieben siegeln?|vier wae?nden?|zwei paar schuhe|alle neune|auf hundertachtzig",
        f"(morgen|heute|abends|frue?h|(mon|diens|donners|frei|sams|sonn)tag|mittwoch) (um|ab|gegen) ({_FEW})",
        "(aller|alle) guten dinge sind drei|auf allen vieren|(alle )?fue?nfe? gerade|dreimal darfst|sechser im lotto",
        f"({_SOME}) von ({_SOME})( punkten)?|doppelt und dreifach|eins zwei drei|verflixte siebte",
        "(zweimal|dreimal|viermal) (verloren|gewonnen|gespielt|gefragt|versucht|hintereinander|ue?berlegen"
        "|hinschauen|so)",
        # Things that are no cards.
        rf"({_FEW}) ((\S+e[nr]?|paar) )?({_THINGS})",
        f"{_NTH} (partie|runde|versuch|chance|stock|etage|tag|woche|jahr|kaffee|bier|tee|spiel|halbzeit|linie|heimat"
        f"|geige|wahl)",
        f"{_NTH} (mal|sinn|himmel|rad|welt|person|klasse|natur|hand|dimension|luft|frue?hling|liga|zae?hne)",
        f"(level|stufe|folge|staffel|kapitel|teil|runde|spieler|wolke|platz) ({_FEW})|top (ten|five|drei|zehn)",
        # „acht“, „sieben“ and „elf“ are other words as well.
        r"(gib|gebt|gebe?) (auf \S+ )?((bitte|gut|immer|doch|mal|ja|jetzt|fein|lieber) )*acht|^hab(t)? acht",
        "(dich|euch|mich|uns|sich) … in acht",
        "(ausser|in) acht (zu )?(lassen|lass|lasst|gelassen|nehmen|nimmt|genommen)|ausser acht",
        "acht (zu )?(geben|gegeben|nehmen)",
        "(die|alle|das) achten (auf|darauf|drauf|immer|bitte|nur|mehr)",
        r"auf (die|das|alle|alles|sie|uns|euch|mich|dich) (\S+ )?achten?",
        r"(mehl|puderzucker|sand|erde) (\S+ )?sieben",
        "(zu )?hundert ?pro(zent(ig)?)?|hundert mal",
        "(keinen|kein|jeden|jeder|letzten|einen) cent",
        "viertel stunden?",
        "[nx] ten",  # zum x-ten Mal
        "(national|deutsche|beste) elf|(bin|ist|als|wie) (ein|der) elf|(kein|dein|dieser|kleiner) elf|(der|ein"
        "|kleiner|mein) elf (im|in|aus|mit|und)",
    ),
    counting=re.compile(
        rf"(?<!von )\b(?i:(?:{_NUMBERS}) (?:und|oder) )?(?i:{_NUMBERS}"
        r"|(?:zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt|elft|zwölft)e[nrms]?)(?= (?:[a-zäöüß]+e[nrs]? )?"
        r"(?!Karte|Stapel|Reihe|Schritt|Zahl|Stufe|Pl[aä]tz|Stelle|Feld|Spr[uü]ng|Abst|Einer|Zehner|Dutzend|Hundert"
        r"|Zug|Züge"
        r"|Zwei|Drei|Vier|Fünf|Sechs|Sieben|Acht|Neun|Zehn|Elf|Zwölf|\w+zig|Über|Unter|Höher|Tiefer|Mehr|Weniger|Auf"
        r"|Und"
        r"|Ist|Von|Für|Bei|Pack|Zwanziger|Wert|Nummer|Spalte|Haufen|Hand|Rest|Stück$)[A-ZÄÖÜ][a-zäöüß]{2,})"
    ),
    telling=expression(
        r"(der|die|das|dem|des|den|am|im|zum|vom|beim|ab|als|alle) achten?(?! (d?a?rauf|ich|wir)\b)",
        "([mdsk]?eine[nrms]?|[mdsk]ein|unsere|ihre|jede[nrms]?|diese[nrms]?) achten?",
        "achten? (karten?|zug|runde|platz|stelle|stufe|zahl|stapel|reihe)",
        "^achten?$",
        "(habe?|ist) (genau )?(mein|dein|sein|ihr|unser|mamas|papas|omas|opas|meine|deine) (alter|hausnummer"
        "|schuhgroe?sse|trikotnummer|geburtsjahr)",
        "(halbes|viertel|dreiviertel) jahrhundert|vierteljahrhundert|viertelhundert|halbhundert",
        "(habe?|halte|halbes|minus|plus|nur) (ein )?schock|^ein schock( (minus|plus|und|weniger|mehr|karten).*)?$",
        "ein (halbes )?(mandel|gros)|(ein|eine|ne|nen) (zwanziger|stiege)( (eier|karten|minus|plus).*)?$",
        "die hae?lfte von|das (doppelte|dreifache) von",
        # Compounds: einstellig; Mittdreißiger, Zwanzigerjahre; Zehnerschritt, Viererreihe; zweihundert, dreieinhalb.
        r"einstellig\S*",
        rf"\S*({'|'.join(_TENS)}|fuenfzig|(drei|vier|fue?nf|sech|sieb|acht|neun)zehn)\S*",
        rf"({_SMALL}|zehn|elf|zwoe?lf)er\S{{3,}}|achter(karte|reihe|gruppe|pack|schritt|block|serie)\S*",
        rf"({_SMALL}|acht|zehn|elf|zwoe?lf)fach\S*",
        rf"({_SMALL}|acht|ein|elf)(hundert|tausend|einhalb|viertel|dreiviertel)(?!stunde)\S*",
    ),
)

_CAN: Final = "(kann|koe?nnen|koe?nnt(en?)?|darf|due?rfen|due?rften?)"
_GO: Final = "(gehe?|springe?|hue?pfe|laufe|rutsche|gehen|springen)"
_BACK: Final = (
    "zurue?ck( ?(gehe?n|geh|springen|spring|hue?pfen|hopsen|laufen|rutschen|drehen|setzen|schieben|spielen|zae?hlen))?"
)
_BACKWARD: Final = "rue?ckwae?rts"

_DOWN: Final = "(he)?(runter|hinunter|hinab|hoch|rauf|hinauf|nach unten|nach oben)"
_LOW: Final = r"((he)?runter|hinunter|hinab|nach unten|tiefer|niedriger|kleiner|senken)\S*"
_HIGH: Final = "(hoch|rauf|nach oben|hoe?her|groe?sser)"
_HAVE: Final = "habe?|halte|hae?tte?|besitze|bei mir"
_HERE: Final = f"({_PLACE}|hier|ihn|den|da|dort|es|die|uns)"

_BACK_SAID: Final = Saying(
    ways=expression(
        f"{_CAN} … … {_BACK}",
        f"{_BACK} {_CAN}",
        f"{_GO} … (hier|da|dort|auf|bei|mit|an|in|{_PLACE}) … zurue?ck",
        rf"{_GO} (\S+ )?zurue?ck (hier|da|dort|auf|bei|mit)",
        rf"({_PLACE}) {_CAN} (\S+ ){{0,2}}wieder {_DOWN}|{_CAN} … {_HERE} … … zurue?ck(holen|bringen|ziehen|spulen"
        rf"|schieben|setzen|drehen)",
        f"geht … {_BACK}|zurue?ck geht|zum {_BACK}",
        rf"{_BACKWARD}\S*|rue?cksprue?nge?|rue?ck(zug|zue?ge)|zurue?ck(trick|sprung)\S*|retros?|sprung zurue?ck",
        rf"(drehe?|spule?|setze?|hole?|bringe?|schiebe?|ziehe?) (ich )?(\S+ )?{_HERE} … (zurue?ck|um|wieder {_DOWN}"
        rf"|{_DOWN})",
        rf"{_HERE} (\S+ )?(drehe?|spule?|setze?|hole?|bringe?|schiebe?|ziehe?) ich (\S+ )?(zurue?ck|um"
        rf"|wieder {_DOWN}|{_DOWN})",
        rf"{_CAN} … {_HERE} … (umdrehen|umkehren|absenken|umkehr\S*|kleiner machen|zurue?ckspulen)",
        rf"({_CAN}|mache?) … {_HERE} … wieder (kleiner|niedriger|tiefer|groe?sser|hoe?her)( \S+)?",
        rf"{_CAN} … {_HERE} … (wieder … )?{_DOWN}\S+|{_CAN} … {_HERE} … wieder … {_DOWN}\S*",
        rf"(komme?|gehe?|kommt|geht) … wieder … {_DOWN}|(auf|bei) ({_PLACE}) (komme?|gehe?) ich … {_DOWN}",
        rf"(gehe?|komme?) ich (auf|bei) ({_PLACE}) … {_DOWN}|(bringt|holt|zieht|setzt|drue?ckt"
        rf"|dreht) {_HERE} … (zurue?ck|um|wieder {_DOWN})",
        rf"{_CAN} … pile [ab] (\S+ )?(senken|runter\S*|verkleinern)|{_CAN} … pile [cd] (\S+ )?(anheben|erhoe?hen"
        rf"|heben|hoch\S*)",
        rf"(platz|luft|raum) (\S+ ){{0,2}}zurue?ck|mit (mir|meiner karte) {_CAN} ({_PLACE}) zurue?ck",
        rf"gewinne … wieder (platz|luft|raum)|{_CAN} … wieder (platz|luft|raum) (\S+ )?(gewinnen|schaffen|verschaffen)",
        f"{_CAN} … (in die (andere|falsche) richtung|anders(he)?rum|gegen die richtung|entgegen der richtung)",
    ),
    hints=expression(
        r"zurue?ck\S*|rue?ck(wae?rts|sprung|sprue?ng|gae?ng|weg|schritt|lauf|zue?g|karte)\S*|(umkehr|umdreh)\S*",
        rf"(wieder|nochmal|noch mal|erneut) … ({_DOWN}\S*|(ver)?klein\S*|niedriger|tiefer|hoe?her|groe?sser|gross"
        r"|(ab)?senk\S*|(an)?heb\S*|erhoe?h\S*|umdreh\S*)",
        r"(absenk|verkleiner|verringer)\S*|(zauber|wunder|trick|rettungs|sprung)karte\S*",
        rf"({_CAN}|krieg\S*|hole?|bringe?|setze?|ziehe?|mache?|drue?cke?) … pile [ab] … {_LOW}"
        rf"|pile [ab] ({_CAN}|krieg\S*|hole?|bringe?|setze?|ziehe?|mache?|drue?cke?) … {_LOW}",
        f"({_HAVE}) … (trick|sprung) (fue?r|auf|bei)|(schritt|sprung|satz) (nach hinten|retour)",
        "(sonder|rue?ckwae?rts|zehner)regel|rue?ckfahr\\S*|meinen trick|steigen lassen|lasse? … wieder … steigen",
        # Against the direction of the pile: down on A and B, up on C and D.
        rf"(macht|bringt|zieht|drue?ckt|springe?|gehe?) … pile [ab] … {_LOW}|pile [ab] ({_CAN}|geht|kommt) … {_LOW}",
        rf"senkt? … pile [ab]|pile [ab] … senkt?|wue?rde … pile [ab] … {_LOW}|zum {_LOW} … pile [ab]",
        rf"(macht|bringt|zieht|hebt|schickt) … pile [cd] … {_HIGH}|pile [cd] ({_CAN}|geht|kommt) … {_HIGH}",
        "pile [ab] … (schrumpft?|sinkt)|pile [cd] … (steigt|wae?chst)|wieder frei",
        "(platz|luft|raum) (gut ?machen|schaffen|gewinnen|verschaffen)",
        rf"ich {_CAN} … {_HERE} (retten|reparieren|heilen|wiederbeleben)|(rette|repariere?) ich|ich (rette|repariere?)",
    ),
    unsaid=expression(f"moe?glich|hier|auf|bei ({_PLACE})"),
    elsewhere=expression(
        rf"{_BACK} (zu|zum|zur|in|ins|im|nach|an|ans|aus|vom|von)(?! ((der|die|den|dem) )?({_PLACE})\b)",
        "zurue?ck (kommen|sein|rufen|schreiben|geben|nehmen|schicken|lehnen|haben|bekommen|melden|bin|sind)",
        rf"(nach|zur|zum|ins|in die|in den|an den|an die|ans) (?!({_PLACE})\b)\S+ {_BACK}",
        f"(einen?|den|den letzten|n|nen|meinen) (zug|schritt|zue?ge) {_BACK}",
        r"(bin|sind|war|seid) … zurue?ck|(nehm|nimm|ruf|halt|lehn|schreib|schau|denk)\S* … … zurue?ck",
        r"zurue?ck(halt|ruf|lehn|nehm|schreib|komm|gekomm|blick|schau|geb)\S*",
        r"komme? (\S+ )?(gleich|bald|wieder) zurue?ck",
        "hin und zurue?ck",
        r"(ich|wir) wue?nscht\S* , (ich|wir)",
        f"{_BACKWARD} (ein|aus)?(parken|fahren|fahre|fahrt|lesen|aufsagen|buchstabieren|essen|fallen)",
        f"vorwae?rts und {_BACKWARD}",
        rf"{_DOWN} (in den|in die|ins|zum|zur|zu) \S+|(server|musik|ton|heizung|laut\S*) … (wieder )?({_DOWN}|leiser)",
        rf"(komme?|bin) (ich )?(gleich|bald|sofort|spae?ter|kurz|dann) (wieder )?{_DOWN}",
    ),
)

_EXACT: Final = "(direkt|genau|exakt|unmittelbar|gleich|haargenau|perfekt|nahtlos)"
_OVER: Final = "(ue?ber|unter|nach|vor|neben|hinter|auf|an)"
_THERE: Final = "d(a|r|ar)?(ue?ber|unter|neben|hinter|vor|nach|an|auf)"
_NEAR: Final = (
    r"(nebeneinander|aneinander|berue?hren sich|(neben|hinter) (der|dem) (\S+ )?(auf|von|bei)|schliesst … an"
    r"|(kleinst|minimal)\S* (schritt|sprung)|nae?chst\S*|nachbar\S*|benachbart\S*|(an)?grenz\S*|anschl(uss"
    r"|iess)\S*|nachfolg\S*|vorgae?ng\S*"
    r"|folge(karte|zahl)\S*|folgt|folgende\S*|fortsetzung\S*|nahtlos\S*|lue?ckenlos\S*|(plus|minus) eins"
    rf"|{_EXACT} ({_THERE}|ue?ber|unter|neben)|eine?[ns]? ((schritt|zahl|stufe) … )?({_THERE}|hoe?her|tiefer|niedriger"
    r"|groe?sser|kleiner|weg|entfernt|weiter|mehr|weniger|abstand)"
    rf"|(die|den) (karte |zahl )?{_THERE}"
    rf"|{_EXACT} ((die|den) )?(nach|vor|ue?ber|unter) (der|dem|den) (karte|zahl|auf|von)"
    rf"|(schliesst|passt|liegt|kommt|folgt|sitzt|geht) (\S+ )?{_EXACT})"
)

_NEXT: Final = Saying(
    ways=expression(
        rf"nae?chste[nrs]? ((zahl|karte|nummer|hoe?here|kleinere|niedrigere|zahlen) )?(fue?r|auf|bei|von|zu|an|nach"
        rf"|ue?ber|unter) ({_PLACE})",
        f"({_EXACT} |aller)(die |der |den )?nae?chste[nrs]?",
        f"{_EXACT} (die|der|den) nae?chste[nrs]?|die (zahl |karte )?{_EXACT} {_OVER}( ({_PLACE}))?",
        "(habe?|halte) (\\S+ )?(\\S+ )?(die|den) nae?chste[nrs]?( (zahl|karte|nummer))?|nae?chste[nrs]? (zahl|nummer)",
        r"nae?chst(hoe?here?|kleinere?|niedrigere?|groe?ssere?|tiefere?|grosse)\S*",
        "eins (von|ue?ber|unter|darue?ber|darunter|drue?ber|drunter|hoe?her|tiefer|niedriger|groe?sser|kleiner|mehr"
        "|weniger|weg|daneben"
        "|neben|abstand|entfernt|hoch|runter|rauf|hinter|zu hoch|zu tief)",
        r"(um|von) (nur |genau )?eins(?! bis)( \S+)?|ein(en)? abstand von eins|einerschritt\S*",
        rf"(auf|nach|vor) ({_PLACE}) (folgt|kommt)|(kommt|folgt|schliesst|grenzt) … {_OVER} ((den |die "
        rf"|dem )?({_PLACE}))( an)?",
        rf"(nachbarn?|nachbar(karte|zahl|nummer)) (von|zu|auf|fue?r) (\S+ )?({_PLACE})|nachbar(karte|zahl)\S*"
        rf"|({_PLACE}) s nachbar",
        r"angrenzend\S*|nachfolger\S*|vorgae?nger\S*|folge(karte|zahl|nummer)\S*|anschluss(karte|zahl)\S*"
        r"|aufeinanderfolgend\S*",
        r"(unmittelbar|direkt) (folgend\S*|anschliess\S*)|fortlaufende? (zahl|karte)|lue?ckenlos\S*"
        r"|ohne (\S+ )?lue?cken?",
        rf"ohne (et)?was (zu )?ue?berspringen|{_EXACT} (\S+ )?(anschliess\S*|weiterlegen|dran|drauf)",
        rf"(passt|passen) (\S+ )?({_EXACT}) (auf|an|drauf|dran)|(passt|passen) (\S+ )?({_EXACT}) (drauf|dran)",
        f"({_PLACE}) (plus|minus) eins|um ein(en)? (punkt|zae?hler|schritt)",
        rf"(zahl|karte|was) ({_EXACT} )?(nach|vor|ue?ber|unter) ({_PLACE})( (kommt|folgt|liegt|ist|hab\S*))",
        rf"(nur )?einen? (einzigen? )?schritt (von|bis|bei|auf) … ({_PLACE}|meiner? karte)|berue?hrt ({_PLACE})"
        rf"|benachbarte?\S*",
        rf"(abstand|differenz|unterschied) (zu|von|zum|mit) ({_PLACE}) (\S+ )?(ist|betrae?gt) (\S+ )?eins|(habe?"
        rf"|halte) (den|seinen|ihren) nachbarn?$",
        rf"folgende[nrs]? (zahl|karte)|kleinst(moe?glich\S*|en? moe?glichen?)"
        rf"|zwischen ({_PLACE}) und mein\S*(?= (\S+ ){{0,3}}(nichts|keine))",
    ),
    hints=expression(
        f"({_HAVE}|bin|meine[nrs]? … (ist|liegt|passt|kommt|folgt|grenzt|schliesst|sind)) … … {_NEAR}",
        f"{_NEAR} … … ({_HAVE}|meine)|meine … {_NEAR}",
        rf"nichts zwischen mein\S* (karte )?und|{_CAN} … … (kleinst|minimal)\S* (schritt|sprung)"
        rf"|bei mir … schliesst … an",
        r"verlier\S* … (nix|nichts)|ohne (et)?(was )?(zu )?(verl(ier|ust)|verschenk)\S*|verlustfrei",
        f"{_CAN} … … (ohne (\\S+ )?lue?cken?|lue?ckenlos|nahtlos|(plus|minus) eins|anschliess\\S*)",
    ),
    unsaid=expression(f"eins|hab|habe|({_PLACE})"),
    elsewhere=expression(
        "(bin|bist|ist|seid|sind|wer|als) (ich |jetzt |dann )?(der |die |das )?nae?chste[nrs]?(?! (zahl|karte|auf"
        "|fue?r|bei|von|zu)\\b)",
        "(die |das |der |den )?nae?chste[nrs]? (runde|mal|partie|spiel|zug|woche|jahr|tag|monat|stufe|schritt)",
        r"(mein|unser)e?[nrm]? nachbar\S*(?! (von|zu|auf|fue?r)\b)|nachbar(haus|schaft|tisch)\S*",
        "als nae?chste[nrs]?|die nae?chste geht aufs|eins nach dem|noch eins|eins steht|eins a",
        r"(bin|bist|ist|sind|seid|wae?re) (\S+ )?(gleich|direkt|genau) dran",
        r"(direkt|genau|gleich|kurz) (nach|vor|ue?ber|unter|neben)"
        rf" (?!((den|die|dem|der) )?({_PLACE}|karte|zahl|auf|von)\b)(dem|der|den"
        rf"|einem|einer|dir|mir|euch)",
    ),
)

ANNOUNCING: Final = Announcing(
    people=expression(
        "(?P<me>ich|wir|mir|mich|uns|mein|meine[nrms]?|unsere?"
        "|hab|habe|^(kann|koe?nnte)(?= pile)|(?<=, )kann(?= (auf|bei|pile|da))"
        f"|^(kann|koe?nnte)(?= (hier|da|dort|auf|bei|zurue?ck|{_BACKWARD})))",
        "du|ihr|er|dir|dich|euch|deine?[nr]?|euer|eure|jemand|wer|man|niemand|jeder|(kann|koe?nnte) sie|sie kann",
        "^((bitte|dann) )?(geht?|springt?)",  # do it, you others
        "kannst|koe?nntest|koe?nnt|darfst|due?rft",
    ),
    denied=expression(
        r"nicht|(?<!verlier )(?<!verliere )ni(chts|x)(?! zwischen)|nie|niemals|keine?[nrm]?|unmoe?glich",
        r"ohne(?! (\S+ ){0,2}(lue?cke|was|verl))",
    ),
    doubted=expression(
        r"(wenn|falls) (ich|wir)|wue?nscht\S*|wie|warum|wieso|wann|erlaubt|verboten|regeln?",
        "(glaube|denke|weiss|sicher) (ich )?nicht",
    ),
    back=_BACK_SAID,
    next=_NEXT,
)
