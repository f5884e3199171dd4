from __future__ import annotations

from querious.model import Exchange, Field, Operation, graphql_case
from querious.pipeline.graphql.canaries import alive, canaries
from querious.pipeline.run.collapse import ALIVE

BOOKS = Field("Query", "books", "all", (("first", 1),), (), (Field("Book", "id"),))
COUNT = Field("Query", "count")


def found(kind: str, selections, data):
    case = graphql_case(0, Operation(kind, "Name", "Query", selections), "", {})
    return list(canaries(Exchange(case, 200, payload={"data": data})))


def test_a_canary_asks_one_root_field_for_as_little_as_possible():
    (canary,) = found("query", (BOOKS, COUNT), {"all": [{"id": 1}], "count": None})
    assert (canary.coordinate, canary.arguments) == ("Query.books", 1)
    (field,) = canary.case.operation.selections
    assert (field.alias, field.arguments) == ("", (("first", 1),))
    assert [child.name for child in field.children] == ["__typename"]
    assert canary.case.document == "{ books(first: 1) { __typename } }"


def test_mutations_and_answers_without_data_give_no_canaries():
    assert found("mutation", (COUNT,), {"count": 1}) == []
    assert found("query", (COUNT,), None) == []


def test_what_is_alive_answers_its_own_name():
    assert [field.name for field in alive("Query").operation.selections] == [ALIVE]
