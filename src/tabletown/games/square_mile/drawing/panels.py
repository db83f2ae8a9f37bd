"""Beside and below the map: the value card with what the bank holds, and a card for each player."""

from tabletown.games.square_mile.rules.places import LETTERS
from tabletown.games.square_mile.rules.shapes import TRACTS
from tabletown.games.square_mile.rules.state import (
    BUY_PART,
    NO_SEAT,
    NONE,
    OPENING_BID,
    OUT_OF_THE_GAME,
    OVER,
    RAISES,
    SEALED_BIDS_DUE,
    SELL_PART,
    SWAMP,
    TIED_BIDS_DUE,
    State,
)
from tabletown.games.square_mile.telling.naming import CARD_NAMES, letter, money
from tabletown.games.square_mile.telling.report import sees_cash
from tabletown.games.square_mile.telling.values import value_rows
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
    short,
    tag,
)
from tabletown.rulekit.look import Listener, Look
from tabletown.rulekit.remembering import until_changed

from .scenery import CELL, board_size, corner, course, marsh

GAP = 16
VALUE_CARD_SIZE = (250, 642)
PLAYER_HEIGHT = 76
LINE = 21.5


def value_card_box(to: Listener) -> Box:
    return Box(board_size(to)[0] + GAP, 0, *VALUE_CARD_SIZE)


def width_of_picture(to: Listener) -> int:
    return board_size(to)[0] + GAP + VALUE_CARD_SIZE[0]


def top_of_players(to: Listener) -> int:
    return max(board_size(to)[1], VALUE_CARD_SIZE[1]) + GAP


@until_changed
def value_card(look: Look[State]) -> Svg:
    _ = look._
    drawn = [lettering(_("Value card"), 14, 26, 13, font_weight=700, fill="var(--ink-2)")]
    y = 50.0
    for title, right, rows in value_rows(look, look.view.phase):
        drawn.append(lettering(title, 14, y, 14, font_weight=700, fill="var(--ink)"))
        drawn.append(lettering(right, 236, y, 12, text_anchor="end", fill="var(--ink-3)"))
        for name, figure, now in rows:
            y += LINE
            weight = 700 if now else None
            colour = "var(--ink)" if now else "var(--ink-2)"
            words = fitted(name, 226 - 6.6 * len(figure), 12.5)
            drawn.append(lettering(words, 14, y, 12.5, font_weight=weight, fill=colour))
            drawn.append(lettering(figure, 236, y, 12.5, text_anchor="end", font_weight=weight, fill="var(--ink)"))
        y += LINE + 8
    return panel("value-card", value_card_box(look), _("Value card"), *drawn, *bank_lines(look, y + 6))


def bank_lines(look: Look[State], y: float) -> list[Svg]:
    _, view = look._, look.view
    laid = [tract for tract in range(TRACTS) if view.letter[tract] != NONE]
    for_sale = [letter(view, tract) for tract in laid if view.owner[tract] == NO_SEAT]
    gone = [letter(view, tract) for tract in laid if view.owner[tract] == OUT_OF_THE_GAME]
    lines = [lettering(_("In the bank"), 14, y, 14, font_weight=700, fill="var(--ink)")]
    for name, letters in ((_("Tracts to buy"), for_sale), (_("Out of the game"), gone)):
        y += LINE
        lines.append(lettering(fitted(name, 118, 12.5), 14, y, 12.5, fill="var(--ink-2)"))
        lines.append(lettering(str(len(letters)), 236, y, 12.5, text_anchor="end", font_weight=700, fill="var(--ink)"))
        y += LINE - 5
        words = fitted(" ".join(letters), 222, 12.5)
        lines.append(lettering(words, 14, y, 12.5, fill="var(--ink)", font_weight=700))
    if view.lot != NONE:
        y += LINE + 6
        amount = money(view.high_bid or look.rules.market_value(view, view.lot))
        text = _("{tract} under the hammer: {amount}").format(tract=letter(view, view.lot), amount=amount)
        lines.append(lettering(fitted(text, 222, 13), 14, y, 13, font_weight=700, fill="var(--ink)"))
    if view.card != NONE:
        lines.append(drawn_card(look, view.card, y + LINE))
    return lines


def drawn_card(to: Listener, drawn: int, y: float) -> Svg:
    """The tract card that is to be laid, upright."""
    _, rules = to._, to.rules
    kind = rules.CARD_KIND[drawn]
    flow = course(0, rules.COURSE[kind]) if rules.COURSE[kind] else ""
    x, top = corner(0)
    river = [
        path(flow, fill="none", stroke=colour, stroke_width=width)
        for colour, width in (("var(--water-2)", 29), ("var(--water)", 23))
    ]
    card = tag(
        "g",
        tag("rect", x=x, y=top, width=CELL, height=CELL, rx=8, fill="var(--meadow)", stroke="var(--line-strong)"),
        *(river if flow else ()),
        marsh(0) if kind == SWAMP else Svg(),
        transform=f"translate(14 {short(y - 8)}) scale(.44) translate({-x} {-top})",
    )
    words = _("To be laid: {card}").format(card=LETTERS[drawn])
    return joined(
        card,
        lettering(fitted(words, 140, 13), 90, y + 14, 13, font_weight=700, fill="var(--ink)"),
        lettering(fitted(_(CARD_NAMES[kind]), 140, 12.5), 90, y + 34, 12.5, fill="var(--ink-2)"),
    )


