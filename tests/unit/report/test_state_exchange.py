"""Exchanges of a sequence are shown to people."""

from __future__ import annotations

from dataclasses import replace

from querious.model import Exchange, Failure, Operation, Request, graphql_case, rest_case
from querious.report.state_exchange import answered, request_line, sent
from services.transport import ANY_CASE, answer

CREATE = Operation("mutation", "createBook", "Mutation", ())


def test_what_was_sent_and_what_came():
    case = rest_case(Request("PUT", "/books/1", None, has_body=True))
    exchange = replace(answer(201, {"id": 1}), case=case)
    assert (request_line(case), sent(case), answered(exchange)) == ("PUT /books/1", None, {"id": 1})
    assert answered(answer(204)) is None


def test_a_graphql_request_is_told_by_its_operation():
    case = graphql_case(0, CREATE, "mutation createBook { createBook { id } }", {"title": "Ada"})
    assert (request_line(case), sent(case)) == ("mutation createBook", {"title": "Ada"})


def test_text_is_cut_short_and_failures_are_told():
    assert len(answered(answer(500, b"x" * 10_000))) == 502
    assert answered(answer(500, b" sorry\n")) == "sorry"
    assert Exchange(ANY_CASE, failure=Failure.TIMEOUT).failure_text == Failure.TIMEOUT.value
