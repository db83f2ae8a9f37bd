"""What a decision of somebody else's may mean for whoever watches it."""

from tabletown.games.the_estates.rules.state import BETWEEN_ROUNDS, NO_PIECE, NO_SEAT, PLACE, State
from tabletown.rulekit.look import SPECTATOR, Look
from tabletown.rulekit.remembering import until_changed
from tabletown.rulekit.staging import Meaning, Way

from .auction import both_ends, if_kept, if_nobody_bids, if_sold_to_another, if_sold_to_you, placed_by
from .choices import at_stake
from .worth import best_case


@until_changed
def watching(look: Look[State]) -> Meaning:
    view = look.view
    if view.phase >= BETWEEN_ROUNDS:
        return Meaning()
    if view.piece != NO_PIECE and view.phase != PLACE:
        return Meaning(how_it_would_end(look))
    return Meaning() if look.viewer == SPECTATOR else Meaning((own_points(look), at_stake(look)))


def how_it_would_end(look: Look[State]) -> tuple[Way, ...]:
    """The auction, if nobody bid any more."""
    view = look.view
    if view.high_bidder == NO_SEAT:
        return (if_nobody_bids(look),)
    if look.viewer == view.auctioneer:
        return both_ends(look)
    if look.viewer != view.high_bidder:
        return if_sold_to_another(look), if_kept(look, view.high_bidder, view.high_bid)
    hand = placed_by(look, look.viewer)
    return if_sold_to_you(look, hand, view.high_bid), if_kept(look, look.viewer, view.high_bid)


def own_points(look: Look[State]) -> Way:
    _, view = look._, look.view
    box = _("{points} in the cash box").format(points=view.stowed[look.viewer])
    return Way(_("Your best case"), str(best_case(look)), _("points"), box)
