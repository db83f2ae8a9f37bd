"""MK-B, MK-N, MK-F: pouches, requisitions and building."""

from typing import Any

import pytest

from tests.games.milton_keynes.table import (
    AIR_BASE,
    ANN,
    BEN,
    CAT,
    COMMONS,
    DUMP,
    ESTATE,
    EXTENSION,
    LOBBY,
    NATURE_RESERVE,
    RULES,
    SEWAGE_REPROCESSOR,
    Table,
    plot,
    plots,
    pouches,
    seen,
)


@pytest.mark.rule("MK-B1", "MK-F1")
def test_a_sealed_pouch_is_built_when_all_are_sealed_and_the_permit_goes_under_the_deck() -> None:
    table = pouches("H3 H4", (LOBBY,))
    table.to_pouches()
    assert table.pending == (ANN, BEN, CAT)
    table.fill(ANN, (LOBBY, "H3 H4"))
    table.seal(ANN)
    assert seen(table.s, BEN).entries[ANN] == -128
    assert table.s.building[plot("H3")] == 0
    table.seal(BEN, CAT)
    number = table.s.building[plot("H3")]
    assert (table.s.owner[number], table.s.size[number]) == (ANN, 2)
    assert table.s.building[plot("H4")] == number
    assert table.s.place[plot("H3")] == RULES.BUILT
    assert table.bottom(1) == [LOBBY]
    assert (table.s.deeds_held[ANN], table.s.permits_held[ANN]) == (0, 0)


@pytest.mark.rule("MK-F1")
def test_used_permits_go_under_the_deck_in_the_order_of_seats_and_pouches() -> None:
    table = pouches("H3 B2", (LOBBY, DUMP), ben=("D5", (COMMONS,)))
    table.to_pouches()
    table.fill(BEN, (COMMONS, "D5"))
    table.fill(ANN, (DUMP, "H3"), (LOBBY, "B2"))
    table.seal(BEN, ANN, CAT)
    assert table.bottom(3) == [COMMONS, LOBBY, DUMP]


@pytest.mark.rule("MK-B1")
def test_a_permit_needs_a_deed_and_a_deed_a_permit() -> None:
    table = pouches("H3", (LOBBY, DUMP))
    table.to_pouches()
    assert table.refusal(ANN, "put_deed", plot="H3") == "nothing_to_fill"
    table.play(ANN, "commission", kind=LOBBY)
    assert table.refusal(ANN, "seal") == "entry_needs_deed"
    assert table.refusal(ANN, "commission", kind=DUMP) == "entry_needs_deed"
    table.play(ANN, "put_deed", plot="H3")
    assert table.refusal(ANN, "commission", kind=DUMP) == "no_deed_fits"


@pytest.mark.rule("MK-B2")
def test_the_plots_of_a_building_join_side_by_side() -> None:
    table = pouches("C6 C7 B7 A2", (LOBBY,))
    table.to_pouches()
    table.play(ANN, "commission", kind=LOBBY)
    table.play(ANN, "put_deed", plot="C6")
    assert table.refusal(ANN, "put_deed", plot="A2") == "does_not_join"
    assert table.refusal(ANN, "put_deed", plot="B7") == "does_not_join"
    table.play(ANN, "put_deed", plot="C7")
    assert table.refusal(ANN, "put_deed", plot="B7") == ""


@pytest.mark.rule("MK-B3")
def test_a_building_has_six_plots_at_most() -> None:
    table = pouches("H1 H2 H3 H4 H5 H6 H7", (LOBBY,))
    table.to_pouches()
    table.fill(ANN, (LOBBY, "H1 H2 H3 H4 H5 H6"))
    assert table.refusal(ANN, "put_deed", plot="H7") == "too_large"


