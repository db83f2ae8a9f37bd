"""The players of The Estates below the yard: panels of a picture, and cards of a page."""

from typing import TYPE_CHECKING

from tabletown.games.the_estates.rules.state import (
    BETWEEN_ROUNDS,
    NO_PIECE,
    OVER,
    State,
)
from tabletown.games.the_estates.telling import naming
from tabletown.games.the_estates.telling.report import box_of, sees_cash
from tabletown.rulekit.drawing import (
    LOCK,
    Box,
    Card,
    Sum,
    Svg,
    fitted,
    ink_token,
    joined,
    lettering,
    panel,
    path,
    tag,
    width_of,
)
from tabletown.rulekit.look import Look

from . import drawn
from .scenery import BOARD

if TYPE_CHECKING:
    pass
from .yard import GAP, PLAYER_HEIGHT, PLAYERS_Y

CHECK = "M1.5 4h13v8h-13zM4 7h5M4 9.5h3M11 9.5h1.5"
CASH_BOX = "M2 3h12v10H2zM4 13v1.2M12 13v1.2M8 5.8a2.2 2.2 0 1 0 .01 0M8 5.8V4.6"

CUP = "M4.5 2.5h7v4a3.5 3.5 0 0 1-7 0zM4.5 4H2.5q0 3 2.5 3.2M11.5 4h2q0 3-2.5 3.2M8 10v3.5M5.5 13.5h5"
STAR = "M8 2l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.7l-3.9 2.1.9-4.3-3.2-3 4.3-.5z"


def icon(d: str, x: float, y: float) -> Svg:
    return path(
        d,
        fill="none",
        stroke="var(--ink-2)",
        stroke_width=1.4,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({x:g} {y:g})",
    )


def player_box(players: int, seat: int) -> Box:
    width = (BOARD[0] - GAP * (players - 1)) / players
    return Box((width + GAP) * seat, PLAYERS_Y, width, PLAYER_HEIGHT)


def players(look: Look[State]) -> dict[str, str]:
    return {f"player-{seat}": player(look, seat) for seat in look.seats}


def player(look: Look[State], seat: int) -> Svg:
    box = player_box(look.view.players, seat)
    held = [colour for colour in range(look.rules.COLOURS) if look.view.certificate[colour] == seat]
    state = player_state(look, seat)
    return panel(
        f"player-{seat}",
        box,
        look.names[seat],
        turn_mark(look, seat, box),
        ink_token(look.letters[seat], 14, 12, 34),
        name_line(look, seat, look.names[seat], box.width),
        lettering(state, 58, 45, 12, fill="var(--ink-2)") if state else Svg(),
        money(look, seat),
        rounds_won(look, seat, box.width),
        *(drawn.badge(look.rules, colour, 14 + 25 * place, 83) for place, colour in enumerate(held)),
    )


def turn_mark(look: Look[State], seat: int, box: Box) -> Svg:
    """The accent belongs to the viewer's own decision; for others a bar of ink."""
    if look.view.phase == OVER or look.view.seat != seat:
        return Svg()
    if seat == look.viewer:
        return tag(
            "rect",
            x=1,
            y=1,
            width=box.width - 2,
            height=box.height - 2,
            rx=9.5,
            fill="none",
            stroke="var(--move)",
            stroke_width=2,
        )
    return path(f"M4 12v{box.height - 24:g}", stroke="var(--ink)", stroke_width=4, stroke_linecap="round")


def name_line(look: Look[State], seat: int, name: str, width: float) -> Svg:
    """The name, and the points of finished rounds."""
    _, view = look._, look.view
    score = Svg()
    room = width - 58 - 14
    if view.phase in {OVER, BETWEEN_ROUNDS} or view.round > 1:
        points = str(view.total[seat]).replace("-", "−")
        left = width - 14 - width_of(points, 17)
        score = tag(
            "g",
            tag("title", _.plural("{points} point", "{points} points", view.total[seat]).format(points=points)),
            icon(STAR, left - 20, 13),
            lettering(points, width - 14, 28, 17, font_weight=700, text_anchor="end", fill="var(--ink)"),
        )
        room = left - 24 - 58
    you = Svg()
    if seat == look.viewer:
        you = tag("tspan", " " + _("you"), font_size=12, font_weight=400, fill="var(--ink-2)")
        room -= width_of(" " + _("you"), 12)
    called = tag("text", fitted(name, room, 15), you, x=58, y=27, font_size=15, font_weight=700, fill="var(--ink)")
    return joined(called, score)


