from __future__ import annotations

import pytest

from querious.graphql.cases import problems, variable_problems
from sample import case, schema

SCHEMA = schema()


def test_a_valid_case_has_no_problems():
    assert problems(SCHEMA, case("query ($id: ID!) { book(id: $id) { id } }", variables={"id": "1"})) == []


@pytest.mark.parametrize("document", ["{ nothing }", "{ book { id } }", "query ($id: ID!) { book(id: $id) { id } }"])
def test_documents_and_variables_are_checked(document):
    assert problems(SCHEMA, case(document))


def test_the_operation_of_the_name_counts():
    document = "query A($n: Int!) { named(limit: $n) { id } } query B { version }"
    assert variable_problems(SCHEMA, document, {})
    assert variable_problems(SCHEMA, document, {}, "B") == []
