"""What the kernel's records hold: rows of numbers, each place with a name.

A record is declared once, as a class. Compiled code has a pointer to the numbers and finds each place by its name
(`machine`); interpreted code has an instance of the class. Python reads and writes rows by address: ``layout.HEIGHTS``
is that of `heights`.

Every pile rises here. A falling pile is held upside down: its height is 101 less its top, and a card counts 101 less
its number there. So a hand is two sets of two words, the numbers and the numbers upside down, and one rule serves all
four piles: higher, or exactly 10 lower.
"""

from __future__ import annotations

from typing import Final

from .codes import MARKS
from .fields import FIELDS, PLACES, Record, cell, part, parts, real, reals, row

CARDS: Final = 98


def __getattr__(name: str) -> int:
    """Return the address of a place by its name in capitals, or the size of a record: ``TURNSTATE_SIZE``."""
    try:
        return PLACES[name] if name in PLACES else FIELDS[name.lower()][0]
    except KeyError:
        raise AttributeError(name) from None


# --- sizes -----------------------------------------------------------------------------------------------------------

PACKETS: Final = 8  # packets of cards that a pile may take
PLAN_ROOM: Final = 12  # actions of a plan at most, and in front how many they are
MOST_NODES: Final = 1 << 16
VISITED_SIZE: Final = 1 << 18  # the transposition table, with room to spare
FORESEEN: Final = 8  # turns that a level thinks about at most
COUNTED: Final = 22  # what a level counts at the end of a turn
SEARCH_DEPTH: Final = 7  # moves of a turn searched through: seven actions of 9 bits make one number
VISITED_FEW: Final = 1 << 13  # size of a transposition table
VISITED_MANY: Final = 1 << 16  # the same where a search is thorough
BUCKETS: Final = 512  # of turns that look equally good at a glance
MOST_TURNS: Final = 1 << 14
MOST_PICKED: Final = 16  # turns looked through at most

# --- records --------------------------------------------------------------------------------------------------------


class RulesRecord(Record):
    """Which game is played; `records.rules_record` makes one."""

    players = cell()
    hand_size = cell()
    least = cell()  # cards a turn needs while the draw pile lasts
    strict_pile = cell()
    lenient_hand = cell()
    talk = cell()
    special = cell()  # some card carries a mark
    seeded = cell()  # the command map is drawn anew from each game's seed
    mark_of = row(101)  # the mark of every number
    cards_with = row(2 * MARKS)  # two words a mark: the cards that carry it


class Position(Record):
    """Where cards lie."""

    heights = row(4)
    hand = row(4)  # the active hand: 2 words of numbers, 2 words of numbers upside down
    unplayed = row(2)  # every card not laid yet, wherever it is


class TurnState(Position):
    """All that laying a card reads or changes: a search copies no more, and runs the very code that plays the game."""

    laid = cell()  # cards laid this turn
    minimum = cell()
    lock = cell()  # the pile a one-pile command binds the turn to, or FREE
    has_three = cell()
    touched = cell()  # bit of each pile laid on this turn
    skulls = cell()  # bit of each pile where a skull of this turn is visible
    fires = cell()  # bit of each pile where a fire is visible
    due = cell()  # those of them that must be covered this turn
    shown = cell()  # how many visible cards carry each mark: 4 bits a mark
    status = cell()
    reason = cell()  # 0, or 1 + place in rules.REASONS
    left = cell()  # cards in the draw pile; the next one is at DECK + CARDS - LEFT


class State(TurnState):
    """A game between two moves."""

    active = cell()
    turn = cell()
    random = cell()  # state of the players' own random numbers
    signals = row(5)  # a seat's standing signals: bit pile + 4 * kind
    hands = row(4 * 5)  # 4 words a seat, as in HAND; the active seat's are kept equal to it
    deck = row(CARDS)  # the draw pile at the end


class View(TurnState):
    """What one seat sees. Nothing hidden is in it, so nothing hidden can be used."""

    seat = cell()
    seats = cell()
    opening = row(4)  # the heights when the turn began
    unplayed_at_opening = row(2)  # the cards not laid yet when it began
    counts = row(5)  # cards in each seat's hand
    said = row(5)  # what each seat says, as bits


class Outcome(Record):
    """How a game ended."""

    outcome_score = cell()
    outcome_reason = cell()  # 0: won
    outcome_blame = cell()  # the mark to blame, or 0
    outcome_turns = cell()
    outcome_left = cell()  # cards not laid


