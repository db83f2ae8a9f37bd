"""The table in letters, for a terminal: the map with its buildings, the players, and what lies on the table.

A plot shows its owner's letter and the kind of its building: M:E is Mara's Estate. It all comes from what the viewer
may be shown.
"""

from collections.abc import Sequence

from tabletown.games.milton_keynes.rules.figures import MARSH, OUTSIDE, RIVER, ROCK
from tabletown.games.milton_keynes.rules.shapes import COLUMNS, NONE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.inked import FAINT, PLAIN, STRONG, Ink, Line, Panel, Span, cells, padded
from tabletown.rulekit.language import message
from tabletown.rulekit.look import Look

from .naming import blocks_counted, cash, deeds_counted, permit_name, permits_counted, permits_named, plots_named
from .report import heading, known_deeds, known_permits, sees_cash

KIND_LETTERS = "EEEE+SANCDG"
"""Estate, Extension, Sewage reprocessor, Air base, Nature reserve, Commons, Dump, allotment Gardens."""
LEGEND = message("E estate, S sewage, A air base, N reserve, C commons, D dump, G allotments; brackets: your deeds")
WATER = Ink(face="water", letters="water-ink")
BOG = Ink(face="marsh", letters="map-ink")
CELL = 5
NAME = 18
WIDTH = 76


def panels(look: Look[State]) -> list[Panel]:
    return [board(look), players(look), on_the_table(look)]


# ---------------------------------------------------------------- the map


def board(look: Look[State]) -> Panel:
    rows, columns = look.rules.map_rows(look.view), look.rules.map_columns(look.view)
    letters = look.letters
    lines: list[Line] = [[Span("   " + "".join(f"{n + 1:^{CELL}}" for n in range(columns)), FAINT)]]
    for row in range(rows):
        line = [Span(f" {look.rules.ROW_LETTERS[row]} ", FAINT)]
        line += [plot_cell(look, letters, row * COLUMNS + column) for column in range(columns)]
        lines.append(line)
    lines.append([Span(padded(look._(LEGEND), WIDTH), FAINT)])
    return Panel(look.headed(heading(look)), lines)


def plot_cell(look: Look[State], letters: Sequence[str], plot: int) -> Span:
    """One plot, five places wide."""
    view = look.view
    number = view.building[plot]
    if number:
        owner = view.owner[number]
        ink = Ink(weight="strong", face=f"seat-{owner + 1}", letters="plate")
        return Span(f" {letters[owner]}:{KIND_LETTERS[view.kind[number]]} ", ink)
    if view.ground[plot] == RIVER:
        return Span(" ~~~ ", WATER)
    if view.ground[plot] == MARSH:
        return Span(" mmm ", BOG)
    if view.ground[plot] in {ROCK, OUTSIDE}:
        return Span("  ^  " if view.ground[plot] == ROCK else " " * CELL, FAINT)
    if view.lot_of[plot]:
        return Span(f" L{view.lot_of[plot]}  ", STRONG)
    if look.viewer >= 0 and view.place[plot] == look.viewer:
        pouched = look.rules.is_in_pouch(view, look.viewer, plot)
        return Span(" [*] " if pouched else " [ ] ", STRONG)
    return Span("  .  ", PLAIN)


# ---------------------------------------------------------------- players and the table


def players(look: Look[State]) -> Panel:
    _, view = look._, look.view
    lines: list[Line] = []
    for seat in look.seats:
        waiting = look.rules.pending(view) >> seat & 1
        money = cash(_, view.cash[seat]) if sees_cash(look, seat) else _("cash hidden")
        figures = _("income {marker}, {blocks}, {deeds}, {permits}, {cash}").format(
            marker=view.marker[seat],
            blocks=blocks_counted(_, view.blocks[seat]),
            deeds=deeds_counted(_, view.deeds_held[seat]),
            permits=permits_counted(_, view.permits_held[seat]),
            cash=money,
        )
        mark, called = "» " if waiting else "  ", look.player(seat)
        name = padded(mark + (called if cells(mark + called) < NAME else look.names[seat]), NAME)
        lines.append([Span(name, STRONG if waiting else PLAIN), Span(padded(figures, WIDTH - NAME))])
    return Panel(_("Players"), lines)


def on_the_table(look: Look[State]) -> Panel:
    _, view = look._, look.view
    rows = [
        _("Deeds in the deck: {deeds}. Permits in the deck: {permits}. Cash in the bank: {bank}.").format(
            deeds=view.deeds_left, permits=view.permits_left, bank=view.bank
        )
    ]
    rows += [
        _("Between {seat} and {neighbour}: {permit}.").format(
            seat=look.names[permit],
            neighbour=look.names[look.rules.neighbour(view, permit)],
            permit=permit_name(_, look.rules.kind_of(view.shared[permit])),
        )
        for permit in look.seats
        if view.shared[permit] != NONE
    ]
    if look.viewer >= 0:
        deeds, permits = known_deeds(look.view, look.viewer), known_permits(look, look.viewer)
        rows.append(_("Your deeds: {plots}.").format(plots=plots_named(look, deeds) or _("none")))
        rows.append(_("Your permits: {permits}.").format(permits=permits_named(_, permits) or _("none")))
    return Panel(_("On the table"), [[Span(padded(row, WIDTH))] for row in rows])
