"""`Novice`, `Steady` and `Strong`: how they think is `kernel.levels`; here is what each of them goes by.

At a table they think interpreted, which needs no compiler; games by the thousand are played compiled (`simulation`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from threading import local
from typing import Any, ClassVar, Final, NamedTuple

from .. import kernel
from ..kernel.layout import Level
from ..rules import DRAW_ONE, END, FIRE, MOVES, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE, Rules, View
from ..table import Signal
from ..turn import GOING, Lay, OwnTurn, Plan
from .identity import digest
from .interpreted import ruled
from .talk import NO_REQUESTS, Manner, RequestPrices, heard, may_talk, said

# What `strong` weighs at the end of a turn: things one can count on the table and in one's hand. Their weights are data
# (`weights.json`); `kernel.level_values` counts.
FEATURES: Final = (
    "better",  # room on the better pile of each direction
    "worse",  # room on the worse one
    "better-early",  # both again, times the share of the cards not laid yet
    "worse-early",
    "even",  # squares of the room on each pile
    "unseen-0",  # unseen cards that fit no pile, one, two, three
    "unseen-1",
    "unseen-2",
    "unseen-3",
    "held-0",  # the same for the cards kept
    "held-1",
    "held-2",
    "held-3",
    "distance",  # from each card kept to its nearest pile
    "next",  # the two shortest of these
    "back",  # piles that a card kept can go back on
    "back-unseen",  # piles that an unseen card could go back on
    "pair",  # cards ten apart that still fit: both kept, one kept, both unseen
    "pair-mixed",
    "pair-unseen",
    "extra",  # cards laid beyond the minimum
    "extra-late",  # the same once the draw pile is empty
)
GROUPS: Final = {"room": FEATURES[:9], "held": FEATURES[9:15], "ways": FEATURES[15:20], "cards": FEATURES[20:]}
"""What a person would call them; beside these there are `COMMANDS`."""
COMMANDS: Final = "commands"
SHOWN: Final = {"silence": SILENCE, "no-retro": NO_RETRO, "one-pile": ONE_PILE, "draw-one": DRAW_ONE, "fire": FIRE}
HELD: Final = {"stop": STOP, "skull": SKULL, "three": THREE}
_thread = local()


class NextTurn(NamedTuple):
    """The best next turn after a draw."""

    worth: float
    terms: dict[str, float]
    """What makes up its value; empty where there is none, or where it wins."""
    stuck: bool


class PlanOutlook(NamedTuple):
    """A plan with what came of it, draw by draw."""

    plan: Plan
    turns: list[NextTurn]

    @property
    def total(self) -> float:
        """What the next turns are worth together."""
        return sum(turn.worth for turn in self.turns)


class LevelChoice(NamedTuple):
    """What a level chose, and what it chose from."""

    moves: list[str]
    ranked: list[tuple[float, Plan]]
    """The plans of the turn with their values, the best first; equal values keep their order."""
    foreseen: Sequence[PlanOutlook] = ()
    """The plans of which the next turns were thought about too; none where one is clearly the best."""


class _Inputs(NamedTuple):
    """The input of the kernel: what the seat sees, the rules, the settings of the level, and memory."""

    seen: Any
    rules: Any
    level: Level
    work: Any


class Planner:
    """A player that thinks its turn through; a level says what it goes by."""

    kind: ClassVar[int]
    settings: ClassVar[Mapping[str, float]] = {}
    """What it goes by, as fields of `kernel.layout.Level`, which says what each means."""
    manner = Manner()

    def manner_for(self, rules: Rules) -> Manner:  # noqa: ARG002 - a level may tell games apart
        """Return how this player talks and listens in a game."""
        return self.manner

    def record(self, rules: Rules) -> Level:
        """Return what this player goes by, as the kernel reads it."""
        level, manner = Level(), self.manner_for(rules)
        vars(level).update(self.settings, level_kind=self.kind)
        level.price_keep_off, level.price_small_steps = manner.keep_off, manner.small_steps
        level.price_can_go_back, level.price_cover, level.price_tempo = manner.can_go_back, manner.cover, manner.tempo
        level.like_to, level.rather_not_from = manner.like_to, manner.rather_not_from
        return level

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn as intended now."""
        OwnTurn.of(view)  # refuses where it is not this seat's turn
        return self._planned(view, heard(view, signals, self.manner_for(view.rules)))

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Return the signals this seat would have standing now."""
        return said(view, self.manner_for(view.rules))

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by how far its first turn would move the tops."""
        if view.turn != 1 or view.laid_this_turn or not view.hand or not may_talk(view):
            return None
        moves = self._planned(view, NO_REQUESTS, opened=False)
        seen = _records().seen(view, [0] * view.rules.players, opened=False)
        cost = kernel.interpreted("level_values").travel(_laid(seen, view.rules, moves), seen)
        manner = self.manner_for(view.rules)
        return "like" if cost <= manner.like_to else "rather-not" if cost >= manner.rather_not_from else None

    def consider(self, view: View, asked: RequestPrices) -> LevelChoice:
        """Return the turn that is planned with the others that were looked at, out of one search."""
        inputs = self._inputs(view, asked)
        count, work = _levels().value_turns(*inputs), inputs.work
        if count == 0:
            moves = _moves(work)
            return LevelChoice(moves, [(0.0, _played(view, moves))])
        values = work.values.end_values[:count]
        ranked = sorted(zip(values, _plans(view, work, count), strict=True), key=lambda pair: -pair[0])
        foreseen = self._foreseen(view, inputs, count)
        best = max(foreseen, key=lambda one: one.total).plan if foreseen else ranked[0][1]
        return LevelChoice(best.moves, ranked, foreseen)

    def _foreseen(self, view: View, inputs: _Inputs, count: int) -> list[PlanOutlook]:  # noqa: ARG002 - for those who do
        """Return the plans of which the next turns were thought about too."""
        return []

    def terms(self, view: View, plan: Plan, asked: RequestPrices) -> dict[str, float]:
        """Return the parts that make up a plan's value, by name."""
        raise NotImplementedError

    def _inputs(self, view: View, asked: RequestPrices, *, opened: bool = True) -> _Inputs:
        seen = _records().seen(view, [0] * view.rules.players, opened=opened)
        work = _scratch()
        work.values.asked_moved[:], work.values.asked_stepped[:] = asked.moved, asked.stepped
        work.values.asked_covered[:], work.values.asked_laid[:] = asked.covered, asked.laid
        work.values.asked_tempo = asked.tempo
        return _Inputs(seen, ruled(view.rules), _record(self.__class__, view.rules), work)

    def _planned(self, view: View, asked: RequestPrices, *, opened: bool = True) -> list[str]:
        inputs = self._inputs(view, asked, opened=opened)
        _levels().plan_level(*inputs)
        return _moves(inputs.work)


