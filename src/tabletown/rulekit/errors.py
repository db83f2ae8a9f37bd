"""Errors that people read: one sentence saying what is wrong, why, and what to do."""


class TabletownError(Exception):
    """Everything that is refused with a sentence, never with a traceback."""


class BadEdition(TabletownError):
    """An edition file that cannot be played with."""


class BadState(TabletownError):
    """A state, as JSON, that does not fit its record."""


class BadDeclaration(TabletownError):
    """A game whose own files contradict each other."""


class UnknownGame(TabletownError):
    """A game that is not installed."""


class BadOption(TabletownError):
    """An option, or a number of players, that the game does not have."""
