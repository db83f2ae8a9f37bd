"""A bot of the arena that is a program of its own: it reads JSON, one object a line, and answers with one a line."""

import json
import random
import sys


def say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":  # once: the game, the number of players, options, seconds for a decision
        say({"ready": True, "language": "en"})
    elif told["type"] == "begin":  # a new game, and where this bot sits
        chance = random.Random(told["seed"])
    elif told["type"] == "choose":  # the view of its seat, and what it may do: id, kind, args and text of each
        best = chance.choice(told["legal"])
        say({"action": best["id"]})
    elif told["type"] == "end":  # how it ended; nothing to answer
        print(told["ending"], told["scores"], file=sys.stderr)
