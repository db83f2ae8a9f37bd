"""One game being played: Game, Match, records. No I/O."""

from tabletown.match.action import Action
from tabletown.match.errors import BadRecord, Refused
from tabletown.match.game import Game, game, games
from tabletown.match.log import Line
from tabletown.match.match import Match
from tabletown.match.record import load, verify
from tabletown.match.starting import from_state

__all__ = ["Action", "BadRecord", "Game", "Line", "Match", "Refused", "from_state", "game", "games", "load", "verify"]
