"""What is said at a table."""

from tabletown.web.at_table.standing import Standing
from tabletown.web.kept import Change, Said


def say(at: Standing, seat: int | None, name: str, text: str) -> Change:
    change = Change()
    change.chat = [Said(at.lines_said + 1, seat, name, text, change.at)]
    return change
