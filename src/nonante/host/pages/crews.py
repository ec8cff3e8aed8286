"""Crews over plain requests: beginning, joining, their page, tables, leaving."""

from __future__ import annotations

from ...messages import AskCrew, AskCrewTable, AskMember
from ..crews import Crews
from .requests import Answer, PageRequest, answer, read


class CrewPage:
    """Answers crews."""

    def __init__(self, crews: Crews) -> None:
        self._crews = crews

    async def begin(self, request: PageRequest) -> Answer:
        """Keep the people of a table as a crew."""
        return answer(await self._crews.begin(read(request, AskCrew), request.caller), 201)

    async def show(self, request: PageRequest) -> Answer:
        """Show a crew."""
        return answer(await self._crews.show(request.names["code"], request.caller))

    async def join(self, request: PageRequest) -> Answer:
        """Let somebody with the link join."""
        return answer(await self._crews.join(request.names["code"], read(request, AskMember), request.caller), 201)

    async def change(self, request: PageRequest) -> Answer:
        """Change a name or a face; show the crew as it is then."""
        await self._crews.change(request.names["code"], read(request, AskMember), request.caller)
        return await self.show(request)

    async def open(self, request: PageRequest) -> Answer:
        """Open a table for the crew."""
        return answer(await self._crews.open(request.names["code"], read(request, AskCrewTable), request.caller), 201)

    async def leave(self, request: PageRequest) -> Answer:
        """Let a member go."""
        return answer(await self._crews.leave(request.names["code"], request.caller))
