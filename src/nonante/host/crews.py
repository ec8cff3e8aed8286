"""`Crews`: friends who keep their games together, beginning with two games at one table."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..messages import (
    AskCrew,
    AskCrewTable,
    AskMember,
    Crew,
    CrewFigures,
    CrewGame,
    CrewJoined,
    CrewLeft,
    CrewMember,
    CrewTable,
    CrewWeek,
    NewMember,
    Opened,
    OpenTable,
    Struct,
    encode,
)
from ..table import Record, Settings, Table, check_name
from .access import Caller, digest_of, new_code, new_token, tidy_code
from .clock import Now
from .errors import HostError
from .finished import Ended, ended_games, is_over, stayed
from .people import must_not_guess, of_kind, stored, title_of
from .slow import waiting_times, whose_turn
from .store import Note, Store
from .tables import Tables, reading
from .weeks import Weekly, week_at, weeks_in_a_row

LETTERS: Final = 12
"""Of a crew's code: who has the link may join."""
MEMBERS: Final = 12
FACES: Final = 5
TABLES: Final = 30
"""The newest tables of a crew are kept and followed."""
GAMES: Final = 1000
"""Games a crew keeps; beyond, the oldest go."""
SHOWN: Final = 30
"""The last games are shown."""
REMEMBERED: Final = 20_000
"""Tables whose length is remembered, so that nobody reads twice what has not changed."""
FIRST_GAMES: Final = 2
"""So many games together make a crew."""


class About(Struct, frozen=True):
    """What a crew is called, as it is stored."""

    name: str
    since: float


class Member(Struct, frozen=True):
    """Somebody in a crew, as stored."""

    name: str
    face: int
    digest: str
    """SHA-256 of the member's secret, in hexadecimal."""
    since: float


class Followed(Struct, frozen=True):
    """A table of a crew, as stored."""

    week: str | None = None


class Known(NamedTuple):
    """What a crew has stored, read at once."""

    about: About
    members: dict[str, Member]
    tables: dict[str, Followed]
    """The newest ones first."""


