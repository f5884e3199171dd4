from __future__ import annotations

import pytest
from graphql import GraphQLArgument, GraphQLInt, GraphQLSchema, Undefined, build_client_schema, build_schema
from graphql import introspection_from_schema as introspect

from querious.model.defaults import default_of

SDL = """
enum Size { S L }
input Box { side: Int! = 2 size: Size }
type Query { f(none: Int, null: Int = null, number: Int! = 3, size: Size = L, few: [Int!] = 4, box: Box = {side: 1, size: S}): Int }
"""


@pytest.mark.parametrize("schema", [build_schema(SDL), build_client_schema(introspect(build_schema(SDL)))])
def test_defaults_of_a_schema_that_was_read(schema: GraphQLSchema):
    assert {name: default_of(argument) for name, argument in schema.query_type.fields["f"].args.items()} == {
        "none": Undefined,
        "null": None,
        "number": 3,
        "size": "L",
        "few": [4],
        "box": {"side": 1, "size": "S"},
    }
    assert default_of(schema.type_map["Box"].fields["side"]) == 2


def test_the_default_of_an_argument_made_in_python():
    assert default_of(GraphQLArgument(GraphQLInt, default_value=7)) == 7
    assert default_of(GraphQLArgument(GraphQLInt)) is Undefined
