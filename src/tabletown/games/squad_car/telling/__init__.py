"""The view in sentences and tables."""

from tabletown.rulekit.rooms import Guide, Letters, Sheets, Teaching, Words

from . import guide, letters, report, sheets, teaching, words

WORDS = Words(
    action=words.action,
    event=words.event,
    refusal=words.refusal,
    question=words.question,
    heading=report.heading,
    position=report.position,
    ending=words.ending,
    score_sheet=report.score_sheet,
    expected=report.expected,
)
LETTERS = Letters(panels=letters.panels)
SHEETS = Sheets(forecast=sheets.forecast, aid=sheets.aid, figures=sheets.FIGURES)
GUIDE = Guide(clauses=guide.CLAUSES, stages=guide.stages, turn=report.heading)
TEACHING = Teaching(goal=teaching.goal, phases=teaching.phases, kinds=teaching.kinds, scenery=teaching.SCENERY)
