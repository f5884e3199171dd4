"""Answers come in without our credentials, and requests go out with what they really say."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from querious.execute.masked_client import Masking, masked_answer
from querious.model import Case, Exchange, Failure, Field, Operation, graphql_case
from querious.model.graphql_forms import SentForm, request_in
from querious.text.mask import Mask
from querious.text.sent_secrets import SentSecret

SECRET = "q8ZrT2vXb91LmKs04HyPdWcE"
CASE = graphql_case(0, Operation("query", "", "Query", ()), '{user(login:"MASKED-user")}', {"a": ["MASKED-user"]})


def mask() -> Mask:
    made = Mask()
    made.add([SentSecret("authorization", SECRET), SentSecret("user", "elaine")])
    return made


def answered(payload: Any, **how: Any) -> Exchange:
    return Exchange(CASE, 200, {}, json.dumps(payload).encode(), payload, is_json=True, **how)


class Client:
    def __init__(self, answer: Exchange) -> None:
        self.answer = answer
        self.sent: list[Case] = []

    async def send(self, case: Case) -> Exchange:
        self.sent.append(case)
        return self.answer

    async def close(self) -> None:
        pass


def test_body_payload_headers_and_detail() -> None:
    exchange = answered(
        {"errors": [{"message": f"no {SECRET}"}], SECRET: 1}, detail=f"Traceback: {SECRET}", failure=Failure.CRASH
    )
    exchange.headers["set-cookie"] = SECRET
    masked = masked_answer(exchange, mask())
    assert SECRET not in repr(masked)
    assert masked.payload == {"errors": [{"message": "no MASKED-authorization"}], "MASKED-authorization": 1}
    assert json.loads(masked.body) == masked.payload
    assert masked.masked


def test_escapes_of_json_are_seen_through() -> None:
    body = '{{"a": "{}"}}'.format("".join(f"\\u{ord(character):04x}" for character in SECRET))
    masked = masked_answer(Exchange(CASE, 200, {}, body.encode(), json.loads(body), is_json=True), mask())
    assert masked.payload == {"a": "MASKED-authorization"}
    assert b"u0071" not in masked.body


def test_what_is_no_json() -> None:
    masked = masked_answer(Exchange(CASE, 500, {}, f"<b>\xff {SECRET}</b>".encode("latin-1")), mask())
    assert masked.body == b"<b>\xff MASKED-authorization</b>"


def test_an_answer_without_secrets_is_the_same_object() -> None:
    exchange = answered({"data": {"a": "b % & c"}})
    assert masked_answer(exchange, mask()) is exchange
    assert masked_answer(answered({"a": SECRET}), Mask()).payload == {"a": SECRET}


def test_the_schema_itself_is_left() -> None:
    payload = {"data": {"__schema": {"types": [{"name": "elaine"}]}}, "errors": [{"message": "elaine"}]}
    masked = masked_answer(answered(payload), mask())
    assert masked.payload["data"] == payload["data"]
    assert masked.payload["errors"] == [{"message": "MASKED-user"}]


def test_an_answer_nested_too_deeply_shows_nothing() -> None:
    payload: Any = SECRET
    for _ in range(5_000):
        payload = [payload]
    masked = masked_answer(Exchange(CASE, 200, {}, SECRET.encode(), payload, is_json=True), mask())
    assert (masked.body, masked.payload, masked.is_json) == (b"", None, False)


def test_a_request_names_the_real_thing_and_its_exchange_does_not() -> None:
    client = Client(answered({"data": {"login": "elaine"}}))
    exchange = asyncio.run(Masking(client, mask()).send(CASE))
    assert client.sent[0].document == '{user(login:"elaine")}'
    assert client.sent[0].variables == {"a": ["elaine"]}
    assert exchange.case is CASE
    assert exchange.payload == {"data": {"login": "MASKED-user"}}


def test_a_request_in_another_form_is_sent_as_it_is() -> None:
    operation = Operation("query", "", "Query", (Field("Query", "a"),))
    for form in (SentForm.GET, SentForm.HASH):
        client = Client(answered({"data": {}}))
        case = Case(0, operation, request_in(form, operation))
        asyncio.run(Masking(client, mask()).send(case))
        assert client.sent == [case]
