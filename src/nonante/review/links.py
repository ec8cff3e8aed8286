"""Finished games from outside and back: a record file, or a short text for an address; bounded in size, and checked.

What is in a link, in this order, each with exactly the room that its choices need: rules, command map, where every card
lay, the deal's number (if there is one), who started, names and signals (where wanted), and every move as its place
among the legal moves. So a text can hold no illegal move, and the cards themselves are the truth: a number that does
not give them is reported and not obeyed. Wishes about the start are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..messages import LinkError, read_link_content, write_link
from ..rules import BASES, DECK, KINDS, LETTERS, MASK, PLAYING, Cause, CommandMap, Game, NonanteError, Rules, json_data
from ..table import KNOWN, SIGNALS, Played, Record, Signalled, TableError
from .errors import ReviewError

_KIND: Final = "1"  # of links in `messages`
MOST_LINK: Final = 4_000
"""A link is not longer than this."""
_MAPS: Final = ("none", "house", "seeded", "own")
_ONE_PILE, _SHORT_HAND = ("standard", "strict"), ("strict", "lenient")
_TALK: Final = ("none", "standard", "permissive")
_KNOWN: Final = ("fresh", *KNOWN)
_PILES: Final = ("", *LETTERS)
_COMMANDS: Final = ("", *KINDS)
_TURNS: Final = 1_000
_NAME_BYTES: Final = 128
_MOST_SIGNALS: Final = 1_000
MOST_TEXT: Final = 100_000
"""A record file is not longer than this: five champions, who signal most, come to 26,000."""
MOST_ENTRIES: Final = 1_200
"""Moves and signals of one game at most: five champions come to 500."""


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported game, with notes about what was corrected."""

    record: Record
    notes: tuple[str, ...] = ()
    """Codes of `ReviewError` for what was not as it should be and is not obeyed: ``record-seed``."""


def link_of(record: Record, *, names: bool = False, signals: bool = True) -> str:
    """Return a finished game as text: about 200 characters, more with names and signals."""
    opening = _opening(record)
    writer = Writer()
    _put_rules(writer, record.rules, opening.rules)
    _put_cards(writer, opening)
    writer.put(_KNOWN.index(record.known or "fresh"), len(_KNOWN))
    _put_seed(writer, record.dealt.seed)
    writer.put(int(names), 2)
    for name in record.names if names else ():
        _put_name(writer, name)
    writer.put(int(signals), 2)
    game = opening
    for entry in _entries(record, signals=signals):
        if signals:
            writer.put(int(isinstance(entry, Signalled)), 2)
        if isinstance(entry, Signalled):
            _put_signal(writer, entry, len(record.names))
            continue
        legal = game.legal_moves()
        writer.put(legal.index(entry.move), len(legal))
        game = game.play(entry.move)
    if game.status == PLAYING:
        raise ReviewError("unfinished")
    if signals:
        writer.put(0, 2)
    return write_link(_KIND, writer.content())


def read_link(text: str) -> Imported:
    """Return the game in a link; raise ReviewError, or TableError with the number of the move, if there is none."""
    if len(text) > MOST_LINK:
        raise ReviewError("record-size", size=len(text), most=MOST_LINK)
    try:
        return _read(Reader(read_link_content(_KIND, text)))
    except ReviewError:
        raise
    except LinkError as error:
        raise ReviewError("link", why=error.why) from None
    except (NonanteError, ValueError, IndexError, ZeroDivisionError) as error:
        raise ReviewError("link", why=Cause.of(error)) from None


def _read(reader: Reader) -> Imported:
    rules, own = _take_rules(reader)
    game = _take_cards(reader, own)
    known = reader.choose(_KNOWN)
    seed = _take_seed(reader)
    players = rules.players
    named = reader.take(2)
    names = [_take_name(reader) if named else str(seat + 1) for seat in range(players)]
    entries = list(_take_entries(reader, game))
    reader.finish()
    gives = seed is not None and _gives(rules, seed, game)
    position = game.to_data()
    data: dict[str, Any] = {
        "format": "nonante-record",
        "version": 1,
        "rules": (rules if gives else own).to_data(),
        "names": names,
        **({"seed": seed} if gives else {"deal": position}),
        **({} if known == "fresh" else {"known": known}),
        "wishes": [None] * players,
        "start": game.active,
        "entries": entries,
    }
    record = Record.from_data(data)
    return Imported(record, () if seed is None or gives else ("record-seed",))


def gives(rules: Rules, seed: object, position: Mapping[str, Any]) -> bool:
    """Tell whether a deal's number gives the cards of a position."""
    try:
        return isinstance(seed, int) and _gives(rules, seed, Game.from_data(position).turn_start())
    except NonanteError:
        return False


