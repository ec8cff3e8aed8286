"""Events over plain requests: preparing one, teams, their tables, the results, also as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io

from ...messages import AskContest, AskContestDeal, AskTeam, Contest, ContestMade
from ..contests import Contests
from .requests import Answer, PageRequest, answer, read


class ContestPage:
    """Answers about events."""

    def __init__(self, contests: Contests) -> None:
        self._contests = contests

    async def begin(self, request: PageRequest) -> Answer:
        """Prepare an event."""
        return answer(ContestMade(await self._contests.begin(read(request, AskContest))), 201)

    async def show(self, request: PageRequest) -> Answer:
        """Show an event."""
        return answer(await self._contests.show(request.names["code"], request.caller))

    async def table(self, request: PageRequest) -> Answer:
        """Give the results as lines of a spreadsheet."""
        contest = await self._contests.show(request.names["code"], request.caller)
        return Answer(csv_of(contest).encode(), kind="text/csv; charset=utf-8", file=f"nonante-{contest.event}.csv")

    async def join(self, request: PageRequest) -> Answer:
        """Let somebody into a team."""
        return answer(await self._contests.join(request.names["code"], read(request, AskTeam), request.caller), 201)

    async def deal(self, request: PageRequest) -> Answer:
        """Open a team's table of a deal, or find it again."""
        asked = read(request, AskContestDeal)
        return answer(await self._contests.table(request.names["code"], asked.deal, request.caller), 201)


def csv_of(contest: Contest) -> str:
    """Return the results, one line for each team and finished deal."""
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(["team", "players", "deal", "left", "percent", "median", "champion", "helped"])
    for team in contest.teams:
        for number, (score, deal) in enumerate(zip(team.scores, contest.deals, strict=True), start=1):
            if score:
                rest = [score.left, score.percent, deal.median, deal.champion, score.helped]
                out.writerow([_plain(team.title), _plain(" / ".join(team.names)), number, *rest])
    return text.getvalue()


def _plain(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
