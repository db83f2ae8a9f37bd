"""One folder a game; a game knows the rule kit and nothing else."""
