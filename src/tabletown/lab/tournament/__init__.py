"""Tournaments between bots of anybody: round robin and Swiss, with ratings; stopped and begun again as one likes."""

from tabletown.lab.tournament.entrants import Entrant, read_entrants
from tabletown.lab.tournament.holding import NotReady, hold
from tabletown.lab.tournament.plan import FORMATS, Tournament, plan_tournament
from tabletown.lab.tournament.standings import Outcome

__all__ = ["FORMATS", "Entrant", "NotReady", "Outcome", "Tournament", "hold", "plan_tournament", "read_entrants"]
