"""The laws that every game is held to, for games of this house and of any other package.

`tabletown check GAME` tries them; with pytest installed, so does a test that asks for one:

    @pytest.mark.tabletown("my_game")
    def test_it_keeps_the_laws(tabletown_law):
        tabletown_law.check()
"""

from tabletown.laws.trying import Trial, chapters, trials_of

__all__ = ["Trial", "chapters", "trials_of"]
