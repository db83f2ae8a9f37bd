"""What people put on the map of Milton Keynes: buildings, income blocks, lots, the income rail."""

from collections.abc import Iterable

from tabletown.games.milton_keynes.rules.shapes import COLUMNS, EXTENSION, NONE, PLOTS
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import building_name, building_plots, plot_name, plots_named, standing
from tabletown.rulekit.drawing import Svg, at, lettering, path, seat_token, short, tag, use
from tabletown.rulekit.look import Look
from tabletown.rulekit.namespace import Namespace
from tabletown.rulekit.remembering import until_changed

from .terrain import BOARD_WIDTH, MAP_X, MAP_Y, PLOT, centre, map_size, on_map, outline

TONES = ("estate", "sewage", "airbase", "reserve", "commons", "dump", "allotments")
HOUSE = (
    '<rect x="1.5" y="2" width="13" height="11" fill="var(--map-shade)" opacity=".22"/>'
    '<rect width="13" height="5.5" fill="#a4553c"/><rect y="5.5" width="13" height="5.5" fill="#c07155"/>'
)


def tone(kind: int) -> str:
    return TONES[0] if kind <= EXTENSION else TONES[kind - EXTENSION]


def _bed(x: float, y: float, colour: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="11" height="13" rx="1" fill="{colour}"/>'
        f'<path d="M{x + 2} {y + 3}h7m-7 3.5h7m-7 3.5h7" stroke="#dfe8b9" stroke-width="1.2"/>'
    )


def _tank(x: float, y: float, r: float) -> str:
    return (
        f'<circle cx="{x + 1.5}" cy="{y + 2}" r="{r}" fill="var(--map-shade)" opacity=".2"/>'
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#f1f3f2" stroke="#7d8f96" stroke-width="1.5"/>'
        f'<circle cx="{x}" cy="{y}" r="{r - 3}" fill="#7fa3a0"/>'
        f'<path d="M{x - r + 3} {y}h{2 * r - 6}" stroke="#f1f3f2"/>'
    )


DEFS = Svg(
    f'<g id="mk-house">{HOUSE}</g><g id="mk-estate">'
    + "".join(f'<use href="#mk-house" x="{x}" y="{y}"/>' for x, y in ((-19, -13), (2, -15), (-17, 5), (4, 6)))
    + '</g><g id="mk-reserve"><use href="#mk-tree2" x="-12" y="-10"/><use href="#mk-tree2" x="11" y="-13"/>'
    '<use href="#mk-tree2" x="3" y="10"/><use href="#mk-tree2" x="-14" y="14"/></g>'
    '<g id="mk-airbase"><path d="M-25 8H25" stroke="#5d6b75" stroke-width="16"/>'
    '<path d="M-20 8H22" stroke="#fff" stroke-width="1.6" stroke-dasharray="8 6"/>'
    '<rect x="-20" y="-21" width="18" height="14" rx="6" fill="#9aa4ab"/>'
    '<rect x="-20" y="-14" width="18" height="7" fill="#7f8a92"/>'
    '<path d="M0-11 2-3 12 2v2.5L2 3 1.5 8l4 2.5V12L0 11l-5.500 1v-1.500l4-2.500L-2 3l-10 1.500V2L-2-3z" fill="#fff"'
    ' stroke="#5d6b75" stroke-width=".8" transform="translate(13 -10) rotate(38)"/></g>'
    f'<g id="mk-sewage">{_tank(-11, -8, 9.5)}{_tank(11, 3, 9.5)}{_tank(-10, 15, 6.5)}</g>'
    '<g id="mk-commons"><circle r="19" fill="#8fb073"/><path d="M-19 0h38M0-19v38" stroke="#ead9b5" stroke-width="4"/>'
    '<circle r="6" fill="#ead9b5"/>'
    + "".join(f'<use href="#mk-tree2" transform="translate({x} {y}) scale(.6)"/>' for x in (-9, 9) for y in (-9, 9))
    + '</g><g id="mk-dump"><path d="M-22 16q6-26 18-24 8-10 16 2 12 2 12 22z" fill="#8b6a49"/>'
    '<path d="M-6-6q8-10 14 0l12 20Q2 12-6-6z" fill="#6f5236"/>'
    '<path d="M-14 8h4M-6 12h4M8 2h4M12 10h4" stroke="#93a77a" stroke-width="2.6"/>'
    '<path d="M-10 0h4M2 8h4M-2-4h4" stroke="#c07155" stroke-width="2.6"/></g><g id="mk-allotments">'
    + "".join(
        _bed(x, y, colour)
        for x, y, colour in (
            (-20, -19, "#97b564"),
            (-6, -19, "#8a6d4a"),
            (8, -19, "#7d9b52"),
            (-20, 3, "#7d9b52"),
            (-6, 3, "#97b564"),
        )
    )
    + '<rect x="10" y="6" width="9" height="8" fill="#a4553c"/></g>'
    '<g id="mk-flat"><rect x="-3.5" y="-8.5" width="9" height="21" rx="2" fill="#000" opacity=".3"/>'
    '<rect x="-4.5" y="-10.5" width="9" height="21" rx="2" stroke="#fff" stroke-width="1.5"/></g>'
    '<g id="mk-upright"><rect x="-5" y="-4" width="12" height="12" rx="2" fill="#000" opacity=".3"/>'
    '<rect x="-6" y="-6" width="12" height="12" rx="2" stroke="#fff" stroke-width="1.5"/>'
    '<path d="M-4.5-3.5h9" stroke="#fff" stroke-opacity=".55"/></g>'
)

