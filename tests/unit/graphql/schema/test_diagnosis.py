from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.schema.diagnosis import explain, settled
from querious.model import Failure

DISABLED = {
    "apollo": "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type.",
    "graphql-js, yoga, envelop": 'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
    "graphql-java": "Introspection has been disabled for this request",
    "graphql-java, older": "Validation error of type FieldUndefined: Field '__schema' in type 'Query' is undefined @ '__schema'",
    "hasura": "field '__schema' not found in type: 'query_root'",
    "strawberry": "GraphQL introspection has been disabled, but the requested query contained the field '__schema'.",
    "ariadne": "Cannot query '__schema': introspection is disabled.",
    "graphql-ruby": "Field '__schema' doesn't exist on type 'Query'",
    "hot chocolate": "Introspection is not allowed for the current request.",
    "gqlgen": "introspection disabled",
    "lighthouse": "GraphQL introspection is not allowed, but the query contained __schema or __type",
    "async-graphql": 'Unknown field "__schema" on type "Query".',
    "cosmo": "GraphQL introspection is disabled by Cosmo Router",
    "verb": "You are not allowed to run introspection here",
    "noun": "No introspection in production",
}


@pytest.mark.parametrize("server", DISABLED)
@pytest.mark.parametrize("status", [200, 400, 403])
def test_disabled_introspection_is_recognised(exchange: Any, server: str, status: int):
    refused = exchange({"errors": [{"message": "Other"}, {"message": DISABLED[server]}]}, status=status)
    line = explain(refused)
    assert line.startswith('introspection is disabled at the API (it says: "')
    assert line.endswith("; give the schema with --schema FILE")
    assert settled(refused)


@pytest.mark.parametrize("code", ["INTROSPECTION_DISABLED", "IntrospectionDisabled", "HC0046"])
def test_disabled_introspection_is_recognised_by_its_code(exchange: Any, code: str):
    line = explain(exchange({"errors": [{"message": "No.", "extensions": {"code": code}}]}))
    assert line == "introspection is disabled at the API; give the schema with --schema FILE"


@pytest.mark.parametrize(
    "message",
    [
        'Cannot query field "subscriptionType" on type "__Schema".',
        'Cannot query field "isOneOf" on type "__Type" in operation IntrospectionQuery',
        "'IntrospectionQuery' exceeds maximum operation depth of 7",
        "Maximum introspection depth exceeded",
        "IntrospectionQuery asks for what is not supported: isOneOf",
        "Could not parse the query",
    ],
)
def test_a_refused_part_is_not_taken_for_disabled_introspection(exchange: Any, message: str):
    refused = exchange({"errors": [{"message": message}]}, status=400)
    assert not settled(refused)
    assert explain(refused).startswith('the API refuses introspection: "')


@pytest.mark.parametrize(
    ("payload", "status"),
    [
        ({"errors": [{"message": "x"}]}, 401),
        (None, 403),
        ({"message": "This endpoint requires you to be authenticated. token=s3same"}, 200),
        ({"errors": [{"message": "Must log in, s3same"}]}, 200),
        ({"errors": [{"message": "x-hasura-admin-secret/x-hasura-access-key required, but not found"}]}, 200),
        ({"errors": [{"message": "Invalid token s3same"}]}, 400),
        ({"errors": [{"message": "No", "extensions": {"code": "UNAUTHENTICATED"}}]}, 200),
        ({"errors": [{"message": "No", "extensions": {"code": "invalid-jwt"}}]}, 200),
    ],
)
def test_missing_credentials_are_asked_for_and_nothing_is_repeated(exchange: Any, payload: Any, status: int):
    refused = exchange(payload, status=status)
    assert explain(refused).endswith("; pass credentials with --header or --bearer")
    assert "s3same" not in explain(refused)
    assert settled(refused)


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure.UNREACHABLE, "no connection to the API could be made"),
        (Failure.LOST, "closed the connection"),
        (Failure.TIMEOUT, "raise --timeout"),
        (Failure.TOO_LARGE, "larger than the limit"),
        (Failure.CRASH, "raised an exception"),
    ],
)
def test_failures_tell_the_last_line_of_their_detail(exchange: Any, failure: Failure, words: str):
    failed = exchange(body=b"", status=0, failure=failure, detail="Traceback\n  x\nOSError: http://a:pw1@host/x\n\n")
    line = explain(failed)
    assert words in line
    assert "(OSError: http://***@host/x)" in line
    assert "Traceback" not in line
    assert settled(failed)
    assert "()" not in explain(exchange(body=b"", failure=failure))


