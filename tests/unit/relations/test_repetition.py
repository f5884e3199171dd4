from __future__ import annotations

from collections import Counter
from itertools import count, pairwise
from random import Random

import pytest

from querious.model import Severity
from querious.relations.answers.comparison import wording
from querious.relations.repetition import RELATION
from relating import Api, said

SDL = """
type Person { id: ID! name: String views: Int friends: [Person!]! boss: Person seenAt: String }
type Query { person(key: ID!): Person people: [Person!]! now: String quote: String lucky: Person version: String }
"""
PEOPLE = [{"id": str(number), "name": f"n{number}"} for number in range(6)]
DOCUMENTS = (
    '{ person(key: "1") { name friends { name } boss { name } } }',
    "{ people { id name } }",
    "{ now quote version }",
    "{ lucky { name } }",
    "{ people { name views seenAt } }",
)


def api(**changes) -> Api:
    ticks, random = count(), Random(5)
    resolvers = {
        "Query.person": lambda *_, key: PEOPLE[int(key)],
        "Query.people": lambda *_: PEOPLE,
        "Query.now": lambda *_: f"2024-05-01T10:00:{next(ticks) // 7:02}Z",
        "Query.quote": lambda *_: random.choice(["Take it easy", "Salvation lies within"]),
        "Query.lucky": lambda *_: random.choice(PEOPLE),
        "Query.version": lambda *_: "1.0",
        "Person.views": lambda *_: next(ticks),
        "Person.seenAt": lambda *_: "2024-05-01",
        "Person.friends": lambda person, _: [one for one in PEOPLE if one["id"] > person["id"]],
        "Person.boss": lambda *_: PEOPLE[0],
    }
    return Api(SDL, resolvers | {name.replace("_", "."): change for name, change in changes.items()})


def found(**changes):
    return api(**changes).know(*DOCUMENTS).found(RELATION)


def test_clocks_counters_and_random_choices_are_healthy():
    assert said(found()) == []


def test_each_operation_is_asked_four_times_at_once_and_with_another_in_between():
    made = api().know(*DOCUMENTS[:2], DOCUMENTS[0])
    (trace,) = made.traces(RELATION)
    asked = [wording(step.operation) for step in trace]
    assert sorted(Counter(asked).values()) == [4, 4]
    neighbours = set(pairwise(asked))
    assert len(neighbours) == 4


def test_an_odd_operation_out_is_paired_again():
    made = api().know(*DOCUMENTS[:3])
    counts = Counter(wording(step.operation) for trace in made.traces(RELATION) for step in trace)
    assert len(counts) == 3
    assert min(counts.values()) >= 4
    (alone,) = api().know(DOCUMENTS[0]).traces(RELATION)
    assert len(alone) == 5


def every(number, usual, otherwise):
    ticks = count(1)
    return lambda *arguments, **_: (otherwise if next(ticks) % number == 0 else usual)(*arguments)


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_null_now_and_then(number):
    one, *others = found(Person_boss=every(number, lambda *_: PEOPLE[0], lambda *_: None))
    assert {other.coordinate for other in (one, *others)} == {"Person.boss"}
    assert "null in" in one.message
    assert one.message.endswith("answers to the same query")
    assert one.severity is Severity.SUSPICION
    assert one.path == "data.person.boss"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_list_that_sometimes_lacks_an_item(number):
    one, *others = found(Query_people=every(number, lambda *_: PEOPLE, lambda *_: PEOPLE[:-1]))
    assert {other.coordinate for other in (one, *others)} == {"Query.people"}
    assert "other items in" in one.message


@pytest.mark.parametrize("number", [2, 3])
def test_a_value_that_changes_and_returns(number):
    (one,) = found(Query_version=every(number, lambda *_: "1.0", lambda *_: "0.9"))
    assert one.coordinate == "Query.version"
    assert one.message.startswith("another value in ")


def test_a_value_of_an_object_that_changes_without_a_pattern():
    random = Random(1)
    one, *others = found(Person_seenAt=lambda *_: random.choice(["2024", "never"]))
    assert {other.coordinate for other in (one, *others)} == {"Person.seenAt"}
    assert '"2024"' in one.message
    assert '"never"' in one.message


def test_an_order_that_changes_sometimes():
    ticks = count()
    changing = api(Query_people=lambda *_: PEOPLE[::-1] if next(ticks) == 4 else PEOPLE)
    (one,) = changing.know("{ people { name } }").found(RELATION)
    assert said([one]) == ["Query.people: the same items in another order in 1 of 12 answers to the same query"]


def test_an_order_that_always_changes_is_not_promised():
    random = Random(2)
    assert said(found(Query_people=lambda *_: random.sample(PEOPLE, 6))) == []


def test_a_cache_that_forgets_the_arguments():
    kept: dict = {}
    ticks = count()

    def person(*_, key):
        if next(ticks) % 3 == 0:
            kept["last"] = PEOPLE[int(key)]
        return kept["last"]

    made = api(Query_person=person).know('{ person(key: "1") { name } }', '{ person(key: "2") { id name } }')
    assert [one.coordinate for one in made.found(RELATION)] == ["Query.person"]


def test_somebody_who_changes_the_data_is_not_to_blame():
    ticks = count()
    assert said(found(Query_version=lambda *_: "1.0" if next(ticks) < 4 else "1.1")) == []
    assert said(found(Query_people=lambda *_: PEOPLE if next(ticks) < 20 else PEOPLE[1:])) == []


def test_the_check_needs_no_more_than_the_trace():
    made = api(Person_boss=every(2, lambda *_: PEOPLE[0], lambda *_: None)).know(DOCUMENTS[0])
    (trace,) = made.traces(RELATION)
    types = made.observed.types
    assert [one.coordinate for one in RELATION.check(trace[:3], types)] == ["Person.boss"]
    assert list(RELATION.check(trace[:2], types)) == []
    assert list(RELATION.check([], types)) == []
    assert list(RELATION.check([step._replace(data=None) for step in trace], types)) == []
    assert list(RELATION.check([step._replace(clean=False) for step in trace], types)) == []
    types.volatile.add("Person.boss")
    assert list(RELATION.check(trace, types)) == []
