"""French, Swiss and Belgian words included: numbers from two to a hundred, and ways to say that one can go back."""

from __future__ import annotations

from typing import Final

from .speech import GoingBack, Numbers, block, endings, expression

# 0 and 1 are not cards, and « un », « une » and « premier » are needed to speak; « seconde » is mostly a moment.
_UNITS: Final = block("deux trois quatre cinq six sept huit neuf")
_TEENS: Final = block("dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf")
_TENS: Final = block("vingt trente quarante cinquante soixante septante huitante octante nonante quatrevingt")
_LONG_TENS: Final = block("soixante quatrevingt")  # soixante-quatorze, quatre-vingt-treize
_COLLECTIVES: Final = block("""
    huit neuv diz douz quinz vingt trent quarant cinquant soixant septant huitant octant nonant cent
""")
_OTHERS: Final = block("""
    cent cents centieme centiemes unieme uniemes vingts quatrevingts
    deuzieme deuziemes deusieme secundo tertio
    triple triples quadruple quadruples quintuple quintuples sextuple septuple octuple nonuple decuple centuple
    trio trios quatuor quatuors quintette quintettes sextuor septuor octuor nonette
    trentenaire trentenaires quarantenaire quarantenaires cinquantenaire cinquantenaires
    quadragenaire quadragenaires quinquagenaire quinquagenaires
    sexagenaire sexagenaires septuagenaire septuagenaires octogenaire octogenaires nonagenaire nonagenaires
    quattre katre catre quatres quatorse quinse treise cinc sinq quarente cinquente soissante septente
""")


def _words() -> frozenset[str]:
    low, high = ["un", *_UNITS], [*_TEENS, "etun", "etonze", "etune"]
    glued = [ten + unit for ten in _TENS for unit in [*low, "etun", "etune"]]
    glued += [ten + teen for ten in _LONG_TENS for teen in high]
    cardinals = [*_UNITS, *_TEENS, *_TENS, *glued]
    ordinals = [_ordinal_stem(cardinal) for cardinal in cardinals]
    found = set(cardinals) | endings(ordinals, "ieme iemes iemement") | endings(_COLLECTIVES, "aine aines")
    return frozenset(found | set(_OTHERS))


def _ordinal_stem(cardinal: str) -> str:
    """Return what comes before -ième: cinqu-, neuv-, quatr-."""
    if cardinal.endswith("cinq"):
        return cardinal + "u"
    if cardinal.endswith("neuf"):
        return cardinal[:-1] + "v"
    return cardinal.removesuffix("e")


_PLACE: Final = "piles?|rangees?|colonnes?|lignes?|tas|serie|[bcd]|a(?! (la|l|ma|mon|mes|table|cote)\\b)"  # A, not à

NUMBERS: Final = Numbers(
    words=_words(),
    harmless=expression(
        "(quoi|rien|quelque chose) de neuf|y a du neuf|du neuf (dans|chez)",
        "(tout|flambant|comme|etat|(remis|remise|remettre|refait|repartir) a) neufs?",
        "(jeu|paquet|ordi|ordinateur|telephone|clavier|ecran|casque|micro|portable|appartement|velo) neufs?",
        "(cent )?pour cents?",
        "cent fois",
        "(au|le|du|un|mon|ton|son|notre|votre|ce|de|quel|petits?|en|les) fours?",  # an oven, and English "four"
        "en quarantaine",
    ),
    telling=expression(
        r"(le|un|du|au|mon|ton|son|notre|votre|ce|en) second(?! (degre|plan|souffle|role|oeuvre)\b)",
        f"seconde (carte|fois|main|manche|partie|place|moitie|dizaine|{_PLACE})",
        r"(un|le|du|au|premier|dernier|les|des) quarts?(?! (d heure|de tour|de finale|de seconde|de rond)\b)",
        r"(un|le|du|au|les|des|aux|premier|dernier) tiers(?! (temps|monde)\b)",
        "a un seul chiffre",
    ),
)

_MOVE: Final = (
    "(revenir|reviens|revient|revenez|retours?|retourner?|aller|vais|va|sauter?|sauts?|bonds?|partir|pars|repartir|pas"
    "|jouer?|poser?|passer?|redescendre|remonter|faire|fais|carte|coup|mouvement)"
)

GOING_BACK: Final = GoingBack(
    ways=expression(
        "recul(e|es|er|ez|ons|ent|erai|erais|era|ant|s|ade|ades)?",
        f"{_MOVE} … en arriere",
        r"marche arriere|saut arriere|retour arriere|a reculons|retropedal\S+|rebrouss\S+|retros?",
        f"{_MOVE} … (a l envers|dans l autre sens|en sens inverse|a contresens|a rebours)",
        r"(un|le|mon|faire) ((petit|beau|joli|bon) )?retour(?! (a|au|aux|dans|chez|de|du|d|vers|son)\b)",
        f"(revenir|reviens) … sur ((la|cette|une|le|ce) )?({_PLACE})",
        rf"(redescend\S*|remont\S*) (ici|sur|cette|((la|le|les|ce) )?({_PLACE}))",
        "(la|le|les|pile|piles|colonne|rangee) ((faire|fais) )?(redescendre|remonter)",
        "faire (redescendre|remonter|reculer)",
    ),
    people=expression(
        "(?P<me>je|j|on|nous|moi|mon|ma|mes|notre|nos|me|m|^(peux|pourrais)(?! tu))",
        r"tu|t|te|toi|vous(?! faire)|il(?! (faut|y a)\b)|elle|ils|elles|lui|quelqu|personne",
        "ton|ta|tes|votre|vos|sa|ses|leur",
        "^((alors|donc|allez) )?(recule|reculez|reviens|revenez|fais|faites)",  # do it, you others
    ),
    unsaid=expression("possibles?|moyen|ici|sur"),
    denied=expression("ne|n(?! importe)|pas|jamais|sans|aucune?|rien|plus(?= recul)|impossible"),
    doubted=expression(
        r"si (je|j|on|nous|seulement)|aimerais|aimerait|comment|pourquoi|quand|est ce possible|peut on|annul\S+",
        "interdit|droit|permis|autorise|regles?|(pense|crois|dis|dit|sure?) pas (que|si)",
    ),
    elsewhere=expression(
        r"recul\S* (un peu )?(ma|mon|mes|l|le|la|ta|ton|d un|d une|de|de l|de la|du|votre|notre)"
        r" (chaise|ecran|fauteuil|camera|ordi\S*|voiture|heure|table\S*|siege|rendez|partie|date|tete|telephone|micro)",
        "(du|le|de|mon|assez de|plus de) recul",
        r"recul\S* (devant|pour mieux sauter|d un coup|d un tour)",
        "(un|d un|le dernier|mon|mon dernier) (coup|tour) en arriere",
        "en arriere (d un|de mon|du dernier) (coup|tour)",
        "(marche|retour) (en )?arriere (avec|dans|de|en) (la|ma|mes|notre|mon) (voiture|souvenirs?|enfance|temps)",
        r"(penche|reste|assis|tomber?|voiture|siege|cheveux) (\S+ )?en arriere",
    ),
)