# ---------------------------------------------------------------- players


def players(look: Look[State]) -> dict[str, str]:
    gap = 10
    width = (width_of_picture(look) - gap * (look.view.players - 1)) / look.view.players
    return {
        f"player-{seat}": player_card(look, seat, Box((width + gap) * seat, top_of_players(look), width, PLAYER_HEIGHT))
        for seat in look.seats
    }


def player_card(look: Look[State], seat: int, box: Box) -> Svg:
    """Name, cash or the word that it is hidden, pawns on the map and at hand, and what the land is worth."""
    deciding = bool(look.rules.pending(look.view) >> seat & 1)
    land = look._("Land {value}").format(value=money(look.rules.land_value(look.view, seat)))
    return panel(
        f"player-{seat}",
        box,
        look.player(seat),
        tag("rect", x=0, y=14, width=4, height=box.height - 28, rx=2, fill="var(--ink)") if deciding else Svg(),
        seat_token(seat, look.letters[seat], 12, 12, 34),
        lettering(fitted(look.names[seat], box.width - 156, 14), 56, 27, 14, font_weight=700, fill="var(--ink)"),
        lettering(fitted(state_of(look, seat), box.width - 144, 12), 56, 45, 12, fill="var(--ink-2)"),
        lettering(land, 56, 63, 12, fill="var(--ink-2)"),
        cash(look, seat, box.width - 12),
        pawns(look, seat, box.width - 12),
    )


def state_of(look: Look[State], seat: int) -> str:
    _ = look._
    doing = doing_of(look, seat)
    if seat == look.viewer:
        return _("you: {doing}").format(doing=doing) if doing else _("you")
    return doing


def doing_of(look: Look[State], seat: int) -> str:
    _, view = look._, look.view
    if view.phase == OVER or not look.rules.pending(view) >> seat & 1:
        sealed = view.phase in {SEALED_BIDS_DUE, TIED_BIDS_DUE}
        return _("has decided") if sealed else ""
    if view.phase >= SELL_PART:
        if view.phase in {OPENING_BID, RAISES}:
            return _("to bid")
        return _("to sell") if view.phase == SELL_PART else _("to buy") if view.phase == BUY_PART else _("to build")
    return _("to decide")


def cash(look: Look[State], seat: int, x: float) -> Svg:
    if sees_cash(look, seat):
        amount = money(look.view.cash[seat])
        return lettering(amount, x, 28, 16, text_anchor="end", font_weight=700, fill="var(--ink)")
    return joined(
        at(x - 74, 14, path(LOCK, fill="none", stroke="var(--ink-3)", stroke_width=1.5)),
        lettering(look._("hidden"), x, 27, 13, text_anchor="end", fill="var(--ink-3)"),
    )


def pawns(look: Look[State], seat: int, x: float) -> Svg:
    count = look.rules.PAWNS
    return joined(*(at(x - 15 * (count - n) + 1, 44, pawn_sign(look, seat, n)) for n in range(count)))


def pawn_sign(look: Look[State], seat: int, number: int) -> Svg:
    """Filled if it stands on a tract."""
    placed = number < look.view.owned[seat]
    return path(
        "M6.500 1 12 14H1z",
        fill=f"var(--seat-{seat + 1})" if placed else "none",
        stroke=f"var(--seat-{seat + 1})" if placed else "var(--line-strong)",
        stroke_width=1.2,
    )


# ---------------------------------------------------------------- players in two lines


def cards(look: Look[State]) -> list[Card]:
    return [card(look, seat) for seat in look.seats]


def card(look: Look[State], seat: int) -> Card:
    """Cash or that it is hidden, the pawns, and what the seat does or what its land is worth."""
    _ = look._
    land = _("Land {value}").format(value=money(look.rules.land_value(look.view, seat)))
    own = look.view.owned[seat]
    held = _.plural("{n} tract", "{n} tracts", own).format(n=own)
    badges = tuple((at(3, 2, pawn_sign(look, seat, n)), held if n == 0 else "") for n in range(look.rules.PAWNS))
    return Card(doing_of(look, seat) or land, (purse(look, seat),), badges)


def purse(look: Look[State], seat: int) -> Sum:
    _ = look._
    if not sees_cash(look, seat):
        return Sum(LOCK, _("hidden"), _("Cash: hidden"), hidden=True)
    amount = money(look.view.cash[seat])
    return Sum("", amount, _("Cash: {amount}").format(amount=amount))