class Crews:
    """Finds crews, and follows the games at their tables."""

    def __init__(self, tables: Tables, now: Now) -> None:
        self._tables = tables
        self._now = now
        self._read: dict[tuple[str, str], int] = {}
        """How long the logs of tables were when they were read."""

    @property
    def _store(self) -> Store:
        return self._tables.store

    # Coming and going.

    async def begin(self, asked: AskCrew, caller: Caller) -> CrewJoined:
        """Make a crew of the people at a table, or join the one that another of them has made."""
        caller = caller.holding(asked.own.token)
        table, seat = await self._tables.find_own(asked.own.code, caller)
        games = [game for game in await self._ended(table, caller) if len(game.table.people) > 1]
        if len(games) < FIRST_GAMES or seat not in games[-1].table.people:
            raise HostError("no-crew-yet")
        wanted = self._member(asked.member)
        name = title_of(asked.name)
        await self._store.add_notes(f"crew-of/{table}", {"crew": new_code(LETTERS)})
        crew = (await self._store.notes(f"crew-of/{table}"))[0].content
        about = encode(About(name, self._now())).decode()
        await self._store.add_notes(_owner(crew), {"about": about, f"table/{table}": encode(Followed()).decode()})
        # Both devices of a person, and a request sent twice, come to the same member.
        token = hashlib.sha256(f"crew {asked.own.token}".encode()).hexdigest()[:32]
        await self._join(crew, token, wanted)
        return CrewJoined(crew, token)

    async def join(self, code: str, asked: AskMember, caller: Caller) -> CrewJoined:
        """Join by the link."""
        crew, _, _ = await self._find(code, caller)
        token = new_token()
        await self._join(crew, token, self._member(asked.member))
        return CrewJoined(crew, token)

    async def _join(self, crew: str, token: str, member: Member) -> None:
        known = await self._known(crew)
        digest = digest_of(token).hex()
        if known and any(one.digest == digest for one in known.members.values()):
            return
        if known and len(known.members) >= MEMBERS:
            raise HostError("crew-full", most=MEMBERS)
        kept, key = Member(member.name, member.face, digest, member.since), digest[:16]
        await self._store.add_notes(_owner(crew), {f"member/{key}": encode(kept).decode()})
        known = await self._known(crew)
        if known and key in list(known.members)[MEMBERS:]:  # many came at once
            await self._store.put_note(_owner(crew), f"member/{key}", None)
            raise HostError("crew-full", most=MEMBERS)

    async def change(self, code: str, asked: AskMember, caller: Caller) -> None:
        """Take another name or face, or name the crew."""
        crew, known, who = await self._find_member(code, caller)
        before = known.members[who]
        kept = self._member(asked.member, before.digest, before.since)
        await self._store.put_note(_owner(crew), f"member/{who}", encode(kept).decode())
        if asked.name is not None and title_of(asked.name) != known.about.name:
            about = About(title_of(asked.name), known.about.since)
            await self._store.put_note(_owner(crew), "about", encode(about).decode())

    async def leave(self, code: str, caller: Caller) -> CrewLeft:
        """Leave; with the last one the crew ends, with all it has stored. Its tables and their games stay."""
        crew, _, who = await self._find_member(code, caller)
        await self._store.put_note(_owner(crew), f"member/{who}", None)
        known = await self._known(crew)
        if known and known.members:
            return CrewLeft(ended=False)
        for table in known.tables if known else ():
            await self._store.put_note(f"crew-of/{table}", "crew", None)
        for owner in (_owner(crew), _games(crew)):
            await self._store.add_notes(owner, {}, 0)
        return CrewLeft(ended=True)

    def _member(self, wanted: NewMember, digest: str = "", since: float | None = None) -> Member:
        if not 0 <= wanted.face < FACES:
            raise HostError("malformed", why=f"faces are numbered from 0 to {FACES - 1}")
        return Member(check_name(wanted.name), wanted.face, digest, self._now() if since is None else since)

    # Its page.

    async def show(self, code: str, caller: Caller) -> Crew:
        """Show a crew: to its members all of it, to whoever has the link who is in it."""
        crew, known, who = await self._find(code, caller)
        people = [CrewMember(one.name, one.face, name == who) for name, one in known.members.items()]
        if who is None:
            return Crew(crew, known.about.name, known.about.since, people, False, None, None, [], [])
        await self._follow(crew, known, caller)
        notes, now = await self._store.notes(_games(crew)), self._now()
        figures, games = await self._tables.reading.do(caller.address, _played, notes, now)
        return Crew(
            crew,
            known.about.name,
            known.about.since,
            people,
            True,
            figures,
            await self._week(known, games),
            await self._open_tables(known, caller),
            games[: -SHOWN - 1 : -1],
        )

    async def open(self, code: str, asked: AskCrewTable, caller: Caller) -> Opened:
        """Open a table for the crew; the deal of the week has one table."""
        crew, known, _ = await self._find_member(code, caller)
        week = week_at(self._now()) if asked.week else None
        if week and any(table.week == week for table in known.tables.values()):
            raise HostError("week-begun")
        settings = asked.settings
        if week:
            players = max(2, Settings.from_data(settings).rules.players)
            settings = Settings(Weekly(week, players).rules).to_data()
        opened = await self._tables.open(OpenTable(asked.name, settings=settings))
        followed = {f"table/{opened.code}": encode(Followed(week)).decode()}
        await self._store.add_notes(f"crew-of/{opened.code}", {"crew": crew})
        await self._store.add_notes(_owner(crew), followed)
        for old in list(known.tables)[TABLES - 1 :]:
            await self._store.put_note(_owner(crew), f"table/{old}", None)
        return opened

    async def _week(self, known: Known, games: Sequence[CrewGame]) -> CrewWeek:
        week = week_at(self._now())
        own = next((game for game in games if game.week == week), None)
        begun = any(table.week == week for table in known.tables.values())
        ends = Weekly(week, 2).ends
        if own is None:
            return CrewWeek(week, ends, None, begun, 0, 0)
        others = await self._store.notes(f"week/{week}/{len(own.names)}")
        return CrewWeek(week, ends, own, begun, len(others), sum(note.content == "0" for note in others))

    async def _open_tables(self, known: Known, caller: Caller) -> list[CrewTable]:
        """Return the tables of the crew that are not over, as anybody with their links may see them."""
        tables = dict[str, Table]()
        for code in known.tables:
            with contextlib.suppress(HostError):  # forgotten, closed or damaged
                _, table = await self._tables.look(code, caller.at_home())
                if table.people and not is_over(table):
                    tables[code] = table
        waited = await waiting_times(self._store, tables)
        return [
            _table_shown(code, table, waited.get(code), known.tables[code].week is not None)
            for code, table in tables.items()
        ]

    async def _follow(self, crew: str, known: Known, caller: Caller) -> None:
        """Keep the games that were finished at the crew's tables since somebody last looked."""
        for code in known.tables:
            length = await self._store.length(code)
            if not length or self._read.get((crew, code)) == length:
                continue
            try:
                games = await self._ended(code, caller)
            except HostError:  # one damaged table spoils no crew
                continue
            found = [_told(code, game, known.tables[code].week) for game in games]
            notes = {game.game: encode(game).decode() for game in found if game}
            if await self._store.add_notes(_games(crew), notes, GAMES):  # a crew that plays is not forgotten
                await self._store.put_note(_owner(crew), "about", encode(known.about).decode())
            for game in found:
                if game and game.week:
                    await self._store.add_notes(f"week/{game.week}/{len(game.names)}", {crew: str(game.left)})
            if len(self._read) >= REMEMBERED:
                self._read.clear()
            self._read[crew, code] = length

    async def _ended(self, code: str, caller: Caller) -> list[Ended]:
        rows = await self._store.rows(code)
        async with self._tables.reading.queue.place(caller.address):
            with reading(code):
                return await self._tables.reading.work(ended_games, rows)

    # Finding one.

    async def _find(self, code: str, caller: Caller) -> tuple[str, Known, str | None]:
        """Return a crew by its code, and which member asks; wrong codes count as those of tables."""
        must_not_guess(caller)
        crew = tidy_code(code) or ""
        known = await self._known(crew)
        if known is None:
            caller.missed()
            raise HostError("unknown-crew")
        digest = digest_of(caller.token or "").hex()
        who = (name for name, one in known.members.items() if secrets.compare_digest(one.digest, digest))
        return crew, known, next(who, None)

    async def _find_member(self, code: str, caller: Caller) -> tuple[str, Known, str]:
        crew, known, who = await self._find(code, caller)
        if who is None:
            caller.missed()
            raise HostError("not-in-crew")
        return crew, known, who

    async def _known(self, crew: str) -> Known | None:
        notes = await self._store.notes(_owner(crew))
        about = next((stored(About, note) for note in notes if note.key == "about"), None)
        if about is None:
            return None
        return Known(
            about,
            dict(sorted(of_kind(notes, "member", Member), key=lambda member: member[1].since)),
            dict(reversed(of_kind(notes, "table", Followed))),
        )


