from __future__ import annotations

import pytest

from querious.graphql.shape import Shapes
from querious.graphql.values import Makers, read_lessons
from querious.values import Pool
from sample import operation, schema

SCHEMA = schema()
SEARCH = '{ search(text: "") { __typename ... on Node { id } } }'
PAGES = """
type Query { things(like: String!): ThingConnection thing(id: ID!): Thing plain(id: ID!): Int }
type ThingConnection { nodes: [Thing!]! pageInfo: PageInfo! }
type PageInfo { endCursor: String }
type Thing { id: ID! kept: Box others(after: String!): ThingConnection bad: Int! }
type Box { code: String! }
"""


def pool_of(text: str | None = None) -> Pool:
    """A pool that wants everything that its schema can use."""
    built = schema(text) if text else SCHEMA
    pool = Pool()
    makers = Makers(built, pool)
    for kind in built.type_map.values():
        for name, field in getattr(kind, "fields", {}).items():
            for key, argument in getattr(field, "args", {}).items():
                makers.maker(f"{kind.name}.{name}.{key}", argument.type, getattr(field.type, "of_type", field.type))
            if getattr(field, "args", None) and kind.name in {"Query", "Thing", "Root"}:
                makers.call(kind.name, name)
    return pool


def read(document: str, data, errors=None, text: str | None = None):
    built = schema(text) if text else SCHEMA
    asked = operation(document, text) if text else operation(document)
    return read_lessons(pool_of(text), Shapes(built).of(asked), {"data": data, "errors": errors})


def trials(document: str, data, errors=None, text: str = PAGES) -> dict:
    found = read(document, data, errors, text).trials
    return {(trial.coordinate, *trial.arguments.values()): trial.worked for trial in found}


def test_lists_and_runtime_types_are_followed():
    data = {
        "search": [{"__typename": "Book", "id": "1"}, {"__typename": "Author", "id": "2"}, {"__typename": "?"}, None]
    }
    assert [pair[:2] for pair in read(SEARCH, data).seen] == [("Book.id", "1"), ("Author.id", "2")]


@pytest.mark.parametrize("value", [None, True, "", "x" * 300, [], {}])
def test_what_is_not_worth_keeping(value):
    assert read("{ book(id: 1) { id } }", {"book": {"id": value}}).seen == []


def test_a_list_of_leaves_shows_its_items():
    text = "type Query { all: All thing(id: ID!): Int } type All { ids: [ID!]! }"
    assert [pair[:2] for pair in read("{ all { ids } }", {"all": {"ids": ["a", "b"]}}, None, text).seen] == [
        ("All.ids", "a"),
        ("All.ids", "b"),
    ]


def test_what_was_tried_is_told_with_whether_it_brought_data():
    asked = '{ a: thing(id: "7") { id } b: thing(id: "8") { id } plain(id: "9") }'
    assert trials(asked, {"a": {"id": "7"}, "b": None, "plain": 0}) == {
        ("Query.thing", "7"): True,
        ("Query.thing", "8"): False,
        ("Query.plain", "9"): True,
    }


def test_an_empty_page_has_brought_nothing():
    asked = '{ things(like: "x") { nodes { id } pageInfo { endCursor } } }'
    page = {"endCursor": None}
    assert trials(asked, {"things": {"nodes": [], "pageInfo": page}}) == {("Query.things", "x"): False}
    assert trials(asked, {"things": {"nodes": [{"id": "1"}], "pageInfo": page}}) == {("Query.things", "x"): True}


def test_of_a_call_on_every_item_of_a_list_the_best_counts():
    asked = '{ things(like: "x") { nodes { others(after: "c") { nodes { id } } } } }'
    nodes = [{"others": None}, {"others": {"nodes": [{"id": "2"}]}}, {"others": None}]
    assert trials(asked, {"things": {"nodes": nodes}})["Thing.others", "c"] is True


def test_an_error_below_says_that_the_object_was_found():
    asked = '{ thing(id: "7") { id bad } }'
    assert trials(asked, {"thing": None}, [{"message": "m", "path": ["thing", "bad"]}]) == {("Query.thing", "7"): True}
    assert trials(asked, {"thing": None}, [{"message": "m", "path": ["thing"]}]) == {("Query.thing", "7"): False}
    assert trials(asked, None, [{"message": "m", "path": ["thing"]}]) == {("Query.thing", "7"): False}


def test_a_nested_call_that_took_everything_down_is_the_one_to_blame():
    asked = '{ thing(id: "7") { others(after: "c") { nodes { id } } } }'
    error = {"message": "m", "path": ["thing", "others"]}
    assert trials(asked, None, [error]) == {("Query.thing", "7"): True, ("Thing.others", "c"): False}


