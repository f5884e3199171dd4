import pytest
from graphql import build_schema

from querious.relations import SchemaTypes
from querious.relations.objects.lookups import known_lookups, lookup_results, lookups_of
from relating import Api

SDL = """
type Query {
  project(id: ID!): Project
  projectById(projectId: ID!): Project
  user(where: UserWhere!): User
  itemBy(lookup: Key!): Item
  item(sku: Sku!, verbose: Boolean): Item
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]
  usersByIds(ids: [ID!]!): [User!]!
  numbered(number: Int!): Ticket
  ticket(number: Int!): Ticket
  hidden(id: ID!, secret: String!): Project
  projectOwner(id: ID!): User
  nextProject(id: ID!): Project
  member(id: ID!): User
  cheapest(ids: [ID!]!): Project
  projects(id: ID): [Project]
  userProfile(id: ID!): UserProfile
  projectTask(id: ID!): ProjectTask
  film(id: ID, filmID: ID): Film
  search(text: String!): Found
  found(id: ID!): Found
  flag(on: Boolean!): Flag
  tools: Tools
  viewer: User
}
scalar Sku
interface Node { id: ID! }
union Found = Project | User
input UserWhere { id: ID, name: String }
input Key { sku: Sku, id: ID }
type Project implements Node { id: ID!, name: String, owner: User, tasks: [ProjectTask] }
type User implements Node { id: ID!, name: String, project(id: ID!): Project }
type ProjectTask { id: ID! }
type UserProfile { id: ID!, text: String }
type Item { id: ID!, sku: Sku!, name: String }
type Ticket { id: ID!, number: Int! }
type Film { id: ID!, title: String }
type Flag { on: Boolean }
type Tools { project(id: ID!): Project }
"""
TYPES = SchemaTypes(build_schema(SDL))


def keys(name, parent="Query"):
    return [
        (".".join(lookup.inputs), lookup.keys, lookup.many, lookup.certain)
        for lookup in lookups_of(TYPES, f"{parent}.{name}")
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("project", [("id", {"Project": "id"}, False, True)]),
        ("projectById", [("projectId", {"Project": "id"}, False, True)]),
        ("user", [("where.id", {"User": "id"}, False, True), ("where.name", {"User": "name"}, False, True)]),
        ("itemBy", [("lookup.sku", {"Item": "sku"}, False, True), ("lookup.id", {"Item": "id"}, False, True)]),
        ("item", [("sku", {"Item": "sku"}, False, True)]),
        ("node", [("id", {"Project": "id", "User": "id"}, False, True)]),
        ("nodes", [("ids", {"Project": "id", "User": "id"}, True, True)]),
        ("usersByIds", [("ids", {"User": "id"}, True, True)]),
        ("ticket", [("number", {"Ticket": "number"}, False, True)]),
        ("found", [("id", {"Project": "id", "User": "id"}, False, True)]),
        ("projectTask", [("id", {"ProjectTask": "id"}, False, True)]),
        ("film", [("id", {"Film": "id"}, False, True)]),
    ],
)
def test_look_ups_are_found_by_names_and_types(name, expected):
    assert keys(name) == expected


@pytest.mark.parametrize("name", ["member", "projectOwner", "userProfile"])
def test_a_name_that_may_mean_something_else_is_uncertain(name):
    assert [certain for *_, certain in keys(name)] == [False]


@pytest.mark.parametrize(
    "name", ["hidden", "nextProject", "cheapest", "projects", "search", "flag", "tools", "nothing"]
)
def test_other_fields_look_nothing_up(name):
    assert keys(name) == []


def test_look_ups_below_namespaces_and_the_viewer_are_known_once_they_had_a_value():
    api = Api(SDL, {"Query.tools": lambda *_: {}, "Query.viewer": lambda *_: {"id": "1"}})
    below = {"Tools.project", "User.project"}
    assert not below & {lookup.coordinate for _, lookup in known_lookups(api.observed)}
    api.know("{ tools { __typename } viewer { id } }")
    assert below <= {lookup.coordinate for _, lookup in known_lookups(api.observed)}


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [("project", "1", "1"), ("project", 1, 1), ("ticket", "12", 12), ("ticket", "x", None), ("project", True, None)],
)
def test_a_value_is_handed_over_as_the_argument_takes_it(name, value, taken):
    assert lookups_of(TYPES, f"Query.{name}")[0].takes(value) == taken


def test_a_look_up_is_read_from_an_answer_only_if_nothing_else_was_asked():
    api = Api(SDL, {"Query.item": lambda *_, sku, **__: {"id": "1", "sku": sku}})
    api.know('{ item(sku: "a") { sku } }', '{ item(sku: "a", verbose: true) { sku } }')
    operations = [api.observed.operations["Query.item"]]
    trace = [api.ask(operation) for operation in operations]
    assert [(reading.value, list(reading.found())) for reading in lookup_results(trace, TYPES)] == [
        ("a", [(0, "Item", "a")])
    ]
    more = api.ask(
        operations[0]._replace(
            selections=[operations[0].selections[0]._replace(arguments=(("sku", "a"), ("verbose", True)))]
        )
    )
    assert list(lookup_results([more], TYPES)) == []
