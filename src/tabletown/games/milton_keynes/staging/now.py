"""What happens now, for whoever decides and for everybody else; and what each has answered so far."""

from collections.abc import Callable, Sequence

from tabletown.games.milton_keynes.rules.offers import FREE
from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    BID,
    BID_AGAIN,
    BRIBE,
    BUY_LOTS,
    CHOOSE_CHARACTER,
    FILL_POUCHES,
    LAY_MARSH,
    LAY_RIVER,
    LOBBY_FOR_LOTS,
    LOBBY_FOR_PERMITS,
    NOMINATE,
    NOMINATE_AGAIN,
    OVER,
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
    TRADE,
)
from tabletown.games.milton_keynes.rules.shapes import DEMOLISH, LOBBY, NONE, REDEVELOP
from tabletown.games.milton_keynes.rules.state import State
from tabletown.games.milton_keynes.telling.naming import (
    building_name,
    character_name,
    lot_plots,
    permit_name,
    plot_name,
)
from tabletown.games.milton_keynes.telling.report import offer_in_words
from tabletown.rulekit.language import capitalized, listed, message
from tabletown.rulekit.look import Look
from tabletown.rulekit.staging import ACTS, LEADS, OUT, WAITS, Answer, Now

from .ranks import place_of

SEALED = {
    PLAY_INQUIRY: message("{names} decide on Inquiries, in secret."),
    BRIBE: message("{names} still have to seal a bribe."),
    LOBBY_FOR_LOTS: message("The bribes are open. {names} may still change theirs with Lobby."),
    BID: message("{names} still have to seal their bids for permits."),
    LOBBY_FOR_PERMITS: message("The bids are open. {names} may still change one with Lobby."),
    BID_AGAIN: message("Bids tied. {names} bid again, in secret."),
    FILL_POUCHES: message("{names} still fill their pouches."),
    NOMINATE: message("{names} name plots that they take, in secret."),
    NOMINATE_AGAIN: message("The same plot was named twice. {names} keep it or name another."),
}
IN_TURN = {
    LAY_RIVER: message("lays the next river tile."),
    LAY_MARSH: message("lays a marsh."),
    CHOOSE_CHARACTER: message("takes a character."),
    PLAY_DEMOLISH: message("may play Demolish."),
    TAKE_DEED: message("may buy the deed of the block that is gone."),
    PLAY_REDEVELOP: message("may play Redevelop."),
    PROPOSE: message("may propose a price for the permit."),
    ANSWER_PROPOSAL: message("answers the proposal."),
}


def now(look: Look[State]) -> Now | None:
    """A few words about who acts, then one sentence."""
    if look.view.phase == OVER:
        return None
    if look.viewer in look.deciding:
        return MINE[look.view.phase](look)
    return theirs(look)


# ---------------------------------------------------------------- somebody else's decision


def theirs(look: Look[State]) -> Now:
    _, view = look._, look.view
    names = listed(_, (look.names[seat] for seat in look.deciding))
    if view.phase in SEALED:
        return Now("", _(SEALED[view.phase]).format(names=names))
    if view.phase == BUY_LOTS:
        left = sum(bool(lot_plots(view, lot)) for lot in range(1, view.lots + 1))
        words = _.plural("chooses a lot; {n} is left.", "chooses a lot; {n} are left.", left).format(n=left)
        return Now(names, words)
    if view.phase == TRADE:
        return Now(names, speaking(look))
    return Now(names, _(IN_TURN[view.phase]))


def speaking(look: Look[State]) -> str:
    """What everybody sees of a trade."""
    _, view = look._, look.view
    if view.asked_by == NONE:
        return _("has the word and may make an offer.")
    if view.asked_by == look.viewer:
        return _("looks at your offer.")
    return _("looks at an offer of {player}.").format(player=look.names[view.asked_by])


# ---------------------------------------------------------------- the viewer's own


def my_tile(look: Look[State]) -> Now:
    _, view = look._, look.view
    if view.phase == LAY_MARSH:
        return Now(_("Your marsh."), _("It lies on the edge of the map, off the river."))
    words = _("Tile {n} of at most {most}; it must reach another edge.")
    return Now(_("Your river tile."), words.format(n=view.river_length + 1, most=look.rules.RIVER_TILES))


def my_character(look: Look[State]) -> Now:
    return Now(look._("Your character."), look._("They differ in the permits that you begin with."))


def my_card(kind: int, lead: str, words: str) -> Callable[[Look[State]], Now]:
    """Whether one plays a card, and how many of it one holds."""

    def told(look: Look[State]) -> Now:
        _ = look._
        held = look.rules.permits_of_kind(look.view, look.viewer, kind)
        if held == 0:
            permit = permit_name(_, kind)
            return Now(_(lead), _("You hold no {permit}; everybody is asked.").format(permit=permit))
        return Now(_(lead), _(words).format(held=held))

    return told


