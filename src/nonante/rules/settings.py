"""`Rules`: the edition, the number of players and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack, get_args

from .cards import Card
from .commands import FIRE, KINDS, PLAIN, CommandKind, CommandMap, marks_of
from .errors import BadInput, Cause

_PARTS: Final[dict[str, dict[str, object]]] = {
    "base": {},
    "expert": {"expert": True},
    "short": {"short": True},
    "expert-short": {"expert": True, "short": True},
    "on-fire": {"fire": True},
    "extreme": {"commands": "house"},
}
EDITIONS: Final = tuple(part for part in _PARTS if part != "short")
"""The editions by name; ``+`` combines them."""

OnePile: TypeAlias = Literal["standard", "strict"]
ShortHand: TypeAlias = Literal["strict", "lenient"]
Talk: TypeAlias = Literal["none", "standard", "permissive"]
"""How much may be said at a table: nothing, the standard signals, or also "I can go back here" (R45)."""

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "one_pile": get_args(OnePile),
    "short_hand": get_args(ShortHand),
    "talk": get_args(Talk),
}
_SWITCHES: Final = ("expert", "short", "fire", "open_history")


class RuleOptions(TypedDict, total=False):
    """The keyword options of `Rules.edition`, so that type checkers know their names and values."""

    expert: bool
    short: bool
    fire: bool
    commands: CommandMap | Literal["house", "seeded"] | Mapping[Any, Sequence[int]] | None
    one_pile: OnePile
    short_hand: ShortHand
    talk: Talk
    open_history: bool


@dataclass(frozen=True)
class Rules:
    """The rules of one game. Expert, short hands, fire and commands are independent and combine."""

    players: int = 1
    expert: bool = False
    short: bool = False
    fire: bool = False
    commands: CommandMap | None = None
    one_pile: OnePile = "standard"
    short_hand: ShortHand = "strict"
    talk: Talk = "standard"
    open_history: bool = False
    marks: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The mark of every number, 0 for plain, else a command or fire (see `commands`)."""
    marked: bool = field(init=False, repr=False, compare=False)
    """Whether some cards carry marks, if only once a seeded map is drawn."""
    minimum: int = field(init=False, repr=False, compare=False)
    """How many cards a turn needs while the draw pile lasts."""
    hand_size: int = field(init=False, repr=False, compare=False)
    """How many cards each player holds."""

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 1 <= self.players <= 5:
            raise BadInput("players", value=self.players)
        for name in _SWITCHES:
            _check_choice(name, getattr(self, name), (True, False))
        for name, known in _CHOICES.items():
            _check_choice(name, getattr(self, name), known)
        object.__setattr__(self, "commands", CommandMap.read(self.commands))
        # What every move asks for is worked out once.
        object.__setattr__(self, "marks", marks_of(self.commands, self.fire))
        object.__setattr__(self, "marked", self.fire or self.commands is not None)
        object.__setattr__(self, "minimum", 3 if self.expert else 2)
        object.__setattr__(self, "hand_size", {1: 8, 2: 7}.get(self.players, 6) - self.short)

    @classmethod
    def edition(cls, name: str = "base", /, players: int = 1, **options: Unpack[RuleOptions]) -> Rules:
        """Return the rules of an edition, or of several joined by ``+``; keyword options override.

        >>> Rules.edition("expert+extreme", players=3).minimum
        3
        """
        chosen: dict[str, Any] = {}
        for part in name.split("+") if isinstance(name, str) else [name]:
            if not isinstance(part, str) or part not in _PARTS:
                raise BadInput("edition", value=part, known=", ".join(EDITIONS))
            chosen |= _PARTS[part]
        return cls._checked({**chosen, "players": players, **options})

    @classmethod
    def _checked(cls, options: Mapping[str, Any]) -> Rules:
        known = [f.name for f in fields(cls) if f.init]
        for name in options:
            if name not in known:
                raise BadInput("unknown-option", name=name, known=", ".join(known))
        return cls(**options)

    @property
    def name(self) -> str:
        """The edition's name, parts joined by ``+``; it leaves out options that do not change the edition."""
        parts = [
            {(True, False): "expert", (True, True): "expert-short", (False, True): "short"}.get(
                (self.expert, self.short), ""
            )
        ]
        parts += ["on-fire"] if self.fire else []
        parts += ["extreme"] if self.commands else []
        return "+".join(filter(None, parts)) or "base"

    def command_of(self, card: Card) -> CommandKind | None:
        """Return the kind of command a card carries, or None."""
        mark = self.marks[card]
        return None if mark in (PLAIN, FIRE) else KINDS[mark - 1]

    def is_fire(self, card: Card) -> bool:
        """Tell whether a card is a fire card in this game."""
        return self.marks[card] == FIRE

    def resolve(self, seed: int) -> Rules:
        """Return these rules with a seeded command map drawn from the game's seed."""
        if self.commands is None or self.commands.groups:
            return self
        return replace(self, commands=self.commands.resolve(seed))

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data: the edition, the number of players, and options that differ from the default."""
        plain = Rules.edition(self.name, self.players)
        data: dict[str, Any] = {"edition": self.name, "players": self.players}
        if self.commands and self.commands != plain.commands:
            data["commands"] = self.commands.to_data()
        for name in (*_CHOICES, "open_history"):
            if getattr(self, name) != getattr(plain, name):
                data[name] = getattr(self, name)
        return data

    @classmethod
    def from_data(cls, data: object) -> Rules:
        """Read what `to_data` wrote."""
        if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
            raise BadInput("text", why=Cause("rules", data=repr(data)))
        options = dict(data)
        return cls.edition(options.pop("edition", "base"), options.pop("players", 1), **options)


def _check_choice(name: str, value: object, known: tuple[object, ...]) -> None:
    if not any(value is choice or (type(value) is str and value == choice) for choice in known):
        raise BadInput("option", name=name, value=value, known=" or ".join(map(str, known)))
