"""English: number words from two to a hundred in every form, and what may not be announced."""

from __future__ import annotations

from typing import Final

from .language import Announcing, Numbers, Saying, block, endings, expression, long

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
    forteen fourdy svn fiddy deuz niner twenny tweny thurty thirdy sebben sevn foty fitty sixdy eighdy ninedy
""")


def _words() -> frozenset[str]:
    pairs = [ten + unit for ten in _TENS for unit in ["one", *_UNITS]]
    found = endings([*_UNITS, *_TEENS, *_TENS, *pairs], "- s ish fold something somethings odd")
    found |= endings([ten[:-1] for ten in _TENS], "ies ieth ieths iethly")
    pairths = [ten + ordinal for ten in _TENS for ordinal in ["first", "second", *_ORDINALS]]
    return frozenset(found | endings([*_ORDINALS, *_TEENTHS, *pairths], "- s ly") | set(_OTHERS))


_PLACE: Final = r"piles?( [abcd])?|rows?|stacks?|columns?|[bcd]|a(?! [^,])"  # "a" before another word is an article
_FEW: Final = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_SOME: Final = rf"({'|'.join([*_TENS, *_TEENS])}|{_FEW})( ({'|'.join(_UNITS)}))?"
_NTH: Final = "second|" + "|".join([*_ORDINALS, *_TEENTHS])
_NO_THINGS: Final = "|".join([  # what a number before them counts may be cards
    "cards|piles|rows|stacks|columns|steps|numbers|places|spaces|units|ones|jumps|gaps|spots|digits|slots|values|hops",
    "notches|dozens|scores|hundreds|less|minus|plus|is|was|as|us|this|thus|yes|its|has|does|always|perhaps"
    "|afterwards|upwards|downwards",
    "backwards|thirds|quarters|halves|eighths|tenths|" + "|".join([f"{n}s" for n in [*_UNITS, *_TEENS]] + ["sixes"]),
    "|".join(ten[:-1] + "ies" for ten in _TENS),
])  # fmt: skip
_FAMILY: Final = "gran|granny|grandma|grandpa|grandad|nan|nana|mum|mom|dad|brother|sister|uncle|aunt|auntie"
_TIME: Final = "secs?|seconds|mins?|minutes?|hours?|days?|weeks?|months?|years?|yrs|nights?|o clock|am|pm|a m|p m"

NUMBERS: Final = Numbers(
    words=_words(),
    long=long(*_TEENS, *_TENS, "hundred") | {"twenty", "thirty", "eighty", "ninety"},
    harmless=expression(
        # People.
        f"(the |all |just |only )?({_FEW}) (of|from) (us|you|(my|our|your)(?! (cards?|hand|numbers?)\\b)"
        f"|them(?! (above|below|on|close|near|for"
        f"|fit)\\b))",
        "(you|we|us|them|those|these|they) (two|three|four|five)(?! (cards?|above|below|away|off|up|down|more"
        "|less)\\b)",
        f"(we|there|they) (re|are) (only |now |just |still )?({_FEW})(?= (of|today|tonight|now|here|people"
        f"|players)\\b|$)",
        f"are (we|there) ({_FEW})",
        f"({_FEW}) (\\S+ )?(people|children|men|women|guys|mice|feet|fish|sheep|of a kind)",
        # Time.
        f"({_SOME}) (or ({_SOME}) )?(more |full |whole |long )?({_TIME})",
        f"({_FEW}) or ({_FEW}) ({_TIME})",
        f"(half|quarter|ten|twenty|five) (past|to) ({_FEW})",
        f"(see you|call|flight|wake|alarm|pick|meet|meeting|leaves|leaving|starts|dinner|lunch|train|bus|open|opens"
        f"|closes|bed|tomorrow|today|tonight)"
        f" … (at|by|until|till|around|before|after) ({_SOME})",
        f"(at|by|until|till|around|before|after) ({_SOME}) (today|tonight|tomorrow|sharp|in the)",
        f"in (my|his|her|the|their|our) (early |mid |late )?({'|'.join(t[:-1] + 'ies' for t in _TENS)}) (i|he|she|we)",
        f"(he|she|they) (s|is|are|re|was) (now )?in (his|her"
        f"|their) (\\S+ )?({'|'.join(t[:-1] + 'ies' for t in _TENS)})",
        f"(born|music|song|film|movie|back|childhood|kid) … the ({'|'.join(t[:-1] + 'ies' for t in _TENS)})",
        f"(he|she|son|daughter|kid|child|baby|boy|girl|{_FAMILY}) (s|is|turns|turned|was|will be|just turned) "
        f"(only |almost |now )?({_SOME})",
        f"({_NTH}) of (january|february|march|april|may|june|july|august|september|october|november|december)",
        f"(family|party|group|table|team|crew) of ({_FEW})|all ({_FEW}) (here|there|ready|present|of)|it s a (ten"
        f"|nine) for me",
        f"(kids|children|sons|daughters|boys|girls|twins) are ({_SOME}) and ({_SOME})|we be ({_FEW})",
        f"(i m|i am|we re|he s|she s) in (my|our|his|her) (early |mid "
        f"|late )?({'|'.join(t[:-1] + 'ies' for t in _TENS)})",
        "(meeting|call|train|bus|dinner|lunch|leaving|leave|back|there|done|ready) in (five|ten|fifteen|twenty|thirty)",
        f"(game|round|attempt|try|match|win|loss) number ({_FEW})|(finished|finish|came|come|ended) (second|third"
        f"|fourth|fifth)",
        # Sayings.
        "ten to one|fifty fifty|by the dozen|dime a dozen|scale (of|from) (one|zero) to (five|ten|hundred)|(minute"
        "|hour)( or)? two( at most)?",
        f"({_SOME}) second (delay|break|timer|rule|pause|lag)",
        "(count|counting) (of|to) (three|five|ten)|(four|five) leaf|third degree|(two|three) (faced|way|player|hour"
        "|minute)",
        "saves nine|behind the eight ball|zero to (sixty|hundred)|room for (two|three)|(more|better) than two$"
        "|one two three|nine eleven|two tier",
        rf"(a|another|half a) dozen (?!({_NO_THINGS})\b)[a-z]{{2,}}s",
        "(high|give me|gimme|take) fives?(?! (up|from|above|below|away|off|on|to)\\b)|hang ten",
        "cloud nine|nine to five|(to|dressed to) the nines|at sixes and sevens|on all fours"
        "|six of one( half a dozen of the other)?",
        "takes? two( to tango)?|two (to|can) (tango|play \\S+ game)|two s (a )?(company|crowd)",
        "two (wrongs|birds|heads|cents?|thumbs up|left feet|peas|sides)|put two and two together|two and two",
        f"({_SOME}) (times )?out of ({_SOME})|perfect ten|eleventh hour|third time|nine lives|seven (seas|dwarfs)",
        "catch twenty two|forty winks|fifty shades|twenty twenty (vision|hindsight)",
        "six (feet|pack)|five star|twelve angry|ten commandments|five a day|hundreds of|(a|one) (hundred"
        "|thousand) (times|thanks)",
        "(what|quite|such|be|re|are|a great|great|as) a (foursome|trio|quartet|threesome|twosome)|(on"
        "|in) second thoughts?",
        # Things that are no cards.
        f"({_FEW}) ((good|big|small|little|old|new|more|nice|great|other"
        f"|different) )?(?!({_NO_THINGS})\\b)[a-z]{{2,}}s",
        f"({_FEW}) (?!(above|below|away|off|up|down|more|less|higher|lower|from|on|or|and|for|to|of|over|under|short"
        f"|is|are|was|en|de|au"
        rf"|{_NO_THINGS}|card)\b)[a-z]+ (?!({_NO_THINGS})\b)[a-z]{{2,}}s|({_FEW}|twenty|thirty) per ?cent",
        f"({_NTH}) best|({'|'.join(_ORDINALS + _TEENTHS)}) (?!(cards?|piles?|rows?|stacks?|columns?|ones?|is|was|are"
        f"|on|of|from|please"
        r"|and|or|to|in|above|below|lowest|highest|last|turns?|numbers?|digits?|here|there|mine|now|next|way|goes"
        r"|fits|works|will"
        r"|would|can|could|comes|has|street)\b)[a-z]{3,}",
        "second (game|match|try|attempt|chance|floor|coffee|tea|beer|drink|day|week|year|helping|nature|opinion"
        "|round|person|world"
        "|class|grade|home|language|monitor|screen|job|date|birthday|gear|base|wind|half|loss|win|defeat|victory)s?",
        f"({_NTH}) (time lucky|of (january|february|march|april|may|june|july|august|september|october|november"
        f"|december))",
        f"(round|part|take|chapter|season|episode|level|version|day|phase|player|number two) ({_FEW})",
        r"(top|big|final|fab|famous|secret) (three|four|five|six|seven|ten)(?! o\b)",
        f"best of (three|five|seven)|({_FEW}) (in|at) a (row|time)|({_FEW}) nil",
        "((a|one) )?hundred per ?cent",
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
        "second (to last|highest|lowest|biggest|smallest|last)",
        f"second (card|one|time|turn|{_PLACE})",
        r"(a|one|the|first|last) quarters?(?! (of an hour|hour|finals?|past|to)\b)",
        "(single|double) (digits?|figures)",
        "(have|ve|got|is|s|card|exactly) (exactly )?(my|your|ur|his|her|our) (age|house number|shirt number|shoe size"
        "|birth year)|(my|your|ur) age exactly",
        "half (a |of a |the )?(century|score|gross|ton|hundred)|(a|quarter) (of a )?century|^a score$|(a"
        "|one) score (and|or|of|plus|minus|less|more)",
        r"(a|one|half a) gross( (minus|plus|and|or|of|less)( .*)?)?$",
    ),
)

_WILL: Final = "(can|could|ll|ill|will|gonna|going to|able to|about to|let me|lemme|imma|might)"
_SHIFT: Final = "(go|get|make|take|bring|pull|push|send|move|come|knock|jump|walk|let)(e?s|ing)?"
_DOWN: Final = "(down|south|lower|smaller|drop|sink|shrink|fall)"
_UP: Final = "(up|north|higher|bigger|rise|climb)"
_HAVE: Final = "(have|ve|ive|got|hold|holding|own)"
_GO: Final = "((go|jump|hop|step|skip|leap)(s|es|ing|ping)?|mov(e|es|ing)|slid(e|es|ing))"

_IT: Final = f"(it|this|that|((this|that|the) )?({_PLACE}))( {_PLACE})?"

_BACK: Final = Saying(
    ways=expression(
        rf"{_GO} (?!to\b)… (back|backwards?)",
        r"(go|going|play|jump) … the (other|opposite|wrong|reverse) (way|direction)( on \S+)?",
        f"(bring|pull|push|drag|turn|set|move|shift|bounce|take|get|knock|kick|throw|roll|wind|send|put|hold"
        f"|draw)s? {_IT} … (back|backwards?)",
        r"(bring|take|get|pull|push|climb|come|comes|go|goes)s? (\S+ )?… back (down|up)",
        f"(bring|take|get|pull|push|drag|knock)s? {_IT} … down",
        f"(rewind|unwind|undo|reset|revert|invert|shrink|lower|reduce)(s|ing)? (some of |part of |a bit of )?{_IT}",
        f"(flip|turn)(s|ed)? ({_IT} )?(around|round|over)",
        "(make|get|bring|send|raise|push|go|come|take|move|be|climb|rise)s? (\\S+ ){0,2}?(down|up|lower|smaller|higher"
        "|bigger)? ?again",
        f"({_PLACE}) (will|ll|would|comes?|goes|gets?) (\\S+ )?(down|lower|smaller)",
        "(room|ground|space|air) back|(regain|win back|gain back|get back) (some |a bit of )?(room|ground|space|air)",
        "(go|come|play|jump|get|move|climb|step)(s|ing)? (\\S+ )?(down|lower) (on|with|at) pile [ab]",
        "(go|come|play|jump|get|move|climb|step)(s|ing)? (\\S+ )?(up|higher) (on|with|at) pile [cd]",
        "(drop|sink|decrease)(s|ing)? pile [ab]|(raise|lift|increase)(s|ing)? pile [cd]",
        "pile [ab] … it (can|could|will|ll) (go|come) down|pile [cd] … it (can|could|will|ll) (go|come) up",
        "pile [ab] … (drop|sink|lower) it|pile [cd] … (raise|lift) it",
        f"recover ({_PLACE})|in reverse",
        "reverse[sd]?|reversing|backtrack|rewind",
        "(backwards?|back|reverse|retro|return|rewind) (trick|jump|move|step|hop|leap|card|play)s?",
        "brought … back|(a|the) (jump|hop|leap|step|bounce) back|(the )?trick (card )?(for|on)",
        "(a|the|my) (reverse|reversal|retro|way back)",
        "backwards?",
    ),
    hints=expression(
        f"{_WILL} … (rewind|unwind|reset|revert|invert|restore|recover|regain)",
        f"({_WILL}|{_HAVE}) … … (back|backwards?|the (other|opposite|wrong) way)",
        f"{_WILL} … … (down|up|lower|higher|smaller|bigger) (again|once more)",
        r"(back|rue?ck)?(jump|step|roll|hop|bounce) ?back|back ?(step|jump|hop|track)\S*",
        f"(i (can|could|ll|will)|i m (going|able) to|ill|let me|lemme|imma) "
        f"(save|rescue|repair|fix|heal|mend|revive) {_IT}(?! for\\b)",
        "(magic|miracle|wonder|rescue|rewind|bounce|jump) (card|trick|move)|card for (the|a) (jump|trick|leap|hop)",
        f"{_HAVE} (the|a|my) (\\S+ )?(jump|trick|hop|leap|bounce|reversal|return)|(special|backwards?|jump) rule",
        # Against the direction of the pile: down on A and B, up on C and D.
        f"{_SHIFT} … pile [ab] … {_DOWN}|pile [ab] … {_SHIFT} … {_DOWN}|pile [ab] … (drops?|shrinks?|sinks?|falls?)",
        f"{_SHIFT} … pile [cd] … {_UP}|pile [cd] … {_SHIFT} … {_UP}|pile [cd] … (rises?|climbs?|grows?)",
        f"(i (can|could|ll|will)|mine|my card) … (give|make|create|buy|gain)s? … (room|space|air)"
        f"|i {_WILL} free up {_IT}",
    ),
    unsaid=expression("possible|works|here|on|got|have|for"),
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
        "(your|my|his|her|our|their|bad|sore) back(?! (card|jump|step)\\b)|back (in|soon|at|from|later|now|then|home)",
        "(be|get|come|m|am|are|re|is|been|call|text|write|ring|phone|hold|holding|sit|lean|talk|welcome)"
        " (you |right |straight |just )*back(?! (on|down|up|with|pile)\\b)",
        "back and forth|backwards and forwards|over backwards|backwards compatible",
        r"(say|spell|read|count|fall|lean|look|walk)(ing)? (\S+ )?backwards?",
        "(turn|turning|calm|settle|lights?|volume|music|heating|prices?|servers?|feel) … (down|lower)( again)?"
        "|undo (that|it)",
        r"(play|try|start|win|lose|see|do|meet|join|come|be|be here|open|close|make) (it |you |this )?again",
        "(may|will|going to|about to|might|could|have to|must) (get|go|be) (worse|up) again|(cards?|hand"
        "|chances?) back",
    ),
)

_JUST: Final = "(just|right|directly|immediately|straight|exactly|only|precisely|bang|smack)"
_SIDE: Final = "(above|below|after|before|over|under|beside|behind|next to|beyond|on top of|beneath|underneath)"
_BY_ONE: Final = "(just |only |exactly )?(one|a single (step|one|number)|one (step|number))"
_LOSS: Final = (
    "((los|wast|skipp|cost)(e|es|s|ing) (us )?(nothing|none)|without (losing|wasting|skipping)|(no|zero) (loss|waste))"
)
_NEAR: Final = (
    f"(({_JUST} ({_SIDE}|next door))|(the|very|exact) (next|following)|next (one|card|number|door|up|down|higher|lower)"
    f"|one (step |number |card )?({_SIDE}|off|away|up|down|higher|lower|apart)|neighbou?r\\S*|adjacent|consecutive"
    "|successor|predecessor|follows|following|follower|follow (up|on)|(plus|minus) one|touch(es|ing)"
    "|in sequence|continuation"
    "|(exact|perfect|direct) (fit|card|number|match|one|follow\\S*|next)|(exactly|perfectly) fits?"
    "|(fits?|match(es)?|slots?|slides?|drops?|clicks?|sits?|goes) (in )?"
    "(exactly|perfectly|right|straight|directly|neatly|snugly|seamlessly|like a glove)"
    f"|the (one|card|number) (that (is|s|comes|goes) )?{_SIDE}|(what|that|which) (comes|goes|follows|precedes)"
    "|(a|one|single) (single )?(step|notch|number) (from|away|off)|continues|completes|extends"
    "|comes? (after|before)|beside|(back to back|side by side)|as close as"
    "|(smallest|tiniest|closest|nearest|shortest) (possible )?(step|move|gap|jump))"
)

_NEXT: Final = Saying(
    ways=expression(
        f"next ((one|number|card|value|in line|in sequence|up|down) )?(card )?(on|for|of|after|above|below"
        f"|to) (the )?({_PLACE})",
        "((the )?(very|exact)|exactly the) next( (one|number|card))?",
        "next (number|value|higher|lower|bigger|smaller|highest|lowest|up)",
        "(have|ve|got|hold|holding|own|sitting on) (exactly )?the next( (one|card))?",
        f"(only|just) one from ({_PLACE})|single step (away|from|off)|needs? (just|only) one( step)?( for| to)",
        f"touch(es|ing) ({_PLACE})|direct (follow|successor|neighbou?r)",
        f"one ((step|number) )?({_SIDE}|higher|lower|bigger|smaller|off|away|short|shy|apart|(up|down) from|(more"
        f"|less) than)",
        f"{_JUST} {_SIDE} ((the|this|that|top|of) )*({_PLACE})",
        f"(comes?|goes|go|fits?|play|lay) {_JUST} (after|before|above|below|next to|on top)",
        f"neighbou?rs? (card |number )?(of|to|on|for) (the )?({_PLACE})|({_PLACE}) (s )?neighbou?r"
        f"|neighbou?ring (card|number)",
        f"(exactly )?the following (number|card)|(number|card|one|what|that) (that )?(comes )?(right |just )?(after"
        f"|before|following) (the )?({_PLACE})",
        f"({_PLACE}) s (next|follower)|follower of ({_PLACE})|nothing (\\S+ )?between",
        f"(smallest|closest|nearest|tiniest) (possible )?((step|card|number|gap) )?(possible |there is )?(on|to|for"
        f"|from) ({_PLACE})",
        f"(smallest|closest|nearest|tiniest) possible|(any|be) closer (on|to) ({_PLACE})",
        f"(have|ve|got|hold|holding) (its|their|the) (direct )?neighbou?r|(difference|gap|distance) (to|from"
        f"|with) ({_PLACE}) is … one",
        "adjacent|consecutive|successor|predecessor|follow up (card )?(for|on|to)|contiguous",
        "(no|without) (\\S+ )?gaps?$",
        f"(just|exactly|perfectly|directly|seamlessly) fits?( … ({_PLACE}))?|fits? (exactly|perfectly|directly"
        f"|seamlessly)",
        f"(by|of) {_BY_ONE}|single step (on|for) (the )?({_PLACE})|only … one step (on|for|to) ({_PLACE})",
        f"({_PLACE}) (plus|minus) one",
    ),
    hints=expression(
        f"({_HAVE}|mine|my (card|number|one|lowest|highest|smallest|biggest|best)) … … {_NEAR}",
        f"between (mine|my card) and|{_WILL} … … (smallest|tiniest|shortest) (possible )?(step|move|gap|jump)",
        f"{_LOSS} … … ({_PLACE})|({_PLACE}) … … {_LOSS}",
        f"{_WILL} … … ((no|without) (a |any )?(gap|skip)\\S*|(plus|minus) one|next (number|card|one)|seamless\\S*)",
    ),
    unsaid=expression(f"got|have|{_PLACE}"),
    elsewhere=expression(
        "(?<!mine )(?<!card )(m|am|is|are|re|go|goes|be|up|comes?|who|what) (the )?(very )?next(?! (to|number|one"
        "|card|up|higher"
        "|lower)\\b)",
        "(after|before) (you|him|her|me|us|them|dinner|lunch|tea|work|bed|school|i|we|(this|the|that) (game|round|turn"
        "|break|match))",
        "next (time|go|move|player|person|hand|draw|turn|game|round|week|door(?! to)|year|day|month|to last|level"
        "|step)",
        "(no|any|every|a|another|each|some) one|(what|who) comes (after|before) (?!pile)",
        "one (after|by|at|before|above) (the other|another|one|a time|all|the law|dinner|bed)|one (down|up) (?!from)",
        "one (more|less) than (yesterday|ever|last|before)|(step|bit) less|perfect fit for (the|our) (team|group)",
    ),
)

ANNOUNCING: Final = Announcing(
    people=expression(
        rf"(?P<me>i|we|me|my|mine|us|our|^(can|could|might)(?= ({_GO}|play|lay|put)\b)"
        "|(^|(?<=, ))(got|holding|can|could|gonna|will|have(?! (a|fun|you)))|ive|im|ill|lemme|imma)",
        "you|he|she|they|yours?|his|hers?|their|anyone|anybody|somebody|someone|who|everybody|everyone",
        "^((please|just|then|so|ok) )?(go|jump|hop|step|move|skip|leap|slide)",  # do it, you others
    ),
    denied=expression(
        "not|t|cannot|never|no(?! (gap|skip|jump|hole|loss|waste|number between|card between))|nobody|none|cant"
        "|wont|dont|didnt|couldnt|hardly",
        r"without(?! (\S+ )?(gap|skip|jump|hole|los|wast))",
    ),
    doubted=expression(
        "wish|if (only )?(i|we)|unless|how|why|when|(?<!special )(?<!backwards )rules?|allowed|forbidden",
        "(not|don t|dont) (think|believe|know|sure|certain)|doubt",
    ),
    back=_BACK,
    next=_NEXT,
)
