"""What a table was made with, for whoever sits down there: options, edition, time, what the table answers by itself."""

from babel.dates import format_timedelta

from tabletown.rulekit.language import Say, message
from tabletown.web.table import Table
from tabletown.web.timekeeping import LIMITS

Fact = tuple[str, str, str]
"""What it is about, how it was chosen, and what that means."""
EMPTY_QUESTIONS = message("Questions with one answer")
ASKED = message("asked")
ANSWERED = message("answered by the table")
AGREED = message(
    "The table answers them for everybody. That no time passes can tell the others what you hold;"
    " whoever sits down here agrees to it."
)
PROTECTS = message("Among people they are asked all the same, because a quick answer would tell what you hold.")


HINTS = message("Hints")
AS_USUAL = message("as usual")
ALLOWED = message("allowed")
NOT_ALLOWED = message("not allowed")
USUAL_HINTS = message("Whoever plays with bots alone may ask what Tycoon would do; among several people nobody may.")
HINTS_MEAN = message("Everybody may ask what Tycoon would do. How often somebody has asked is told at the end.")


def value_name(_: Say, value: str) -> str:
    """An option's value as people read it; English knows it by its name."""
    return _(value).replace("_", " ")


def facts(table: Table, _: Say) -> list[Fact]:
    """Each with its label, chosen value and meaning."""
    return [*_options(table, _), _limit(table, _), *_memory(table, _), *_empty_questions(table, _), *_hints(table, _)]


def _hints(table: Table, _: Say) -> list[Fact]:
    """Said only where whoever made the table has chosen."""
    allowed = table.settings.hints
    if allowed is None:
        return []
    return [(_(HINTS), _(ALLOWED) if allowed else _(NOT_ALLOWED), _(HINTS_MEAN) if allowed else "")]


def _empty_questions(table: Table, _: Say) -> list[Fact]:
    """Said only where it is not as usual."""
    if not table.settings.no_empty_questions:
        return []
    return [(_(EMPTY_QUESTIONS), _(ANSWERED), _(AGREED))]


def _limit(table: Table, _: Say) -> Fact:
    limit = table.settings.time
    words = _(LIMITS[limit]) if limit in LIMITS else format_timedelta(limit, threshold=2, locale=_.language)
    return _("Time for each decision"), words, ""


def _memory(table: Table, _: Say) -> list[Fact]:
    """Said only where it is not as usual."""
    if not table.settings.perfect_memory:
        return []
    return [(_("Programs"), _("perfect memory"), _("Programs may ask for sums that players are not shown."))]


def _options(table: Table, _: Say) -> list[Fact]:
    """Each option's label, chosen value and meaning; also the edition, where there are several."""
    edition = table.kept.edition
    editions = [(_("Edition"), _(edition["name"]), _(edition["about"]) if "about" in edition else "")]
    chosen = [(option, table.kept.options[option.name]) for option in table.game.options]
    return (editions if len(table.game.declaration.editions) > 1 else []) + [
        (
            _(option.label),
            value_name(_, option.values[value]),
            _(option.meaning[value]) if value in option.meaning else "",
        )
        for option, value in chosen
    ]
