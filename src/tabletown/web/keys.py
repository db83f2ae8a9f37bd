"""Who is who without accounts: a random secret in a browser, links made from it, and only hashes in the store."""

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letters that are taken for one another."""


class Secret(str):
    """Text that no log shows: an error may print the things that it is about, and this leaves itself out."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret(...)"


NO_SECRET = Secret()
"""A newcomer's."""


def new_secret() -> Secret:
    """What a browser keeps in its cookie."""
    return Secret(secrets.token_urlsafe(24))


def new_table_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(secret: str | bytes) -> str:
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


def seat_secret(mine: str, table: str, seat: int, times: int = 0) -> Secret:
    """The private link of a seat, for whoever sits there with this browser; another after each time it is renewed."""
    return made_from(mine, f"seat.{table}.{seat}" + (f".{times}" if times else ""))


def invitation(host: str, table: str, seat: int, times: int) -> Secret:
    """The link by which a guest takes the seat. Only the host's browser can make it."""
    return made_from(host, f"invitation.{table}.{seat}.{times}")


def made_from(secret: str, what: str) -> Secret:
    """Another secret that follows from one, and from which it does not."""
    return Secret(hmac.new(secret.encode(), what.encode(), hashlib.sha256).hexdigest()[:32])


def same(one: str, another: str) -> bool:
    return hmac.compare_digest(one.encode(), another.encode())
