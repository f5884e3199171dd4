from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.relations.answers.comparison import ChangeKind, ValueHistory, differences
from querious.relations.answers.volatile import Nature, histories, learn, nature
from relating import Api

SDL = """
type Person { id: ID! name: String age: Int friends: [Person!]! tags: [String!] home: Home }
type Home { street: String }
type Query { person: Person people: [Person!]! now: String roll: Int homes: [Home!]! }
"""
PEOPLE = [{"id": str(number), "name": f"n{number}", "age": number, "friends": []} for number in range(4)]


def history(values, kind=ChangeKind.VALUE, owned=False) -> ValueHistory:
    return ValueHistory("T.f", kind, values, ("f",), None, owned=owned)


def judged(values, **options) -> Nature:
    return nature(history(values, **options))


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3],
        [5] * 5 + [6] * 7,
        [9] * 11 + [8],
        ["7"] + ["12"] * 11,
        ["2024-05-01T10:00:00Z"] * 4 + ["2024-05-01T10:00:01Z"] * 8,
        ["a", "b", "c"],
        ["a", "a", "b", "c"],
        ["a", "b", "c", "a"],
        [3, 1, 6, 6, 2, 3],
        [["a"], ["a", "b"], ["a", "b", "c"]],
        ["heads", "tails", "tails", "tails"] * 2 + ["heads", "heads", "tails", "heads"],
    ],
)
def test_what_changes_by_nature(values):
    assert judged(values) is Nature.VOLATILE


@pytest.mark.parametrize(
    "values",
    [
        [1, None, 1],
        [None, None, "x", None],
        ["a"] * 4 + ["b"] + ["a"] * 7,
        ["a", "b"] * 6,
        ["a", "a", "b"] * 4,
    ],
)
def test_what_flickers(values):
    assert judged(values) is Nature.FLICKER


def test_lists_that_sometimes_lack_an_item_flicker():
    assert judged([["a", "b"], ["a"], ["a", "b"]], kind=ChangeKind.ITEMS) is Nature.FLICKER
    assert judged([["a", "b"], ["a"], [], ["b"], ["a", "b"]], kind=ChangeKind.ITEMS) is Nature.FLICKER
    assert judged([["a"], ["b"], ["c"], ["a"]], kind=ChangeKind.ITEMS) is Nature.VOLATILE
    assert judged([["a", "b"], ["a"], ["a"]], kind=ChangeKind.ITEMS) is Nature.OPEN


def test_what_is_kept_of_an_object_is_no_random_choice():
    values = ["a", "b", "b", "b", "a", "a", "b", "a", "b", "b", "a", "a"]
    assert judged(values) is Nature.VOLATILE
    assert judged(values, owned=True) is Nature.FLICKER
    assert judged(["a", "b", "c", "a", "b", "a", "c", "b"], owned=True) is Nature.VOLATILE


def test_a_list_with_two_faces_flickers_where_a_shuffled_one_would_have_more():
    faces = [[1, 2, 3], [3, 2, 1]]
    turns = [0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0]
    assert judged([faces[turn] for turn in turns], kind=ChangeKind.ORDER) is Nature.FLICKER
    assert judged([faces[turn][:1] for turn in turns], kind=ChangeKind.ITEMS) is Nature.FLICKER
    assert judged([faces[turn][1:] for turn in turns], kind=ChangeKind.ORDER) is Nature.VOLATILE
    assert judged([[1, 2, 3], [3, 1, 2], *[faces[turn] for turn in turns]], kind=ChangeKind.ORDER) is Nature.VOLATILE


def test_what_cannot_be_told_yet():
    assert judged(["a"]) is judged([1, 1, 1]) is Nature.STEADY
    assert judged([1, 2]) is Nature.OPEN
    assert judged(["a", "a", "b"]) is judged([1, 1, 1, 2]) is judged(["a"] * 6 + ["b"] * 6) is Nature.OPEN
    assert judged(["a", "b", "a", "a"]) is judged(["a", "b"] * 5) is Nature.OPEN
    assert judged([True, True, False, False]) is Nature.OPEN


@given(st.integers(0, 10_000))
def test_random_choices_hardly_ever_flicker(seed):
    random = Random(seed)
    values = [random.choice("abcdef") for _ in range(12)]
    assert judged(values) is not Nature.FLICKER


@given(st.lists(st.integers(0, 3), min_size=12).map(sorted))
def test_counters_never_flicker(values):
    assert judged(values) in {Nature.VOLATILE, Nature.STEADY}


def api(**changes) -> Api:
    resolvers = {
        "Query.person": lambda *_: PEOPLE[0],
        "Query.people": lambda *_: PEOPLE,
        "Query.homes": lambda *_: [{"street": "a"}, {"street": "b"}],
        "Query.now": lambda *_: "2024",
        "Query.roll": lambda *_: 4,
    }
    return Api(SDL, resolvers | {name.replace("_", "."): change for name, change in changes.items()})


ALL = "{ person { id name home { street } } people { id name friends { id } } homes { street } now roll }"


def asked(made: Api, document: str = ALL, times: int = 4):
    made.know(document)
    operation = next(iter(made.observed.operations.values()))
    return [made.ask(operation) for _ in range(times)]


def learned(made: Api, document: str = ALL, times: int = 4) -> set[str]:
    learn(made.observed.types, asked(made, document, times))
    return made.observed.types.volatile


def test_nothing_changes_in_a_steady_api():
    steady = api()
    trace = asked(steady)
    assert list(histories(steady.observed.types, trace)) == []


def test_leaves_are_learned():
    ticks = count(10)
    moving = api(Query_now=lambda *_: f"2024-01-01T00:00:{next(ticks)}", Query_roll=lambda *_: next(ticks) * 7 % 11)
    assert learned(moving) == {"Query.now", "Query.roll"}


def test_the_field_that_leads_to_another_object_each_time_is_learned_not_what_is_below():
    ticks = count()
    made = api(Query_person=lambda *_: PEOPLE[next(ticks) % 4])
    trace = asked(made)
    assert {one.coordinate for one in differences(made.observed.types, *trace[:2])} == {"Query.person"}
    learn(made.observed.types, trace)
    assert made.observed.types.volatile == {"Query.person"}


def test_a_random_list_is_learned():
    random = Random(3)
    assert learned(api(Query_people=lambda *_: random.sample(PEOPLE, 2)), times=6) == {"Query.people"}


def test_an_order_that_changes_is_remembered():
    random = Random(3)

    def shuffled(items):
        return lambda *_: random.sample(items, len(items))

    made = api(Query_people=shuffled(PEOPLE), Query_homes=shuffled([{"street": name} for name in "abcd"]))
    assert learned(made) == set()
    assert made.observed.types.unordered == {"Query.people", "Query.homes"}


def test_lists_without_identity_are_compared_by_place():
    ticks = count()
    made = api(Query_homes=lambda *_: [{"street": "a"}, {"street": f"{next(ticks)}"}])
    assert learned(made) == {"Home.street"}


def test_answers_with_errors_and_strange_ones_teach_nothing():
    made = api()
    trace = asked(made)
    types = made.observed.types
    strange = [
        trace[0],
        trace[0]._replace(data=None),
        trace[0]._replace(data={}),
        trace[0]._replace(data={"people": 3, "person": [], "homes": [None, 2, {}], "now": {}, "roll": [1]}),
        trace[0]._replace(data={"people": None}, clean=False),
    ]
    learn(types, strange)
    assert types.volatile == set()
