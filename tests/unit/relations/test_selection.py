from __future__ import annotations

from itertools import count

from querious.model import Severity
from querious.relations.selection import RELATION
from relating import Api, said

SDL = """
enum Unit { GRAM KILO }
input Range { from: Int to: Int }
interface Thing { id: ID! }
type Stone implements Thing { id: ID! name: String weight(unit: Unit = GRAM, digits: Int = 2): Float tags: [String!] near: [Stone!]! }
type Query {
  stone(key: ID!, strict: Boolean): Stone
  stones(span: Range, first: Int = 3): [Stone!]!
  things: [Thing!]!
  random: Float
  counter: Int
  now: String
}
"""
DOCUMENTS = (
    '{ stone(key: "1", strict: true) { id name weight(unit: KILO) tags near { id name } } }',
    "query { stones(span: {from: 1, to: 9}) { id name } random }",
    "{ things { __typename id ... on Stone { name weight } } }",
)
STONES = [
    {"id": str(number), "name": name, "tags": ["a", "b"], "__typename": "Stone"} for number, name in enumerate("xyz", 1)
]


def stones(parent, info, span=None, first=3):
    within = span or {}
    return [stone for stone in STONES if within.get("from", 0) <= int(stone["id"]) <= within.get("to", 9)][:first]


def weight(stone, info, unit="GRAM", digits=2):
    grams = int(stone["id"]) * 1000.0
    return round(grams if unit == "GRAM" else grams / 1000, digits)


def api(**changes) -> Api:
    ticks = count(1)
    resolvers = {
        "Query.stone": lambda *_, key, strict=False: next((stone for stone in STONES if stone["id"] == key), None),
        "Query.stones": stones,
        "Query.things": lambda *_: STONES,
        "Query.random": lambda *_: hash(next(ticks)) * 0.37,
        "Query.counter": lambda *_: next(ticks),
        "Query.now": lambda *_: "2024-01-01T00:00:00Z",
        "Stone.weight": weight,
        "Stone.near": lambda stone, _: [other for other in STONES if other is not stone],
    }
    return Api(SDL, resolvers | {name.replace("_", "."): change for name, change in changes.items()})


def selected(info, name) -> bool:
    return any(
        node.name.value == name for node in info.field_nodes[0].selection_set.selections if hasattr(node, "name")
    )


def test_nothing_is_held_against_a_healthy_api():
    healthy = api().know(*DOCUMENTS, "{ counter now }")
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests < 70


def test_each_operation_is_asked_once():
    once = api().know(DOCUMENTS[0])
    twice = api().know(DOCUMENTS[0], DOCUMENTS[0])
    assert len(once.traces(RELATION)) == len(twice.traces(RELATION)) == 1


def test_the_alias_of_a_field_changes_it():
    def name(stone, info):
        return stone["name"] if info.path.key == "name" else "?"

    (found,) = api(Stone_name=name).know(DOCUMENTS[0]).found(RELATION)
    assert found.coordinate == "Stone.name"
    assert found.message == 'another value under an alias: "x" became "?"'
    assert found.severity is Severity.FAULT
    assert found.path == "data.other_stone.other_name"
    assert found.excerpt == '"x"\n"?"'


def test_a_field_that_is_null_in_a_fragment():
    def one(_, info, key, strict=False):
        return STONES[0] if selected(info, "id") else None

    (found,) = api(Query_stone=one).know(DOCUMENTS[0]).found(RELATION)
    assert said([found]) == ["Query.stone: null in a fragment"]


def test_a_field_that_depends_on_another_beside_it():
    def one(_, info, key, strict=False):
        return {**STONES[0], "name": "x" if selected(info, "id") else "nobody"}

    (found,) = api(Query_stone=one).know(DOCUMENTS[0]).found(RELATION)
    assert found.coordinate == "Stone.name"
    assert found.message in {
        'another value with other fields beside it: "x" became "nobody"',
        'another value in a fragment: "x" became "nobody"',
    }


def handed_over(info, name) -> str:
    (argument,) = (node for node in info.field_nodes[0].arguments if node.name.value == name)
    return argument.value.kind


def test_a_variable_that_is_ignored():
    def one(_, info, key, strict=False):
        return STONES[1] if handed_over(info, "key") == "variable" else STONES[0]

    (found,) = api(Query_stone=one).know(DOCUMENTS[0]).found(RELATION)
    assert said([found]) == ['Query.stone: another object with a variable: "1" became "2"']


def test_a_literal_that_is_ignored():
    def some(parent, info, span=None, first=3):
        return stones(parent, info, span) if handed_over(info, "span") == "variable" else []

    asked = api(Query_stones=some)
    document = "query($r: Range = {from: 1, to: 2}) { stones(span: $r) { id } }"
    (found,) = asked.know(document).found(RELATION)
    assert said([found]) == ['Query.stones: another number of items with a literal: "2" became "0"']
    assert found.severity is Severity.FAULT


