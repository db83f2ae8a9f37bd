"""Where to read about a choice and about what is being played: the clauses that they stand on."""

from tabletown.games.square_mile.rules.state import (
    ANSWER,
    BUY_PART,
    CONSTRUCTION,
    FIRST_ROAD,
    LAY_CARD,
    OPENING_BID,
    OVER,
    PLAN,
    RAISES,
    ROADS,
    SEALED_BIDS_DUE,
    SELL_PART,
    SHARE,
    STEP_TO_NAME,
    SUBDIVISIONS,
    TAKE_CARD_BACK,
    TIED_BIDS_DUE,
    State,
)
from tabletown.rulekit.look import Look
from tabletown.rulekit.sheets import Stage

CLAUSES = {
    "lay_tract_card": ("SM-A2", "SM-A3", "SM-A4"),
    "take_back": ("SM-A11",),
    "bid_for": ("SM-B1", "SM-B2"),
    "no_more_bids": ("SM-B1", "SM-B8"),
    "sealed_sum": ("SM-B3", "SM-B6"),
    "lay_section": ("SM-D4d", "SM-D4e", "SM-R3"),
    "ask_for": ("SM-C1", "SM-C5"),
    "ask_share": ("SM-C2",),
    "agree": ("SM-C3",),
    "decline": ("SM-C4",),
    "sell": ("SM-D3a", "SM-D3b", "SM-D3d"),
    "stop_selling": ("SM-D2",),
    "name_step": ("SM-D4a", "SM-D4c"),
    "subdivide": ("SM-D4h", "SM-D4i"),
    "construct": ("SM-D4j", "SM-D4k", "SM-D4l"),
    "stop_building": ("SM-D2",),
    "put_up": ("SM-D5a", "SM-D5b"),
    "bid": ("SM-D5c", "SM-D5d"),
    "drop_out": ("SM-D5c", "SM-D5g"),
    "end_turn": ("SM-D2",),
}

READ_IN = {
    TAKE_CARD_BACK: "SM-A11",
    TIED_BIDS_DUE: "SM-B5",
    SHARE: "SM-C1",
    ANSWER: "SM-C3",
    ROADS: "SM-D4d",
    SUBDIVISIONS: "SM-D4h",
    CONSTRUCTION: "SM-D4j",
    OPENING_BID: "SM-D5b",
    RAISES: "SM-D5c",
}
"""Phases with a clause of their own, beside that of their part."""


def stages(look: Look[State]) -> list[Stage]:
    """SM-G3, SM-D2: the planning stage, then the three parts of a turn."""
    _, view = look._, look.view
    if view.phase == OVER:
        return [Stage(_("Scoring"), "SM-E3", is_now=True, phase=OVER)]
    parts: tuple[tuple[str, str, tuple[int, ...]], ...]
    if view.turn == 0:
        bids = ((_("Sealed bids"), "SM-B1", (SEALED_BIDS_DUE, TIED_BIDS_DUE)),) if look.rules.most_bids(view) else ()
        parts = (
            (_("Map"), "SM-A2", (LAY_CARD, TAKE_CARD_BACK)),
            (_("Planning"), "SM-P1", (PLAN,)),
            *bids,
            (_("First road"), "SM-R2", (FIRST_ROAD, SHARE, ANSWER)),
        )
    else:
        parts = (
            (_("Sell"), "SM-D3a", (SELL_PART,)),
            (_("Build"), "SM-D4a", (STEP_TO_NAME, ROADS, SUBDIVISIONS, CONSTRUCTION, SHARE, ANSWER)),
            (_("Buy"), "SM-D5a", (BUY_PART, OPENING_BID, RAISES)),
        )
    return [
        Stage(name, READ_IN.get(view.phase, clause), is_now=True, phase=view.phase)
        if view.phase in phases
        else Stage(name, clause, is_now=False, phase=phases[0])
        for name, clause, phases in parts
    ]


def turn(look: Look[State]) -> str:
    """SM-D1: the planning stage, then one player after the other, round by round."""
    _, view = look._, look.view
    if view.phase == OVER:
        return _("Scoring")
    if view.turn == 0:
        return _("planning stage")
    return _("round {round}: {name}").format(round=(view.turn - 1) // view.players + 1, name=look.names[view.active])
