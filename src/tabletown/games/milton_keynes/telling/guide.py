"""Where to read about a choice and about what is being played: the clauses that they stand on."""

from tabletown.games.milton_keynes.rules.phases import (
    ANSWER_PROPOSAL,
    AUTUMN,
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
    SPRING,
    TAKE_DEED,
    TRADE,
)
from tabletown.games.milton_keynes.rules.state import State
from tabletown.rulekit.look import Look
from tabletown.rulekit.sheets import Stage

CLAUSES = {
    "decline": ("MK-Y3", "MK-L5", "MK-P4"),
    "pass": ("MK-L9",),
    "done": ("MK-T9",),
    "refuse": ("MK-T6",),
    "disagree": ("MK-P7", "MK-P8"),
    "no_proposal": ("MK-P7", "MK-P8"),
    "leave_deed": ("MK-D3",),
    "seal": ("MK-B1",),
    "send": ("MK-T5", "MK-T6"),
    "ask": ("MK-T4", "MK-T5"),
    "inquire": ("MK-Q1", "MK-Q2"),
    "bribe": ("MK-L4", "MK-L6"),
    "bid": ("MK-P2", "MK-P3"),
    "choose_character": ("MK-S4",),
    "lay_river": ("MK-X1", "MK-X2", "MK-X3"),
    "lay_marsh": ("MK-X4",),
    "demolish": ("MK-D1", "MK-D2"),
    "buy_deed": ("MK-D3",),
    "redevelop": ("MK-R1", "MK-R2"),
    "lobby": ("MK-L5", "MK-P4"),
    "buy": ("MK-L8",),
    "offer_to": ("MK-T4", "MK-T3"),
    "add_deed": ("MK-T4",),
    "add_permit": ("MK-T4",),
    "add_cash": ("MK-T4",),
    "accept": ("MK-T6", "MK-T10"),
    "counter": ("MK-T7",),
    "let_lie": ("MK-T6",),
    "withdraw": ("MK-T8",),
    "propose_to_take": ("MK-P7",),
    "propose_to_leave": ("MK-P7",),
    "agree": ("MK-P7",),
    "commission": ("MK-B1", "MK-B2", "MK-B4"),
    "extend": ("MK-B6", "MK-B7"),
    "put_deed": ("MK-B2", "MK-B3"),
    "nominate": ("MK-N1", "MK-N2", "MK-N6"),
}

READ_IN = {
    LAY_RIVER: "MK-X1",
    LAY_MARSH: "MK-X4",
    CHOOSE_CHARACTER: "MK-S4",
    PLAY_DEMOLISH: "MK-D1",
    TAKE_DEED: "MK-D3",
    PLAY_INQUIRY: "MK-Q1",
    PLAY_REDEVELOP: "MK-R1",
    BRIBE: "MK-L4",
    LOBBY_FOR_LOTS: "MK-L5",
    BUY_LOTS: "MK-L8",
    TRADE: "MK-T1",
    BID: "MK-P2",
    LOBBY_FOR_PERMITS: "MK-P4",
    BID_AGAIN: "MK-P5",
    PROPOSE: "MK-P7",
    ANSWER_PROPOSAL: "MK-P7",
    FILL_POUCHES: "MK-B1",
    NOMINATE: "MK-N4",
    NOMINATE_AGAIN: "MK-N6",
}
"""What each phase is about."""


def stages(look: Look[State]) -> list[Stage]:
    """MK-Y1: the five phases of the year."""
    _, view = look._, look.view
    if view.phase == OVER:
        return [Stage(_("The end"), "MK-E3", is_now=True, phase=OVER)]
    if view.phase <= CHOOSE_CHARACTER:
        return [Stage(_("Preparation"), READ_IN[view.phase], is_now=True, phase=view.phase)]
    selling = BRIBE <= view.phase <= BUY_LOTS
    year = (
        (_("Cash"), "MK-I1", PLAY_INQUIRY, view.phase < BRIBE),
        (_("Spring sale"), "MK-L1", BRIBE, selling and view.season == SPRING),
        (_("Autumn sale"), "MK-L1", BRIBE, selling and view.season == AUTUMN),
        (_("Trade"), "MK-T1", TRADE, BUY_LOTS < view.phase < FILL_POUCHES),
        (_("Build"), "MK-B1", FILL_POUCHES, view.phase >= FILL_POUCHES),
    )
    return [
        Stage(name, READ_IN[view.phase], is_now, view.phase) if is_now else Stage(name, clause, is_now, phase)
        for name, clause, phase, is_now in year
    ]


def turn(look: Look[State]) -> str:
    """MK-Y1: a year."""
    _, view = look._, look.view
    if view.phase == OVER:
        return _("The end")
    return _("Preparation") if view.phase <= CHOOSE_CHARACTER else _("year {year}").format(year=view.year)