# ---------------------------------------------------------------- buildings


def body(name: str, plots: Iterable[int], seat: int, kind: int) -> list[Svg]:
    """A building: its owner's colour and pattern around the ground of its kind."""
    cells = sorted(plots)
    rim, colour = f"{name}-rim", f"var(--seat-{seat + 1})"
    return [
        tag("defs", path(outline(cells, 5, 9), id=rim)),
        use(rim, x=4, y=8, fill="var(--map-shade)", opacity=0.26),
        use(rim, y=4, fill=colour),
        use(rim, fill=colour),
        use(rim, fill=f"url(#pat-{seat + 1})"),
        path(
            outline(cells, 9.5, 6), fill=f"var(--k-{tone(kind)})", stroke=f"var(--k-{tone(kind)}-2)", stroke_width=1.5
        ),
        *(use(f"mk-{tone(kind)}", x=centre(plot)[0], y=centre(plot)[1]) for plot in cells),
    ]


def building(look: Look[State], number: int, rows: int, columns: int) -> Svg:
    _, view = look._, look.view
    name = f"building-{number}"
    if view.size[number] == 0:
        return tag("g", id=name)
    plots, seat = building_plots(view, number), view.owner[number]
    title = _("{building} of {player}: {plots}").format(
        building=building_name(_, view.kind[number]), player=look.names[seat], plots=plots_named(look, plots)
    )
    return on_map(rows, columns, name, tag("title", title), *body(name, plots, seat, view.kind[number]))


def owners(look: Look[State], rows: int, columns: int) -> Svg:
    """A token with the owner's letter on every building's first plot."""
    view, letters = look.view, look.letters
    tokens = []
    for number in standing(view):
        first = building_plots(view, number)[0]
        x, y = first % COLUMNS * PLOT + 1, first // COLUMNS * PLOT + 1
        tokens.append(seat_token(view.owner[number], letters[view.owner[number]], x, y, 25))
    return on_map(rows, columns, "owners", *tokens)


