from __future__ import annotations

import pytest

from querious.rest.openapi.document import Part, References, UnusableError, as_list, as_object, as_text

DOCUMENT = {"a/b": {"c~d": [{"e": 1}]}, "one": {"$ref": "#/two"}, "two": {"$ref": "#/three"}, "three": {"x": 1}}


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", DOCUMENT),
        ("#/a~1b/c~0d/0/e", 1),
        ("#/a%7E1b/c~0d/0", {"e": 1}),
        ("#/one", {"$ref": "#/two"}),
    ],
)
def test_what_a_reference_points_at(reference, found):
    assert References(DOCUMENT).target(reference) == found


def test_references_are_followed_to_their_end():
    references = References(DOCUMENT)
    assert references.followed({"$ref": "#/one", "beside": 1}) == {"x": 1}
    assert references.followed([1]) == [1]


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        (5, "holds int instead of a string"),
        ("other.yaml#/a", "points to a document that is not there"),
        ("#/three/x/y", "points to nothing"),
        ("#/a~1b/c~0d/9", "points to nothing"),
        ("#/a~1b/c~0d/x", "points to nothing"),
        ("#three", "is not a JSON pointer"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(reference, reason):
    with pytest.raises(UnusableError, match=reason):
        References(DOCUMENT).target(reference)


def test_a_circle_is_not_followed_for_ever():
    with pytest.raises(UnusableError, match="is circular"):
        References({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}).followed({"$ref": "#/a"})


def test_what_is_of_another_type_is_empty():
    assert (as_object([1]), as_list({"a": 1}), as_text(3)) == ({}, [], "")
    assert (as_object({"a": 1}), as_list([1]), as_text("a")) == ({"a": 1}, [1], "a")


def test_members_of_a_part_are_of_the_type_that_is_asked_for():
    references = References(DOCUMENT)
    part = Part(
        references, {"a": "text", "b": ["x", 1, {"$ref": "#/one"}], "c": {"d": {"$ref": "#/two"}, "x-e": 1}, "f": True}
    )
    assert (part.text("a"), part.text("b"), part.value("gone")) == ("text", "", None)
    assert (part.is_true("f"), part.is_true("a")) == (True, False)
    assert part.texts("b") == ["x"]
    assert [each.source for each in part.listed("b")] == [{"x": 1}]
    assert {name: each.source for name, each in part.parts("c").items()} == {"d": {"x": 1}}
    assert part.part("c").part("d").source == {"x": 1}
    assert (part.part("a").source, part.parts("a"), part.listed("a")) == ({}, {}, [])
