"""The position as plain text, and the score sheet: all that a viewer may be shown, and nothing else."""

from collections.abc import Iterator

from tabletown.games.the_estates.rules.shapes import VALUES
from tabletown.games.the_estates.rules.state import (
    AVAILABLE,
    BETWEEN_ROUNDS,
    BID,
    CANCEL,
    CHOOSE,
    GONE,
    MAYOR,
    NO_SEAT,
    OVER,
    PERMIT,
    PLACE,
    SETTLE,
    STOW,
    State,
)
from tabletown.rulekit.language import capitalized, listed
from tabletown.rulekit.look import Look
from tabletown.rulekit.remembering import until_changed

from .naming import (
    company_name,
    cube_name,
    ending_name,
    money,
    permit_name,
    piece_name,
    roof_name,
    row_name,
    signed,
    special_pieces_in,
)

# ---------------------------------------------------------------- what the viewer may be shown


def is_scored(view: State) -> bool:
    """Whether the round is over and its points are in the totals."""
    return view.phase in {BETWEEN_ROUNDS, OVER}


def sees_cash(look: Look[State], seat: int) -> bool:
    return look.is_open or seat == look.viewer or look.view.phase == OVER


def box_of(look: Look[State], seat: int) -> int | None:
    """TE-O2: the checks in a cash box as far as they are shown; once a round is scored they follow from the scores."""
    if sees_cash(look, seat):
        return look.view.stowed[seat]
    if is_scored(look.view):
        return look.view.score[seat] - int(look.rules.building_score(look.view, seat))
    return None


def piece_at_hand(look: Look[State]) -> str:
    return piece_name(look, look.view.piece, look.view.face)


def position(look: Look[State]) -> str:
    parts = [
        [look.headed(heading(look)), *under_way(look)],
        *on_the_board(look, is_scored(look.view)),
        [*displayed(look), *not_displayed(look)],
        certificates(look),
        *owned(look),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)


@until_changed
def on_the_board(
    look: Look[State],
    scored: bool,  # noqa: FBT001
) -> list[list[str]]:
    foretold = [[] if scored else forecast_lines(look, row) for row in range(look.rules.ROWS)]
    return [[*row_lines(look, row), *("  " + line for line in foretold[row])] for row in range(look.rules.ROWS)]


@until_changed
def displayed(look: Look[State]) -> list[str]:
    return list(display_lines(look))


@until_changed
def not_displayed(look: Look[State]) -> list[str]:
    return list(supply_lines(look))


@until_changed
def certificates(look: Look[State]) -> list[str]:
    return list(certificate_lines(look))


@until_changed
def owned(look: Look[State]) -> list[list[str]]:
    return [list(money_lines(look)), list(score_lines(look))]


# ---------------------------------------------------------------- where the game stands


def heading(look: Look[State]) -> str:
    _, view = look._, look.view
    text = _("turn {turn}")
    if view.rounds > 1:
        text = _("round {round} of {rounds}, turn {turn}")
    return text.format(round=view.round, rounds=view.rounds, turn=view.turn)


def under_way(look: Look[State]) -> Iterator[str]:
    """Who has to decide what, and the auction as far as it has come."""
    _, view = look._, look.view
    seat = look.player(view.seat)
    if view.phase == STOW:
        yield _("To decide: {seat}, auctioneer, whether to stow a check.").format(seat=seat)
    elif view.phase == CHOOSE:
        yield _("To decide: {seat}, auctioneer, which piece to put up.").format(seat=seat)
    elif view.phase == BID:
        yield from auction_lines(look)
        yield _("To decide: {seat}, whether to bid.").format(seat=seat)
    elif view.phase == SETTLE:
        yield from auction_lines(look)
        yield _("To decide: {seat}, whether to sell or to keep and pay.").format(seat=seat)
    elif view.phase == PLACE:
        yield _("To decide: {seat}, what to do with {piece}.").format(seat=seat, piece=piece_at_hand(look))
    else:
        yield from closing_lines(look)


def auction_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    auctioneer = look.player(view.auctioneer)
    yield _("Up for auction: {piece}. Auctioneer: {seat}.").format(piece=piece_at_hand(look), seat=auctioneer)
    if view.high_bidder == NO_SEAT:
        yield _("Highest bid: none yet.")
    else:
        text = _("Highest bid: {amount}, by {seat}.")
        yield text.format(amount=money(_, view.high_bid), seat=look.player(view.high_bidder))
    spoken, waiting = around_the_table(look)
    if out := [look.player(seat) for seat in spoken if seat != view.high_bidder]:
        yield _("Passed or outbid: {seats}.").format(seats=listed(_, out))
    if waiting:
        yield _("Still to speak, in this order: {seats}.").format(
            seats=listed(_, (look.player(seat) for seat in waiting))
        )


