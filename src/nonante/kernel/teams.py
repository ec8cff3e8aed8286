"""Whole games of computer players, each seat with a level of its own: what `players.match` plays, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, pointers, shifted, shows
from .candidates import turns
from .champion import decide, wish_of
from .codes import CAN_GO_BACK, COVER, KEEP_OFF, PLAYING, SILENCE, SMALL_STEPS, STOP, TROUBLE
from .compiling import Array, entry, inner
from .determinization import look, write_turn
from .game import begin_turn, deal, play_action, report, start_by
from .layout import Asked, Level, RulesRecord, State, View
from .level_values import ask_nothing, travel
from .levels import CHAMPION, plan_level
from .memory import copy_turn, nth
from .randomness import game_seed
from .scratch import Mind, Paper, Scratch, paper
from .talk import words_of
from .turn import lay
from .workspace import Run, Workspace, own_rules

_FIRST: Any = np.int64(0)


class Team(NamedTuple):
    """Who plays: for games with an even and an odd number, and for every seat."""

    seats: Any
    """Five places in `levels` for even games, then five for odd ones."""
    levels: Any
    """A level record each."""
    talks: Any
    """How each of them talks, as the champion's settings."""


class Table(NamedTuple):
    """Who thinks, and with what."""

    mind: Mind
    scratch: Scratch
    paper: Paper
    team: Team
    seats: list[int]


@inner
def _wish_of_level(state: State, mind: Mind, level: Level, scratch: Scratch, paper: Paper) -> int:
    """Return 2 if a seat would like to start, 0 if it would rather not, else 1: by how far its first turn goes."""
    look(state, mind, scratch.seen)
    ask_nothing(paper.priced)
    plan_level(scratch.seen, mind.rules, level, paper)
    end = paper.lists.now
    copy_turn(scratch.seen, end)
    for place in range(paper.lists.planned[0]):
        lay(end, mind.rules, paper.lists.planned[1 + place])
    cost = travel(end, scratch.seen)
    return 2 if cost <= level.like_to else 0 if cost >= level.rather_not_from else 1


@inner
def _wish(state: State, table: Table) -> int:
    """Return what the active seat wishes, as `start_by` has it."""
    level = shifted(table.team.levels, at.LEVEL_SIZE * table.seats[state.active])
    if level.level_kind == CHAMPION:
        return wish_of(state, table.mind, table.scratch)
    return _wish_of_level(state, table.mind, level, table.scratch, table.paper)


start = start_by(_wish)
"""Let the seats agree on who starts; see `game.start_by`."""


@entry
def play(arrays: Scratch, settings: Mind, room: Paper, who: Team, state: Array, seeds: Array, outcomes: Array) -> None:
    """Play whole games; `arrays` and `settings` are the champion's."""
    scratch, mind, position = pointers(arrays), pointers(settings), pointer(state, 0)
    sheets, team = pointers(room), pointers(who)
    for game in range(outcomes.shape[0]):
        number = seeds[1] + np.uint64(game)
        odd = number & np.uint64(1) != 0
        seats = shifted(team.seats, 5 if odd else 0)
        deal(position, mind.rules, game_seed(seeds[0], number))
        begin_turn(position, mind.rules, _FIRST)
        if mind.rules.talk and mind.rules.players > 1:
            start(position, mind.rules, Table(mind, scratch, sheets, team, seats))
        while position.status == PLAYING:
            see(position, mind, team, seats, scratch.seen)
            _take_turn(position, mind, scratch, sheets, team, seats)
        report(position, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@inner
def see(state: State, mind: Mind, team: Team, seats: list[int], view: View) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken, each in its own way."""
    look(state, mind, view)
    rules = mind.rules
    if not rules.talk or rules.players == 1 or shows(state.shown, SILENCE):
        return
    needed = rules.least if state.left else 1
    for seat in range(rules.players):
        if seat != state.active and view.counts[seat]:
            talk = shifted(team.talks, at.TALK_SIZE * seats[seat])
            hand = shifted(state.hands, 4 * seat)
            view.said[seat] = words_of(hand, state.heights, state.unplayed, rules, needed, talk)


@inner
def plan_turn(state: State, mind: Mind, scratch: Scratch, paper: Paper, team: Team, seats: list[int]) -> None:
    """Leave the turn of the active seat as the plan of `paper`; `see` has filled the view."""
    level = shifted(team.levels, at.LEVEL_SIZE * seats[state.active])
    if level.level_kind != CHAMPION:
        _hear(scratch.seen, state, mind.rules, level, paper.priced)
        plan_level(scratch.seen, mind.rules, level, paper)
        return
    best = decide(scratch.seen, mind, scratch, turns(scratch.seen, mind.rules, scratch))
    write_turn(nth(scratch.turns, at.FOUND_SIZE, best), paper.lists.planned)


@inner
def _take_turn(state: State, mind: Mind, scratch: Scratch, paper: Paper, team: Team, seats: list[int]) -> None:
    """Let the active seat play its turn."""
    plan_turn(state, mind, scratch, paper, team, seats)
    for place in range(paper.lists.planned[0]):
        play_action(state, mind.rules, paper.lists.planned[1 + place])


@inner
def _hear(view: View, state: State, rules: RulesRecord, level: Level, priced: Asked) -> None:
    """Put a price on what the other seats say; one in trouble that holds a stop says so, and needs no hurry."""
    ask_nothing(priced)
    for seat in range(view.seats):
        said = view.said[seat]
        if seat == view.seat or said == 0:
            continue
        for pile in range(4):
            if said >> (pile + 4 * KEEP_OFF) & 1:
                priced.asked_moved[pile] += level.price_keep_off
            if said >> (pile + 4 * CAN_GO_BACK) & 1:
                priced.asked_moved[pile] += level.price_can_go_back
            if said >> (pile + 4 * SMALL_STEPS) & 1:
                priced.asked_stepped[pile] += level.price_small_steps
            if said >> (pile + COVER) & 1:
                priced.asked_covered[pile] += level.price_cover
        if said & TROUBLE and not holds_stop(shifted(state.hands, 4 * seat), rules):
            priced.asked_tempo += level.price_tempo


@inner
def holds_stop(hand: list[int], rules: RulesRecord) -> bool:
    """Tell whether a hand holds a stop."""
    stops = shifted(rules.cards_with, 2 * STOP)
    return rules.special != 0 and hand[0] & stops[0] | hand[1] & stops[1] != 0


def play_games(workspace: Workspace, mind: Mind, team: Team, run: Run) -> Any:
    """Play games and return how each ended, a line a game; see `layout`."""
    outcomes = np.zeros((run.games, at.OUTCOME_SIZE), np.int64)
    play(workspace.scratch, own_rules(mind), paper(), team, workspace.state, run.seeds, outcomes)
    return outcomes