class Novice(Planner):
    """Takes the nearest card that does not lose, without a plan, and now and then misses a retro."""

    kind = 0
    manner = Manner(small_within=7, keep_off=6.0, small_steps=0.5, can_go_back=6.0, tempo=0.0)
    settings: ClassVar = {
        "novice_missed": 3, "novice_effort": 50.0, "novice_tempting": 1, "novice_tempting_late": 99,
    }  # fmt: skip

    def by_effort(self, view: View, before: Sequence[str], asked: RequestPrices) -> list[Lay]:
        """Return what may be laid next without losing after some moves of this turn, what seems nearest first."""
        seen, rules, level, work = self._inputs(view, asked)
        turn, levels = _laid(seen, view.rules, before), _levels()
        actions = work.lists.nearest[: levels.by_effort(turn, rules, level, work)]
        return [MOVES[_records().move_of(action)] for action in actions if levels.survives(turn, rules, work, action)]


class Steady(Planner):
    """Looks for the cheapest whole turn, without any judgement of what it leads to."""

    kind = 1
    settings: ClassVar = {
        "level_width": 2, "level_reach": 2, "level_extra": 3, "level_beam": 60,
        "worth_card": 2, "worth_card_late": 10, "worth_card_last": 100,
    }  # fmt: skip
    left_showing: ClassVar = {SILENCE: 2, NO_RETRO: 6, ONE_PILE: 8, DRAW_ONE: 6, FIRE: 12}
    """What it costs to leave a command or fire to the next player."""

    def record(self, rules: Rules) -> Level:
        """Return what this player goes by, as the kernel reads it."""
        level = super().record(rules)
        for mark, cost in self.left_showing.items():
            level.worth_shown[mark] = -cost
        return level

    def terms(self, view: View, plan: Plan, asked: RequestPrices) -> dict[str, float]:
        """Return what makes up the value: cards beyond the minimum, less what the turn costs."""
        inputs, values = self._inputs(view, asked), kernel.interpreted("level_values")
        end = _laid(inputs.seen, view.rules, plan.moves)
        return {
            "cards": values.worth_of_card(end, inputs.seen, inputs.level) * (end.laid - end.minimum),
            "steps": -values.travel(end, inputs.seen),
            "asked": -values.asked_price(end, inputs.seen, inputs.rules, inputs.work.values),
            COMMANDS: values.left_showing(end, inputs.level),
        }

    def worth_of_card(self, view: View) -> float:
        """Return how many numbers a card beyond the minimum may cost."""
        seen, _, level, _ = self._inputs(view, NO_REQUESTS)
        worth: float = kernel.interpreted("level_values").worth_of_card(seen, seen, level)
        return worth


