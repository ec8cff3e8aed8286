"""The OpenSpiel game with talk as a table has it: every seat speaks before every turn, and wishes say who starts.

    import pyspiel
    import nonante.envs.spiel_talk                                # registers the game
    game = pyspiel.load_game("nonante_talk(edition=extreme,players=3,talk=permissive)")

Seats speak in order and are heard together, as in `talk`. Everything else is as in `spiel`.
"""

from __future__ import annotations

from typing import Any, Final

from .spiel import DEFAULTS, NonanteGame, game_type, register

NAME: Final = "nonante_talk"
TALK_DEFAULTS: Final = {**DEFAULTS, "talk": "standard"}
GAME_TYPE: Final = game_type(NAME, "The Game, with talk", 2, TALK_DEFAULTS)


class TalkGame(NonanteGame):
    """The game for one set of rules, two players at least."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self._load(GAME_TYPE, params or {}, TALK_DEFAULTS, talks=True)


register(GAME_TYPE, TalkGame)

__all__ = ["TALK_DEFAULTS", "TalkGame", "register"]
