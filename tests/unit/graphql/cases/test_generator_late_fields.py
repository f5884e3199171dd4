"""Fields that a sequence of cases leaves out, or asks only towards its end."""

from __future__ import annotations

from graphql import build_schema

from querious.graphql.cases import Generator, LateFields, Tables
from querious.graphql.values import Makers
from querious.model.operation import fields
from querious.values import Pool

SCHEMA = build_schema("""
type Query { a(n: Int): Int }
type Mutation { keep(n: Int): Int remove(n: Int): Int logout(n: Int): Int }
""")
REMOVE = frozenset({"Mutation.remove"})


def tables() -> Tables:
    return Tables(SCHEMA, Makers(SCHEMA, Pool()))


def generator(left_out, late=None) -> Generator:
    return Generator(SCHEMA, tables().without(left_out), seed=1, mutations=True, late=late)


def asked(cases) -> set[str]:
    return {node.coordinate for case in cases for node in fields(case.operation.selections)}


def test_what_is_left_out_is_neither_drawn_nor_probed():
    calm = generator(frozenset({"Mutation.logout"}))
    assert asked(calm.case(number) for number in range(600)) == {"Query.a", "Mutation.keep", "Mutation.remove"}


def test_a_root_without_fields_is_no_root():
    left = tables().without({"Mutation.keep", "Mutation.remove", "Mutation.logout"})
    assert list(left.roots) == ["query"]
    assert list(tables().roots) == ["query", "mutation"]


def test_probes_of_late_fields_wait_for_their_time_and_leave_the_others_where_they_were():
    early = generator(frozenset({"Mutation.logout", "Mutation.remove"}))
    late = generator(frozenset({"Mutation.logout"}), LateFields(REMOVE, 300))
    for source in (early, late):
        source._probe(10_000)  # makes all there are
    probes = range(1, 2 * len(early._probes), 2)
    assert [early.case(number).document for number in probes] == [late.case(number).document for number in probes]
    waiting = [
        number for number, probe in enumerate(late._probes) if probe is not None and probe.field.name == "remove"
    ]
    assert waiting
    assert min(waiting) * 2 >= 300