def my_deed(look: Look[State]) -> Now:
    _, view = look._, look.view
    text = _("{plot} costs you {price}, paid to {owner}; you have {cash}.")
    words = text.format(
        plot=plot_name(look.rules, view.demolished),
        price=look.rules.DEMOLISHED_DEED_PRICE,
        owner=look.names[view.former_owner],
        cash=view.cash[look.viewer],
    )
    return Now(_("Buy the deed?"), words)


def my_inquiries(look: Look[State]) -> Now:
    _, view = look._, look.view
    words = _("The rail pays you {income}; the bank has {bank}.")
    income = look.rules.owed_this_year(view, look.viewer)
    return Now(_("Before cash is collected."), words.format(income=income, bank=view.bank))


def my_bribe(look: Look[State]) -> Now:
    _, view = look._, look.view
    words = _("You have {cash}. Every bribe is paid; a lot costs {price} a deed.")
    return Now(_("Your bribe."), words.format(cash=view.cash[look.viewer], price=look.rules.DEED_PRICE))


def my_lobby_for_lots(look: Look[State]) -> Now:
    _, view = look._, look.view
    place = place_of(look, view, look.viewer).said(_)
    if look.rules.permits_of_kind(view, look.viewer, LOBBY) == 0:
        return Now(_("Bribes are open."), _("You are {place}, and hold no Lobby.").format(place=place))
    return Now(
        _("Bribes are open."),
        _("With {bribe} you are {place}. Play Lobby?").format(place=place, bribe=view.fist[look.viewer][0]),
    )


def my_lot(look: Look[State]) -> Now:
    _, view = look._, look.view
    words = _("You have {cash}; a deed costs {price}.")
    return Now(_("Choose a lot."), words.format(cash=view.cash[look.viewer], price=look.rules.DEED_PRICE))


def my_trade(look: Look[State]) -> Now:
    _, view = look._, look.view
    if view.asked_by != NONE and view.stage[look.viewer] == FREE:
        gets, gives = offer_in_words(look, view.asked_by)
        text = _("You get {gets} for {gives}.")
        return Now(_("{player} offers.").format(player=look.names[view.asked_by]), text.format(gets=gets, gives=gives))
    left = view.offers - view.offers_sent[look.viewer]
    if view.stage[look.viewer] != FREE:
        text = _("Your offer to {player}.")
        return Now(text.format(player=look.names[view.partner[look.viewer]]), _("Choose both sides."))
    if left <= 0:
        return Now(_("You have the word."), _("All your offers are made."))
    text = _.plural(
        "{n} offer left: choose both sides.",
        "{n} offers left: choose both sides.",
        left,
    )
    return Now(_("You have the word."), text.format(n=left))


def my_bid(look: Look[State]) -> Now:
    _, view, rules = look._, look.view, look.rules
    fist = view.stage[look.viewer]
    permit = rules.fist_permit(view, look.viewer, fist)
    other = rules.neighbour(view, permit) if fist == 0 else permit
    lead = _("Your bid.") if view.phase == BID else _("Tied: bid again.")
    words = _("{permit}, you or {player}; you have {cash} for it.")
    return Now(
        lead,
        words.format(
            permit=permit_name(_, rules.kind_of(view.shared[permit])),
            player=look.names[other],
            cash=rules.highest_bid(view, look.viewer),
        ),
    )


def my_proposal(look: Look[State]) -> Now:
    _, view = look._, look.view
    permit = permit_name(_, look.rules.kind_of(view.shared[view.table]))
    return Now(_("Your proposal."), _("Without a deal nobody gets {permit}.").format(permit=permit))


def my_answer(look: Look[State]) -> Now:
    _, view = look._, look.view
    permit = permit_name(_, look.rules.kind_of(view.shared[view.table]))
    text = _("You would take {permit} and pay {price}.")
    if view.proposed_taker != look.viewer:
        text = _("You get {price}; {permit} goes to the other.")
    return Now(_("Do you agree?"), text.format(permit=permit, price=view.proposed_price))


def my_pouch(look: Look[State]) -> Now:
    _, view = look._, look.view
    if look.rules.is_entry_open(view, look.viewer):
        return Now(_("Your pouch."), _("Put a deed to the permit, on the map or from the list."))
    if view.entries[look.viewer] == 0:
        return Now(_("Your pouch."), _("A permit, then its deeds; or seal it empty."))
    return Now(_("Your pouch."), _("Another deed, another permit, or seal it."))


def my_plot(look: Look[State]) -> Now:
    _, view = look._, look.view
    building = building_name(_, view.claim_kind[look.viewer][max(0, view.stage[look.viewer])])
    if view.phase == NOMINATE_AGAIN:
        return Now(
            _("Named twice."), _("Keep the plot for your {building}, or name another.").format(building=building)
        )
    return Now(_("Name a plot."), _("The {building} takes it, whoever has it.").format(building=building))


