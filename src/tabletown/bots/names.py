"""What bots are called. Their first letters stand for nothing else on any board."""

from collections.abc import Collection

from tabletown.rulekit.language import Say, message

NAMES = (
    message("Quinn"),
    message("Rosa"),
    message("Tomo"),
    message("Uma"),
    message("Wim"),
    message("Xenia"),
    message("Yuki"),
    message("Zoe"),
)


def a_name(_: Say, taken: Collection[str], luck: int) -> str:
    """A name that nobody at the table has; luck says where to begin, so that not every table has the same company."""
    known = [_(name) for name in NAMES]
    turned = known[luck % len(known) :] + known[: luck % len(known)]
    numbered = (f"{name} {number}" for number in range(2, 9) for name in turned)
    return next(name for name in [*turned, *numbered] if name not in taken)
