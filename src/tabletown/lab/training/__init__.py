"""Instinct that is learned from games: `tabletown train GAME`."""

from tabletown.lab.training.course import Course
from tabletown.lab.training.keeping import forget, place_of, text_with
from tabletown.lab.training.running import Round, Trained, train

__all__ = ["Course", "Round", "Trained", "forget", "place_of", "text_with", "train"]