def test_a_redirect_tells_where_to_but_not_its_query(exchange: Any):
    headers = {"location": "https://me:pw@example.org:8443/v2/graphql?token=s3same#x"}
    line = explain(exchange(body=b"", status=308, headers=headers))
    assert line == ("the URL redirects to https://example.org:8443/v2/graphql (HTTP 308); use the address it leads to")


@pytest.mark.parametrize("location", ["", "https://[broken", "https://host:port/"])
def test_a_redirect_to_nowhere(exchange: Any, location: str):
    line = explain(exchange(body=b"", status=301, headers={"location": location}))
    assert line == "the URL redirects (HTTP 301); use the address it leads to"


def test_a_redirect_does_not_repeat_known_secrets(exchange: Any):
    line = explain(exchange(body=b"", status=302, headers={"location": "/in/s3same"}), ["s3same", ""])
    assert "redirects to /in/***" in line


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "nothing at this URL"),
        (405, "does not take POST"),
        (410, "nothing at this URL any more"),
        (415, "does not take JSON"),
        (429, "--rate"),
        (502, "not available"),
        (503, "not available"),
    ],
)
def test_statuses_that_settle_it_even_with_a_web_page(exchange: Any, status: int, words: str):
    page = exchange(body=b"<html><title>Oh</title>", status=status, headers={"content-type": "text/html"})
    assert words in explain(page)
    assert f"HTTP {status}" in explain(page)
    assert settled(page)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"<!DOCTYPE html><title>\n Sign\n in </title>", {}),
        (b"\xef\xbb\xbf\n<html><head><TITLE id=x>Sign in</TITLE>", {}),
        (b"<p><title>Sign in</title>", {"content-type": "text/html; charset=utf-8"}),
    ],
)
def test_a_web_page_is_told_with_its_title(exchange: Any, body: bytes, headers: dict[str, str]):
    page = exchange(body=body, headers=headers)
    assert explain(page) == (
        'the URL answered with a web page titled "Sign in", not with GraphQL; try a path such as /graphql; '
        "for a REST API give its OpenAPI description: querious run FILE --url URL"
    )
    assert settled(page)


def test_a_web_page_without_a_title(exchange: Any):
    assert explain(exchange(body=b"<html>")).startswith("the URL answered with a web page, not with GraphQL")


def test_a_server_fault_tells_what_the_server_said(exchange: Any):
    line = explain(exchange({"errors": [{"message": "boom"}]}, status=500))
    assert line.startswith('the API fails on introspection with HTTP 500: "boom"')
    assert explain(exchange(body=b"", status=500)).startswith("the API fails on introspection with HTTP 500; ")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "an empty body"),
        (b'{"data": {"__schema": {"types": [', "it breaks off after 33 bytes"),
        (b'{"data": "abc', "it breaks off after 13 bytes"),
        (b'{"data": \n {]}', "Expecting property name enclosed in double quotes at line 2, column 3"),
        (b'{"data": "\xff"}', "byte 10 is not UTF-8"),
        (b"[" * 200_000, "not complete JSON"),
        (b'{"a": 1}', "8 bytes were not read as JSON"),
        (b"hello", "answered with something that is not JSON (HTTP 200)"),
    ],
)
def test_what_is_not_json_is_told_apart(exchange: Any, body: bytes, words: str):
    assert words in explain(exchange(body=body))


def test_the_type_of_other_contents_is_told(exchange: Any):
    line = explain(exchange(body=b"hello", headers={"content-type": "text/plain; charset=x"}))
    assert "answered with text/plain that is not JSON" in line


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ({"data": None}, "probably disabled"),
        ({"data": {"__schema": None}}, "probably disabled"),
        ([], "a list, HTTP 200"),
        (3, "a single value, HTTP 200"),
        ({}, "(an object, HTTP 200)"),
        ({"a": 1, "b": 2, "c": 3, "d": 4}, "an object with a, b, c and 1 more"),
        ({"message": "Not here"}, "not a GraphQL response (an object with message"),
    ],
)
def test_json_without_a_schema(exchange: Any, payload: Any, words: str):
    assert words in explain(exchange(payload))
