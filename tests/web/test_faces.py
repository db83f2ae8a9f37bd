"""Who is who: names, letters and faces that nobody else at the table has."""

from hypothesis import given
from hypothesis import strategies as st

from tabletown.bots.names import NAMES, a_name
from tabletown.rulekit.language import LANGUAGES, say
from tabletown.rulekit.look import seat_letters
from tabletown.rulekit.registry import declarations
from tabletown.web.faces import FACES, faces_of

PEOPLE = st.lists(st.sampled_from([*NAMES, "Player 1", "Ada", "", "Ålesund", "山田", "..."]), min_size=1, max_size=6)


@given(PEOPLE)
def test_no_two_have_the_same_face(names: list[str]) -> None:
    faces = faces_of(tuple(names))
    assert len(set(faces)) == len(names)
    assert set(faces) <= set(FACES)


def test_a_bot_has_its_own_face_in_every_language() -> None:
    for language in LANGUAGES:
        names = tuple(say(language)(name) for name in NAMES)
        assert faces_of(names) == tuple(name[0] for name in NAMES)


def test_letters_of_bots_stand_for_nothing_on_any_board() -> None:
    for game in declarations():
        taken = declarations()[game].picture.letters
        assert not {name[0] for name in NAMES} & set(taken)


@given(PEOPLE, st.sampled_from(["", "ABFPSV", "ABCDEFGHIJKLMNOP"]))
def test_everybody_has_a_letter_of_their_own_that_the_board_does_not_use(names: list[str], taken: str) -> None:
    letters = seat_letters(names, taken)
    assert len(set(letters)) == len(names)
    assert not set(letters) & set(taken)


@given(st.integers(0, 10**9))
def test_bots_at_a_table_have_different_names(luck: int) -> None:
    taken: list[str] = []
    for _seat in range(6):
        taken.append(a_name(say("en"), taken, luck))
    assert len(set(taken)) == 6
