"""Games to learn from and games to judge by, between players with different minds; None is the hand-written one."""

from collections.abc import Sequence
from functools import partial
from math import inf
from threading import Event
from typing import Any

import numpy as np

from tabletown.bots.games import play_game
from tabletown.bots.levels import LEVELS
from tabletown.bots.search import Search
from tabletown.bots.searcher import Searcher
from tabletown.lab.arena import Stoppable
from tabletown.lab.certainty import Share
from tabletown.lab.playing import Counts, Progress, Setting, Span, check_seed, on_threads, play_in_chunks, spans_of
from tabletown.rulekit.engine import declined_by_visitors
from tabletown.rulekit.looking_ahead import by_hand
from tabletown.rulekit.loops import LENGTH, WHOLE_WIN, Seeds, Tally
from tabletown.rulekit.minds import Mind, features_of
from tabletown.rulekit.practising import NOTED_SIZE
from tabletown.rulekit.thinking import MIND, PLACES

Rows = np.ndarray[Any, np.dtype[np.float32]]
Company = Sequence[Mind | None]

CHUNK = 60
WHIMS = 50
"""In so many of a thousand decisions anything is done, so that more is seen than what everybody holds for best."""
POSITIONS = 40
"""About so many are noted of a game."""
PROBED = 12
SEARCHING = "developer"


class Ground:
    """Where practice is held: one game with one number of players."""

    def __init__(self, setting: Setting, threads: int) -> None:
        self.setting, self.threads = setting, threads
        self.features = len(features_of(setting.game.declaration))

    # ------------------------------------------------------------ games to learn from

    def noted(self, companies: Sequence[Company], games: int, seed: int, progress: Progress | None) -> Rows:
        """What was noted in so many games, played by one company after the other, the same on any number of threads."""
        begin, every = check_seed(seed) << 32, self._every(companies[0], seed)

        def rows_of(span: Span) -> Rows:
            company = companies[span.first // CHUNK % len(companies)]
            return self._play(company, begin, span, WHIMS, every)[1]

        found: dict[int, Rows] = {}
        done = 0
        for span, rows in on_threads(self.threads)(rows_of, spans_of(games, CHUNK)):
            found[span.first] = rows
            done += span.games
            if progress is not None:
                progress(done, games)
        return np.concatenate([found[first] for first in sorted(found)])

    def _every(self, company: Company, seed: int) -> int:
        """One position in so many is noted; long games have much that is alike."""
        tally, _ = self._play(company, check_seed(seed) << 32, Span(0, PROBED), WHIMS, 0)
        mean = sum(int(row[LENGTH]) for row in tally) / len(tally)
        return max(2, round(mean / POSITIONS))

    def _play(self, company: Company, begin: int, span: Span, whims: int, every: int) -> tuple[Tally, Rows]:
        engine, players = self.setting.engine, self.setting.players
        declaration = self.setting.game.declaration
        minds = [() if mind is None else mind.in_sums(players) for mind in company]
        size = max(3 + players * self.features, *map(len, minds))
        rows = players * 2 * POSITIONS * span.games if every else 0
        notes = engine.planes(rows, self.features + NOTED_SIZE)
        tally = engine.tally(span.games, players)
        minds_in_a_row = engine.sums(size * players)
        for player, mind in enumerate(minds):
            minds_in_a_row[size * player : size * player + len(mind)] = mind
        first = begin + span.first
        count = engine.loop("practice_games")(
            engine.states(PLACES, self.setting.options),
            players,
            minds_in_a_row,
            1,
            whims,
            engine.numbers(declined_by_visitors(declaration)),
            engine.numbers(range(first, first + span.games)),
            declaration.worlds,
            engine.runs(),
            engine.sums(declaration.actions.count),
            engine.sums(MIND + size),
            engine.sheet(players),
            declaration.max_decisions,
            tally,
            every,
            self.features,
            notes,
        )
        return tally, np.asarray(notes[:count], np.float32)

    # ------------------------------------------------------------ games to judge by

    def duel(self, mind: Mind, games: int, seed: int, progress: Progress | None) -> Share:
        """One player who has learned among others who have not, all one-ply, the seats rotated: its share of wins."""
        company: Company = [mind, *[None] * (self.setting.players - 1)]

        def play(seeds: Seeds) -> Tally:
            return self._play(company, int(seeds[0]), Span(0, len(seeds)), 0, 0)[0]

        return self._share(games, seed, play, progress, 0)

    def searching_duel(self, mind: Mind, games: int, seed: int, thinking: float, progress: Progress | None) -> Share:
        """The same between players who look ahead with equally many simulations."""
        stopping = Event()
        try:
            play = partial(self._play_searching, mind, thinking, stopping)
            return self._share(games, seed, play, progress, self.setting.players)
        except KeyboardInterrupt:
            stopping.set()
            raise

    def _play_searching(self, mind: Mind, thinking: float, stopping: Event, seeds: Seeds) -> Tally:
        rules, players = self.setting.rules, self.setting.players
        plain = by_hand(rules.declaration, players)
        seated = []
        for player in range(players):
            bot = Searcher(rules, LEVELS[SEARCHING].seconds * thinking, unhurried=True)
            bot.search = Search(rules, plain.judging_by(mind, players) if player == 0 else plain)
            seated.append(Stoppable(bot, stopping))
        rows = self.setting.engine.tally(len(seeds), players)
        for game, number in enumerate(seeds):
            around = [seated[(seat - game) % players] for seat in range(players)]
            _, rows[game] = play_game(rules, around, self.setting.options, int(number), inf)
        return rows

    def _share(self, games: int, seed: int, play: Any, progress: Progress | None, size: int) -> Share:
        counts = Counts.of(self.setting)
        play_in_chunks(self.setting, games, self.threads, seed, play, progress, counts, size)
        return Share.of(float(counts.rotated[0]) / WHOLE_WIN, counts.games)
