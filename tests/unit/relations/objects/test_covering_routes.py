from __future__ import annotations

from typing import Any

from querious.relations.objects.covering_routes import covering_routes
from querious.relations.routes import route_text
from relating import Api

SDL = """
    type Query { all: [Thing!]! some: [Thing!]! one(id: ID!): Thing parts: [Part!]! }
    type Thing { id: ID! friend: Thing }
    type Part { size: Int }
"""


def api() -> Api:
    def thing(number: int) -> dict[str, Any]:
        return {"id": str(number), "friend": {"id": "9"}}

    resolvers = {
        "Query.all": lambda *_: [thing(1), thing(2), thing(3)],
        "Query.some": lambda *_: [thing(2), thing(3), thing(4), thing(5)],
        "Query.one": lambda *_, **asked: thing(int(asked["id"])),
        "Query.parts": lambda *_: [{"size": 1}],
    }
    known = '{ all { id friend { id } } some { id } one(id: "1") { id } parts { size } }'
    return Api(SDL, resolvers).know(known)


def names(found: list[Any]) -> list[str]:
    return [".".join(step.name for step in route) for route in found]


def test_each_route_adds_the_most_objects():
    assert names(covering_routes(api().observed, "Thing", 5)) == ["some", "all", "all.friend"]
    assert names(covering_routes(api().observed, "Thing", 1)) == ["some"]


def test_fields_that_are_not_to_be_passed():
    found = covering_routes(api().observed, "Thing", 5, {"Query.all", "Query.some"})
    assert [route_text(route) for route in found] == ['Query.one({"id": "1"})']


def test_objects_without_identity():
    assert names(covering_routes(api().observed, "Part", 5)) == ["parts"]
    assert covering_routes(api().observed, "Part", 5, {"Query.parts"}) == []
    assert covering_routes(api().observed, "Nobody", 5) == []
