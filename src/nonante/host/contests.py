"""`Contests`: events, in which every team plays the same fresh deals, whose seeds nobody knows before the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..messages import (
    AskContest,
    AskTeam,
    Contest,
    ContestState,
    Opened,
    TeamJoined,
    encode,
    replace,
)
from ..players import play_game, player
from ..review import at_once
from ..rules import NonanteError, Rules
from ..table import HandedOver, Left, Record, Seated, check_name, event_from_data
from .access import Caller, digest_of, new_code, new_token, tidy_code
from .contest_results import About, Known, Player, Result, Team, deal_of, lefts_of, team_shown
from .errors import HostError
from .finished import ended_games
from .levels import LEVELS
from .opening import Sitter, opening_events
from .people import must_not_guess, of_kind, stored, title_of
from .store import DAY, UNTIL, Conflict, Entry, Note, Row, Store
from .tables import Tables, reading
from .thinking import Thinker

LETTERS: Final = 12
DEALS: Final = 20
TEAMS: Final = 200
LONGEST: Final = 92 * DAY
PATIENCE: Final = 5.0
"""Seconds between two looks at the tables of an event, however many people watch its results."""
FRESH: Final = 2.0
"""Seconds for which a page of results is shown to everybody as it is."""
MANY: Final = 500
"""Notes, and tables, that are read elsewhere than in the event loop: the largest events take 50 ms."""
REMEMBERED: Final = 20_000
"""Tables whose length is remembered, so that nobody reads twice what has not changed."""


class _Page(NamedTuple):
    """The results of an event as they were a moment ago, with nobody's own team marked."""

    at: float
    contest: Contest
    team_of: dict[str, str]
    """By the digest of a player's secret."""


