from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.model.state import Command
from querious.state.samples import samples
from unit.rest.openapi.descriptions import answers, body, crud, found, planned, reasons, ref

INT, TEXT, UUID = {"type": "integer"}, {"type": "string"}, {"type": "string", "format": "uuid"}


def thing(required=(), **properties):
    own = {"id": {"type": "integer", "readOnly": True}, "name": TEXT}
    return {"type": "object", "required": list(required), "properties": {**own, **properties}}


def library(schema, authors=None):
    """Books with a schema of their own beside authors, whose keys are numbers."""
    return {**crud("/books", "/books/{id}", schema), **crud("/authors", "/authors/{id}", authors or thing())}


def bodies(plan, given, count=40):
    return samples(plan.known.entries(given), count, 1)


@pytest.mark.parametrize(
    ("field", "schema", "read"),
    [
        ("authorId", INT, lambda value: [value]),
        ("author_id", INT, lambda value: [value]),
        ("firstAuthorId", {"type": ["integer", "null"]}, lambda value: [value]),
        ("author", INT, lambda value: [value]),
        ("author_ids", {"type": "array", "items": INT, "minItems": 1}, lambda value: value),
        ("authors", {"type": "array", "items": INT, "minItems": 1}, lambda value: value),
        ("author", {"type": "object", "required": ["id"], "properties": {"id": INT, "name": TEXT}},
         lambda value: [value.pop("id"), *value.values()]),
        ("writer", {**INT, "description": "The id of the author"}, lambda value: [value]),
        ("writer", {"$ref": "#/components/schemas/AuthorId"}, lambda value: [value]),
        ("writer", {**INT, "format": "author-id"}, lambda value: [value]),
        ("by", {"type": "object", "required": ["authorId"], "properties": {"authorId": INT}},
         lambda value: [value["authorId"]]),
        ("author_id", {"anyOf": [INT, {"type": "null"}]}, lambda value: [value]),
    ],
)  # fmt: skip
def test_fields_that_hold_keys(field, schema, read):
    plan = planned(library(thing([field], **{field: schema})), {"AuthorId": INT})
    assert [each.name for each in plan.plans] == ["authors", "books"]
    books = found(plan)["books"]
    assert books.known.needs == ("authors",)
    for entry in bodies(books, {"authors": ["11", "12"]}):
        assert set(read(entry[field])) <= {11, 12}


@pytest.mark.parametrize(
    ("field", "schema"),
    [
        ("author", TEXT),
        ("authorName", TEXT),
        ("authorId", {**INT, "enum": [1, 2]}),
        ("authorId", UUID),
        ("authorized", INT),
        ("externalId", INT),
        ("author", {"type": "object", "required": ["name"], "properties": {"id": INT, "name": TEXT}}),
    ],
)
def test_fields_that_hold_none(field, schema):
    assert found(planned(library(thing([field], **{field: schema}))))["books"].known.needs == ()


def test_keys_that_are_text_stay_text():
    authors = {**thing(), "properties": {"id": {**UUID, "readOnly": True}}}
    books = found(planned(library(thing(["authorId"], authorId=UUID), authors)))["books"]
    key = "6d1a6c1a-5b1c-4b0c-8f0e-1f6d3c1b2a11"
    assert {entry["authorId"] for entry in bodies(books, {"authors": [key]})} == {key}


@pytest.mark.parametrize(("key", "needs"), [("slug", ("authors",)), ("id", ())])
def test_a_name_that_ends_with_the_key_of_a_collection_refers_to_it(key, needs):
    author = {"type": "object", "required": [key], "properties": {key: TEXT, "name": TEXT}}
    paths = {
        **crud("/books", "/books/{id}", thing(["authorSlug"], authorSlug=TEXT)),
        **crud("/authors", f"/authors/{{{key}}}", author),
    }
    books = found(planned(paths))["books"]
    assert books.known.needs == needs
    chosen = {entry["authorSlug"] for entry in bodies(books, {"authors": ["lem"]})}
    assert (chosen == {"lem"}) is bool(needs)


