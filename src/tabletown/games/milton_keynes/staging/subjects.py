"""The thing itself, drawn large: a piece of the map under a lens, a permit, the income marker."""

from collections.abc import Iterable, Sequence

from tabletown.games.milton_keynes.drawing.hand import lines_of
from tabletown.games.milton_keynes.drawing.picture import plot_box
from tabletown.games.milton_keynes.drawing.townscape import tone
from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    FILL_POUCHES,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NOMINATE_AGAIN,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
)
from tabletown.games.milton_keynes.rules.shapes import DEMOLISH, LOBBY, NONE, REDEVELOP
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import building_name, effect, lot_plots, lots_counted, plots_named
from tabletown.rulekit.drawing import Svg, at, fitted, joined, lettering, seat_token, tag, use
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.staging import Subject

MAP = ("ground", "gridroads", "marsh", "river", "rock", "trees", "names")
TOWN = ("commission", "income", "owners", "held", "lots", "claims")
POUCH = (
    "M30 34q-8-4-12-14 12 6 32 6t32-6q-4 10-12 14 26 22 22 52-2 20-42 20T8 86Q4 56 30 34z",
    "M28 34q22 8 44 0",
)
CARDS_PLAYED = {PLAY_DEMOLISH: DEMOLISH, PLAY_REDEVELOP: REDEVELOP, LOBBY_FOR_LOTS: LOBBY}


def subject(look: Look[State]) -> Subject | None:
    """What is decided about, before anything is chosen."""
    view = look.view
    if view.phase in {BRIBE, LOBBY_FOR_LOTS, BUY_LOTS}:
        return lots_for_sale(look)
    if view.phase in CARDS_PLAYED:
        return permit(look, CARDS_PLAYED[view.phase])
    if view.phase == TAKE_DEED:
        return lens(look, [view.demolished])
    if view.phase == PLAY_INQUIRY:
        return income_of(look)
    if view.phase in {BID, LOBBY_FOR_PERMITS, BID_AGAIN, PROPOSE, ANSWER_PROPOSAL}:
        return permit_on_the_table(look)
    if FILL_POUCHES <= view.phase <= NOMINATE_AGAIN:
        return pouch(look, look.viewer) if view.phase == FILL_POUCHES or look.viewer < 0 else entry_lens(look)
    return None


# ---------------------------------------------------------------- the map under a lens


def lens(look: Look[State], plots: Iterable[int], name: str = "", note: str = "", *extra: Svg) -> Subject:
    """The board itself around these plots: whatever is drawn there is seen here, and what is not there yet."""
    cells = list(plots)
    boxes = [plot_box(look, plot) for plot in cells]
    step = boxes[0].width + 10
    left, top = min(box.x for box in boxes) - 5, min(box.y for box in boxes) - 5
    right, bottom = max(box.x for box in boxes) + step, max(box.y for box in boxes) + step
    room = 0.45 * step
    width, height = right - left + 2 * room, bottom - top + 2 * room
    drawn = joined(*(use(part) for part in (*MAP, *numbers_near(look), *TOWN, "ghost")), *extra)
    frame = tag(
        "svg",
        drawn,
        x=left - room,
        y=top - room,
        width=width,
        height=height,
        viewBox=box_of(left - room, top - room, width, height),
    )
    return Subject(frame, box_of(left - room, top - room, width, height), name or plots_named(look, cells), note)


def roll(look: Listener, figures: Sequence[tuple[int, str]]) -> Subject:
    """Everybody's sum beside their token, in the order given."""
    rows = [
        joined(
            seat_token(seat, look.letters[seat], 0, 34 * index, 28),
            lettering(figure, 40, 34 * index + 21, 20, font_weight=700, fill="var(--ink)"),
        )
        for index, (seat, figure) in enumerate(figures)
    ]
    return Subject(joined(*rows), box_of(0, 0, 40 + 12 * max(len(figure) for _seat, figure in figures), 34 * len(rows)))


def box_of(x: float, y: float, width: float, height: float) -> str:
    return f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"


def numbers_near(look: Look[State]) -> list[str]:
    view = look.view
    return [f"building-{number}" for number in dict.fromkeys(view.building) if number]


