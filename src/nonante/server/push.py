"""Web Push: messages that only one browser can read (RFC 8291, 8188), from a server that identifies itself (RFC 8292).

The cryptography itself comes from the package of that name (extra ``[push]``); without it nothing is offered.
"""

from __future__ import annotations

import base64
import json
import os
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

RECORD: Final = 4096
"""Bytes of a record; a message is one record, which every push service takes."""
MOST: Final = RECORD - 86 - 17
"""Bytes of a message."""
POINT, SECRET = 65, 16
LIFE: Final = 12 * 3600
"""Seconds that a signature is valid."""
KEEP: Final = 3 * 24 * 3600
"""Seconds that a push service keeps a message for a device that is off."""


def available() -> bool:
    """Tell whether the package for encryption is installed."""
    return find_spec("cryptography") is not None


def to_text(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return what `to_text` wrote; raise ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_key() -> str:
    """Return a new private key of P-256, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(number.to_bytes(32, "big"))


def read_key(text: str) -> EllipticCurvePrivateKey:
    """Return the private key that `new_key` wrote."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), ec.SECP256R1())


def public_point(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key, uncompressed."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_point(point: bytes) -> bytes:
    """Return the public key of a browser; raise ValueError for anything else."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(point) != POINT:
        raise ValueError(f"a public key has {POINT} bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return point


def encrypt(
    message: bytes, point: bytes, auth: bytes, key: EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return a message that only the browser with these keys can read; only tests pass `key` and `salt`."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if len(message) > MOST:
        raise ValueError(f"a message has at most {MOST} bytes")

    def derived(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    key = key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    own = public_point(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    secret = derived(32, auth, b"WebPush: info\0" + point + own, shared)
    content_key = derived(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = derived(12, salt, b"Content-Encoding: nonce\0", secret)
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own + sealed


def vapid(endpoint: str, contact: str, key: EllipticCurvePrivateKey, now: float | None = None) -> str:
    """Return the header that identifies this server to a push service."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() if now is None else now) + LIFE,
        "sub": contact if contact.startswith("https://") else "mailto:nobody@localhost",
    }
    signed = ".".join(to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={to_text(public_point(key))}"


def headers(endpoint: str, contact: str, key: EllipticCurvePrivateKey, topic: str) -> dict[str, str]:
    """Return the headers of one message; of two with the same topic, a push service keeps the newer one."""
    return {
        "Authorization": vapid(endpoint, contact, key),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEEP),
        "Urgency": "normal",
        "Topic": topic,
    }