def _table_shown(code: str, table: Table, waited: int | None, week: bool) -> CrewTable:
    return CrewTable(
        code,
        table.rules.name,
        table.game.status if table.game else "lobby",
        [seat.name if seat else None for seat in table.seats],
        whose_turn(table),
        len(table.game.draw) if table.game else 0,
        table.settings.slow is not None,
        waited,
        week,
    )


def _played(notes: Sequence[Note], now: float) -> tuple[CrewFigures, list[CrewGame]]:
    """Return the games of a crew in the order in which they ended, and their figures: 10 ms for a thousand of them."""
    games = sorted((game for note in notes if (game := stored(CrewGame, note))), key=lambda game: game.at)
    return figures_of(games, now), games


def _told(code: str, ended: Ended, week: str | None) -> CrewGame | None:
    """Return what a crew keeps of a game: a fresh one of several people that anybody may see."""
    table = ended.table
    if table.settings.private or len(table.people) < 2 or Record.of(table).known is not None:
        return None
    weekly = week and Weekly(week, len(table.seats))
    is_week = weekly and table.dealt and table.dealt.seed == weekly.seed and table.rules == weekly.rules
    names = list(table.names)
    game = table.require_game()
    return CrewGame(
        f"{code}-{ended.number}",
        ended.at,
        table.rules.name,
        names,
        game.score,
        stayed(table),
        week if is_week else None,
    )


def figures_of(games: Sequence[CrewGame], now: float) -> CrewFigures:
    """Return wins, the longest run of them, and weeks in a row."""
    best = run = 0
    for game in games:
        run = 0 if game.left else run + 1
        best = max(best, run)
    won = sum(not game.left for game in games)
    return CrewFigures(len(games), won, best, weeks_in_a_row([game.at for game in games], now))


def _owner(crew: str) -> str:
    return f"crew/{crew}"


def _games(crew: str) -> str:
    return f"crew-games/{crew}"
