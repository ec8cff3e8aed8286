"""The team's reward. Everybody gets the same, and the rewards of an episode add up to its return.

The return of a game is the share of the 98 cards laid, ``(98 - score) / 98``: 1 for a win and nothing else. A position
that a reset was given is worth what is laid in it already, and only what is laid from there on is paid.

``shaped`` adds the difference of a potential to every step (Ng, Harada and Russell, 1999): how far the tops have moved
since the episode began, times -1/392, and 0 once the game is over. A step thus shows at once what it cost, while the
rewards of an episode still add up to its return: what the tops moved is given back with the last step.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Reward: TypeAlias = Literal["cards", "end", "win", "shaped"]

REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)
"""The names of the rewards; `state.play` works them out."""
