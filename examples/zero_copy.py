"""The batched games' arrays in PyTorch or JAX without copying: both read the memory that the games write.

    pip install "nonante[envs]" torch        # or jax
    python examples/zero_copy.py torch       # or jax

DLPack is the standard by which array libraries share memory. PyTorch sees every step in the same tensor; JAX, whose
arrays never change, is handed the memory anew for every step.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from nonante.envs.batch import BatchEnv


def shared(library: str, array: Any) -> Any:
    """Return a library's view of an array, without a copy."""
    module = import_module(f"{library}.dlpack" if library == "jax" else library)
    return module.from_dlpack(array)


def play(library: str, steps: int = 20) -> tuple[float, bool]:
    """Step games by chance; return the mean reward as the library sees it, and whether it reads the games' memory."""
    env = BatchEnv(1024, players=2)
    env.reset(seed=1)
    total = 0.0
    for _ in range(steps):
        env.step(env.sample())
        total += float(shared(library, env.rewards).mean())
    seen = shared(library, env.observations)
    return total / steps, _address(seen) == env.observations.ctypes.data


def _address(array: Any) -> int:
    """Return where an array lies in memory, whichever library it belongs to."""
    if hasattr(array, "data_ptr"):
        return int(array.data_ptr())
    return int(array.unsafe_buffer_pointer() if hasattr(array, "unsafe_buffer_pointer") else array.ctypes.data)


def main() -> None:
    """Say whether the memory is shared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", choices=["torch", "jax"])
    reward, same = play(parser.parse_args().library)
    print(f"mean reward {reward:.4f}; {'shared' if same else 'copied'}")


if __name__ == "__main__":
    main()