def around_the_table(look: Look[State]) -> tuple[list[int], list[int]]:
    """Who has had a say in the auction, and who is still to come."""
    first = look.rules.left_of(look.view, look.view.auctioneer)
    order = [(first + k) % look.view.players for k in range(look.view.players - 1)]
    gone = order.index(look.view.seat) if look.view.phase == BID else len(order)
    return order[:gone], order[gone:]


def closing_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    if view.phase == BETWEEN_ROUNDS:
        how = ending_name(_, view.round_ending)
        yield _("Round {round} is over. {ending}").format(round=view.round, ending=how)
        yield _("To decide: {seat}, to start the next round.").format(seat=look.player(view.seat))
        return
    yield _("The game is over. {ending}").format(ending=ending_name(_, view.ended))
    shares = look.shares
    winners = [look.player(seat) for seat in look.seats if shares[seat] > 0]
    text = _("Winner: {seats}.") if len(winners) == 1 else _("The win is shared by {seats}.")
    yield text.format(seats=listed(_, winners))


# ---------------------------------------------------------------- the rows


def row_lines(look: Look[State], row: int) -> Iterator[str]:
    """A row from the street outwards."""
    _ = look._
    facts = listed(_, row_facts(look, row))
    yield _("{row}: {facts}").format(row=capitalized(row_name(_, row)), facts=facts)
    for lot in range(look.view.built[row]):
        yield "  " + building_line(look, row, lot)
    yield from ("  " + line for line in free_lot_lines(look, row))
    if placed := [permit for permit in range(look.rules.PERMITS) if look.view.permit_row[permit] == row]:
        permits = listed(_, (placed_permit(look, permit) for permit in placed))
        yield "  " + _("Lot {lot}: {permits}").format(lot=look.view.requirement[row] + 1, permits=permits)


def row_facts(look: Look[State], row: int) -> Iterator[str]:
    _, view = look._, look.view
    yield _("{built} of {requirement} required lots built").format(
        built=view.built[row], requirement=view.requirement[row]
    )
    if view.roofless[row]:
        n = view.roofless[row]
        yield _.plural("{n} building without a rooftop", "{n} buildings without a rooftop", n).format(n=n)
    yield _("complete") if look.rules.is_complete(view, row) else _("not complete")
    if view.mayor == row:
        yield _("the mayor in front, counts double")
    if white := [str(lot + 1) for lot in range(look.rules.LOTS) if look.rules.WHITE_DIRT[row][lot]]:
        text = _.plural("white dirt on lot {lots}", "white dirt on lots {lots}", len(white))
        yield text.format(lots=_(" and ").join(white))


def building_line(look: Look[State], row: int, lot: int) -> str:
    """From the ground up, with what it is worth and to whom."""
    _, view = look._, look.view
    cubes = (cube_name(look, view.floor[row][lot][level]) for level in range(view.height[row][lot]))
    roof = view.roof[row][lot]
    owner = look.rules.building_owner(view, row, lot)
    return _("Lot {lot}: {cubes}, {roof}; worth {points} to {owner}").format(
        lot=lot + 1,
        cubes=listed(_, cubes),
        roof=roof_name(_, roof) if roof else _("no rooftop"),
        points=look.rules.building_value(view, row, lot),
        owner=look.player(owner),
    )


def free_lot_lines(look: Look[State], row: int) -> Iterator[str]:
    _ = look._
    first, last = look.view.built[row] + 1, look.view.requirement[row]
    if first == last:
        yield _("Lot {lot}: free").format(lot=first)
    elif first < last:
        yield _("Lots {first} to {last}: free").format(first=first, last=last)


def placed_permit(look: Look[State], permit: int) -> str:
    change = signed(look.view.permit_change[permit])
    return look._("{permit} ({change})").format(permit=permit_name(look, permit), change=change)


def forecast_lines(look: Look[State], row: int) -> Iterator[str]:
    """TE-V1, TE-V5: what the buildings of the row would bring as they stand, either way."""
    _ = look._
    factor = 2 if look.view.mayor == row else 1
    worth = {seat: factor * look.rules.row_value(look.view, row, seat) for seat in look.seats}
    if not any(worth.values()):
        return
    for text, sign in ((_("If completed: {points}"), 1), (_("If not: {points}"), -1)):
        points = (f"{look.player(seat)} {signed(sign * worth[seat])}" for seat in look.seats if worth[seat])
        yield text.format(points=listed(_, points))


# ---------------------------------------------------------------- beside the board