def test_what_was_refused_as_a_whole_says_nothing():
    asked = '{ thing(id: "7") { others(after: "c") { nodes { id } } } }'
    assert trials(asked, None, [{"message": "no"}]) == {("Query.thing", "7"): None, ("Thing.others", "c"): None}


@pytest.mark.parametrize(
    "errors",
    [7, "x", [None, 1, []], [{"path": "x"}], [{"path": [{}, None]}], [{"path": ["thing", 1, 2, "id", "deeper"]}], [{}]],
)
def test_errors_of_any_form_are_survived(errors):
    assert trials('{ thing(id: "7") { id } }', {"thing": {"id": "7"}}, errors) == {("Query.thing", "7"): True}


def test_the_type_of_an_object_that_is_gone_is_told_by_the_key_that_erred():
    text = """
    interface Node { id: ID! }
    type A implements Node { id: ID! a: Int! }
    type B implements Node { id: ID! b: Int! }
    type Query { node(id: ID!): Node }
    """
    asked = '{ node(id: "7") { __typename ... on A { id a } ... on B { id b } } }'
    (trial,) = read(asked, {"node": None}, [{"message": "m", "path": ["node", "b"]}], text).trials
    assert (trial.worked, trial.types) == (True, {"B"})
    (trial,) = read(asked, {"node": None}, [{"message": "m", "path": ["node", "id"]}], text).trials
    assert (trial.worked, trial.types) == (False, set())


def test_variables_are_replaced_and_null_members_left_out():
    text = "type Query { find(by: Key!, other: Int): Thing } input Key { code: String old: Int } type Thing { code: String }"
    asked = operation(
        "query ($c: String, $o: Int) { find(by: {code: $c, old: null}, other: $o) { code } }", text, {"c": "v"}
    )
    (trial,) = read_lessons(pool_of(text), Shapes(schema(text)).of(asked), {"data": {"find": None}}).trials
    assert trial.arguments == {"by": {"code": "v"}}


def test_values_of_one_object_and_of_what_is_around_it_are_told_together():
    text = """
    type Query { users: [User!]! repository(owner: String!, name: String!): Repository }
    type User { login: String! repositories: [Repository!]! }
    type Repository { name: String! license: License }
    type License { key: String! }
    """
    data = {
        "users": [
            {
                "login": "u1",
                "repositories": [{"name": "r1", "license": {"key": "mit"}}, {"name": "r2", "license": None}],
            }
        ]
    }
    found = read("{ users { login repositories { name license { key } } } }", data, None, text).together
    assert any({"User.login": "u1", "Repository.name": "r1"}.items() <= one.items() for one in found)
    assert {"User.login": "u1", "Repository.name": "r2"} in found


def test_values_of_two_objects_of_one_type_are_never_mixed():
    text = """
    type Query { users: [User!]! find(login: String!, mail: String!): User }
    type User { login: String! mail: String! boss: User }
    """
    data = {"users": [{"login": "a", "mail": "a@", "boss": {"login": "b", "mail": "b@"}}]}
    found = read("{ users { login mail boss { login mail } } }", data, None, text).together
    assert {tuple(sorted(one.values())) for one in found} == {("a", "a@"), ("b", "b@")}
    data = {"users": [{"login": "a", "mail": "a@", "boss": {"login": "b"}}]}
    found = read("{ users { login mail boss { login } } }", data, None, text).together
    assert {tuple(sorted(one.values())) for one in found} == {("a", "a@")}


def test_what_stands_below_is_told_apart():
    asked = '{ things(like: "x") { nodes { id kept { code } others(after: "c") { nodes { id } } } } }'

    def found(**below) -> int:
        thing = {"id": "1", "kept": None, "others": None, **below}
        seen = read(asked, {"things": {"nodes": [thing]}}, None, PAGES).seen
        return next(found for coordinate, value, found in seen if (coordinate, value) == ("Thing.id", "1"))

    bare, kept, others = found(), found(kept={"code": "k"}), found(others={"nodes": [{"id": "2"}]})
    assert bare == 0
    assert kept
    assert others & ~kept


def test_leaves_of_a_value_that_an_object_holds_are_known_by_their_place():
    seen = read("{ thing(id: 1) { kept { code } } }", {"thing": {"kept": {"code": "k"}}}, None, PAGES).seen
    assert ("Thing.kept.code", "k") in [pair[:2] for pair in seen]
