"""The walk of probes through input types: every place once, by ways that are valid, at the cost of the schema."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random

from graphql import GraphQLInputObjectType, build_schema, get_named_type
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import CaseLimits, Tables, problems
from querious.graphql.cases.probes import in_turn, probes
from querious.graphql.values import Makers
from querious.values import Pool
from querious.values.chance import INCLUDED
from sample import generator


def tangled(seed: int) -> str:
    """Input types that hold each other in every way: lists, required ones that end, themselves."""
    random = Random(seed)
    names = [f"In{number}" for number in range(random.randint(1, 9))]
    parts = []
    for place, name in enumerate(names):
        fields = [
            f"x{number}: {random.choice(('Int', 'String!', '[Boolean]'))}" for number in range(random.randint(1, 3))
        ]
        for number in range(random.randint(0, 4)):
            other = random.choice(names)
            shapes = ["{}", "[{}!]", "[[{}]!]!"]
            if place + 1 < len(names) and random.random() < 0.3:
                other, shapes = random.choice(names[place + 1 :]), ["{}!"]  # needs only later ones: no circle
            fields.append(f"i{number}: {random.choice(shapes).format(other)}")
        parts.append(f"input {name} {{ {' '.join(fields)} }}")
    arguments = [
        f"f{number}(a: {random.choice(names)} b: [{random.choice(names)}!] n: Int): Int" for number in range(3)
    ]
    return "\n".join([*parts, f"type Query {{ {' '.join(arguments)} }}"])


def reachable(schema) -> set[str]:
    """Every argument, and every field of the input types that they lead to."""
    found: set[str] = set()
    waiting = []
    for name, field in schema.query_type.fields.items():
        for argument, definition in field.args.items():
            found.add(f"Query.{name}.{argument}")
            waiting.append(get_named_type(definition.type))
    while waiting:
        kind = waiting.pop()
        for name, field in kind.fields.items() if isinstance(kind, GraphQLInputObjectType) else ():
            if f"{kind.name}.{name}" not in found:
                found.add(f"{kind.name}.{name}")
                waiting.append(get_named_type(field.type))
    return found


def target(probe) -> str:
    """The place that a probe is about: the one that is filled with a value."""
    (place,) = [place for place, value in probe.forced.items() if value is not INCLUDED]
    return place


def all_probes(schema):
    return list(probes(Tables(schema, Makers(schema, Pool())), CaseLimits(), mutations=False))


def first_ways(found) -> dict[str, tuple[str, ...]]:
    """For each place the way by which it is probed first."""
    ways: dict[str, tuple[str, ...]] = {}
    for probe in found:
        ways.setdefault(target(probe), tuple(probe.forced))
    return ways


@given(st.integers(0, 2**32))
def test_every_place_is_probed_and_no_other(seed):
    schema = build_schema(tangled(seed))
    found = all_probes(schema)
    places = {target(probe) for probe in found}
    unprobed = reachable(schema) - places
    assert places <= reachable(schema)
    for place in unprobed:  # nothing is at the edge of a required input object that needs something
        kind, name = place.split(".")[0], place.split(".")[1]
        fields = schema.type_map[kind].fields
        declared = fields[name].type if place.count(".") == 1 else fields[name].args[place.split(".")[2]].type
        assert isinstance(get_named_type(declared), GraphQLInputObjectType)
        assert str(declared).endswith("!")


@given(st.integers(0, 2**32))
def test_a_place_is_probed_with_each_of_its_edges_once_in_each_argument_it_stands_in(seed):
    schema = build_schema(tangled(seed))
    found = [(tuple(probe.forced), repr(probe.forced[target(probe)])) for probe in all_probes(schema)]
    assert len(found) == len(set(found))
    deep = {way[-1]: way for way, _ in found if len(way) > 2}
    assert all(deep[way[-1]] == way for way, _ in found if len(way) > 2)  # one way to each place further in


@given(st.integers(0, 2**32))
def test_ways_lead_from_an_argument_field_by_field_and_are_the_shortest(seed):
    schema = build_schema(tangled(seed))
    ways = first_ways(all_probes(schema))
    distance = {place: 1 for place in ways if place.count(".") == 2}
    for place, way in ways.items():
        assert way[0].count(".") == 2
        assert way[-1] == place
        for outer, inner in pairwise(way):
            kind, name, *argument = outer.split(".")
            field = schema.type_map[kind].fields[name]
            declared = field.args[argument[0]].type if argument else field.type
            assert get_named_type(declared).name == inner.split(".")[0]
    for place, way in ways.items():
        distance[place] = len(way)
    for outer in ways:  # no place could have been reached sooner by way of another
        kind, name, *argument = outer.split(".")
        field = schema.type_map[kind].fields[name]
        inner = get_named_type(field.args[argument[0]].type if argument else field.type)
        for within in inner.fields if isinstance(inner, GraphQLInputObjectType) else ():
            assert distance.get(f"{inner.name}.{within}", 0) <= distance[outer] + 1


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_what_is_forced_is_sent_and_valid(shape, seed):
    schema = build_schema(tangled(shape))
    found = all_probes(schema)
    source = generator(schema, seed)
    for index in sorted({len(found) * part // 8 for part in range(8)}):
        case = source.case(2 * index + 1)
        assert problems(schema, case) == [], case.document
        deepest = target(found[index]).rpartition(".")[2]
        assert f"{deepest}:" in case.document or deepest in repr(case.variables)


def test_places_take_turns():
    assert list(in_turn([[1, 2, 3], [], [4], [5, 6]])) == [1, 4, 5, 2, 6, 3]


def test_a_huge_filter_does_not_keep_others_waiting():
    columns = " ".join(f"c{number}: Int" for number in range(500))
    schema = build_schema(
        f"input Huge {{ {columns} }} input Small {{ s: Int }}"
        " type Query { a(huge: Huge, n: Int): Int b(small: Small): Int c(o: Int, p: Int): Int }"
    )
    early = [target(probe) for probe in islice(all_probes(schema), 12)]
    assert {"Query.a.huge", "Query.a.n", "Query.b.small", "Query.c.o", "Query.c.p", "Small.s", "Huge.c0"} <= set(early)


def test_the_number_of_probes_grows_with_the_schema_though_ways_are_without_number():
    """Twelve types that all hold each other have more than a hundred million simple ways."""
    names = [f"In{number}" for number in range(12)]
    fields = " ".join(f"{name.lower()}: {name}" for name in names)
    inputs = " ".join(f"input {name} {{ {fields} }}" for name in names)
    found = all_probes(build_schema(f"{inputs} type Query {{ f(a: In0): Int }}"))
    assert len(found) == 2 * (1 + 12 * 12)  # null and the empty object for each


def test_nothing_is_walked_before_it_is_asked_for():
    schema = build_schema("input In { x: Int } type Query { f(a: In): Int }")
    asked = []
    makers = Makers(schema, Pool())
    tables = Tables(schema, makers)
    makers.edges = lambda coordinate, kind: asked.append(coordinate) or [None]
    stream = probes(tables, CaseLimits(), mutations=False)
    assert asked == []
    next(stream)
    assert asked == ["Query.f.a"]


def test_an_input_type_in_two_arguments_is_probed_in_the_second_too():
    schema = build_schema("input In { x: Boolean } type Query { f(a: In): Int g(b: In): Int }")
    ways = {tuple(probe.forced) for probe in all_probes(schema)}
    assert {("Query.f.a", "In.x"), ("Query.g.b", "In.x")} <= ways
