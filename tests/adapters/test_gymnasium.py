"""One seat against bots, and what is said where a package is missing."""

import subprocess
import sys

import pytest
from gymnasium.utils.env_checker import check_env

from tabletown.adapters.gymnasium import single_env
from tabletown.match import games
from tabletown.rulekit.errors import TabletownError


@pytest.mark.parametrize("game", [game.name for game in games()])
def test_gymnasium_finds_no_fault(game: str) -> None:
    env = single_env(game, 2, opponents="visitor", illegal="first", render_mode="ansi")
    check_env(env, skip_render_check=True)
    assert env.render()


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_plays_a_whole_game_against_neighbours(seat: int) -> None:
    env = single_env("the_estates", 3, seat=seat)
    env.action_space.seed(3)

    def played() -> list[float]:
        rewards, over = [], False
        seen, _info = env.reset(seed=5)
        while not over:
            assert env._position.seat == seat
            seen, reward, over, cut, _info = env.step(env.action_space.sample(seen["action_mask"]))
            assert not cut
            rewards.append(reward)
        return rewards

    first = played()
    assert not any(first[:-1])
    assert 0 <= first[-1] <= 1
    env.action_space.seed(3)
    assert played() == first


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat": 3}, "A seat at a table of 3 is 0 to 2"),
        ({"opponents": "champion"}, "There is no bot 'champion'"),
        ({"illegal": "ignored"}, "An illegal action is refused"),
    ],
)
def test_what_cannot_be_gets_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(TabletownError, match=sentence):
        single_env("the_estates", 3, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("extra", ["gymnasium", "openspiel", "pettingzoo"])
def test_without_the_package_one_is_told_what_to_install(extra: str) -> None:
    lacking = "import sys; sys.modules.update(dict.fromkeys(['gymnasium', 'pettingzoo', 'pyspiel']))"
    code = f"{lacking}\ntry:\n    import tabletown.adapters.{extra}\nexcept ImportError as e:\n    print(e)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert f"tabletown[{extra}]" in told or (extra == "pettingzoo" and "tabletown[" in told)


def test_nobody_who_does_not_ask_waits_for_them() -> None:
    theirs = {"gymnasium", "pettingzoo", "pyspiel", "pyarrow"}
    code = f"import sys, tabletown.cli, tabletown.adapters; print({theirs} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "set()"