class Reference(Record):
    """A reference player: settings, then the planner's weights; all are floats."""

    kind = real()
    reach = real()  # longest extra step while the draw pile lasts
    reach_end = real()  # the same once it is empty
    width = real()  # nearest cards looked at on each pile
    extra = real()  # cards beyond the minimum that a plan may hold
    start_cost = real()  # a hand whose first turn costs at most this likes to start; negative: not asked
    keep_within = real()  # "keep off" for a card at most this far, or one that goes back; negative: silent
    small_within = real()  # "only small steps" for a card at most this far
    w_step = real()  # numbers the tops moved on, less those they went back
    w_extra = real()  # card beyond the minimum
    w_extra_end = real()  # the same once the draw pile is empty
    w_pair = real()  # two cards ten apart kept in hand
    w_even = real()  # hundredth of the square of the room left on each pile
    w_short = real()  # card the next hand lacks to its minimum
    w_keep_off = real()  # pile moved although another seat asked to keep off
    w_small_steps = real()  # number a pile moved on although another seat asked for small steps
    w_can_go_back = real()  # pile moved although another seat can go back there
    w_shown = reals(MARKS)  # by mark: visible at the end of the turn
    w_live = real()  # card not laid yet that a top passed over, less those it went back over


class Talk(Record):
    """How a champion talks."""

    talk_keep_within = cell()
    talk_small_within = cell()
    talk_trouble_from = cell()
    talk_comfortable_to = cell()
    talk_like_from = cell()  # would like to start if its first turn is worth this, in thousandths of a logit
    talk_rather_not_to = cell()  # would rather not if it is worth at most this


class Node(TurnState):
    """A turn in a search."""

    node_count = cell()  # candidates listed
    node_next = cell()  # the candidate to try next
    node_way = cell()  # the actions that led here, 9 bits each
    node_moves = row(48)


class Planning(Record):
    """Memory of a planner."""

    plan_nodes = parts(Node, SEARCH_DEPTH + 1)
    plan = row(Node.size)  # number of moves, then the moves
    plan_most = cell()  # cards of the longest plan that keeps no game going


class Prices(Record):
    """What others ask of a planner, and what its packets are worth; all are floats."""

    move_price = reals(4)  # of moving a pile at all
    step_price = reals(4)  # of each number it moves on
    packet_values = reals(4 * PACKETS)  # by pile
    best_value = real()  # of the plans found so far


class BeamNode(TurnState):
    """A turn in a search by layers."""

    beam_before = cell()  # the node that it was reached from
    beam_action = cell()  # by which action


class LevelLists(Record):
    """Memory of a level: its integers."""

    beam_size = cell()  # how many nodes there are; a turn begins at node 0
    ends = cell()  # how many ends were found
    slots = cell()  # how many places of the table are taken
    planned = row(PLAN_ROOM)  # the turn chosen: how many actions, then the actions
    now = part(TurnState)  # where a turn stands that is laid card by card
    options = row(48)  # what may be laid next
    nearest = row(48)  # the same for a beginner, what seems nearest first
    cards_to_come = row(CARDS)  # an order in which the hidden cards may come
    foreseen_ends = parts(TurnState, FORESEEN)  # where they end
    foreseen_plans = row(FORESEEN * PLAN_ROOM)  # as `planned`
    layer = row(MOST_NODES)  # the nodes after so many cards
    following = row(MOST_NODES)  # those after one card more
    end_nodes = row(MOST_NODES)  # twice the node of an end, and 1 if the turn ends there by itself
    taken = row(2 * MOST_NODES)  # places of the table that are taken
    ranks = row(402)  # how many positions of a layer have each sum of heights


class LevelValues(Record):
    """Memory of a level: what others ask for, and what options and ends are worth; all are floats."""

    asked_moved = reals(4)  # of moving a pile, as others asked
    asked_stepped = reals(4)  # of each number it moves on
    asked_covered = reals(4)  # what covering it is worth
    asked_tempo = real()  # what a card beyond the minimum is worth
    asked_laid = reals(MARKS)  # by mark: what it costs to lay a card
    counted = reals(COUNTED)  # what was counted at the end of a turn
    option_efforts = reals(48)
    end_values = reals(MOST_NODES)


class Level(Record):
    """The settings of a level."""

    level_kind = real()
    level_width = real()  # how far it searches: nearest cards looked at on each pile
    level_reach = real()  # longest step once the turn could end
    level_extra = real()  # cards beyond the minimum
    level_beam = real()  # turn states kept of each layer
    price_keep_off = real()  # prices of requests: a `players.talk.Manner`
    price_small_steps = real()
    price_can_go_back = real()
    price_cover = real()
    price_tempo = real()
    like_to = real()
    rather_not_from = real()
    level_weights = reals(COUNTED)  # what the end of a turn is worth
    worth_shown = reals(MARKS)  # by mark: on top of a pile
    worth_held = reals(MARKS)  # kept in hand
    worth_held_late = reals(MARKS)  # the same, times the share of the cards laid
    worth_short = real()  # a card that the next hand lacks to its minimum
    worth_card = real()  # a card beyond the minimum: while the draw pile lasts,
    worth_card_late = real()  # later,
    worth_card_last = real()  # and where nobody else holds any
    novice_missed = real()  # a beginner: one retro in so many goes unseen
    novice_effort = real()  # how far such a retro seems to go
    novice_tempting = real()  # a step this short is laid even when the turn could end
    novice_tempting_late = real()  # the same once the draw pile is empty
    outlook_plans = real()  # thinking a turn ahead: how many of the best plans are thought about
    outlook_margin = real()  # only those whose own value is at most this much below the best
    outlook_draws = real()  # draws dealt to each of them, the same for all
    outlook_stuck = real()  # price of a next turn that cannot be played, above the plan's own value
    outlook_width = real()  # how far the next turn is searched, as above
    outlook_reach = real()
    outlook_extra = real()
    outlook_beam = real()


