"""The browser of the other tests, for games of somebody else's."""

from tests.web.conftest import browser, person

__all__ = ["browser", "person"]
