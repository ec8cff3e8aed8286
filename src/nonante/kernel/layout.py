"""Where everything lies in the kernel's records: flat rows of numbers, each place with a name.

* a *rules record* says which game is played (`records.rules_record` makes one);
* a *state record* is one game at one moment. It begins with the *turn record*: all that laying a card reads or changes,
  so that a search copies `TURN_SIZE` numbers a node and runs the very code that plays the game;
* a *view record* is what one seat sees: the turn record, how many cards every seat holds and what each says. Nothing
  hidden is in it, so nothing hidden can be used;
* a *player record* of floats holds the settings and weights of a reference player;
* a *turn found* is where a turn of the search would end, and the *features* are what a network is told of it.

Every pile rises here. A falling pile is held upside down: its height is 101 less its top, and a card counts 101 less
its number there. So a hand is two sets of two 64-bit words, the numbers and the numbers upside down, and one rule
serves all four piles: higher, or exactly 10 lower.
"""

from __future__ import annotations

from typing import Final

from .codes import MARKS


class Places:
    """Places taken one after the other."""

    def __init__(self, start: int = 0) -> None:
        self.size = start

    def take(self, count: int = 1) -> int:
        """Take so many places and return the first."""
        first = self.size
        self.size += count
        return first


CARDS: Final = 98

# --- rules record ---------------------------------------------------------------------------------------------------

_rules = Places()
PLAYERS: Final = _rules.take()
HAND_SIZE: Final = _rules.take()
LEAST: Final = _rules.take()  # cards a turn needs while the draw pile lasts
STRICT_PILE: Final = _rules.take()
LENIENT_HAND: Final = _rules.take()
TALK: Final = _rules.take()
SPECIAL: Final = _rules.take()  # some card carries a mark
SEEDED: Final = _rules.take()  # the command map is drawn anew from each game's seed
MARK_OF: Final = _rules.take(101)  # the mark of every number
RULES_SIZE: Final = _rules.size
CARDS_WITH: Final = _rules.take(2 * MARKS)  # the champion's: two words a mark, the cards that carry it
CHAMPION_RULES_SIZE: Final = _rules.size

# --- turn, state and view record ------------------------------------------------------------------------------------

_turn = Places()
HEIGHTS: Final = _turn.take(4)
HAND: Final = _turn.take(4)  # the active hand: 2 words of numbers, 2 words of numbers upside down
UNPLAYED: Final = _turn.take(2)  # every card not laid yet, wherever it is
POSITION_SIZE: Final = _turn.size  # so far, all that a turn found keeps
LAID: Final = _turn.take()  # cards laid this turn
MINIMUM: Final = _turn.take()
LOCK: Final = _turn.take()  # the pile a one-pile command binds the turn to, or FREE
HAS_THREE: Final = _turn.take()
TOUCHED: Final = _turn.take()  # bit of each pile laid on this turn
SKULLS: Final = _turn.take()  # bit of each pile where a skull of this turn is visible
FIRES: Final = _turn.take()  # bit of each pile where a fire is visible
DUE: Final = _turn.take()  # those of them that must be covered this turn
SHOWN: Final = _turn.take()  # how many visible cards carry each mark: 4 bits a mark
STATUS: Final = _turn.take()
REASON: Final = _turn.take()  # 0, or 1 + place in rules.REASONS
LEFT: Final = _turn.take()  # cards in the draw pile; the next one is at DECK + CARDS - LEFT
TURN_SIZE: Final = _turn.size

_state = Places(TURN_SIZE)
ACTIVE: Final = _state.take()
TURN: Final = _state.take()
RANDOM: Final = _state.take()  # state of the players' own random numbers
SIGNALS: Final = _state.take(5)  # a seat's standing signals: bit pile + 4 * kind
HANDS: Final = _state.take(4 * 5)  # 4 words a seat, as in HAND; the active seat's are kept equal to it
DECK: Final = _state.take(CARDS)  # the draw pile at the end
STATE_SIZE: Final = _state.size

_view = Places(TURN_SIZE)
SEAT: Final = _view.take()
SEATS: Final = _view.take()
OPENING: Final = _view.take(4)  # the heights when the turn began
UNPLAYED_AT_OPENING: Final = _view.take(2)  # the cards not laid yet when it began
COUNTS: Final = _view.take(5)  # cards in each seat's hand
SAID: Final = _view.take(5)  # what each seat says, as bits
VIEW_SIZE: Final = _view.size

