"""Whether the champion is ready; who compiles it says so."""

from __future__ import annotations

import threading

compiling = threading.Event()
"""Set while the champion is being compiled: the next best answers meanwhile, so that nobody waits."""
