"""What the computer players' words about a pile give away (R45), measured in whole games.

python benchmarks/talk.py [--levels champion strong] [--editions base extreme] [--games 20] [--seed S]

For each level, edition and talk: how many words about a pile were said, what share of "keep off" came from a hand with
a card that can go back there, and how many numbers can lie behind a word. That is counted from outside, by asking the
level itself: which single cards, of those not laid yet, would have made it say the same word of the same pile? The
least and the mean are printed. At least three must lie behind "keep off" and "small steps": otherwise the program ends
with exit code 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import replace
from statistics import mean

from nonante import Game, Rules
from nonante.players import LEVELS, Player, player
from nonante.players.match import play_turn
from nonante.rules import LETTERS, View
from nonante.rules.settings import EDITIONS
from nonante.simulation import deal_seed
from nonante.table import Signal

SEED = 45_045
LEAST = 3
PILE_WORDS = ("keep-off", "small-steps", "can-go-back")


class Words:
    """What a level was heard to say of piles in some games."""

    def __init__(self, level: str, rules: Rules) -> None:
        self._player, self._rules = player(level), rules
        self.from_back: list[bool] = []
        self.behind: dict[str, list[int]] = defaultdict(list)

    def hear(self, game: Game) -> None:
        """Note what every seat says now."""
        for seat in range(self._rules.players):
            view = game.view(seat)
            for word in self._player.speak(view):
                if word.name in PILE_WORDS:
                    self.behind[word.name].append(self._numbers_behind(view, word))
                if word.name == "keep-off" and word.pile:
                    top = game.piles[word.pile]
                    back = top - 10 if LETTERS.index(word.pile) < 2 else top + 10
                    self.from_back.append(back in view.hand)

    def _numbers_behind(self, view: View, word: Signal) -> int:
        left = {*view.hand, *view.unseen}
        alone = (replace(view, hand=(card,), unseen=tuple(left - {card})) for card in left)
        return sum(word in self._player.speak(one) for one in alone)

    @property
    def tells_too_much(self) -> bool:
        """Whether fewer numbers than R45 asks for could lie behind a word."""
        return any(min(self.behind[name], default=LEAST) < LEAST for name in PILE_WORDS[:2])


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
    share = f"{100 * mean(words.from_back):.0f}% of {len(words.from_back)}" if words.from_back else "–"
    cells = [
        f"{min(words.behind[name])} / {mean(words.behind[name]):.1f}" if words.behind[name] else "–"
        for name in PILE_WORDS
    ]
    return f"| {edition} | {rules.players} | {rules.talk} | `{level}` | {share} | {' | '.join(cells)} |"


def main() -> int:
    """Read the command line and print the rows; return 1 if some word told too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="*", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=list(EDITIONS))
    parser.add_argument("--players", nargs="*", type=int, default=[3])
    parser.add_argument("--talk", nargs="*", choices=("standard", "permissive"), default=["standard", "permissive"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    print("| edition | players | talk | level | keep off from a card that can go back ", end="")
    print("| numbers not laid behind keep off: least / mean | small steps | can go back |")
    print("|---|---|---|---|---|---|---|---|")
    wrong = False
    for edition in options.editions:
        for players in options.players:
            for talk in options.talk:
                rules = Rules.edition(edition, players=players, talk=talk)
                for level in options.levels:
                    words = listen(level, rules, options.games, options.seed)
                    print(row(edition, rules, level, words), flush=True)
                    wrong |= words.tells_too_much
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