@pytest.mark.rule("MK-B4")
def test_two_new_buildings_a_year_and_extensions_besides() -> None:
    table = pouches("A1 B3 D5 D7 H4", (LOBBY, DUMP, COMMONS, EXTENSION))
    table.builds(ANN, ESTATE, "H3")
    table.to_pouches()
    table.fill(ANN, (LOBBY, "A1"), (DUMP, "B3"))
    assert table.refusal(ANN, "commission", kind=COMMONS) == "two_new_buildings"
    table.play(ANN, "extend", plot="H3")
    table.play(ANN, "put_deed", plot="H4")
    table.seal(ANN, BEN, CAT)
    assert len({table.s.building[deed] for deed in plots("A1 B3 H3")}) == 3


@pytest.mark.rule("MK-B5")
def test_a_new_building_beside_ones_own_is_another_building() -> None:
    table = pouches("H4", (LOBBY,))
    table.builds(ANN, ESTATE, "H3")
    table.to_pouches()
    table.fill(ANN, (LOBBY, "H4"))
    table.seal(ANN, BEN, CAT)
    assert table.s.building[plot("H3")] != table.s.building[plot("H4")]


@pytest.mark.rule("MK-B6")
def test_an_extension_enlarges_a_standing_building_which_keeps_its_kind() -> None:
    table = pouches("C3 D3 H4", (EXTENSION, LOBBY))
    number = table.builds(ANN, NATURE_RESERVE, "C4")
    table.to_pouches()
    assert table.refusal(ANN, "commission", kind=EXTENSION) == "use_extend"
    table.play(ANN, "extend", plot="C4")
    assert table.refusal(ANN, "put_deed", plot="D3") == "does_not_join"
    assert table.refusal(ANN, "put_deed", plot="H4") == "does_not_join"
    table.play(ANN, "put_deed", plot="C3")
    table.play(ANN, "put_deed", plot="D3")
    table.seal(ANN, BEN, CAT)
    assert (table.s.size[number], table.s.kind[number]) == (3, NATURE_RESERVE)


@pytest.mark.rule("MK-B6")
def test_an_extension_that_touches_two_buildings_goes_to_the_one_named_and_two_may_go_to_one() -> None:
    table = pouches("C4 C6 H1", (EXTENSION, EXTENSION))
    one = table.builds(ANN, ESTATE, "C3")
    other = table.builds(ANN, ESTATE, "C5")
    table.to_pouches()
    for name in ("C4", "C6"):
        table.play(ANN, "extend", plot="C5")
        table.play(ANN, "put_deed", plot=name)
    table.seal(ANN, BEN, CAT)
    assert (table.s.size[one], table.s.size[other]) == (1, 3)


@pytest.mark.rule("MK-B6")
def test_a_building_of_this_year_cannot_be_extended() -> None:
    table = pouches("C3 C4", (EXTENSION, LOBBY))
    table.to_pouches()
    table.fill(ANN, (LOBBY, "C3"))
    assert table.refusal(ANN, "extend", plot="C3") == "no_building_there"


@pytest.mark.rule("MK-B7")
def test_commons_never_grow_and_a_dump_stops_at_three() -> None:
    table = pouches("C4 D4 D5 D6 H2", (EXTENSION, DUMP, COMMONS))
    table.builds(ANN, COMMONS, "C3")
    table.builds(ANN, DUMP, "H3 H4 H5")
    table.to_pouches()
    assert table.refusal(ANN, "extend", plot="C3") == "commons_never_grow"
    assert table.refusal(ANN, "extend", plot="H3") == "too_large"
    table.fill(ANN, (COMMONS, "C4"))
    assert table.refusal(ANN, "put_deed", plot="D4") == "too_large"
    table.fill(ANN, (DUMP, "D4 D5 D6"))
    assert table.refusal(ANN, "put_deed", plot="H2") == "too_large"


