"""How far a share that was counted can be trusted."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""So many standard deviations on either side hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Share:
    """A share of the games, with its 95 % confidence interval by Wilson's score."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, games: int) -> "Share":
        share = wins / games
        weight = 1 + Z95**2 / games
        middle = (share + Z95**2 / (2 * games)) / weight
        reach = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2)) / weight
        return cls(share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach)))