def _gives(rules: Rules, seed: int, game: Game) -> bool:
    dealt = Game.deal(rules, seed)
    same = (dealt.rules.marks, dealt.hands, dealt.draw) == (game.rules.marks, game.hands, game.draw)
    return same and game.turn == 1 and game.tops == BASES


# --- files and links --------------------------------------------------------------------------------------------------


def read_game(text: str) -> Imported:
    """Read a finished game from the text of a record file or a link."""
    if len(text) > MOST_TEXT:
        raise ReviewError("record-size", size=len(text), most=MOST_TEXT)
    text = text.strip()
    if text and not text.startswith("{") and not any(sign.isspace() for sign in text):
        return read_link(text.rpartition("#")[2])
    return import_record(json_data(text, TableError, "record"))


def import_record(data: object) -> Imported:
    """Check the data of a record file and return its game; a seed that does not deal its cards is dropped."""
    if isinstance(data, dict) and isinstance(data.get("entries"), list) and len(data["entries"]) > MOST_ENTRIES:
        raise ReviewError("record-size", size=len(data["entries"]), most=MOST_ENTRIES)
    record = finished(Record.from_data(data))
    if not isinstance(data, dict) or "deal" not in data or data.get("seed") is None:
        return Imported(record)
    try:
        rules = Rules.from_data(data.get("rules"))
    except NonanteError as error:
        raise TableError("record", why=error) from None
    return Imported(record, () if gives(rules, data["seed"], data["deal"]) else ("record-seed",))


def finished(record: Record) -> Record:
    """Return the record of a finished game; raise ReviewError if the game is not over."""
    if record.final().require_game().status == PLAYING:
        raise ReviewError("unfinished")
    return record


# --- the opening ------------------------------------------------------------------------------------------------------


def _opening(record: Record) -> Game:
    """Return the game at the start of the first turn that is told."""
    game = record.opening().require_game()
    return game.turn_start()._replace(last_turn=None)


def _entries(record: Record, *, signals: bool) -> Iterable[Played | Signalled]:
    """Return all entries, after the moves that a prepared position had made already."""
    position = record.dealt.position
    for move in position["moves"] if position else ():
        yield Played(position["active"] if position else 0, move)
    for entry in record.entries:
        if isinstance(entry, Played) or signals:
            yield entry


def _put_rules(writer: Writer, rules: Rules, resolved: Rules) -> None:
    writer.put(rules.players - 1, 5)
    for flag in (rules.expert, rules.short, rules.fire, rules.open_history):
        writer.put(int(flag), 2)
    writer.put(_ONE_PILE.index(rules.one_pile), 2)
    writer.put(_SHORT_HAND.index(rules.short_hand), 2)
    writer.put(_TALK.index(rules.talk), 3)
    commands = rules.commands
    kind = "none" if commands is None else "house" if commands == CommandMap.HOUSE else "own"
    kind = "seeded" if commands is not None and not commands.groups else kind
    writer.put(_MAPS.index(kind), len(_MAPS))
    if kind in ("seeded", "own") and resolved.commands:
        writer.put_order([card for group in resolved.commands.groups for card in group], DECK)


def _take_rules(reader: Reader) -> tuple[Rules, Rules]:
    """Return the rules as chosen, and with the numbers of a seeded command map in them."""
    options: dict[str, Any] = {"players": reader.take(5) + 1}
    options |= {name: bool(reader.take(2)) for name in ("expert", "short", "fire", "open_history")}
    options["one_pile"] = reader.choose(_ONE_PILE)
    options["short_hand"] = reader.choose(_SHORT_HAND)
    options["talk"] = reader.choose(_TALK)
    kind = reader.choose(_MAPS)
    if kind in ("none", "house"):
        rules = Rules(**options, commands=CommandMap.HOUSE if kind == "house" else None)
        return rules, rules
    numbers = reader.take_order(4 * len(KINDS), DECK)
    groups: dict[str, object] = {name: numbers[4 * place : 4 * place + 4] for place, name in enumerate(KINDS)}
    own = Rules(**options, commands=CommandMap.entered(groups))
    return (Rules(**options, commands=CommandMap.SEEDED) if kind == "seeded" else own), own


def _put_cards(writer: Writer, game: Game) -> None:
    """Write a whole deal as the order of its cards, anything else as the place of every card."""
    size = game.rules.hand_size
    held = [card for hand in game.hands for card in hand]
    dealt = game.turn == 1 and game.tops == BASES and all(len(hand) == size for hand in game.hands)
    whole = dealt and len(held) + len(game.draw) == len(DECK)
    writer.put(int(whole), 2)
    writer.put(game.active, game.rules.players)
    if whole:
        writer.put_order([*held, *game.draw], DECK)
        return
    writer.put(game.turn, _TURNS)
    for top in game.tops:
        writer.put(top, 101)
    where = {card: seat for seat, hand in enumerate(game.hands) for card in hand}
    where |= dict.fromkeys(game.draw, game.rules.players)
    for card in DECK:
        writer.put(where.get(card, game.rules.players + 1), game.rules.players + 2)
    writer.put_order(game.draw, sorted(game.draw))


