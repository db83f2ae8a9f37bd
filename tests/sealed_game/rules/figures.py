"""What its edition holds."""

from tabletown.rulekit.editions import figure

ROUNDS: int = figure("play.rounds", 1, 9)
