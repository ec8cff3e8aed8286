"""What the kernel's records hold: rows of numbers, each place with a name.

A record is declared once, as a class. Compiled code has a pointer to the numbers and finds each place by its name
(`machine`); interpreted code has an instance of the class. Python reads and writes rows by address: ``layout.HEIGHTS``
is that of `heights`.

Every pile rises here. A falling pile is held upside down: its height is 101 less its top, and a card counts 101 less
its number there. So a hand is two sets of two words, the numbers and the numbers upside down, and one rule serves all
four piles: higher, or exactly 10 lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Self, TypeVar

from .codes import MARKS

R = TypeVar("R", bound="Record")

CARDS: Final = 98
FIELDS: Final[dict[str, tuple[int, int]]] = {}
"""Every place by its name: where it begins in its record, and how many numbers it has, 0 where it is a single one."""
SIZES: Final[dict[str, int]] = {}
"""How many numbers a record has, by the name of its class in capitals and ``_SIZE``."""


class _Field:
    """A place as it is declared."""

    def __init__(self, count: int, blank: Any) -> None:
        self.count, self.blank = count, blank


def _declared(count: int, blank: Any) -> Any:
    return _Field(count, blank)


def cell() -> int:
    """Declare a number."""
    number: int = _declared(0, lambda: 0)
    return number


def row(count: int) -> list[int]:
    """Declare so many numbers."""
    numbers: list[int] = _declared(count, lambda: [0] * count)
    return numbers


def real() -> float:
    """Declare a float; a record holds either integers or floats."""
    number: float = _declared(0, float)
    return number


def reals(count: int) -> list[float]:
    """Declare so many floats."""
    numbers: list[float] = _declared(count, lambda: [0.0] * count)
    return numbers


def part(kind: type[R]) -> R:
    """Declare a record within a record."""
    record: R = _declared(kind.size, kind)
    return record


def parts(kind: type[R], count: int) -> list[R]:
    """Declare so many of them."""
    records: list[R] = _declared(kind.size * count, lambda: [kind() for _ in range(count)])
    return records


class Record:
    """Numbers with names, one after the other; those of a record that extends another come behind."""

    size: ClassVar[int] = 0
    _blanks: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._blanks = dict(cls._blanks)
        for name, field in [(name, field) for name, field in vars(cls).items() if isinstance(field, _Field)]:
            if FIELDS.setdefault(name, (cls.size, field.count)) != (cls.size, field.count):
                raise TypeError(f"two places are called {name}")
            cls._blanks[name] = field.blank
            cls.size += field.count or 1
            delattr(cls, name)
        SIZES[f"{cls.__name__.upper()}_SIZE"] = cls.size

    def __init__(self) -> None:
        for name, blank in self._blanks.items():
            setattr(self, name, blank())

    @classmethod
    def of(cls, numbers: Sequence[Any]) -> Self:
        """Return a record of these numbers."""
        record = cls()
        for name in cls._blanks:
            first, count = FIELDS[name]
            setattr(record, name, list(numbers[first : first + count]) if count else numbers[first])
        return record

    def numbers(self) -> list[Any]:
        """Return all numbers in their order, as compiled code has them."""
        values = (getattr(self, name) for name in self._blanks)
        return [number for value in values for number in (value if isinstance(value, list) else [value])]


def __getattr__(name: str) -> int:
    """Return the address of a place by its name in capitals, or the size of a record: ``TURN_SIZE``."""
    try:
        return SIZES[name] if name in SIZES else FIELDS[name.lower()][0]
    except KeyError:
        raise AttributeError(name) from None


# --- how much room there is -----------------------------------------------------------------------------------------

PLAN_DEPTH: Final = 8  # moves of a planner's turn
PACKETS: Final = 8  # packets of cards that a pile may take
PLAN_ROOM: Final = 12  # actions of a plan at most, and in front how many they are
MOST_SPOTS: Final = 1 << 16
MET_SIZE: Final = 1 << 18  # a table of the moments met, with room to spare
FORESEEN: Final = 8  # turns that a level thinks about at most
COUNTED: Final = 22  # what a level counts at the end of a turn
SEARCH_DEPTH: Final = 7  # moves of a champion's turn: seven actions of 9 bits make one number
MEETINGS: Final = 1 << 13  # room for moments met
MANY_MEETINGS: Final = 1 << 16  # the same where a search is thorough
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


class Turn(Position):
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


class State(Turn):
    """A game at one moment."""

    active = cell()
    turn = cell()
    random = cell()  # state of the players' own random numbers
    signals = row(5)  # a seat's standing signals: bit pile + 4 * kind
    hands = row(4 * 5)  # 4 words a seat, as in HAND; the active seat's are kept equal to it
    deck = row(CARDS)  # the draw pile at the end


class View(Turn):
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
    nearly = real()  # random: in so many of 256 cases the nearest card is laid instead
    start_cost = real()  # a hand whose first turn costs at most this likes to start; negative: not asked
    keep_within = real()  # "keep off" for a card at most this far, or one that goes back; negative: silent
    small_within = real()  # "only small steps" for a card at most this far
    look_back = real()  # greedy: a card whose retro card is in hand too counts 10 nearer if this is 1
    w_step = real()  # numbers the tops moved on, less those they went back
    w_extra = real()  # card beyond the minimum
    w_extra_end = real()  # the same once the draw pile is empty
    w_pair = real()  # two cards ten apart kept in hand
    w_back = real()  # pile that the hand kept can go back on
    w_back_unseen = real()  # pile that a card not seen yet can go back on
    w_fits = reals(4)  # card not laid that fits 0, 1, 2, 3 piles
    w_next = real()  # step of the nearest card kept
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


class Node(Turn):
    """A turn in a search."""

    node_count = cell()  # candidates listed
    node_next = cell()  # the candidate to try next
    node_way = cell()  # planner: the action that led here; champion: all that led here, 9 bits each
    node_moves = row(48)


class Planning(Record):
    """Room for a planner."""

    plan_nodes = parts(Node, PLAN_DEPTH + 1)
    plan = row(Node.size)  # number of moves, then the moves


class Prices(Record):
    """What others ask of a planner, and what its packets are worth; all are floats."""

    move_price = reals(4)  # of moving a pile at all
    step_price = reals(4)  # of each number it moves on
    packet_values = reals(4 * PACKETS)  # by pile


class Spot(Turn):
    """A turn in a search by layers."""

    spot_before = cell()  # the spot that it was reached from
    spot_action = cell()  # by which action


class Lists(Record):
    """Room for a level to think in."""

    spots = cell()  # how many spots there are; a turn begins at spot 0
    ends = cell()  # how many ends were found
    slots = cell()  # how many places of the table are taken
    planned = row(PLAN_ROOM)  # the turn chosen: how many actions, then the actions
    now = part(Turn)  # where a turn stands that is laid card by card
    options = row(48)  # what may be laid next
    cards_to_come = row(CARDS)  # an order in which the hidden cards may come
    foreseen_ends = parts(Turn, FORESEEN)  # where they end
    foreseen_plans = row(FORESEEN * PLAN_ROOM)  # as `planned`
    layer = row(MOST_SPOTS)  # the spots after so many cards
    following = row(MOST_SPOTS)  # those after one card more
    end_spots = row(MOST_SPOTS)  # twice the spot of an end, and 1 if the turn ends there by itself
    taken = row(2 * MOST_SPOTS)  # places of the table that are taken
    ranks = row(402)  # how many moments of a layer have each sum of heights


class Asked(Record):
    """What others ask for, and what options and ends are worth."""

    asked_moved = reals(4)  # of moving a pile, as others asked
    asked_stepped = reals(4)  # of each number it moves on
    asked_covered = reals(4)  # what covering it is worth
    asked_tempo = real()  # what a card beyond the minimum is worth
    asked_laid = reals(MARKS)  # by mark: what it costs to lay a card
    counted = reals(COUNTED)  # what was counted at the end of a turn
    option_efforts = reals(48)
    end_values = reals(MOST_SPOTS)


class Level(Record):
    """What a level goes by."""

    level_kind = real()
    level_width = real()  # how far it searches: a `turn.Scope`
    level_reach = real()
    level_extra = real()
    level_beam = real()
    price_keep_off = real()  # what it minds: a `players.talk.Manner`
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
    outlook_plans = real()  # thinking a turn ahead: a `players.ahead.Outlook`
    outlook_margin = real()
    outlook_draws = real()
    outlook_stuck = real()
    outlook_width = real()
    outlook_reach = real()
    outlook_extra = real()
    outlook_beam = real()


class Found(Position):
    """Where a turn found would end."""

    found_shown = cell()
    found_fires = cell()
    found_plan = cell()  # its actions, 9 bits each
    found_length = cell()  # how many they are
    found_ends = cell()  # 1 if the turn is to be ended behind them
    found_score = cell()  # how good it looks at a glance; of a turn looked through: DROPPED or not


class Search(Record):
    """Room for the champion's search."""

    nodes = parts(Node, SEARCH_DEPTH + 2)
    search_full = cell()  # 1 if there was more to find than there was room for
    search_buckets = row(BUCKETS)  # how many turns each holds


