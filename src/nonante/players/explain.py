"""`explain`: a turn with reasons a person understands; `open_reasons`: those that everybody at the table may hear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..rules import END, FIRE, KINDS, LASTING, LETTERS, MOVES, ONE_PILE, PILES, SKULL, STOP, THREE, View, shows
from ..table import Signal
from ..turn import ENDED, GOING, LOST, Lay, OwnTurn, safe_plan
from .champion import Champion
from .champion_reasons import VALUE_CODES, champions_turn
from .level_reasons import LEVEL_CODES, novices_turn, steadys_turn, strongs_turn
from .levels import Novice, Steady, Strong
from .reasons import Explanation, Reason, requests
from .registry import LEVELS, find, player
from .talk import nearest

REASON_CODES: Final = (
    "lost-anyway", "wins", "covers-skull", "covers-fire", "clears", "retro", "retro-pair", "stop-early", "stop-ends",
    "three", "one-pile", "only-card", "keeps-retro", "as-asked", "small-as-asked", "covers-as-asked", "keeps-near",
    "helps", "empties-hand", "extra", "smallest-step", "only-pile", "least", "spares", "stops-here", "minimum",
    "ends-turn", "balance", *VALUE_CODES, *LEVEL_CODES,
)  # fmt: skip
MOST: Final = 4

_WITH_VALUES: Final = {Novice: novices_turn, Steady: steadys_turn, Strong: strongs_turn, Champion: champions_turn}
"""What plans a turn and tells which values decided, by the player."""
_NEAR: Final = 3  # a card this near to a pile is worth keeping the pile for
_CHEAP: Final = 4  # a card beyond the minimum with this step explains itself


@dataclass(frozen=True, slots=True)
class _Story:
    """The chosen turn as it unfolds: each lay with the turn before it, and the turn at the end."""

    view: View
    steps: tuple[tuple[OwnTurn, Lay], ...]
    last: OwnTurn
    outcome: int
    asked: tuple[Signal, ...]

    @property
    def start(self) -> OwnTurn:
        """Where the turn stands now."""
        return self.steps[0][0] if self.steps else self.last

    @property
    def saved(self) -> bool:
        """Whether the turn can still be saved."""
        return self.outcome != LOST and (self.outcome != GOING or safe_plan(self.start) is not None)


def explain(view: View, signals: Sequence[Signal] = (), level: str = LEVELS[-1]) -> Explanation:
    """Return the turn a level would play, and why; the reasons name only cards in its own hand and on the table.

    The last reasons are the values that decided, of this turn and of the next best one: steps for a novice, costs,
    points, or for the champion win chances.
    """
    OwnTurn.of(view)  # refuses where it is not this seat's turn
    maker = find(level).make
    chosen = next((turn(view, signals) for make, turn in _WITH_VALUES.items() if make is maker), None)
    chosen = chosen or Explanation(list(player(level).plan(view, signals)), [])
    reasons, values = reasons_for(view, chosen.moves, signals, MOST - len(chosen.reasons)), chosen.reasons
    room = MOST - len(reasons)  # one less than the values need where the first move had to be explained too
    said = values if len(values) <= room else [*values[: room - 1], values[-1]]
    return replace(chosen, reasons=[*reasons, *said])


def reasons_for(view: View, moves: Sequence[str], signals: Sequence[Signal] = (), most: int = MOST) -> list[Reason]:
    """Return the one to four most important reasons for a turn, whoever chose it, in the order of its moves.

    The first reason is always about the first card. `most` is exceeded by one if there would otherwise be no room for
    the most important reason.
    """
    story = _tell(view, moves, signals)
    found = _in_order(story, list(_reasons(story)) or [Reason("balance")])
    reasons = sorted(found, key=lambda reason: REASON_CODES.index(reason.code))
    chosen = [first for first in reasons if first is _first(reasons, first.code)][:most]
    if story.steps and story.saved and all(reason.place != 0 for reason in chosen):
        first = next((reason for reason in reasons if reason.place == 0), None) or _of_first(story)
        chosen = [first, *chosen[: max(1, most - 1)]]
    return _in_order(story, chosen)


def _of_first(story: _Story) -> Reason:
    turn, lay = story.steps[0]
    return _of_choice(turn, *lay)


def open_reasons(view: View, moves: Sequence[str], signals: Sequence[Signal] = ()) -> list[Reason]:
    """Return those reasons for a turn that the other players may read, in the order of its moves (R45).

    They follow only from what everybody saw: piles, cards laid, counts and standing signals. The cards still in hand
    are not used, so neither a reason nor its absence reveals anything about them.
    """
    laid = tuple(MOVES[move][0] for move in moves if move in MOVES)
    story = _tell(replace(view, hand=laid, unseen=()), moves, signals)
    return _in_order(story, [*_of_open_cards(story), *_of_requests(story), *_of_open_length(story)])


def _in_order(story: _Story, reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons by the moves they speak of; those of the whole turn come last."""
    placed = [replace(reason, place=_place(story, reason)) for reason in reasons]
    return sorted(placed, key=lambda reason: len(story.steps) if reason.place is None else reason.place)


