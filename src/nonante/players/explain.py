"""`explain`: a turn with reasons a person understands; `open_reasons`: those that everybody at the table may hear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..rules import DRAW_ONE, FIRE, KINDS, LETTERS, MOVES, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE, View, shows
from ..table import Signal
from ..turn import ENDED, GOING, LOST, Frame, Lay, Moment, ending, lay, now, options, safe_plan, step
from .comparing import VALUE_CODES, Reason, of_values
from .reckoning import RECKONED, RECKONED_CODES
from .registry import LEVELS, player
from .talk import back_card, may_talk, nearest

REASON_CODES: Final = (
    "lost-anyway",
    "wins",
    "covers-skull",
    "covers-fire",
    "clears",
    "retro",
    "retro-pair",
    "stop-early",
    "stop-ends",
    "three",
    "one-pile",
    "only-card",
    "keeps-retro",
    "as-asked",
    "small-as-asked",
    "covers-as-asked",
    "keeps-near",
    "helps",
    "empties-hand",
    "extra",
    "smallest-step",
    "only-pile",
    "least",
    "spares",
    "stops-here",
    "minimum",
    "ends-turn",
    "balance",
    *VALUE_CODES,
    *RECKONED_CODES,
)
TOLD_CODES: Final = (
    "wins",
    "covers-skull",
    "covers-fire",
    "clears",
    "retro",
    "retro-pair",
    "stop-early",
    "stop-ends",
    "three",
    "one-pile",
    "only-pile",
    "least",
    "spares",
    "as-asked",
    "small-as-asked",
    "covers-as-asked",
    "helps",
    "empties-hand",
    "extra",
    "minimum",
)
"""What a turn is explained with to others (``told.<code>``)."""
MOST: Final = 4

_OF_VALUES: Final = {**RECKONED, LEVELS[-1]: of_values}
_LASTING: Final = (SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE)
_NEAR: Final = 3  # a card this near to a pile is worth keeping the pile for
_CHEAP: Final = 4  # a card beyond the minimum with this step explains itself


@dataclass(frozen=True, slots=True)
class Explanation:
    """A chosen turn, and one to four reasons for it in the order of its moves."""

    moves: list[str]
    reasons: list[Reason]


@dataclass(frozen=True, slots=True)
class _Story:
    """The chosen turn as it unfolds: each lay with the moment before it, and the moment at the end."""

    view: View
    frame: Frame
    steps: tuple[tuple[Moment, Lay], ...]
    last: Moment
    outcome: int
    asked: tuple[Signal, ...]

    @property
    def start(self) -> Moment:
        """Where the turn stands now."""
        return self.steps[0][0] if self.steps else self.last

    @property
    def saved(self) -> bool:
        """Whether the turn can still be saved."""
        return self.outcome != LOST and (self.outcome != GOING or safe_plan(self.frame, self.start) is not None)


def explain(view: View, signals: Sequence[Signal] = (), level: str = LEVELS[-1]) -> Explanation:
    """Return the turn a level would take, and why; the reasons name no card but one's own and those on the table.

    They end with the values that decided, of this turn and of the next best one: steps for a novice, costs, points, or
    for the champion chances to win.
    """
    moves = list(player(level).plan(view, signals))
    values = _OF_VALUES[level](view, moves, signals) if level in _OF_VALUES else []
    reasons = reasons_for(view, moves, signals, MOST - len(values))
    room = MOST - len(reasons)  # one less than the values need where the first move had to be explained too
    return Explanation(moves, [*reasons, *(values if len(values) <= room else [*values[: room - 1], values[-1]])])


def reasons_for(view: View, moves: Sequence[str], signals: Sequence[Signal] = (), most: int = MOST) -> list[Reason]:
    """Return the one to four weightiest reasons for a turn, whoever chose it, in the order of its moves.

    They begin with its first card, whatever else is weightier; `most` is exceeded by one where only that leaves room
    for the weightiest.
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
    moment, lay = story.steps[0]
    return _of_choice(story, moment, *lay)


