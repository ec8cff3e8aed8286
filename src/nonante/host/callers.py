"""`Caller`: whoever names a table from outside. A code can be guessed, so wrong ones are counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .limits import Bucket


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the secret of their seat, where they have one, and what their network may still try."""

    misses: Bucket | None = None
    """Codes of no table; None: nothing is counted."""
    lookups: Bucket | None = None
    """Tables that are only in the store."""
    address: str = ""
    """Their network, for what is shared out among several."""
    token: str | None = None
    """The secret of a seat: who has one goes to their table whatever others of their network have tried."""

    @property
    def home(self) -> bool:
        """Whether all tables are theirs, as in a page that keeps them itself."""
        return self.misses is None

    @property
    def guessed(self) -> bool:
        """Whether so many codes of no table came from there that right ones and wrong ones are answered alike."""
        return self.misses is not None and self.misses.empty

    def missed(self) -> None:
        """Count the code of no table."""
        if self.misses is not None:
            self.misses.take()

    def refused(self) -> None:
        """Count a try beyond the allowance: while somebody goes on guessing, nothing is answered at all."""
        if self.misses is not None and self.misses.empty:
            self.misses.drain()

    def may_wake(self) -> bool:
        """Tell whether they may ask for one more table that is only in the store."""
        return self.lookups is None or self.lookups.take()

    def at_home(self) -> Caller:
        """Return the same for a table that they were let in to: it is not counted twice."""
        return Caller(address=self.address)

    def holding(self, token: str | None) -> Caller:
        """Return the same with the secret of a seat."""
        return replace(self, token=token)


AT_HOME: Final = Caller()
"""Whoever keeps the tables."""
