"""What every game stands on: state records, dice, actions, events, editions, the twin compiler, the rules contract."""