class Picks(Record):
    """Room for a look ahead."""

    picked = parts(Found, MOST_PICKED)  # the turns that are looked through
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
    ahead_done = cell()  # how many turns were looked through last


RULES_SIZE: Final = RulesRecord.size
VALUES_AHEAD: Final = MOST_TURNS  # behind the values of all turns: the sum of chances of those looked through
VALUES_PRICES: Final = VALUES_AHEAD + MOST_PICKED  # what each of them paid of that for requests set aside
VALUES_SIZE: Final = VALUES_PRICES + MOST_PICKED


class Places:
    """Places taken one after the other."""

    def __init__(self, start: int = 0) -> None:
        self.size = start

    def take(self, count: int = 1) -> int:
        """Take so many places and return the first."""
        first = self.size
        self.size += count
        return first


# --- features of a turn's end ---------------------------------------------------------------------------------------

# of one pile; the piles come in this order: the roomier rising one, the other, the roomier falling one, the other
_pile = Places()
PILE_HEIGHT: Final = _pile.take()
PILE_UNSEEN: Final = _pile.take()  # unseen cards that fit
PILE_HELD: Final = _pile.take()  # cards kept that fit
PILE_BACK: Final = _pile.take()  # a card kept goes back
PILE_BACK_UNSEEN: Final = _pile.take()  # an unseen card goes back
PILE_STEP: Final = _pile.take()  # to the nearest card kept
PILE_NEAR: Final = _pile.take()  # one by that step
PILE_SECOND: Final = _pile.take()  # step to the second nearest
PILE_UNSEEN_5: Final = _pile.take()  # unseen cards within the next four numbers
PILE_UNSEEN_11: Final = _pile.take()  # within the next ten
PILE_HELD_BELOW: Final = _pile.take()  # cards kept up to nine below
PILE_UNSEEN_BELOW: Final = _pile.take()
PILE_PAIR: Final = _pile.take()  # step to the nearest pair of cards kept, taken with its retro
PILE_PAIR_UNSEEN: Final = _pile.take()  # an unseen card goes back on the nearest card kept
PILE_FEATURES: Final = _pile.size

