"""A tree of what each mover sees, for searching players: a node is a view; everybody wants what is best for them.

The tree stands in flat buffers, so that a search can be gone on with. Node 0 is the root. What has grown beneath a view
can be replanted, so that a later thought begins with it.
"""

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from tabletown.rulekit.dice import seed_dice, stepped, stirred
from tabletown.rulekit.loops import Seeds, States, asks_several, copy_state, lowest_seat
from tabletown.rulekit.records import Record
from tabletown.rulekit.runs import Runs, end_of, first_of
from tabletown.rulekit.searching import (
    IN_MIND,
    LESS_THAN_ANY,
    SIMULATED,
    WAY_BY_INSTINCT,
    WAY_CURIOSITY,
    WAY_TRUST,
    WAY_WARMTH,
    Bench,
    bring_to_mind,
    candidates_in,
    judge_world,
    roll_out,
)
from tabletown.rulekit.thinking import AFTER, ASKED, OWN, VIEW, Sums, imagine

if TYPE_CHECKING:
    from tabletown.rulekit.contract import apply, conceal, legal, pending

NODE_FIRST = 0
NODE_EDGES = 1
NODE_VISITS = 2
NODE_KEY = 3
NODE_PARENT = 4
NODE_SIZE = 5
"""What is known of a node: its first edge, how many it has, how often it was come by, what stands for its view, and the
node from which it was come by first, which is an earlier one."""

USED_NODES = 0
USED_EDGES = 1
"""Places in the counts of what is used of the buffers."""


class Tree(NamedTuple):
    """The buffers that a tree stands in, and the way that was last gone through it."""

    words: Seeds
    """The states of the bench as words of 64 bits, by which views are told apart."""
    keys: Seeds
    found: Seeds
    """What stands for each view that was come by, and its node."""
    nodes: Seeds
    used: Seeds
    actions: Seeds
    visits: Seeds
    values: Sums
    priors: Sums
    """Of each edge: its action, how often it was gone, what its mover might hope for then, added up, and how likely
    the instinct holds it."""
    path: Seeds
    movers: Seeds


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


def open_node(on: Bench, tree: Tree, node: int, count: int) -> None:
    """The node gets an edge for each candidate; the instinct's opinion is its first visit."""
    first = tree.used[USED_EDGES] + 0
    tree.nodes[NODE_SIZE * node + NODE_FIRST] = first
    tree.nodes[NODE_SIZE * node + NODE_EDGES] = count
    total = 0.0
    for k in range(count):
        tree.actions[first + k] = on.candidates[k]
        tree.visits[first + k] = 0
        tree.values[first + k] = on.ways[WAY_TRUST] * on.odds[k]
        tree.priors[first + k] = exp((on.odds[k] - on.odds[0]) / on.ways[WAY_WARMTH])
        total += tree.priors[first + k]
    for k in range(count):
        tree.priors[first + k] /= total
    tree.used[USED_EDGES] = first + count


def promising_edge(on: Bench, tree: Tree, node: int) -> int:
    """The edge to look along next: what has done well, and what has hardly been looked at."""
    first = tree.nodes[NODE_SIZE * node + NODE_FIRST]
    chosen = first
    best = LESS_THAN_ANY
    spread = on.ways[WAY_CURIOSITY] * sqrt(tree.nodes[NODE_SIZE * node + NODE_VISITS] + 0.0)
    for edge in range(first, first + tree.nodes[NODE_SIZE * node + NODE_EDGES]):
        visits = tree.visits[edge]
        promise = tree.values[edge] / (visits + on.ways[WAY_TRUST]) + spread * tree.priors[edge] / (1.0 + visits)
        if promise > best:
            best = promise
            chosen = edge
    return chosen


def node_of_view(on: Bench, tree: Tree, turn: int, y: int) -> int:
    """The node of what the mover sees, a new one if it has not been seen before; -1 where there is no room for it.

    With an instinct it gets its edges when it is come by again, for most never are: what every action leads to would be
    looked at for nothing. Only the root and whoever has no choice get them at once.
    """
    states, nodes, used = on.states, tree.nodes, tree.used
    mover = turn % TURN_SEATS
    is_sealed_turn = turn >= TURN_SEATS
    at = OWN if is_sealed_turn else SIMULATED
    key = key_of_view(states, tree.words, at, mover)
    place = place_of_key(tree.keys, key)
    if tree.keys[place] == 0:
        if 2 * used[USED_NODES] >= len(tree.keys):
            return -1
        tree.found[place] = used[USED_NODES]
        tree.keys[place] = key
        used[USED_NODES] += 1
        nodes[NODE_SIZE * tree.found[place] + NODE_EDGES] = 0
        nodes[NODE_SIZE * tree.found[place] + NODE_VISITS] = 0
        nodes[NODE_SIZE * tree.found[place] + NODE_KEY] = key
    node = tree.found[place] + 0
    if nodes[NODE_SIZE * node + NODE_EDGES] > 0 or used[USED_EDGES] + len(on.candidates) > len(tree.actions):
        return node
    if node > 0 and nodes[NODE_SIZE * node + NODE_VISITS] == 0 and on.ways[WAY_BY_INSTINCT] != 0.0:
        legal(states[at], mover, on.out)
        if on.out[1] > 1:
            return node
    if is_sealed_turn:
        bring_to_mind(states, mover, stirred(y))
        at = IN_MIND
    open_node(on, tree, node, candidates_in(on, at, mover, stepped(y)))
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


