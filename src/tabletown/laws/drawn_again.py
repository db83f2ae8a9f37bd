"""Law 11: pictures and words are remembered from move to move: what is remembered must be what would be made anew."""

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit.language import Say, say


def stranger(_: Say) -> Say:
    """Says the same, and has nothing remembered for it."""
    return Say(_.language, _._translations)  # noqa: SLF001  -- a copy of it


@law(usual=True)
def what_is_remembered_is_what_would_be_made_anew(case: Case) -> None:
    words, picture = case.declaration.words, case.declaration.picture
    _ = say("en", case.declaration)
    played = positions(case)
    for state in [*played[:24], *played[-24::2]]:
        for seat in (-1, case.players - 1):
            view = case.rules.concealed(state, seat)
            known, anew = (case.look(each, view, seat) for each in (_, stranger(_)))
            assert picture.whole(known) == picture.whole(anew)
            assert words.position(known) == words.position(anew)
