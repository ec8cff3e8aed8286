"""What no test may depend on: how fast the machine is, the way out of its network, and who started the tests."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = "*"  # tests only talk to this machine
# A shell that starts us in the background has us ignore Ctrl-C, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
