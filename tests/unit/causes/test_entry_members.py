from __future__ import annotations

import pytest

from querious.causes.entry_members import of_member
from querious.model import Exchange, Finding, Request, rest_case

NOTHING = '`{}` is `null`, expected `{{"read": false}}`'


def causes(oracle: str, coordinate: str, message: str) -> list[tuple[str, ...]]:
    return list(of_member(Finding(oracle, coordinate, message, Exchange(rest_case(Request("GET", "/a"))))))


@pytest.mark.parametrize(
    "other",
    [
        ("stale-list", "books", f"list shows #2 as it was before patch: {NOTHING.format('ACL.public')}"),
        ("post-answers-otherwise", "films", f"the response to post shows other values: {NOTHING.format('ACL.public')}"),
        ("post-not-kept", "films", f"get of #7 does not show what post wrote: {NOTHING.format('ACL.public')}"),
    ],
)
def test_a_member_that_is_kept_otherwise_is_one_cause_in_all_collections(other: tuple[str, str, str]):
    first = f"the response to post shows other values: {NOTHING.format('ACL.public')}"
    assert causes("post-answers-otherwise", "books", first) == causes(*other) != []


def test_another_member_or_another_complaint_is_another_cause():
    first = causes("stale-list", "books", f"list shows #2: {NOTHING.format('ACL.public')}")
    assert first != causes("stale-list", "books", f"list shows #2: {NOTHING.format('ACL.roles')}")
    assert first != causes("stale-list", "books", "list shows #2: `ACL.public` lacks `1`")
    assert causes("stale-list", "books", "list shows #2: `tags[0].name` lacks `1`") == [
        ("entry", "tags.name", "lacks <>")
    ]


def test_a_sequence_that_tells_of_no_member_says_nothing():
    assert causes("created-not-listed", "books", "list does not show #1, which post created") == []
