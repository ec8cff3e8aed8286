"""The Gymnasium environments: one seat with computer teammates, or all seats played by one policy.

    import gymnasium
    import nonante.envs.gym_v0                                    # registers the ids
    env = gymnasium.make("nonante/Seat-v0", edition="extreme", players=3, mates="steady")
    env = gymnasium.make("nonante/Team-v0", players=2)

``gymnasium.make("nonante.envs.gym_v0:nonante/Seat-v0")`` imports this module. See docs/reference/environments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, Unpack, get_args

from .errors import EnvError, needs_extra

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
except ModuleNotFoundError as error:
    raise needs_extra(__name__, "gym") from error

from ..players import Player, check_apart, check_player, player
from ..rules import Game, NonanteError, View
from .actions import action_of, check_action
from .layout import Vector
from .one_game import GameOptions, OneGame
from .options import read_seed
from .policies import RandomPlayer
from .redeal import Shuffler, redeal
from .render import RENDER_MODES

Illegal: TypeAlias = Literal["end", "ignore"]
ILLEGAL: Final = get_args(Illegal)
RANDOM: Final = "random"

Mate: TypeAlias = str | Player
Step: TypeAlias = tuple[Vector, float, bool, bool, dict[str, Any]]


class TeamOptions(GameOptions, total=False):
    """The keyword options of `TeamEnv`; docs/reference/environments.md describes them."""

    illegal: Illegal


class WrongAction(EnvError, InvalidAction):
    """The action is not in the space; an error of both this package and Gymnasium."""


class NotReset(EnvError, ResetNeeded):
    """A step before the first reset or after the end; an error of both this package and Gymnasium."""


class TeamEnv(OneGame, gymnasium.Env[Vector, Any]):
    """One policy plays all seats: each step is one action of the seat whose turn it is, from its view."""

    not_dealt = NotReset
    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as in all of Gymnasium

    def __init__(self, **options: Unpack[TeamOptions]) -> None:
        super().__init__(ILLEGAL, options)
        self.observation_space = spaces.Box(0, 1, (self.layout.size,), np.int8)
        self.action_space = spaces.Discrete(self._episode.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal the game of ``Game.deal(rules, seed)``; the seed also determines the deals that follow.

        `options` may contain ``"start"``, the seat that begins, or ``"game"``, a `Game` or its text to start from.
        """
        gymnasium.Env.reset(self, seed=seed)
        self._begin(seed, options)
        self._others_act()
        while self._episode.over:  # the teammates lost it before this seat could act: deal again
            self._episode.begin(self._seeds.next())
            self._others_act()
        self._episode.pay_from_here()
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: int) -> Step:
        """Let the seat act. An illegal action does not raise: as `illegal` says, it ends the episode or is ignored."""
        there = self._there
        try:
            number = check_action(action, there.actions)
        except EnvError as error:
            raise WrongAction(error.code, **error.details) from None
        if self._over:
            raise NotReset("over")
        try:
            reward = there.act(number)
        except NonanteError as error:
            self._over = self._illegal == "end"
            reward = there.give_back() if self._over else 0.0
            return self._observe(), reward, self._over, False, self._info(illegal=str(error))
        reward += self._others_act()
        self._over = there.over
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, self._over, False, self._info()

    def _others_act(self) -> float:
        """Let others act until a seat of the policy has to, and return the reward: nobody else sits here."""
        return 0.0

    @property
    def seat(self) -> int:
        """The seat that sees and acts now."""
        return self._there.acting

    def _observe(self) -> Vector:
        return self._there.observe(self.seat)

    def _info(self, illegal: str | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat, "illegal": illegal is not None}
        if illegal is not None:
            info["why"] = illegal
        if self._over:
            info |= self._episode.outcome
        return info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, for maskable trainers; never empty."""
        return self._mask().view(np.bool_)

    def _mask(self) -> Vector:
        there = self._there
        return there.idle_mask() if self._over or self.seat != there.acting else there.mask()

    def view(self) -> View:
        """Return what the seat may know, for players that work on views."""
        return self._there.game.view(self.seat)

    def redeal(self, rng: Shuffler) -> Game:
        """Return a game that the seat cannot distinguish from the real one; see `nonante.envs.redeal`."""
        return redeal(self.view(), rng)


class SeatEnv(TeamEnv):
    """One seat; computer teammates play the others. A step ends when it is this seat's turn again."""

    def __init__(
        self, *, seat: int = 0, mates: Mate | Sequence[Mate] = "steady", **options: Unpack[TeamOptions]
    ) -> None:
        super().__init__(**options)
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise EnvError("option", name="seat", value=seat, known=f"0 to {self.rules.players - 1}")
        self._seat = seat
        self._mates = self._seated(mates)

    def _seated(self, mates: Mate | Sequence[Mate]) -> dict[int, Player]:
        others = [seat for seat in range(self.rules.players) if seat != self._seat]
        named: list[Any] = list(mates) if isinstance(mates, list | tuple) else [mates] * len(others)
        if len(named) != len(others):
            raise EnvError("mates", count=len(named), players=self.rules.players)
        seated = {seat: _mate(mate) for seat, mate in zip(others, named, strict=True)}
        check_apart(seated.values())
        return seated

    @property
    def seat(self) -> int:
        """The seat that sees and acts."""
        return self._seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal a new game and let teammates play that act before this seat. See `TeamEnv.reset`."""
        if seed is not None:
            for place, mate in self._mates.items():
                if isinstance(mate, RandomPlayer):
                    mate.random.seed(8 * read_seed(seed) + place)
        return super().reset(seed=seed, options=options)

    def _others_act(self) -> float:
        """Let the teammates speak and play until this seat has to act, or the game is over."""
        there, paid = self._episode, 0.0
        while not there.over and there.acting != self._seat:
            mate = self._mates[there.acting]
            word = there.answer_of(mate)
            if word is None:
                paid += self._play_turn(mate)
            else:
                there.act(word)
        return paid

    def _play_turn(self, mate: Player) -> float:
        """Let a teammate play what it plans, and return the reward."""
        there, paid, turn = self._episode, 0.0, self.game.turn
        for move in mate.plan(self.game.view(there.acting), there.standing):
            paid += there.act(action_of(move))
            if there.over or there.turn != turn:
                break
        return paid


def _mate(mate: Mate) -> Player:
    if mate == RANDOM:
        return RandomPlayer()
    return player(mate) if isinstance(mate, str) else check_player(mate, type(mate).__name__)


def register() -> None:
    """Register the ids for `gymnasium.make` and `gymnasium.make_vec`; importing this module does this."""
    many = {"nonante/Team-v0": f"{__package__}.gym_vector:TeamVectorEnv"}
    for name, made in (("nonante/Seat-v0", SeatEnv), ("nonante/Team-v0", TeamEnv)):
        if name not in gymnasium.registry:
            entry = f"{__name__}:{made.__name__}"
            gymnasium.register(id=name, entry_point=entry, vector_entry_point=many.get(name))


register()
