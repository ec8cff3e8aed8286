"""What the end of a turn is worth: a weighted sum of things one can count on the table and in one's hand.

A set of cards is one integer with a bit for each number. The weights are data (`weights.json`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, Final

from ..rules import Rules
from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE
from ..rules.laying import Tops
from ..turn import Frame, Moment

FEATURES: Final = (
    "better",  # room on the better pile of each direction
    "worse",  # room on the worse one
    "better-early",  # both again, times the share of the cards not laid yet
    "worse-early",
    "even",  # squares of the room on each pile
    "unseen-0",  # unseen cards that fit no pile, one, two, three
    "unseen-1",
    "unseen-2",
    "unseen-3",
    "held-0",  # the same for the cards kept
    "held-1",
    "held-2",
    "held-3",
    "distance",  # from each card kept to its nearest pile
    "next",  # the two shortest of these
    "back",  # piles that a card kept can go back on
    "back-unseen",  # piles that an unseen card could go back on
    "pair",  # cards ten apart that still fit: both kept, one kept, both unseen
    "pair-mixed",
    "pair-unseen",
    "extra",  # cards laid beyond the minimum
    "extra-late",  # the same once the draw pile is empty
)
GROUPS: Final = {
    "room": FEATURES[:9],
    "held": FEATURES[9:15],
    "ways": FEATURES[15:20],
    "cards": FEATURES[20:],
}
"""What a person would call them; beside these there are `COMMANDS`."""
COMMANDS: Final = "commands"
SHOWN: Final = {"silence": SILENCE, "no-retro": NO_RETRO, "one-pile": ONE_PILE, "draw-one": DRAW_ONE, "fire": FIRE}
HELD: Final = {"stop": STOP, "skull": SKULL, "three": THREE}
FAR: Final = 40  # distance of a card that is farther, or fits nowhere

_ALL: Final = (1 << 100) - 4
ABOVE: Final = tuple(_ALL & ~((1 << (top + 1)) - 1) for top in range(101))
BELOW: Final = tuple(_ALL & ((1 << top) - 1) for top in range(101))


@cache
def weights_file() -> Mapping[str, Any]:
    """Return the weights that ship with the package, with the note on how they came about."""
    data: Mapping[str, Any] = json.loads(weights_bytes())
    return data


def weights_bytes() -> bytes:
    """Return the file of weights as it is."""
    return files(__package__).joinpath("weights.json").read_bytes()


def set_for(rules: Rules) -> str:
    """Return the name of the weights for a game: alone or at a table, with commands or without."""
    return ("solo" if rules.players == 1 else "table") + ("-extreme" if rules.commands else "")


class Judge:
    """A linear value with one set of weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = tuple(weights[name] for name in FEATURES)
        self._shown = {mark: weights[name] for name, mark in SHOWN.items()}
        self._held = {mark: weights[f"hold-{name}"] for name, mark in HELD.items()}
        self._held_late = {mark: weights[f"hold-{name}-late"] for name, mark in HELD.items()}
        self._short = weights["short"]

    def __call__(self, frame: Frame, moment: Moment) -> float:
        """Return what it is worth to end one's turn like this."""
        value = float(sum(map(mul, self._weights, features(frame, moment))))
        return value + self._of_marks(frame, moment) if frame.special else value

    def terms(self, frame: Frame, moment: Moment) -> dict[str, float]:
        """Return the same value as the parts that make it up, by `GROUPS` and `COMMANDS`."""
        parts = dict(zip(FEATURES, map(mul, self._weights, features(frame, moment)), strict=True))
        found = {group: float(sum(parts[name] for name in names)) for group, names in GROUPS.items()}
        return {**found, COMMANDS: self._of_marks(frame, moment) if frame.special else 0.0}

    def _of_marks(self, frame: Frame, moment: Moment) -> float:
        """Value commands and fires left showing, those kept in hand, and a hand too short for its next minimum."""
        marks = frame.marks
        shown = [marks[top] for top in moment.tops]
        value = sum(self._shown.get(mark, 0.0) for mark in shown)
        if DRAW_ONE in shown and frame.draw_count > 1 and frame.rules.short_hand == "strict":
            value += self._short * max(0, frame.rules.minimum - len(moment.hand) - 1)
        late = 1 - (len(moment.hand) + len(frame.unseen)) / 98
        for card in moment.hand:
            if marks[card] in self._held:
                value += self._held[marks[card]] + late * self._held_late[marks[card]]
        return value


def features(frame: Frame, moment: Moment) -> tuple[float, ...]:
    """Count what `FEATURES` names, at the end of a turn."""
    tops, hand = moment.tops, moment.hand
    a, b, c, d = tops
    held, unseen = cards(hand), frame.unseen_cards
    low, high = min(a, b), max(c, d)
    better = 99 - low + high
    worse = 99 - max(a, b) + min(c, d)
    share = (held | unseen).bit_count() / 98
    even = ((100 - a) ** 2 + (100 - b) ** 2 + (c - 1) ** 2 + (d - 1) ** 2) / 100
    backs = (max(0, a - 10), max(0, b - 10), c + 10, d + 10)
    near = sorted(distances(tops, hand))
    pairs = _pairs(held, unseen, ABOVE[max(0, low - 10)] | BELOW[high])
    extra = moment.laid - frame.minimum
    return (
        better,
        worse,
        better * share,
        worse * share,
        even,
        *fits(tops, unseen),
        *fits(tops, held),
        sum(near),
        (sum(near[:2]) + FAR * max(0, 2 - len(near))) if near else 0,
        sum([held >> back & 1 for back in backs]),
        sum([unseen >> back & 1 for back in backs]),
        *pairs,
        extra if frame.draw_count else 0,
        0 if frame.draw_count else extra,
    )


def cards(numbers: Sequence[int]) -> int:
    """Return the set of these cards."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def distances(tops: Tops, hand: Sequence[int]) -> list[int]:
    """Return how far each card is from its nearest pile, going on; `FAR` at most."""
    a, b, c, d = tops
    low, upper = (a, b) if a < b else (b, a)
    lower, high = (c, d) if c < d else (d, c)
    found = []
    for card in hand:
        rise = card - (upper if card > upper else low)
        fall = (lower if card < lower else high) - card
        found.append(min(rise if rise > 0 else FAR, fall if fall > 0 else FAR, FAR))
    return found


def fits(tops: Tops, group: int) -> tuple[int, int, int, int]:
    """Count the cards of a set that fit no pile, one, two and three piles going on, bit by bit at once."""
    rise_a, rise_b, fall_c, fall_d = ABOVE[tops[0]], ABOVE[tops[1]], BELOW[tops[2]], BELOW[tops[3]]
    odd_rise, odd_fall = rise_a ^ rise_b, fall_c ^ fall_d
    ones = odd_rise ^ odd_fall
    twos = (rise_a & rise_b) ^ (fall_c & fall_d) ^ (odd_rise & odd_fall)
    return (
        (group & ~(rise_a | rise_b | fall_c | fall_d)).bit_count(),
        (group & ones & ~twos).bit_count(),
        (group & twos & ~ones).bit_count(),
        (group & twos & ones).bit_count(),
    )


def _pairs(held: int, unseen: int, fitting: int) -> tuple[int, int, int]:
    """Count the pairs ten apart whose lower card is in `fitting`: both held, one held, both unseen."""
    held_on, unseen_on = held >> 10, unseen >> 10
    return (
        (held & held_on & fitting).bit_count(),
        ((held & unseen_on | unseen & held_on) & fitting).bit_count(),
        (unseen & unseen_on & fitting).bit_count(),
    )
