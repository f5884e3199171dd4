from __future__ import annotations

import json
from itertools import cycle

import pytest
from graphql import build_schema

from querious.answers.differences import ComparisonContext
from querious.answers.order import PromisedOrder
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange, graphql_case
from querious.model.diff import Kind, Steadiness
from querious.versions import Round, Tallies, compare_three, verdict

SCHEMA = build_schema("type Query { a: Int now: String list: [Thing] } type Thing { id: ID }")
DOCUMENT = "{ a now list { id } }"
(OPERATION,) = read_documents(SCHEMA, DOCUMENT)
SHAPE = Shapes(SCHEMA).of(OPERATION)


def answer(document: str = DOCUMENT, **data) -> Exchange:
    payload = {"data": {"a": 1, "now": "x", "list": [], **data}}
    return Exchange(graphql_case(0, OPERATION, document, {}), 200, body=json.dumps(payload).encode(), payload=payload)


def terms(volatile=frozenset()) -> ComparisonContext:
    return ComparisonContext(PromisedOrder(SCHEMA), volatile, 1.79e9)


def taken(*threes) -> Tallies:
    tallies = Tallies()
    for three in threes:
        tallies.take(SHAPE, *three, terms(tallies.volatile))
    return tallies


def keys(tallies: Tallies):
    return [candidate.key for candidate in tallies.candidates()]


def test_a_difference_is_where_b_differs_from_both_answers_of_a():
    tallies = taken((answer(), answer(a=2), answer()))
    assert keys(tallies) == [("Query.a", Kind.VALUE)]
    (candidate,) = tallies.candidates()
    assert (candidate.count, candidate.noise, tallies.seen("Query.a"), tallies.cases) == (1, 0, 1, 1)
    assert tallies.noise({}) == ()


def test_noise_is_where_a_differs_from_itself():
    tallies = taken((answer(now="p"), answer(now="q"), answer(now="r")))
    assert keys(tallies) == []
    (noise,) = tallies.noise({})
    assert (noise.coordinate, noise.kind, noise.count, noise.cases) == ("Query.now", Kind.VALUE, 1, 1)
    assert tallies.volatile == {"Query.now"}


def test_b_like_the_second_answer_of_a_is_no_difference():
    compared = compare_three(SHAPE, answer(a=1), answer(a=2), answer(a=2), terms())
    assert compared.differences == {}


def test_a_noisy_value_hides_no_null():
    tallies = taken(*[(answer(now=f"p{n}"), answer(now=None), answer(now=f"q{n}")) for n in range(4)])
    assert keys(tallies) == [("Query.now", Kind.NULL)]


def test_lost_added_and_other_items_are_counted_as_one():
    lists = [[], [{"id": "1"}], [{"id": "1"}, {"id": "2"}]]
    tallies = taken(
        (answer(list=lists[1]), answer(list=lists[0]), answer(list=lists[1])),
        (answer(list=lists[1]), answer(list=lists[2]), answer(list=lists[1])),
        (answer(list=lists[1]), answer(list=[{"id": "3"}]), answer(list=lists[1])),
    )
    assert keys(tallies) == [("Query.list", Kind.LOST)]
    assert tallies.candidates()[0].count == 3


def test_an_order_that_a_changes_by_itself_was_never_promised():
    rows = [{"id": "1"}, {"id": "2"}]
    turned = rows[::-1]
    steady = (answer(list=rows), answer(list=turned), answer(list=rows))
    assert keys(taken(*[steady] * 9)) == [("Query.list", Kind.ORDER)]
    assert keys(taken(*[steady] * 9, (answer(list=rows), answer(list=turned), answer(list=turned)))) == []


def test_the_smallest_examples_are_kept():
    tallies = taken(*[(answer("x" * size), answer(a=2), answer()) for size in (9, 3, 7, 5, 8)])
    (candidate,) = tallies.candidates()
    assert [len(example.a.case.document) for example in candidate.examples] == [3, 5, 7]


def test_b_has_to_differ_far_more_often_than_a_from_itself():
    clean = (answer(), answer(a=2), answer())
    noisy = (answer(), answer(a=2), answer(a=3))
    assert keys(taken(*[clean] * 40, *[noisy] * 4)) == [("Query.a", Kind.VALUE)]
    assert keys(taken(*[clean] * 11, *[noisy] * 4)) == []


def test_a_flickering_a_held_against_itself_gives_no_candidate():
    flicker = cycle([1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 2, 1])
    tallies = Tallies()
    for _ in range(300):
        three = [answer(a=next(flicker)) for _ in range(3)]
        tallies.take(SHAPE, *three, terms(tallies.volatile))
    assert keys(tallies) == []


def test_unconfirmed_differences_are_told_as_noise():
    tallies = taken((answer(), answer(a=2), answer()))
    (noise,) = tallies.noise({("Query.a", Kind.VALUE): "it was not reproduced"})
    assert (noise.coordinate, noise.count, noise.reason) == ("Query.a", 0, "it was not reproduced")


SHOWN, HIDDEN, NOISY = Round(True, False), Round(False, False), Round(True, True)


@pytest.mark.parametrize(
    ("count", "noise", "rounds", "expected"),
    [
        (1, 0, [SHOWN] * 3, Steadiness.STEADY),
        (1, 0, [SHOWN, HIDDEN, SHOWN], Steadiness.FLICKERS),
        (2, 0, [HIDDEN] * 3, None),
        (3, 0, [HIDDEN] * 3, Steadiness.GONE),
        (3, 0, [], Steadiness.GONE),
        (9, 0, [SHOWN, SHOWN, NOISY], None),
        (3, 1, [HIDDEN] * 3, None),
        (1, 0, [NOISY] * 3, None),
    ],
)
def test_the_verdict_once_it_was_asked_again(count, noise, rounds, expected):
    (candidate,) = taken(*[(answer(), answer(a=2), answer())] * count).candidates()
    candidate.noise = noise
    assert verdict(candidate, rounds) is expected


def test_an_order_is_believed_only_if_it_shows_again():
    rows = [{"id": "1"}, {"id": "2"}]
    (candidate,) = taken(*[(answer(list=rows), answer(list=rows[::-1]), answer(list=rows))] * 9).candidates()
    assert verdict(candidate, [SHOWN] * 3) is Steadiness.STEADY
    assert verdict(candidate, [HIDDEN] * 3) is None