@pytest.mark.rule("MK-B8")
def test_a_card_is_in_the_pouch_once_and_only_from_ones_hand() -> None:
    table = pouches("C3 C4", (LOBBY,), ben=("C5", ()))
    table.to_pouches()
    assert table.refusal(ANN, "commission", kind=DUMP) == "no_such_permit"
    table.fill(ANN, (LOBBY, "C3"))
    assert table.refusal(ANN, "put_deed", plot="C3") == "in_the_pouch"
    assert table.refusal(ANN, "put_deed", plot="C5") == "not_held"
    assert table.refusal(ANN, "commission", kind=LOBBY) == "no_such_permit"


# ---------------------------------------------------------------- requisitions


@pytest.mark.rule("MK-N1", "MK-N3", "MK-N4")
def test_an_air_base_joins_deeds_with_an_empty_plot_named_after_sealing() -> None:
    table = pouches("C3 C5 H8", (AIR_BASE,))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3 C5"))
    assert table.refusal(ANN, "put_deed", plot="H8") == "cannot_be_completed"
    table.seal(ANN, BEN, CAT)
    assert (table.s.phase, table.pending) == (RULES.NOMINATE, (ANN,))
    assert table.refusal(ANN, "nominate", plot="B3") == "does_not_join"
    assert table.refusal(ANN, "nominate", plot="E3") == "not_an_empty_plot"
    assert table.refusal(ANN, "nominate", plot="C3") == "not_an_empty_plot"
    table.play(ANN, "nominate", plot="C4")
    number = table.s.building[plot("C4")]
    assert [table.s.building[deed] for deed in plots("C3 C4 C5")] == [number] * 3
    assert table.s.size[number] == 3


@pytest.mark.rule("MK-N1")
@pytest.mark.parametrize(("deed", "taboo"), [("F9", "E9 F8"), ("B4", "B5"), ("C8", "D8 C9")])
def test_an_air_base_takes_neither_rock_nor_a_built_plot_nor_marsh_nor_river(deed: str, taboo: str) -> None:
    table = Table(5)
    table.holds(ANN, deed, permits=[AIR_BASE])
    table.builds(BEN, ESTATE, "F8")
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, deed))
    table.seal(*range(5))
    for name in taboo.split():
        assert table.refusal(ANN, "nominate", plot=name) == "not_an_empty_plot"


@pytest.mark.rule("MK-N2", "MK-N9")
def test_a_sewage_reprocessor_takes_a_river_plot_and_may_bridge_the_river() -> None:
    table = pouches("F3 G4 F5", (SEWAGE_REPROCESSOR,))
    table.to_pouches()
    table.fill(ANN, (SEWAGE_REPROCESSOR, "F3 G4 F5"))
    table.seal(ANN, BEN, CAT)
    assert table.refusal(ANN, "nominate", plot="G3") == "not_a_free_river_plot"
    assert table.refusal(ANN, "nominate", plot="G5") == "does_not_join"
    table.play(ANN, "nominate", plot="F4")
    assert table.s.size[table.s.building[plot("F4")]] == 4
    assert not RULES.is_free_river(table.s, plot("F4"))


@pytest.mark.rule("MK-N2")
def test_a_sewage_reprocessor_away_from_the_river_cannot_be_sealed() -> None:
    table = pouches("A1", (SEWAGE_REPROCESSOR,))
    table.to_pouches()
    assert table.refusal(ANN, "commission", kind=SEWAGE_REPROCESSOR) == "no_deed_fits"


@pytest.mark.rule("MK-N3")
def test_a_deed_that_an_air_base_needs_cannot_go_elsewhere_in_the_pouch() -> None:
    table = pouches("C3 C5 C4", (AIR_BASE, LOBBY))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3 C5"))
    assert table.refusal(ANN, "commission", kind=LOBBY) == "no_deed_fits"


