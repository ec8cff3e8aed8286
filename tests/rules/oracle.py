"""The rules once more, written slowly: a second opinion on the engine.

Nothing here comes from the engine and nothing here is clever. A position is a plain dict of plain lists,
every play copies it, every question is answered by looking at all cards again. Read it next to the rules:
`lay` follows "order of one play" line by line.

`count(position, depth)` is the number of different legal move sequences of exactly that length, as chess
programs count them: depth 0 counts 1, and a finished game has no further sequence, so it counts 0 at any
depth above 0. An "end" is a move like any other; drawing and skipping are not moves.

    python tests/rules/oracle.py           print the counts of every position in counts.toml
    python tests/rules/oracle.py --write   and write them into the file
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

Position = dict[str, Any]

COUNTS = Path(__file__).with_name("counts.toml")

HOUSE = {
    "stop": [6, 28, 73, 95],
    "skull": [17, 31, 70, 84],
    "three": [10, 39, 62, 91],
    "silence": [3, 45, 56, 98],
    "no-retro": [21, 36, 65, 80],
    "one-pile": [14, 49, 52, 87],
    "draw-one": [25, 42, 59, 76],
}
FIRE = [22, 33, 44, 55, 66, 77]
BARE = {"A": 1, "B": 1, "C": 100, "D": 100}


# --- setting up -------------------------------------------------------------------------------------------


def rules_of(edition: str, players: int, **options: Any) -> dict[str, Any]:
    """The rules of a named edition, or of several joined by "+", with single fields overridden."""
    rules: dict[str, Any] = {
        "players": players,
        "expert": False,
        "short": False,
        "fire": False,
        "commands": None,
        "one_pile": "standard",
        "short_hand": "strict",
    }
    for name in edition.split("+"):
        if name == "expert":
            rules["expert"] = True
        elif name == "expert-short":
            rules["expert"] = True
            rules["short"] = True
        elif name == "on-fire":
            rules["fire"] = True
        elif name == "extreme":
            rules["commands"] = "house"
        elif name != "base":
            raise ValueError(f"no edition {name}")
    rules.update(options)
    if rules["commands"] is None:
        rules["commands"] = {}
    if rules["commands"] == "house":
        rules["commands"] = HOUSE
    return rules


def arrange(
    rules: dict[str, Any], hands: list[list[int]], draw: list[int], piles: dict[str, int], active: int = 0
) -> Position:
    """A position at the start of a turn. Piles not named are bare."""
    position: Position = {
        "rules": rules,
        "piles": {**BARE, **piles},
        "hands": [list(hand) for hand in hands],
        "draw": list(draw),
        "active": active,
        "turn": 0,
        "status": "playing",
        "reason": None,
    }
    while not position["hands"][position["active"]]:
        position["active"] = (position["active"] + 1) % rules["players"]
    start_turn(position)
    return position


def copy(position: Position) -> Position:
    """A copy that shares no list with the original."""
    new = dict(position)
    new["piles"] = dict(position["piles"])
    new["hands"] = [list(hand) for hand in position["hands"]]
    new["draw"] = list(position["draw"])
    new["laid"] = list(position["laid"])
    return new


# --- questions about cards --------------------------------------------------------------------------------


def command(rules: dict[str, Any], card: int) -> str | None:
    """The command a card carries. A fire number carries none."""
    if rules["fire"] and card in FIRE:
        return None
    for kind, cards in rules["commands"].items():
        if card in cards:
            return str(kind)
    return None


def visible(position: Position, kind: str) -> bool:
    """Does a command of this kind lie on top of a pile? Base cards 1 and 100 carry none."""
    return any(command(position["rules"], top) == kind for top in position["piles"].values())


def fires_on_top(position: Position) -> list[int]:
    """The fire cards on top of the piles."""
    if not position["rules"]["fire"]:
        return []
    return [top for top in position["piles"].values() if top in FIRE]


def laid_kinds(position: Position) -> list[str | None]:
    """The commands of the cards laid this turn, covered or not."""
    return [command(position["rules"], card) for card, _ in position["laid"]]


def hand_size(rules: dict[str, Any]) -> int:
    """How many cards a full hand has."""
    size = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}[rules["players"]]
    if rules["short"]:
        size = size - 1
    return size


def full_minimum(rules: dict[str, Any]) -> int:
    """How many cards a turn needs while the draw pile lasts."""
    return 3 if rules["expert"] else 2


# --- legal moves ------------------------------------------------------------------------------------------


def fits(position: Position, card: int, pile: str) -> bool:
    """May this card go on this pile now: direction, retro, one-pile lock."""
    top = position["piles"][pile]
    bare = top == BARE[pile]
    if visible(position, "one-pile") and position["lock"] is not None and position["lock"] != pile:
        return False
    if pile in "AB":
        onward = card > top
        retro = card == top - 10 and not bare
    else:
        onward = card < top
        retro = card == top + 10 and not bare
    if retro and visible(position, "no-retro"):
        return False
    return onward or retro


def legal_cards(position: Position) -> list[str]:
    """Every card of the active hand on every pile it may go on."""
    hand = sorted(position["hands"][position["active"]])
    return [f"{card}{pile}" for card in hand for pile in "ABCD" if fits(position, card, pile)]


def legal_moves(position: Position) -> list[str]:
    """Every legal move, "end" last. A finished game has none."""
    if position["status"] != "playing":
        return []
    moves = legal_cards(position)
    if len(position["laid"]) >= position["minimum"]:
        moves.append("end")
    return moves


# --- playing ----------------------------------------------------------------------------------------------


def play(position: Position, move: str) -> Position:
    """The position after a legal move."""
    if move not in legal_moves(position):
        raise ValueError(f"{move} is not legal")
    position = copy(position)
    if move == "end":
        end_turn(position, stopped=False)
    else:
        lay(position, int(move[:-1]), move[-1])
    return position


def lay(position: Position, card: int, pile: str) -> None:
    """One card: what it covers ends, its own command starts, and perhaps the turn or the game ends."""
    rules = position["rules"]
    kind = command(rules, card)
    position["hands"][position["active"]].remove(card)
    position["piles"][pile] = card
    position["laid"].append((card, pile))
    laid = position["laid"]

    if not visible(position, "one-pile"):
        position["lock"] = None
    elif position["lock"] is None:
        position["lock"] = pile

    full_three = "three" in laid_kinds(position) and len(laid) == 3
    if kind == "one-pile" and rules["one_pile"] == "strict" and any(other != pile for _, other in laid):
        lose(position, "one-pile-broken")
    elif kind == "three" and len(laid) > 3:
        lose(position, "three-not-three")
    elif kind == "stop":
        end_turn(position, stopped=True)
    elif full_three or not position["hands"][position["active"]]:
        end_turn(position, stopped=False)
    else:
        lose_if_stuck(position)


def owed(position: Position, stopped: bool) -> str | None:
    """What a turn that ended now would have broken. Several: the command's reason, then fire's, then stuck."""
    laid = position["laid"]
    kinds = laid_kinds(position)
    tops = list(position["piles"].values())
    broken = []
    if "three" in kinds and len(laid) != 3:
        broken.append("stop-before-third" if stopped else "three-not-three")
    for (card, _), kind in zip(laid, kinds, strict=True):
        if kind == "skull" and card in tops:
            broken.append("skull-uncovered")
    if any(card in tops for card in position["due_fires"]):
        broken.append("fire-uncovered")
    if len(laid) < position["minimum"] and not stopped:
        broken.append("stuck")
    return broken[0] if broken else None


def end_turn(position: Position, stopped: bool) -> None:
    """Check what the turn owed, then win, or draw and pass to the next player with cards."""
    reason = owed(position, stopped)
    if reason is not None:
        return lose(position, reason)
    if not position["draw"] and not any(position["hands"]):
        position["status"] = "won"
        return None

    hand = position["hands"][position["active"]]
    missing = hand_size(position["rules"]) - len(hand)
    if visible(position, "draw-one"):
        missing = min(missing, 1)
    for _ in range(missing):
        if position["draw"]:
            hand.append(position["draw"].pop(0))

    position["active"] = (position["active"] + 1) % position["rules"]["players"]
    while not position["hands"][position["active"]]:
        position["active"] = (position["active"] + 1) % position["rules"]["players"]
    start_turn(position)
    return None


def start_turn(position: Position) -> None:
    """A new turn: nothing laid, no lock, and every fire on top now is due at its end."""
    hand = position["hands"][position["active"]]
    minimum = full_minimum(position["rules"])
    if not position["draw"]:
        minimum = 1
    if position["rules"]["short_hand"] == "lenient":
        minimum = min(minimum, len(hand))
    position["minimum"] = minimum
    position["laid"] = []
    position["lock"] = None
    position["due_fires"] = fires_on_top(position)
    position["turn"] = position["turn"] + 1
    lose_if_stuck(position)


def lose_if_stuck(position: Position) -> None:
    """No card can be laid, no look-ahead: below the minimum the player is stuck.

    From the minimum on nothing but "end" is left to do. If that would lose, nobody is asked to do it.
    """
    if legal_cards(position):
        return
    if len(position["laid"]) < position["minimum"]:
        lose(position, "stuck")
    else:
        reason = owed(position, stopped=False)
        if reason is not None:
            lose(position, reason)


def lose(position: Position, reason: str) -> None:
    """The game is over; everything stays where it is."""
    position["status"] = "lost"
    position["reason"] = reason


def score(position: Position) -> int:
    """Cards not laid; when all are laid and the game is lost all the same, what was missing."""
    left = len(position["draw"]) + sum(len(hand) for hand in position["hands"])
    if left > 0 or position["status"] != "lost":
        return left
    if "three" in laid_kinds(position):
        return max(1, 3 - len(position["laid"]))
    return 1


# --- counting ---------------------------------------------------------------------------------------------


def count(position: Position, depth: int) -> int:
    """The number of legal move sequences of exactly this length."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(count(play(position, move), depth - 1) for move in moves)


def entries() -> list[dict[str, Any]]:
    """The positions of counts.toml."""
    found: list[dict[str, Any]] = tomllib.loads(COUNTS.read_text(encoding="utf-8"))["position"]
    return found


def position_of(entry: dict[str, Any]) -> Position:
    """The position an entry of counts.toml describes."""
    rules = rules_of(entry["edition"], len(entry["hands"]), **entry.get("options", {}))
    return arrange(rules, entry["hands"], entry["draw"], entry.get("piles", {}), entry.get("active", 0))


def main(write: bool) -> None:
    """Print the counts of every position; with --write, put them into the file."""
    lines = []
    for entry in entries():
        deepest = max(4, len(entry["counts"]))
        counts = [count(position_of(entry), depth) for depth in range(1, deepest + 1)]
        lines.append(f"counts = {counts}")
        print(f"{entry['name']:40} {counts}")
    if write:
        found = iter(lines)
        text = COUNTS.read_text(encoding="utf-8")
        text = re.sub(r"^counts = .*$", lambda _: next(found), text, flags=re.MULTILINE)
        COUNTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(write="--write" in sys.argv[1:])
