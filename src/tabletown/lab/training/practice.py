"""Games to learn from and games to judge by, between players with different minds; None is the hand-written one."""

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from math import inf
from typing import Any

import numpy as np

from tabletown.bots.games import play_game
from tabletown.bots.levels import LEVELS
from tabletown.bots.search import Search
from tabletown.lab.arena import Stoppable
from tabletown.lab.certainty import Share
from tabletown.lab.playing import Counts, Play, Progress, Setting, Span, check_seed, play_in_chunks, spans_of
from tabletown.lab.runners import Runner, in_order
from tabletown.rulekit.looking_ahead import DEVELOPER, by_hand
from tabletown.rulekit.loops import LENGTH, WHOLE_WIN, Seeds, Tally
from tabletown.rulekit.minds import Mind, features_of
from tabletown.rulekit.practising import NOTED_SIZE
from tabletown.rulekit.thinking import INSTINCT_PLAYER, SLIPS

Rows = np.ndarray[Any, np.dtype[np.float32]]
Company = Sequence[Mind | None]

CHUNK = 60
WHIMS = 50
"""In so many of a thousand decisions anything is done, so that more is seen than what everybody holds for best."""
POSITIONS = 40
"""About so many are noted of a game."""
PROBED = 12


def practice(
    setting: Setting, company: Company, begin: int, whims: int, every: int, span: Span
) -> tuple[Tally, Rows]:
    """Games of a span, the seats rotated; and what was noted in them, if it is one position in so many."""
    engine, players = setting.engine, setting.players
    declaration = setting.game.declaration
    features = len(features_of(declaration))
    minds = [() if mind is None else mind.in_sums(players) for mind in company]
    size = 1 + max(3 + players * features, *map(len, minds))
    one_after_the_other = engine.sums(size * players)
    for player, mind in enumerate(minds):
        behind_slips = size * player + 1
        one_after_the_other[behind_slips : behind_slips + len(mind)] = mind
    notes = engine.planes(players * 2 * POSITIONS * span.games if every else 0, features + NOTED_SIZE)
    tally = engine.tally(span.games, players)
    first = begin + span.first
    kinds = engine.numbers([INSTINCT_PLAYER] * players)
    by = engine.players(engine.room_for_bots(setting.options), players, kinds, rotating=True)
    by = by._replace(minds=one_after_the_other, whims=whims, worth=engine.sums(SLIPS + size))
    seeds = engine.numbers(range(first, first + span.games))
    count = engine.loop("practice_games")(by, seeds, declaration.max_decisions, tally, every, features, notes)
    return tally, np.asarray(notes[:count], np.float32)


def noted_by(setting: Setting, companies: Sequence[Company], begin: int, every: int, span: Span) -> Rows:
    company = companies[span.first // CHUNK % len(companies)]
    return practice(setting, company, begin, WHIMS, every, span)[1]


def by_instinct(company: Company, setting: Setting, seeds: Seeds) -> Tally:
    """Games in which nobody has whims."""
    return practice(setting, company, int(seeds[0]), 0, 0, Span(0, len(seeds)))[0]


def by_search(mind: Mind, thinking: float, setting: Setting, seeds: Seeds) -> Tally:
    """One player who has learned among others who have not; all look ahead with equally many simulations."""
    rules, players = setting.rules, setting.players
    plain = by_hand(rules.declaration, players)
    company = []
    for player in range(players):
        bot = LEVELS[DEVELOPER].searcher(rules, unhurried=True)
        bot.part = thinking
        bot.search = Search(rules, plain.judging_by(mind, players) if player == 0 else plain)
        company.append(Stoppable(bot))
    rows = setting.engine.tally(len(seeds), players)
    for game, number in enumerate(seeds):
        around = [company[(seat - game) % players] for seat in range(players)]
        _, rows[game] = play_game(rules, around, setting.options, int(number), inf)
    return rows


class Ground:
    """Where practice is held: one game with one number of players, and who plays it."""

    def __init__(self, setting: Setting, runner: Runner) -> None:
        self.setting, self.runner = setting, runner

    def noted(self, companies: Sequence[Company], games: int, seed: int, progress: Progress | None) -> Rows:
        """What was noted in so many games, played by one company after the other, the same whoever plays them."""
        begin = check_seed(seed) << 32
        work = partial(noted_by, self.setting, companies, begin, self._every(companies[0], begin))
        found: list[Rows] = []
        done = 0
        with closing(in_order(self.runner, work, spans_of(games, CHUNK))) as played:
            for span, rows in played:
                found.append(rows)
                done += span.games
                if progress is not None:
                    progress(done, games)
        return np.concatenate(found)

    def _every(self, company: Company, begin: int) -> int:
        """One position in so many is noted; long games have much that is alike."""
        tally, _ = practice(self.setting, company, begin, WHIMS, 0, Span(0, PROBED))
        return max(2, round(sum(int(row[LENGTH]) for row in tally) / PROBED / POSITIONS))

    def duel(self, mind: Mind, games: int, seed: int, progress: Progress | None) -> Share:
        """One player who has learned among others who have not, all one-ply, the seats rotated: its share of wins."""
        company: Company = (mind, *[None] * (self.setting.players - 1))
        return self._share(games, seed, partial(by_instinct, company), progress, 0)

    def searching_duel(self, mind: Mind, games: int, seed: int, thinking: float, progress: Progress | None) -> Share:
        """The same between players who look ahead."""
        return self._share(games, seed, partial(by_search, mind, thinking), progress, self.setting.players)

    def _share(self, games: int, seed: int, play: Play, progress: Progress | None, size: int) -> Share:
        counts = Counts.of(self.setting)
        play_in_chunks(self.setting, games, self.runner, seed, play, progress, counts, size)
        return Share.of(float(counts.rotated[0]) / WHOLE_WIN, counts.games)