def search_tree(on: Bench, tree: Tree, seat: int, x: int, first: int, count: int, sums: Sums) -> None:
    """The simulations numbered from `first` on, each in a world of its own that fits the view in states[VIEW].

    What every seat may hope for is added to `sums`, seat by seat for each edge of the root.
    """
    states, nodes, path = on.states, tree.nodes, tree.path
    for number in range(first, first + count):
        y = stirred(x + number)
        imagine(states, SIMULATED, seat, y)
        seed_dice(states[SIMULATED], stepped(y))
        turn = begin_answers(states, seat)
        length = 0
        parent = 0
        is_new = False
        while turn != NOBODYS_TURN and length < len(path) and not is_new:
            known = tree.used[USED_NODES] + 0
            node = node_of_view(on, tree, turn, y + length)
            if node < 0:
                break
            nodes[NODE_SIZE * node + NODE_VISITS] += 1
            if node == known:
                nodes[NODE_SIZE * node + NODE_PARENT] = parent
            parent = node
            if nodes[NODE_SIZE * node + NODE_EDGES] == 0:
                break
            path[length] = promising_edge(on, tree, node)
            tree.movers[length] = turn % TURN_SEATS
            turn = play_turn(states, turn, tree.actions[path[length]])
            length += 1
            is_new = node == known and nodes[NODE_SIZE * node + NODE_EDGES] > 1
        if turn != NOBODYS_TURN:
            roll_out(on, turn % TURN_SEATS, turn // TURN_SEATS, stirred(y))
        judge_world(on)
        for step in range(length):
            tree.visits[path[step]] += 1
            tree.values[path[step]] += on.chances[tree.movers[step]]
        if path[0] < nodes[NODE_EDGES]:  # else the redealt world shows the seat something else, and is not the root's
            for each in range(on.players):
                sums[on.players * path[0] + each] += on.chances[each]


# ---------------------------------------------------------------- what is kept of a tree


def replant(on: Bench, old: Tree, tree: Tree, seat: int) -> int:
    """An empty tree begins with what has grown in an old one beneath the view in states[VIEW]. The old one is used up.

    Beneath it is whatever was come by first from there. If that is more than half of the room, what was found last is
    left behind. Answers how many nodes were kept: none if the view was never come by, or not as one could choose now.
    """
    place = place_of_key(old.keys, key_of_view(on.states, tree.words, VIEW, seat))
    root = old.found[place] + 0
    legal(on.states[VIEW], seat, on.out)
    if old.keys[place] == 0 or not offers_legal_actions(old, root, on.out):
        return 0
    old.nodes[NODE_SIZE * root + NODE_PARENT] = move_node(old, tree, root, 0)
    for node in range(root + 1, old.used[USED_NODES]):
        parent = old.nodes[NODE_SIZE * node + NODE_PARENT]
        old.nodes[NODE_SIZE * node + NODE_PARENT] = LEFT_BEHIND
        if parent >= root and has_room_for_both(tree, len(on.candidates)):
            moved = old.nodes[NODE_SIZE * parent + NODE_PARENT] + 0
            if moved != LEFT_BEHIND:
                old.nodes[NODE_SIZE * node + NODE_PARENT] = move_node(old, tree, node, moved)
    return tree.used[USED_NODES] + 0


LEFT_BEHIND = -1
"""Stands in the place of a node's parent in a tree that is replanted. Of a node that was kept its new number does."""


def offers_legal_actions(tree: Tree, node: int, out: Runs) -> bool:
    """Whether all of a node's actions are among those in `out`."""
    first = tree.nodes[NODE_SIZE * node + NODE_FIRST]
    for edge in range(first, first + tree.nodes[NODE_SIZE * node + NODE_EDGES]):
        is_legal = False
        for run in range(out[0]):
            is_legal = is_legal or first_of(out, run) <= tree.actions[edge] < end_of(out, run)
        if not is_legal:
            return False
    return True


def has_room_for_both(tree: Tree, most_edges: int) -> bool:
    """Whether what is kept leaves as much room again for what will be found."""
    return 4 * tree.used[USED_NODES] < len(tree.keys) and 2 * (tree.used[USED_EDGES] + most_edges) < len(tree.actions)


def move_node(old: Tree, tree: Tree, node: int, parent: int) -> int:
    """A node of the old tree as the last one of the other; answers its number there."""
    moved = tree.used[USED_NODES] + 0
    key = old.nodes[NODE_SIZE * node + NODE_KEY]
    place = place_of_key(tree.keys, key)
    tree.keys[place] = key
    tree.found[place] = moved
    begun = old.nodes[NODE_SIZE * node + NODE_FIRST]
    first = tree.used[USED_EDGES] + 0
    count = old.nodes[NODE_SIZE * node + NODE_EDGES]
    for k in range(count):
        tree.actions[first + k] = old.actions[begun + k]
        tree.visits[first + k] = old.visits[begun + k]
        tree.values[first + k] = old.values[begun + k]
        tree.priors[first + k] = old.priors[begun + k]
    tree.nodes[NODE_SIZE * moved + NODE_FIRST] = first
    tree.nodes[NODE_SIZE * moved + NODE_EDGES] = count
    tree.nodes[NODE_SIZE * moved + NODE_VISITS] = old.nodes[NODE_SIZE * node + NODE_VISITS]
    tree.nodes[NODE_SIZE * moved + NODE_KEY] = key
    tree.nodes[NODE_SIZE * moved + NODE_PARENT] = parent
    tree.used[USED_NODES] = moved + 1
    tree.used[USED_EDGES] = first + count
    return moved
