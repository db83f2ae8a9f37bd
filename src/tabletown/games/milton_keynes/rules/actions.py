"""Everything that a player can decide, and when.

What commits a seat to nothing comes first: an absent player takes the lowest action that is legal.
"""

from tabletown.rulekit.actions import Actions

from .phases import (
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
    PLAY_DEMOLISH,
    PLAY_INQUIRY,
    PLAY_REDEVELOP,
    PROPOSE,
    TAKE_DEED,
    TRADE,
)
from .shapes import CHARACTERS, FIRST_WINDOW, FISTS, KINDS, LAST_WINDOW, MAX_CASH, PLOTS, SEATS

ACTIONS = Actions()

DECLINE = ACTIONS.verb(
    "decline",
    during=(PLAY_DEMOLISH, PLAY_REDEVELOP, LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS),
    unasked="Never ask me for Demolish, Redevelop or Lobby",
    unasked_in={
        "Never ask me for Demolish": (PLAY_DEMOLISH,),
        "Never ask me for Redevelop": (PLAY_REDEVELOP,),
        "Never ask me for Lobby": (LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS),
    },
)
PASS = ACTIONS.verb("pass", during=BUY_LOTS, automatic=True, repeated_until="sale_opened")
DONE = ACTIONS.verb(
    "done",
    during=TRADE,
    offered_by="trading",
    unasked="Never ask me to trade",
    unasked_in={
        "Never ask me to trade before the bids for permits": (FIRST_WINDOW,),
        "Never ask me to trade after the bids for permits": (LAST_WINDOW,),
    },
    unasked_at="window",
    repeated_until="trading_opened",
    repeated_over=("refuse", "accept"),
)
REFUSE = ACTIONS.verb(
    "refuse",
    sender=range(SEATS),
    during=TRADE,
    offered_by="trading",
    refuses="accept",
    repeated_until="year_began",
)
DISAGREE = ACTIONS.verb("disagree", during=ANSWER_PROPOSAL)
NO_PROPOSAL = ACTIONS.verb("no_proposal", during=PROPOSE)
LEAVE_DEED = ACTIONS.verb("leave_deed", during=TAKE_DEED)
SEAL = ACTIONS.verb("seal", during=FILL_POUCHES, closing=True)
SEND = ACTIONS.verb("send", during=TRADE, offered_by="trading", closing=True)
ASK = ACTIONS.verb("ask", during=TRADE, offered_by="trading", composed=True)
INQUIRE = ACTIONS.verb("inquire", times=range(9), during=PLAY_INQUIRY)
BRIBE_WITH = ACTIONS.verb("bribe", amount=range(MAX_CASH + 1), during=BRIBE, money="amount")
BID_WITH = ACTIONS.verb("bid", amount=range(MAX_CASH + 1), during=(BID, BID_AGAIN), money="amount")
CHOOSE = ACTIONS.verb("choose_character", character=range(CHARACTERS), during=CHOOSE_CHARACTER)
RIVER_TILE = ACTIONS.verb("lay_river", plot=range(PLOTS), during=LAY_RIVER)
MARSH_AT = ACTIONS.verb("lay_marsh", plot=range(PLOTS), during=LAY_MARSH)
DEMOLISH_AT = ACTIONS.verb("demolish", plot=range(PLOTS), during=PLAY_DEMOLISH)
BUY_DEED = ACTIONS.verb("buy_deed", during=TAKE_DEED)
REDEVELOP_AT = ACTIONS.verb("redevelop", plot=range(PLOTS), during=PLAY_REDEVELOP)
LOBBY_WITH = ACTIONS.verb(
    "lobby",
    fist=range(FISTS),
    amount=range(MAX_CASH + 1),
    during=(LOBBY_FOR_LOTS, LOBBY_FOR_PERMITS),
    money="amount",
)
BUY = ACTIONS.verb("buy", lot=range(1, SEATS + 1), during=BUY_LOTS)
OFFER_TO = ACTIONS.verb("offer_to", partner=range(SEATS), during=TRADE, offered_by="trading", composed=True)
ADD_DEED = ACTIONS.verb("add_deed", plot=range(PLOTS), during=TRADE, offered_by="trading", composed=True)
ADD_PERMIT = ACTIONS.verb("add_permit", kind=range(KINDS), during=TRADE, offered_by="trading", composed=True)
ADD_CASH = ACTIONS.verb(
    "add_cash",
    amount=range(1, MAX_CASH + 1),
    during=TRADE,
    offered_by="trading",
    money="amount",
    composed=True,
)
ACCEPT = ACTIONS.verb("accept", sender=range(SEATS), during=TRADE, offered_by="trading", declined=True)
COUNTER = ACTIONS.verb("counter", sender=range(SEATS), during=TRADE, offered_by="trading", composed=True)
LET_LIE = ACTIONS.verb("let_lie", during=TRADE, offered_by="trading")
WITHDRAW = ACTIONS.verb("withdraw", during=TRADE, offered_by="trading")
TAKE_FOR = ACTIONS.verb("propose_to_take", price=range(MAX_CASH + 1), during=PROPOSE, money="price")
LEAVE_FOR = ACTIONS.verb("propose_to_leave", price=range(MAX_CASH + 1), during=PROPOSE, money="price")
AGREE = ACTIONS.verb("agree", during=ANSWER_PROPOSAL, declined=True)
COMMISSION = ACTIONS.verb("commission", kind=range(KINDS), during=FILL_POUCHES, composed=True)
EXTEND = ACTIONS.verb("extend", plot=range(PLOTS), during=FILL_POUCHES, composed=True)
PUT_DEED = ACTIONS.verb("put_deed", plot=range(PLOTS), during=FILL_POUCHES, composed=True)
NOMINATE_PLOT = ACTIONS.verb("nominate", plot=range(PLOTS), during=(NOMINATE, NOMINATE_AGAIN), composed=True)
