"""Play, host, study and beat the cooperative card games The Game and The Game: Extreme."""

from .rules import BadInput, Game, IllegalMove, NonanteError, Rules, View

__all__ = ["BadInput", "Game", "IllegalMove", "NonanteError", "Rules", "View", "__version__"]

__version__ = "0.3.0.dev0"
"""The version of the package."""
