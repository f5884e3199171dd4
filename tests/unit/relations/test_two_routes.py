from typing import Any

import pytest

from querious.model import Severity
from querious.relations.two_routes import RELATION
from relating import Api, said

SDL = """
type Query {
  users: [User!]!
  userProjects(id: ID!): [Project]
  projectsOfUser(userId: ID!, first: Int, after: String): ProjectConnection
  userMentor(userId: ID!): User
  userFriends(id: ID!, limit: Int = 1): [User]
  stock: Stock
}
type User {
  id: ID!
  name: String
  login: String @deprecated(reason: "Use `name` instead.")
  nick: String @deprecated(reason: "Renamed to name.")
  projects: [Project]
  mentor: User
  friends: [User!]!
  projectCount: Int
  totalFriends: Int
  orderNumber: Int
  orders: [Project!]
  works(first: Int, after: String): ProjectConnection!
  numberOfWorks: Int
}
type Project { id: ID!, members: [User!]! }
type ProjectConnection { nodes: [Project]!, edges: [Edge]!, pageInfo: PageInfo!, totalCount: Int! }
type Edge { cursor: String!, node: Project }
type PageInfo { hasNextPage: Boolean! }
type Stock { items: [Item!]!, itemCount: Int!, boxes(first: Int): [Item!]!, boxCount: Int! }
type Item { weight: Int }
"""
KNOWN = "{ users { id works { totalCount } } stock { itemCount } }"
PROJECTS = {n: {"id": f"p{n}", "members": []} for n in range(1, 5)}


def connection(rows, more=False, total=None):
    return {
        "nodes": rows,
        "edges": [{"cursor": row["id"], "node": row} for row in rows],
        "pageInfo": {"hasNextPage": more},
        "totalCount": len(rows) if total is None else total,
    }


def user(number, **changes):
    rows = [PROJECTS[n] for n in range(1, number + 1)]
    return {
        "id": f"u{number}",
        "name": f"name {number}",
        "login": f"name {number}",
        "nick": f"name {number}",
        "projects": rows,
        "mentor": {"id": "u1"},
        "friends": [{"id": "u1"}, {"id": "u2"}],
        "projectCount": len(rows),
        "totalFriends": 2,
        "orderNumber": 4711,
        "orders": rows[:1],
        "works": connection(rows[:2], more=number > 2, total=number),
        "numberOfWorks": number,
        **changes,
    }


def office(changed=None, **changes):
    """``changed`` gives what is different of the user with a number."""
    users = {f"u{n}": user(n, **(changed(n) if changed else {})) for n in (1, 2, 3, 4)}
    resolvers = {
        "Query.users": lambda *_: list(users.values()),
        "Query.userProjects": lambda *_, **asked: user(int(asked["id"][1:]))["projects"][::-1],
        "Query.projectsOfUser": lambda *_, **asked: connection(
            user(int(asked["userId"][1:]))["projects"][:2], asked["userId"] > "u2"
        ),
        "Query.userMentor": lambda *_, **asked: {"id": "u1"},
        "Query.userFriends": lambda *_, **asked: [{"id": "u1"}],
        "Query.stock": lambda *_: {"items": [{}, {}], "itemCount": 2, "boxes": [{}], "boxCount": 9},
        **{name.replace("_", "."): change for name, change in changes.items()},
    }
    return Api(SDL, resolvers).know(KNOWN)


def test_a_healthy_office_agrees_with_itself():
    """Pages that have more, lists with a limit, other orders, and an order number are no reason for suspicion."""
    api = office()
    assert said(api.found(RELATION)) == []
    assert api.requests > 10


@pytest.mark.parametrize(
    ("changes", "coordinate"),
    [
        ({"changed": lambda n: {"projects": []}}, "User.projects"),
        ({"Query_userProjects": lambda *_, **asked: [PROJECTS[1]]}, "Query.userProjects"),
        ({"Query_userProjects": lambda *_, **asked: None}, "Query.userProjects"),
        ({"Query_projectsOfUser": lambda *_, **__: connection([])}, "Query.projectsOfUser"),
        ({"changed": lambda n: {"mentor": {"id": "u2"}}}, "User.mentor"),
    ],
    ids=["empty", "only-one", "null", "connection", "single"],
)
def test_two_fields_that_mean_the_same_and_differ(changes, coordinate):
    if "changed" in changes and coordinate == "User.projects":
        changes = {"changed": lambda n: {"projects": [], "projectCount": 0}}
    found = office(**changes).found(RELATION)
    assert coordinate in {mismatch.coordinate for mismatch in found}, said(found)
    assert all("means the same" in mismatch.message for mismatch in found)
    assert {mismatch.severity for mismatch in found} == {Severity.SUSPICION}


