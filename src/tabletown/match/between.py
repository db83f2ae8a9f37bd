"""What two seats have secrets from each other in: whether one screen can show the table to both."""

from collections.abc import Iterable

from tabletown.match.match import Match


def has_secrets_from(match: Match, seat: int, others: Iterable[int]) -> bool:
    """Whether what is shown to the seat now, of the position or in the log, is hidden from one of the others."""
    shown, told = match.view(seat), set(match.told_to(seat))
    return any(match.view(other) != shown or not told <= set(match.told_to(other)) for other in others)
