"""Games and views show themselves: readable text, SVG for notebooks; a view shows nothing that its seat may not see."""

from __future__ import annotations

from xml.etree import ElementTree

from nonante import Game, Rules


def test_a_game_reads_as_a_few_lines() -> None:
    game = Game.arrange(Rules.edition("on-fire+extreme", players=2), {"A": 22}, hands=[[17, 40], [41]], draw=[50])
    assert str(game).splitlines() == [
        "turn 1: 0 of 2 cards laid, 1 in the draw pile",
        "A^ 22(fire)  B^ 1  Cv 100  Dv 100",
        "> player_0: 17(skull) 40",
        "  player_1: 41",
    ]
    lost = game.play("17B").play("40B")
    assert str(lost).splitlines()[0] == f"lost in turn {lost.turn}, {lost.score} cards left: {lost.reason}"
    won = Game.arrange(Rules.edition("base"), {"A": 50}, hands=[[60]]).play("60A")
    assert str(won).splitlines()[0].startswith("won in turn")


def test_a_view_hides_what_its_seat_may_not_see() -> None:
    game = Game.deal(Rules.edition("extreme", players=3), seed=7)
    for seat in (0, 1, None):
        view = game.view(seat)
        for shown in (str(view), view._repr_svg_()):
            others = [card for other, hand in enumerate(game.hands) if other != seat for card in hand]
            words = shown.replace("(", " ").replace(">", " ").replace("<", " ").split()
            assert not set(map(str, others)) & set(words) - {"6"}  # "6 cards" is said of a hidden hand
            assert "6 cards" in shown
            assert str(len(game.draw)) in words


def test_drawings_are_whole_documents_with_a_text_for_every_card() -> None:
    game = Game.deal(Rules.edition("on-fire+extreme", players=2), seed=7)
    root = ElementTree.fromstring(game._repr_svg_())  # noqa: S314 - our own drawing
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for card in (*game.hands[0], *game.hands[1], *game.tops):
        assert str(card) in texts
    assert root.findtext("{http://www.w3.org/2000/svg}title") == str(game)