class Strong(Planner):
    """Looks at some hundred ways to play the turn and values where each leads; alone, also what may follow."""

    kind = 2
    settings: ClassVar = {
        "level_width": 3, "level_reach": 8, "level_extra": 3, "level_beam": 120,
        "outlook_plans": 5, "outlook_margin": 4.0, "outlook_draws": 8, "outlook_stuck": 60.0,
        "outlook_width": 2, "outlook_reach": 3, "outlook_extra": 1, "outlook_beam": 24,
    }  # fmt: skip

    def traits(self, rules: Rules) -> dict[str, str]:
        """Return what its identity tells beside its name: the weights, and how far it looks."""
        looks = "{outlook_plans} plans, {outlook_draws} draws".format(**self.settings)
        return {"weights": digest(weights_bytes()), "look_ahead": looks if rules.players == 1 else "none"}

    def manner_for(self, rules: Rules) -> Manner:
        """Return how this player talks and listens, with commands or without."""
        return _tuned_manner("extreme" if rules.commands else "plain")

    def record(self, rules: Rules) -> Level:
        """Return what this player goes by, as the kernel reads it."""
        level, weights = super().record(rules), weights_file()["weights"][set_for(rules)]
        level.level_weights[:] = [weights[name] for name in FEATURES]
        for name, mark in SHOWN.items():
            level.worth_shown[mark] = weights[name]
        for name, mark in HELD.items():
            level.worth_held[mark] = weights[f"hold-{name}"]
            level.worth_held_late[mark] = weights[f"hold-{name}-late"]
        level.worth_short = weights["short"]
        return level

    def terms(self, view: View, plan: Plan, asked: RequestPrices) -> dict[str, float]:
        """Return what makes up the value."""
        inputs = self._inputs(view, asked)
        end = _laid(inputs.seen, view.rules, plan.moves)
        price = kernel.interpreted("level_values").asked_price(end, inputs.seen, inputs.rules, inputs.work.values)
        return {**_judged(end, inputs), "asked": -price}

    def _foreseen(self, view: View, inputs: _Inputs, count: int) -> list[PlanOutlook]:
        """Return the plans that are thought about, with the next turns; none where one is clearly the best."""
        levels, lists = _levels(), inputs.work.lists
        if not levels.thinks_ahead(inputs.seen, inputs.level):
            return []
        picked, room = levels.pick_turns(inputs.level, inputs.work, count), kernel.interpreted("layout").PLAN_ROOM
        plans = [_played(view, _texts(lists.foreseen_plans[room * place :])) for place in range(picked)]
        seed, found = levels.checksum_of_draws(inputs.seen), []
        for place, plan in enumerate(plans if picked > 1 else []):
            turns = [self._next(inputs, place, seed + draw) for draw in range(int(self.settings["outlook_draws"]))]
            found.append(PlanOutlook(plan, turns))
        return found

    @staticmethod
    def _next(inputs: _Inputs, place: int, seed: int) -> NextTurn:
        worth = _levels().next_worth(*inputs, place, seed)
        lists, value = inputs.work.lists, inputs.work.values.option_efforts[place]
        if not lists.ends:
            return NextTurn(worth, {}, stuck=worth < value)
        return NextTurn(worth, _judged(inputs.work.nodes[lists.end_nodes[0] >> 1], inputs), stuck=False)


