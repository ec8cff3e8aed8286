"""Web Push: the RFC's own example, a second implementation, and a message from a turn to a push service."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given, strategies as st
from tests.host.indoors import eventually
from tests.server.listening import Heard, Post, listening, notifying
from tests.server.serving import Hosted, hosted

from nonante.server import push

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
AUTH = push.from_text("BTBZMqHH6r4Tts7J_aSIgg")
POINT = push.from_text("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
KEY = push.read_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
RECEIVER = push.read_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
SALT = push.from_text("DGv6ra1nlYgDCS1FRnbzlw")
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc() -> None:
    assert push.public_point(RECEIVER) == POINT
    assert push.to_text(push.encrypt(PLAIN, POINT, AUTH, KEY, SALT)) == SEALED


@given(st.binary(max_size=push.MOST), st.binary(min_size=16, max_size=16))
def test_another_implementation_reads_every_message(message: bytes, auth: bytes) -> None:
    sealed = push.encrypt(message, POINT, auth)
    assert http_ece.decrypt(sealed, private_key=RECEIVER, auth_secret=auth, version="aes128gcm") == message


def test_a_message_that_fits_no_record_and_a_key_that_is_none_are_refused() -> None:
    with pytest.raises(ValueError, match="at most"):
        push.encrypt(bytes(push.MOST + 1), POINT, AUTH)
    for wrong in (POINT[:-1], b"\x04" + bytes(64), b"\x02" + POINT[1:]):
        with pytest.raises(ValueError, match=r"\w"):
            push.check_point(wrong)


def check_vapid(header: str, audience: str) -> dict[str, Any]:
    """Return the claims of a header whose signature is right."""
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    signed, _, signature = token.rpartition(".")
    raw = push.from_text(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.from_text(key))
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(whole, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(push.from_text(signed.partition(".")[2]))
    assert claims["aud"] == audience
    return claims


def test_the_signature_names_the_push_service_and_lasts_less_than_a_day() -> None:
    header = push.vapid("https://push.example:8443/v2/abc?x=1", "https://cards.example", KEY, now=1e9)
    claims = check_vapid(header, "https://push.example:8443")
    assert claims["sub"] == "https://cards.example"
    assert 1e9 < claims["exp"] <= 1e9 + 86_400
    with pytest.raises(InvalidSignature):
        check_vapid(header.replace("t=eyJ0", "t=eyJ1"), "https://push.example:8443")


@dataclass
class Phone:
    """A device with a push subscription."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: push.read_key(push.new_key()))

    async def subscribe(self, server: Hosted, service: Heard, *seats: tuple[str, str], path: str = "/phone") -> int:
        """Let the server tell this device of some seats."""
        asked = {
            "endpoint": service.url + path,
            "p256dh": push.to_text(push.public_point(self.key)),
            "auth": push.to_text(AUTH),
            "language": "fr",
            "ahead": 0,
            "seats": [{"code": code, "token": token} for code, token in seats],
        }
        async with server.http() as http:
            return (await http.post("/api/push", json=asked)).status_code

    def read(self, post: Post) -> dict[str, Any]:
        """Open a message with the other implementation."""
        text = http_ece.decrypt(post.body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message


async def slow_pair(server: Hosted, slow: dict[str, Any] | None = None) -> tuple[str, str, str]:
    """Open a slow table for two; Anna is at it, Bruno has gone. Return its code and both secrets."""
    settings = {"rules": {"players": 2}, "slow": slow or {}}
    opened = await server.open(settings=settings)
    async with server.join(opened["code"]) as bruno:
        token = (await bruno.ask(type="sit", name="Bruno"))["token"]
    return opened["code"], opened["token"], token


async def play_turn(server: Hosted, code: str, token: str) -> None:
    """Come, start where nobody has, play one turn, and go."""
    from tests.host.indoors import choose

    async with server.join(code, token) as person:
        if not person.table["game"]:
            await person.ask(type="deal")
        if person.table["game"]["starter"] is None:
            await person.ask(type="start")
        you, turn = person.table["you"], person.table["game"]["turn"]
        while person.table["game"]["active"] == you and person.table["game"]["turn"] == turn:
            await person.ask(type="play", move=choose(person.table["game"]), seq=person.table["seq"])


def test_a_turn_reaches_the_device_of_the_next_person() -> None:
    async def main() -> None:
        async with listening() as service, hosted(notify=notifying()) as server:
            code, anna, bruno = await slow_pair(server)
            phone = Phone()
            assert await phone.subscribe(server, service, (code, bruno)) == 200
            await play_turn(server, code, anna)
            await eventually(lambda: service.posts)
            (post,) = service.posts
            assert post.path == "/phone"
            assert post.headers["content-encoding"] == "aes128gcm"
            assert int(post.headers["ttl"]) > 0
            assert len(post.headers["topic"]) <= 32
            check_vapid(post.headers["authorization"], service.url)
            message = phone.read(post)
            assert message["title"] == "À vous de jouer"
            assert message["code"] == code
            assert "Anna" in message["body"]
            await asyncio.sleep(0.3)
            assert len(service.posts) == 1  # once a turn

    asyncio.run(main())


def test_a_subscription_that_has_expired_is_removed() -> None:
    async def main() -> None:
        async with listening(410) as service, hosted(notify=notifying()) as server:
            code, anna, bruno = await slow_pair(server)
            await Phone().subscribe(server, service, (code, bruno))
            await play_turn(server, code, anna)
            await eventually(lambda: service.posts)
            notices = server.house.courier.notices  # type: ignore[union-attr]
            from nonante.server.notice_pages import name_of

            name = name_of(f"{service.url}/phone")
            async with asyncio.timeout(10):
                while await notices.device(name) is not None:
                    await asyncio.sleep(0.02)
            await play_turn(server, code, bruno)
            await play_turn(server, code, anna)
            await asyncio.sleep(0.3)
            assert len(service.posts) == 1

    asyncio.run(main())


def test_a_device_that_wants_no_more_is_told_no_more_and_a_wrong_secret_tells_nothing() -> None:
    async def main() -> None:
        async with listening() as service, hosted(notify=notifying()) as server:
            code, anna, bruno = await slow_pair(server)
            await Phone().subscribe(server, service, (code, bruno), path="/off")
            await Phone().subscribe(server, service, (code, "no secret of anybody"), path="/stranger")
            async with server.http() as http:
                ended = await http.post("/api/push/end", json={"endpoint": f"{service.url}/off"})
                assert ended.status_code == 200
            await play_turn(server, code, anna)
            await asyncio.sleep(0.3)
            assert service.posts == []

    asyncio.run(main())


def test_by_default_no_device_may_name_an_address_of_this_network() -> None:
    async def main() -> None:
        async with listening() as service, hosted() as server:
            code, _, bruno = await slow_pair(server)
            assert await Phone().subscribe(server, service, (code, bruno)) == 400

    asyncio.run(main())


def test_what_a_push_service_cannot_take_now_comes_later() -> None:
    async def main() -> None:
        async with listening(503) as service, hosted(notify=notifying()) as server:
            code, anna, bruno = await slow_pair(server)
            await Phone().subscribe(server, service, (code, bruno))
            await play_turn(server, code, anna)
            await eventually(lambda: service.posts)
            notices = server.house.courier.notices  # type: ignore[union-attr]
            service.status = 201
            now = notices.now
            notices.now = lambda: now() + 60
            await eventually(lambda: len(service.posts) == 2)
            assert service.posts[0].headers["topic"] == service.posts[1].headers["topic"]

    asyncio.run(main())