def lots_for_sale(look: Look[State]) -> Subject | None:
    _, view = look._, look.view
    lots = [lot_plots(view, lot) for lot in range(1, view.lots + 1)]
    plates = [(index + 1, plots) for index, plots in enumerate(lots) if plots]
    if not plates:
        return None
    drawn = []
    for row, (lot, plots) in enumerate(plates):
        y = row * 30
        price = len(plots) * look.rules.DEED_PRICE
        words = lines_of(plots_named(look, plots), 74, 13)[0]
        drawn += [
            tag("rect", x=1, y=y + 1, width=134, height=26, rx=7, fill="var(--plate)", stroke="var(--line-strong)"),
            tag("circle", cx=15, cy=y + 14, r=9, fill="var(--ink)"),
            lettering(str(lot), 15, y + 18.5, 12, text_anchor="middle", font_weight=700, fill="var(--panel)"),
            lettering(words, 30, y + 18.5, 13, font_weight=700, fill="var(--plate-ink)"),
            lettering(str(price), 128, y + 18.5, 13, text_anchor="end", fill="var(--plate-ink)"),
        ]
    name = lots_counted(_, len(plates))
    return Subject(joined(*drawn), box_of(0, 0, 136, max(88, 30 * len(plates))), name)


def entry_lens(look: Look[State]) -> Subject:
    """The viewer's building that takes a plot."""
    view, seat = look.view, look.viewer
    entry = look.rules.entry_of(view, seat, max(0, view.stage[seat])) if view.claims[seat] else NONE
    if entry == NONE:
        return pouch(look, seat)
    plots = [view.entry_plot[seat][entry][index] for index in range(view.entry_count[seat][entry])]
    return lens(look, plots, building_name(look._, view.entry_kind[seat][entry]))


# ---------------------------------------------------------------- cards, pouches, the marker


def permit(look: Listener, kind: int, note: str = "") -> Subject:
    """A permit as it lies on the table."""
    _ = look._
    card = joined(
        tag("rect", x=1, y=1, width=118, height=86, rx=9, fill="var(--plate)", stroke="var(--line-strong)"),
        tag("rect", x=24, y=9, width=72, height=58, rx=8, fill=f"var(--k-{tone(kind)})"),
        at(60, 38, use(f"mk-{tone(kind)}")),
        lettering(fitted(effect(_, kind), 114, 10.5), 60, 81, 10.5, text_anchor="middle", fill="var(--plate-ink)"),
    )
    return Subject(card, "0 0 120 88", building_name(_, kind), note)


def permit_on_the_table(look: Look[State]) -> Subject | None:
    """The one that the viewer bids or talks about; for the others, the one that is talked about."""
    view, rules = look.view, look.rules
    if view.phase in {PROPOSE, ANSWER_PROPOSAL}:
        at_table = view.table
    elif look.viewer >= 0:
        at_table = rules.fist_permit(view, look.viewer, max(0, view.stage[look.viewer]) % 2)
    else:
        at_table = next((seat for seat in look.seats if view.shared[seat] != NONE), 0)
    card = view.shared[at_table]
    if card == NONE:
        return None
    one, other = look.names[at_table], look.names[rules.neighbour(view, at_table)]
    note = look._("between {one} and {other}").format(one=one, other=other)
    return permit(look, rules.kind_of(card), note)


def pouch(look: Listener, seat: int, name: str = "", note: str = "") -> Subject:
    """A pouch with its owner's token."""
    bag = joined(
        tag("path", d=POUCH[0], fill="#e6d5b3", stroke="#8b6a49", stroke_width=2.5),
        tag("path", d=POUCH[1], fill="none", stroke="#8b6a49", stroke_width=3.5),
        seat_token(seat, look.letters[seat], 36, 56, 28) if seat >= 0 else Svg(),
    )
    return Subject(bag, "0 10 100 100", name or look._("Pouch"), note)


def income_of(look: Look[State]) -> Subject:
    """A roundabout with what the rail pays."""
    seat = look.viewer
    figure = "?" if seat < 0 else str(look.rules.owed_this_year(look.view, seat))
    drawn = joined(
        tag("circle", cx=50, cy=50, r=44, fill="var(--kerb)", stroke="var(--line-strong)"),
        tag("circle", cx=50, cy=50, r=31, fill="var(--panel)", stroke="var(--leaf)", stroke_width=4),
        lettering(figure, 50, 60, 28, text_anchor="middle", font_weight=700, fill="var(--ink)"),
    )
    return Subject(drawn, "0 0 100 100", look._("Income"))