LEVEL_KINDS: Final = (Novice, Steady, Strong)
"""In the order of the kernel's kinds."""


# --- the weights of strong --------------------------------------------------------------------------------------------


@cache
def weights_file() -> Mapping[str, Any]:
    """Return the weights that ship with the package, with the note on how they came about."""
    data: Mapping[str, Any] = json.loads(weights_bytes())
    return data


def weights_bytes() -> bytes:
    """Return the file of weights as it is."""
    return files(__package__).joinpath("weights.json").read_bytes()


def set_for(rules: Rules) -> str:
    """Return the name of the weights for a game: alone or at a table, with commands or without."""
    return ("solo" if rules.players == 1 else "table") + ("-extreme" if rules.commands else "")


# --- between the kernel and what players answer -----------------------------------------------------------------------


def _levels() -> Any:
    return kernel.interpreted("levels")


def _records() -> Any:
    return kernel.interpreted("records")


def _scratch() -> Any:
    """Return this thread's memory."""
    if not hasattr(_thread, "work"):
        _thread.work = kernel.interpreted("scratch").level_scratch()
    return _thread.work


# With seeded commands every game has rules of its own.
_record: Any = lru_cache(64)(lambda level, rules: level().record(rules))


@cache
def _tuned_manner(name: str) -> Manner:
    return Manner(**weights_file()["manner"][name])


def _texts(planned: Sequence[int]) -> list[str]:
    """Return a plan as the kernel writes it: how many actions, then the actions."""
    return [_records().move_of(action) for action in planned[1 : 1 + planned[0]]]


def _moves(work: Any) -> list[str]:
    return _texts(work.lists.planned)


def _plans(view: View, work: Any, count: int) -> list[Plan]:
    """Return the plans that lead to the ends found."""
    found = []
    for end in work.lists.end_nodes[:count]:
        kernel.interpreted("beam").write_plan(work, end >> 1, end & 1)
        found.append(_played(view, _moves(work)))
    return found


def _played(view: View, moves: Sequence[str]) -> Plan:
    """Return moves of the turn as a plan."""
    start = OwnTurn.of(view) if view.seat == view.active else OwnTurn.opening(view)
    steps = start.replay(moves)
    outcome, turn = steps[-1][2:] if steps else (GOING, start)
    lays = tuple(lay for _, lay, _, _ in steps)
    if outcome != GOING:
        return Plan(lays, turn, outcome, True)
    return Plan(lays, turn, turn.ending(), END not in moves and turn.stuck())


def _laid(seen: Any, rules: Rules, moves: Sequence[str]) -> Any:
    """Return the turn after some moves, as the kernel has it."""
    turn = kernel.interpreted("layout").TurnState()
    kernel.interpreted("memory").copy_turn(seen, turn)
    for move in moves:
        kernel.interpreted("turn").lay(turn, ruled(rules), _records().action_of(move))
    return turn


def _judged(end: Any, inputs: _Inputs) -> dict[str, float]:
    """Return what makes up the value of an end by weights: by `GROUPS` and `COMMANDS`."""
    values, counted = kernel.interpreted("level_values"), [0.0] * len(FEATURES)
    values.count_end(end, counted)
    weights = inputs.level.level_weights
    parts = {name: weight * count for name, weight, count in zip(FEATURES, weights, counted, strict=True)}
    found = {group: sum(parts[name] for name in names) for group, names in GROUPS.items()}
    marks = values.worth_of_marks(end, inputs.rules, inputs.level) if inputs.rules.special else 0.0
    return {**found, COMMANDS: marks}
