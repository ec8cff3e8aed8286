"""What the numbers in the kernel's records mean."""

from __future__ import annotations

from typing import Final

from ..rules import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE

__all__ = ["DRAW_ONE", "FIRE", "NO_RETRO", "ONE_PILE", "SILENCE", "SKULL", "STOP", "THREE"]  # marks, from the rules

# An action is (card - 2) * 4 + pile, or
END: Final = 392
ACTIONS: Final = 393
ACTION_BITS: Final = 9  # several actions in one number take so many bits each
ACTION_MASK: Final = 511

# how a game stands
PLAYING: Final = 0
WON: Final = 1
LOST: Final = 2

FREE: Final = -1  # no pile is locked

MARKS: Final = FIRE + 1  # how many there are, with 0 for none
HAND_MOST: Final = 8  # cards
DRAW_MOST: Final = 91  # no edition leaves more cards in the draw pile
TURN_BITS: Final = 7  # the number of a turn, or of a card in the order of laying, takes so many

# reasons, 1 + place in rules.REASONS
STUCK: Final = 1
SKULL_UNCOVERED: Final = 2
THREE_NOT_THREE: Final = 3
STOP_BEFORE_THIRD: Final = 4
FIRE_UNCOVERED: Final = 5
ONE_PILE_BROKEN: Final = 6

# what a seat says of a pile: bit pile + 4 * kind
KEEP_OFF: Final = 0
SMALL_STEPS: Final = 1
CAN_GO_BACK: Final = 2
SPOKEN: Final = ("keep-off", "small-steps", "can-go-back")  # these, as signals
UNSAID: Final = -1
# and of its hand
TROUBLE: Final = 1 << 12
COMFORTABLE: Final = 1 << 13
# and what it asks for: bit pile + one of these, or mark + ABSTAIN
COVER: Final = 14  # the pile's card be covered
LEAVE: Final = 18  # it be not
ABSTAIN: Final = 22  # no card with the mark be laid

SMALL: Final = 4  # a step as small as was asked for; a pile to be spared counts again with each
PLAIN_REQUEST: Final = 5  # how much more than a word about a pile a request counts that says what to do

PERMISSIVE: Final = 2  # talk, by its place among the talk levels of the rules

# kinds of reference players; others play at random
GREEDY: Final = 1
PLANNER: Final = 3  # as identities have had it for long