def income(look: Look[State], rows: int, columns: int) -> Svg:
    """Every income block on its wall: flat inside a building, upright where it meets something else."""
    view = look.view
    drawn = []
    for plot in range(PLOTS):
        if view.building[plot] == 0:
            continue
        for side, other in enumerate(look.rules.NEIGHBOURS[plot]):
            inside = other >= 0 and view.building[other] == view.building[plot]
            if not inside or other > plot:
                blocks = look.rules.wall_income(view, plot, other)
                drawn += wall(plot, side, blocks, view.owner[view.building[plot]], flat=inside)
    return on_map(rows, columns, "income", *drawn)


def wall(plot: int, side: int, blocks: int, seat: int, *, flat: bool) -> list[Svg]:
    x, y = centre(plot)
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    colour = f"var(--seat-{seat + 1})"
    if flat:
        turn = " rotate(90)" if dx == 0 else ""
        spot = f"translate({short(x + dx * PLOT / 2)} {short(y + dy * PLOT / 2)}){turn}"
        return [use("mk-flat", transform=spot, fill=colour)] * blocks
    reach = PLOT / 2 - 9.5
    offsets = [0.0] if blocks == 1 else [-7.0, 7.0][:blocks]
    return [
        use("mk-upright", x=x + dx * reach + abs(dy) * shift, y=y + dy * reach + abs(dx) * shift, fill=colour)
        for shift in offsets
    ]


# ---------------------------------------------------------------- deeds and lots on the map


@until_changed
def held(look: Look[State], rows: int, columns: int) -> Svg:
    """The viewer's deeds, ringed on the map."""
    rings = [
        tag(
            "rect",
            x=plot % COLUMNS * PLOT + 6,
            y=plot // COLUMNS * PLOT + 6,
            width=PLOT - 12,
            height=PLOT - 12,
            rx=9,
            fill="none",
            stroke="var(--map-ink)",
            stroke_width=2,
            stroke_dasharray="2 4",
            stroke_linecap="round",
        )
        for plot in range(PLOTS)
        if look.viewer >= 0 and look.view.place[plot] == look.viewer
    ]
    return on_map(rows, columns, "held", *rings)


