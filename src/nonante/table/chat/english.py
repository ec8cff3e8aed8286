"""English: number words from two to a hundred in every form, and ways to say that one can go back."""

from __future__ import annotations

from typing import Final

from .speech import GoingBack, Numbers, block, endings, expression

# 0 and 1 are no cards, and "one" and "first" are needed to speak; "second" is mostly a moment (see telling).
_UNITS: Final = block("two three four five six seven eight nine")
_TEENS: Final = block("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_TENS: Final = block("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS: Final = block("third fourth fifth sixth seventh eighth ninth")
_TEENTHS: Final = block("tenth eleventh twelfth") + [f"{teen}th" for teen in _TEENS[3:]]
_OTHERS: Final = block("""
    hundred hundreds hundredth hundredths dozen dozens dozenth teens tenner tenners fiver fivers sixes
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


_PLACE: Final = "pile|piles|row|rows|stack|stacks|column|columns|[abcd]"

NUMBERS: Final = Numbers(
    words=_words(),
    harmless=expression(
        "high fives?",
        "cloud nine",
        "(?:a |one )?hundred per ?cent",
        "a hundred times",
        "(?:not|worth) a cent",
        "(?:red|one|every|last|single|per|each|another) cents?",
        # German "elf" and French "seize" are English words too.
        "(?:an|the|little|christmas|santa s|house|that|this|his|her|your|our|naughty|happy|clever) elf",
        "elf (?:on|costume|hat|ears)",
        "(?:to|i|we|you|they|will|ll|can|could|let s|lets|must|should|and|please) seize",
        "seize (?:the|this|that|it|control|every|your|our|an|up|power)",
    ),
    telling=expression(
        "(?:the|my|your|his|her|our|their) second(?! (?:i|you|we|he|she|they|it|thoughts?|hand|half|after)(?!\\S))",
        "second (?:to last|best|highest|lowest|biggest|smallest|last)",
        f"second (?:card|one|time|turn|round|{_PLACE})",
        "(?:a|one|the|first|last) quarters?(?! (?:of an hour|hour|finals?|past|to)(?!\\S))",
        "(?:single|double) (?:digits?|figures)",
    ),
)

_GO: Final = "(?:(?:go|jump|hop|step|skip|leap)(?:s|es|ing|ping)?|mov(?:e|es|ing)|slid(?:e|es|ing))"
_HERE: Final = f"(?:here|on|there|with|{_PLACE})"
_TRICKS: Final = "(?:trick|jump|move|step|hop|leap|card|play)s?"

GOING_BACK: Final = GoingBack(
    ways=expression(
        f"{_GO} (?:\\S+ ){{0,3}}?(?:back|backwards?)",
        "(?:go|going|play|jump) (?:\\S+ )?the (?:other|opposite|wrong|reverse) (?:way|direction)(?: on \\S+)?",
        f"(?:bring|pull|push|drag|turn|set|move|shift) (?:it|this|that|(?:this |that |the )?(?:{_PLACE}))"
        f"(?: (?:{_PLACE}|one))? back(?:wards?)?",
        "(?:bring|take|get|pull|push) (?:\\S+ ){1,3}back (?:down|up)",
        f"(?:reverse|reversing|backtrack)(?: (?:it|this|that|here|on|the|{_PLACE}))*",
        f"(?:backwards?|back|reverse|reversing|retro|return) {_TRICKS}",
        "(?:a|the|my) (?:reverse|reversal|retro|step back|jump back|way back|go back|move back)",
        "backwards?",
    ),
    people=expression(
        f"(?P<me>i|we|me|my|mine|us|our|^(?:can|could|might)(?= {_GO}(?!\\S)))",
        "you|he|she|they|your|yours|his|her|hers|their|anyone|anybody|somebody|someone|who|everybody|everyone",
    ),
    unsaid=expression("possible|works|here|on"),
    denied=expression("not|t|cannot|never|no|nobody|none|without|cant|wont|dont|didnt|couldnt|hardly"),
    doubted=expression(
        "wish|if (?:only )?(?:i|we)|unless|how|why|when|rules?|allowed|forbidden",
        "(?:not|don t|dont) (?:think|believe|know|sure|certain)|doubt",
    ),
    elsewhere=expression(
        f"(?:{_GO} )?(?:right |straight )?back (?:to|into) (?!(?:(?:the|this|that|my|our) )?(?:{_PLACE}|it|this|that)(?!\\S))\\S+",
        f"{_GO} (?:right |straight )?back (?:inside|outside|home|upstairs|downstairs|and|in time|later|soon|now|again|at|for"
        "|after|next|tomorrow|out|from|over|through|on (?:my|our) (?:word|promise|decision))",
        f"{_GO} (?:back )?(?:one|a|my|our|the|the last|my last) (?:move|turn|step)(?: back)?",
        f"(?:have|need|want|ought|got|has|like|ll|will|must|should|m) (?:to )?{_GO} (?:right )?back$",
        "tak(?:e|ing) (?:\\S+ )?(?:move|turn|card|it|that|this) back(?! (?:up|down)(?!\\S))",
        f"step back(?! {_HERE}(?!\\S))",
        "(?:reverse|reversing) (?:the order|gear|my decision|the car|engineer\\S*)",
        "(?:back and forth|backwards and forwards|over backwards|backwards compatible)",
        "(?:say|saying|spell|read|reading|count|fell|fall|falling|lean|leaning|look|looking|walk|chair) (?:\\S+ )?backwards?",
    ),
)