@pytest.mark.rule("MK-N4")
def test_nominations_are_sealed_until_all_are_in() -> None:
    table = pouches("C3", (AIR_BASE,), ben=("H4", (AIR_BASE,)))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3"))
    table.fill(BEN, (AIR_BASE, "H4"))
    table.seal(ANN, BEN, CAT)
    table.play(ANN, "nominate", plot="C4")
    assert seen(table.s, BEN).claim_plot[ANN][0] == -128
    assert table.s.building[plot("C4")] == 0
    table.play(BEN, "nominate", plot="H5")
    assert table.s.building[plot("C4")] != 0


@pytest.mark.rule("MK-N5", "MK-N7")
@pytest.mark.parametrize("extension", [False, True])
def test_an_air_base_yields_to_a_rival_who_builds_there(extension: bool) -> None:
    table = pouches("C3 C5", (AIR_BASE,), ben=("C4", (EXTENSION, LOBBY)))
    table.builds(BEN, ESTATE, "D4")
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3 C5"))
    if extension:
        table.play(BEN, "extend", plot="D4")
    else:
        table.play(BEN, "commission", kind=LOBBY)
    table.play(BEN, "put_deed", plot="C4")
    table.seal(ANN, BEN, CAT)
    table.play(ANN, "nominate", plot="C4")
    assert table.s.building[plot("C3")] == 0
    assert table.s.owner[table.s.building[plot("C4")]] == BEN
    assert table.hand(ANN) == set(plots("C3 C5"))
    assert RULES.permits_of_kind(table.s, ANN, AIR_BASE) == 1


def clash() -> Table:
    """Two Air bases that both name C4."""
    table = pouches("C3", (AIR_BASE,), ben=("C5", (AIR_BASE,)), cat=("H4", (SEWAGE_REPROCESSOR,)))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3"))
    table.fill(BEN, (AIR_BASE, "C5"))
    table.seal(ANN, BEN, CAT)
    table.play(ANN, "nominate", plot="C4")
    table.play(BEN, "nominate", plot="C4")
    return table


@pytest.mark.rule("MK-N6")
def test_the_same_plot_twice_is_named_once_more_in_secret() -> None:
    table = clash()
    assert (table.s.phase, table.pending) == (RULES.NOMINATE_AGAIN, (ANN, BEN))
    table.play(ANN, "nominate", plot="C4")
    assert seen(table.s, BEN).claim_again[ANN][0] == -128
    table.play(BEN, "nominate", plot="C6")
    assert table.s.owner[table.s.building[plot("C4")]] == ANN
    assert table.s.owner[table.s.building[plot("C6")]] == BEN


@pytest.mark.rule("MK-N6", "MK-N7")
def test_who_still_clashes_builds_nothing_and_keeps_the_deeds_unseen() -> None:
    table = clash()
    table.play(ANN, "nominate", plot="C4")
    table.play(BEN, "nominate", plot="C4")
    assert all(table.s.building[deed] == 0 for deed in plots("C3 C4 C5"))
    assert table.hand(ANN) == set(plots("C3"))
    assert [table.s.permits_held[seat] for seat in (ANN, BEN)] == [1, 1]
    assert len(table.told("returned_to_hand")) == 2


@pytest.mark.rule("MK-N6")
def test_one_cannot_rename_to_a_plot_of_somebody_outside_the_quarrel() -> None:
    table = pouches("C3", (AIR_BASE,), ben=("C5", (AIR_BASE,)))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3"))
    table.fill(BEN, (AIR_BASE, "C5"))
    table.seal(ANN, BEN, CAT)
    table.play(ANN, "nominate", plot="C4")
    table.play(BEN, "nominate", plot="C4")
    table.s.claims[CAT] = 1
    table.s.claim_plot[CAT][0] = plot("C6")
    assert table.refusal(BEN, "nominate", plot="C6") == "named_by_another"
    assert table.refusal(BEN, "nominate", plot="D5") == ""


