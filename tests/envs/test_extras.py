"""A module that is imported without its extra names the extra."""

from __future__ import annotations

import subprocess
import sys

import pytest

_WITHOUT = "import sys\nfor name in {hidden!r}: sys.modules[name] = None\nimport {module}"


@pytest.mark.parametrize(
    ("module", "hidden", "extra"),
    [
        ("nonante.envs.gym_v0", ["gymnasium"], "gym"),
        ("nonante.envs.gym_vector", ["gymnasium"], "gym"),
        ("nonante.envs.nonante_v0", ["pettingzoo"], "pettingzoo"),
        ("nonante.envs.spiel", ["pyspiel"], "openspiel"),
        ("nonante.envs.jax_v0", ["jax"], "jax"),
        ("nonante.envs.batch", ["numpy"], "fast"),
        ("nonante.envs.gym_v0", ["numpy", "gymnasium"], "gym"),
        ("nonante.envs.jax_v0", ["numpy", "jax"], "jax"),
    ],
)
def test_the_extra_is_named(module: str, hidden: list[str], extra: str) -> None:
    text = _WITHOUT.format(hidden=hidden, module=module)
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    said = run.stderr.splitlines()[-1]
    assert said.startswith("ImportError: nonante.envs")
    assert "needs an optional extra: pip install 'nonante[" in said
    assert f"[{extra}]" in said
