"""The command map of Extreme: which numbers carry which command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from .cards import DECK, FIRE_CARDS, Card, is_card
from .deal import check_seed, shuffled
from .errors import BadInput

__all__ = [
    "DRAW_ONE", "FIRE", "KINDS", "LASTING", "NO_RETRO", "ONE_PILE", "PLAIN", "SILENCE", "SKULL", "STOP", "THREE",
    "CommandKind", "CommandMap", "MarkName",
]  # fmt: skip

# A card's mark, as a small number: its command, or fire, or nothing.
PLAIN: Final = 0
STOP, SKULL, THREE, SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE = 1, 2, 3, 4, 5, 6, 7
LASTING: Final = (SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE)
"""Commands that hold as long as they show."""

CommandKind: TypeAlias = Literal["stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one"]
"""A kind of command."""
MarkName: TypeAlias = CommandKind | Literal["fire"]
"""What a card may carry: a command, or fire."""
KINDS: Final[tuple[CommandKind, ...]] = get_args(CommandKind)
"""The kinds of commands in The Game: Extreme, in the order of their marks from `STOP` on."""
FIRE: Final = 1 + len(KINDS)
"""The mark of a fire card: the one behind all commands."""

_SEED_SALT: Final = 0x636F6D6D616E6473  # "commands" in ASCII: a stream apart from the deal's


@dataclass(frozen=True, slots=True)
class CommandMap:
    """Four numbers for each of the seven kinds, in the order of `KINDS`."""

    name: str = field(compare=False)  # where the numbers come from: house, seeded or own
    groups: tuple[tuple[Card, ...], ...]

    HOUSE: ClassVar[CommandMap]
    SEEDED: ClassVar[CommandMap]

    @classmethod
    def read(cls, value: object) -> CommandMap | None:
        """Return a map, given a name, a mapping from kind to numbers, a map, or None."""
        if value is None or isinstance(value, CommandMap):
            return value
        if value == "house":
            return cls.HOUSE
        if value == "seeded":
            return cls.SEEDED
        if isinstance(value, Mapping):
            return cls.entered(value)
        raise BadInput("option", name="commands", value=value, known="house, seeded, or 4 numbers for each kind")

    @classmethod
    def entered(cls, numbers: Mapping[str, object]) -> CommandMap:
        """Check a map that a person entered from their own box."""
        if set(numbers) != set(KINDS):
            raise BadInput("map-kinds", known=", ".join(KINDS), value=", ".join(map(str, numbers)) or "nothing")
        groups = tuple(_checked_group(kind, numbers[kind]) for kind in KINDS)
        cards = [card for group in groups for card in group]
        for card in cards:
            if cards.count(card) > 1:
                raise BadInput("map-double", card=card)
        return cls("own", groups) if groups != cls.HOUSE.groups else cls.HOUSE

    def resolve(self, seed: int) -> CommandMap:
        """Return a seeded map as the game's seed draws it; any other map unchanged."""
        if self.groups:
            return self
        numbers = [card for card in DECK if card not in FIRE_CARDS]
        drawn = shuffled(numbers, check_seed(seed) ^ _SEED_SALT)
        return CommandMap(self.name, tuple(tuple(sorted(drawn[4 * k : 4 * k + 4])) for k in range(len(KINDS))))

    def to_data(self) -> str | dict[str, list[Card]]:
        """Return plain data that `read` accepts: the name, or the numbers of each kind."""
        if self == CommandMap.HOUSE or not self.groups:
            return self.name
        return {kind: list(group) for kind, group in zip(KINDS, self.groups, strict=True)}


CommandMap.HOUSE = CommandMap(
    "house",
    (
        (6, 28, 73, 95),
        (17, 31, 70, 84),
        (10, 39, 62, 91),
        (3, 45, 56, 98),
        (21, 36, 65, 80),
        (14, 49, 52, 87),
        (25, 42, 59, 76),
    ),
)
CommandMap.SEEDED = CommandMap("seeded", ())


def _checked_group(kind: str, numbers: object) -> tuple[Card, ...]:
    if not isinstance(numbers, list | tuple | set | frozenset):
        raise BadInput("map-count", kind=kind, count=f"{numbers!r}")
    for number in numbers:
        if not is_card(number):
            raise BadInput("map-number", value=number)
    if len(numbers) != 4:
        raise BadInput("map-count", kind=kind, count=len(numbers))
    return tuple(sorted(numbers))


def marks_of(commands: CommandMap | None, fire: bool) -> tuple[int, ...]:
    """Return the mark of every number 0 to 100, for look-up by card."""
    marks = [PLAIN] * 101
    for kind, group in enumerate(commands.groups if commands else (), start=STOP):
        for card in group:
            marks[card] = kind
    for card in FIRE_CARDS if fire else ():
        if marks[card]:
            raise BadInput("map-fire", card=card)
        marks[card] = FIRE
    return tuple(marks)
