"""What lies beside the map: the viewer's hand, what is on the table this year, and the players."""

from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    FILL_POUCHES,
    LOBBY_FOR_PERMITS,
    NOMINATE_AGAIN,
    PROPOSE,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import NONE
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    PERMIT_NAMES,
    building_name,
    character_name,
    effect,
    permit_name,
    plot_name,
)
from tabletown.games.milton_keynes.telling.report import (
    known_deeds,
    known_permits,
    knows_every_card,
    phase_name,
    sees_cash,
)
from tabletown.rulekit.drawing import (
    LOCK,
    Box,
    Card,
    Sum,
    Svg,
    at,
    fitted,
    joined,
    lettering,
    panel,
    path,
    seat_token,
    tag,
)
from tabletown.rulekit.language import Say, capitalized
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from .terrain import BOARD_WIDTH

SIDE_X, SIDE_WIDTH = BOARD_WIDTH + 12, 300
PANELS = {
    "hand": Box(SIDE_X, 0, SIDE_WIDTH, 360),
    "table": Box(SIDE_X, 372, SIDE_WIDTH, 276),
}
PLAYERS_Y, PLAYER_HEIGHT, WIDTH, GAP = 744, 108, BOARD_WIDTH + 12 + SIDE_WIDTH, 10
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 136, 34, 39
DEED_WIDTH, DEED_STEP = 40, 46
DEEDS_A_ROW, MOST_DEEDS = 6, 12
LINE_STEP, TWO_LINES_STEP = 22, 36
DEED = "M3.5 1.5h9v13h-9zM6 5h4M6 8h4M6 11h2"
PERMIT = "M1.5 3.5h13v9h-13zM4 6.500h8M4 9.500h3M10 9.500h2"
PERMIT_MARKS = (
    "permit-inquiry",
    "permit-lobby",
    "permit-demolish",
    "permit-redevelop",
    "permit-extension",
    "permit-sewage",
    "permit-airbase",
    "permit-reserve",
    "permit-commons",
    "permit-dump",
    "permit-allotments",
)
"""How the ids of permits begin, by which each is explained."""
ROUNDABOUT = "M8 2a6 6 0 1 0 .01 0M8 6a2 2 0 1 0 .01 0"


def panels(look: Look[State]) -> dict[str, str]:
    return {"hand": hand(look), "table": on_the_table(look)}


def players(look: Look[State]) -> dict[str, str]:
    return {f"player-{seat}": one_player(look, seat) for seat in look.seats}


def lock() -> Svg:
    return path(LOCK, fill="none", stroke="var(--ink-2)", stroke_width=1.4)


def heading(words: str) -> Svg:
    return lettering(words, 12, 22, 13, font_weight=700, fill="var(--ink-2)")


# ---------------------------------------------------------------- the hand


def permit_slots(look: Look[State]) -> list[tuple[int, int]]:
    """The viewer's permits: kind and how many."""
    return [(kind, count) for kind, count in enumerate(known_permits(look, look.viewer)) if count]


