"""French, Swiss and Belgian words included: numbers from two to a hundred, and what may not be announced."""

from __future__ import annotations

from typing import Final

from .language import Announcing, Numbers, Saying, block, endings, expression, long

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
    deuz deuze trwa kat katr sink uit kinze katorze trante karante sinquante sinkante swassante soisante
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


_PLACE: Final = (  # A, not à; c and d begin other words as well
    "piles?( [abcd])?|rangees?|colonnes?|lignes?|tas|serie|b|[cd](?! [^,])|a(?! (la|l|ma|mon|mes|table|cote)\\b)"
)
_FEW: Final = "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
_SOME: Final = (
    rf"({'|'.join([*_TENS, *_TEENS])}|{_FEW})( (et )?({'|'.join([*_TEENS, *_UNITS, 'un', 'une', 'vingts', 'vingt'])}))*"
)
_NTH: Final = "seconde?|" + "|".join(_ordinal_stem(n) + "ieme" for n in [*_UNITS, *_TEENS[:7]])
_NO_THINGS: Final = "|".join([  # what a number before them counts may be cards
    "cartes|piles|pas|tas|crans|unites|chiffres|cases|places|rangs|nombres|numeros|dizaines|sauts|valeurs|points",
    "plus|moins|pres|dessus|dessous|apres|sous|sans|dans|puis|tiers|quarts|vers|mais|alors|suis|es|vous|nous|les|des",
    "\\S+iemes|\\S+aines|mes|tes|ses|jamais|toujours|mieux|ceux|eux|cents|vingts|fois (la|le|plus|moins)"
    "|" + "|".join([*_UNITS, *_TEENS]),
])  # fmt: skip
_TIME: Final = (
    "secondes?|secs?|minutes?|min|heures?|h|jours?|semaines?|mois|ans?|annees?|nuits?|soirs?|"
    "janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre"
)

