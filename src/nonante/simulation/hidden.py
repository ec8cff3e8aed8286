"""The hidden set of the benchmark: deals and strangers derived from a secret of a board's host."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .errors import SimulationError

_SHORTEST: Final = 16  # bytes


@dataclass(frozen=True)
class Secret:
    """The secret behind the hidden deals. An entry contains only digests computed with it."""

    key: bytes = field(repr=False)

    @classmethod
    def read(cls, path: str | Path) -> Secret:
        """Return the secret in a file; refuse one that is short enough to guess."""
        key = Path(path).read_bytes().strip()
        if len(key) < _SHORTEST:
            raise SimulationError("file", path=path, why=f"a secret has at least {_SHORTEST} characters")
        return cls(key)

    def digest(self, text: str) -> bytes:
        """Return the keyed digest of a text."""
        return hmac.digest(self.key, text.encode(), "sha256")

    @property
    def mark(self) -> str:
        """The mark of entries made with this secret."""
        return self.digest("mark").hex()[:16]

    def seal(self, signed: str) -> str:
        """Return the seal of an entry with this digest, which only somebody with the secret can create."""
        return self.digest(f"seal {signed}").hex()

    def fits(self, signed: str, seal: object) -> bool:
        """Tell whether a seal was made with this secret."""
        return isinstance(seal, str) and hmac.compare_digest(self.seal(signed).encode(), seal.encode())
