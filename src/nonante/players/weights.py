"""What `strong` weighs at the end of a turn: things one can count on the table and in one's hand, and their weights.

The weights are data (`weights.json`); `kernel.level_values` counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..rules import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE, Rules

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
GROUPS: Final = {"room": FEATURES[:9], "held": FEATURES[9:15], "ways": FEATURES[15:20], "cards": FEATURES[20:]}
"""What a person would call them; beside these there are `COMMANDS`."""
COMMANDS: Final = "commands"
SHOWN: Final = {"silence": SILENCE, "no-retro": NO_RETRO, "one-pile": ONE_PILE, "draw-one": DRAW_ONE, "fire": FIRE}
HELD: Final = {"stop": STOP, "skull": SKULL, "three": THREE}


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