def test_nodes_and_edges_of_one_page_differ():
    page = {**connection([PROJECTS[1], PROJECTS[2]]), "nodes": [PROJECTS[1]]}
    found = office(lambda n: {"works": page, "numberOfWorks": 2}).found(RELATION)
    assert [(mismatch.coordinate, mismatch.severity) for mismatch in found] == [
        ("ProjectConnection.nodes", Severity.FAULT)
    ]


def test_nulls_on_a_page_are_nothing():
    page = {**connection([PROJECTS[1]]), "nodes": [PROJECTS[1], None]}
    assert said(office(lambda n: {"works": page, "numberOfWorks": 1}).found(RELATION)) == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (lambda n: {"nick": "else"}, ["User.nick"]),
        (lambda n: {"login": "else"}, []),
        (lambda n: {"login": "else"} if n == 2 else {}, ["User.login"]),
        (lambda n: {"login": None} if n == 2 else {}, ["User.login"]),
    ],
    ids=["renamed", "another-meaning", "one-differs", "one-is-null"],
)
def test_an_old_name_and_the_new_one(changed, expected):
    assert [mismatch.coordinate for mismatch in office(changed).found(RELATION)] == expected


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (lambda n: {"projectCount": n + 1}, ["User.projectCount"]),
        (lambda n: {"numberOfWorks": n + 1}, ["User.numberOfWorks"]),
        (lambda n: {"totalFriends": 90 + n}, []),
        (lambda n: {"projectCount": None}, []),
    ],
    ids=["list", "connection", "a-sum", "unknown"],
)
def test_a_list_and_its_count(changed, expected):
    assert [mismatch.coordinate for mismatch in office(changed).found(RELATION)] == expected


def test_a_list_cut_at_a_round_number_is_not_held_against_its_count():
    stock = {"items": [{}] * 50, "itemCount": 60}
    assert said(office(Query_stock=lambda *_: stock).found(RELATION)) == []
    assert said(office(Query_stock=lambda *_: {**stock, "itemCount": 40}).found(RELATION)) != []


def test_answers_with_errors_and_strange_ones_are_silent():
    api = office(Query_userProjects=lambda *_, **asked: None)
    for trace in api.traces(RELATION):
        null = [asked._replace(data=dict.fromkeys(asked.data or ()), clean=False) for asked in trace]
        assert list(RELATION.check(null, api.observed.types)) == []
        for strange in (None, {}, {"users": {}, "userProjects": 1}, {"users": [[{"id": 1}]], "stock": "x"}):
            assert list(RELATION.check([asked._replace(data=strange) for asked in trace], api.observed.types)) == []


def test_it_shows_in_two_steps_too():
    api = office(Query_userProjects=lambda *_, **asked: [])
    trace = next(trace for trace in api.traces(RELATION) if list(RELATION.check(trace, api.observed.types)))
    assert len(trace) > 3
    assert [mismatch.coordinate for mismatch in RELATION.check(trace[:2], api.observed.types)] == ["Query.userProjects"]
    assert list(RELATION.check(trace[1:2], api.observed.types)) == []


@pytest.mark.parametrize(("wrong", "expected"), [("", []), ("9", ["Books.totalItems"])])
def test_the_count_of_a_page_is_of_the_whole_list(wrong: str, expected: list[str]):
    """And of an object that was not asked for a page, it is the number of what it shows."""
    sdl = """
        type Query { shelves: [Shelf!]! }
        type Shelf { id: ID! books(options: Options): Books! }
        input Options { take: Int }
        type Books { items: [Book!]! totalItems: Int! }
        type Book { id: ID! }
    """

    def books(shelf: Any, _: Any, options: Any = None) -> dict[str, Any]:
        whole = [{"id": f"{shelf['id']}-{place}"} for place in range(int(shelf["id"]))]
        return {"items": whole[: (options or {}).get("take", 99)], "totalItems": len(whole) + (shelf["id"] == wrong)}

    shelves = [{"id": str(one)} for one in (2, 3, 4, 5, 9)]
    of_pages = Api(sdl, {"Query.shelves": lambda *_: shelves, "Shelf.books": books})
    of_pages.know("{ shelves { id books(options: {take: 4}) { items { id } totalItems } } }")
    assert [one.coordinate for one in of_pages.found(RELATION)] == []
    of_all = Api(sdl, {"Query.shelves": lambda *_: shelves, "Shelf.books": books})
    of_all.know("{ shelves { id books { items { id } totalItems } } }")
    assert [one.coordinate for one in of_all.found(RELATION)] == expected
