from __future__ import annotations

from typing import Any

import pytest
from graphql import GraphQLError

from querious.model import Severity
from querious.relations.formats import RELATION
from relating import Api, said

SDL = """
    scalar DateTime scalar Tag scalar URL
    scalar Moment @specifiedBy(url: "https://tools.ietf.org/html/rfc3339")
    type Query { posts(since: DateTime): [Post!] }
    type Post { id: ID! at: DateTime! seen: Moment tag: Tag links: [URL!] }
"""
KNOWN = '{ posts(since: "2020-01-01T00:00:00Z") { id } }'


def posts(**changes: Any) -> list[dict[str, Any]]:
    rows = [
        {
            "id": str(place),
            "at": f"2024-03-{place + 10}T09:30:00Z",
            "seen": f"2024-03-{place + 10}T09:30:00+02:00",
            "tag": f"tag {place}",
            "links": [f"/posts/{place}"],
        }
        for place in range(12)
    ]
    return [*rows[:-1], {**rows[-1], **changes}]


def api(rows: list[dict[str, Any]], parse: Any = None) -> Api:
    known = Api(SDL, {"Query.posts": lambda *_, **__: rows})
    if parse is not None:
        known.schema.type_map["DateTime"].parse_value = parse
        known.schema.type_map["DateTime"].parse_literal = lambda node, _=None: parse(node.value)
    return known.know(KNOWN)


def test_values_of_their_format_are_right():
    healthy = api(posts())
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 3


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("at", "0000-00-00T00:00:00Z", "a date-time, as a DateTime should be"),
        ("seen", "just now", "a date-time, as a Moment should be"),
    ],
)
def test_a_value_that_cannot_be_of_its_format_is_wrong(field: str, value: Any, expected: str):
    (found,) = api(posts(**{field: value})).found(RELATION)
    assert (found.coordinate, found.severity) == (f"Post.{field}", Severity.FAULT)
    assert found.message.endswith(f" is not {expected}")


def test_a_format_that_other_text_may_have_by_chance_is_suspicious_only():
    (found,) = api(posts(links=["/a", "two words"])).found(RELATION)
    assert said([found]) == ['Post.links: "two words" is not a URI, as a URL should be']
    assert found.severity is Severity.SUSPICION


def test_empty_text_is_suspicious_only():
    (found,) = api(posts(at="")).found(RELATION)
    assert found.severity is Severity.SUSPICION


def test_a_scalar_with_a_format_of_its_own_is_left_alone():
    rows = [{**row, "at": f"day {place}", "seen": f"{place} o'clock"} for place, row in enumerate(posts())]
    assert said(api(rows).found(RELATION)) == []


def test_values_that_agree_show_the_format_of_a_scalar():
    dates = [{**row, "tag": f"2024-03-{place + 10}"} for place, row in enumerate(posts())]
    assert said(api(dates).found(RELATION)) == []
    dates[4]["tag"] = "someday"
    (found,) = api(dates).found(RELATION)
    assert said([found]) == ['Post.tag: "someday" is not a date, as nearly all values of Tag are']
    assert found.severity is Severity.SUSPICION


def test_a_value_that_is_shown_and_not_accepted_back():
    def strict(value: Any) -> Any:
        if "T00:00:00Z" not in value:
            raise GraphQLError("only midnight")
        return value

    (found,) = api(posts(), strict).found(RELATION)
    assert (found.coordinate, found.severity) == ("Query.posts", Severity.SUSPICION)
    assert found.message == 'does not accept the DateTime "2024-03-10T09:30:00Z" for since, which Post.at shows'


def test_a_refusal_by_the_field_itself_is_no_refusal_of_the_scalar():
    def refuse(_: Any, __: Any, since: str = "") -> Any:
        if since > "2024":
            raise GraphQLError("too late")
        return posts()

    known = Api(SDL, {"Query.posts": refuse}).know(KNOWN)
    assert said(known.found(RELATION)) == []


def test_values_are_noticed_whoever_asked_for_them():
    known = api(posts(at="never"))
    answer = known.ask(known.operation("{ posts { at tag } }"))
    assert [one.coordinate for one in RELATION.notice(answer, known.observed)] == ["Post.at"]
    assert RELATION.concerns(known.observed.types, "Post.at", ())
    assert not RELATION.concerns(known.observed.types, "Post.tag", ())
    assert not RELATION.concerns(known.observed.types, "Post.id", ())


def test_strange_answers_are_passed_over():
    healthy = api(posts())
    for trace in healthy.traces(RELATION):
        for data in ({}, {"posts": None}, {"posts": [{"at": {}, "links": {}}, None]}):
            strange = [*trace, trace[0]._replace(data=data)]
            assert [one for one in RELATION.check(strange, healthy.observed.types) if "{}" not in one.message] == []
