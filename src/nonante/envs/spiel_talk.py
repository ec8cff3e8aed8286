"""The OpenSpiel game with talk as at a table: every seat speaks before every turn, and wishes decide who starts.

    import pyspiel
    import nonante.envs.spiel_talk                                # registers the game
    game = pyspiel.load_game("nonante_talk(edition=extreme,players=3,talk=permissive)")

Seats speak in order and are heard together, as in `talk`. Everything else is as in `spiel`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from .spiel import DEFAULTS, NonanteGame, game_type, register

TALK_DEFAULTS: Final = {**DEFAULTS, "talk": "standard"}


class TalkGame(NonanteGame):
    """The game for one set of rules, two players at least."""

    kind: ClassVar[Any] = game_type("nonante_talk", "The Game, with talk", 2, TALK_DEFAULTS)
    defaults: ClassVar[dict[str, Any]] = TALK_DEFAULTS
    talks: ClassVar[bool] = True


register(TalkGame)
