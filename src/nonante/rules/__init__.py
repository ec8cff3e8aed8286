"""The games themselves: pure functions over frozen values, without I/O, clock or dependency."""

from .cards import BASES, DECK, END, FIRE_CARDS, LETTERS, Card, Pile, card_of
from .commands import KINDS, CommandMap
from .deal import shuffled, shuffled_deck
from .errors import BadInput, IllegalMove, NonanteError
from .game import Game
from .outcome import REASONS
from .settings import EDITIONS, RuleOptions, Rules, Talk
from .view import Turn, View

__all__ = [
    "BASES",
    "DECK",
    "EDITIONS",
    "END",
    "FIRE_CARDS",
    "KINDS",
    "LETTERS",
    "REASONS",
    "BadInput",
    "Card",
    "CommandMap",
    "Game",
    "IllegalMove",
    "NonanteError",
    "Pile",
    "RuleOptions",
    "Rules",
    "Talk",
    "Turn",
    "View",
    "card_of",
    "shuffled",
    "shuffled_deck",
]