def _take_cards(reader: Reader, rules: Rules) -> Game:
    players, size = rules.players, rules.hand_size
    whole, active = reader.take(2), reader.take(players)
    if whole:
        deck = reader.take_order(len(DECK), DECK)
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        return Game.arrange(rules, {}, hands, deck[size * players :], active)
    turn = reader.take(_TURNS)
    tops = [reader.take(101) for _ in LETTERS]
    where = [reader.take(players + 2) for _ in DECK]
    hands = [[card for card, seat in zip(DECK, where, strict=True) if seat == wanted] for wanted in range(players)]
    rest = [card for card, seat in zip(DECK, where, strict=True) if seat == players]
    draw = reader.take_order(len(rest), rest)
    game = Game.arrange(rules, dict(zip(LETTERS, tops, strict=True)), hands, draw, active)
    return game._replace(turn=max(1, turn))


def _put_seed(writer: Writer, seed: int | None) -> None:
    writer.put(int(seed is not None), 2)
    if seed is not None:
        writer.put(seed, MASK + 1)


def _take_seed(reader: Reader) -> int | None:
    return reader.take(MASK + 1) if reader.take(2) else None


def _put_name(writer: Writer, name: str) -> None:
    data = name.encode()
    writer.put(len(data), _NAME_BYTES)
    for byte in data:
        writer.put(byte, 256)


def _take_name(reader: Reader) -> str:
    return bytes(reader.take(256) for _ in range(reader.take(_NAME_BYTES))).decode()


# --- what was played and said -----------------------------------------------------------------------------------------


def _put_signal(writer: Writer, entry: Signalled, players: int) -> None:
    writer.put(entry.seat, players)
    writer.put(SIGNALS.index(entry.signal), len(SIGNALS))
    writer.put(_PILES.index(entry.pile or ""), len(_PILES))
    writer.put(_COMMANDS.index(entry.command or ""), len(_COMMANDS))
    writer.put(int(entry.on), 2)


def _take_signal(reader: Reader, players: int) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": reader.take(players), "signal": reader.choose(SIGNALS)}
    pile, command, on = reader.choose(_PILES), reader.choose(_COMMANDS), reader.take(2)
    data |= {"pile": pile} if pile else {}
    data |= {"command": command} if command else {}
    return data if on else data | {"on": False}


def _take_entries(reader: Reader, game: Game) -> Iterable[str | dict[str, Any]]:
    """Read moves until the game is over, and the signals between them."""
    signals, said = reader.take(2), 0
    while game.status == PLAYING or signals:
        if signals and reader.take(2):
            said += 1
            if said > _MOST_SIGNALS or game.status != PLAYING:
                raise ReviewError("link", why=Cause("link-signals"))
            yield _take_signal(reader, game.rules.players)
            continue
        if game.status != PLAYING:
            return
        legal = game.legal_moves()
        move = legal[reader.take(len(legal))]
        yield move
        game = game.play(move)


# --- several small numbers as one large one: each takes exactly the room that its choices need ------------------------

_BIAS: Final = 1  # so that leading zeros count


class Writer:
    """Takes numbers, each with the count of its choices."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, int]] = []

    def put(self, value: int, choices: int) -> None:
        """Take a number from 0 to `choices` - 1."""
        self._taken.append((value, choices))

    def put_order(self, picked: Iterable[int], of: Iterable[int]) -> None:
        """Take some of the cards `of`, in their order."""
        rest = list(of)
        for card in picked:
            self.put(rest.index(card), len(rest))
            rest.remove(card)

    def content(self) -> bytes:
        """Return everything."""
        number = _BIAS
        for value, choices in reversed(self._taken):
            number = number * choices + value
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Reader:
    """Gives back, in the same order, what a `Writer` took."""

    def __init__(self, content: bytes) -> None:
        self._rest = int.from_bytes(content, "big")

    def take(self, choices: int) -> int:
        """Return the next number."""
        self._rest, value = divmod(self._rest, choices)
        return value

    def take_order(self, count: int, of: Iterable[int]) -> list[int]:
        """Return the next cards, in their order."""
        rest = list(of)
        return [rest.pop(self.take(len(rest))) for _ in range(count)]

    def choose(self, known: Sequence[str]) -> str:
        """Return the next word of a list."""
        return known[self.take(len(known))]

    def finish(self) -> None:
        """Refuse a link with anything left to read."""
        if self._rest != _BIAS:
            raise ReviewError("link", why=Cause("link-longer"))
