"""Forms as browsers send them, read in one pass and within bounds; text is UTF-8 and nothing else."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qsl

from multipart import (  # type: ignore[import-untyped]
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

MOST_FIELDS = 64
MOST_FORM = 16_000
"""Bytes of any form, and of any JSON document that a program sends."""
MOST_RECORD = 2_000_000
"""Bytes of a record file."""
AROUND_A_FILE = 4_000
"""Bytes that a form puts around the file that it carries."""
MULTIPART = "multipart/form-data"


class Damaged(ValueError):
    """Bytes that are no form."""


class Field(NamedTuple):
    name: str
    filename: str | None
    content: bytes


def read_fields(body: bytes, kind: str) -> dict[str, str]:
    """The text of every field; of several with the same name the last."""
    try:
        if _is_multipart(kind):
            return {field.name: field.content.decode() for field in read_parts(body, kind)}
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Damaged(str(error)) from None
    return dict(pairs)


def read_parts(body: bytes, kind: str) -> Iterator[Field]:
    """The parts of a form that may hold files."""
    boundary = parse_options_header(kind)[1].get("boundary", "")
    try:
        with PushMultipartParser(boundary, max_segment_count=MOST_FIELDS, strict=True) as parser:
            segment, content = None, bytearray()
            for each in parser.parse(body):
                if isinstance(each, MultipartSegment):
                    segment, content = each, bytearray()
                elif each:
                    content += each
                elif segment is not None:
                    yield Field(str(segment.name), segment.filename, bytes(content))
    except MultipartError as error:
        raise Damaged(str(error)) from None


def _is_multipart(kind: str) -> bool:
    return kind.partition(";")[0].strip().lower() == MULTIPART
