"""How a choice would look: translucent buildings, plates with what walls would bring, markers on the rail."""

from collections.abc import Iterable, Sequence

from tabletown.games.milton_keynes.drawing.terrain import MAP_X, MAP_Y, PLOT, centre, outline, scale
from tabletown.games.milton_keynes.drawing.townscape import body, rail_x, rail_y, wall
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import building_plots
from tabletown.rulekit.drawing import Svg, at, fitted, joined, lettering, path, seat_token, short, tag
from tabletown.rulekit.look import Look

from .income import Pouched, Wall, marker_after, signed, source_name, walls

WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where the sides of a plot look."""
PLATE_HEIGHT, LETTER = 23, 13.5
GAIN, LOSS, PLAIN = "var(--gain)", "var(--loss)", "var(--ink)"


def on_board(look: Look[State], *children: str) -> Svg:
    """In plot units, as the map is drawn."""
    factor = scale(look.rules.map_rows(look.view), look.rules.map_columns(look.view))
    return at(MAP_X, MAP_Y, *children, scale=factor) if children else Svg()


def plate(words: str, x: float, y: float, ink: str = GAIN) -> Svg:
    """A word or a figure that stands on the map without colouring it."""
    width = 16 + 7.4 * sum(2 if ord(letter) > 0x2E80 else 1 for letter in words)
    return at(
        x,
        y,
        tag(
            "rect",
            x=-width / 2,
            y=-PLATE_HEIGHT / 2,
            width=width,
            height=PLATE_HEIGHT,
            rx=PLATE_HEIGHT / 2,
            fill="var(--panel)",
            stroke=ink,
            stroke_width=1.6,
        ),
        lettering(words, 0, 4.8, LETTER, text_anchor="middle", font_weight=700, fill=ink),
    )


def frame(plots: Iterable[int], ink: str = "var(--move)", dash: str | None = None) -> Svg:
    return path(outline(plots, 3, 9), fill="none", stroke=ink, stroke_width=3.5, stroke_dasharray=dash)


def figure_on(plot: int, words: str, ink: str = GAIN, down: float = 0.22) -> Svg:
    x, y = centre(plot)
    return plate(words, x, y + PLOT * down, ink)


def ink_of(change: int) -> str:
    return GAIN if change > 0 else LOSS if change < 0 else PLAIN


# ---------------------------------------------------------------- a pouch as it would stand


def pouch(look: Look[State], pouched: Pouched) -> Svg:
    """The buildings, their blocks on the walls, where each of them comes from, and how far the marker would go."""
    town, seat = pouched.town, look.viewer
    drawn: list[Svg] = []
    for number in pouched.numbers:
        plots = building_plots(town, number)
        if plots:
            drawn.append(tag("g", *body(f"ghost-{number}", plots, seat, town.kind[number]), opacity=0.8))
            drawn.append(frame([plot for plot in plots if look.view.building[plot] == 0]))
            drawn += standing_walls(look, list(walls(look.rules, town, number)))
    if not drawn:
        return Svg()
    return joined(on_board(look, *drawn), rail(look, town))


def standing_walls(look: Look[State], found: Sequence[Wall]) -> list[Svg]:
    """Blocks on their walls, and a plate for each thing that they come from, tied to its walls."""
    blocks = [
        svg for each in found for svg in wall(each.plot, each.side, each.blocks, look.viewer, flat=each.behind == -1)
    ]
    plates: list[Svg] = []
    for source in dict.fromkeys(each.behind for each in found):
        mine = [each for each in found if each.behind == source]
        plates += source_plate(look, source, mine)
    return blocks + plates


def source_plate(look: Look[State], source: int, found: Sequence[Wall]) -> list[Svg]:
    spots = [spot(each) for each in found]
    x = sum(at_x for at_x, _y in spots) / len(spots)
    y = sum(at_y for _x, at_y in spots) / len(spots)
    if source >= 0 or source < -1:
        dx, dy = outwards(found)
        x, y = x + 26 * dx, y + 26 * dy
    wires = "".join(f"M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}" for to_x, to_y in spots)
    words = f"{fitted(source_name(look, source), 90, LETTER)} {signed(sum(each.blocks for each in found))}"
    return [path(wires, stroke=GAIN, stroke_width=1.4, fill="none"), plate(words, x, y)]


def spot(each: Wall) -> tuple[float, float]:
    x, y = centre(each.plot)
    dx, dy = WAYS[each.side]
    reach = PLOT / 2 - (0 if each.behind == -1 else 9.5)
    return x + dx * reach, y + dy * reach


def outwards(found: Sequence[Wall]) -> tuple[float, float]:
    dx = sum(WAYS[each.side][0] for each in found) / len(found)
    dy = sum(WAYS[each.side][1] for each in found) / len(found)
    return dx, dy


def rail(look: Look[State], town: State) -> Svg:
    """Where the viewer's marker would go."""
    seat, rules = look.viewer, look.rules
    before, after = look.view.marker[seat], marker_after(rules, town, seat)
    if before == after:
        return Svg()
    y = rail_y(rules.map_rows(look.view), rules.map_columns(look.view))
    start, end = rail_x(rules, before), rail_x(rules, after)
    ring = tag("circle", cx=end, cy=y - 31, r=15, fill="none", stroke="var(--move)", stroke_width=3)
    way = path(
        f"M{short(start)} {short(y - 31)}H{short(end)}", stroke="var(--move)", stroke_width=2.5, stroke_dasharray="6 4"
    )
    return joined(way, seat_token(seat, look.letters[seat], end - 11, y - 42, 22), ring)


# ---------------------------------------------------------------- other choices


def torn_down(look: Look[State], plots: Sequence[int], change: int) -> Svg:
    """Blocks crossed out, and what their going would change for their owner."""
    crosses = []
    for plot in plots:
        x, y = centre(plot)
        crosses.append(
            path(f"M{x - 20} {y - 20}l40 40m0-40l-40 40", stroke=LOSS, stroke_width=7, stroke_linecap="round")
        )
    return on_board(look, frame(plots, LOSS), *crosses, figure_on(plots[0], signed(change), ink_of(change), 0.3))


def lot_gains(look: Look[State], gains: Sequence[tuple[Sequence[int], int]], chosen: Sequence[int] = ()) -> Svg:
    """What each lot would add for the viewer; the chosen one is framed."""
    drawn = [
        figure_on(plots[0], look._("you {gain}").format(gain=signed(gain)), ink_of(gain), 0.34) for plots, gain in gains
    ]
    return on_board(look, *([frame(chosen)] if chosen else []), *drawn)


def changing_hands(look: Look[State], gives: Sequence[int], gets: Sequence[int], area: Sequence[int]) -> Svg:
    """Deeds of a trade on the map, and the area that they would make."""
    _ = look._
    drawn = [frame(area, GAIN, "8 5")] if len(area) > 1 else []
    for plots, words in ((gives, _("you give")), (gets, _("you get"))):
        for plot in plots:
            drawn += [frame([plot]), figure_on(plot, words, "var(--move)")]
    return on_board(look, *drawn)


def tile(look: Look[State], plots: Sequence[int]) -> Svg:
    """Water on these plots."""
    return on_board(look, path(outline(plots, 4, 12), fill="var(--water)", opacity=0.75), frame(plots))
