"""What the computer players' words about a pile give away (R45), measured in whole games.

python benchmarks/talk.py [--levels champion strong] [--editions base extreme] [--games 20] [--seed S]

For each level, edition and talk: how many words about a pile were said, what share of "keep off" came from a hand with
a card that can go back there, and how many numbers can lie behind a word. That is counted from outside, by asking the
level itself: which single cards in hand would have made it say the same word of the same pile? First over all numbers
from 2 to 99 that the game has (the way of speaking), then over those not laid yet (what a listener could still guess
from). The least and the mean are printed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import cache
from statistics import mean

from nonante import Game, Rules
from nonante.players import LEVELS, Player, player
from nonante.players.match import play_turn
from nonante.rules import LETTERS
from nonante.rules.settings import EDITIONS
from nonante.simulation import deal_seed
from nonante.table import Signal

SEED = 45_045
CARDS = range(2, 100)
PILE_WORDS = ("keep-off", "small-steps", "can-go-back")


class Words:
    """What a level was heard to say of piles in some games."""

    def __init__(self, level: str, rules: Rules) -> None:
        self._player, self._rules = player(level), rules
        self._by_card = cache(self._said_of)
        self.from_back: list[bool] = []
        self.numbers: dict[str, list[int]] = defaultdict(list)
        self.unplayed: dict[str, list[int]] = defaultdict(list)

    def _said_of(self, pile: str, top: int, card: int) -> str | None:
        """Return the word for a pile when only one card is held."""
        piles = {pile: top}
        filler = [other for other in CARDS if other not in (card, top)][:2]
        hands = [filler[:1], [card], *([] for _ in range(self._rules.players - 2))]
        game = Game.arrange(self._rules.resolve(0), piles, hands, filler[1:])
        return next((word.name for word in self._player.speak(game.view(1)) if _of(word, pile)), None)

    def hear(self, game: Game) -> None:
        """Note what every seat says now."""
        for seat in range(self._rules.players):
            view = game.view(seat)
            for word in self._player.speak(view):
                if word.pile and word.name in PILE_WORDS:
                    self._note(game, seat, word, {*view.hand, *view.unseen})

    def _note(self, game: Game, seat: int, word: Signal, unplayed: set[int]) -> None:
        pile = word.pile or ""
        top = game.piles[pile]
        alike = [card for card in CARDS if card != top and self._by_card(pile, top, card) == word.name]
        self.numbers[word.name].append(len(alike))
        self.unplayed[word.name].append(len(unplayed.intersection(alike)))
        if word.name == "keep-off":
            back = top - 10 if LETTERS.index(pile) < 2 else top + 10
            self.from_back.append(back in game.hands[seat])


def _of(word: Signal, pile: str) -> bool:
    return word.pile == pile and word.name in PILE_WORDS


def listen(level: str, rules: Rules, games: int, seed: int) -> Words:
    """Let a level play whole games and note every word at the start of each turn."""
    words = Words(level, rules)
    seats: list[Player] = [player(level)] * rules.players
    for number in range(games):
        game = Game.deal(rules, deal_seed(seed, number))
        while game.status == "playing":
            words.hear(game)
            game = play_turn(game, seats)
    return words


def row(edition: str, rules: Rules, level: str, words: Words) -> str:
    """Return one row of the table."""
    share = f"{100 * mean(words.from_back):.0f} % of {len(words.from_back)}" if words.from_back else "–"
    cells = [
        f"{min(words.numbers[name])} / {mean(words.numbers[name]):.1f} / {mean(words.unplayed[name]):.1f}"
        if words.numbers[name]
        else "–"
        for name in PILE_WORDS
    ]
    return f"| {edition} | {rules.players} | {rules.talk} | `{level}` | {share} | {' | '.join(cells)} |"


def main() -> None:
    """Read the command line and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="*", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=list(EDITIONS))
    parser.add_argument("--players", nargs="*", type=int, default=[3])
    parser.add_argument("--talk", nargs="*", choices=("standard", "permissive"), default=["standard", "permissive"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    print("| edition | players | talk | level | keep off from a card that can go back ", end="")
    print("| numbers behind keep off: least / mean / not laid yet | small steps | can go back |")
    print("|---|---|---|---|---|---|---|---|")
    for edition in options.editions:
        for players in options.players:
            for talk in options.talk:
                rules = Rules.edition(edition, players=players, talk=talk)
                for level in options.levels:
                    words = listen(level, rules, options.games, options.seed)
                    print(row(edition, rules, level, words), flush=True)


if __name__ == "__main__":
    main()