def test_lists_of_keys_are_sets_in_order():
    books = found(planned(library(thing(["author_ids"], author_ids={"type": "array", "items": INT}))))["books"]
    lists = [entry["author_ids"] for entry in bodies(books, {"authors": ["9", "10", "11"]})]
    assert all(keys == sorted(set(keys)) for keys in lists)
    assert {len(keys) for keys in lists} == {1, 2, 3}


def test_a_reference_to_the_parent_is_the_parent_of_the_path():
    comment = thing(["bookId"], bookId=INT)
    paths = {
        **crud("/books", "/books/{id}", thing()),
        **crud("/books/{b}/comments", "/books/{b}/comments/{id}", comment),
    }
    comments = found(planned(paths))["books/comments"]
    assert {entry["bookId"] for entry in bodies(comments, {"books": ["7", "8"]})} == {7}


def test_the_nearest_of_two_collections_is_meant():
    paths = {**crud("/shop/users", "/shop/users/{id}", thing()), **crud("/club/users", "/club/users/{id}", thing()),
             **crud("/club/games", "/club/games/{id}", thing(["userId"], userId=INT))}  # fmt: skip
    assert found(planned(paths))["club/games"].known.needs == ("club/users",)


def test_links_of_openapi_say_what_names_do_not():
    paths = library(thing(["made_by"], made_by=INT))
    paths["/books"]["post"]["operationId"] = "createBook"
    link = {"operationId": "createBook", "requestBody": {"made_by": "$response.body#/id"}}
    assert found(planned(paths))["books"].known.needs == ()
    paths["/authors"]["post"]["responses"]["201"]["links"] = {"next": link}
    assert found(planned(paths))["books"].known.needs == ("authors",)


def test_an_optional_reference_to_itself_is_left_out():
    plan = planned(crud("/nodes", "/nodes/{id}", thing(parentId=INT, prevNodeId=INT)))
    nodes = found(plan)["nodes"]
    assert nodes.known.needs == ()
    assert not any({"parentId", "prevNodeId"} & entry.keys() for entry in bodies(nodes, {}))


def test_a_required_reference_to_itself_leaves_the_collection_out():
    plan = planned(crud("/nodes", "/nodes/{id}", thing(["parentId"], parentId=INT)))
    assert reasons(plan) == {"/nodes": "no first entry can be created: nodes needs nodes"}


def test_a_circle_is_broken_at_the_optional_field():
    plan = planned(library(thing(["authorId"], authorId=INT), thing(bookId=INT)))
    assert [(each.name, each.known.needs) for each in plan.plans] == [("authors", ()), ("books", ("authors",))]
    assert not any("bookId" in entry for entry in bodies(found(plan)["authors"], {}))


def test_a_circle_of_required_fields_is_left_out_with_what_needs_it():
    paths = library(thing(["authorId"], authorId=INT), thing(["bookId"], bookId=INT))
    paths |= crud("/books/{id}/notes", "/books/{id}/notes/{note}", thing())
    told = reasons(planned(paths))
    assert told["/books"] == told["/authors"] == "no first entry can be created: books needs authors needs books"
    assert "its parent books cannot be created" in told["/books/{id}/notes"]


def test_what_cannot_be_made_is_not_referred_to():
    paths = crud("/books", "/books/{id}", thing(["countryId"], countryId=INT, regionId=INT))
    paths |= crud("/countries", "/countries/{id}", thing(), verbs="list get")
    paths |= crud("/regions", "/regions/{id}", thing(), verbs="list get")
    books = found(planned(paths))["books"]
    entries = bodies(books, {})
    assert all("countryId" in entry and "regionId" not in entry for entry in entries)
    assert any("/countries" in note for note in books.notes)


