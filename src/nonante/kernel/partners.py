"""Computer players on the seats beside a learner, in games that a trainer steps: compiled, until the learner acts.

One seat of every game is the learner's. `Seating` says who sits on the others. Every kind of partner has an entry of
its own, so that a trainer compiles no more than it needs. Partners play as where nobody talks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from . import layout as at
from .bits import bytes_at, floats_at, numbers_at, pointer, pointers, shifted, words_at
from .candidates import turns
from .champion import decide
from .codes import PLAYING
from .compiling import Array, Word, entry, inner, int64
from .determinization import look, write_turn
from .encoding import observe, write_mask
from .episode import Recalled, open_episode, play
from .fields import Record, cell
from .layout import Level, Planning, Prices, Reference, RulesRecord
from .level_values import ask_nothing
from .levels import plan_level
from .memory import nth
from .planner import plan_by_search
from .planner_by_pile import plan_by_packets
from .randomness import GOLDEN, game_seed, mix, uint64
from .reference import choose
from .scratch import Mind, Paper, Scratch
from .stepping import Desk

_SALT: Any = np.uint64(0x706172746E657273)  # "partners" in ASCII
_U32: Any = np.uint64(32)
SEATS: Final = 5


class Seating(Record):
    """Who sits where: addresses of arrays, a line a game, and what is the same for all."""

    at_seats = cell()  # five numbers a game: 0 for the learner, else 1 + the place among the partners
    at_own = cell()  # the learner's seat
    at_waits = cell()  # who acts next, as in `at_seats`
    at_fresh = cell()  # 1 until the learner has acted: what was played before is not paid
    partner_count = cell()
    learner_seat = cell()  # -1: it moves on from game to game


class _Hall(NamedTuple):
    """All that lies on the desk, as pointers, with the seating."""

    desk: Desk
    seating: Seating
    rows: Any
    rulebook: Any
    allowed: Any
    outcomes: Any
    rewards: Any
    ends: Any
    scores: Any
    reasons: Any
    seeds: Any
    seats: Any
    own: Any
    waits: Any
    fresh: Any
    recalls: bool


@inner
def _hall(lines: Array, seating_lines: Array) -> _Hall:
    desk: Desk = pointer(lines, 0)
    seating: Seating = pointer(seating_lines, 0)
    return _Hall(
        desk,
        seating,
        numbers_at(desk.rows),
        numbers_at(desk.rulebook),
        numbers_at(desk.allowed),
        numbers_at(desk.outcomes),
        floats_at(desk.rewards),
        bytes_at(desk.ended),
        numbers_at(desk.scores),
        numbers_at(desk.reasons),
        words_at(desk.seeds),
        numbers_at(seating.at_seats),
        numbers_at(seating.at_own),
        numbers_at(seating.at_waits),
        numbers_at(seating.at_fresh),
        desk.row_width > at.EPISODE_SIZE,
    )


@inner
def _chance(seed: Word, number: int) -> int:
    """Return a random number of 32 bits that follows from a deal."""
    chance: int = int64(mix((seed ^ _SALT) + GOLDEN * uint64(number + 1)) >> _U32)
    return chance


@inner
def _game(hall: _Hall, place: int) -> Recalled:
    game: Recalled = shifted(hall.rows, hall.desk.row_width * place)
    return game


@inner
def _rules(hall: _Hall, place: int) -> RulesRecord:
    rules: RulesRecord = shifted(hall.rulebook, hall.desk.rules_width * place)
    return rules


@inner
def _sit_down(hall: _Hall, place: int, players: int) -> None:
    """Seat everybody for a game that was dealt, and say who acts first."""
    game, seats, seed = _game(hall, place), shifted(hall.seats, SEATS * place), hall.seeds[place]
    own = hall.seating.learner_seat
    own = own if own >= 0 else game.number % players
    for seat in range(players):
        partner = (_chance(seed, seat) * hall.seating.partner_count) >> 32
        seats[seat] = 0 if seat == own else 1 + partner
    hall.own[place] = own
    hall.fresh[place] = 1
    hall.waits[place] = seats[game.active]


@inner
def _renew(hall: _Hall, place: int) -> None:
    """Deal the next game of a row."""
    game, rules = _game(hall, place), _rules(hall, place)
    game.number += hall.desk.renew
    hall.seeds[place] = game_seed(uint64(hall.desk.run), uint64(game.number))
    open_episode(game, rules, hall.seeds[place], hall.recalls)
    _sit_down(hall, place, rules.players)


@inner
def _played(hall: _Hall, place: int, action: int) -> None:
    """Let whoever acts play an action, and pay for it; a game that ends is told of and dealt anew."""
    game, rules = _game(hall, place), _rules(hall, place)
    outcome, desk = shifted(hall.outcomes, at.OUTCOME_SIZE * place), hall.desk
    paid = play(game, rules, outcome, action, desk.reward_kind, hall.recalls)
    if hall.fresh[place] == 0:
        hall.rewards[place] += paid
    if game.status == PLAYING:
        hall.waits[place] = hall.seats[SEATS * place + game.active]
        return
    hall.waits[place] = 0
    if hall.fresh[place]:  # the partners lost it before the learner could act
        _renew(hall, place)
        return
    hall.ends[place] = 1
    hall.scores[place] = outcome.outcome_score
    hall.reasons[place] = outcome.outcome_reason
    if desk.keeps_finals:
        _observe(hall, place, shifted(bytes_at(desk.finals), desk.observation_width * place), hall.own[place])
    if not desk.renews_later:
        _renew(hall, place)


@inner
def _observe(hall: _Hall, place: int, out: Any, seat: int) -> None:
    places = hall.desk.part_places
    parts = places[0], places[1], places[2], places[3]
    observe(_game(hall, place), _rules(hall, place), hall.allowed, out, seat, parts)


@entry
def sit_down(lines: Array, seating: Array, first: int, last: int) -> None:
    """Seat everybody in games that were just dealt."""
    hall = _hall(lines, seating)
    for place in range(first, last):
        _sit_down(hall, place, _rules(hall, place).players)


@entry
def act(lines: Array, seating: Array, actions: Array, first: int, last: int) -> None:
    """Let the learner act in these games; where it waits for a new deal, that is dealt and nothing else happens."""
    hall = _hall(lines, seating)
    for place in range(first, last):
        game = _game(hall, place)
        hall.rewards[place] = 0
        hall.ends[place] = 0
        if game.status != PLAYING:
            _renew(hall, place)
            continue
        if hall.fresh[place]:
            hall.fresh[place] = 0
            game.first_heights = game.heights[0] + game.heights[1] + game.heights[2] + game.heights[3]
        _played(hall, place, int64(actions[place]))


@entry
def act_for(lines: Array, seating: Array, actions: Array, which: int, first: int, last: int) -> int:
    """Let one of the partners act, one action in every game that waits for it; return how many games still wait."""
    hall, waiting = _hall(lines, seating), 0
    for place in range(first, last):
        if hall.waits[place] == which:
            _played(hall, place, int64(actions[place]))
        waiting += hall.waits[place] > 0
    return waiting


@entry
def show(lines: Array, seating: Array, which: int, first: int, last: int) -> None:
    """Write what the learner sees in these games, or with `which` above 0 what that partner does where it acts."""
    hall, desk = _hall(lines, seating), pointer(lines, 0)
    observations, masks, choices = bytes_at(desk.observations), bytes_at(desk.masks), numbers_at(desk.choices)
    actors = bytes_at(desk.actors)
    for place in range(first, last):
        if which and hall.waits[place] != which:
            continue
        game, rules = _game(hall, place), _rules(hall, place)
        seat = game.active if which else hall.own[place]
        actors[place] = seat
        _observe(hall, place, shifted(observations, desk.observation_width * place), seat)
        mask = shifted(masks, desk.mask_width * place)
        choices[place] = write_mask(game, rules, hall.allowed, mask, False)


# --- partners by kind -------------------------------------------------------------------------------------------------


def _advance_by(plan: Callable[[Recalled, RulesRecord, Any, int], Any]) -> Any:
    """Make ``(hall, tools, which, first, last)``, which lets a partner play its turns; it returns how many games wait.

    `plan` gets the game, its rules, the tools and a random number, and returns how many actions there are and these.
    """

    @inner
    def advance(hall: _Hall, tools: Any, which: int, first: int, last: int) -> int:
        waiting = 0
        for place in range(first, last):
            while hall.waits[place] == which:
                game = _game(hall, place)
                turn, number = game.turn, game.number
                actions = plan(game, _rules(hall, place), tools, _chance(hall.seeds[place], SEATS + game.active))
                for step in range(1, actions[0] + 1):
                    if hall.waits[place] == which and game.turn == turn and game.number == number:
                        _played(hall, place, actions[step])
            waiting += hall.waits[place] > 0
        return waiting

    return advance


class Simple(NamedTuple):
    """Random or greedy players: one of several, by the deal."""

    players: Any
    variants: Any
    """How many they are."""
    plan: Any


@inner
def _plan_simple(game: Recalled, _rules: RulesRecord, tools: Simple, chance: int) -> Any:
    player: Reference = nth(tools.players, at.REFERENCE_SIZE, (chance * tools.variants[0]) >> 32)
    tools.plan[1] = choose(game, player, tools.plan)
    tools.plan[0] = 1
    return tools.plan


class Planned(NamedTuple):
    """A planner."""

    player: Reference
    work: Planning
    prices: Prices


@inner
def _plan_planned(game: Recalled, rules: RulesRecord, tools: Planned, _chance: int) -> Any:
    if rules.special:
        plan_by_search(game, rules, tools.player, tools.work, tools.prices)
    else:
        plan_by_packets(game, tools.player, tools.work, tools.prices)
    return tools.work.plan


@inner
def _under(rules: RulesRecord, mind: Mind) -> Mind:
    """Return what thinks in a game of these rules."""
    return Mind(rules, mind.net, mind.talk, mind.rows, mind.rest)


class Levelled(NamedTuple):
    """A level, with room to think."""

    mind: Mind
    level: Level
    scratch: Scratch
    paper: Paper


@inner
def _plan_levelled(game: Recalled, rules: RulesRecord, tools: Levelled, _chance: int) -> Any:
    look(game, _under(rules, tools.mind), tools.scratch.seen)
    ask_nothing(tools.paper.priced)
    plan_level(tools.scratch.seen, rules, tools.level, tools.paper)
    return tools.paper.lists.planned


class Champions(NamedTuple):
    """A champion, with room to think."""

    mind: Mind
    scratch: Scratch
    plan: Any


@inner
def _plan_champions(game: Recalled, rules: RulesRecord, tools: Champions, _chance: int) -> Any:
    own, scratch = _under(rules, tools.mind), tools.scratch
    look(game, own, scratch.seen)
    best = decide(scratch.seen, own, scratch, turns(scratch.seen, rules, scratch))
    write_turn(nth(scratch.turns, at.FOUND_SIZE, best), tools.plan)
    return tools.plan


_simple, _planned = _advance_by(_plan_simple), _advance_by(_plan_planned)
_levelled, _champions = _advance_by(_plan_levelled), _advance_by(_plan_champions)


@entry
def advance_simple(lines: Array, seating: Array, arrays: Simple, which: int, first: int, last: int) -> int:
    """Let a random or greedy partner play; return how many games still wait for a partner."""
    waiting: int = _simple(_hall(lines, seating), pointers(arrays), which, first, last)
    return waiting


@entry
def advance_planned(lines: Array, seating: Array, arrays: Planned, which: int, first: int, last: int) -> int:
    """Let a planner play; return how many games still wait for a partner."""
    waiting: int = _planned(_hall(lines, seating), pointers(arrays), which, first, last)
    return waiting


@entry
def advance_levelled(
    lines: Array,
    seating: Array,
    mind: Mind,
    level: Array,
    scratch: Scratch,
    paper: Paper,
    which: int,
    first: int,
    last: int,
) -> int:
    """Let a level play; return how many games still wait for a partner."""
    tools = Levelled(pointers(mind), pointer(level, 0), pointers(scratch), pointers(paper))
    waiting: int = _levelled(_hall(lines, seating), tools, which, first, last)
    return waiting


@entry
def advance_champions(
    lines: Array, seating: Array, mind: Mind, scratch: Scratch, plan: Array, which: int, first: int, last: int
) -> int:
    """Let a champion play; return how many games still wait for a partner."""
    tools = Champions(pointers(mind), pointers(scratch), pointer(plan, 0))
    waiting: int = _champions(_hall(lines, seating), tools, which, first, last)
    return waiting
