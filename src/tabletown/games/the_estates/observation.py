"""The Estates as an array: what a seat sees, for programs that learn."""

from tabletown.rulekit.observing import Observation, number, one_hot, seat_of

OBSERVATION = Observation(
    one_hot("phase", range(6)),
    seat_of("auctioneer"),
    number("cash", 20, by_seat=True),
    number("stowed", 20, by_seat=True),
    seat_of("certificate"),
    one_hot("piece", range(6)),
    number("face", 36),
    number("high_bid", 20),
    seat_of("high_bidder"),
    number("display", 36),
    number("display_first", 8),
    number("display_end", 8),
    number("cubes_left", 24),
    number("roofs", 2),
    number("roofs_left", 12),
    number("built", 10),
    number("requirement", 10),
    number("roofless", 10),
    number("height", 6),
    number("floor", 36),
    number("roof", 6),
    one_hot("permit_row", range(-2, 3)),
    number("permit_change", 3),
    one_hot("mayor", range(-2, 3)),
    one_hot("cancel", range(-2, 0)),
    number("round", 7),
    number("wins", 2, by_seat=True),
    number("total", 50, by_seat=True),
)