NUMBERS: Final = Numbers(
    words=_words(),
    long=long(*_TEENS, *_TENS, "douzaine", "vingtaine", "trentaine"),
    harmless=expression(
        # People.
        "(nous|vous|eux|elles|toutes les|tous les|tout les|a nous|a vous|les|mes|tes|ses|nos|vos) (deux|trois"
        "|quatre|cinq)"
        r"(?! (cartes?|piles?|tiers|quarts|nombres?|de|plus|au|en|fois|cents?)\b)",
        f"(on|nous|vous|ils|elles) (est|sommes|etes|sont|sera|etait|serait) (que |plus que |encore |deja |tous "
        f"|toutes )?"
        rf"(les )?({_FEW})(?! (de|pres|au|en|sur|plus|moins)\b)",
        r"(on|nous|jouer?|jouons|joue|venez|partie|seuls?) (\S+ )?a (deux|trois|quatre|cinq)",
        "^a (deux|trois|quatre|cinq) on",
        "(entre|l un de|chacun de|des|de) (nous|vous|eux) (deux|trois|quatre|cinq)",
        # Time.
        f"({_SOME}) (ou ({_SOME}) )?(petites? |bonnes? |longues? )?({_TIME})",
        f"(les )?annees ({_SOME})",
        # Sayings.
        f"({_FEW}|vingt|trente) pour cent|({_FEW}) d(e|es)? (mes|tes|nos|vos|ses|leurs|entre)(?! cartes)"
        f"|(une?) ou deux",
        f"(famille|groupe|equipe|bande|table) de ({_FEW})|du neuf ou|(jeu|jeux) de \\S+ neufs?",
        "(minute|seconde|heure)s? deux au (maximum|plus)|echelle d[e ] ?(un|zero|1) a (cinq|dix|cent)|de (un"
        "|zero) a (cinq|dix)",
        "un de ces quatre|a la six quatre deux|comme quatre|(les )?trois quarts du temps",
        "trois deux un|les cent pas|quatre cents coups|l an quarante|deux tu l auras|sept fois (sa|ta|ma|la) langue",
        f"({_NTH}) (mur|art|age|saison|question|mois|couteau|type|guerre|langue|anniversaire|metier|maison|couche"
        f"|equipe)",
        f"({_NTH.removeprefix('seconde?|')}) (?!(cartes?|piles?|rangees?|colonnes?|lignes?|tas|est|sur|des?|du|et|ou"
        f"|pour|svp|plus|qui|va|en|dizaine|main"
        r"|places?|moitie|heure|serie|chiffre|nombre)\b)[a-z]{3,}|(fini|finis|finir|finit|termine|arrive"
        r"|sommes) (\S+iemes?)",
        "jusqu a (trois|cinq|dix)|un deux trois|a la une|a la deux|a la trois|mieux que (un|deux)$|les deux (piles"
        "|me|nous|vont)",
        f"(habite|habitons|vis|monte|loge|bureau) (\\S+ )?au ({_NTH})|^a (deux|trois|quatre|cinq) (c est|on|ca)",
        "jamais deux sans trois|d une pierre deux coups|deux poids deux mesures|ni une ni deux|trois fois rien"
        "|entre les deux",
        "en quatre(?! vingt)|a quatre (epingles|pattes|mains)|(plier|mettre|couper|mets|met"
        "|plie) (\\S+ ){0,3}?en (deux|quatre)",
        "dix de (perdus?|retrouves?|der)|un de perdu|(sur|voir|vu) (mon|son|ton) trente et un|trente six (chandelles"
        "|choses)",
        f"(une?|{_SOME}) (fois )?sur ({_FEW}|vingt|cent)|(a )?deux doigts|en deux temps|trois mouvements|deux en un",
        "quatorze heures|treize a la douzaine|vingt deux v la|deux par deux|a deux pas|de deux choses l une|des deux",
        "(quel|beau|joli|le|un|notre) trio( infernal| gagnant)?|moins une",
        # Things that are no cards.
        rf"({_FEW}) ((petits?|grands?|gros|beaux|belles|bons|bonnes|autres|vieux"
        rf"|jeunes) )?(?!({_NO_THINGS})\b)[a-z]{{2,}}[sx]",
        f"({_NTH}) (partie|manche|tour|essai|tentative|chance|etage|cafe|the|biere|verre|jour|semaine|annee|fois"
        f"|sens|ciel)",
        f"({_NTH}) (roue|personne|round|match|mi temps|degre|nature|vie|enfant|classe|dimension)|classe de ({_NTH})",
        f"(niveau|episode|saison|chapitre|partie|manche|round|joueur) ({_FEW})|(top|trio) (trois|cinq|dix|gagnant)",
        # New.
        "(quoi|rien|quelque chose|plus) de neuf|y a du neuf|^du neuf|du neuf (dans|chez)",
        "(tout|toute|flambant|comme|etat|(remis|remise|remettre|refait|repartir|repars|repart|repartons) a) neufs?",
        "(jeu|paquet|ordi|ordinateur|telephone|clavier|ecran|casque|micro|portable|appartement|velo) (est )?neufs?",
        f"(un|mon|ton|son|ce|cet|notre|des|mes|tes) (?!({'|'.join([*_TENS, *_TEENS])}|cent|numero|nombre|chiffre)\\b)"
        "[a-z]{3,} (tout )?neufs?(?! (de|sur|pour|ou|et|plus|moins|a|en)\\b)",
        "(c est|est ce|est|il est|etait) (pas )?(tout |presque |encore )?neuf(?! (de|sur|pour|ou|et|plus|moins|a)\\b)",
        "(a )?(cent )?pour cents?",
        "cent fois",
        "(au|le|du|un|mon|ton|son|notre|votre|ce|de|quel|petits?|en|les) fours?",  # an oven, and English "four"
        "en quarantaine",
    ),
    telling=expression(
        r"(le|un|du|au|mon|ton|son|notre|votre|ce|en) second(?! (degre|plan|souffle|role|oeuvre|tour)\b)",
        f"seconde (carte|fois|main|place|moitie|dizaine|{_PLACE})",
        r"(un|le|du|au|premier|dernier|les|des) quarts?(?! (d heure|de tour|de finale|de seconde|de rond)\b)",
        r"(un|le|du|au|les|des|aux|premier|dernier) tiers(?! (temps|monde)\b)",
        "a un seul chiffre",
        r"(ai|jai|g|est) (exactement |pile )?((mon|ton|son) (age|departement|annee de naissance)|(ma|ta|sa) pointure)",
        r"(ai|jai|g) l age d[eu] (la retraite|mon|ma|ton|ta|maman|papa|mamie|papi)",
        "demi siecle|moitie d un siecle|quart de siecle|demi (douzaine|grosse)|une grosse (de|moins|plus|et)( .*)?"
        "|une grosse$|quarteron",
    ),
)

_HAVE: Final = "(ai|jai|g|tiens|possede|detiens|garde)"
_MOVE: Final = (
    "(revenir|reviens|revient|revenez|retours?|retourner?|aller|vais|va|sauter?|sauts?|bonds?|partir|pars|repartir|pas"
    "|jouer?|poser?|passer?|redescendre|remonter|faire|fais|carte|coup|mouvement)"
)

