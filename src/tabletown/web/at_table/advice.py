"""What a seat is told that has asked what Tycoon would do. Private to it, and kept in memory only."""

from dataclasses import dataclass

from tabletown.explaining.hinting import Option


@dataclass(frozen=True)
class Advice:
    """What a seat is told of a question: how far it is, and in the end the best choices, or why there are none."""

    question: str
    is_ready: bool = False
    """Whether the search is compiled, and the thinking has begun."""
    done: int = 0
    whole: int = 1
    options: tuple[Option, ...] = ()
    failure: str = ""

    @property
    def is_under_way(self) -> bool:
        return not self.options and not self.failure
