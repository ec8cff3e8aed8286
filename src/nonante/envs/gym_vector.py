"""`TeamVectorEnv`: `BatchEnv` as a ``gymnasium.vector.VectorEnv``, for trainers that step many games at once.

    import gymnasium
    envs = gymnasium.make_vec("nonante.envs.gym_v0:nonante/Team-v0", num_envs=1024, players=3, threads=2)

Every game is one policy on all seats, as in `TeamEnv`. A game that ends is dealt anew in the same step; its last
observation is in ``infos["final_obs"]``. See docs/reference/environments.md.
"""

from __future__ import annotations

from typing import Any, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .batch import BatchEnv
from .errors import EnvError
from .layout import Vector
from .options import EnvOptions

Floats: TypeAlias = npt.NDArray[np.float32]
Flags: TypeAlias = npt.NDArray[np.bool_]
Actions: TypeAlias = npt.NDArray[np.int64]


class BatchOptions(EnvOptions, total=False):
    """The keyword options of `BatchEnv` that are passed on."""

    threads: int


class TeamVectorEnv(VectorEnv[Vector, Actions, Any]):
    """Games side by side on the compiled kernel. Options are those of `BatchEnv`.

    With ``copy=False`` the arrays returned are the environment's own, which the next step writes again: half the
    memory traffic, for trainers that copy what they keep. An action that is not legal raises, and no game moves then.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as in all of Gymnasium

    def __init__(
        self, num_envs: int, *, copy: bool = True, render_mode: None = None, **options: Unpack[BatchOptions]
    ) -> None:
        if render_mode is not None:
            raise EnvError("option", name="render_mode", value=render_mode, known="None: step one game to draw it")
        self.batch = BatchEnv(num_envs, finals=True, **options)
        self.num_envs, self._copy = num_envs, copy
        self.single_observation_space = spaces.Box(0, 1, (self.batch.layout.size,), np.int8)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self._always = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal all games anew; games and their successors follow from the seed."""
        if options:
            raise EnvError("option", name="options", value=options, known="None: all games are dealt anew")
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._own(self.batch.observations), self._infos()

    def step(self, actions: Actions) -> tuple[Vector, Floats, Flags, Flags, dict[str, Any]]:
        """Play one action in every game; nothing is ever truncated."""
        batch = self.batch
        batch.step(actions)
        infos = self._infos()
        if batch.ends.any():
            infos |= self._final_infos()
        return self._own(batch.observations), self._own(batch.rewards), self._own(batch.ends), self._never, infos

    def sample(self) -> Actions:
        """Return a legal action for every game, all equally likely; see `BatchEnv.sample`."""
        return self.batch.sample()

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _infos(self) -> dict[str, Any]:
        shown = {"action_mask": self.batch.masks, "seat": self.batch.seats}
        return {name: self._own(array) for name, array in shown.items()} | {f"_{name}": self._always for name in shown}

    def _final_infos(self) -> dict[str, Any]:
        """Return what Gymnasium asks for games that ended in this step."""
        batch, ended = self.batch, self._own(self.batch.ends)
        last = np.full(self.num_envs, None, dtype=object)
        rows = ended.nonzero()[0]
        last[rows] = _apart(batch.finals[rows])
        told = {"score": batch.scores, "reason": batch.reasons, "won": batch.reasons == 0}
        final = {name: _only(rows, array) for name, array in told.items()} | {f"_{name}": ended for name in told}
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _own(self, array: npt.NDArray[Any]) -> Any:
        return array.copy() if self._copy else array


def _only(rows: npt.NDArray[np.intp], array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return what an array has in some rows, and nothing in the others."""
    out = np.zeros_like(array)
    out[rows] = array[rows]
    return out


def _apart(rows: Vector) -> npt.NDArray[np.object_]:
    """Return rows as objects, so that NumPy does not take them for a table."""
    out = np.empty(len(rows), dtype=object)
    for place, row in enumerate(rows):
        out[place] = row
    return out