def slot_box(index: int) -> Box:
    return Box(12 + index % 2 * (CARD_WIDTH + 4), 50 + index // 2 * CARD_STEP, CARD_WIDTH, CARD_HEIGHT)


def permit_box(look: Look[State], kind: int) -> Box:
    """Where a permit of the seat's own hand lies on the picture."""
    kinds = [held for held, _count in permit_slots(look)]
    box = slot_box(kinds.index(kind))
    return Box(PANELS["hand"].x + box.x, PANELS["hand"].y + box.y, box.width, box.height)


def deeds_top(look: Look[State]) -> int:
    """Deeds lie below the permits."""
    return 76 + (len(permit_slots(look)) + 1) // 2 * CARD_STEP


def deed_spot(look: Look[State], index: int) -> Box:
    shown = min(index, MOST_DEEDS - 1)
    down, across = divmod(shown, DEEDS_A_ROW)
    return Box(12 + across * DEED_STEP, deeds_top(look) + down * 40, DEED_WIDTH, 34)


def deed_box(look: Look[State], plot: int) -> Box:
    """Where a deed of the seat's own hand lies on the picture."""
    box = deed_spot(look, known_deeds(look.view, look.viewer).index(plot))
    return Box(PANELS["hand"].x + box.x, PANELS["hand"].y + box.y, box.width, box.height)


@until_changed
def hand(look: Look[State]) -> Svg:
    _ = look._
    title = _("Your hand")
    if look.viewer < 0 and knows_every_card(look.view):
        words = _("All hands")
        return panel("hand", PANELS["hand"], words, heading(words), *in_lines(look, other_hands(look), 34))
    if look.viewer < 0:
        words = _("Hands are secret")
        sign = at(SIDE_WIDTH - 28, 9, lock())
        return panel("hand", PANELS["hand"], words, heading(words), sign, *known(look, 46))
    permits = [card(_, kind, count, slot_box(index)) for index, (kind, count) in enumerate(permit_slots(look))]
    return panel(
        "hand",
        PANELS["hand"],
        title,
        heading(title),
        lettering(_("Permits"), 12, 43, 12, font_weight=700, fill="var(--ink)"),
        *permits,
        lettering(_("Deeds"), 12, deeds_top(look) - 9, 12, font_weight=700, fill="var(--ink)"),
        *deeds(look),
        *known(look, deeds_top(look) + (96 if len(known_deeds(look.view, look.viewer)) > DEEDS_A_ROW else 56)),
    )


def card(_: Say, kind: int, count: int, box: Box) -> Svg:
    """A permit: what it builds, and on its other end the action or the effect."""
    name = building_name(_, kind) + (f" ×{count}" if count > 1 else "")
    return at(
        box.x,
        box.y,
        tag("rect", width=box.width, height=box.height, rx=6, fill="var(--plate)", stroke="var(--line)"),
        lettering(fitted(name, box.width - 16, 12), 8, 14, 12, font_weight=700, fill="var(--plate-ink)"),
        lettering(fitted(effect(_, kind), box.width - 14, 10.5), 8, 28, 10.5, fill="#4b5860"),
        id=PERMIT_MARKS[kind],
    )


def deeds(look: Look[State]) -> list[Svg]:
    plots = known_deeds(look.view, look.viewer)
    drawn = []
    hidden = len(plots) - MOST_DEEDS
    for index, plot in enumerate(plots[:MOST_DEEDS]):
        box = deed_spot(look, index)
        last = index == MOST_DEEDS - 1 and hidden > 0
        words = f"+{hidden + 1}" if last else plot_name(look.rules, plot)
        pouched = look.rules.is_in_pouch(look.view, look.viewer, plot) and not last
        drawn.append(
            at(
                box.x,
                box.y,
                tag(
                    "rect",
                    width=box.width,
                    height=box.height,
                    rx=6,
                    fill="var(--panel-3)" if pouched else "var(--plate)",
                    stroke="var(--line-strong)" if pouched else "var(--line)",
                    stroke_dasharray="3 3" if pouched else None,
                ),
                lettering(
                    words,
                    box.width / 2,
                    22,
                    14,
                    text_anchor="middle",
                    font_weight=700,
                    fill="var(--ink)" if pouched else "var(--plate-ink)",
                ),
            )
        )
    if not plots:
        drawn.append(lettering(look._("none"), 12, deeds_top(look) + 12, 13, fill="var(--ink-2)"))
    return drawn


def known(look: Look[State], top: float) -> list[Svg]:
    """What the viewer knows of other hands. Whoever has no line of their own stands beside the heading."""
    label = lettering(look._("Known in other hands"), 12, top, 12, font_weight=700, fill="var(--ink)")
    hands = other_hands(look)
    with_line = hands[: max(0, int((PANELS["hand"].height - top - 10) // LINE_STEP))]
    return [label, *beside(look, hands[len(with_line) :], top - 15), *in_lines(look, with_line, top + 10)]


def other_hands(look: Look[State]) -> list[tuple[int, str]]:
    """Seats of which the viewer knows some card, and those cards."""
    _ = look._
    found = []
    for seat in look.seats:
        cards = [plot_name(look.rules, plot) for plot in known_deeds(look.view, seat)]
        permits = known_permits(look, seat)
        cards += [_(PERMIT_NAMES[kind]) for kind in range(len(permits)) for _n in range(permits[kind])]
        if seat != look.viewer and cards:
            found.append((seat, _(", ").join(cards)))
    return found


def in_lines(look: Look[State], hands: list[tuple[int, str]], y: float) -> list[Svg]:
    """A line each, and two where there is room for two each."""
    two = len(hands) * TWO_LINES_STEP <= PANELS["hand"].height - y
    drawn: list[Svg] = []
    for index, (seat, cards) in enumerate(hands):
        top = y + index * (TWO_LINES_STEP if two else LINE_STEP)
        words = lines_of(cards, 250, 11) if two else [fitted(cards, 250, 11)]
        drawn.append(seat_token(seat, look.letters[seat], 12, top + (2 if two else 0), 20))
        drawn += [
            lettering(line, 40, top + (12 if two else 14) + 14 * n, 11, fill="var(--ink-2)")
            for n, line in enumerate(words)
        ]
    return drawn


def beside(look: Look[State], hands: list[tuple[int, str]], y: float) -> list[Svg]:
    """Tokens; what is known is told when one is pointed at."""
    first = SIDE_WIDTH - 12 - 24 * len(hands)
    return [
        tag("g", tag("title", cards), seat_token(seat, look.letters[seat], first + 24 * index, y, 20))
        for index, (seat, cards) in enumerate(hands)
    ]


def lines_of(words: str, width: float, size: float) -> list[str]:
    """Two lines at most; what does not fit ends in an ellipsis."""
    first = fitted(words, width, size)
    if first == words:
        return [words]
    cut = first[:-1].rfind(" ")
    head = words[: cut if cut > 0 else len(first) - 1]
    return [head, fitted(words[len(head) :].strip(), width, size)]


# ---------------------------------------------------------------- the table


@until_changed
def on_the_table(look: Look[State]) -> Svg:
    _, view = look._, look.view
    title = _("Year {year}: {phase}").format(year=view.year, phase=phase_name(look))
    rows = [
        (_("Deeds in the deck"), str(view.deeds_left)),
        (_("Permits in the deck"), str(view.permits_left)),
        (_("Cash in the bank"), str(view.bank)),
    ]
    drawn = [heading(title)]
    for index, (label, figure) in enumerate(rows):
        y = 46 + 20 * index
        drawn += [
            lettering(label, 12, y, 12.5, fill="var(--ink-2)"),
            lettering(figure, SIDE_WIDTH - 12, y, 12.5, text_anchor="end", font_weight=700, fill="var(--ink)"),
        ]
    drawn += shared_permits(look)
    return panel("table", PANELS["table"], title, *drawn)


def shared_permits(look: Look[State]) -> list[Svg]:
    """The permits between neighbours, with the bids as far as they lie open."""
    _, view = look._, look.view
    open_ones = [permit for permit in look.seats if view.shared[permit] != NONE]
    if not open_ones:
        return [lettering(fitted(_("No permits on the table now"), 270, 12.5), 12, 122, 12.5, fill="var(--ink-3)")]
    drawn = [lettering(_("Permits between neighbours"), 12, 122, 12, font_weight=700, fill="var(--ink)")]
    for index, permit in enumerate(open_ones):
        y = 132 + 28 * index
        other = look.rules.neighbour(view, permit)
        kind = look.rules.kind_of(view.shared[permit])
        name = fitted(permit_name(_, kind), 176, 12.5)
        drawn += [
            seat_token(permit, look.letters[permit], 12, y, 22),
            tag(
                "g",
                tag("rect", x=42, y=y - 1, width=216, height=24, rx=6, fill="var(--plate)"),
                lettering(name, 150, y + 15.5, 12.5, text_anchor="middle", font_weight=700, fill="var(--plate-ink)"),
                id=f"{PERMIT_MARKS[kind]}-{permit}",
            ),
            seat_token(other, look.letters[other], 266, y, 22),
            *open_bids(view, permit, other, y + 15.5),
        ]
    return drawn


def open_bids(view: State, permit: int, other: int, y: float) -> list[Svg]:
    """What the two have in their fists over a shared permit, once all fists are open."""
    if view.phase not in {LOBBY_FOR_PERMITS, BID_AGAIN, PROPOSE, ANSWER_PROPOSAL}:
        return []
    return [
        lettering(str(view.fist[seat][fist]), x, y, 14, text_anchor="middle", font_weight=700, fill="var(--plate-ink)")
        for seat, fist, x in ((permit, 0, 54), (other, 1, 246))
    ]


# ---------------------------------------------------------------- players


def player_box(players: int, seat: int) -> Box:
    width = (WIDTH - GAP * (players - 1)) / players
    return Box(seat * (width + GAP), PLAYERS_Y, width, PLAYER_HEIGHT)


def one_player(look: Look[State], seat: int) -> Svg:
    _ = look._
    view, box = look.view, player_box(look.view.players, seat)
    name = look.names[seat]
    figures = [
        (_("Income"), view.marker[seat]),
        (_("Blocks"), view.blocks[seat]),
        (_("Deeds"), view.deeds_held[seat]),
        (_("Permits"), view.permits_held[seat]),
    ]
    step = (box.width - 20) / len(figures)
    columns = [
        joined(
            lettering(str(figure), 12 + step * n, 82, 17, font_weight=700, fill="var(--ink)"),
            lettering(fitted(label, step + 2, 10.5), 12 + step * n, 98, 10.5, fill="var(--ink-2)"),
        )
        for n, (label, figure) in enumerate(figures)
    ]
    mine = look.rules.pending(view) >> seat & 1
    return panel(
        f"player-{seat}",
        box,
        name,
        path(f"M10 1.5H{box.width - 10:.1f}", stroke="var(--ink)", stroke_width=3) if mine else Svg(),
        seat_token(seat, look.letters[seat], 10, 10, 30),
        lettering(fitted(name, box.width - 110, 15), 48, 24, 15, font_weight=700, fill="var(--ink)"),
        purse(look, seat, box.width),
        lettering(fitted(doing(look, seat), box.width - 60, 12), 48, 42, 12, fill="var(--ink-2)"),
        *columns,
    )


def purse(look: Look[State], seat: int, width: float) -> Svg:
    _ = look._
    if sees_cash(look, seat):
        words = _("{amount} cash").format(amount=look.view.cash[seat])
        return lettering(words, width - 12, 24, 13, text_anchor="end", font_weight=700, fill="var(--ink)")
    return joined(
        at(width - 72, 10, lock()),
        lettering(_("hidden"), width - 12, 23, 12, text_anchor="end", fill="var(--ink-2)"),
    )


def doing(look: Look[State], seat: int) -> str:
    """What everybody sees a player do."""
    _, view = look._, look.view
    sealed = look.rules.is_sealed(view)
    if look.rules.pending(view) >> seat & 1:
        return _("Thinking…")
    if sealed and FILL_POUCHES <= view.phase <= NOMINATE_AGAIN:
        return _("Pouch sealed")
    if sealed:
        return _("Has decided")
    if BRIBE < view.phase <= BUY_LOTS:
        return _("Bribed with {amount}").format(amount=view.fist[seat][0])
    if view.phase == TRADE and view.offer_to[seat] != NONE:
        return _("Offer to {player}").format(player=look.names[view.offer_to[seat]])
    return ""


# ---------------------------------------------------------------- players in two lines


def cards(look: Look[State]) -> list[Card]:
    return [card_of(look, seat) for seat in look.seats]


def card_of(look: Look[State], seat: int) -> Card:
    """Cash or that it is hidden; deeds, permits and income, which everybody sees."""
    _, view = look._, look.view
    held = Sum(LOCK, _("hidden"), _("Cash: hidden"), hidden=True)
    if sees_cash(look, seat):
        words = _("{amount} cash").format(amount=view.cash[seat])
        held = Sum("", words, words)
    counts = (
        Sum(DEED, str(view.deeds_held[seat]), _("Deeds: {n}").format(n=view.deeds_held[seat])),
        Sum(PERMIT, str(view.permits_held[seat]), _("Permits: {n}").format(n=view.permits_held[seat])),
        Sum(ROUNDABOUT, str(view.marker[seat]), _("Income: {n}").format(n=view.marker[seat])),
    )
    note = doing(look, seat)
    if not note and view.character[seat] != NONE:
        note = capitalized(character_name(_, view.character[seat]))
    return Card(note, (held,), counts=counts)
