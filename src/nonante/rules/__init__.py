"""The rules of the games: pure functions over immutable values, without dependencies, I/O or a clock."""

from .cards import (
    BASES,
    DECK,
    END,
    FIRE_CARDS,
    LETTERS,
    MOVE_TEXT as MOVE_TEXT,
    MOVES as MOVES,
    PILES as PILES,
    Card,
    Pile,
    PileLetter as PileLetter,
    Tops as Tops,
    card_of,
    is_card as is_card,
)
from .commands import *  # noqa: F403 - marks and kinds; a new command is named there alone
from .commands import KINDS, CommandMap
from .deal import (
    GOLDEN as GOLDEN,
    MASK as MASK,
    check_seed as check_seed,
    deal_seed as deal_seed,
    mix as mix,
    shuffled,
    shuffled_deck,
)
from .display import INK as INK, PAPER as PAPER, Box as Box, scene as scene, svg as svg
from .errors import (
    BadInput,
    Cause as Cause,
    IllegalMove,
    NonanteError,
    error_messages as error_messages,
    json_data as json_data,
    one_line as one_line,
)
from .game import Game
from .outcome import (
    LOST as LOST,
    PLAYING as PLAYING,
    REASONS,
    STUCK as STUCK,
    WON as WON,
    Grade as Grade,
    LossReason as LossReason,
    Status as Status,
)
from .settings import EDITIONS, RuleOptions, Rules, Talk
from .turn import (
    FREE as FREE,
    LayRefusal as LayRefusal,
    TurnState as TurnState,
    broken_at_end as broken_at_end,
    check_lay as check_lay,
    lay_card as lay_card,
    lay_moves as lay_moves,
    shows as shows,
    stuck as stuck,
)
from .view import Turn, View

__all__ = [
    "BASES", "DECK", "EDITIONS", "END", "FIRE_CARDS", "KINDS", "LETTERS", "REASONS", "BadInput", "Card", "CommandMap",
    "Game", "IllegalMove", "NonanteError", "Pile", "RuleOptions", "Rules", "Talk", "Turn", "View", "card_of",
    "shuffled", "shuffled_deck",
]  # fmt: skip
