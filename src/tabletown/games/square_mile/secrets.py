"""What is hidden: sealed bids until they are opened, and the dice."""

from tabletown.rulekit.dice import roll

from .sealed import cash_for_tie, cash_not_bid, clear_bids, is_tied_for, most_bids, next_tied_tract, refuse_bid_for
from .shapes import MAX_SEALED, MAX_SEATS, TRACTS
from .state import NONE, SEALED_BIDS_DUE, TIED_BIDS_DUE, State
