"""`Contests`: events, in which every team plays the same fresh deals, whose seeds nobody knows before the end."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from statistics import fmean, median
from typing import Final, NamedTuple, TypeVar

from ..messages import (
    AskContest,
    AskTeam,
    Contest,
    ContestDeal,
    ContestScore,
    ContestState,
    ContestTalk,
    ContestTeam,
    Opened,
    Struct,
    TeamJoined,
    encode,
)
from ..players import play_game, player
from ..review import at_once
from ..rules import NonanteError, Rules
from ..table import HandedOver, Left, Record, Seated, Settings, check_name, event_from_data
from .access import Caller, digest_of, new_code, new_token, tidy_code
from .errors import HostError
from .finished import ended_games
from .levels import LEVELS
from .opening import Sitter, opening_events
from .people import must_not_guess, stored
from .store import DAY, Conflict, Entry, Note, Row, Store
from .tables import Tables, reading
from .thinking import Thinker

T = TypeVar("T")
LETTERS: Final = 12
DEALS: Final = 20
TEAMS: Final = 200
LONGEST: Final = 92 * DAY
NAME: Final = 40
PATIENCE: Final = 5.0
"""Seconds between two looks at the tables of an event, however many people watch its results."""


class About(Struct, frozen=True):
    """An event as it is stored."""

    name: str
    edition: str
    players: int
    talk: ContestTalk
    deals: int
    begins: float
    ends: float
    secret: str
    """What its seeds are made from: random, and never sent."""

    @property
    def rules(self) -> Rules:
        """The rules that every team plays by."""
        return Rules.edition(self.edition, self.players, talk=self.talk)

    @property
    def settings(self) -> Settings:
        """What every table offers: nothing that would help one team more than another."""
        return Settings(self.rules, undo=False, hints=False, private=True)

    def seed(self, deal: int) -> int:
        """Return a deal's number."""
        digest = hmac.digest(bytes.fromhex(self.secret), str(deal).encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big")


class Team(Struct, frozen=True):
    """A team as it is stored."""

    title: str


class Player(Struct, frozen=True):
    """Somebody in a team, as stored."""

    name: str
    digest: str
    """SHA-256 of their secret, in hexadecimal."""


class Result(Struct, frozen=True):
    """What a team made of a deal, as stored."""

    left: int
    helped: bool


class Known(NamedTuple):
    """What is stored of an event, read at once."""

    about: About
    teams: dict[str, Team]
    players: dict[str, list[Player]]
    """Of each team, in the order of their seats."""
    tables: dict[tuple[str, int], str]
    results: dict[tuple[str, int], Result]
    champion: dict[int, int]
    closed: bool


class Contests:
    """Prepares events, opens their tables and collects the results."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._looked: dict[str, float] = {}

    @property
    def _store(self) -> Store:
        return self._tables.store

    def _now(self) -> float:
        return self._tables.now()

    async def begin(self, asked: AskContest) -> str:
        """Prepare an event; return its code."""
        now = self._now()
        if not 1 <= asked.deals <= DEALS or not asked.begins < asked.ends or not now < asked.ends < now + LONGEST:
            raise HostError("event-times", deals=DEALS, days=int(LONGEST / DAY))
        about = About(
            " ".join(asked.name.split())[:NAME] or "?",
            *(asked.edition, asked.players, asked.talk, asked.deals, asked.begins, asked.ends),
            secret=secrets.token_hex(32),
        )
        about.rules  # noqa: B018 - refused now, not with the first table
        code = new_code(LETTERS)
        await self._store.add_notes(_owner(code), {"about": encode(about).decode()})
        return code

    async def join(self, code: str, asked: AskTeam, caller: Caller) -> TeamJoined:
        """Found a team, or join one while it has a free seat."""
        event, known = await self._find(code, caller)
        if self._state(known) == "closed":
            raise HostError("event-closed")
        token = new_token()
        kept = Player(check_name(asked.name), digest_of(token).hex())
        team = asked.team
        if team is None:
            if len(known.teams) >= TEAMS:
                raise HostError("event-full", most=TEAMS)
            team = secrets.token_hex(4)
            title = " ".join((asked.title or asked.name).split())[:NAME] or "?"
            await self._store.add_notes(_owner(event), {f"team/{team}": encode(Team(title)).decode()})
        elif team not in known.teams:
            raise HostError("no-such-team")
        # One key for each seat: of two who come at once for the last one, one gets it.
        for seat in range(known.about.players):
            if await self._store.add_notes(_owner(event), {f"player/{team}/{seat}": encode(kept).decode()}):
                return TeamJoined(team, token)
        raise HostError("team-full")

    async def table(self, code: str, deal: int, caller: Caller) -> Opened:
        """Return the table at which one's team plays a deal; the first who asks opens it, dealt and with everybody."""
        event, known = await self._find(code, caller)
        team, seat = self._seat(known, caller)
        about, people = known.about, known.players[team]
        if not 1 <= deal <= about.deals:
            raise HostError("malformed", why=f"deals are numbered from 1 to {about.deals}")
        if len(people) < about.players:
            raise HostError("team-lacks", free=about.players - len(people))
        state = self._state(known)
        table = known.tables.get((team, deal))
        if table is None:
            if state != "open":
                raise HostError("event-closed" if state == "closed" else "event-early")
            claimed = {f"table/{team}/{deal}": json.dumps(new_code(self._tables.code_length))}
            await self._store.add_notes(_owner(event), claimed)
            table = (await self._known(event) or known).tables[team, deal]
        if not await self._store.length(table):
            if state != "open":
                raise HostError("event-closed")
            await self._deal(event, about, table, people, deal)
        return Opened(table, seat, caller.token or "", about.rules.name, about.players)

    async def _deal(self, event: str, about: About, table: str, people: Sequence[Player], deal: int) -> None:
        """Store a table with everybody seated and the cards dealt; whoever was quicker has stored the same."""
        sealed = json.dumps({"event": event, "ends": about.ends})
        await self._store.add_notes(f"event-of/{table}", {"event": sealed})
        sitters = [Sitter(one.name) for one in _told_apart(people)]
        events = opening_events(about.settings, sitters, lambda opened: opened.deal(about.seed(deal)))
        digests = tuple(bytes.fromhex(one.digest) for one in people)
        entries = [Entry(one, secrets=digests[: one.seat + 1] if isinstance(one, Seated) else None) for one in events]
        try:
            await self._store.append(table, 0, entries)
        except Conflict:
            return

    async def show(self, code: str, caller: Caller) -> Contest:
        """Show an event with everything that is known of its results."""
        event, known = await self._find(code, caller)
        if not known.closed:
            known = await self._collect(event, known, caller)
        await self._think(event, known)
        about, state = known.about, self._state(known)
        digest = digest_of(caller.token or "").hex()
        deals = range(1, about.deals + 1)
        teams = [
            _team(known, team, any(one.digest == digest for one in known.players.get(team, []))) for team in known.teams
        ]
        return Contest(
            event,
            *(about.name, about.edition, about.players, about.talk, about.begins, about.ends),
            state,
            [_deal_of(known, deal, state == "closed") for deal in deals],
            teams,
        )

    async def _collect(self, event: str, known: Known, caller: Caller) -> Known:
        """Keep the results of finished games; what ended in time counts, whenever somebody looks."""
        now = self._now()
        over = now >= known.about.ends
        if not over and 0 <= now - self._looked.get(event, 0) < PATIENCE:
            return known
        self._looked = {one: at for one, at in self._looked.items() if 0 <= now - at < PATIENCE} | {event: now}
        found = {}
        for (team, deal), table in known.tables.items():
            if (team, deal) not in known.results and (result := await self._result(known, table, deal, over, caller)):
                found[f"result/{team}/{deal}"] = encode(result).decode()
        if over:
            found["closed"] = "true"
        if found:
            await self._store.add_notes(_owner(event), found)
        return await self._known(event) or known

    async def _result(self, known: Known, table: str, deal: int, over: bool, caller: Caller) -> Result | None:
        try:
            rows = await self._store.rows(table)
            async with self._tables.reading.queue.place(caller.address):
                with reading(table):
                    games = await self._tables.reading.work(ended_games, rows)
        except HostError:  # one damaged table spoils no event
            return None
        if not games or games[0].number != 1 or (over and games[0].at > known.about.ends):
            return None
        first = games[0].table
        if first.dealt is None or first.dealt.seed != known.about.seed(deal) or Record.of(first).known:
            return None
        return Result(first.require_game().score, _was_helped(rows))

    async def _think(self, event: str, known: Known) -> None:
        """Let champions play, beside everything else, a deal that somebody has finished."""
        done = {deal for _, deal in known.results}
        deal = next((one for one in sorted(done) if one not in known.champion), None)
        if deal is None or event in self._thinking:
            return

        async def play() -> None:
            try:
                left = await self._thinker.judge(at_once(_champion, known.about.rules, known.about.seed(deal)))
                await self._store.add_notes(_owner(event), {f"champion/{deal}": str(left)})
            except NonanteError:
                return  # the queue is full: the next who looks tries again
            finally:
                del self._thinking[event]

        self._thinking[event] = asyncio.create_task(play())

    def _state(self, known: Known) -> ContestState:
        if known.closed or self._now() >= known.about.ends:
            return "closed"
        return "open" if self._now() >= known.about.begins else "before"

    def _seat(self, known: Known, caller: Caller) -> tuple[str, int]:
        digest = digest_of(caller.token or "").hex()
        for team, people in known.players.items():
            for seat, one in enumerate(people):
                if secrets.compare_digest(one.digest, digest):
                    return team, seat
        caller.missed()
        raise HostError("not-in-event")

    async def _find(self, code: str, caller: Caller) -> tuple[str, Known]:
        must_not_guess(caller)
        event = tidy_code(code) or ""
        known = await self._known(event)
        if known is None:
            caller.missed()
            raise HostError("unknown-event")
        return event, known

    async def _known(self, event: str) -> Known | None:
        notes = await self._store.notes(_owner(event))
        about = next((stored(About, note) for note in notes if note.key == "about"), None)
        if about is None:
            return None
        seats = sorted(_of_kind(notes, "player", Player))
        teams = dict(_of_kind(notes, "team", Team))
        return Known(
            about,
            teams,
            {team: [one for key, one in seats if key.startswith(f"{team}/")] for team in teams},
            {_place(key): code for key, code in _of_kind(notes, "table", str)},
            {_place(key): result for key, result in _of_kind(notes, "result", Result)},
            {int(key): left for key, left in _of_kind(notes, "champion", int)},
            any(note.key == "closed" for note in notes),
        )


def _of_kind(notes: Sequence[Note], kind: str, struct: type[T]) -> list[tuple[str, T]]:
    found = [(note.key.partition("/")[2], stored(struct, note)) for note in notes if note.key.startswith(f"{kind}/")]
    return [(key, content) for key, content in found if content is not None]


def _place(key: str) -> tuple[str, int]:
    team, _, deal = key.partition("/")
    return team, int(deal)


def _told_apart(people: Sequence[Player]) -> list[Player]:
    """Give those of one name numbers in words that no card has: nobody may be called like a number."""
    seen: dict[str, int] = {}
    told = []
    for one in people:
        seen[one.name.casefold()] = count = seen.get(one.name.casefold(), 0) + 1
        told.append(Player(f"{one.name[:16]} {'ABCDE'[count - 1]}" if count > 1 else one.name, one.digest))
    return told


def _was_helped(rows: Sequence[Row]) -> bool:
    """Tell whether a computer player moved for anybody."""
    events = [event_from_data(json.loads(row.event)) for row in rows]
    return any(isinstance(event, HandedOver | Left) for event in events)


def _champion(rules: Rules, seed: int) -> int:
    return play_game(rules, seed, [player(LEVELS[-1]) for _ in range(rules.players)]).score


def percent(left: int, others: Sequence[int]) -> float | None:
    """Return what share of the others a result beats, a tie counting half; None without others.

    >>> percent(0, [0, 3, 8]), percent(5, []), percent(9, [1, 2])
    (83.33333333333333, None, 0.0)
    """
    if not others:
        return None
    return 100 * sum(1.0 if left < other else 0.5 if left == other else 0.0 for other in others) / len(others)


def _team(known: Known, team: str, you: bool) -> ContestTeam:
    about, people = known.about, known.players.get(team, [])
    scores = [_score(known, team, deal) for deal in range(1, about.deals + 1)]
    shares = [score.percent for score in scores if score and score.percent is not None]
    return ContestTeam(
        team,
        known.teams[team].title,
        [one.name for one in people],
        about.players - len(people),
        scores,
        fmean(shares) if shares else None,
        you,
    )


def _score(known: Known, team: str, deal: int) -> ContestScore | None:
    own = known.results.get((team, deal))
    if own is None:
        return None
    others = _lefts(known, deal, but=team)
    return ContestScore(own.left, None if own.helped else percent(own.left, others), own.helped)


def _lefts(known: Known, deal: int, but: str | None = None) -> list[int]:
    return [
        one.left for (team, number), one in known.results.items() if number == deal and team != but and not one.helped
    ]


def _deal_of(known: Known, deal: int, over: bool) -> ContestDeal:
    lefts = _lefts(known, deal)
    seed = str(known.about.seed(deal)) if over else None
    return ContestDeal(len(lefts), float(median(lefts)) if lefts else None, known.champion.get(deal), seed)


def _owner(event: str) -> str:
    return f"event/{event}"
