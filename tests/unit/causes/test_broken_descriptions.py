from __future__ import annotations

import pytest

from querious.causes import possible_causes
from querious.model import Case, Exchange, Finding, Request
from querious.model.rest_call import RestCall
from querious.model.state import CommandSequence


def finding(oracle, coordinate, message, status=200, payload=None, *, in_sequence=False):
    method, _, path = coordinate.partition(" ")
    call = RestCall("POST", "/projects/7") if in_sequence else RestCall(method, path)
    exchange = Exchange(Case(0, call, Request(call.method, call.path)), status, payload=payload, is_json=True)
    return Finding(oracle, coordinate, message, exchange, sequence=CommandSequence(()) if in_sequence else None)


def share(one, other):
    return {cause[0] for cause in possible_causes(one) & possible_causes(other)}


def undocumented(operation, answered="201 Created", documented="200, 422"):
    message = f"`{operation}` responded with {answered}; documented: `{documented}`"
    return finding("undocumented_status", operation, message)


def test_one_status_where_the_same_others_are_documented_is_one_cause():
    one = undocumented("POST /flows")
    assert share(one, undocumented("POST /runs")) == {"status"}
    assert not share(one, undocumented("POST /runs", answered="204 No Content"))
    assert not share(one, undocumented("POST /runs", documented="202"))


def refused(operation, name, value="9223372036854775808"):
    message = f'query {name} "{value}" is refused with 400, although the description allows it'
    return finding("allowed-bounds", operation, message)


def test_one_value_that_is_refused_everywhere_is_one_cause():
    assert "bound" in share(refused("GET /a", "since"), refused("GET /b", "until"))
    assert "bound" not in share(refused("GET /a", "since"), refused("GET /b", "until", "0"))


def test_an_answer_unlike_its_schema_is_one_cause_in_a_call_and_in_a_sequence():
    called = finding("response_schema", "GET /roles", "200: data[0].ip: None is not of type 'array'")
    told = "GET /roles 200: data[3].{}: None is not of type 'array'"
    assert "promise" in share(called, finding("schema", "roles", told.format("ip"), in_sequence=True))
    assert not share(called, finding("schema", "roles", told.format("name"), in_sequence=True))


def test_members_of_one_answer_that_are_wrong_in_the_same_words_are_causes_of_their_own():
    told = "200: data.{}: None is not of type 'string'"
    one = finding("response_schema", "POST /users", told.format("first_name"))
    assert not share(one, finding("response_schema", "POST /users", told.format("password")))
    assert "promise" in share(
        one, finding("response_schema", "GET /users", "200: data[0].first_name: None is not of type 'string'")
    )


def test_what_a_row_of_a_list_lacks_as_the_object_itself_does_is_one_cause():
    found = finding("response_schema", "GET /roles/{id}", "200: the body: 'name' is a required property")
    listed = "200: [3]: '{}' is a required property"
    assert "promise" in share(found, finding("response_schema", "GET /roles", listed.format("name")))
    assert "promise" not in share(found, finding("response_schema", "GET /roles", listed.format("rank")))


def test_an_object_of_another_shape_is_one_cause_in_calls_and_in_sequences():
    lacking = finding("response_schema", "GET /roles/{id}", "200: the body: 'name' is a required property")
    told = "GET /roles/{id} 200: the body: Additional properties are not allowed ('role' was unexpected)"
    assert "shape" in share(lacking, finding("schema", "roles", told, in_sequence=True))
    assert not share(lacking, finding("schema", "roles", told.replace("200", "201"), in_sequence=True))


@pytest.mark.parametrize(
    ("coordinate", "said", "expected"),
    [
        ("POST /v1/projects", "no such table", {"failure"}),
        ("POST /v1/projects", "disk full", set()),
        ("POST /v1/users", "no such table", set()),
        ("GET /v1/projects", "no such table", set()),
    ],
)
def test_an_operation_that_fails_alike_in_a_call_and_in_a_sequence_is_one_cause(coordinate, said, expected):
    called = finding("server_error", coordinate, f"HTTP 500: {said}", 500, {"message": said})
    message, payload = "post failed with a server error: HTTP 500", {"message": "no such table"}
    assert share(called, finding("server-error", "projects", message, 500, payload, in_sequence=True)) == expected
