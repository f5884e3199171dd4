from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model.state import Command
from querious.rest.openapi.collections.path_pairs import find_resources
from querious.rest.openapi.collections.path_templates import path_template
from unit.rest.openapi.descriptions import BOOK, answers, body, crud, described, found, planned, reasons


@pytest.mark.parametrize(
    ("collection", "item", "name"),
    [
        ("/books", "/books/{id}", "books"),
        ("/book", "/books/{bookId}", "book"),
        ("/books", "/book/{id}", "books"),
        ("/api/v1/books/", "/api/v1/books/{id}/", "books"),
        ("/books/", "/books/{id}", "books"),
        ("/lineItems", "/line-items/{id}", "lineItems"),
        ("/Books", "/Books({key})", "Books"),
        ("/books", "/books/{id}.json", "books"),
        ("/books/create", "/books/{id}", "books/create"),
        ("/store/order", "/store/order/{orderId}", "store/order"),
    ],
)
def test_pairs_in_many_styles(collection, item, name):
    (resource,), left_out = find_resources(described(crud(collection, item)))
    assert (resource.name, resource.path, resource.item.text) == (name, collection, item)
    assert resource.operations.keys() == {Command.POST, Command.LIST, Command.GET, Command.PUT, Command.DELETE}
    assert left_out == ()


def test_a_list_that_stands_elsewhere_is_used():
    paths = {**crud("/book", "/books/{id}", verbs="post get"), "/books": {"get": answers({"type": "array"})}}
    (resource,), _ = find_resources(described(paths))
    assert (resource.path, resource.listed.text) == ("/book", "/books")


def test_entries_made_under_a_parent_and_read_without_it():
    paths = {**crud("/books", "/books/{id}"), **crud("/books/{id}/comments", "/comments/{id}")}
    plan = found(planned(paths))
    routes = plan["books/comments"].paths
    assert (routes.collection, routes.item) == ("/books/{id_}/comments", "/comments/{id}")
    assert routes.parents == {"id_": "books"}


def test_a_method_is_documented_whatever_its_path_calls_the_key():
    paths = {**crud("/tokens", "/tokens/{secret}", verbs="post list delete"), **crud("/tokens", "/tokens/{name}")}
    by_secret = {"/tokens": paths["/tokens"], "/tokens/{secret}": {"delete": paths["/tokens/{name}"]["delete"]}}
    resources, _ = find_resources(described({**by_secret, "/tokens/{name}": {"get": answers(BOOK)}}))
    assert {resource.item_methods for resource in resources} == {frozenset({"get", "delete"})}


@pytest.mark.parametrize(
    ("made", "listed"),
    [
        ({"/comments": {"post": body(BOOK)}}, "/users/{user}/comments"),
        ({"/comments": {"post": body(BOOK)}}, "/users/{user}/posts/{post}/comments"),
        ({"/posts/{post}/comments": {"post": body(BOOK)}}, "/users/{user}/comments"),
        ({"/posts/{post}/comments": {"post": body(BOOK)}}, "/a/{b}/users/{user}/comments"),
    ],
)
def test_a_list_below_another_parent_than_entries_are_made_under_is_not_theirs(made, listed):
    paths = {
        **crud("/users", "/users/{id}"),
        **crud("/posts", "/posts/{id}"),
        **made,
        listed: {"get": answers({"type": "array"})},
        "/comments/{id}": {"get": answers(BOOK)},
    }
    comments = next(each for each in planned(paths).plans if each.name.endswith("comments"))
    assert Command.LIST not in comments.resource.operations
    assert comments.paths.listed == ""


def test_a_query_written_behind_a_path_holds_no_key():
    paths = {"/books": {"post": body(BOOK)}, "/books/{id}?fields={fields}": {"get": answers(BOOK)}}
    routes = found(planned(paths))["books"].paths
    assert routes.item == "/books/{id}"