def display_lines(look: Look[State]) -> Iterator[str]:
    _ = look._
    yield _("Display (ends in brackets may be put up, blocked cubes have no place on the board):")
    for row in range(look.rules.DISPLAY_ROWS):
        cubes = " ".join(display_line(look, row)) or _("empty")
        yield "  " + _("Line {line}: {cubes}").format(line=row + 1, cubes=cubes)


def supply_lines(look: Look[State]) -> Iterator[str]:
    _, view = look._, look.view
    values = [str(value) for value in range(1, VALUES + 1) for _copy in range(view.roofs[value])]
    yield _("Rooftops face down: {n} ({values})").format(n=view.roofs_left, values=listed(_, values) or _("none"))
    beside, gone = special_pieces(look)
    yield _("Beside the board: {pieces}").format(pieces=listed(_, beside) or _("nothing"))
    if gone:
        yield _("Out of the game: {pieces}").format(pieces=listed(_, gone))


def display_line(look: Look[State], row: int) -> Iterator[str]:
    view = look.view
    first, end = view.display_first[row], view.display_end[row]
    for k in range(first, end):
        name = cube_name(look, view.display[row][k])
        if not look.rules.is_placeable(view, view.display[row][k]):
            yield look._("{cube} (blocked)").format(cube=name)
        else:
            yield f"[{name}]" if k in {first, end - 1} else name


def special_pieces(look: Look[State]) -> tuple[list[str], list[str]]:
    """Permits, mayor and cancel cube: those still to be had, and those out of the game."""
    view = look.view
    beside, gone = [], []
    for piece, face in special_pieces_in(look.rules):
        name = piece_name(look, piece, face)
        place = {PERMIT: view.permit_row[face], MAYOR: view.mayor, CANCEL: view.cancel}[piece]
        if place == GONE:
            gone.append(name)
        elif place == AVAILABLE and (piece, face) != (view.piece, view.face):
            beside.append(name)
    return beside, gone


def certificate_lines(look: Look[State]) -> Iterator[str]:
    _ = look._
    yield _("Certificates:")
    for colour in range(look.rules.COLOURS):
        owner = look.view.certificate[colour]
        yield "  " + _("{company}: {owner}").format(
            company=company_name(look, colour),
            owner=_("nobody") if owner == NO_SEAT else look.player(owner),
        )


def money_lines(look: Look[State]) -> Iterator[str]:
    _ = look._
    yield _("Money:")
    for seat in look.seats:
        if (box := box_of(look, seat)) is None:
            yield "  " + _("{seat}: hidden").format(seat=look.player(seat))
            continue
        yield "  " + _("{seat}: in hand {cash}, in the cash box {box}").format(
            seat=look.player(seat),
            cash=money(_, look.view.cash[seat]) if sees_cash(look, seat) else _("hidden"),
            box=money(_, box),
        )


# ---------------------------------------------------------------- scores


def score_lines(look: Look[State]) -> Iterator[str]:
    _ = look._
    yield _("Scores:") if is_scored(look.view) else _("Scores as the board stands:")
    headers, rows = score_sheet(look)
    for name, *points in rows:
        told = (f"{header} {point}" for header, point in zip(headers[1:], points, strict=True))
        yield "  " + _("{seat}: {points}").format(seat=name, points=listed(_, told))


def score_sheet(look: Look[State]) -> tuple[list[str], list[list[str]]]:
    """Headers, and a line a seat: each row of the board, cash box, round; over several rounds also the rest."""
    _ = look._
    rows = (capitalized(row_name(_, row)) for row in range(look.rules.ROWS))
    headers = [_("Player"), *rows, _("Cash box"), _("Round")]
    if look.view.rounds > 1:
        headers += [_("Earlier rounds"), _("Total"), _("Rounds won")]
    return headers, [score_line(look, seat) for seat in look.seats]


def score_line(look: Look[State], seat: int) -> list[str]:
    view = look.view
    rows = [look.rules.row_sign(view, row) * look.rules.row_value(view, row, seat) for row in range(look.rules.ROWS)]
    box = box_of(look, seat)
    earlier = view.total[seat] - (view.score[seat] if is_scored(view) else 0)
    line = [look.player(seat), *(signed(points) for points in rows)]
    line += [look._("hidden") if box is None else signed(box), with_box(sum(rows), box)]
    if view.rounds > 1:
        line += [signed(earlier), with_box(earlier + sum(rows), box), str(view.wins[seat])]
    return line


def with_box(points: int, box: int | None) -> str:
    """The points with those of the cash box, which may be hidden."""
    return f"{signed(points)} + ?" if box is None else signed(points + box)
