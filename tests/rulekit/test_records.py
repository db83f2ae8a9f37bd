"""State records: one declaration, two forms, nothing shared between copies."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletown.rulekit.errors import BadDeclaration, BadState
from tabletown.rulekit.records import EVERYONE, NOBODY, OWNER, Block, Grid, Record, Row, i8, i16, i32, i64, record
from tabletown.rulekit.rows import fill_row


@record
class Sample(Record):
    """One field of each size and depth."""

    rng: int = i64(seen_by=NOBODY)
    players: int = i8()
    cash: Row = i16(3, seen_by=OWNER)
    board: Grid = i8(2, 3)
    towers: Block = i32(2, 1, 2)


@record
class Other(Record):
    rng: int = i64()
    players: int = i8()


def values(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def rows(bits: int, *shape: int) -> st.SearchStrategy[Any]:
    if not shape:
        return values(bits)
    return st.lists(rows(bits, *shape[1:]), min_size=shape[0], max_size=shape[0])


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    state = Sample()
    for name, field in Sample.fields.items():
        setattr(state, name, draw(rows(field.bits, *field.shape)))
    return state


def sample() -> Sample:
    state = Sample()
    state.rng = 123_456_789_012_345
    state.players = -3
    state.cash[1] = 300
    state.board[1][2] = 7
    state.towers[0][0][1] = -70_000
    return state


def test_a_new_record_is_zero_everywhere() -> None:
    state = Sample()
    assert (state.rng, state.players, state.cash) == (0, 0, [0, 0, 0])
    assert (state.board, state.towers) == ([[0, 0, 0], [0, 0, 0]], [[[0, 0]], [[0, 0]]])


def test_every_field_says_who_may_see_it() -> None:
    assert {name: field.seen_by for name, field in Sample.fields.items()} == {
        "rng": NOBODY,
        "players": EVERYONE,
        "cash": OWNER,
        "board": EVERYONE,
        "towers": EVERYONE,
    }


def test_a_field_without_a_size_is_refused() -> None:
    class Sizeless(Record):
        players: int = 0

    with pytest.raises(BadDeclaration, match=r"Sizeless\.players is declared without i8"):
        record(Sizeless)


@pytest.mark.parametrize("missing", ["rng", "players"])
def test_a_state_without_dice_or_players_is_refused(missing: str) -> None:
    fields = {name: i64() for name in ("rng", "players") if name != missing}
    lacking = type("Lacking", (Record,), {"__annotations__": dict.fromkeys(fields, int), **fields})
    with pytest.raises(BadDeclaration, match=f"Lacking declares no field {missing}"):
        record(lacking)


def test_nothing_but_the_declared_fields_can_be_stored() -> None:
    with pytest.raises(AttributeError):
        Sample().colour = 1  # type: ignore[attr-defined]


def test_the_numpy_type_has_the_declared_fields_sizes_and_shapes() -> None:
    dtype = Sample.dtype()
    assert dtype.names == ("rng", "players", "cash", "board", "towers")
    assert [dtype[name].base for name in dtype.names] == [np.int64, np.int8, np.int16, np.int8, np.int32]
    assert [dtype[name].shape for name in dtype.names] == [(), (), (3,), (2, 3), (2, 1, 2)]
    assert dtype.isalignedstruct
    assert dtype.itemsize == 40


@given(samples())
def test_a_state_survives_the_way_into_an_array_and_back(state: Sample) -> None:
    states = np.zeros(3, Sample.dtype())
    state.to_array(states, 1)
    assert Sample.from_array(states, 1) == state
    assert Sample.from_array(states, 0) == Sample.from_array(states, 2) == Sample()


def test_a_copy_shares_nothing_and_has_been_told_nothing() -> None:
    state = sample()
    state.told.append((1, 0, 0, 0, 0))
    copy = state.copy()
    assert copy == state
    assert copy.told == []
    copy.cash[0] = 1
    copy.board[0][0] = 1
    copy.towers[1][0][0] = 1
    copy.players = 1
    assert state == sample()


def test_states_are_equal_when_all_their_fields_are() -> None:
    assert sample() == sample()
    for name in Sample.fields:
        other = sample()
        changed = getattr(Sample(), name)
        setattr(other, name, changed)
        assert other != sample(), name


def test_states_of_two_records_are_never_equal_and_none_can_be_hashed() -> None:
    assert Sample() != Other()
    with pytest.raises(TypeError, match="unhashable"):
        hash(Sample())


def test_the_digest_is_the_same_on_every_machine() -> None:
    assert sample().digest() == "799d0bdd5018bf86f35af044677a5495791c90fec473d729e7b814766f487936"


def test_the_digest_is_the_same_in_every_form_and_changes_with_any_field() -> None:
    states = np.zeros(1, Sample.dtype())
    sample().to_array(states, 0)
    assert Sample.from_array(states, 0).digest() == sample().digest()
    checked = Sample.checked()
    for name in Sample.fields:
        setattr(checked, name, getattr(sample(), name))
    assert checked.digest() == sample().digest()
    digests = set()
    for name, field in Sample.fields.items():
        other = sample()
        setattr(other, name, field.filled(1))
        digests.add(other.digest())
    assert len(digests | {sample().digest()}) == len(Sample.fields) + 1


@given(samples())
def test_a_state_survives_json(state: Sample) -> None:
    assert Sample.from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_what_is_hidden_is_null_in_json() -> None:
    state = sample()
    state.rng = -(1 << 63)
    state.cash[2] = -(1 << 15)
    written = state.to_dict()
    assert (written["rng"], written["cash"]) == (None, [0, 300, None])
    assert Sample.from_dict(written) == state


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"players": 128}, r"^players takes -128 to 127, not 128\.$"),
        ({"players": "1"}, r"^players takes a whole number, not '1'\.$"),
        ({"players": True}, r"^players takes a whole number, not True\.$"),
        ({"players": 1.0}, r"^players takes a whole number, not 1\.0\.$"),
        ({"cash": [1, 2]}, r"^cash takes a list of 3 entries, not 2 entries\.$"),
        ({"cash": 5}, r"^cash takes a list of 3 entries, not 5\.$"),
        ({"cash": [0, 40_000, 0]}, r"^cash\[1\] takes -32768 to 32767, not 40000\.$"),
        ({"board": [[0, 0, 0], [0, 0]]}, r"^board\[1\] takes a list of 3 entries, not 2 entries\.$"),
        ({"towers": [[[0, 0]], [[0, "x"]]]}, r"^towers\[1\]\[0\]\[1\] takes a whole number, not 'x'\.$"),
        ({"colour": 1}, r"^The state has a field 'colour' that the game does not know\.$"),
    ],
)
def test_a_state_that_does_not_fit_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadState, match=complaint):
        Sample.from_dict(Sample().to_dict() | change)


def test_a_state_with_a_field_missing_or_of_another_form_is_refused() -> None:
    written = Sample().to_dict()
    del written["board"]
    with pytest.raises(BadState, match="The state has no field 'board'; it needs rng, players, cash, board, towers"):
        Sample.from_dict(written)
    with pytest.raises(BadState, match="A state is an object with the fields of Sample, not list"):
        Sample.from_dict([])


def test_a_checked_state_refuses_what_compiled_code_would_wrap() -> None:
    state = Sample.checked()
    with pytest.raises(OverflowError, match="players = 128 does not fit 8 bits"):
        state.players = 128
    with pytest.raises(OverflowError, match=r"cash\[2\] = -32769 does not fit 16 bits"):
        state.cash[2] = -32_769
    with pytest.raises(OverflowError, match=r"board\[0\] = 200 does not fit 8 bits"):
        state.board[1][0] += 200
    with pytest.raises(OverflowError):
        state.rng = 1 << 63
    with pytest.raises(OverflowError):
        state.board = [[0, 0, 0], [0, 0, 128]]
    assert state == Sample()


@pytest.mark.parametrize("index", [-1, 3])
def test_a_checked_state_refuses_an_index_that_compiled_code_would_not_catch(index: int) -> None:
    state = Sample.checked()
    with pytest.raises(IndexError):
        state.cash[index]
    with pytest.raises(IndexError):
        state.cash[index] = 1
    with pytest.raises(IndexError):
        state.board[0][index]
    with pytest.raises(IndexError):
        state.towers[index][0][0] = 1


def test_a_checked_state_takes_every_value_of_its_type() -> None:
    state = Sample.checked()
    state.players = -128
    state.cash[0] = 32_767
    state.towers[1][0][1] = -(1 << 31)
    assert (state.players, state.cash[0], state.towers[1][0][1]) == (-128, 32_767, -(1 << 31))


def test_a_row_is_filled_as_a_whole_and_a_checked_one_takes_no_more_than_fits() -> None:
    for state in (Sample(), Sample.checked()):
        fill_row(state.board[1], -128)
        assert state.board == [[0, 0, 0], [-128, -128, -128]]
    with pytest.raises(OverflowError, match=r"board\[0\] = 128 does not fit 8 bits"):
        fill_row(state.board[1], 128)


def test_a_copy_of_a_checked_state_is_checked_and_equal_to_a_plain_one() -> None:
    state = Sample.checked()
    state.cash[0] = 9
    copy = state.copy()
    plain = Sample()
    plain.cash[0] = 9
    assert copy == state == plain
    with pytest.raises(OverflowError):
        copy.cash[0] = 40_000
    assert isinstance(copy, Sample)
