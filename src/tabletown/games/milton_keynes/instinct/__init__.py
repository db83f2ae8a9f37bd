"""What Neighbours go by: what a position is worth, what speaks for an action, and what is plain at a glance."""
