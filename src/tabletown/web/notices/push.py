"""Messages to a browser that has no page open: encrypted for it alone (RFC 8291 and 8188), signed by us (RFC 8292)."""

import base64
import binascii
import json
import os
import struct
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tabletown.rulekit.errors import BadOption, TabletownError
from tabletown.rulekit.language import message
from tabletown.web.keys import Secret

CURVE = ec.SECP256R1()
POINT, SCALAR, AUTH, SALT = 65, 32, 16, 16
"""Bytes of a public key, of a private one, of what a browser adds, and of what each message adds."""
RECORD = 4096
"""Bytes of the one record that a message is; push services take no more."""
MOST_TOLD = RECORD - SALT - 4 - 1 - POINT - 16 - 1
HOLDS = 12 * 3600
"""Seconds for which a signature holds; push services allow a day."""
KEPT = 86400
"""Seconds for which a push service keeps a message for a browser that is not running."""
LAST_RECORD = b"\x02"
NO_KEYS = message("The browser's keys are damaged. Reload the page, and try again.")


class BadPushKey(TabletownError):
    """A key of the host's that cannot be used."""


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """base64url, with or without its end; ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


# ---------------------------------------------------------------- the host's keys


@dataclass(frozen=True)
class Signing:
    """The host's pair of keys, by which push services know who sends; and whom they can ask about it."""

    private: ec.EllipticCurvePrivateKey = field(repr=False)
    contact: str

    @property
    def public(self) -> str:
        """What a browser subscribes for."""
        return to_text(_point(self.private.public_key()))

    def authorization(self, endpoint: str, now: float) -> Secret:
        """The header that proves to the push service at the endpoint that it is us."""
        where = urlsplit(endpoint)
        claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": int(now) + HOLDS, "sub": self.contact}
        signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        r, s = decode_dss_signature(self.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_text(r.to_bytes(SCALAR, "big") + s.to_bytes(SCALAR, "big"))
        return Secret(f"vapid t={signed}.{signature}, k={self.public}")


def _json(content: object) -> str:
    return to_text(json.dumps(content, separators=(",", ":")).encode())


def new_key() -> Secret:
    """A private key as text, for the host to keep."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return Secret(to_text(number.to_bytes(SCALAR, "big")))


def signing(key: str, contact: str) -> Signing:
    """The pair that belongs to a private key in text, as `new_key` writes it."""
    try:
        number = from_text(key.strip())
        private = ec.derive_private_key(int.from_bytes(number, "big"), CURVE)
    except (ValueError, binascii.Error):
        raise BadPushKey("The push key is damaged. Make a new one with `tabletown keys FILE`.") from None
    if not contact.startswith(("mailto:", "https://")):
        raise BadPushKey(
            "Push services want to know whom to ask: give --push-contact mailto:you@example.org or https://…."
        )
    return Signing(private, contact)


def write_key(file: Path) -> None:
    """A new private key in a file that nobody else can read. Nothing is overwritten."""
    key = new_key()
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BadPushKey(
            f"{file} exists already and stays as it is: browsers that subscribed would be lost with another key."
        ) from None
    except OSError as error:
        raise BadPushKey(f"The key cannot be written to {file}: {error.strerror}.") from None
    with os.fdopen(opened, "w", encoding="ascii") as writing:
        writing.write(f"{key!s}\n")


# ---------------------------------------------------------------- one message


@dataclass(frozen=True)
class Browser:
    """What a browser gives to whoever may write to it: its public key and something shared."""

    public: bytes = field(repr=False)
    auth: bytes = field(repr=False)

    @classmethod
    def read(cls, public: str, auth: str) -> "Browser":
        """BadOption if these are no keys; a point that is on no curve would give ours away."""
        try:
            read = cls(from_text(public), from_text(auth))
            _public_key(read.public)
        except (ValueError, binascii.Error):
            raise BadOption(NO_KEYS) from None
        if len(read.public) != POINT or len(read.auth) != AUTH:
            raise BadOption(NO_KEYS)
        return read


def encrypted(
    text: bytes, browser: Browser, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The whole body of a message; `own` and `salt` are for this message alone, and random unless a test gives them."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT)
    mine = _point(own.public_key())
    key, nonce = _keys(own, browser, mine, salt, _public_key(browser.public))
    if len(text) > MOST_TOLD:
        raise ValueError(f"A message has at most {MOST_TOLD} bytes.")
    sealed = AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)
    return salt + struct.pack("!IB", RECORD, POINT) + mine + sealed


def _keys(
    own: ec.EllipticCurvePrivateKey, browser: Browser, sender: bytes, salt: bytes, other: ec.EllipticCurvePublicKey
) -> tuple[bytes, bytes]:
    shared = own.exchange(ec.ECDH(), other)
    secret = _derived(shared, browser.auth, b"WebPush: info\x00" + browser.public + sender, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    return key, _derived(secret, salt, b"Content-Encoding: nonce\x00", 12)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
