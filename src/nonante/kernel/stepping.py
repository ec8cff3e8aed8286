"""Episodes side by side, stepped by compiled code that writes what trainers read straight into arrays."""

from __future__ import annotations

from typing import Final

from . import layout as at
from .bits import bytes_at, count, floats_at, gather, numbers_at, pointer, shifted, words_at
from .codes import ACTIONS, PLAYING
from .compiling import Array, Word, entry, inlined, int64
from .encoding import Bytes, PartPlaces, may_play, observe, write_mask
from .episode import PLAY, WISH, Episode, Recalled, open_episode, play
from .fields import Record, cell, row
from .layout import Outcome, RulesRecord
from .randomness import game_seed, random_below, uint64
from .tabletalk import SignalRules, acting, covers, fade, may_say, open_talk, speak

_PLAIN: Final = Episode.size  # a row that is longer remembers


class StepBuffers(Record):
    """Where the arrays of an engine lie in memory, and what is the same for all its games.

    Compiled code gets it as one array: to hand over many costs more than a step of a single game.
    """

    rows = cell()  # the games, an `Episode` each
    rulebook = cell()  # rules each, or one record for all
    allowed = cell()
    seeds = cell()
    observations = cell()  # what the seat that acts sees, a line a game
    masks = cell()
    choices = cell()  # how many actions are legal
    actors = cell()  # which seat acts
    rewards = cell()  # paid by the last step
    ended = cell()  # whether it ended the game
    scores = cell()  # of games that ended
    reasons = cell()  # why they were lost
    outcomes = cell()  # how they ended, as `report` writes it
    finals = cell()  # their last observation
    keeps_finals = cell()  # whether that is wanted
    row_width = cell()
    rules_width = cell()  # 0 where one record serves all
    observation_width = cell()
    mask_width = cell()
    part_places = row(4)  # see `encoding.PartPlaces`
    reward_kind = cell()
    renews_later = cell()  # a game that has ended stays until the next step, which does nothing but deal
    renew = cell()  # a game that ends is dealt anew, this many further on in the run; with 0 it stays
    run = cell()  # the seed of the run


@inlined
def _games(buffers: StepBuffers) -> tuple[Recalled, RulesRecord, SignalRules, int, int]:
    """Return the rows, the rules, what the table says of signals, and the width of the first two.

    Everything is read off the buffers before a loop: within it, compiled code would read it again after every write.
    """
    return (
        numbers_at(buffers.rows),
        numbers_at(buffers.rulebook),
        numbers_at(buffers.allowed),
        buffers.row_width,
        buffers.rules_width,
    )


@inlined
def _seen(buffers: StepBuffers) -> tuple[Bytes, Bytes, list[int], Bytes, int, int]:
    """Return observations, masks, numbers of choices and seats, and the width of the first two."""
    seen, masks, seats = bytes_at(buffers.observations), bytes_at(buffers.masks), bytes_at(buffers.actors)
    return seen, masks, numbers_at(buffers.choices), seats, buffers.observation_width, buffers.mask_width


@inlined
def _parts(buffers: StepBuffers) -> PartPlaces:
    return buffers.part_places[0], buffers.part_places[1], buffers.part_places[2], buffers.part_places[3]


@inlined
def _deal(game: Recalled, rules: RulesRecord, allowed: SignalRules, seed: Word, talks: bool, recalls: bool) -> None:
    open_episode(game, rules, seed, recalls)
    if talks:
        open_talk(game, rules, allowed, WISH)


@entry
def deal_games(lines: Array, first: int, last: int) -> None:
    """Deal the games `first` to `last` - 1 and show them: the next of the run, or those of their seeds."""
    buffers: StepBuffers = pointer(lines, 0)
    rows, rulebook, allowed, row_width, rules_width = _games(buffers)
    observations, masks, choices, seats, size, width = _seen(buffers)
    seeds, parts = words_at(buffers.seeds), _parts(buffers)
    for place in range(first, last):
        game, rules = shifted(rows, row_width * place), shifted(rulebook, rules_width * place)
        if buffers.renew:
            seeds[place] = game_seed(uint64(buffers.run), uint64(game.number))
        _deal(game, rules, allowed, seeds[place], width > ACTIONS, row_width > _PLAIN)
        seat = acting(game)
        seats[place] = seat
        observe(game, rules, allowed, shifted(observations, size * place), seat, parts)
        choices[place] = write_mask(game, rules, allowed, shifted(masks, width * place), width > ACTIONS)


