"""The rules of federation, in the order in which they are asked: what the SDL says is what the others rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.graphql.federation.existence_rules import judge_existence, judge_spoilt
from querious.graphql.federation.position_rules import judge_nonsense, judge_order
from querious.graphql.federation.service_rule import judge_service
from querious.graphql.federation.value_rules import judge_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.federation.subgraph import Subgraph
    from querious.graphql.federation.trace import FederationBreach, FederationStep


class FederationRule(NamedTuple):
    """One thing that must hold, pure over a trace."""

    name: str
    about: str
    judge: Callable[[Sequence[FederationStep], Subgraph, GraphQLSchema], Iterator[FederationBreach]]
    on_nonsense: bool = False
    """Whether it is about representations that no router would send, and about no others."""


FEDERATION_RULES: Final = (
    FederationRule(
        "subgraph-sdl",
        "the SDL of a subgraph can be read and agrees with introspection",
        lambda trace, _, schema: judge_service(trace, schema),
    ),
    FederationRule(
        "entities-order",
        "`_entities` gives one answer for each representation, in their order, of their type and with their key",
        lambda trace, subgraph, _: judge_order(trace, subgraph),
    ),
    FederationRule(
        "entities-existence",
        "what other fields show is found by its keys",
        lambda trace, subgraph, _: judge_existence(trace, subgraph),
    ),
    FederationRule(
        "entities-spoilt",
        "what does not exist is null or an error at its place, and spoils no other",
        lambda trace, subgraph, _: judge_spoilt(trace, subgraph),
    ),
    FederationRule(
        "entities-values",
        "an entity says the same alone, among others and on every other way to it",
        lambda trace, subgraph, _: judge_values(trace, subgraph),
    ),
    FederationRule(
        "entities-nonsense",
        "a representation without a key, or of an unknown type, is refused or null",
        lambda trace, subgraph, _: judge_nonsense(trace, subgraph),
        on_nonsense=True,
    ),
)
