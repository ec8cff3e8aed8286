"""Games and positions of every kind, made from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator

from nonante.rules import Game, Rules

EDITIONS = (
    "base",
    "expert",
    "expert-short",
    "on-fire",
    "extreme",
    "expert+extreme",
    "on-fire+extreme",
    "expert-short+on-fire+extreme",
)


def rules_of_all_kinds() -> Iterator[Rules]:
    """Every edition at every table size, with the other options taking turns."""
    for number, edition in enumerate(EDITIONS):
        for players in range(1, 6):
            turn = number + players
            yield Rules.edition(
                edition,
                players,
                one_pile=("standard", "strict")[turn % 2],
                short_hand=("strict", "lenient")[turn // 2 % 2],
                talk=("standard", "none", "permissive")[turn % 3],
            )


def random_positions(rules: Rules, seed: int, share: float = 0.2) -> Iterator[Game]:
    """Moments of a game in which most cards are laid near the top, so that it gets far; some are laid anyhow."""
    rng = random.Random(seed)
    game = Game.deal(rules, seed)
    while game.status == "playing":
        if rng.random() < share:
            yield game
        moves = game.legal_moves()
        safe = [move for move in moves if not _loses_at_once(game, move)] or moves
        game = game.play(rng.choice(safe) if rng.random() < 0.2 else min(safe, key=lambda move: _effort(game, move)))


def _loses_at_once(game: Game, move: str) -> bool:
    after = game.play(move)
    return after.status == "lost" and after.turn == game.turn


def _effort(game: Game, move: str) -> int:
    if move == "end":
        return 4
    top, card = game.piles[move[-1]], int(move[:-1])
    return card - top if move[-1] in "AB" else top - card


def late_positions(rules: Rules, seed: int, count: int) -> Iterator[Game]:
    """Arranged positions with few cards anywhere: short hands, an empty or nearly empty draw pile."""
    rng = random.Random(seed)
    rules = rules.resolve(seed)
    for _ in range(count):
        deck = rng.sample(range(2, 100), 98)
        tops = {letter: deck.pop() for letter in "ABCD"}
        hands = [[deck.pop() for _ in range(rng.randint(0, rules.hand_size))] for _ in range(rules.players)]
        active = rng.randrange(rules.players)
        hands[active] = hands[active] or [deck.pop()]
        draw = [deck.pop() for _ in range(rng.choice((0, 0, 1, 3)))]
        game = Game.arrange(rules, tops, hands, draw, active)
        if game.status == "playing":
            yield game


def redealt(game: Game, seed: int) -> Game:
    """The same game to the active seat, with everything it cannot see dealt anew."""
    rng = random.Random(seed)
    hidden = [card for seat, hand in enumerate(game.hands) if seat != game.active for card in hand] + list(game.draw)
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(game.hands):
        if seat == game.active:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            hidden = hidden[len(hand) :]
    return game._replace(hands=tuple(hands), draw=tuple(hidden))