class TurnEnd(Position):
    """Where a turn found would end."""

    found_shown = cell()
    found_fires = cell()
    found_plan = cell()  # its actions, 9 bits each
    found_length = cell()  # how many they are
    found_ends = cell()  # 1 if the turn is to be ended behind them
    found_score = cell()  # how good it looks at a glance; of a turn looked through: DROPPED or not


class Search(Record):
    """Memory of the champion's search."""

    nodes = parts(Node, SEARCH_DEPTH + 2)
    search_count = cell()  # turns found; WINNING if the first one wins
    search_most = cell()  # cards of the longest turn that keeps no game going
    search_visited = cell()  # positions visited
    search_full = cell()  # 1 if there was more to find than there was room for
    search_buckets = row(BUCKETS)  # how many turns each holds


class Picks(Record):
    """Memory of a look-ahead."""

    picked = parts(TurnEnd, MOST_PICKED)  # the turns that are looked through
    picks_view = part(View)  # the next turn as it may come
    picks_pool = row(CARDS)  # the cards that are hidden
    picks_world = part(State)  # the game as it may be: hidden cards dealt
    picks_after = part(State)  # the same, played on


class Ahead(Record):
    """How far to look ahead, and how far that went."""

    ahead_turns = cell()  # turns looked through at most, 0 for none
    ahead_worlds = cell()  # worlds that each is played on in
    ahead_behind = cell()  # how much worse, in thousandths of a logit, such a turn may look at first
    ahead_further = cell()  # turns played on in a world before the one that is valued
    ahead_trust = cell()  # how many worlds the network's own value of a turn counts for
    ahead_race = cell()  # how far behind a turn is given up: thousandths of a chance, times the root of worlds
    ahead_plain = cell()  # 1 if all others answer plainly, up to the own next turn
    ahead_whole = cell()  # 1 if turns that are given up are played on as far as the others, to be compared
    ahead_done = cell()  # how many turns were looked through last


VALUES_AHEAD: Final = MOST_TURNS  # behind the values of all turns: the sum of chances of those looked through
VALUES_PRICES: Final = VALUES_AHEAD + MOST_PICKED  # what each of them paid of that for requests set aside
VALUES_SIZE: Final = VALUES_PRICES + MOST_PICKED


# --- features of a turn's end ---------------------------------------------------------------------------------------


def _named(names: str, first: int = 0) -> int:
    """Give places their names, one after the other, several to ``NAME*4``; return where the next would be."""
    for name in names.split():
        name, _, count = name.partition("*")
        PLACES[name] = first
        first += int(count or 1)
    return first


