"""What is held against a service at the edge of a limit, and what is left alone because a design explains it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model.severity import Severity
from querious.model.state import CommandSequence
from querious.state.limits.edge_look import EdgeLook, EdgeMove, EdgeTrace, HolderLooks
from querious.state.limits.edge_rules import edge_breaches

MADE, POST, DELETE, AGAIN, READ = EdgeMove.MADE, EdgeMove.POST, EdgeMove.DELETE, EdgeMove.AGAIN, EdgeMove.READ


def look(
    move: EdgeMove, held: int, *, accepted: bool = True, alike: bool = True, witnessed: bool = False, **counts: int
):
    return EdgeLook(move, accepted, 1, held, counts, CommandSequence(()), witnessed, alike)


def trace(*looks: EdgeLook, limit: str = "capacity", **more) -> EdgeTrace:
    counts = {limit: 2} if limit else {}
    looks = tuple(replace(one, counts={**counts, **one.counts}) for one in looks)
    return EdgeTrace("bookings", "slots", limit, True, HolderLooks(2, looks), **more)


def told(*looks: EdgeLook, **more) -> list[tuple[str, Severity]]:
    return [(found.breach.rule, found.breach.severity) for found in edge_breaches(trace(*looks, **more))]


FULL = (look(MADE, 0, booked=0), look(POST, 1, booked=1), look(POST, 2, booked=2))
EDGE = (*FULL, look(POST, 2, accepted=False, booked=2))
PLAIN = (look(MADE, 0), look(POST, 1), look(POST, 2), look(POST, 3))
LEFT = (look(MADE, 0, stock=2), look(POST, 1, stock=1), look(POST, 2, stock=0))
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


@pytest.mark.parametrize(
    ("looks", "more", "expected"),
    [
        pytest.param(EDGE, {}, [], id="the edge holds"),
        pytest.param((*FULL, look(POST, 3, booked=3)), {}, [("limit-exceeded", FAULT)], id="values say so"),
        pytest.param((*FULL, look(POST, 3, booked=2)), {}, [("limit-exceeded", FAULT)], id="a count that is cut off"),
        pytest.param((*FULL, look(POST, 3, booked=2, alike=False)), {}, [], id="the last one waits"),
        pytest.param(
            (*FULL, look(POST, 3, booked=3, alike=False)), {}, [("limit-exceeded", SUSPICION)], id="counted, and waits"
        ),
        pytest.param(PLAIN, {}, [("limit-exceeded", SUSPICION)], id="names alone"),
        pytest.param(PLAIN, {"is_dated": True}, [], id="a room for two at other times"),
        pytest.param(PLAIN, {"is_alone": False}, [], id="other collections may be meant"),
        pytest.param(PLAIN, {"limit": "quota"}, [], id="a quota of something"),
        pytest.param(PLAIN, {"limit": "max_bookings"}, [("limit-exceeded", SUSPICION)], id="the same word"),
        pytest.param(PLAIN, {"promise": "at most 2 bookings"}, [("limit-exceeded", FAULT)], id="described"),
        pytest.param((*LEFT, look(POST, 3, stock=-1)), {"limit": ""}, [("limit-exceeded", FAULT)], id="below zero"),
        pytest.param(
            (*LEFT, look(POST, 3, stock=0)), {"limit": ""}, [("limit-exceeded", SUSPICION)], id="ordered without stock"
        ),
        pytest.param(
            (*FULL[:2], look(POST, 1, accepted=False, witnessed=True, booked=1)),
            {},
            [("limit-refused-early", FAULT)],
            id="refused early",
        ),
        pytest.param(
            (*FULL[:2], look(POST, 1, accepted=False, booked=1)), {}, [], id="refused for another reason, perhaps"
        ),
        pytest.param(
            (*EDGE, look(DELETE, 1, booked=2), look(AGAIN, 1, accepted=False, witnessed=True, booked=2)),
            {},
            [("limit-refused-early", FAULT), ("limit-count", FAULT)],
            id="not given back",
        ),
        pytest.param(
            (*EDGE, look(DELETE, 1, booked=2), look(AGAIN, 1, accepted=False, witnessed=True, booked=2)),
            {"is_kept": True},
            [("limit-refused-early", SUSPICION), ("limit-count", SUSPICION)],
            id="what is deleted stays",
        ),
        pytest.param(
            (*EDGE, look(DELETE, 1, booked=2), look(AGAIN, 1, accepted=False, witnessed=True, booked=2)),
            {"limit": "quota"},
            [("limit-refused-early", SUSPICION), ("limit-count", SUSPICION)],
            id="used up for good",
        ),
        pytest.param(
            (look(MADE, 0, made=0), look(POST, 1, made=1), look(POST, 2, made=2), look(DELETE, 1, made=2)),
            {},
            [],
            id="a number of all that were ever made",
        ),
        pytest.param(
            (look(MADE, 0, booked=0, available=2), look(POST, 1, booked=1, available=2)),
            {},
            [("limit-count", FAULT)],
            id="what is left never moves",
        ),
        pytest.param(
            (look(MADE, 0, reserved=0, left=2), look(POST, 1, reserved=0, left=1)),
            {},
            [("limit-count", SUSPICION)],
            id="reserved may be something else",
        ),
        pytest.param(
            (look(MADE, 0, booked=0), look(POST, 1, booked=0), look(POST, 2, booked=0)), {}, [], id="of something else"
        ),
    ],
)
def test_what_is_seen_at_the_edge_is_judged(looks, more, expected):
    assert told(*looks, **more) == expected


def test_what_one_holder_holds_does_not_count_in_another():
    other = HolderLooks(3, (look(MADE, 0, capacity=3, booked=0), look(READ, 0, capacity=3, booked=2)))
    (found,) = edge_breaches(trace(*EDGE, others=(other,)))
    assert found.breach.message == (
        "`booked` of slots is 2 after entries were made in another, and must be 0: `capacity` of slots is 3"
    )