_IT: Final = f"(la|le|les|l|ca|cela|{_PLACE}|((la|le|cette|ce|les) )({_PLACE}))( {_PLACE})?"

_BACK: Final = Saying(
    ways=expression(
        "recul(e|es|er|ez|ons|ent|erai|erais|era|ant|s|ade|ades)?",
        f"{_MOVE} … en arriere",
        r"(ramen\S*|ramene|remet\S*|remets|tir\S*|pouss\S*|repouss\S*) (\S+ )?… (en arriere|plus (bas|haut)|(en"
        r"|vers le) (bas|haut))",
        r"(marche|machine) arriere|saut (en )?arriere|retour arriere|a reculons|retropedal\S+|rebrouss\S+|retros?",
        f"{_MOVE} … (a l envers|dans l autre sens|en sens inverse|a contresens|a rebours)",
        r"(un|le|mon|faire) ((petit|beau|joli|bon) )?retour(?! (a|au|aux|dans|chez|de|du|d|vers|son)\b)",
        f"(revenir|reviens) … sur ((la|cette|une|le|ce) )?({_PLACE})",
        rf"(redescend\S*|remont\S*|rabaiss\S*|abaiss\S*|baiss\S*) (ici|sur|cette|((la|le|les|ce) )?({_PLACE}))",
        r"(la|le|les|l|pile|piles|colonne|rangee) ((faire|fais|fait) )?(redescend\S*|remont\S*|rabaiss\S*|baiss\S*)",
        "(faire|fais|fait|ferai|fera|refaire|refais) (redescendre|remonter|reculer|baisser)|refai(re|s|t) (descendre"
        "|monter)",
        rf"(rembobin\S*|invers\S*|defai\S*|defaire|retourn\S*) ({_PLACE}|((la|le|cette|ce) )({_PLACE}))|l invers\S*"
        rf"|la rembobin\S*",
        rf"({_PLACE}) (va )?(redescend\S*|remonter?|baisser?)|(vous|nous|te) (re)?(monte|descend)s? ({_PLACE})",
        rf"(ramen\S*|(faire|fais|fait) (re)?venir) ({_PLACE})|revenir dessus",
        r"(descend\S*|baiss\S*|rabaiss\S*) pile [ab]|(mont\S*|hauss\S*|augment\S*) pile [cd]|recuper\S* pile [abcd]",
        rf"({_PLACE}|elle|il) (peut|va|pourrait|pourra) (redescendre|remonter|reculer|baisser)",
        r"(regagn\S*|reprend\S*|rend\S*|redonn\S*|recuper\S*|gagn\S*) (\S+ )?(de la place|du terrain|de l air"
        r"|de la marge)",
    ),
    hints=expression(
        r"(redescend|rebaiss|rabaiss|remont|recul|rembobin|invers|retrograd|rebrouss|regagn|rebond|retropedal)\S*",
        r"(en|saut|bond|pas|coup|carte) arriere|envers|autre sens|sens inverse|a rebours|demi tour",
        r"(carte|coup|saut|truc|bond) (magique|miracle|retour|inverse)|(re)?f(ai|er)\S* (re)?(descendre|baisser)",
        r"ramen\S*|rem(et|ets|ettre|ettrai) … (plus (bas|haut)|en (bas|haut)|a zero)",
        f"{_HAVE} … (retour|recul|saut|bond) (pour|sur|de)",
        f"(je|j) ?(peux|pourrais|vais|sais)? ?(sauv|repar|rattrap|retap|soign|ressuscit|redress)(e|er|erai) {_IT}",
        r"pile [ab] … … (la|le|l) (fais )?(descend|baiss|dimin)\S*",
        r"pile [cd] … … (la|le|l) (fais )?(mont|hauss|augment)\S*",
        r"((re)?part|saut|all|vais|tir|pouss|renvo)\S* … (en|vers le) (bas|haut)",
        r"regle (speciale|du re\S+)|retournement",
        r"(rend|fai)\S* … pile [ab] … plus (petite|basse)|(rend|fai)\S* … pile [cd] … plus (grande|haute)",
        r"pile [ab] (peut|va|pourrait) (\S+ )?(descendre|baisser|diminuer)|pile [cd] (peut|va|pourrait) (\S+ )?monter",
        f"je (peux |vais |pourrais |nous |vous )*((re)?donne|(re)?fai|rend|gagn)\\S* … (place|air|espace|marge)"
        f"|je (peux|vais|pourrais) liberer {_IT}",
    ),
    unsaid=expression("possibles?|moyen|ici|sur"),
    elsewhere=expression(
        r"recul\S* (un peu )?(ma|mon|mes|l|le|la|ta|ton|d un|d une|de|de l|de la|du|votre|notre)"
        r" (chaise|ecran|fauteuil|camera|ordi\S*|voiture|heure|table\S*|siege|rendez|partie|date|tete|telephone|micro)",
        "(du|le|de|mon|assez de|plus de) recul",
        r"recul\S* (devant|pour mieux sauter|d un coup|d un tour)",
        "(un|d un|le dernier|mon|mon dernier) (coup|tour) en arriere",
        r"arriere sur (cette|ma|ta|la|notre) (decision|idee|proposition|parole)",
        "en arriere (d un|de mon|du dernier) (coup|tour)",
        "(marche|retour) (en )?arriere (avec|dans|de|en) (la|ma|mes|notre|mon) (voiture|souvenirs?|enfance|temps)",
        r"(penche|reste|assis|tomber?|voiture|siege|cheveux) (\S+ )?en arriere",
        r"(fais |faire )?(baiss\S*|remont\S*|redescend\S*|descend\S*) (le|la|les|l|mon|ma|mes|un peu|a|au|dans|chez)"
        rf" (?!({_PLACE})\b)\S+",
    ),
)