def player_state(look: Look[State], seat: int) -> str:
    _, view = look._, look.view
    words = [winning(look, seat)] if view.phase == OVER else []
    if view.phase not in {OVER, BETWEEN_ROUNDS} and seat == view.auctioneer:
        words.append(_("auctioneer"))
    if view.piece != NO_PIECE and seat == view.high_bidder:
        words.append(_("bid {amount}").format(amount=view.high_bid))
    return " · ".join(filter(None, words))


def rounds_won(look: Look[State], seat: int, width: float) -> Svg:
    view = look.view
    if view.rounds == 1 or not view.wins[seat]:
        return Svg()
    words = look._.plural("{count} round won", "{count} rounds won", view.wins[seat]).format(count=view.wins[seat])
    return sum_of(CUP, width - 44, words, str(view.wins[seat]))


def winning(look: Look[State], seat: int) -> str:
    _ = look._
    shares = look.shares
    if shares[seat] == 0:
        return ""
    return _("winner") if shares[seat] == sum(shares) else _("shares the win")


def money(look: Look[State], seat: int) -> Svg:
    """Cash in hand, then the cash box; what is hidden looks hidden."""
    _, view = look._, look.view
    if (checks := box_of(look, seat)) is None:
        return sum_of(LOCK, 14, _("Money: hidden"), _("hidden"))
    if sees_cash(look, seat):
        words = naming.money(_, view.cash[seat])
        hand = sum_of(CHECK, 14, _("In hand: {amount}").format(amount=words), words)
    else:
        words = _("hidden")
        hand = sum_of(LOCK, 14, _("In hand: hidden"), words)
    box = str(checks)
    after = 46 + width_of(words, 15)
    return joined(hand, sum_of(CASH_BOX, after, _("In the cash box: {amount}").format(amount=box), box))


def sum_of(sign: str, x: float, meaning: str, words: str) -> Svg:
    size, colour = (13, "var(--ink-2)") if sign == LOCK else (15, "var(--ink)")
    figure = lettering(words, x + 20, 71, size, font_weight=None if sign == LOCK else 700, fill=colour)
    return tag("g", tag("title", meaning), icon(sign, x, 58), figure)


# ---------------------------------------------------------------- players in two lines


def cards(look: Look[State]) -> list[Card]:
    return [card(look, seat) for seat in look.seats]


def card(look: Look[State], seat: int) -> Card:
    rules, view = look.rules, look.view
    held = [colour for colour in range(look.rules.COLOURS) if view.certificate[colour] == seat]
    badges = tuple(
        (drawn.badge(rules, colour, 0, 0, 20), look._("Certificate: {company}").format(company=company))
        for colour in held
        for company in [naming.company_name(look, colour)]
    )
    return Card(player_state(look, seat), tuple(sums(look, seat)), badges)


def sums(look: Look[State], seat: int) -> list[Sum]:
    """Cash box, cash in hand, points of finished rounds: what the viewer may be shown."""
    _, view = look._, look.view
    if (checks := box_of(look, seat)) is None:
        return [Sum(LOCK, _("hidden"), _("Money: hidden"), hidden=True)]
    box = str(checks)
    found = [Sum(CASH_BOX, box, _("In the cash box: {amount}").format(amount=box))]
    if sees_cash(look, seat):
        cash = naming.money(_, view.cash[seat])
        found.append(Sum(CHECK, cash, _("In hand: {amount}").format(amount=cash)))
    else:
        found.append(Sum(LOCK, _("hidden"), _("In hand: hidden"), hidden=True))
    if view.phase in {OVER, BETWEEN_ROUNDS} or view.round > 1:
        points = str(view.total[seat]).replace("-", "−")
        meaning = _.plural("{points} point", "{points} points", view.total[seat]).format(points=points)
        found.append(Sum(STAR, points, meaning))
    return found
