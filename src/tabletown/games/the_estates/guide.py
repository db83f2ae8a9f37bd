"""Where to read about a choice: the clauses that each kind of action stands on."""

CLAUSES = {
    "skip_stowing": ("TE-T2",),
    "stow_check": ("TE-T2", "TE-T3"),
    "choose_cube": ("TE-P2", "TE-P3"),
    "choose_roof": ("TE-P4", "TE-P5"),
    "choose_permit": ("TE-P1", "TE-B3"),
    "choose_mayor": ("TE-P1", "TE-M1"),
    "choose_cancel": ("TE-P1", "TE-X1"),
    "pass": ("TE-A1",),
    "bid": ("TE-A2", "TE-A3"),
    "sell": ("TE-A4",),
    "keep": ("TE-A5",),
    "place_cube": ("TE-F2", "TE-F4"),
    "place_roof": ("TE-R1",),
    "place_permit": ("TE-B3", "TE-B5"),
    "place_mayor": ("TE-M1",),
    "remove_permit": ("TE-X1", "TE-X3"),
    "discard": ("TE-B1", "TE-M1", "TE-X1"),
    "start_round": ("TE-N3",),
}
