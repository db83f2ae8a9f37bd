"""Who is who without accounts: a random secret in a browser, links made from it, and only hashes in the store."""

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letters that are taken for one another."""


def new_secret() -> str:
    """What a browser keeps in its cookie."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_secret(mine: str, table: str, seat: int, times: int = 0) -> str:
    """The private link of a seat, for whoever sits there with this browser; another after each time it is renewed."""
    return _made_from(mine, f"seat.{table}.{seat}" + (f".{times}" if times else ""))


def invitation(host: str, table: str, seat: int, times: int) -> str:
    """The link by which a guest takes the seat. Only the host's browser can make it."""
    return _made_from(host, f"invitation.{table}.{seat}.{times}")


def _made_from(secret: str, what: str) -> str:
    return hmac.new(secret.encode(), what.encode(), hashlib.sha256).hexdigest()[:32]


def same(one: str, another: str) -> bool:
    return hmac.compare_digest(one.encode(), another.encode())
