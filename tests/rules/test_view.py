"""What a seat may know, and nothing more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st
from strategies import games

from nonante import BadInput, Game, Rules


@given(games(), st.data())
def test_what_a_seat_may_not_know_makes_no_difference(game: Game, data: st.DataObject) -> None:
    """Deal the hidden cards anew: the seat's view is the same."""
    assume(game.status == "playing")
    seat = data.draw(st.integers(0, game.rules.players - 1))
    others = [other for other in range(game.rules.players) if other != seat]
    assume(others or game.draw)
    hidden = data.draw(st.permutations([c for other in others for c in game.hands[other]] + list(game.draw)))
    hands = list(game.hands)
    for other in others:
        hands[other] = tuple(sorted(hidden[: len(game.hands[other])]))
        hidden = hidden[len(game.hands[other]) :]
    other_game = game._replace(hands=tuple(hands), draw=tuple(hidden))
    assert other_game.view(seat) == game.view(seat)


@given(games())
def test_a_spectator_sees_no_hand_until_the_end(game: Game) -> None:
    view = game.view(None)
    assert view.hand == ()
    assert view.legal_moves() == []
    assert (view.hands is None) == (game.status == "playing")
    assert (view.draw is None) == (game.status == "playing")


@given(games())
def test_a_view_tells_the_public_part_of_the_game(game: Game) -> None:
    for seat in range(game.rules.players):
        view = game.view(seat)
        assert view.hand == game.hands[seat]
        assert view.piles == game.piles
        assert view.counts == tuple(map(len, game.hands))
        assert view.score == game.score
        assert view.grade == game.grade
        assert set(view.unseen) | set(view.hand) == {c for hand in game.hands for c in hand} | set(game.draw)
        assert view.legal_moves() == (game.legal_moves() if seat == game.active else [])


@given(games())
def test_a_view_as_data_is_what_the_seat_may_know(game: Game) -> None:
    for seat in (None, *range(game.rules.players)):
        view = game.view(seat)
        data = json.loads(json.dumps(view.to_data()))
        assert (data["seat"], tuple(data["hand"]), data["piles"]) == (seat, view.hand, game.piles)
        assert Rules.from_data(data["rules"]) == game.rules
        assert data["last_turn"] == (view.last_turn and {"seat": view.last_turn.seat, "moves": [*view.last_turn.moves]})
        assert ("hands" in data, "draw" in data) == (game.status != "playing",) * 2
        for name in ("counts", "unseen", "laid_this_turn"):
            assert tuple(data[name]) == getattr(view, name)
        for name in ("draw_count", "active", "turn", "minimum", "status", "reason", "score"):
            assert data[name] == getattr(view, name)


@given(games())
def test_the_end_opens_everything(game: Game) -> None:
    view = game.view(0)
    if game.status != "playing":
        assert view.hands == game.hands
        assert view.draw == game.draw


@pytest.mark.parametrize("seat", [-1, 2, "0", 0.0, True])
def test_no_such_seat(seat: Any) -> None:
    with pytest.raises(BadInput, match="not a seat"):
        Game.deal(Rules.edition("base", players=2), seed=1).view(seat)
