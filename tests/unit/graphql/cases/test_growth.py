from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import CaseLimits, Tables, problems
from querious.graphql.cases.growth import Growth
from querious.graphql.values import Makers
from querious.model import Operation
from querious.model.document_text import write_case
from querious.model.operation import walk
from querious.values import Chance, Pool
from sample import schema

SCHEMA = schema()
TABLES = Tables(SCHEMA, Makers(SCHEMA, Pool()))


@given(st.integers(), st.integers(1, 40), st.integers(2, 5))
def test_operations_are_valid_and_never_larger_than_asked(seed, nodes, depth):
    chance = Chance(Random(seed))
    chance.size = 5
    growth = Growth(TABLES.types, CaseLimits(fields=6, depth=depth, nodes=60), chance)
    selections = growth.grow(TABLES.roots["query"], nodes)
    assert 1 <= sum(1 for _ in walk(selections)) <= nodes
    assert problems(SCHEMA, write_case(0, Operation("query", "", "Root", selections))) == []
