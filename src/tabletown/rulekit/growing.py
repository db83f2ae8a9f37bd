"""A tree of what each mover sees, for searching players: a node is a view; everybody wants what is best for them.

The tree stands in flat buffers, so that a search can be gone on with. Node 0 is the root.
"""

from math import exp, sqrt
from typing import TYPE_CHECKING

from tabletown.rulekit.dice import seed_dice, stepped, stirred
from tabletown.rulekit.loops import Seeds, Sheet, States, copy_state, lowest_seat
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs
from tabletown.rulekit.searching import (
    IN_MIND,
    LESS_THAN_ANY,
    SIMULATED,
    WAY_BY_INSTINCT,
    WAY_CURIOSITY,
    WAY_DEPTH,
    WAY_SCALE,
    WAY_TRUST,
    WAY_WARMTH,
    asks_several,
    bring_to_mind,
    candidates_in,
    judge_world,
    roll_out,
)
from tabletown.rulekit.thinking import AFTER, ASKED, OWN, Sums, imagine

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, legal, pending

NODE_FIRST = 0
NODE_EDGES = 1
NODE_VISITS = 2
NODE_SIZE = 3
"""What is known of a node: its first edge, how many it has, how often it was come by."""

USED_NODES = 0
USED_EDGES = 1
"""Places in the counts of what is used of the buffers."""


def fingerprint(states: States, words: Seeds, at: int) -> int:  # noqa: ARG001 the twin's own reads the words
    """A number that no other state is likely to have. The twin has a function of its own for it: see `compiled.py`."""
    s: Record = states[at]
    return int(s.digest()[:15], 16)


def key_of_view(states: States, words: Seeds, at: int, seat: int) -> int:
    """What stands for all that the seat knows of states[at]; never 0."""
    copy_state(states, AFTER, at)
    conceal(states[AFTER], seat)
    return (fingerprint(states, words, AFTER) ^ stirred(seat)) | 1


