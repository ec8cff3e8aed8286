"""What no test may depend on: how fast the machine is, and the way out of its network."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = "*"  # tests only talk to this machine
