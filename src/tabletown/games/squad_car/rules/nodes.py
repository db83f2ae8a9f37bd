"""Nodes: a square and the heading of a car on it as one number, by which the tables of the roads go."""

from .shapes import HEADINGS


def node_at(square: int, heading: int) -> int:
    return square * HEADINGS + heading


def square_of(node: int) -> int:
    return node >> 3


def heading_of(node: int) -> int:
    return node & 7