class Contests:
    """Prepares events, opens their tables and collects the results."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._looked: dict[str, float] = {}
        self._shown: dict[str, _Page] = {}
        self._read: dict[str, int] = {}

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
            title_of(asked.name),
            *(asked.edition, asked.players, asked.talk, asked.deals, asked.begins, asked.ends),
            secret=secrets.token_hex(32),
        )
        about.rules  # noqa: B018 - refused now, not with the first table
        code = new_code(LETTERS)
        await self._store.add_notes(_owner(code), {"about": encode(about).decode(), UNTIL: str(about.ends)})
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
            title = title_of(asked.title or asked.name)
            await self._store.add_notes(_owner(event), {f"team/{team}": encode(Team(title)).decode()})
            founded = await self._known(event)
            if founded and team in list(founded.teams)[TEAMS:]:  # many came at once
                await self._store.put_note(_owner(event), f"team/{team}", None)
                raise HostError("event-full", most=TEAMS)
        elif team not in known.teams:
            raise HostError("no-such-team")
        # One key for each seat: of two who come at once for the last one, one gets it.
        for seat in range(known.about.players):
            if await self._store.add_notes(_owner(event), {f"player/{team}/{seat}": encode(kept).decode()}):
                self._shown.pop(event, None)
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
        await self._store.add_notes(f"event-of/{table}", {"event": json.dumps(event), UNTIL: str(about.ends)})
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
        page = self._shown.get(tidy_code(code) or "")
        if page is None or caller.guessed or not 0 <= self._now() - page.at < FRESH:
            event, known = await self._find(code, caller)
            if not known.closed:
                known = await self._collect(event, known, caller)
            await self._think(event, known, caller)
            page = await self._page(event, known)
        own = page.team_of.get(digest_of(caller.token or "").hex())
        if own is None:
            return page.contest
        return replace(page.contest, teams=[replace(one, you=one.team == own) for one in page.contest.teams])

    async def _page(self, event: str, known: Known) -> _Page:
        details = event, known, self._state(known)
        many = len(known.tables) >= MANY
        contest = await self._tables.reading.work(_contest_of, *details) if many else _contest_of(*details)
        now = self._now()
        self._shown = {one: page for one, page in self._shown.items() if 0 <= now - page.at < FRESH}
        team_of = {one.digest: team for team, people in known.players.items() for one in people}
        page = self._shown[event] = _Page(now, contest, team_of)
        return page

    async def _collect(self, event: str, known: Known, caller: Caller) -> Known:
        """Keep the results of finished games; what ended in time counts, whenever somebody looks."""
        now = self._now()
        over = now >= known.about.ends
        if not over and 0 <= now - self._looked.get(event, 0) < PATIENCE:
            return known
        self._looked = {one: at for one, at in self._looked.items() if 0 <= now - at < PATIENCE} | {event: now}
        found, read = dict[str, str](), dict[str, int]()
        for (team, deal), table in known.tables.items():
            length = await self._store.length(table) if (team, deal) not in known.results else 0
            if not length or self._read.get(table) == length:
                continue
            with contextlib.suppress(HostError):  # one damaged table spoils no event
                if result := await self._result(known, table, deal, over, caller):
                    found[f"result/{team}/{deal}"] = encode(result).decode()
                read[table] = length
        if over:
            found["closed"] = "true"
        if found:
            await self._store.add_notes(_owner(event), found)
        if len(self._read) + len(read) > REMEMBERED:
            self._read.clear()
        self._read |= read
        return await self._known(event) or known

    async def _result(self, known: Known, table: str, deal: int, over: bool, caller: Caller) -> Result | None:
        rows = await self._store.rows(table)
        async with self._tables.reading.queue.place(caller.address):
            with reading(table):
                games = await self._tables.reading.work(ended_games, rows)
        if not games or games[0].number != 1 or (over and games[0].at > known.about.ends):
            return None
        first = games[0].table
        if first.dealt is None or first.dealt.seed != known.about.seed(deal) or Record.of(first).known:
            return None
        return Result(first.require_game().score, _was_helped(rows))

    async def _think(self, event: str, known: Known, caller: Caller) -> None:
        """Let champions play, beside everything else, a deal that somebody has finished."""
        done = {deal for _, deal in known.results}
        deal = next((one for one in sorted(done) if one not in known.champion), None)
        if deal is None or event in self._thinking:
            return

        async def play() -> None:
            try:
                game = at_once(_champion, known.about.rules, known.about.seed(deal))
                left = await self._thinker.judge(game, caller.address)
                await self._store.add_notes(_owner(event), {f"champion/{deal}": str(left)})
                self._shown.pop(event, None)
            except NonanteError:
                return  # too much waits already: the next who looks tries again
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
        return _known_of(notes) if len(notes) < MANY else await self._tables.reading.work(_known_of, notes)


def _contest_of(event: str, known: Known, state: ContestState) -> Contest:
    about = known.about
    deals = range(1, about.deals + 1)
    lefts = {deal: lefts_of(known, deal) for deal in deals}
    return Contest(
        event,
        *(about.name, about.edition, about.players, about.talk, about.begins, about.ends),
        state,
        [deal_of(known, deal, lefts[deal], state == "closed") for deal in deals],
        [team_shown(known, team, lefts) for team in known.teams],
    )


def _known_of(notes: Sequence[Note]) -> Known | None:
    about = next((stored(About, note) for note in notes if note.key == "about"), None)
    if about is None:
        return None
    seats = sorted(of_kind(notes, "player", Player))
    teams = dict(of_kind(notes, "team", Team))
    return Known(
        about,
        teams,
        {team: [one for key, one in seats if key.startswith(f"{team}/")] for team in teams},
        {_place(key): code for key, code in of_kind(notes, "table", str)},
        {_place(key): result for key, result in of_kind(notes, "result", Result)},
        {int(key): left for key, left in of_kind(notes, "champion", int)},
        any(note.key == "closed" for note in notes),
    )


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


def _owner(event: str) -> str:
    return f"event/{event}"