def test_a_parameter_that_is_no_key_is_filled_by_its_example_or_the_reason_is_told():
    parameter = {"name": "tenant", "in": "path", "required": True, "schema": TEXT}
    paths = crud("/t/{tenant}/books", "/t/{tenant}/books/{id}")
    assert "{tenant} cannot be filled in" in reasons(planned(paths))["/t/{tenant}/books"]
    for item in paths.values():
        item["parameters"] = [{**parameter, "example": "a b"}]
    routes = found(planned(paths))["t/books"].paths
    assert (routes.collection, routes.item) == ("/t/a%20b/books", "/t/a%20b/books/{id}")


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"default": 3}, "3"),
        ({"enum": ["x", "y"]}, "x"),
        ({"type": "boolean"}, "false"),
        ({"example": [1, 2]}, "1%2C2"),
    ],
)
def test_required_parameters_are_taken_from_the_description(schema, value):
    paths = crud("/books", "/books/{id}")
    paths["/books"]["post"]["parameters"] = [{"name": "q", "in": "query", "required": True, "schema": schema}]
    assert found(planned(paths))["books"].paths.collection == f"/books?q={value}"


def test_without_a_value_the_command_or_the_collection_is_left_out():
    missing = {"name": "X-Tenant", "in": "header", "required": True, "schema": TEXT}
    paths = crud("/books", "/books/{id}")
    paths["/books/{id}"]["put"]["parameters"] = [missing]
    books = found(planned(paths))["books"]
    assert Command.PUT not in books.known.commands
    assert "header X-Tenant is required" in books.notes[0]
    paths["/books"]["post"]["parameters"] = [missing]
    assert "header X-Tenant is required" in reasons(planned(paths))["/books"]


NAMES = ("ants", "bees", "cats", "dogs", "eels")


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), st.booleans()))
def test_needed_collections_come_first_whatever_refers_to_what(edges):
    paths = {}
    for name in NAMES:
        mine = {other: required for (one, other), required in edges.items() if one == name}
        schema = thing(
            [f"{other[:-1]}Id" for other, required in mine.items() if required],
            **{f"{other[:-1]}Id": INT for other in mine},
        )
        paths |= crud(f"/{name}", f"/{name}/{{id}}", schema, verbs="post get delete")
    plan = planned(paths)
    seen = set()
    for each in plan.plans:
        assert set(each.known.needs) <= seen
        required = {other for (one, other), needed in edges.items() if one == each.name and needed}
        assert required & found(plan).keys() <= set(each.known.needs)
        seen.add(each.name)
    assert seen | {path.strip("/") for path in reasons(plan)} == set(NAMES)
    for (one, other), required in edges.items():
        if one == other and required:
            assert one not in seen


def test_a_schema_by_reference_is_found_out_of_its_place():
    plan = planned(library(ref("Book")), {"Book": thing(["authorId"], authorId=INT)}, version="3.0.3")
    assert found(plan)["books"].known.needs == ("authors",)
    assert found(plan)["books"].facts.entry_name == "Book"


def test_swagger_bodies_and_definitions():
    parameter = {"in": "body", "name": "body", "schema": {"$ref": "#/definitions/Order"}}
    order = {"type": "object", "properties": {"petId": INT, "id": INT}}
    told = {"200": {"schema": {"$ref": "#/definitions/Order"}}}
    paths = {"/order": {"post": {"parameters": [parameter], "responses": told}},
             "/order/{orderId}": {"get": {"responses": told}},
             "/pet": {"post": {"parameters": [{**parameter, "schema": thing()}], "responses": {}}},
             "/pet/{petId}": {"get": {"responses": {"200": {"schema": thing()}}}}}  # fmt: skip
    plan = planned(paths, swagger="2.0", definitions={"Order": order}, openapi=None)
    assert [(each.name, each.known.needs) for each in plan.plans] == [("pet", ()), ("order", ("pet",))]


def test_bodies_that_are_no_json_are_left_out():
    paths = {"/a": {"post": {**body({}, "multipart/form-data"), **answers()}}, "/a/{id}": {"get": answers()}}
    assert reasons(planned(paths)) == {"/a": "POST takes multipart/form-data, not JSON with a schema"}