@pytest.mark.rule("MK-N8")
def test_the_deed_comes_from_the_deck_or_from_a_rivals_hand_for_nothing() -> None:
    for holder in (BEN, None):
        table = pouches("C3 C5", (AIR_BASE,))
        if holder is not None:
            table.holds(holder, "C4", cash=3)
        left = table.s.deeds_left
        table.to_pouches()
        table.fill(ANN, (AIR_BASE, "C3 C5"))
        table.seal(ANN, BEN, CAT)
        table.play(ANN, "nominate", plot="C4")
        assert table.s.place[plot("C4")] == RULES.BUILT
        assert table.s.deeds_left == (left if holder is not None else left - 1)
        assert table.hand(BEN) == set()


@pytest.mark.rule("MK-N5", "MK-N7")
def test_a_plot_in_a_sealed_pouch_stops_an_air_base_even_if_that_pouch_cannot_be_built_either() -> None:
    """ANN names C4, which is in BEN's pouch; BEN's own Air base fails, because CAT builds on the plot it names."""
    table = pouches("C3", (AIR_BASE,), ben=("C4", (AIR_BASE,)), cat=("C5", (LOBBY,)))
    table.to_pouches()
    hide(table, "C3 C4 C5")
    table.fill(ANN, (AIR_BASE, "C3"))
    table.fill(BEN, (AIR_BASE, "C4"))
    table.fill(CAT, (LOBBY, "C5"))
    table.seal(ANN, BEN, CAT)
    table.play(ANN, "nominate", plot="C4")
    table.play(BEN, "nominate", plot="C5")
    assert [table.s.building[plot(name)] != 0 for name in ("C3", "C4", "C5")] == [False, False, True]
    stopped = [(each["seat"], each["plot"]) for each in table.told("built_there")]
    assert stopped == [(BEN, plot("C4")), (CAT, plot("C5"))]
    for viewer in (ANN, CAT, -1):
        assert seen(table.s, viewer).place[plot("C4")] == BEN
    for viewer in (BEN, CAT, -1):
        assert seen(table.s, viewer).place[plot("C3")] == -128


def hide(table: Table, names: str) -> None:
    """Nobody but the holder knows where these deeds are."""
    for deed in plots(names):
        RULES.hide_deal(table.s, deed, deed + 1)


@pytest.mark.rule("MK-B3", "MK-B7")
def test_a_building_that_grows_too_large_is_refused_by_the_clause_of_its_kind() -> None:
    table = pouches("H1 H2 H3 H4 H5 H6 H7", (DUMP, LOBBY))
    table.to_pouches()
    table.fill(ANN, (DUMP, "H1 H2 H3"))
    assert table.clause(ANN, "put_deed", plot="H4") == "MK-B7"
    other = pouches("H1 H2 H3 H4 H5 H6 H7", (LOBBY,))
    other.to_pouches()
    other.fill(ANN, (LOBBY, "H1 H2 H3 H4 H5 H6"))
    assert other.clause(ANN, "put_deed", plot="H7") == "MK-B3"


@pytest.mark.rule("MK-N4")
def test_in_every_world_that_another_imagines_whoever_claims_two_plots_can_name_both() -> None:
    """A deed that the first claim took at random was the one that the second rested on; then nobody could go on."""
    table = pouches("C3 C5", (AIR_BASE,), ben=("G4 H4 F5 H6 H5", (SEWAGE_REPROCESSOR, AIR_BASE)))
    table.to_pouches()
    table.fill(ANN, (AIR_BASE, "C3"))
    table.fill(BEN, (SEWAGE_REPROCESSOR, "G4"), (AIR_BASE, "H5"))
    table.seal(ANN, BEN, CAT)
    view = RULES.concealed(table.s, ANN)
    for seed in range(300):
        world: Any = RULES.redealt(view, ANN, seed)
        pouch = [deed for entry in world.entry_plot[BEN] for deed in entry if deed >= 0]
        assert len(set(pouch)) == len(pouch)
        assert RULES.legal_actions(world, BEN)
