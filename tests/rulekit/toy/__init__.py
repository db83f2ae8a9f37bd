"""A race for the tests of the kit: each round every seat seals how far to step, then dice and prizes are added."""

from tabletown.rulekit.declare import Declaration, Option

GAME = Declaration(
    name="toy",
    title="Toy",
    package=__name__,
    summary="Step, roll, and be the first at the goal.",
    minutes="1",
    players=(2, 3),
    default_players=2,
    options=(Option("start", "Points at the start", {0: "none", 5: "five"}, 0),),
    endings=("goal_reached",),
    max_runs=3,
    max_decisions=400,
    version="1",
    editions=("edition.toml", "long.toml"),
)
