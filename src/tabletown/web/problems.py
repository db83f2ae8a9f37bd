"""Problem documents (RFC 9457): how a program is told that something was not done."""

from typing import Annotated

import msgspec
from litestar.openapi import ResponseSpec

KIND = "application/problem+json"


class Problem(msgspec.Struct):
    """Why something was not done."""

    title: Annotated[str, msgspec.Meta(description="The sentence, in the language of Accept-Language.")]
    status: int
    code: Annotated[str, msgspec.Meta(description="The reason, for programs.")]
    rule: Annotated[str | None, msgspec.Meta(description="The clause of the rulebook, if the rules refuse it.")] = None
    type: str = "about:blank"


def _told(description: str) -> ResponseSpec:
    return ResponseSpec(Problem, generate_examples=False, description=description, media_type=KIND)


REFUSALS = {
    400: _told("It cannot be understood."),
    403: _told("It is not yours to do or to see, or a page from elsewhere asks for it."),
    404: _told("There is no such table or game."),
    409: _told("It cannot be done now, or the rules forbid it."),
    413: _told("It is too large."),
    421: _told("The server does not answer to that name."),
    429: _told("It is too much, or too often, from you; Retry-After says when to try again."),
    503: _told("It could not be stored or read, or there is too much to do; Retry-After says when to try again."),
}
"""What every request may be answered instead."""
