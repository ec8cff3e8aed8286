"""The base of the PettingZoo and Gymnasium environments: an episode, its start and its rendering."""

from __future__ import annotations

from typing import Any, ClassVar

from ..rules import Game
from .episode import Episode
from .errors import EnvError
from .layout import Layout
from .options import Chosen, EnvOptions, Seeds, check_choice, choose
from .render import RENDER_MODES, Pixels, RenderMode, show


class GameOptions(EnvOptions, total=False):
    """The keyword options of an environment with one game, except `illegal`."""

    render_mode: RenderMode | None


class OneGame:
    """One game after the other, with its options."""

    render_mode: str | None
    not_dealt: ClassVar[type[EnvError]] = EnvError
    """Raised where a game is needed before the first is dealt."""

    def __init__(self, known_illegal: tuple[str, ...], options: GameOptions) -> None:
        given: dict[str, Any] = dict(options)
        self._illegal: str = given.pop("illegal", known_illegal[0])
        self.render_mode = given.pop("render_mode", None)
        chosen: Chosen = choose(given)
        check_choice("illegal", self._illegal, known_illegal)
        if self.render_mode is not None:
            check_choice("render_mode", self.render_mode, RENDER_MODES)
        self.rules = chosen.rules
        self._episode = Episode(chosen)
        self._seeds = Seeds()
        self._dealt = False
        self._over = True

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Deal the game that a reset asks for."""
        self._episode.begin(self._seeds.first_game(self.rules, seed, options))
        self._dealt, self._over = True, False

    @property
    def _there(self) -> Episode:
        if not self._dealt:
            raise self.not_dealt("reset-first")
        return self._episode

    @property
    def layout(self) -> Layout:
        """Which place of the vector means what."""
        return self._episode.layout

    @property
    def game(self) -> Game:
        """The game of `rules`, with all hands open."""
        return self._there.game

    def render(self) -> str | Pixels | None:
        """Return the table as text (``"ansi"``) or pixels (``"rgb_array"``), or print it (``"human"``)."""
        return show(self._there.game, self.render_mode)