# of all piles and cards together
_all = Places(4 * PILE_FEATURES)
UNSEEN_FITS: Final = _all.take(4)  # unseen cards that fit 0, 1, 2, 3 piles
HELD_FITS: Final = _all.take(4)  # cards kept that do
PAIRS_HELD: Final = _all.take()
PAIRS_UNSEEN: Final = _all.take()
PAIRS_BETWEEN: Final = _all.take()  # one kept, one unseen
HELD: Final = _all.take()
CARDS_UNPLAYED: Final = _all.take()
DRAW_LEFT: Final = _all.take()
DRAW_NEARLY_OUT: Final = _all.take()
DRAW_OUT: Final = _all.take()
FEW_UNPLAYED: Final = _all.take()
STEP_LEAST: Final = _all.take()  # of the cards kept, each on its nearest pile
STEP_SECOND: Final = _all.take()
STEP_MOST: Final = _all.take()
STEP_TOTAL: Final = _all.take()
STEPS_BACK: Final = _all.take()
STEP_EASY: Final = _all.take()
GAP_RISING: Final = _all.take()  # between the two rising piles
GAP_FALLING: Final = _all.take()
UNSEEN_SHARED: Final = _all.take()  # unseen cards between the roomier piles of both directions
UNSEEN_FREE: Final = _all.take()  # between the others
ALWAYS_ONE: Final = _all.take()
BASE_FEATURES: Final = _all.size

# of the other seats, behind BASE_FEATURES
_others = Places()
OTHERS_HELD: Final = _others.take()
OTHERS_HOLDING: Final = _others.take()
NEXT_HELD: Final = _others.take()
HELD_AT_END: Final = _others.take()
OTHERS_FEATURES: Final = _others.size

