"""`TeamVectorEnv`: `BatchEnv` as a ``gymnasium.vector.VectorEnv``, for trainers that step many games at once.

    import gymnasium
    envs = gymnasium.make_vec("nonante.envs.gym_v0:nonante/Team-v0", num_envs=1024, players=3, threads=2)

One policy plays all seats of every game, as in `TeamEnv`, or one seat, beside `partners`. A game that ends is replaced
by a new deal in the same step, its last observation being in ``infos["final_obs"]``; with
``autoreset_mode="NextStep"`` in the next one. See docs/reference/environments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, Unpack

from .errors import EnvError, needs_extra

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise needs_extra(__name__, "gym") from error

from .batch import Autoreset, BatchEnv
from .layout import Vector
from .options import EnvOptions
from .partners import Partner

Floats: TypeAlias = npt.NDArray[np.float32]
Flags: TypeAlias = npt.NDArray[np.bool_]
Actions: TypeAlias = npt.NDArray[np.int64]


class BatchOptions(EnvOptions, total=False):
    """The keyword options of `BatchEnv` that are passed on."""

    threads: int
    partners: Partner | Sequence[Partner] | None
    seat: int | None


class TeamVectorEnv(VectorEnv[Vector, Actions, Any]):
    """Many games at once on the compiled kernel, with the options of `BatchEnv`.

    With ``copy=False`` the environment returns its own arrays, which the next step overwrites: half the memory traffic,
    for trainers that copy what they keep. An illegal action raises an error before any game moves.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as in all of Gymnasium

    def __init__(
        self,
        num_envs: int,
        *,
        copy: bool = True,
        render_mode: None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Unpack[BatchOptions],
    ) -> None:
        late = _next_step(autoreset_mode)
        if render_mode is not None:
            raise EnvError("option", name="render_mode", value=render_mode, known="None: step one game to draw it")
        autoreset: Autoreset = "next-step" if late else "same-step"
        self.batch = BatchEnv(num_envs, finals=not late, autoreset=autoreset, **options)
        mode = AutoresetMode.NEXT_STEP if late else AutoresetMode.SAME_STEP
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs, self._copy = num_envs, copy
        self.single_observation_space = spaces.Box(0, 1, (self.batch.layout.size,), np.int8)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self._always = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal all games; the seed determines these games and those dealt after them."""
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
            infos |= self._final_infos() if batch.finals.size else self._outcomes(batch.ends)
        return self._own(batch.observations), self._own(batch.rewards), self._own(batch.ends), self._never, infos

    def sample(self) -> Actions:
        """Return a random legal action for every game; see `BatchEnv.sample`."""
        return self.batch.sample()

    def close_extras(self, **_: Any) -> None:
        """Stop the threads."""
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
        final = self._outcomes(ended)
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _outcomes(self, ends: Flags) -> dict[str, Any]:
        """Return how the games ended that did, as infos have it."""
        batch, ended = self.batch, self._own(ends)
        told = {"score": batch.scores, "reason": batch.reasons, "won": batch.reasons == 0}
        rows = ended.nonzero()[0]
        return {name: _only(rows, array) for name, array in told.items()} | {f"_{name}": ended for name in told}

    def _own(self, array: npt.NDArray[Any]) -> Any:
        return array.copy() if self._copy else array


def _next_step(mode: AutoresetMode | str) -> bool:
    """Tell whether a game that ended is dealt anew in the next step; the third mode of Gymnasium is not offered."""
    known = {AutoresetMode.SAME_STEP: False, AutoresetMode.NEXT_STEP: True}
    for one, late in known.items():
        if mode in (one, one.value):
            return late
    raise EnvError("option", name="autoreset_mode", value=mode, known=", ".join(one.value for one in known))


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
