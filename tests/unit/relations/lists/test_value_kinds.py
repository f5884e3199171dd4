from __future__ import annotations

import pytest
from graphql import GraphQLEnumType, GraphQLScalarType, specified_scalar_types

from querious.answers.measures import ValueKind
from querious.relations.lists.value_kinds import kind_of


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("Int Float Decimal BigInt bigint numeric Money Long PositiveInt float8", ValueKind.NUMBER),
        ("Date DateTime Datetime timestamptz Instant ISO8601DateTime", ValueKind.MOMENT),
        ("String ID UUID Sku URL Point Fingerprint", ValueKind.TEXT),
        ("Boolean", ValueKind.FLAG),
    ],
)
def test_scalars_say_by_their_names_how_they_compare(names: str, kind: ValueKind):
    scalars = [specified_scalar_types.get(name) or GraphQLScalarType(name) for name in names.split()]
    assert {kind_of(scalar) for scalar in scalars} == {kind}


def test_enums_are_choices():
    assert kind_of(GraphQLEnumType("Status", {"OPEN": None})) is ValueKind.CHOICE
