"""Whole games of computer players, each seat with a level of its own: what `players.match` plays, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, shifted, shows, upright
from .candidates import turns
from .champion import decide, list_marks, wish_of
from .codes import END, PLAYING, SILENCE
from .compiling import Array, Record, entry, inlined, inner
from .game import begin_turn, deal, play_action, report
from .layers import Paper
from .levels import CHAMPION, plan_level
from .randomness import game_seed
from .scratch import Mind, Scratch, mind_in, scratch_in
from .seeing import look, play_turn
from .talk import words_of
from .weighing import hear_words
from .workspace import Run, Workspace

_FIRST: Any = np.int64(0)


class Team(NamedTuple):
    """Who plays: for games with an even and an odd number, and for every seat."""

    seats: Any
    """Five places in `levels` for even games, then five for odd ones."""
    levels: Any
    """A level record each."""
    talks: Any
    """How each of them talks, as the champion's settings."""


def paper() -> Paper:
    """Return room for one thread to think in."""
    return Paper(
        np.zeros(at.MOST_SPOTS * at.SPOT_SIZE, np.int64),
        np.zeros(at.MET_SIZE, np.int64),
        np.zeros(at.LISTS_SIZE, np.int64),
        np.zeros(at.PRICED_SIZE),
        np.zeros(at.RANKS_SIZE, np.int64),
    )


@entry
def play(arrays: Scratch, settings: Mind, room: Paper, who: Team, state: Array, seeds: Array, outcomes: Array) -> None:
    """Play whole games; `arrays` and `settings` are the champion's."""
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    sheets, team = _paper_in(room), _team_in(who)
    for game in range(outcomes.shape[0]):
        number = seeds[1] + np.uint64(game)
        odd = number & np.uint64(1) != 0
        seats = shifted(team.seats, 5 if odd else 0)
        deal(position, mind.rules, game_seed(seeds[0], number))
        list_marks(mind.rules)
        begin_turn(position, mind.rules, _FIRST)
        if mind.rules[at.TALK] and mind.rules[at.PLAYERS] > 1:
            _agree_on_start(position, mind, scratch, sheets, team, seats)
        while position[at.STATUS] == PLAYING:
            _see(position, mind, team, seats, scratch.seen)
            _take_turn(position, mind, scratch, sheets, team, seats)
        report(position, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@inlined
def _paper_in(arrays: Paper) -> Paper:
    return Paper(
        pointer(arrays.spots, 0),
        pointer(arrays.met, 0),
        pointer(arrays.lists, 0),
        pointer(arrays.priced, 0),
        pointer(arrays.ranks, 0),
    )


@inlined
def _team_in(arrays: Team) -> Team:
    return Team(pointer(arrays.seats, 0), pointer(arrays.levels, 0), pointer(arrays.talks, 0))


@inner
def _see(state: Record, mind: Mind, team: Team, seats: Record, view: Record) -> None:
    """Fill a view record with what the active seat sees, after the others have spoken, each in its own way."""
    look(state, mind, view)
    rules = mind.rules
    if not rules[at.TALK] or rules[at.PLAYERS] == 1 or shows(state[at.SHOWN], SILENCE):
        return
    needed = rules[at.LEAST] if state[at.LEFT] else 1
    for seat in range(rules[at.PLAYERS]):
        if seat != state[at.ACTIVE] and view[at.COUNTS + seat]:
            talk = shifted(team.talks, at.TALK_SIZE * seats[seat])
            hand = shifted(state, at.HANDS + 4 * seat)
            view[at.SAID + seat] = words_of(
                hand, shifted(state, at.HEIGHTS), shifted(state, at.UNPLAYED), rules, needed, talk
            )


@inner
def _take_turn(state: Record, mind: Mind, scratch: Scratch, paper: Paper, team: Team, seats: Record) -> None:
    """Let the active seat play its turn."""
    level = shifted(team.levels, at.LEVEL_SIZE * seats[state[at.ACTIVE]])
    if level[at.LEVEL_KIND] == CHAMPION:
        best = decide(scratch.seen, mind, scratch, turns(scratch.seen, mind.rules, scratch))
        play_turn(state, mind.rules, shifted(scratch.turns, best * at.FOUND_SIZE))
        return
    hear_words(scratch.seen, state, mind.rules, level, paper.priced)
    plan_level(state, mind.rules, level, paper)
    for place in range(paper.lists[at.PLANNED]):
        play_action(state, mind.rules, paper.lists[at.PLANNED + 1 + place])


@inner
def _agree_on_start(state: Record, mind: Mind, scratch: Scratch, paper: Paper, team: Team, seats: Record) -> None:
    """Let the first seat start that would like to; else the first that would not rather not; else seat 0 (R5)."""
    starter, wish = 0, -1
    for seat in range(mind.rules[at.PLAYERS]):
        state[at.TURN] = 0
        begin_turn(state, mind.rules, seat)
        level = shifted(team.levels, at.LEVEL_SIZE * seats[seat])
        if level[at.LEVEL_KIND] == CHAMPION:
            wished = wish_of(state, mind, scratch)
        else:
            wished = _wish_of_level(state, mind, level, paper)
        if wished > wish:
            starter, wish = seat, wished
    state[at.TURN] = 0
    begin_turn(state, mind.rules, starter)


@inner
def _wish_of_level(state: Record, mind: Mind, level: Record, paper: Paper) -> int:
    """Return 2 if a seat would like to start, 0 if it would rather not, else 1: by how far its first turn goes."""
    for place in range(at.ASKED_TEMPO + 1):
        paper.priced[place] = 0.0
    plan_level(state, mind.rules, level, paper)
    cost = _travel_of_plan(state, paper)
    return 2 if cost <= level[at.LIKE_TO] else 0 if cost >= level[at.RATHER_NOT_FROM] else 1


@inner
def _travel_of_plan(state: Record, paper: Paper) -> int:
    """Return how far the plan moves the tops on in all."""
    moved, heights = 0, shifted(paper.lists, at.NOW)
    for pile in range(4):
        heights[pile] = state[at.HEIGHTS + pile]
        moved -= heights[pile]
    for place in range(paper.lists[at.PLANNED]):
        action = paper.lists[at.PLANNED + 1 + place]
        if action != END:
            heights[action & 3] = upright((action >> 2) + 2, action & 3)
    return moved + heights[0] + heights[1] + heights[2] + heights[3]  # type: ignore[no-any-return]  # int64


def play_games(workspace: Workspace, mind: Mind, team: Team, run: Run) -> Any:
    """Play games and return how each ended, a line a game; see `layout`."""
    outcomes = np.zeros((run.games, at.OUTCOME_SIZE), np.int64)
    own = mind._replace(rules=mind.rules.copy())  # seeded commands are written into it
    play(workspace.scratch, own, paper(), team, workspace.state, run.seeds, outcomes)
    return outcomes
