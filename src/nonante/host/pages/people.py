"""The devices of one person: pairing them, what they share, removing one."""

from __future__ import annotations

from ...messages import AskDevice, AskJoin, AskPairing, AskRemoval, AskSync, PairingCode, Removed
from ..people import CODE_SECONDS, People
from .requests import Answer, Draw, PageRequest, answer, read


class DevicePage:
    """Answers devices."""

    def __init__(self, people: People, draw: Draw) -> None:
        self._people = people
        self._draw = draw

    async def begin(self, request: PageRequest) -> Answer:
        """Give the first device of somebody its secret."""
        return answer(await self._people.begin(read(request, AskDevice).name), 201)

    async def code(self, request: PageRequest) -> Answer:
        """Give a code for one more device, and a picture of it to scan."""
        code = await self._people.offer(read(request, AskPairing).own, request.caller)
        picture = await self._draw(f"{request.origin}/devices#{code}")
        return answer(PairingCode(code, CODE_SECONDS, picture), 201)

    async def join(self, request: PageRequest) -> Answer:
        """Pair a device by its code."""
        asked = read(request, AskJoin)
        return answer(await self._people.join(asked.code, asked.name, request.caller), 201)

    async def sync(self, request: PageRequest) -> Answer:
        """Take what a device has, and give what it lacks."""
        asked = read(request, AskSync)
        return answer(await self._people.sync(asked.own, asked.items, asked.after, request.caller))

    async def remove(self, request: PageRequest) -> Answer:
        """Remove a device."""
        asked = read(request, AskRemoval)
        await self._people.remove(asked.own, asked.device, request.caller)
        return answer(Removed(asked.device))
