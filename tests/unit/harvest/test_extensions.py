from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import pytest
from graphql import Source, build_schema, execute, graphql, graphql_sync, parse

from harvested import Kept, recorder_to
from querious.harvest.extensions import recorded
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest import Recorder

SCHEMA = build_schema("type Query { a(password: String, file: Int): Int  broken: Int }")


def broken(*_: object) -> None:
    raise ValueError("no")


SCHEMA.query_type.fields["broken"].resolve = broken  # type: ignore[union-attr]


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def recorder(kept: Kept) -> Iterator[Recorder]:
    made = recorder_to(kept)
    yield made
    made.close(5)


def test_graphql_core_called_in_every_way(kept: Kept, recorder: Recorder) -> None:
    text = "query A($p: String) { a(password: $p) } query B { a }"
    ask = recorded(graphql_sync, recorder)
    assert ask.__name__ == "graphql_sync"
    for result in (
        ask(SCHEMA, text, None, None, {"p": "hunter2"}, "A"),
        ask(schema=SCHEMA, source=Source(text), variable_values={"p": "hunter3"}, operation_name="A"),
        recorded(execute, recorder)(SCHEMA, parse(text), variable_values={"p": "x"}, operation_name="A"),
        recorded(execute, recorder)(
            SCHEMA, document=parse(text, no_location=True), variable_values={"p": "x"}, operation_name="A"
        ),
        asyncio.run(recorded(graphql, recorder)(SCHEMA, text, variable_values={"p": "x"}, operation_name="A")),
    ):
        assert (result.data, result.errors) == ({"a": None}, None)
    assert recorder.flush()
    assert (kept.only.document, kept.only.variables) == ("query A($p:String){a(password:$p)}", {"p": "REDACTED-1"})
    assert (kept.only.times_called, kept.only.statuses) == (5, {"200": 5})


def test_errors_are_noted(kept: Kept, recorder: Recorder) -> None:
    recorded(graphql_sync, recorder)(SCHEMA, "{ broken }")
    asyncio.run(recorded(graphql, recorder)(SCHEMA, "{ broken }"))
    recorded(graphql_sync, recorder)(SCHEMA, "{ unknown }")
    assert recorder.flush()
    assert [(one.document, one.statuses) for one in kept.all] == [
        ("{broken}", {"errors": 2}),
        ("{unknown}", {"errors": 1}),
    ]


def test_what_is_raised_is_noted_and_raised(kept: Kept, recorder: Recorder) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise LookupError

    async def refuse_later(*_: Any, **__: Any) -> Any:
        raise LookupError

    with pytest.raises(LookupError):
        recorded(refuse, recorder)(SCHEMA, "{ a }")
    with pytest.raises(LookupError):
        asyncio.run(recorded(refuse_later, recorder)(SCHEMA, "{ a }"))
    assert recorder.flush()
    assert kept.only.statuses == {"errors": 2}


def test_files_and_other_objects_are_left_out(kept: Kept, recorder: Recorder) -> None:
    document = "query ($f: Int, $o: Int) { a(file: $f) b: a(file: $o) }"
    recorded(graphql_sync, recorder)(SCHEMA, document, variable_values={"f": io.BytesIO(b"secret"), "o": {"x": {1, 2}}})
    assert recorder.flush()
    assert kept.only.variables == {"f": None, "o": {"x": None}}


def test_what_cannot_be_recorded_is_counted(recorder: Recorder) -> None:
    loop: dict[str, Any] = {}
    loop["self"] = loop
    ask = recorded(lambda *_, **__: None, recorder)
    ask(SCHEMA, "{ a }", variable_values=loop)
    ask(SCHEMA, "{ a }" + " " * LARGEST)
    ask(SCHEMA, 7)
    ask()
    assert (recorder.seen, recorder.failed, recorder.skipped) == (0, 1, 1)