# Of one pile: cards unseen and kept that fit, that go back, steps to the nearest card, its inverse, and to the second;
# unseen cards within 4 and 10 numbers, cards up to 9 below, and pairs that are taken with their retro. The piles come
# in this order: the roomier rising one, the other, the roomier falling one, the other.
PILE_FEATURES: Final = _named(
    "PILE_HEIGHT PILE_UNSEEN PILE_HELD PILE_BACK PILE_BACK_UNSEEN PILE_STEP PILE_NEAR PILE_SECOND PILE_UNSEEN_5"
    " PILE_UNSEEN_11 PILE_HELD_BELOW PILE_UNSEEN_BELOW PILE_PAIR PILE_PAIR_UNSEEN"
)
# Of all piles and cards together: how many fit 0 to 3 piles, pairs, counts, the steps of the cards kept, each to its
# nearest pile, how far apart the piles of a direction are, and unseen cards between the directions.
BASE_FEATURES: Final = _named(
    "UNSEEN_FITS*4 HELD_FITS*4 PAIRS_HELD PAIRS_UNSEEN PAIRS_BETWEEN HELD CARDS_UNPLAYED DRAW_LEFT DRAW_NEARLY_OUT"
    " DRAW_OUT FEW_UNPLAYED STEP_LEAST STEP_SECOND STEP_MOST STEP_TOTAL STEPS_BACK STEP_EASY GAP_RISING GAP_FALLING"
    " UNSEEN_SHARED UNSEEN_FREE ALWAYS_ONE",
    4 * PILE_FEATURES,
)
# Of the other seats.
OTHERS_FEATURES: Final = _named("OTHERS_HELD OTHERS_HOLDING NEXT_HELD HELD_AT_END")
# Of what they said of each pile: the next seat apart from the others; what was heeded, and how far it was passed over.
ASKED_FEATURES: Final = _named(
    "ASKED_KEEP_NEXT ASKED_SMALL_NEXT ASKED_KEEP ASKED_SMALL PASSED_KEEP PASSED_KEEP_BY PASSED_SMALL_BY"
)
TALK_FEATURES: Final = _named("TROUBLE_NEXT COMFORTABLE_NEXT TROUBLE_OTHERS COMFORTABLE_OTHERS", 4 * ASKED_FEATURES)
# Of commands and fires: shown, from SILENCE on; two for each pile; held and unseen, by mark. One is left free: their
# number is a multiple of 4.
MARK_FEATURES: Final = 1 + _named(f"MARKS_SHOWN*5 TOP_BINDS TOP_NO_RETRO*7 MARKS_HELD*{MARKS} MARKS_UNSEEN*{MARKS}")
# Of the marks of the cards kept: what the nearest card of each pile carries (LASTING: silence to draw-one), then the
# shortest steps of those that carry nothing, a stop, a skull.
NEAR_FEATURES: Final = _named("NEAR_STOP NEAR_SKULL NEAR_THREE NEAR_LASTING NEAR_FIRE")
KEPT_FEATURES: Final = _named("STEP_PLAIN STEP_PLAIN_SECOND STEP_STOP STEP_SKULL", 4 * NEAR_FEATURES)
# Of the third card, where a turn needs three; cards kept at most 4 and 10 from a pile.
THIRD_FEATURES: Final = _named("STEP_THIRD STEPS_OF_THREE STEPS_TO_4 STEPS_TO_10")

MOST_FEATURES: Final = BASE_FEATURES + OTHERS_FEATURES + TALK_FEATURES + MARK_FEATURES + KEPT_FEATURES + THIRD_FEATURES


def features_of(seats: int, least: int, talk: bool, marks: bool) -> int:
    """Return how many features a turn's end has in such a game; a multiple of 4."""
    third = THIRD_FEATURES * (least > 2)
    return talk_features_from(seats) + TALK_FEATURES * talk + (MARK_FEATURES + KEPT_FEATURES) * marks + third


def talk_features_from(seats: int) -> int:
    """Return where the features begin that not every game has: first those of talk, then those of marks."""
    return BASE_FEATURES + OTHERS_FEATURES * (seats > 1)


# --- what the wide network alone is told of a turn's end -------------------------------------------------------------

# Of one pile, 32 bits each: the cards held and unseen from 20 below its top on, two words each; those above it that
# go only in this direction; those up to 32 below its top that go nowhere; the steps of the cards held that are nearest
# to it; its height by fours, and in the last 7 bits, over all piles, how many cards are unseen; the steps to the
# nearest card held, to the second, and to the lowest pair that is taken with its retro.
PILE_WORDS: Final = _named(
    "WORD_HELD*2 WORD_UNSEEN*2 WORD_ONLY_HERE WORD_NOWHERE WORD_NEAREST WORD_HEIGHT WORD_STEP WORD_SECOND WORD_PAIR"
)
PLAIN_WORDS: Final = 4 * PILE_WORDS
# Of commands and fires: for each pile what the top, the nearest card held and the one that goes back carry; the steps
# of the cards held, by mark; how many are held and unseen, by mark.
ALL_WORDS: Final = _named("MARKED_TOPS*4 MARKED_STEPS*4 MARKED_HELD MARKED_UNSEEN", PLAIN_WORDS)
NUMBERS: Final = 16
LAST_CARDS: Final = 8  # a hand at most
WORDS_SIZE: Final = 2 * ALL_WORDS + 1  # the words, those that the sums stand for, and of which network they are
FITTING_SIZE: Final = (4 << LAST_CARDS) + LAST_CARDS  # by set of cards and pile: which may come last; the cards
WIDE: Final = 512
WIDE_SECOND: Final = 32
WIDE_HEAD: Final = 2  # of what is behind the first layer: which network it is (0: none), the step of its weights
CELLS_SIZE: Final = NUMBERS + WIDE + 2 * WIDE_SECOND

# --- the network ----------------------------------------------------------------------------------------------------

HIDDEN: Final = 64
SECOND: Final = 32
INPUTS_SIZE: Final = MOST_FEATURES + HIDDEN + SECOND  # the features, then both layers


def weights_size(features: int) -> int:
    """Return the length of a network's row: HIDDEN weights a feature, their biases, the second layer, the last."""
    return features * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1