# of what they said: seven for each pile, in the order of the piles above, then of their hands
_asked = Places()
ASKED_KEEP_NEXT: Final = _asked.take()  # the next seat asked to keep off, and that was done
ASKED_SMALL_NEXT: Final = _asked.take()
ASKED_KEEP: Final = _asked.take()  # the same of the other seats
ASKED_SMALL: Final = _asked.take()
PASSED_KEEP: Final = _asked.take()  # somebody asked to keep off, and the pile moved
PASSED_KEEP_BY: Final = _asked.take()
PASSED_SMALL_BY: Final = _asked.take()
ASKED_FEATURES: Final = _asked.size
_said = Places(4 * ASKED_FEATURES)
TROUBLE_NEXT: Final = _said.take()
COMFORTABLE_NEXT: Final = _said.take()
TROUBLE_OTHERS: Final = _said.take()
COMFORTABLE_OTHERS: Final = _said.take()
TALK_FEATURES: Final = _said.size

# of commands and fires
_marks = Places()
MARKS_SHOWN: Final = _marks.take(5)  # from SILENCE on
TOP_BINDS: Final = _marks.take(2 * 4)  # two for each pile, in the order above: one-pile or fire on top,
TOP_NO_RETRO: Final = TOP_BINDS + 1  # and no-retro
MARKS_HELD: Final = _marks.take(MARKS)  # by mark
MARKS_UNSEEN: Final = _marks.take(MARKS)
MARK_FEATURES: Final = _marks.take(1) + 1  # one is left free: their number is a multiple of 4

# of the marks of the cards kept: for each pile, in the order above, what the nearest card carries
_near = Places()
NEAR_STOP: Final = _near.take()
NEAR_SKULL: Final = _near.take()
NEAR_THREE: Final = _near.take()
NEAR_LASTING: Final = _near.take()  # silence, no-retro, one-pile or draw-one
NEAR_FIRE: Final = _near.take()
NEAR_FEATURES: Final = _near.size
_kept = Places(4 * NEAR_FEATURES)  # then the shortest steps of the cards kept
STEP_PLAIN: Final = _kept.take()  # that carry nothing
STEP_PLAIN_SECOND: Final = _kept.take()
STEP_STOP: Final = _kept.take()  # that carry a stop
STEP_SKULL: Final = _kept.take()  # a skull
KEPT_FEATURES: Final = _kept.size

# of the third card, where a turn needs three
_third = Places()
STEP_THIRD: Final = _third.take()
STEPS_OF_THREE: Final = _third.take()
STEPS_TO_4: Final = _third.take()  # cards kept at most so far from a pile
STEPS_TO_10: Final = _third.take()
THIRD_FEATURES: Final = _third.size

MOST_FEATURES: Final = BASE_FEATURES + OTHERS_FEATURES + TALK_FEATURES + MARK_FEATURES + KEPT_FEATURES + THIRD_FEATURES


def features_of(seats: int, least: int, talk: bool, marks: bool) -> int:
    """Return how many features a turn's end has in such a game; a multiple of 4."""
    third = THIRD_FEATURES * (least > 2)
    return talk_features_from(seats) + TALK_FEATURES * talk + (MARK_FEATURES + KEPT_FEATURES) * marks + third


def talk_features_from(seats: int) -> int:
    """Return where the features begin that not every game has: first those of talk, then those of marks."""
    return BASE_FEATURES + OTHERS_FEATURES * (seats > 1)


# --- the network ----------------------------------------------------------------------------------------------------

HIDDEN: Final = 64
SECOND: Final = 32
INPUTS_SIZE: Final = MOST_FEATURES + HIDDEN + SECOND  # the features, then both layers


def weights_size(features: int) -> int:
    """Return the length of a network's row: HIDDEN weights a feature, their biases, the second layer, the last."""
    return features * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1


# --- notes of a game played for training, one a turn traced ---------------------------------------------------------

_note = Places()
NOTE_GAME: Final = _note.take()  # its place in the run
NOTE_VALUE: Final = _note.take()  # the value of the turn taken, as a logit
NOTE_BEST: Final = _note.take()  # the value of the best turn
NOTE_SIZE: Final = _note.size