MINE: dict[int, Callable[[Look[State]], Now]] = {
    LAY_RIVER: my_tile,
    LAY_MARSH: my_tile,
    CHOOSE_CHARACTER: my_character,
    PLAY_DEMOLISH: my_card(DEMOLISH, message("Play Demolish?"), message("A block with at most one inner wall can go.")),
    TAKE_DEED: my_deed,
    PLAY_INQUIRY: my_inquiries,
    PLAY_REDEVELOP: my_card(
        REDEVELOP,
        message("Play Redevelop?"),
        message("A building of yours goes, its deeds come back."),
    ),
    BRIBE: my_bribe,
    LOBBY_FOR_LOTS: my_lobby_for_lots,
    BUY_LOTS: my_lot,
    TRADE: my_trade,
    BID: my_bid,
    BID_AGAIN: my_bid,
    LOBBY_FOR_PERMITS: my_card(
        LOBBY, message("Bids are open."), message("You hold {held} Lobby: it puts another sum into one fist.")
    ),
    PROPOSE: my_proposal,
    ANSWER_PROPOSAL: my_answer,
    FILL_POUCHES: my_pouch,
    NOMINATE: my_plot,
    NOMINATE_AGAIN: my_plot,
}


# ---------------------------------------------------------------- everybody's answer


def answers(look: Look[State]) -> Sequence[Answer]:
    """In the order in which they act."""
    asked = look.deciding
    return [answer(look, seat, is_asked=seat in asked) for seat in order(look)]


def order(look: Look[State]) -> list[int]:
    view = look.view
    if view.phase == BUY_LOTS:
        return [view.order[index] for index in range(view.players)]
    return [(view.first + index) % view.players for index in range(view.players)]


def answer(look: Look[State], seat: int, *, is_asked: bool) -> Answer:
    _, view = look._, look.view
    if view.phase in {LOBBY_FOR_LOTS, BUY_LOTS}:
        return bribed(look, seat, is_asked=is_asked)
    if view.phase == LOBBY_FOR_PERMITS:
        left, right = view.fist[seat][0], view.fist[seat][1]
        return Answer(
            seat, _("{left} / {right}").format(left=left, right=right), ACTS if is_asked else WAITS, stays=True
        )
    if view.phase == TRADE:
        return trading(look, seat, is_asked=is_asked)
    if is_asked:
        return Answer(seat, _(DOING.get(view.phase, message("decides"))), ACTS)
    if view.phase == FILL_POUCHES:
        return Answer(seat, _("sealed"), WAITS)
    if look.rules.is_sealed(view):
        return Answer(seat, _("has decided") if view.phase in EVERYBODY else "", WAITS)
    if view.phase == CHOOSE_CHARACTER and view.character[seat] != NONE:
        return Answer(seat, capitalized(character_name(_, view.character[seat])), WAITS)
    if view.phase in {PLAY_DEMOLISH, PLAY_REDEVELOP} and has_declined(view, seat):
        return Answer(seat, _("no"), OUT)
    return Answer(seat, "", WAITS)


DOING = {
    BRIBE: message("bribes"),
    BID: message("bids"),
    BID_AGAIN: message("bids"),
    FILL_POUCHES: message("fills"),
    NOMINATE: message("names"),
    NOMINATE_AGAIN: message("names"),
    PLAY_DEMOLISH: message("is asked"),
    PLAY_REDEVELOP: message("is asked"),
}
EVERYBODY = {PLAY_INQUIRY, BRIBE, LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS, FILL_POUCHES}
"""Everybody owes these answers; of others not all do."""


def bribed(look: Look[State], seat: int, *, is_asked: bool) -> Answer:
    """The bribes on the table, and whose is first; nobody knows from it who has answered Lobby."""
    _, view = look._, look.view
    standing = ACTS if is_asked else WAITS
    if view.phase == BUY_LOTS:
        is_first = view.order[0] == seat and not is_asked
        return Answer(seat, str(view.fist[seat][0]), LEADS if is_first else standing, _("first") if is_first else "")
    place = place_of(look, view, seat)
    words = _("{bribe}: {place}").format(bribe=view.fist[seat][0], place=place.briefly())
    if place.best == place.worst == 1:
        return Answer(seat, words, LEADS, _("first"), stays=True)
    return Answer(seat, words, standing, stays=True)


def trading(look: Look[State], seat: int, *, is_asked: bool) -> Answer:
    _, view = look._, look.view
    if is_asked:
        return Answer(seat, _("answers") if view.asked_by != NONE else _("speaks"), ACTS)
    if view.offer_to[seat] != NONE:
        return Answer(seat, _("offers"), WAITS)
    if has_declined(view, seat):
        return Answer(seat, _("done"), OUT)
    left = view.offers - view.offers_sent[seat]
    return Answer(seat, _.plural("{n} offer left", "{n} offers left", left).format(n=left), WAITS)


def has_declined(view: State, seat: int) -> bool:
    """Whether the seat is one of those in a row that have just said no."""
    last = view.speaker if view.phase == TRADE else view.seat
    return 0 < (last - seat) % view.players <= view.declines
