"""Studies: variants and editions of a game compared, over as many games as a wanted precision needs."""

from tabletown.lab.study.measures import Measure, Told
from tabletown.lab.study.plan import Plan, Variant, plan_of
from tabletown.lab.study.running import Found, study

__all__ = ["Found", "Measure", "Plan", "Told", "Variant", "plan_of", "study"]
