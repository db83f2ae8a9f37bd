"""python -m tools.examples: the positions that rulebooks and pages show, played by today's rules and figures.

Written as records into `examples/` of each game; `pictures.toml` there says what is drawn of them. Whoever changes
figures or rules runs it again, and looks at the pictures.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from tabletown.match import game
from tabletown.match.starting import from_state
from tabletown.rulekit.lessons import EXAMPLES
from tabletown.rulekit.registry import declaration
from tests.games.milton_keynes import a_year
from tests.games.milton_keynes import table as mk
from tests.games.squad_car import table as sc
from tests.games.square_mile import table as sm
from tests.games.the_estates import table as te

Played = tuple[int, str, dict[str, int]]
SEED = 7
TURNS_OVER_A_3 = 4
"""The seed of a match whose first rooftop, in the second turn, has a 3."""


def write(
    name: str, example: str, state: Any, people: Sequence[str], played: Iterable[Played] = (), seed: int = SEED
) -> None:
    match = from_state(game(name), state.to_dict(), len(people), seed, names=people)
    for seat, kind, args in played:
        match.play(seat, {"kind": kind, "args": args})
    file = declaration(name).files / EXAMPLES / f"{example}.json"
    file.write_text(json.dumps(match.record(), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")  # type: ignore[attr-defined]
    sys.stdout.write(f"{name}/{example}: {match.steps} steps\n")


# ---------------------------------------------------------------- The Estates


FOUR = ("Ann", "Ben", "Cat", "Dan")


def the_estates() -> None:
    """A town in which every kind of piece stands somewhere."""
    table = te.Table(players=4, seed=5)
    for seat, letters in enumerate(("A", "BF", "SV", "P")):
        table.owns(seat, letters)
    for names, roof in (("F4", 2), ("A6 S2", 5), ("V3", 5), ("B4", 1)):
        table.tower(te.UPPER, names, roof=roof)
    table.tower(te.MIDDLE, "P5 B3")
    table.tower(te.MIDDLE, "V6", roof=4)
    table.permit(2, te.LOWER, te.LONGER)
    table.mayor(te.LOWER)
    table.tower(te.LOWER, "S6 A4", roof=3)
    table.tower(te.LOWER, "V5")
    table.tower(te.LOWER, "B6 P3 F1")
    table.money(7, 12, 11, 9, boxes=(4, 2, 1, 2))
    table.turn_of(te.ANN)
    write("the_estates", "town", table.s, FOUR)
    permits()
    blocked_cubes()
    shortened()
    to_nothing()
    protected()
    last_roof()
    bids()
    sold_or_kept()
    a_tower_of_14()
    lowest_requirement()


def permits() -> None:
    """Permit 3 lengthens a row that permit 2 has shortened; then the cancel cube takes the 2 away. Nobody bids."""
    table = te.Table(players=4, seed=5)
    table.owns(te.BEN, "B")
    table.tower(te.MIDDLE, "B4")
    table.permit(2, te.MIDDLE, te.SHORTER)
    table.turn_of(te.ANN)
    lengthens = unopposed(te.ANN, ("choose_permit", {"permit": 2}), ("place_permit", {"row": te.MIDDLE, "longer": 1}))
    cancels = unopposed(te.BEN, ("choose_cancel", {}), ("remove_permit", {"permit": 1}))
    write("the_estates", "permits", table.s, FOUR, [*lengthens, *cancels])


def owned(*letters: str) -> te.Table:
    """A table at which each seat has these companies."""
    table = te.Table(players=4, seed=5)
    for seat, each in enumerate(letters):
        table.owns(seat, each)
    return table


def blocked_cubes() -> None:
    """TE-P3: every lot is built on, and only towers with a 4 and a 5 on top can grow."""
    table = owned("A", "BF", "SV", "P")
    for row, towers in (
        (te.UPPER, (("F4", 2), ("A6 S2", 5), ("V3", 5), ("B4", 1))),
        (te.MIDDLE, (("P5", 2), ("S6 A4", 0), ("B2", 3), ("F6", 4))),
        (te.LOWER, (("V6", 1), ("F3", 6), ("B5", 0), ("P2", 4))),
    ):
        for names, roof in towers:
            table.tower(row, names, roof=roof)
    table.turn_of(te.ANN)
    write("the_estates", "blocked", table.s, FOUR)


def shortened() -> None:
    """TE-B5: permit 1 shortens a row to the three lots that are built on."""
    table = owned("A", "B", "S", "P")
    for names in ("A5 S2", "B6", "P4"):
        table.tower(te.MIDDLE, names)
    table.turn_of(te.ANN)
    shortens = ("choose_permit", {"permit": 0}), ("place_permit", {"row": te.MIDDLE, "longer": 0})
    write("the_estates", "shorter", table.s, FOUR, unopposed(te.ANN, *shortens))


def to_nothing() -> None:
    """TE-B7: permits 3 and 1 shorten an empty row to nothing."""
    table = owned()
    table.turn_of(te.ANN)
    turns = ((te.ANN, 2), (te.BEN, 0))
    shortens = [
        unopposed(seat, ("choose_permit", {"permit": permit}), ("place_permit", {"row": te.MIDDLE, "longer": 0}))
        for seat, permit in turns
    ]
    write("the_estates", "nothing", table.s, FOUR, [*shortens[0], *shortens[1]])


def protected() -> None:
    """TE-X3: a row that permit 1 has lengthened, and all five lots are built on."""
    table = owned("A", "BF", "SV", "P")
    table.permit(1, te.MIDDLE, te.LONGER)
    for names in ("A5 S2", "B6", "P4", "F3", "V5"):
        table.tower(te.MIDDLE, names)
    table.turn_of(te.ANN)
    write("the_estates", "protected", table.s, FOUR)


def last_roof() -> None:
    """TE-E3: the twelfth rooftop goes to the lower row, while the middle row would need permit 1."""
    table = owned("A", "BF", "SV", "P")
    table.permit(2, te.LOWER, te.LONGER)
    for row, towers in (
        (te.UPPER, (("F4", 2), ("A6 S2", 5), ("V3", 5), ("B4", 1))),
        (te.MIDDLE, (("P5", 2), ("S6", 3), ("B2", 4))),
        (te.LOWER, (("V6", 1), ("F3", 6), ("B5", 3), ("P2", 4), ("A4", 0))),
    ):
        for names, roof in towers:
            table.tower(row, names, roof=roof)
    table.turn_of(te.ANN)
    roofed = unopposed(te.ANN, ("choose_roof", {}), ("place_roof", {"row": te.LOWER, "lot": 4}))
    write("the_estates", "last-roof", table.s, FOUR, roofed)


def bids() -> None:
    """TE-A2: Ben bids 2, Cat passes, and Dan has to bid 3 at least."""
    table = owned()
    table.turn_of(te.ANN)
    said = [(te.BEN, "bid", {"amount": 2}), *passes(te.CAT), (te.DAN, "bid", {"amount": 3})]
    write("the_estates", "bids", table.s, FOUR, [*put_up(table, te.ANN, "F2"), *said])


def sold_or_kept() -> None:
    """TE-A5: the highest bid is Ben's 5, and Ann sells, or keeps the cube and pays."""
    for settled, word in (("sell", "sold"), ("keep", "kept")):
        table = owned()
        table.turn_of(te.ANN)
        said = [(te.BEN, "bid", {"amount": 5}), *passes(te.CAT, te.DAN)]
        write("the_estates", word, table.s, FOUR, [*put_up(table, te.ANN, "F2"), *said, (te.ANN, settled, {})])