def test_the_order_of_arguments_changes_the_answer():
    def heavy(stone, info, unit="GRAM", digits=2):
        names = [node.name.value for node in info.field_nodes[0].arguments]
        return weight(stone, info, unit) if names == sorted(names) else weight(stone, info)

    document = '{ stone(key: "1") { weight(digits: 2, unit: KILO) } }'
    (found,) = api(Stone_weight=heavy).know(document).found(RELATION)
    assert said([found]) == ['Stone.weight: another value with its arguments in another order: "1.0" became "1000.0"']


def test_a_default_that_is_not_the_one_that_the_schema_tells():
    def heavy(stone, info, unit="GRAM", digits=2):
        return weight(stone, info, unit if info.field_nodes[0].arguments else "KILO")

    (found,) = api(Stone_weight=heavy).know('{ stone(key: "1") { weight } }').found(RELATION)
    assert said([found]) == ['Stone.weight: another value with a default spelt out: "1.0" became "1000.0"']


def test_the_order_of_a_list_is_a_suspicion_unless_it_is_known_not_to_be_stable():
    def near(stone, info):
        others = [other for other in STONES if other is not stone]
        return others if info.path.key == "near" else others[::-1]

    changing = api(Stone_near=near).know(DOCUMENTS[0])
    (found,) = changing.found(RELATION)
    assert said([found]) == ["Stone.near: the same items in another order under an alias"]
    assert found.severity is Severity.SUSPICION
    changing.observed.types.unordered.add("Stone.near")
    assert changing.found(RELATION) == []


def test_a_field_asked_twice_in_one_operation():
    def one(_, info, key, strict=False):
        return STONES[1] if info.path.key.startswith("again_") else STONES[0]

    (found,) = api(Query_stone=one).know('{ stone(key: "1") { id name } }').found(RELATION)
    assert said([found]) == ['Query.stone: another object when asked twice in one operation: "1" became "2"']


def test_what_changes_from_one_answer_to_the_next_is_no_matter_of_how_it_is_asked():
    for period in (2, 3, 4):
        ticks = count()
        changing = api(Stone_name=lambda *_, ticks=ticks, period=period: "xyzu"[next(ticks) % period])
        assert said(changing.know('{ stone(key: "1") { id name tags } }').found(RELATION)) == []


def test_the_time_kept_by_a_cache_is_no_matter_of_how_it_is_asked():
    kept: dict = {}

    def now(_, info):
        return kept.setdefault(info.path.key, f"2024-01-01T00:00:0{len(kept)}Z")

    assert said(api(Query_now=now).know("{ now }").found(RELATION)) == []
    other = api(Query_now=lambda _, info: f"20{'24' if info.path.key == 'now' else '23'}-01-01").know("{ now }")
    assert said(other.found(RELATION)) == ['Query.now: another value under an alias: "2024-01-01" became "2023-01-01"']


def test_volatile_fields_are_passed_over_with_all_that_is_below():
    def one(_, info, key, strict=False):
        return STONES[0] if info.path.key == "stone" else STONES[1]

    changing = api(Query_stone=one).know(DOCUMENTS[0])
    changing.observed.types.volatile.add("Query.stone")
    assert said(changing.found(RELATION)) == []


def test_nulls_of_answers_with_errors_say_nothing():
    def name(stone, info):
        if info.path.key != "name":
            raise ValueError("no aliases, please")
        return stone["name"]

    assert said(api(Stone_name=name).know(DOCUMENTS[0]).found(RELATION)) == []


def test_a_trace_cut_short_or_with_strange_answers_is_no_reason_to_speak():
    strange = api(Stone_name=lambda _, info: info.path.key).know(DOCUMENTS[0])
    (trace,) = strange.traces(RELATION)
    assert list(RELATION.check(trace[:3], strange.observed.types)) == []
    assert list(RELATION.check([], strange.observed.types)) == []
    for data in (None, {}, {"stone": []}, {"stone": 3}, {"stone": {"near": [None, 3, {}]}}):
        assert (
            list(RELATION.check([trace[0], *[step._replace(data=data) for step in trace]], strange.observed.types))
            == []
        )
    found = list(RELATION.check(trace, strange.observed.types))
    assert [one.coordinate for one in found] == ["Stone.name"]
    pair = [trace[0], trace[2], trace[2]]
    assert [one.coordinate for one in RELATION.check(pair, strange.observed.types)] == ["Stone.name"]


def test_which_object_comes_first_is_certain_only_in_an_order():
    sdl = """
        type Query { firstStone(%s): Stone stones: [Stone!]! }
        type Stone { id: ID! name: String weight: Int }
    """

    def first(_, info):
        asked = {field.name.value for field in info.field_nodes[0].selection_set.selections}
        return STONES[1] if asked <= {"id", "__typename"} else STONES[0]

    def judged(arguments: str):
        def resolve(parent, info, **_):
            return first(parent, info)

        made = Api(sdl % arguments, {"Query.firstStone": resolve}).know("{ firstStone { id } }")
        return {mismatch.coordinate: mismatch.severity for mismatch in made.found(RELATION)}

    assert judged("orderBy: String, name: String") == {"Query.firstStone": Severity.SUSPICION}
    assert judged("name: String") == {"Query.firstStone": Severity.FAULT}