def test_parameters_are_called_alike_in_both_paths():
    paths = {**crud("/books", "/books/{id}"), **crud("/books/{book_id}/comments", "/books/{bookId}/comments/{id}")}
    routes = found(planned(paths))["books/comments"].paths
    assert routes.item == "/books/{book_id}/comments/{id}"
    assert routes.parents == {"book_id": "books"}


@pytest.mark.parametrize(
    ("paths", "path", "reason"),
    [
        ({"/orders/{id}/cancel": {"post": answers()}}, "/orders/{id}/cancel", "an action on an entry or a part of it"),
        ({"/health": {"get": answers()}}, "/health", "there is no item path"),
        ({"/books/{id}": {"get": answers()}}, "/books/{id}", "no collection path above it"),
        (crud("/books", "/books/{id}", verbs="list get"), "/books", "entries cannot be created: there is no POST"),
        (crud("/books", "/books/{id}", verbs="list get put"), "/books", "PUT does not document 201"),
        (crud("/books", "/books/{id}", verbs="post delete"), "/books", "neither read nor listed"),
        ({"/range/{from}-{to}": {"get": answers()}}, "/range/{from}-{to}", "combines several parts"),
    ],
)
def test_what_is_no_collection_is_left_out_with_the_reason(paths, path, reason):
    resources, left_out = find_resources(described(paths))
    assert resources == ()
    assert reason in {each.path: each.reason for each in left_out}[path]


def test_a_put_that_creates_makes_entries_under_keys_of_ours():
    put = {"put": {**body(BOOK), **answers(BOOK, "201")}, "get": answers(BOOK)}
    (resource,), _ = find_resources(described({"/books/{id}": put}))
    assert resource.named_by_us
    assert resource.path == "/books"
    assert resource.operations[Command.POST].method == "put"


def test_the_trash_of_a_collection():
    paths = {**crud("/books", "/books/{id}"), "/books/trash": {"delete": answers(status="204")}}
    plan = planned(paths)
    assert found(plan)["books"].paths.trash == "/books/trash"
    assert Command.EMPTY_TRASH in found(plan)["books"].known.commands
    assert reasons(plan) == {}


def test_the_same_name_under_two_versions_is_made_unique():
    paths = {**crud("/v1/books", "/v1/books/{id}"), **crud("/v2/books", "/v2/books/{id}")}
    assert list(found(planned(paths))) == ["v1/books", "v2/books"]


def test_what_answers_another_path_is_not_an_item():
    paths = {**crud("/books", "/books/{id}"), "/books/{id}/cover/{size}": {"get": answers()}}
    assert reasons(planned(paths)) == {
        "/books/{id}/cover/{size}": "there is no collection path above it to which entries could be added"
    }


NAMES = st.sampled_from(
    ["books", "book", "authors", "api", "v1", "{id}", "{bookId}", "{a}-{b}", "Books({k})", "x.json"]
)


@given(st.lists(st.lists(NAMES, max_size=5).map("/".join).map("/{}".format), max_size=8, unique=True), st.data())
def test_every_collection_has_an_item_path_with_its_key(paths, data):
    methods = st.sets(st.sampled_from(["get", "post", "put", "patch", "delete"]))
    told = {
        path: {method: {**body(BOOK), **answers(BOOK, "201")} for method in data.draw(methods)} for path in paths
    }  # fmt: skip
    resources, left_out = find_resources(described(told))
    assert len({resource.name for resource in resources}) == len(resources)
    for resource in resources:
        assert resource.item.ends_with_parameter
        assert resource.key_parameter in resource.item.parameters
        assert len(resource.item.parameters) - 1 <= len(resource.collection.parameters)
        assert Command.POST in resource.operations
        assert resource.operations.keys() & {Command.GET, Command.LIST}
    used = {path for resource in resources for path in (resource.path, resource.item.text)}
    listed = {resource.listed.text for resource in resources if resource.listed}
    known = used | listed | {resource.trash for resource in resources} | {each.path for each in left_out}
    assert {path for path, item in told.items() if item and path_template(path) != path_template("/")} <= known | {"/"}