def a_tower_of_14() -> None:
    """TE-V2, TE-V3: Cat puts Saffron's first cube on Ben's building, and then a rooftop with a 3."""
    table = owned("A", "B")
    table.tower(te.MIDDLE, "A6 B4")
    table.turn_of(te.CAT)
    line, end = table.end_with("S1")
    saffron = ("choose_cube", {"row": line, "end": end}), ("place_cube", {"row": te.MIDDLE, "lot": 0})
    roofed = unopposed(te.DAN, ("choose_roof", {}), ("place_roof", {"row": te.MIDDLE, "lot": 0}))
    turns = [*unopposed(te.CAT, *saffron), *roofed]
    write("the_estates", "worth", table.s, FOUR, turns, seed=TURNS_OVER_A_3)


def lowest_requirement() -> None:
    """TE-O3: the cancel cube would take the 2 out of an empty row that the 3 and the 1 have shortened."""
    table = owned()
    for value, longer in ((2, te.LONGER), (3, te.SHORTER), (1, te.SHORTER)):
        table.permit(value, te.MIDDLE, longer)
    table.turn_of(te.ANN)
    cancels = unopposed(te.ANN, ("choose_cancel", {}), ("remove_permit", {"permit": 1}))
    write("the_estates", "lowest", table.s, FOUR, cancels)