_NEAR: Final = "(juste|tout juste|pile|exactement|directement|immediatement|directe|direct)"
_NEIGHBOUR: Final = (
    "(suivante?|prochaine?|voisine?|consecutive?|consecutif|adjacente?|successeur|predecesseur|d apres|d avant)"
)
_LOSS: Final = r"((perd|gach|gaspill)\S* rien|sans (rien )?(perdre|gacher|gaspiller)|(aucune|zero) perte)"
_BESIDE: Final = (
    f"({_NEIGHBOUR}|{_NEAR} (au dessus|en dessous|dessus|dessous|apres|avant|a cote|sous|derriere|devant)|d a cote"
    "|(se )?suivent|suit|succede|precede|coller?|collee|touchent|(plus|moins) un|a un (cran|pas|rang|numero|point)"
    "|une? (seule? )?(de plus|de moins|d ecart|cran|au dessus|en dessous|a cote)|la suite|enchaine\\S*|contigue?"
    "|(s emboite|tombe|va|rentre|se pose|se place|passe) (direct\\S*|pile|juste|parfaitement|exactement)"
    "|(celle|celui|la carte|le numero|le nombre) (qui (est|vient|va|suit|se place) )?(au dessus|en dessous|apres|avant)"
    "|(d|que d|qu a|a) une? (seule? )?(cran|unite|numero|nombre|rang)|prend la suite|vient (juste )?(apres|avant)"
    "|cote a cote|tout contre"
    "|pile poil|(carte|celle|celui|nombre|numero) (parfaite?|exacte?))"
)