def _place(story: _Story, reason: Reason) -> int | None:
    if reason.code == "one-pile":
        return 0
    about = reason.details.get("card"), reason.details.get("pile")
    lays = ((card, LETTERS[pile]) for _, (card, pile) in story.steps)
    return next((place for place, lay in enumerate(lays) if lay == about), None)


def _first(reasons: Sequence[Reason], code: str) -> Reason:
    return next(reason for reason in reasons if reason.code == code)


def _tell(view: View, moves: Sequence[str], signals: Sequence[Signal]) -> _Story:
    start = OwnTurn.of(view)
    steps = start.replay(moves)
    outcome, last = steps[-1][2:] if steps else (GOING, start)
    outcome = last.ending() if END in moves else outcome
    return _Story(view, tuple(step[:2] for step in steps), last, outcome, requests(view, signals))


def _reasons(story: _Story) -> Iterator[Reason]:
    if not story.saved:
        yield Reason("lost-anyway", {"count": len(story.steps)})
        return
    yield from _of_cards(story)
    yield from _of_kept_piles(story)
    yield from _of_requests(story)
    yield from _of_length(story)


def _of_card(story: _Story, place: int) -> Iterator[Reason]:
    """Say what one card does by itself."""
    turn, (card, pile) = story.steps[place]
    names = {"card": card, "pile": LETTERS[pile]}
    covered, mine = turn.rules.marks[turn.state.tops[pile]], turn.state.touched >> pile & 1
    if covered == SKULL and mine:
        yield Reason("covers-skull", names)
    elif covered == FIRE:
        yield Reason("covers-fire", names)
    elif covered in LASTING:
        yield Reason("clears", {**names, "command": KINDS[covered - 1]})
    if turn.step(card, pile) < 0:
        yield _of_retro(story, place)
    yield from _of_command(turn, card, pile)


def _of_cards(story: _Story) -> Iterator[Reason]:
    """Say what each card does by itself, and whether there was any other."""
    for place in range(len(story.steps)):
        yield from _of_card(story, place)
    if len(story.steps) and len(story.start.options()) == 1:
        card, pile = story.steps[0][1]
        yield Reason("only-card", {"card": card, "pile": LETTERS[pile]})


def _of_retro(story: _Story, place: int) -> Reason:
    """Tell a retro from one that was prepared by a card of the same turn."""
    turn, (card, pile) = story.steps[place]
    top = turn.state.tops[pile]
    names = {"card": card, "pile": LETTERS[pile]}
    if any(earlier == (top, pile) for _, earlier in story.steps[:place]):
        return Reason("retro-pair", {**names, "first": top})
    return Reason("retro", names)


def _of_command(turn: OwnTurn, card: int, pile: int) -> Iterator[Reason]:
    mark, state = turn.rules.marks[card], turn.state
    names = {"card": card, "pile": LETTERS[pile]}
    if mark == STOP:
        short = state.laid + 1 < state.minimum
        yield Reason("stop-early" if short else "stop-ends", names)
    elif mark == THREE:
        yield Reason("three", names)
    if state.laid == 0 and shows(turn.rules.marks, state.tops, ONE_PILE):
        yield Reason("one-pile", {"pile": LETTERS[pile]})


