from __future__ import annotations

import pytest

from querious.rest.openapi.document import UnusableError, as_list, as_object, as_text, followed, pointer_steps, target

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
    assert target(DOCUMENT, reference) == found


def test_references_are_followed_to_their_end():
    assert followed(DOCUMENT, {"$ref": "#/one", "beside": 1}) == {"x": 1}
    assert followed(DOCUMENT, [1]) == [1]


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        (5, "holds int instead of a string"),
        ("other.yaml#/a", "points outside the document"),
        ("#/three/x/y", "points to nothing"),
        ("#/a~1b/c~0d/9", "points to nothing"),
        ("#/a~1b/c~0d/x", "points to nothing"),
        ("#three", "is not a JSON pointer"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(reference, reason):
    with pytest.raises(UnusableError, match=reason):
        target(DOCUMENT, reference)


def test_a_circle_is_not_followed_for_ever():
    with pytest.raises(UnusableError, match="is circular"):
        followed({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}, {"$ref": "#/a"})


def test_what_is_of_another_type_is_empty():
    assert (as_object([1]), as_list({"a": 1}), as_text(3)) == ({}, [], "")
    assert (as_object({"a": 1}), as_list([1]), as_text("a")) == ({"a": 1}, [1], "a")
    assert pointer_steps("#/paths/~1books/get") == ("paths", "/books", "get")