def put_up(table: te.Table, seat: int, cube: str) -> list[Played]:
    """The auctioneer stows nothing and chooses that cube, which lies at an end of a line for them."""
    line, end = table.end_with(cube)
    return [(seat, "skip_stowing", {}), (seat, "choose_cube", {"row": line, "end": end})]


def unopposed(seat: int, *chosen: tuple[str, dict[str, int]]) -> list[Played]:
    """The turn of an auctioneer who gets what they put up for nothing."""
    chooses, uses = ((seat, *each) for each in chosen)
    others = ((seat + each) % len(FOUR) for each in (1, 2, 3))
    return [(seat, "skip_stowing", {}), chooses, *passes(*others), uses]


def passes(*seats: int) -> list[Played]:
    return [(seat, "pass", {}) for seat in seats]


# ---------------------------------------------------------------- Square Mile


THREE = ("Rita", "Tom", "Vera")


def square_mile() -> None:
    """Land in every state, raw to built up; the railway runs through what is zoned for industry."""
    table = sm.Table(players=3)
    table.zoned("ABCDFG", sm.RULES.HOUSES)
    table.zoned("IJKL", sm.RULES.INDUSTRY)
    table.zoned("H", sm.RULES.APARTMENTS)
    table.s.railway = 10
    for seat, letters in enumerate(("ACH", "BDG", "EI")):
        table.owns(seat, letters)
    table.roads("B south", "E-I")
    table.enclosed("C")
    table.subdivided("D")
    table.built("H", sm.RULES.APARTMENTS)
    table.built("L", sm.RULES.INDUSTRY)
    table.s.owner[sm.tract("L")] = sm.RULES.OUT_OF_THE_GAME
    table.s.ever_owned[sm.tract("L")] = 1
    table.cash(63, 41, 88)
    write("square_mile", "town", table.s, THREE)
    last_tracts()


def last_tracts() -> None:
    """All but H is owned, and Tom, whose turn it is, sells L and J."""
    table = sm.Table(players=3)
    table.zoned("ABCDFG", sm.RULES.HOUSES)
    table.zoned("IJKL", sm.RULES.INDUSTRY)
    table.s.railway = 10
    for seat, letters in enumerate(("ABEIM", "DJLOP", "CFGKN")):
        table.owns(seat, letters)
    table.built("J", sm.RULES.INDUSTRY)
    table.roads("L north", "L east")
    table.cash(63, 41, 88)
    table.skip_turn(sm.ANN)
    sold: list[Played] = [(sm.BEN, "sell", {"tract": sm.tract(letter)}) for letter in "LJ"]
    write("square_mile", "last", table.s, THREE, sold)


# ---------------------------------------------------------------- Squad Car

ROBBER, POLICE = 0, 1
BLOCKS = ((22, 2), (8, 22), (0, 11))
CORNER, U_TURN, SEVEN = (
    "ahead, right, right, ahead",
    "ahead, half right, half right, ahead",
    "right, half right, right, ahead, ahead, half right, ahead",
)


def driven(example: str, cars: dict[int, tuple[int, int, int]], steps: str, car: int = sc.G1) -> None:
    """A car that has just as many moves as it drives."""
    table = sc.Table(blocks=BLOCKS)
    for each, place in cars.items():
        table.put(each, *place)
    moves = [sc.STEPS[step] for step in steps.split(", ")]
    table.turn(car, moves=len(moves))
    seat = ROBBER if car < sc.S1 else POLICE
    write("squad_car", example, table.s, ("Rob", "Pat"), [(seat, kind, args) for kind, args in moves])


