"""A difference between two versions, for tests of what is told of it."""

from __future__ import annotations

from querious.model import Exchange, Field, Operation
from querious.model.diff import Difference, Kind
from querious.model.document_text import write_case

CASE = write_case(12, Operation("query", "", "Query", (Field("Query", "count", "", (("n", 3),), (), ()),)))


def difference(**more) -> Difference:
    a, b = (Exchange(CASE, 200, body=b'{"data": {"count": %d}}' % number, is_json=True) for number in (7, 6))
    known = {"coordinate": "Query.count", "kind": Kind.VALUE, "count": 4, "cases": 9, "path": "data.count"}
    return Difference(**{**known, "said_a": "7", "said_b": "6", "a": a, "b": b, "shrunk": True, **more})
