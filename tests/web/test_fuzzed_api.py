"""The JSON door under nonsense of every shape that its own description allows, and of others."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from tests.web.test_bad_input import FORM
from tests.web.test_every_route import is_sentence
from tools.played import Played, play_table
from tools.running import PATIENCE, Answer, Server

EXAMPLES = 25


@pytest.fixture(scope="module")
def tables(shared: Server) -> Iterator[list[Played]]:
    """A table that is played at, and one that has been given up: its stream of events ends."""
    played = [play_table(shared, "the_estates", 2, 2) for _ in range(2)]
    for seat, form in enumerate([b"seat=0&what=abandon", b"seat=1&agrees=1&to=abandon-0-0"]):
        where = f"{played[1].path}/{['propose', 'answer'][seat]}"
        cookie = {"cookie": f"me={played[1].tokens[seat]}"}
        assert shared.ask(where, form, kind=FORM, **cookie).status == 303
    yield played
    assert {table.now()["phase"] for table in played} <= {"playing", "over", "abandoned"}


Operation = APIOperation[Any, Any, Any, Any]


def operations(server: Server) -> list[Operation]:
    described = schemathesis.openapi.from_dict(server.ask("/openapi.json").json)
    found = list(described.get_all_operations())
    assert all(isinstance(each, Ok) for each in found), "a part of the description is no OpenAPI"
    return [each.ok() for each in found if isinstance(each, Ok)]


def asked(server: Server, case: Case[Any], token: str) -> Answer:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = case.call(base_url=server.address, headers=headers, timeout=PATIENCE)
    return Answer(answer.status_code, {name: value[0] for name, value in answer.headers.items()}, answer.content)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["meant", "not meant"])
def test_whatever_a_program_asks_is_answered_with_sense_or_a_sentence(
    shared: Server, tables: list[Played], mode: GenerationMode
) -> None:
    asked_for = [operation.path for operation in operations(shared)]
    assert len(asked_for) > 8
    for operation in operations(shared):
        with suppress(Unsatisfiable):  # nothing can be wrong with a request that says nothing
            fuzz(shared, operation, mode, tables[1 if operation.path.endswith("/events") else 0])


def fuzz(server: Server, operation: Operation, mode: GenerationMode, table: Played) -> None:
    """Half of the time at a table that there is, and by somebody who sits there. Every answer is one that is named."""
    named = set(operation.definition.raw["responses"])

    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode), st.booleans(), st.sampled_from(["", *table.tokens.values()]))
    def hold(case: Case[Any], known: bool, token: str) -> None:
        if known and "table" in case.path_parameters:
            case.path_parameters["table"] = table.table
        answer = asked(server, case, token)
        assert answer.status < 500, answer.text
        assert str(answer.status) in named, (answer.status, answer.text)
        if answer.status >= 400:
            is_sentence(answer, "/api/")

    hold()