def squad_car() -> None:
    away = {sc.G2: (20, 9, sc.S), sc.S1: (2, 2, sc.E), sc.S2: (20, 20, sc.W)}
    driven("corner", away | {sc.G1: (8, 13, sc.N)}, CORNER)
    driven("straight", away | {sc.G1: (8, 12, sc.N)}, "right, left")
    driven("uturn", away | {sc.G1: (8, 9, sc.N)}, U_TURN)
    driven("seven", away | {sc.G1: (8, 12, sc.N)}, SEVEN)
    driven("overtake", away | {sc.G1: (8, 10, sc.N), sc.G2: (8, 9, sc.N)}, "ahead, ahead")
    driven("capture", away | {sc.G1: (8, 9, sc.N), sc.S1: (8, 5, sc.S)}, "ahead, ahead, ahead", sc.S1)
    driven("lots", away | {sc.G1: (10, 10, sc.S), sc.G2: (12, 10, sc.S)}, "left, left")
    driven("escape", away | {sc.G1: (4, 14, sc.W)}, "ahead, ahead, ahead, ahead")
    table = sc.Table(blocks=BLOCKS)
    for car, place in (away | {sc.G1: (5, 14, sc.W)}).items():
        table.put(car, *place)
    draw_shifting_card(table)
    lifts = ((POLICE, "lift", {"exit": sc.exit_at(0, 11)}), (POLICE, "place", {"exit": sc.exit_at(0, 14)}))
    write("squad_car", "roadblock", table.s, ("Rob", "Pat"), lifts)


def draw_shifting_card(table: sc.Table) -> None:
    """Squad car 1 has spun blue and drawn the first card of the usual edition that shifts a roadblock."""
    usual, state = game("squad_car").rules(), table.s
    card = next(card for card, (_moves, shifts) in enumerate(usual.CARDS) if shifts)
    table.turn(sc.S1, *usual.CARDS[card])
    state.card, state.field = card, usual.FIELD_COLOUR.index(usual.BLUE)
    state.unused_cards -= 1
    state.pile[card], state.pile[state.unused_cards] = state.unused_cards, card


# ---------------------------------------------------------------- Milton Keynes

PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve")
WALLS: dict[str, tuple[tuple[int, int, str], ...]] = {
    "size-before": ((mk.ANN, mk.ESTATE, "H2 H3 H4 H5 J2"), (mk.BEN, mk.ESTATE, "J3 J4 J5 J6")),
    "size-after": ((mk.ANN, mk.ESTATE, "H2 H3 H4 H5 J2 J1"), (mk.BEN, mk.ESTATE, "J3 J4 J5 J6")),
    "river-before": ((mk.ANN, mk.ESTATE, "G7"),),
    "river-after": ((mk.ANN, mk.ESTATE, "G7"), (mk.BEN, mk.ESTATE, "H6 H7")),
    "marsh": ((mk.ANN, mk.NATURE_RESERVE, "C4 C5 C6 A7 B7 C7"), (mk.BEN, mk.ESTATE, "D5 D6 D7 E6")),
    "commons": (
        (mk.ANN, mk.COMMONS, "D5"),
        *((seat, mk.ESTATE, name) for seat, name in enumerate(("C5", "D6", "E5", "D4"), mk.BEN)),
    ),
    "beside-commons": ((mk.ANN, mk.COMMONS, "D5"), (mk.BEN, mk.ESTATE, "D6 D7 D8 C6 C7 C8")),
    "dump": ((mk.ANN, mk.DUMP, "H4 H5"), (mk.BEN, mk.ESTATE, "H3"), (mk.CAT, mk.ESTATE, "J3 J4 J5 J6 J7")),
    "allotments": (
        (mk.ANN, mk.ALLOTMENTS, "H4 H5 H3 J3 J4 J5"),
        *((mk.ANN, mk.ESTATE, name) for name in ("H6", "J6", "H2", "J2")),
        (mk.BEN, mk.ESTATE, "G4"),
    ),
    "town": (
        (mk.ANN, mk.ESTATE, "G7 G8"),
        (mk.BEN, mk.ESTATE, "H6 H7"),
        (mk.CAT, mk.NATURE_RESERVE, "C6 C7"),
        (mk.DAN, mk.COMMONS, "D5"),
        (mk.BEN, mk.ESTATE, "D6 D7"),
        (mk.CAT, mk.DUMP, "E5 E6"),
        (mk.ANN, mk.ESTATE, "C4 C5"),
    ),
}


