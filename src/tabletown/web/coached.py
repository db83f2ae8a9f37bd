"""Whether a viewer is coached, which is their browser's affair."""

from tabletown.web.table import Table

COACH = "coach"
"""The cookie that says so; with the name of a title behind it, the one that says of what the coach has spoken."""
ALWAYS, NEVER = "1", "0"


def is_coached(table: Table, wanted: str) -> bool:
    """Whoever has said nothing is coached in the coached game of a title, and only there."""
    return wanted == ALWAYS or (wanted != NEVER and table.settings.coached)