# --- how a game ended -----------------------------------------------------------------------------------------------

_outcome = Places()
OUTCOME_SCORE: Final = _outcome.take()
OUTCOME_REASON: Final = _outcome.take()  # 0: won
OUTCOME_BLAME: Final = _outcome.take()  # the mark to blame, or 0
OUTCOME_TURNS: Final = _outcome.take()
OUTCOME_LEFT: Final = _outcome.take()  # cards not laid
OUTCOME_SIZE: Final = _outcome.size

# --- player record of a reference player: settings, then the planner's weights --------------------------------------

_player = Places()
KIND: Final = _player.take()
REACH: Final = _player.take()  # longest extra step while the draw pile lasts
REACH_END: Final = _player.take()  # the same once it is empty
WIDTH: Final = _player.take()  # nearest cards looked at on each pile
EXTRA: Final = _player.take()  # cards beyond the minimum that a plan may hold
NEARLY: Final = _player.take()  # random: in so many of 256 cases the nearest card is laid instead
START_COST: Final = _player.take()  # a hand whose first turn costs at most this likes to start; negative: not asked
KEEP_WITHIN: Final = _player.take()  # "keep off" for a card at most this far, or one that goes back; negative: silent
SMALL_WITHIN: Final = _player.take()  # "only small steps" for a card at most this far
LOOK_BACK: Final = _player.take()  # greedy: a card whose retro card is in hand too counts 10 nearer if this is 1
W_STEP: Final = _player.take()  # numbers the tops moved on, less those they went back
W_EXTRA: Final = _player.take()  # card beyond the minimum
W_EXTRA_END: Final = _player.take()  # the same once the draw pile is empty
W_PAIR: Final = _player.take()  # two cards ten apart kept in hand
W_BACK: Final = _player.take()  # pile that the hand kept can go back on
W_BACK_UNSEEN: Final = _player.take()  # pile that a card not seen yet can go back on
W_FITS: Final = _player.take(4)  # card not laid that fits 0, 1, 2, 3 piles
W_NEXT: Final = _player.take()  # step of the nearest card kept
W_EVEN: Final = _player.take()  # hundredth of the square of the room left on each pile
W_SHORT: Final = _player.take()  # card the next hand lacks to its minimum
W_KEEP_OFF: Final = _player.take()  # pile moved although another seat asked to keep off
W_SMALL_STEPS: Final = _player.take()  # number a pile moved on although another seat asked for small steps
W_CAN_GO_BACK: Final = _player.take()  # pile moved although another seat can go back there
W_SHOWN: Final = _player.take(MARKS)  # by mark: visible at the end of the turn
W_LIVE: Final = _player.take()  # card not laid yet that a top passed over, less those it went back over
PLAYER_SIZE: Final = _player.size

# --- how a champion talks -------------------------------------------------------------------------------------------

_talk = Places()
TALK_KEEP_WITHIN: Final = _talk.take()
TALK_SMALL_WITHIN: Final = _talk.take()
TALK_TROUBLE_FROM: Final = _talk.take()
TALK_COMFORTABLE_TO: Final = _talk.take()
TALK_LIKE_FROM: Final = _talk.take()  # would like to start if its first turn is worth this, in thousandths of a logit
TALK_RATHER_NOT_TO: Final = _talk.take()  # would rather not if it is worth at most this
TALK_SIZE: Final = _talk.size

# --- a node of a search: the turn record, then ----------------------------------------------------------------------

_node = Places(TURN_SIZE)
NODE_COUNT: Final = _node.take()  # candidates listed
NODE_NEXT: Final = _node.take()  # the candidate to try next
NODE_WAY: Final = _node.take()  # planner: the action that led here; champion: all that led here, 9 bits each
NODE_MOVES: Final = _node.take(48)
NODE_SIZE: Final = _node.size

# --- workspace of a planner -----------------------------------------------------------------------------------------

PLAN_DEPTH: Final = 8
PLAN: Final = (PLAN_DEPTH + 1) * NODE_SIZE  # behind a node for each depth: number of moves, then the moves
PLANNER_SIZE: Final = PLAN + NODE_SIZE