@until_changed
def lots(look: Look[State], rows: int, columns: int) -> Svg:
    """What is for sale: one outline a lot, with its number and price."""
    drawn = []
    for lot in range(1, look.view.lots + 1):
        plots = [plot for plot in range(PLOTS) if look.view.lot_of[plot] == lot]
        if plots:
            x, y = centre(plots[0])
            price = len(plots) * look.rules.DEED_PRICE
            label = look._("Lot {lot}: {price}").format(lot=lot, price=price)
            drawn += [
                path(outline(plots, 4, 9), fill="var(--plate)", fill_opacity=0.55),
                path(outline(plots, 4, 9), fill="none", stroke="var(--ink)", stroke_width=2.5),
                tag("rect", x=x - 29, y=y - 10, width=58, height=21, rx=10.5, fill="var(--plate)"),
                lettering(label, x, y + 4.5, 12, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
            ]
    return on_map(rows, columns, "lots", *drawn)


@until_changed
def commission(look: Look[State], rows: int, columns: int) -> Svg:
    """The viewer's own pouch, as it would stand."""
    view = look.view
    drawn: list[Svg] = []
    if look.viewer >= 0:
        for entry in range(view.entries[look.viewer]):
            plots = [
                view.entry_plot[look.viewer][entry][index] for index in range(view.entry_count[look.viewer][entry])
            ]
            number = look.rules.entry_target(view, look.viewer, entry)
            kind = view.kind[number] if number else view.entry_kind[look.viewer][entry]
            if plots:
                drawn.append(tag("g", *body(f"entry-{entry}", plots, look.viewer, kind), opacity=0.72))
    return on_map(rows, columns, "commission", *drawn)


@until_changed
def claims(look: Look[State], rows: int, columns: int) -> Svg:
    """Plots that have been named for a requisition."""
    view = look.view
    drawn = []
    for seat in range(view.players):
        for claim in range(view.claims[seat]):
            plot = view.claim_plot[seat][claim]
            if plot >= 0 and plot != NONE:
                x, y = centre(plot)
                words = look._("Requisition: {plot}").format(plot=plot_name(look.rules, plot))
                ring = tag("circle", cx=x, cy=y, r=20, fill="none", stroke=f"var(--seat-{seat + 1})", stroke_width=4)
                drawn.append(tag("g", tag("title", words), ring, stroke_dasharray="6 4"))
    return on_map(rows, columns, "claims", *drawn)


# ---------------------------------------------------------------- the income rail


RAIL = (MAP_X + 14, BOARD_WIDTH - MAP_X - 14)
"""From where to where it runs."""


def rail_y(rows: int, columns: int) -> float:
    return MAP_Y + map_size(rows, columns)[1] + 44


def rail_x(rules: Namespace, income: int) -> float:
    low, high = rules.RAIL_START, rules.RAIL_END
    return float(RAIL[0] + (RAIL[1] - RAIL[0]) * (income - low) / (high - low))


@until_changed
def rail(look: Look[State], rows: int, columns: int) -> Svg:
    """Roundabouts at every fifth point, and each player's marker above its place; crowded ones fan out in order."""
    rules, view = look.rules, look.view
    letters = look.letters
    y = rail_y(rows, columns)
    low: int = rules.RAIL_START
    high: int = rules.RAIL_END
    left, right = RAIL

    def x_of(income: int) -> float:
        return rail_x(rules, income)

    drawn = [
        path(f"M{left} {short(y)}H{right}", stroke="var(--kerb)", stroke_width=14, stroke_linecap="round"),
        path(
            f"M{left} {short(y)}H{right}",
            stroke="var(--road)",
            stroke_opacity=0.6,
            stroke_width=1.2,
            stroke_dasharray="5 5",
        ),
    ]
    for point in range(low, high + 1):
        if point % rules.ROUNDABOUT == 0:
            drawn.append(
                at(
                    x_of(point),
                    y,
                    tag("circle", r=14, fill="var(--kerb)", stroke="var(--road)", stroke_opacity=0.5),
                    tag("circle", r=10, fill="var(--panel)", stroke="var(--leaf)", stroke_width=1.5),
                    lettering(str(point), 0, 4.3, 12, text_anchor="middle", font_weight=700, fill="var(--ink)"),
                )
            )
        else:
            drawn.append(tag("circle", cx=x_of(point), cy=y, r=1.6, fill="var(--map-ink-2)"))
    order = sorted(range(view.players), key=lambda seat: (view.marker[seat], seat))
    spots = spread([x_of(view.marker[seat]) for seat in order], 25, left, right)
    for seat, spot in zip(order, spots, strict=True):
        foot = x_of(view.marker[seat])
        words = look._("{player}: income {marker}").format(player=look.names[seat], marker=view.marker[seat])
        drawn += [
            path(
                f"M{short(spot)} {short(y - 22)}L{short(foot)} {short(y - 12)}",
                stroke="var(--map-ink)",
                stroke_width=1.4,
            ),
            tag(
                "g",
                tag("title", words),
                seat_token(seat, letters[seat], spot - 11, y - 42, 22),
                id=f"marker-{seat}",
                data_piece=f"marker-{seat}",
            ),
        ]
    return tag("g", *drawn, id="rail")


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places at least a gap apart, in the same order, as near as can be to where they want to be."""
    groups: list[list[float]] = []
    for place in wanted:
        groups.append([place])
        while len(groups) > 1 and overlap(groups[-2], groups[-1], gap):
            last = groups.pop()
            groups[-1] += last
    places = []
    for group in groups:
        width = (len(group) - 1) * gap
        start = min(max(middle(group) - width / 2, low), high - width)
        places += [start + gap * n for n in range(len(group))]
    return places


def overlap(one: list[float], other: list[float], gap: float) -> bool:
    return middle(other) - middle(one) < (len(one) + len(other)) * gap / 2


def middle(group: list[float]) -> float:
    return sum(group) / len(group)