_NEXT: Final = Saying(
    ways=expression(
        f"{_NEIGHBOUR} ((direct|directe|immediat|immediate|numero|nombre|carte) )?(de|sur|pour|a|d) ((la|le"
        f"|cette) )?({_PLACE})",
        f"(ai|tiens|avoir|possede|garde|carte est|c est) (\\S+ )?(le |la |l |un |une |celle |celui )(toute "
        f"|tout )?{_NEIGHBOUR}",
        f"{_NEAR} (le |la |celle |celui )?{_NEIGHBOUR}|{_NEIGHBOUR} {_NEAR}|la toute (prochaine|suivante)",
        f"(numero|nombre|carte|celle|celui|chiffre) {_NEIGHBOUR}|{_NEIGHBOUR} (numero|nombre|chiffre)",
        f"{_NEAR} (au dessus|en dessous|apres|avant|a cote|sous|sur) ((de|du|la|le|cette|sur) )*({_PLACE})",
        f"(carte|mienne|celle|celui|nombre|numero|chiffre) (\\S+ )?{_NEAR} (au dessus|en dessous|apres|avant|a cote)",
        f"(suivre|enchainer|continuer|poursuivre) (\\S+ )?{_NEAR}|qui suit {_NEAR}",
        f"a (un|une)( seule?)?( (unite|cran|numero|nombre|pres))* (de|du|d|sur) ((la|le) )?({_PLACE})|a un pres( sur)?",
        "(un|une)( seule?)? ((de|en) (plus|moins) qu?e?|(au dessus|en dessous) (de|du))",
        "(qu )?(un|une unite)( seul)? d ecart|ecart d un|d une unite|(que )?d un (seul|cran|numero|nombre|seul (cran"
        "|pas|numero|nombre))|que d un",
        "(immediatement|directement|juste) (superieure?|inferieure?)",
        "(sans|aucun) (aucun |le moindre |un )?(trou|saut|ecart)|sans rien sauter|sans sauter",
        rf"(coll\S*|touche|adjacente?) (exactement |pile |directement )?(a |sur )?((la|le) )?({_PLACE})",
        r"(s emboite|va|tombe|colle|se pose) (pile|parfaitement|exactement|juste)( (dessus|apres|avant|sur|a))+",
        f"({_PLACE}) (plus|moins) un",
        rf"(difference|ecart|distance) (avec|a|entre) ({_PLACE}) (\S+ )?(est|n est) (que )?d[e ] ?(un|une)|(ai"
        rf"|tiens) (sa|son) voisine?",
        f"entre ({_PLACE}) et (ma|la mienne|mon)|entre (ma carte|la mienne) et ((la|le) )?({_PLACE})"
        f"|plus petit (pas|ecart) possible|plus proche possible",
    ),
    hints=expression(
        f"({_HAVE}|suis|jsuis|mienne|ma (carte|plus \\S+)|mon (nombre|numero|chiffre)) … … {_BESIDE}",
        f"(mienne|ma carte) (est )?a cote|{_BESIDE} … … (chez moi|j ai|jai)|{_LOSS}",
        r"(poser?|jouer?|mettre|mets|enchainer?|continuer?|aller|vais|faire|fais) … … (sans (\S+ )?(trou|ecart|saut\S*)"
        r"|aucun (trou|ecart|saut)|(plus|moins) un)",
    ),
    unsaid=expression(f"un|une|({_PLACE})|chez moi"),
    elsewhere=expression(
        "(suis|est|sera|serai|c est|c est moi|a qui) (le |la )?(prochaine?|suivante?)(?! (de|sur|pour) )",
        "(prochaine?|suivante?) (fois|partie|manche|tour|coup|semaine|annee|jour|mois|round|joueur|joueuse)|(la"
        "|le) prochain tour",
        "(tour|partie|manche|personne|jour|semaine) suivante?|au suivant",
        r"(mon|ma|mes|notre|un|une) voisine?s?(?! ((direct|directe) )?(de|sur|pour) ((la|le) )?(pile"
        r"|[bcd]))( d[ue] \S+| de table)?",
        "un de ces jours|un cheveu|pas a pas|d un coup|d un cote|d un autre|d un point|a un moment|pile ce qu",
        "(juste|tout de suite|directement) (apres|avant) (moi|elle|lui|la partie"
        "|manger|toi|vous|le repas|diner|ca|cela|de)",
    ),
)

ANNOUNCING: Final = Announcing(
    people=expression(
        "(?P<me>je|j|g|j(ai|peux|la|le|suis|vais|fais|sais|pourrais|tiens)"
        "|on|nous|moi|mon|ma|mes|notre|nos|me|m|mienne?|^(peux|pourrais)(?! tu))",
        r"tu|t|te|toi|vous(?! (faire|re))|il(?! (faut|y a|n y a|ne me|me)\b)|elle(?! (recule|redescend|remonte|va"
        r"|peut)\b)|ils|elles|lui|quelqu|personne",
        "ton|ta|tes|votre|vos|sa(?! voisine)|ses|leur",
        "^((alors|donc|allez) )?(recule|reculez|reviens|revenez|fais|faites)",  # do it, you others
    ),
    denied=expression(
        "ne(?! (bouge|monte|avance|me manque|perds))|n(?! (importe|avance|ai besoin|y a qu|y a rien))"
        "|(?<!un )(?<!petit )pas|jamais|aucune?(?! (trou|saut|ecart|perte))",
        "(?<!perds )(?<!perd )rien(?! (sauter|perdre|gacher|entre))",
        r"plus(?= recul)|impossible|sans(?! (\S+ ){0,2}(trou|saut|ecart|sauter|perdre|gacher|gaspiller))",
    ),
    doubted=expression(
        r"si (je|j|on|nous|seulement)|aimerais|aimerait|comment|pourquoi|quand|est ce possible|peut on|annul\S+",
        "interdit|droit|permis|autorise|regles?(?! (speciale|du re))|(pense|crois|dis|dit|sure?) pas (que|si)",
    ),
    back=_BACK,
    next=_NEXT,
)