PACKETS: Final = 8  # packets of cards that a pile may take
_prices = Places()
MOVE_PRICE: Final = _prices.take(4)  # of moving a pile at all
STEP_PRICE: Final = _prices.take(4)  # of each number it moves on
PACKET_VALUES: Final = _prices.take(4 * PACKETS)
PRICES_SIZE: Final = _prices.size

# --- workspace of a level: the turn record of a spot, then ----------------------------------------------------------

MOST_SPOTS: Final = 1 << 16
_spot = Places(TURN_SIZE)
SPOT_BEFORE: Final = _spot.take()  # the spot that it was reached from
SPOT_ACTION: Final = _spot.take()  # by which action
SPOT_SIZE: Final = _spot.size

MET_SIZE: Final = 1 << 18  # a table of the moments met, with room to spare
_lists = Places()
SPOTS: Final = _lists.take()  # how many spots there are; a turn begins at spot 0
ENDS: Final = _lists.take()  # how many ends were found
SLOTS: Final = _lists.take()  # how many places of the table are taken
PLANNED: Final = _lists.take(12)  # the turn chosen: how many actions, then the actions
NOW: Final = _lists.take(TURN_SIZE)  # where a turn stands that is laid card by card
OPTIONS: Final = _lists.take(48)  # what may be laid next
CARDS_TO_COME: Final = _lists.take(CARDS)  # an order in which the hidden cards may come
FORESEEN: Final = 8  # turns that are thought about at most
FORESEEN_ENDS: Final = _lists.take(FORESEEN * TURN_SIZE)  # where they end
FORESEEN_PLANS: Final = _lists.take(FORESEEN * 12)  # as PLANNED
LAYER: Final = _lists.take(MOST_SPOTS)  # the spots after so many cards
FOLLOWING: Final = _lists.take(MOST_SPOTS)  # those after one card more
END_SPOTS: Final = _lists.take(MOST_SPOTS)  # twice the spot of an end, and 1 if the turn ends there by itself
TAKEN: Final = _lists.take(2 * MOST_SPOTS)  # places of the table that are taken
LISTS_SIZE: Final = _lists.size
RANKS_SIZE: Final = 402

_asked_prices = Places()
ASKED_MOVED: Final = _asked_prices.take(4)  # of moving a pile, as others asked
ASKED_STEPPED: Final = _asked_prices.take(4)  # of each number it moves on
ASKED_COVERED: Final = _asked_prices.take(4)  # what covering it is worth
ASKED_TEMPO: Final = _asked_prices.take()  # what a card beyond the minimum is worth
OPTION_EFFORTS: Final = _asked_prices.take(48)
END_VALUES: Final = _asked_prices.take(MOST_SPOTS)
PRICED_SIZE: Final = _asked_prices.size

# --- what a level goes by ---------------------------------------------------------------------------------------------

COUNTED: Final = 22  # what `players.value` counts at the end of a turn
_level = Places()
LEVEL_KIND: Final = _level.take()
LEVEL_WIDTH: Final = _level.take()  # how far it searches: a `turn.Scope`
LEVEL_REACH: Final = _level.take()
LEVEL_EXTRA: Final = _level.take()
LEVEL_BEAM: Final = _level.take()
PRICE_KEEP_OFF: Final = _level.take()  # what it minds: a `players.talk.Manner`
PRICE_SMALL_STEPS: Final = _level.take()
PRICE_CAN_GO_BACK: Final = _level.take()
PRICE_COVER: Final = _level.take()
PRICE_TEMPO: Final = _level.take()
LIKE_TO: Final = _level.take()
RATHER_NOT_FROM: Final = _level.take()
LEVEL_WEIGHTS: Final = _level.take(COUNTED)  # what the end of a turn is worth
WORTH_SHOWN: Final = _level.take(MARKS)  # by mark: on top of a pile
WORTH_HELD: Final = _level.take(MARKS)  # kept in hand
WORTH_HELD_LATE: Final = _level.take(MARKS)  # the same, times the share of the cards laid
WORTH_SHORT: Final = _level.take()  # a card that the next hand lacks to its minimum
WORTH_CARD: Final = _level.take()  # a card beyond the minimum: while the draw pile lasts,
WORTH_CARD_LATE: Final = _level.take()  # later,
WORTH_CARD_LAST: Final = _level.take()  # and where nobody else holds any
NOVICE_MISSED: Final = _level.take()  # a beginner: one retro in so many goes unseen
NOVICE_EFFORT: Final = _level.take()  # how far such a retro seems to go
NOVICE_TEMPTING: Final = _level.take()  # a step this short is laid even when the turn could end
NOVICE_TEMPTING_LATE: Final = _level.take()  # the same once the draw pile is empty
OUTLOOK_PLANS: Final = _level.take()  # thinking a turn ahead: a `players.ahead.Outlook`
OUTLOOK_MARGIN: Final = _level.take()
OUTLOOK_DRAWS: Final = _level.take()
OUTLOOK_STUCK: Final = _level.take()
OUTLOOK_WIDTH: Final = _level.take()
OUTLOOK_REACH: Final = _level.take()
OUTLOOK_EXTRA: Final = _level.take()
OUTLOOK_BEAM: Final = _level.take()
LEVEL_SIZE: Final = _level.size

