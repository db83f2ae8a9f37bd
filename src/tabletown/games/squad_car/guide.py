"""Where to read about a choice: the clauses that each kind of action stands on."""

CLAUSES = {
    "spin": ("SC-T3", "SC-T6", "SC-T7"),
    "ahead": ("SC-M3", "SC-L4"),
    "bear": ("SC-M4", "SC-M5"),
    "half_turn": ("SC-M7", "SC-L7"),
    "stop": ("SC-T9", "SC-L5"),
    "lift": ("SC-F2", "SC-F4", "SC-F5"),
    "place": ("SC-S3", "SC-S4", "SC-F3"),
}
