from __future__ import annotations

from graphql import build_schema

from querious.graphql.schema import CustomScalar, Deprecated, Loaded, summarise

SDL = """
directive @cached on FIELD
schema { query: Root, mutation: Change, subscription: Watch }
interface Node { id: ID! }
type Root { node(id: ID!): Node me(at: Date, like: Filter): User }
type User implements Node { id: ID! name: String @deprecated friends(first: Int, old: Int @deprecated): [User] link: Url }
type Change { rename(id: ID!, name: String!): Renamed }
type Renamed { user: User ok: Boolean }
type Watch { user: User }
union Any = User | Renamed
enum Order { UP DOWN @deprecated ASIDE @deprecated }
input Filter { inner: Inner order: Order gone: Int @deprecated }
input Inner { filter: Filter money: Money }
scalar Date @specifiedBy(url: "https://example.org/date")
scalar Money
scalar Url
scalar Unused
"""


def test_everything_is_counted():
    summary = summarise(Loaded(build_schema(SDL), ("a note",), "shop.graphql"))
    kinds = ("objects", "interfaces", "unions", "enums", "inputs", "scalars")
    assert [getattr(summary, kind) for kind in kinds] == [5, 1, 1, 1, 2, 4]
    assert (summary.query, summary.mutation, summary.subscription) == ("Root", "Change", "Watch")
    assert (summary.query_tuples, summary.mutation_tuples) == (2 + 4, 1 + 2 + 4)
    assert summary.arguments == 3 + 2 + 2
    assert summary.deprecated == Deprecated(fields=1, arguments=1, input_fields=1, enum_values=2)
    assert {"cached", "include", "skip"} <= set(summary.directives)
    assert (summary.source, summary.notes) == ("shop.graphql", ("a note",))


def test_custom_scalars_tell_their_first_use():
    summary = summarise(Loaded(build_schema(SDL)))
    assert set(summary.custom_scalars) == {
        CustomScalar("Date", "Root.me(at:)", "https://example.org/date"),
        CustomScalar("Money", "Inner.money", ""),
        CustomScalar("Url", "User.link", ""),
        CustomScalar("Unused", "", ""),
    }


def test_a_schema_with_queries_only():
    summary = summarise(Loaded(build_schema("type Query { a: Int }")))
    assert (summary.query, summary.mutation, summary.subscription) == ("Query", "", "")
    assert (summary.query_tuples, summary.mutation_tuples, summary.arguments) == (1, 0, 0)
    assert summary.custom_scalars == ()
