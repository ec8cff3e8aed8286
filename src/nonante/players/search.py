"""The ways a turn may go: a beam over its cards, layer by layer, and a thorough search where that finds no way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..rules import END, Card, Pile
from ..rules.cards import MOVE_TEXT
from ..rules.laying import FREE
from .turn import ENDED, GOING, LOST, WON, Frame, Lay, Moment, ending, hopeless, lay, options, retro_open, step, stuck

_THOROUGH = 60_000  # moments a thorough search looks at


@dataclass(frozen=True, slots=True)
class Scope:
    """How far a search looks."""

    width: int = 3
    """Nearest cards looked at on each pile."""
    reach: int = 12
    """Longest step of a card beyond the minimum."""
    extra: int = 4
    """Cards beyond the minimum."""
    beam: int = 160
    """Moments kept of each layer."""


class Plan(NamedTuple):
    """A way to finish the turn: the cards to come, and where they lead."""

    lays: tuple[Lay, ...]
    moment: Moment
    outcome: int
    by_itself: bool
    """The turn ends with the last card, without saying so."""

    @property
    def moves(self) -> list[str]:
        """The plan as text moves."""
        moves = [MOVE_TEXT[card][pile] for card, pile in self.lays]
        return moves if self.by_itself else [*moves, END]


def plans(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return safe plans with distinct ends; where there is none, one plan that lays as many cards as can be laid."""
    found, deepest = _beam(frame, start, scope)
    if found:
        return found
    rescue = safe_plan(frame, start)
    return [rescue or _last_cards(frame, start, deepest)]


def safe_ends(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return safe plans with distinct ends, none where a search of that scope finds none."""
    return _beam(frame, start, scope)[0]


def _beam(frame: Frame, start: Moment, scope: Scope) -> tuple[list[Plan], tuple[Lay, ...]]:
    """Return the safe plans found, and the longest way seen."""
    ends: dict[object, Plan] = {}
    layer: dict[Moment, tuple[Lay, ...]] = {start: ()}
    deepest: tuple[Lay, ...] = ()
    most = len(start.hand) if not frame.draw_count else max(1, frame.minimum - start.laid) + scope.extra
    for depth in range(most + 1):
        following: dict[Moment, tuple[Lay, ...]] = {}
        for moment, lays in layer.items():
            calm = moment.laid >= frame.minimum and ending(frame, moment, False) != LOST
            if calm:
                _note(ends, Plan(lays, moment, ending(frame, moment, False), False))
            if depth == most:
                continue
            for card, pile in candidates(frame, moment, scope, calm):
                outcome, after = lay(frame, moment, card, pile)
                way = (*lays, (card, pile))
                if outcome == GOING:
                    if not (frame.special and hopeless(frame, after)):
                        following.setdefault(after, way)
                elif outcome != LOST:
                    _note(ends, Plan(way, after, outcome, True))
                deepest = way if len(way) > len(deepest) else deepest
        layer = _narrowed(following, scope.beam)
    return list(ends.values()), deepest


def _note(ends: dict[object, Plan], plan: Plan) -> None:
    ends.setdefault((plan.moment.tops, plan.moment.hand), plan)


def _narrowed(layer: dict[Moment, tuple[Lay, ...]], beam: int) -> dict[Moment, tuple[Lay, ...]]:
    """Keep the moments that moved the tops least."""
    if len(layer) <= beam:
        return layer
    ranked = sorted(layer, key=lambda m: m.tops[0] + m.tops[1] - m.tops[2] - m.tops[3])
    return {moment: layer[moment] for moment in ranked[:beam]}


def candidates(frame: Frame, moment: Moment, scope: Scope, calm: bool) -> list[Lay]:
    """List what is worth laying next: on each pile a retro, the nearest cards, and the nearest that prepares a retro.

    Once the turn could end (`calm`), only steps within the reach.
    """
    hand, tops = moment.hand, moment.tops
    retro = retro_open(frame, tops)
    reach = scope.reach if calm and frame.draw_count else 100
    found: list[Lay] = []
    for pile in range(4) if moment.lock == FREE else (moment.lock,):
        top = tops[pile]
        if pile < 2:
            back, ahead = top - 10, [card for card in hand if card > top]
        else:
            back, ahead = top + 10, [card for card in reversed(hand) if card < top]
        if retro and back in hand:
            found.append((back, pile))
        for place, card in enumerate(ahead):
            far = card - top if pile < 2 else top - card
            if place < scope.width:
                if far > reach:
                    break
                found.append((card, pile))
            elif retro and far - 10 <= reach and (card - 10 if pile < 2 else card + 10) in hand:
                found.append((card, pile))
                break
    return found


def safe_plan(frame: Frame, start: Moment) -> Plan | None:
    """Search every way of the turn for one that does not lose; None if there is none."""
    seen: set[Moment] = set()
    stack: list[tuple[Moment, tuple[Lay, ...]]] = [(start, ())]
    while stack and len(seen) < _THOROUGH:
        moment, lays = stack.pop()
        if moment.laid >= frame.minimum and ending(frame, moment, False) != LOST:
            return Plan(lays, moment, ending(frame, moment, False), False)
        for card, pile in _far_first(frame, moment):
            outcome, after = lay(frame, moment, card, pile)
            if outcome in (ENDED, WON):
                return Plan((*lays, (card, pile)), after, outcome, True)
            if outcome == GOING and after not in seen and not hopeless(frame, after):
                seen.add(after)
                stack.append((after, (*lays, (card, pile))))
    return None


def _far_first(frame: Frame, moment: Moment) -> list[Lay]:
    """List every option, the nearest last, where a stack takes it first."""
    return sorted(options(frame, moment), key=lambda option: -step(moment.tops, *option))


def survives(frame: Frame, moment: Moment, card: Card, pile: Pile) -> bool:
    """Tell whether this card loses neither at once nor by leaving no way to end the turn."""
    outcome, after = lay(frame, moment, card, pile)
    if outcome != GOING:
        return outcome != LOST
    return not hopeless(frame, after) and safe_plan(frame, after) is not None


def _last_cards(frame: Frame, start: Moment, way: tuple[Lay, ...]) -> Plan:
    """Make a plan of a turn that is lost anyway: the cards of `way`, then whatever still can be laid."""
    moment, outcome = start, GOING
    lays: tuple[Lay, ...] = ()
    rest = list(way)
    while outcome == GOING:
        nearest = rest[:1] or _far_first(frame, moment)[-1:]
        if not nearest:
            break
        rest = rest[1:]
        outcome, moment = lay(frame, moment, *nearest[0])
        lays = (*lays, nearest[0])
    return Plan(lays, moment, LOST, outcome != GOING or stuck(frame, moment))
