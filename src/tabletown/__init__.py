"""Four scarce city board games: play them with people and bots, study them at speed."""
