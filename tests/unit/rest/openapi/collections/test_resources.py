from __future__ import annotations

from querious.model.state import Command
from querious.rest.openapi.collections.path_pairs import find_resources
from querious.rest.openapi.collections.resources import promised, put_creates
from unit.rest.openapi.descriptions import answers, crud, described


def resource(**more):
    paths = crud("/books", "/books/{id}")
    paths["/books/{id}"] |= more
    return find_resources(described(paths))[0][0]


def test_documented_statuses_are_promises():
    found = promised(resource(delete=answers(status="404"), get=answers(status="412")))
    assert found.not_found == {Command.DELETE}
    assert found.versions
    assert not found.refuses_referred
    assert found.methods == ("POST", "PATCH")


def test_put_creates_where_it_documents_so():
    assert put_creates(resource(put=answers(status="201")))
    assert not put_creates(resource())


def test_an_operation_that_is_not_there_takes_and_answers_nothing():
    missing = resource().operation(Command.PATCH)
    assert (missing.body.json_schema, missing.success.json_schema) == (None, None)
    assert resource().operation(Command.PUT).method == "put"
