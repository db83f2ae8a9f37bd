"""Plain values, as JSON has them, read as what they mean: in any thread."""

from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Kind(Generic[T]):
    """A type that values are read as, made beside it.

    msgspec finds out what a type is made of when it first reads one, and lets other threads that read one meanwhile see
    what it has got so far: that ends the process. So it finds out here, before anybody else can know the type.
    """

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind
        msgspec.json.Decoder(kind)

    def read(self, given: object, *, numbers_as_keys: bool = False) -> T:
        """msgspec.ValidationError if it is something else; in JSON a key that is a number is written as text."""
        return msgspec.convert(given, self._kind, str_keys=numbers_as_keys)