@entry
def step_games(lines: Array, actions: Array, first: int, last: int) -> float:
    """Let whoever acts in these games play or speak, by a legal action; return the rewards added up."""
    buffers: StepBuffers = pointer(lines, 0)
    rows, rulebook, allowed, row_width, rules_width = _games(buffers)
    observations, masks, choices, seats, size, width = _seen(buffers)
    rewards, ends, outcomes = floats_at(buffers.rewards), bytes_at(buffers.ended), numbers_at(buffers.outcomes)
    scores, reasons, seeds = numbers_at(buffers.scores), numbers_at(buffers.reasons), words_at(buffers.seeds)
    run, renew, kind, parts, total = uint64(buffers.run), buffers.renew, buffers.reward_kind, _parts(buffers), 0.0
    later = buffers.renews_later != 0
    talks, recalls, keeps, finals = (
        width > ACTIONS,
        row_width > _PLAIN,
        buffers.keeps_finals != 0,
        bytes_at(buffers.finals),
    )
    for place in range(first, last):
        game, rules = shifted(rows, row_width * place), shifted(rulebook, rules_width * place)
        outcome = shifted(outcomes, at.OUTCOME_SIZE * place)
        waited = later and game.status != PLAYING
        paid = 0.0 if waited else _act(game, rules, allowed, outcome, int64(actions[place]), kind, talks, recalls)
        rewards[place] = paid
        total += paid
        over = game.status != PLAYING
        ends[place] = over and not waited
        if over:
            scores[place] = outcome.outcome_score
            reasons[place] = outcome.outcome_reason
            if keeps:
                observe(game, rules, allowed, shifted(finals, size * place), acting(game), parts)
            if renew and (waited or not later):
                game.number += renew
                seeds[place] = game_seed(run, uint64(game.number))
                _deal(game, rules, allowed, seeds[place], talks, recalls)
        seat = acting(game)
        seats[place] = seat
        observe(game, rules, allowed, shifted(observations, size * place), seat, parts)
        choices[place] = write_mask(game, rules, allowed, shifted(masks, width * place), talks)
    return total


@inlined
def _act(
    game: Recalled,
    rules: RulesRecord,
    allowed: SignalRules,
    outcome: Outcome,
    action: int,
    kind: int,
    talks: bool,
    recalls: bool,
) -> float:
    if talks and game.phase != PLAY:
        speak(game, rules, allowed, action)
        return 0.0
    covered, turn, seat = covers(game, rules, allowed) if talks else 0, game.turn, game.active
    paid = play(game, rules, outcome, action, kind, recalls)
    if talks:
        fade(game, rules, allowed, covered, turn, seat)
    return paid


@entry
def show_game(lines: Array, phase: int) -> None:
    """Show the first game; the talk of a phase begins, if there is talk."""
    buffers: StepBuffers = pointer(lines, 0)
    game, rules, allowed, _, _ = _games(buffers)
    observations, masks, choices, seats, _, width = _seen(buffers)
    if width > ACTIONS and phase != PLAY:
        open_talk(game, rules, allowed, phase)
    seats[0] = acting(game)
    observe(game, rules, allowed, observations, acting(game), _parts(buffers))
    choices[0] = write_mask(game, rules, allowed, masks, width > ACTIONS)


@entry
def show_seat(lines: Array, seat: int, out: Array) -> None:
    """Write what any seat sees of the first game."""
    buffers: StepBuffers = pointer(lines, 0)
    game, rules, allowed, _, _ = _games(buffers)
    observe(game, rules, allowed, pointer(out, 0), seat, _parts(buffers))


@entry
def first_illegal(lines: Array, actions: Array, first: int, last: int) -> int:
    """Return the first of these games whose action is not legal, or -1."""
    buffers: StepBuffers = pointer(lines, 0)
    rows, rulebook, allowed, row_width, rules_width = _games(buffers)
    talks = buffers.mask_width > ACTIONS
    for place in range(first, last):
        game, action = shifted(rows, row_width * place), int64(actions[place])
        if buffers.renews_later and game.status != PLAYING:  # whatever the action is
            continue
        if talks and game.phase != PLAY:
            legal = may_say(game, shifted(rulebook, rules_width * place), allowed, action)
        else:
            legal = may_play(game, action)
        if not legal:
            return place
    return -1


@entry
def sample_masked(lines: Array, actions: Array, first: int, last: int) -> None:
    """Choose a legal action in each of these games, all equally likely. The mask is read 64 actions at a time."""
    buffers: StepBuffers = pointer(lines, 0)
    rows, row_width = numbers_at(buffers.rows), buffers.row_width
    _, masks, choices, _, _, width = _seen(buffers)
    last_64 = width - 64
    for game in range(first, last):
        mask = shifted(masks, width * game)
        pick = random_below(shifted(rows, row_width * game), int64(choices[game]))
        place = 0
        legal = gather(mask, place)
        there = count(legal, 0)
        while pick >= there and place < last_64:
            pick -= there
            place += 64
            legal = gather(mask, min(place, last_64))
            if place > last_64:  # these were counted already
                legal &= -1 << (place - last_64)
                place = last_64
            there = count(legal, 0)
        for _ in range(pick):
            legal &= legal - 1
        actions[game] = place + count((legal & -legal) - 1, 0)
