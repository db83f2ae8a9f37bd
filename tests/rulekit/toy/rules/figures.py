"""What an edition of the toy holds: one figure of each kind."""

from collections.abc import Iterator

from tabletown.rulekit.editions import Chart, Line, Values, chart, derived, figure, numbers, words

GOAL: int = figure("race.goal", 5, 100)
PRIZES: Chart = numbers("race.prizes", 2, 3, low=0, high=9)
SIDES: Line = numbers("race.sides", 0, low=1, high=20)
TRACK: Chart = chart("race.track", 2, 4, ".#")
COLOURS: tuple[str, ...] = words("names.colours", 3)
HALFWAY: int = derived(lambda values: values["race.goal"] // 2)


def check(values: Values) -> Iterator[tuple[str, str]]:
    if values["race.goal"] % 5:
        yield "race.goal", "takes a multiple of five"