def open_reasons(view: View, moves: Sequence[str], signals: Sequence[Signal] = ()) -> list[Reason]:
    """Return the reasons for a turn that others may read, in the order of its moves (R45).

    They follow from what everybody saw: piles, cards laid, cards counted, signals standing. Neither a reason nor its
    absence tells anything of the cards still in hand, for these are put aside before anything is worked out.
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
    frame, moment = Frame.of(view), now(view)
    outcome, steps = GOING, []
    for move in moves:
        if move not in MOVES:
            outcome = ending(frame, moment)
            break
        steps.append((moment, MOVES[move]))
        outcome, moment = lay(frame, moment, *MOVES[move])
    asked = tuple(signal for signal in signals if signal.seat != view.seat) if may_talk(view) else ()
    return _Story(view, frame, tuple(steps), moment, outcome, asked)


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
    moment, (card, pile) = story.steps[place]
    names = {"card": card, "pile": LETTERS[pile]}
    covered, mine = story.frame.marks[moment.tops[pile]], moment.touched >> pile & 1
    if covered == SKULL and mine:
        yield Reason("covers-skull", names)
    elif covered == FIRE:
        yield Reason("covers-fire", names)
    elif covered in _LASTING:
        yield Reason("clears", {**names, "command": KINDS[covered - 1]})
    if step(moment.tops, card, pile) < 0:
        yield _of_retro(story, place)
    yield from _of_command(story, moment, card, pile)


def _of_cards(story: _Story) -> Iterator[Reason]:
    """Say what each card does by itself, and whether there was any other."""
    for place in range(len(story.steps)):
        yield from _of_card(story, place)
    if len(story.steps) and len(options(story.frame, story.start)) == 1:
        card, pile = story.steps[0][1]
        yield Reason("only-card", {"card": card, "pile": LETTERS[pile]})


def _of_retro(story: _Story, place: int) -> Reason:
    """Tell a retro from one that was prepared by a card of the same turn."""
    moment, (card, pile) = story.steps[place]
    top = moment.tops[pile]
    names = {"card": card, "pile": LETTERS[pile]}
    if any(earlier == (top, pile) for _, earlier in story.steps[:place]):
        return Reason("retro-pair", {**names, "first": top})
    return Reason("retro", names)


def _of_command(story: _Story, moment: Moment, card: int, pile: int) -> Iterator[Reason]:
    frame, mark = story.frame, story.frame.marks[card]
    names = {"card": card, "pile": LETTERS[pile]}
    if mark == STOP:
        short = moment.laid + 1 < frame.minimum
        yield Reason("stop-early" if short else "stop-ends", names)
    elif mark == THREE:
        yield Reason("three", names)
    if moment.laid == 0 and shows(frame.marks, moment.tops, ONE_PILE):
        yield Reason("one-pile", {"pile": LETTERS[pile]})


def _of_kept_piles(story: _Story) -> Iterator[Reason]:
    """Name piles that were left as they are because of a card that stays in hand."""
    hand = story.last.hand
    kept = [pile for pile in range(4) if story.last.tops[pile] == story.frame.opening[pile]]
    for pile in kept:
        top = story.last.tops[pile]
        back = back_card(top, pile)
        if back in hand:
            yield Reason("keeps-retro", {"card": back, "pile": LETTERS[pile]})
        elif nearest(hand, top, pile) <= _NEAR and story.steps:
            near = nearest(hand, top, pile)
            yield Reason("keeps-near", {"card": top + near if pile < 2 else top - near, "pile": LETTERS[pile]})


def _of_requests(story: _Story) -> Iterator[Reason]:
    """Say what others asked for and got."""
    opening, tops = story.frame.opening, story.last.tops
    for signal in story.asked:
        if signal.name == "trouble" and story.last.laid > story.frame.minimum:
            yield Reason("helps", {"count": story.last.laid - story.frame.minimum})
        if signal.pile is None:
            continue
        pile = LETTERS.index(signal.pile)
        moved = step(opening, tops[pile], pile)
        if signal.name in ("keep-off", "can-go-back", "do-not-cover") and tops[pile] == opening[pile]:
            yield Reason("as-asked", {"pile": signal.pile})
        elif signal.name == "small-steps" and 0 < moved <= _CHEAP:
            yield Reason("small-as-asked", {"pile": signal.pile, "count": moved})
        elif signal.name == "cover" and tops[pile] != opening[pile]:
            yield Reason("covers-as-asked", {"pile": signal.pile})


def _of_length(story: _Story) -> Iterator[Reason]:
    """Say why the turn is as long as it is."""
    frame, last = story.frame, story.last
    if not last.hand:
        yield Reason("empties-hand" if frame.draw_count or frame.others else "wins", {"count": len(story.steps)})
        return
    yield from _of_steps(story)
    if not story.steps:
        yield Reason("ends-turn", {"count": last.laid})
    if story.outcome == GOING or frame.marks[story.steps[-1][1][0] if story.steps else 0] == STOP or last.three:
        return
    cheapest = min((step(last.tops, card, pile) for card, pile in options(frame, last)), default=None)
    if cheapest is not None and cheapest > _CHEAP:
        yield Reason("stops-here", {"count": cheapest})
    elif last.laid == frame.minimum and story.steps:
        yield Reason("minimum", {"count": last.laid})


def _of_steps(story: _Story) -> Iterator[Reason]:
    """Point at the smallest step there is, and at cards beyond the minimum that cost little."""
    for moment, (card, pile) in story.steps:
        length = step(moment.tops, card, pile)
        names = {"card": card, "pile": LETTERS[pile], "count": length}
        if 0 < length <= _CHEAP and moment.laid >= story.frame.minimum:
            yield Reason("extra", names)
        elif 0 < length == min(step(moment.tops, *option) for option in options(story.frame, moment)):
            yield Reason("smallest-step", names)


# --- what others may hear -------------------------------------------------------------------------------------------


def _of_open_cards(story: _Story) -> Iterator[Reason]:
    """Say what each card does, or why it lies where it does and not on another pile."""
    for place, (moment, (card, pile)) in enumerate(story.steps):
        reasons = list(_of_card(story, place))
        length = step(moment.tops, card, pile)
        if not reasons and moment.laid >= story.frame.minimum and length <= _CHEAP:
            reasons = [Reason("extra", {"card": card, "pile": LETTERS[pile], "count": length})]
        yield from reasons or [_of_choice(story, moment, card, pile)]


def _of_choice(story: _Story, moment: Moment, card: int, pile: int) -> Reason:
    """Compare the pile with the others that this card fits."""
    names = {"card": card, "pile": LETTERS[pile], "count": step(moment.tops, card, pile)}
    steps = {where: step(moment.tops, *(card, where)) for one, where in options(story.frame, moment) if one == card}
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
    elif story.outcome == ENDED and story.last.laid == story.frame.minimum:
        yield Reason("minimum", {"count": story.last.laid})