def place_of_key(keys: Seeds, key: int) -> int:
    """Where the key stands, or would."""
    size = len(keys)
    place = (key >> 1) & (size - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (size - 1)
    return place


def open_node(
    node: int,
    nodes: Seeds,
    used: Seeds,
    ways: Sums,
    count: int,
    candidates: Seeds,
    odds: Sums,
    edge_action: Seeds,
    edge_visits: Seeds,
    edge_sum: Sums,
    edge_prior: Sums,
) -> None:
    """The node gets an edge for each candidate; the instinct's opinion is its first visit."""
    first = used[USED_EDGES] + 0
    nodes[NODE_SIZE * node + NODE_FIRST] = first
    nodes[NODE_SIZE * node + NODE_EDGES] = count
    total = 0.0
    for k in range(count):
        edge_action[first + k] = candidates[k]
        edge_visits[first + k] = 0
        edge_sum[first + k] = ways[WAY_TRUST] * odds[k]
        edge_prior[first + k] = exp((odds[k] - odds[0]) / ways[WAY_WARMTH])
        total += edge_prior[first + k]
    for k in range(count):
        edge_prior[first + k] /= total
    used[USED_EDGES] = first + count


def promising_edge(
    node: int, nodes: Seeds, ways: Sums, edge_visits: Seeds, edge_sum: Sums, edge_prior: Sums
) -> int:
    """The edge to look along next: what has done well, and what has hardly been looked at."""
    first = nodes[NODE_SIZE * node + NODE_FIRST]
    chosen = first
    best = LESS_THAN_ANY
    spread = ways[WAY_CURIOSITY] * sqrt(nodes[NODE_SIZE * node + NODE_VISITS] + 0.0)
    for edge in range(first, first + nodes[NODE_SIZE * node + NODE_EDGES]):
        visits = edge_visits[edge]
        promise = edge_sum[edge] / (visits + ways[WAY_TRUST]) + spread * edge_prior[edge] / (1.0 + visits)
        if promise > best:
            best = promise
            chosen = edge
    return chosen


def node_of_view(
    states: States,
    words: Seeds,
    players: int,
    mover: int,
    asked: int,
    y: int,
    ways: Sums,
    out: Runs,
    worth: Sums,
    candidates: Seeds,
    gains: Sums,
    odds: Sums,
    keys: Seeds,
    found: Seeds,
    nodes: Seeds,
    used: Seeds,
    edge_action: Seeds,
    edge_visits: Seeds,
    edge_sum: Sums,
    edge_prior: Sums,
) -> int:
    """The node of what the mover sees, a new one if it has not been seen before; -1 where there is no room for it.

    With an instinct it gets its edges when it is come by again, for most never are: what every action leads to would be
    looked at for nothing. Only the root and whoever has no choice get them at once.
    """
    at = OWN if asked != 0 else SIMULATED
    key = key_of_view(states, words, at, mover)
    place = place_of_key(keys, key)
    if keys[place] == 0:
        if 2 * used[USED_NODES] >= len(keys):
            return -1
        found[place] = used[USED_NODES]
        keys[place] = key
        used[USED_NODES] += 1
        nodes[NODE_SIZE * found[place] + NODE_EDGES] = 0
        nodes[NODE_SIZE * found[place] + NODE_VISITS] = 0
    node = found[place] + 0
    if nodes[NODE_SIZE * node + NODE_EDGES] > 0 or used[USED_EDGES] + len(candidates) > len(edge_action):
        return node
    if node > 0 and nodes[NODE_SIZE * node + NODE_VISITS] == 0 and ways[WAY_BY_INSTINCT] != 0.0:
        legal(states[at], mover, out)
        if out[1] > 1:
            return node
    if asked != 0:
        bring_to_mind(states, mover, stirred(y))
        at = IN_MIND
    count = candidates_in(states, at, players, mover, stepped(y), ways, out, worth, candidates, gains, odds)
    open_node(node, nodes, used, ways, count, candidates, odds, edge_action, edge_visits, edge_sum, edge_prior)
    return node


NOBODYS_TURN = 1 << 20
"""Nobody's turn. Any other turn is the mover, and the seats that owe a sealed answer times TURN_SEATS."""
TURN_SEATS = 8


def begin_answers(states: States, seat: int) -> int:
    """The turn of a seat in states[SIMULATED]; if others are asked too, their answers are sealed."""
    mask = pending(states[SIMULATED])
    if not asks_several(mask):
        return seat
    copy_state(states, ASKED, SIMULATED)
    copy_state(states, OWN, SIMULATED)
    return seat + TURN_SEATS * mask


def play_turn(states: States, turn: int, action: int) -> int:
    """Play an action in states[SIMULATED], and whose turn it is then."""
    mover = turn % TURN_SEATS
    asked = turn // TURN_SEATS
    apply(states[SIMULATED], mover, action)
    if asked != 0:
        apply(states[OWN], mover, action)
        if pending(states[OWN]) >> mover & 1 == 1:
            return turn
        asked &= ~(1 << mover)
        if asked != 0:
            copy_state(states, OWN, ASKED)
            return lowest_seat(asked) + TURN_SEATS * asked
    mask = pending(states[SIMULATED])
    return NOBODYS_TURN if mask == 0 else begin_answers(states, lowest_seat(mask))


def search_tree(
    states: States,
    words: Seeds,
    players: int,
    seat: int,
    x: int,
    first: int,
    count: int,
    ways: Sums,
    out: Runs,
    worth: Sums,
    sheet: Sheet,
    chances: Sums,
    candidates: Seeds,
    gains: Sums,
    odds: Sums,
    keys: Seeds,
    found: Seeds,
    nodes: Seeds,
    used: Seeds,
    edge_action: Seeds,
    edge_visits: Seeds,
    edge_sum: Sums,
    edge_prior: Sums,
    path: Seeds,
    movers: Seeds,
    sums: Sums,
) -> None:
    """The simulations numbered from `first` on, each in a world of its own that fits the view in states[VIEW].

    What every seat may hope for is added to `sums`, seat by seat for each edge of the root.
    """
    for number in range(first, first + count):
        y = stirred(x + number)
        imagine(states, SIMULATED, seat, y)
        seed_dice(states[SIMULATED], stepped(y))
        turn = begin_answers(states, seat)
        length = 0
        is_new = False
        while turn != NOBODYS_TURN and length < len(path) and not is_new:
            known = used[USED_NODES] + 0
            node = node_of_view(
                states,
                words,
                players,
                turn % TURN_SEATS,
                turn // TURN_SEATS,
                y + length,
                ways,
                out,
                worth,
                candidates,
                gains,
                odds,
                keys,
                found,
                nodes,
                used,
                edge_action,
                edge_visits,
                edge_sum,
                edge_prior,
            )
            if node < 0:
                break
            nodes[NODE_SIZE * node + NODE_VISITS] += 1
            if nodes[NODE_SIZE * node + NODE_EDGES] == 0:
                break
            path[length] = promising_edge(node, nodes, ways, edge_visits, edge_sum, edge_prior)
            movers[length] = turn % TURN_SEATS
            turn = play_turn(states, turn, edge_action[path[length]])
            length += 1
            is_new = node == known and nodes[NODE_SIZE * node + NODE_EDGES] > 1
        if turn != NOBODYS_TURN:
            by_instinct = int(ways[WAY_BY_INSTINCT])
            depth = int(ways[WAY_DEPTH])
            roll_out(states, turn % TURN_SEATS, turn // TURN_SEATS, stirred(y), depth, by_instinct, out, worth)
        judge_world(states, players, ways[WAY_SCALE], worth, sheet, chances)
        for step in range(length):
            edge_visits[path[step]] += 1
            edge_sum[path[step]] += chances[movers[step]]
        for each in range(players):
            sums[players * path[0] + each] += chances[each]