# --- a turn found: the heights, the hand, the cards not laid, then --------------------------------------------------

_found = Places(POSITION_SIZE)
FOUND_SHOWN: Final = _found.take()
FOUND_FIRES: Final = _found.take()
FOUND_PLAN: Final = _found.take()  # its actions, 9 bits each
FOUND_LENGTH: Final = _found.take()  # how many they are
FOUND_ENDS: Final = _found.take()  # 1 if the turn is to be ended behind them
FOUND_SCORE: Final = _found.take()  # how good it looks at a glance; of a turn looked through: DROPPED or not
FOUND_SIZE: Final = _found.size

# --- workspace of the champion --------------------------------------------------------------------------------------

SEARCH_DEPTH: Final = 7  # moves of a turn: seven actions of 9 bits make one number
MEETINGS: Final = 1 << 13  # room for moments met
MANY_MEETINGS: Final = 1 << 16  # the same where a search is thorough
BUCKETS: Final = 512  # of turns that look equally good at a glance
_search = Places((SEARCH_DEPTH + 2) * NODE_SIZE)  # behind the nodes
SEARCH_FULL: Final = _search.take()  # 1 if there was more to find than there was room for
SEARCH_BUCKETS: Final = _search.take(BUCKETS)  # how many turns each holds
SEARCH_MET: Final = _search.take(MANY_MEETINGS)  # a table of the moments met
SEARCH_SIZE: Final = _search.size

MOST_TURNS: Final = 1 << 14
MOST_PICKED: Final = 16  # turns looked through at most
TURNS_SIZE: Final = MOST_TURNS * FOUND_SIZE
_picks = Places(MOST_PICKED * FOUND_SIZE)  # behind the turns to be looked through
PICKS_VIEW: Final = _picks.take(VIEW_SIZE)  # the next turn as it may come
PICKS_POOL: Final = _picks.take(CARDS)  # the cards that are hidden
PICKS_WORLD: Final = _picks.take(STATE_SIZE)  # the game as it may be: hidden cards dealt
PICKS_AFTER: Final = _picks.take(STATE_SIZE)  # the same, played on
PICKS_SIZE: Final = _picks.size
VALUES_AHEAD: Final = MOST_TURNS  # behind the values of all turns: the sum of chances of those looked through
VALUES_PRICES: Final = VALUES_AHEAD + MOST_PICKED  # what each of them paid of that for requests set aside
VALUES_SIZE: Final = VALUES_PRICES + MOST_PICKED

# look-ahead: what may be done, and what was

_ahead = Places()
AHEAD_TURNS: Final = _ahead.take()  # turns looked through at most, 0 for none
AHEAD_WORLDS: Final = _ahead.take()  # worlds that each is played on in
AHEAD_BEHIND: Final = _ahead.take()  # how much worse, in thousandths of a logit, such a turn may look at first
AHEAD_FURTHER: Final = _ahead.take()  # turns played on in a world before the one that is valued
AHEAD_TRUST: Final = _ahead.take()  # how many worlds the network's own value of a turn counts for
AHEAD_RACE: Final = (
    _ahead.take()
)  # how far behind a turn is given up: thousandths of a chance, times the root of worlds
AHEAD_PLAIN: Final = _ahead.take()  # 1 if all others answer plainly, up to the own next turn
AHEAD_SETTINGS: Final = _ahead.size
AHEAD_DONE: Final = _ahead.take()  # how many turns were looked through last
AHEAD_SIZE: Final = _ahead.size

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
