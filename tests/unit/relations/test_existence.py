import pytest
from graphql import GraphQLError

from querious.model import Severity
from querious.relations.existence import RELATION
from querious.relations.objects.lookups import lookup_results
from relating import Api, said

SDL = """
type Query {
  orders: [Order!]!
  project(id: ID!): Project
  projects(ids: [ID!]!): [Project]
  node(id: ID!): Node
  user(login: String!): User
  viewer: Viewer
  admin: Admin
}
interface Node { id: ID! }
type Order implements Node { id: ID!, project: Project, user: User }
type Project implements Node { id: ID!, name: String }
type User { id: ID!, login: String! }
type Viewer { id: ID!, project(id: ID!): Project }
type Admin { project(id: ID!): Project }
"""
PROJECTS = {f"{n}": {"id": f"{n}", "name": f"P{n}", "kind": "Project"} for n in range(1, 5)}
USERS = {f"u{n}": {"id": f"{n}", "login": f"u{n}"} for n in range(1, 5)}
ORDERS = {
    f"o{n}": {"id": f"o{n}", "project": PROJECTS[f"{n}"], "user": USERS[f"u{n}"], "kind": "Order"} for n in range(1, 5)
}
KNOWN = "{ orders { id project { id } user { id login } } viewer { id } admin { __typename } }"


def office(**changes):
    resolvers = {
        "Query.orders": lambda *_: list(ORDERS.values()),
        "Query.project": lambda *_, **asked: PROJECTS.get(asked["id"]),
        "Query.projects": lambda *_, ids: [PROJECTS.get(one) for one in ids],
        "Query.node": lambda *_, **asked: {**PROJECTS, **ORDERS}.get(asked["id"]),
        "Query.user": lambda *_, login: USERS.get(login),
        "Query.viewer": lambda *_: {"id": "me"},
        "Query.admin": lambda *_: {},
        "Viewer.project": lambda *_, **asked: PROJECTS["1"] if asked["id"] == "1" else None,
        "Admin.project": lambda *_, **asked: PROJECTS.get(asked["id"]),
        **{name.replace("_", "."): change for name, change in changes.items()},
    }
    api = Api(SDL, resolvers)
    api.schema.type_map["Node"].resolve_type = lambda value, *_: value["kind"]
    return api.know(KNOWN)


def refuse(*_, **__):
    raise GraphQLError("not allowed")


def test_what_is_shown_is_found_in_a_healthy_office():
    """The viewer finds only the viewer's own, which is nobody's fault."""
    api = office()
    assert said(api.found(RELATION)) == []
    assert api.requests > 10


@pytest.mark.parametrize("name", ["Query_project", "Admin_project", "Query_user"])
def test_a_look_up_that_finds_nothing(name):
    found = office(**{name: lambda *_, **__: None}).found(RELATION)
    assert [mismatch.coordinate for mismatch in found] == [name.replace("_", ".")]
    assert found[0].message.startswith("finds nothing for any of 4 objects of ")
    assert found[0].severity is Severity.SUSPICION


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("Query_project", lambda *_, **asked: PROJECTS.get(asked["id"]) if asked["id"] != "4" else None),
        ("Query_projects", lambda *_, ids: [PROJECTS.get(one) for one in ids[:-1]]),
        ("Query_projects", lambda *_, ids: [PROJECTS.get(one) if one != "2" else None for one in ids]),
        ("Query_node", lambda *_, **asked: {**PROJECTS, **ORDERS}.get(asked["id"]) if asked["id"] != "o3" else None),
    ],
    ids=["last", "lost-of-many", "null-of-many", "node"],
)
def test_a_look_up_that_misses_some(name, change):
    found = office(**{name: change}).found(RELATION)
    assert [mismatch.coordinate for mismatch in found] == [name.replace("_", ".")]
    assert found[0].message.startswith("finds some objects of ")


def test_errors_are_silent():
    assert said(office(Query_project=refuse, Query_node=refuse, Query_projects=refuse).found(RELATION)) == []


def test_values_are_asked_one_by_one_where_one_of_them_is_refused():
    def picky(*_, **asked):
        if asked["id"] == "1":
            refuse()
        return PROJECTS.get(asked["id"]) if asked["id"] != "4" else None

    assert [mismatch.coordinate for mismatch in office(Query_project=picky).found(RELATION)] == ["Query.project"]


def test_what_is_gone_afterwards_is_not_missed():
    rows = dict(ORDERS)

    def last_project(*_, **asked):
        rows.clear()

    api = office(Query_orders=lambda *_: list(rows.values()), Query_project=last_project)
    assert [mismatch.coordinate for mismatch in api.found(RELATION)] == []


def test_one_known_value_is_too_few_to_say_that_nothing_is_found():
    api = office(Query_orders=lambda *_: [ORDERS["o1"]], Query_project=lambda *_, **__: None)
    assert said(api.found(RELATION)) == []


def test_nothing_is_asked_without_known_values():
    api = Api(SDL, {})
    assert api.found(RELATION) == []
    assert api.requests == 0


def test_every_part_of_the_trace_is_needed():
    """Leaving out the answers that show the object, before or after, leaves nothing to hold against the look-up."""
    api = office(Query_project=lambda *_, **__: None)
    trace = next(trace for trace in api.traces(RELATION) if list(RELATION.check(trace, api.observed.types)))
    assert list(RELATION.check(trace[1:], api.observed.types)) == []
    assert list(RELATION.check(trace[:-1], api.observed.types)) == []
    assert list(RELATION.check([asked._replace(data=None) for asked in trace], api.observed.types)) == []
    assert list(RELATION.check([asked._replace(clean=False) for asked in trace], api.observed.types)) == []


@pytest.mark.parametrize(("leaf", "missing"), [("id name", ["9"]), ("name", [])])
def test_an_object_that_comes_without_its_key_may_be_any_of_those_asked_for(leaf: str, missing: list[str]):
    api = office()
    answer = api.ask(api.operation(f'{{ projects(ids: ["1", "9"]) {{ {leaf} }} }}'))
    (result,) = lookup_results([answer], api.observed.types)
    assert result.missing() == missing
