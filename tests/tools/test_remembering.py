"""Whether it helps to remember is measured in games that can be told again."""

from tabletown.match import game
from tools.remembering import shares


def test_every_deal_is_played_in_every_seat_and_comes_out_the_same_again() -> None:
    one, other = (list(shares(game("the_estates").rules(), 2, 20, range(7, 9))) for _ in range(2))
    assert one == other
    assert len(one) == 2
    assert all(0 <= share.low <= share.share <= share.high <= 1 for share in one)
