"""Small APIs for tests of whole runs, and an oracle that finds something in them."""

from __future__ import annotations

from graphql import GraphQLField, GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString, build_schema


def resolving(**resolvers) -> GraphQLSchema:
    """A schema of Int fields that take ``n`` and ``s``."""
    arguments = build_schema("type Query { f(n: Int, s: String): Int }").query_type.fields["f"].args
    fields = {
        name: GraphQLField(GraphQLInt, args=arguments, resolve=lambda _root, _info, call=call, **sent: call(**sent))
        for name, call in resolvers.items()
    }
    fields["fine"] = GraphQLField(GraphQLString, resolve=lambda *_: "fine")
    return GraphQLSchema(GraphQLObjectType("Query", fields))


def divide(n=1, s="") -> int:
    return 10 // n if n is not None else 0


def mentions_fine(exchange):
    return "the answer mentions fine" if b"fine" in exchange.body else None