def milton_keynes() -> None:
    for example, buildings in WALLS.items():
        table = mk.Table(4 if example == "town" else 5)
        for building in buildings:
            table.builds(*building)
        for seat in range(table.s.players):
            table.s.marker[seat] = 10 + table.s.blocks[seat]
            table.holds(seat, cash=8)
        if example == "town":
            table.holds(mk.ANN, "D4 E4", [mk.INQUIRY, mk.EXTENSION, mk.COMMONS])
            table.stacks("F5 F6 F8 H8 H5")
            table.to_sale()
        else:
            table.to_pouches()
        write("milton_keynes", example, table.s, PEOPLE[: table.s.players])
    lots()
    air_bases()
    the_year()
    credit_crunch()
    the_other_fist()
    counter_offer()


def credit_crunch() -> None:
    """MK-I3: the bank has 40 and owes 20, 15 and 15."""
    table = mk.Table(3)
    for seat, (marker, cash) in enumerate(((20, 60), (15, 50), (15, table.s.bank - 110 - 40))):
        table.s.marker[seat] = marker
        table.holds(seat, cash=cash)
    table.new_year(2)
    collect: list[Played] = [(seat, "inquire", {"times": 0}) for seat in range(3)]
    write("milton_keynes", "crunch", table.s, PEOPLE[:3], collect)


def the_other_fist() -> None:
    """MK-P6: Ann has 20, ties with Ben at 4 and has bid 10 against Cat."""
    table = mk.Table(3)
    for seat, cash in enumerate((20, 12, 9)):
        table.holds(seat, cash=cash)
    table.to_bids(mk.COMMONS, mk.EXTENSION, mk.DUMP)
    fists = ((mk.ANN, 4, 10), (mk.BEN, 1, 4), (mk.CAT, 3, 0))
    first: list[Played] = [(seat, "bid", {"amount": amount}) for seat, *both in fists for amount in both]
    first += [(seat, "decline", {}) for seat in range(3)]
    again: list[Played] = [(mk.ANN, "bid", {"amount": 10}), (mk.BEN, "bid", {"amount": 7})]
    write("milton_keynes", "fists", table.s, PEOPLE[:3], [*first, *again])


def counter_offer() -> None:
    """MK-T7: Cat asks 3 for a permit, Ben counters with 2, and Cat accepts."""
    table = a_year.second_year()
    for part in (a_year.collect, a_year.spring, a_year.autumn):
        part(table)
    table.s.seat = table.s.speaker = mk.CAT
    write("milton_keynes", "counter", table.s, PEOPLE[:3], a_year.TRADE_OF_REDEVELOP)


def air_bases() -> None:
    """MK-N5: Ann names C4, which lies in Ben's pouch; Ben names C5, on which Cat builds."""
    table = mk.Table(3)
    pouches = ((mk.ANN, mk.AIR_BASE, "C3", "C4"), (mk.BEN, mk.AIR_BASE, "C4", "C5"), (mk.CAT, mk.LOBBY, "C5", ""))
    for seat, kind, deed, _named in pouches:
        table.holds(seat, deed, [kind], cash=8)
        mk.RULES.hide_deal(table.s, mk.plot(deed), mk.plot(deed) + 1)
    table.to_pouches()
    filled: list[Played] = []
    for seat, kind, deed, _named in pouches:
        filled += [(seat, "commission", {"kind": kind}), (seat, "put_deed", {"plot": mk.plot(deed)})]
        filled.append((seat, "seal", {}))
    named: list[Played] = [(seat, "nominate", {"plot": mk.plot(plot)}) for seat, _kind, _deed, plot in pouches if plot]
    write("milton_keynes", "air-bases", table.s, PEOPLE[:3], [*filled, *named])


def lots() -> None:
    """Four deeds in three lots."""
    table = mk.Table(3)
    table.stacks("G8 H1 G7 F6")
    table.to_sale()
    write("milton_keynes", "lots", table.s, PEOPLE[:3])


def the_year() -> None:
    table = a_year.second_year()
    people = PEOPLE[: table.s.players]
    write("milton_keynes", "year-begins", table.s, people)
    for part, then in ((a_year.collect, "spring"), (a_year.spring, "autumn"), (a_year.autumn, "trade")):
        part(table)
        write("milton_keynes", f"year-{then}", table.s, people)
    for rest in (a_year.trade_redevelop, a_year.bid_for_permits, a_year.build):
        rest(table)
    write("milton_keynes", "year-ends", table.s, people)


if __name__ == "__main__":
    milton_keynes()
    the_estates()
    square_mile()
    squad_car()
