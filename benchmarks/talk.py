"""What the computer players' signals about piles give away (R45), measured in whole games.

python benchmarks/talk.py [--levels champion strong] [--editions base extreme] [--games 20] [--seed S] [--write]

For each level, edition and talk setting it prints

- the share of "keep off" that came from a hand with a card that can go back there;
- how many numbers could be behind a signal, counted from what everybody has seen: it asks the level which single cards,
  of those not laid yet, would have made it give the same signal. At least three must be behind "keep off" and "small
  steps": otherwise the program ends with exit code 1;
- how often the seat to move knows a card for certain after a signal, because it holds all other cards that could be
  behind it: of "keep off", and of all signals, those about no pile included.

`--write` stores the rows of standard talk in `results/talk.json`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import replace
from statistics import mean

import result_file

from nonante import Game, Rules
from nonante.players import LEVELS, Player, player
from nonante.players.match import play_turn
from nonante.rules import LETTERS, View
from nonante.rules.settings import EDITIONS
from nonante.simulation import deal_seed
from nonante.table import Signal

SEED = 45_045
LEAST = 3
PILE_SIGNALS = ("keep-off", "small-steps", "can-go-back")
HEAD = [
    "edition",
    "players",
    "talk",
    "level",
    '"keep off" from a card that can go back',
    'numbers behind "keep off": least / mean',
    'behind "small steps"',
    'behind "I can go back"',
    'the seat to move knows a card: after "keep off"',
    "after any signal",
]


class Signals:
    """What a level was heard to say of piles in some games."""

    def __init__(self, level: str, rules: Rules) -> None:
        self._player, self._rules = player(level), rules
        self.from_back: list[bool] = []
        self.behind: dict[str, list[int]] = defaultdict(list)
        self.all = 0
        self.known: dict[str, list[bool]] = defaultdict(list)

    def hear(self, game: Game) -> None:
        """Note what every seat says now."""
        for seat in range(self._rules.players):
            view = game.view(seat)
            said = self._player.speak(view)
            self.all += len(said)
            for signal in said:
                if signal.name in PILE_SIGNALS:
                    behind = self._numbers_behind(view, signal)
                    self.behind[signal.name].append(len(behind))
                    # `behind` and `unseen` share the cards of the speaker's hand, so one card left is a card it holds
                    self.known[signal.name].append(len(behind & {*game.view(game.active).unseen}) == 1)
                if signal.name == "keep-off" and signal.pile:
                    top = game.piles[signal.pile]
                    back = top - 10 if LETTERS.index(signal.pile) < 2 else top + 10
                    self.from_back.append(back in view.hand)

    def _numbers_behind(self, view: View, signal: Signal) -> set[int]:
        left = {*view.hand, *view.unseen}
        return {
            card
            for card in left
            if signal in self._player.speak(replace(view, hand=(card,), unseen=tuple(left - {card})))
        }

    @property
    def tells_too_much(self) -> bool:
        """Whether fewer numbers than R45 asks for could lie behind a word."""
        return any(min(self.behind[name], default=LEAST) < LEAST for name in PILE_SIGNALS[:2])


def listen(level: str, rules: Rules, games: int, seed: int) -> Signals:
    """Let a level play whole games and note every word at the start of each turn."""
    heard = Signals(level, rules)
    seats: list[Player] = [player(level)] * rules.players
    for number in range(games):
        game = Game.deal(rules, deal_seed(seed, number))
        while game.status == "playing":
            heard.hear(game)
            game = play_turn(game, seats)
    return heard


def cells(heard: Signals) -> list[str]:
    """Return the figures of one row."""
    back, keep_off = heard.from_back, heard.known["keep-off"]
    known = sum(map(sum, heard.known.values()))
    return [
        f"{100 * mean(back):.0f}% of {len(back)}" if back else "–",
        *(
            f"{min(heard.behind[name])} / {mean(heard.behind[name]):.1f}" if heard.behind[name] else "–"
            for name in PILE_SIGNALS
        ),
        f"{100 * mean(keep_off):.1f}%" if keep_off else "–",
        f"{100 * known / heard.all:.1f}% of {heard.all}" if heard.all else "–",
    ]


def main() -> int:
    """Read the command line and print the rows; return 1 if some signal told too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="*", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=list(EDITIONS))
    parser.add_argument("--players", nargs="*", type=int, default=[3])
    parser.add_argument("--talk", nargs="*", choices=("standard", "permissive"), default=["standard", "permissive"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    wrong, standard = False, []
    chosen = [
        (edition, count, talk) for edition in options.editions for count in options.players for talk in options.talk
    ]
    for edition, players, talk in chosen:
        rules = Rules.edition(edition, players=players, talk=talk)
        for level in options.levels:
            heard = listen(level, rules, options.games, options.seed)
            row = [edition, str(players), talk, f"`{level}`", *cells(heard)]
            print(f"| {' | '.join(row)} |", flush=True)
            wrong |= heard.tells_too_much
            if talk == "standard":
                standard.append([*row[:2], *row[3:7], *row[8:]])
    if options.write:
        result_file.write("talk", [*HEAD[:2], *HEAD[3:7], *HEAD[8:]], standard, seed=options.seed)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
