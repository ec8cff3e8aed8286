"""Whole games of computer players, each seat with a level of its own: what `players.match` plays, compiled.

Every turn can be written down (`recording`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, pointers, shifted, shows
from .candidates import turns
from .champion import decide, wish_of
from .codes import CAN_GO_BACK, COVER, KEEP_OFF, PLAYING, SILENCE, SMALL_STEPS, STOP, TROUBLE
from .compiling import Array, entry, inner
from .determinization import see_table, write_turn
from .game import begin_turn, deal, play_action, report, start_by
from .layout import Level, LevelValues, RulesRecord, State, View
from .level_values import ask_nothing, travel
from .levels import CHAMPION, plan_level
from .memory import copy_turn, nth
from .randomness import game_seed
from .recording import HOLDS_STOP, SIZE, Written, begin_writing, rows_for, write_action
from .scratch import LevelScratch, Scratch, Setup, level_scratch
from .talk import words_of
from .turn import lay
from .workspace import Run, Workspace, own_rules

if TYPE_CHECKING:
    import numpy.typing as npt

_ZERO: Any = np.int64(0)


class Team(NamedTuple):
    """Who plays: for games with an even and an odd number, and for every seat."""

    seats: Any
    """Five places in `levels` for even games, then five for odd ones."""
    levels: Any
    """A level record each."""
    talks: Any
    """How each of them talks, as the champion's settings."""


class _TeamThinker(NamedTuple):
    """A team and its memory."""

    setup: Setup
    scratch: Scratch
    work: LevelScratch
    team: Team
    seats: list[int]


@inner
def _wish_of_level(state: State, setup: Setup, level: Level, scratch: Scratch, work: LevelScratch) -> int:
    """Return 2 if a seat would like to start, 0 if it would rather not, else 1: by how far its first turn goes."""
    see_table(state, setup.rules, scratch.seen)
    ask_nothing(work.values)
    plan_level(scratch.seen, setup.rules, level, work)
    end = work.lists.now
    copy_turn(scratch.seen, end)
    for place in range(work.lists.planned[0]):
        lay(end, setup.rules, work.lists.planned[1 + place])
    cost = travel(end, scratch.seen)
    return 2 if cost <= level.like_to else 0 if cost >= level.rather_not_from else 1


@inner
def _wish(state: State, own: _TeamThinker) -> int:
    """Return what the active seat wishes, as `start_by` has it."""
    level = shifted(own.team.levels, at.LEVEL_SIZE * own.seats[state.active])
    if level.level_kind == CHAMPION:
        return wish_of(state, own.setup, own.scratch)
    return _wish_of_level(state, own.setup, level, own.scratch, own.work)


_start = start_by(_wish)


@entry
def play(
    arrays: Scratch,
    settings: Setup,
    room: LevelScratch,
    who: Team,
    state: Array,
    seeds: Array,
    outcomes: Array,
    turns: Array,
) -> int:
    """Play whole games and write down every turn if `turns` has rows; return how many were written.

    `arrays` and `settings` are the champion's.
    """
    scratch, setup, position = pointers(arrays), pointers(settings), pointer(state, 0)
    work, team = pointers(room), pointers(who)
    written: int = _ZERO
    rules, planned, writes = setup.rules, work.lists.planned, turns.shape[0] > 0
    for game in range(outcomes.shape[0]):
        number = seeds[1] + np.uint64(game)
        seats = shifted(team.seats, 5 if number & np.uint64(1) != 0 else 0)
        deal(position, rules, game_seed(seeds[0], number))
        begin_turn(position, rules, _ZERO)
        if rules.talk and rules.players > 1:
            _start(position, rules, _TeamThinker(setup, scratch, work, team, seats))
        while position.status == PLAYING:
            _see(position, rules, team, seats, scratch.seen)
            turn = pointer(turns, SIZE * written)
            if writes:
                _write_view(turn, position, rules, scratch.seen, game)
                written += 1
            _plan_turn(position, setup, scratch, work, team, seats)
            for place in range(1, planned[0] + 1):
                if writes:
                    write_action(turn, planned[place])
                play_action(position, rules, planned[place])
        report(position, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return written


@inner
def _write_view(turn: Written, state: State, rules: RulesRecord, view: View, game: int) -> None:
    """Write down what the active seat sees and hears as its turn begins."""
    begin_writing(turn, state, rules.players, game)
    for seat in range(rules.players):
        said, hand = view.said[seat], shifted(state.hands, 4 * seat)
        turn.written_said[seat] = said | (HOLDS_STOP if said & TROUBLE and _holds_stop(hand, rules) else 0)


@inner
def _see(state: State, rules: RulesRecord, team: Team, seats: list[int], view: View) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken, each in its own way."""
    see_table(state, rules, view)
    if not rules.talk or rules.players == 1 or shows(state.shown, SILENCE):
        return
    needed = rules.least if state.left else 1
    for seat in range(rules.players):
        if seat != state.active and view.counts[seat]:
            talk = shifted(team.talks, at.TALK_SIZE * seats[seat])
            hand = shifted(state.hands, 4 * seat)
            view.said[seat] = words_of(hand, state.heights, state.unplayed, rules, needed, talk)


@inner
def _plan_turn(state: State, setup: Setup, scratch: Scratch, work: LevelScratch, team: Team, seats: list[int]) -> None:
    """Leave the turn of the active seat as the plan of `work`; `_see` has filled the view."""
    level = shifted(team.levels, at.LEVEL_SIZE * seats[state.active])
    if level.level_kind != CHAMPION:
        _hear(scratch.seen, state, setup.rules, level, work.values)
        plan_level(scratch.seen, setup.rules, level, work)
        return
    best = decide(scratch.seen, setup, scratch, turns(scratch.seen, setup.rules, scratch))
    write_turn(nth(scratch.turns, at.TURNEND_SIZE, best), work.lists.planned)


@inner
def _hear(view: View, state: State, rules: RulesRecord, level: Level, values: LevelValues) -> None:
    """Put a price on what the other seats say; one in trouble that holds a stop says so, and needs no hurry."""
    ask_nothing(values)
    for seat in range(view.seats):
        said = view.said[seat]
        if seat == view.seat or said == 0:
            continue
        for pile in range(4):
            if said >> (pile + 4 * KEEP_OFF) & 1:
                values.asked_moved[pile] += level.price_keep_off
            if said >> (pile + 4 * CAN_GO_BACK) & 1:
                values.asked_moved[pile] += level.price_can_go_back
            if said >> (pile + 4 * SMALL_STEPS) & 1:
                values.asked_stepped[pile] += level.price_small_steps
            if said >> (pile + COVER) & 1:
                values.asked_covered[pile] += level.price_cover
        if said & TROUBLE and not _holds_stop(shifted(state.hands, 4 * seat), rules):
            values.asked_tempo += level.price_tempo


@inner
def _holds_stop(hand: list[int], rules: RulesRecord) -> bool:
    """Tell whether a hand holds a stop."""
    stops = shifted(rules.cards_with, 2 * STOP)
    return rules.special != 0 and hand[0] & stops[0] | hand[1] & stops[1] != 0


def play_games(
    workspace: Workspace, setup: Setup, team: Team, run: Run, *, written: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Play games and return how each ended, a row a game (see `layout`), and the turns if they are to be written."""
    outcomes, turns = np.zeros((run.games, at.OUTCOME_SIZE), np.int64), rows_for(run.games if written else 0)
    own = own_rules(setup)
    count = play(workspace.scratch, own, level_scratch(), team, workspace.state, run.seeds, outcomes, turns)
    return outcomes, turns[:count]
