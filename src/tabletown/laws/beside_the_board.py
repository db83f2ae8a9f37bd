"""Law 11: what stands beside a board is whole in every position: cards, forecasts, player aid, and the turn."""

from collections.abc import Collection, Iterable

from tabletown.laws.law import law
from tabletown.laws.playing import Case, positions
from tabletown.rulekit import plainly
from tabletown.rulekit.declare import Declaration
from tabletown.rulekit.language import say
from tabletown.rulekit.rulebooks import has_rulebook, rulebook
from tabletown.rulekit.sheets import Listing

MEANINGS = 12
"""So many of a seat's choices are looked at in a position."""


def brings_an_aid(declaration: Declaration) -> bool:
    return declaration.sheets.aid is not plainly.aid


def is_whole(listing: Listing) -> bool:
    columns = {len(row) for row in listing.rows} | ({len(listing.headers)} if listing.headers else set())
    return len(columns) == 1 and all(all(row) for row in listing.rows)


@law(usual=True, spoken=True)
def forecasts_and_cards_are_whole_for_every_viewer(case: Case, language: str) -> None:
    _, rules = say(language, case.declaration), case.rules
    sheets, picture = case.declaration.sheets, case.declaration.picture
    for state in positions(case)[::4]:
        for viewer in (-1, 0, case.players - 1):
            seen = case.look(_, rules.concealed(state, viewer), viewer)
            told = sheets.forecast(seen)
            assert all(is_whole(listing) for listing in told)
            assert all(len(listing.rows) == len(listing.seats) for listing in told if listing.seats)
            assert len(picture.cards(seen)) == case.players


@law(spoken=True)
def the_stage_is_whole_for_every_viewer(case: Case, language: str) -> None:
    """Everybody has a place on it, whoever decides is said to, and every choice says what it does."""
    _, rules, staging = say(language, case.declaration), case.rules, case.declaration.staging
    for state in positions(case)[::6]:
        for viewer in (-1, *range(case.players)):
            seen = case.look(_, rules.concealed(state, viewer), viewer)
            answers = staging.answers(seen)
            assert sorted(answer.seat for answer in answers) == list(range(case.players))
            now = staging.now(seen)
            assert now is None or now.words or now.lead
            if viewer in seen.deciding:
                legal = rules.legal_actions(seen.view, viewer)
                for action in legal[:: 1 + len(legal) // MEANINGS]:
                    told = staging.meaning(seen, [action])
                    assert staging.label(seen, [action]) in (None, told.label)
                    assert all(way.title and way.figure for way in told.ways)
                    assert len(told.ways) <= 2
                    assert all(0 < len(effect.figures) <= len(told.headers) for effect in told.effects)


@law(usual=True, spoken=True, when=brings_an_aid)
def the_player_aid_is_whole(case: Case, language: str) -> None:
    sheets = case.declaration.sheets
    told = sheets.aid(case.listener(say(language, case.declaration)))
    assert told, "the player aid has no table"
    for listing in told:
        assert listing.caption, "a table of the player aid has no caption"
        assert is_whole(listing), (
            f"{listing.caption!r}: its rows are not all as long as its headers, or a cell is empty"
        )


@law(usual=True, spoken=True, when=has_rulebook)
def one_part_of_the_turn_is_being_played_and_can_be_read_about(case: Case, language: str) -> None:
    _, rules = say(language, case.declaration), case.rules
    guide = case.declaration.guide
    clauses = {clause.id for clause in rulebook(case.declaration, language).clauses}
    verbs = case.declaration.actions.kinds
    for kind in verbs.keys() ^ guide.clauses.keys():
        assert kind in verbs, f"Guide(clauses=...) names {kind}, which is no verb"
        assert kind in guide.clauses, f"Guide(clauses=...) does not say on which clauses {kind} stands"
    for kind, named in guide.clauses.items():
        assert set(named) <= clauses, f"Guide(clauses=...): {kind} stands on {wanting(named, clauses, language)}"
    for state in positions(case) if guide.stages is not plainly.stages else ():
        stages = guide.stages(case.look(_, rules.concealed(state, -1)))
        now = [stage.name for stage in stages if stage.is_now]
        assert len(now) == 1, f"Guide(stages=...): of a turn one part is being played, not {', '.join(now) or 'none'}"
        named = [stage.clause for stage in stages]
        assert set(named) <= clauses, f"Guide(stages=...): a part of the turn names {wanting(named, clauses, language)}"


def wanting(named: Iterable[str], clauses: Collection[str], language: str) -> str:
    lost = [clause for clause in named if clause not in clauses]
    return f"{', '.join(lost)}, which is no clause of the rulebook ({language})"