def _of_kept_piles(story: _Story) -> Iterator[Reason]:
    """Name piles that were left as they are because of a card that stays in hand."""
    hand = story.last.hand
    kept = [pile for pile in range(4) if story.last.state.tops[pile] == story.view.opening[pile]]
    for pile in kept:
        top = story.last.state.tops[pile]
        back = PILES[pile].back(top)
        if back in hand:
            yield Reason("keeps-retro", {"card": back, "pile": LETTERS[pile]})
        elif nearest(hand, top, pile) <= _NEAR and story.steps:
            near = nearest(hand, top, pile)
            yield Reason("keeps-near", {"card": top + near * PILES[pile].direction, "pile": LETTERS[pile]})


def _of_requests(story: _Story) -> Iterator[Reason]:
    """Say what others asked for and got."""
    opening, state = story.view.opening, story.last.state
    for signal in story.asked:
        if signal.name == "trouble" and state.laid > state.minimum:
            yield Reason("helps", {"count": state.laid - state.minimum})
        if signal.pile is None:
            continue
        pile = LETTERS.index(signal.pile)
        moved = PILES[pile].step(opening[pile], state.tops[pile])
        if signal.name in ("keep-off", "can-go-back", "do-not-cover") and not moved:
            yield Reason("as-asked", {"pile": signal.pile})
        elif signal.name == "small-steps" and 0 < moved <= _CHEAP:
            yield Reason("small-as-asked", {"pile": signal.pile, "count": moved})
        elif signal.name == "cover" and moved:
            yield Reason("covers-as-asked", {"pile": signal.pile})


def _of_length(story: _Story) -> Iterator[Reason]:
    """Say why the turn is as long as it is."""
    last, state = story.last, story.last.state
    if not last.hand:
        yield Reason("empties-hand" if last.others else "wins", {"count": len(story.steps)})
        return
    yield from _of_steps(story)
    if not story.steps:
        yield Reason("ends-turn", {"count": state.laid})
    if story.outcome == GOING or last.rules.marks[story.steps[-1][1][0] if story.steps else 0] == STOP or state.three:
        return
    cheapest = min((last.step(*option) for option in last.options()), default=None)
    if cheapest is not None and cheapest > _CHEAP:
        yield Reason("stops-here", {"count": cheapest})
    elif state.laid == state.minimum and story.steps:
        yield Reason("minimum", {"count": state.laid})


def _of_steps(story: _Story) -> Iterator[Reason]:
    """Point at the smallest step there is, and at cards beyond the minimum that cost little."""
    for turn, (card, pile) in story.steps:
        length = turn.step(card, pile)
        names = {"card": card, "pile": LETTERS[pile], "count": length}
        if 0 < length <= _CHEAP and turn.state.laid >= turn.state.minimum:
            yield Reason("extra", names)
        elif 0 < length == min(turn.step(*option) for option in turn.options()):
            yield Reason("smallest-step", names)


# --- what others may hear -------------------------------------------------------------------------------------------


def _of_open_cards(story: _Story) -> Iterator[Reason]:
    """Say what each card does, or why it lies where it does and not on another pile."""
    for place, (turn, (card, pile)) in enumerate(story.steps):
        reasons = list(_of_card(story, place))
        length = turn.step(card, pile)
        if not reasons and turn.state.laid >= turn.state.minimum and length <= _CHEAP:
            reasons = [Reason("extra", {"card": card, "pile": LETTERS[pile], "count": length})]
        yield from reasons or [_of_choice(turn, card, pile)]


def _of_choice(turn: OwnTurn, card: int, pile: int) -> Reason:
    """Compare the pile with the other piles that this card fits."""
    names = {"card": card, "pile": LETTERS[pile], "count": turn.step(card, pile)}
    steps = {where: turn.step(card, where) for one, where in turn.options() if one == card}
    least = min(steps, key=lambda where: (steps[where], where != pile))
    if len(steps) == 1:
        return Reason("only-pile", names)
    return Reason("least", names) if least == pile else Reason("spares", {**names, "other": LETTERS[least]})


def _of_open_length(story: _Story) -> Iterator[Reason]:
    """Say what is special about the length of the turn, by counting cards."""
    view, count = story.view, len(story.steps)
    if view.draw_count == 0 and sum(view.counts) == count:
        yield Reason("wins", {"count": count})
    elif view.seat is not None and view.counts[view.seat] == count:
        yield Reason("empties-hand", {"count": count})
    elif story.outcome == ENDED and story.last.state.laid == view.minimum:
        yield Reason("minimum", {"count": view.minimum})
