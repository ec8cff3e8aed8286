"""English: number words from two to a hundred in every form, and ways to say that one can go back."""

from __future__ import annotations

from typing import Final

from .speech import GoingBack, Numbers, block, endings, expression

# 0 and 1 are not cards, and "one" and "first" are needed to speak; "second" is mostly a moment (see telling).
_UNITS: Final = block("two three four five six seven eight nine")
_TEENS: Final = block("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_TENS: Final = block("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS: Final = block("third fourth fifth sixth seventh eighth ninth")
_TEENTHS: Final = block("tenth eleventh twelfth") + [f"{teen}th" for teen in _TEENS[3:]]
_OTHERS: Final = block("""
    hundred hundreds hundredth hundredths onehundred ahundred
    dozen dozens dozenth teens tenner tenners fiver fivers sixes
    deuce deuces thrice secondly treble trebles
    triple triples quadruple quadruples quintuple sextuple septuple octuple nonuple decuple
    trio trios quartet quartets quintet quintets sextet sextets septet septets nonet nonets
    twosome twosomes threesome threesomes foursome foursomes threescore fourscore hundredfold eightball
    quadragenarian quinquagenarian sexagenarian septuagenarian octogenarian nonagenarian
    fourty fourtieth fourties ninty nintieth ninties twelth twelveth eigth nineth fith fiveth threeth
""")


def _words() -> frozenset[str]:
    pairs = [ten + unit for ten in _TENS for unit in ["one", *_UNITS]]
    found = endings([*_UNITS, *_TEENS, *_TENS, *pairs], "- s ish fold something somethings odd")
    found |= endings([ten[:-1] for ten in _TENS], "ies ieth ieths iethly")
    pairths = [ten + ordinal for ten in _TENS for ordinal in ["first", "second", *_ORDINALS]]
    return frozenset(found | endings([*_ORDINALS, *_TEENTHS, *pairths], "- s ly") | set(_OTHERS))


_PLACE: Final = "piles?|rows?|stacks?|columns?|[abcd]"

NUMBERS: Final = Numbers(
    words=_words(),
    harmless=expression(
        "high fives?",
        "cloud nine",
        "((a|one) )?hundred per ?cent",
        "a hundred times",
        "(not|worth) a cent",
        "(red|one|every|last|single|per|each|another) cents?",
        # German "elf" and French "seize" are English words too.
        "(an|the|little|christmas|santa s|house|that|this|his|her|your|our|naughty|happy|clever) elf",
        "elf (on|costume|hat|ears)",
        "(to|i|we|you|they|will|ll|can|could|let s|lets|must|should|and|please) seize",
        "seize (the|this|that|it|control|every|your|our|an|up|power)",
    ),
    telling=expression(
        r"(the|my|your|his|her|our|their) second(?! (i|you|we|he|she|they|it|thoughts?|hand|half|after)\b)",
        "second (to last|best|highest|lowest|biggest|smallest|last)",
        f"second (card|one|time|turn|round|{_PLACE})",
        r"(a|one|the|first|last) quarters?(?! (of an hour|hour|finals?|past|to)\b)",
        "(single|double) (digits?|figures)",
    ),
)

_GO: Final = "((go|jump|hop|step|skip|leap)(s|es|ing|ping)?|mov(e|es|ing)|slid(e|es|ing))"

GOING_BACK: Final = GoingBack(
    ways=expression(
        rf"{_GO} (?!to\b)… (back|backwards?)",
        r"(go|going|play|jump) … the (other|opposite|wrong|reverse) (way|direction)( on \S+)?",
        f"(bring|pull|push|drag|turn|set|move|shift) (it|((this|that|the) )?({_PLACE}|this|that)) … (back|backwards?)",
        r"(bring|take|get|pull|push) \S+ … back (down|up)",
        "reverse|reversing|backtrack",
        "(backwards?|back|reverse|retro|return) (trick|jump|move|step|hop|leap|card|play)s?",
        "(a|the|my) (reverse|reversal|retro|way back)",
        "backwards?",
    ),
    people=expression(
        rf"(?P<me>i|we|me|my|mine|us|our|^(can|could|might)(?= {_GO}\b))",
        "you|he|she|they|yours?|his|hers?|their|anyone|anybody|somebody|someone|who|everybody|everyone",
        "^((please|just|then|so|ok) )?(go|jump|hop|step|move|skip|leap|slide)",  # do it, you others
    ),
    unsaid=expression("possible|works|here|on|got|have|for"),
    denied=expression("not|t|cannot|never|no|nobody|none|without|cant|wont|dont|didnt|couldnt|hardly"),
    doubted=expression(
        "wish|if (only )?(i|we)|unless|how|why|when|rules?|allowed|forbidden",
        "(not|don t|dont) (think|believe|know|sure|certain)|doubt",
    ),
    elsewhere=expression(
        rf"({_GO} )?((right|straight) )?back (to|into) (?!((the|this|that|my|our) )?({_PLACE}|it|this|that)\b)\S+",
        f"{_GO} ((right|straight) )?back (inside|outside|home|upstairs|downstairs|out|from|over|through|and|in time)",
        f"{_GO} ((right|straight) )?back (later|soon|now|again|at|for|after|next|tomorrow)",
        "back on (my|our) (word|promise|decision)",
        f"{_GO} (back )?(one|a|my|our|the|the last|my last) (move|turn|step)( back)?",
        f"(have|need|want|ought|got|has|like|ll|will|must|should|m) (to )?{_GO} (right )?back$",
        r"tak(e|ing) (\S+ )?(move|turn|card|it|that|this) back(?! (up|down)\b)",
        rf"step back(?! (here|on|there|with|{_PLACE})\b)",
        r"(reverse|reversing) (the order|gear|my decision|the car|engineer\S*)",
        "back and forth|backwards and forwards|over backwards|backwards compatible",
        r"(say|spell|read|count|fall|lean|look|walk)(ing)? (\S+ )?backwards?",
    ),
)
