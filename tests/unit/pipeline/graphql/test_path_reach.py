from __future__ import annotations

import pytest

from querious.answers.fault.triage import ErrorKind
from querious.graphql.shape import Shapes
from querious.model import Class, Path, Step
from querious.pipeline.graphql.blames import Blame
from querious.pipeline.graphql.path_reach import follow_answer
from sample import operation, schema

WHOLE = operation("{ book(id: 1) { id author { name rival { id } } } shelf { label } }")
SHAPE = Shapes(schema()).of(WHOLE)
BOOK = Step("Root", "book", "Book")
AUTHOR = Step("Book", "author", "Author")
PATHS = {
    "id": Path((BOOK, Step("Book", "id", "ID"))),
    "name": Path((BOOK, AUTHOR, Step("Author", "name", "String"))),
    "rival": Path((BOOK, AUTHOR, Step("Author", "rival", "Author"))),
    "label": Path((Step("Root", "shelf", "Shelf"), Step("Shelf", "label", "String"))),
}


def followed(data, *blames, only=tuple(PATHS)):
    found = follow_answer(WHOLE, [(key, PATHS[key]) for key in only], SHAPE, data, blames)
    classes = {key: (walked.actual, walked.result) for key, walked in found.walked}
    return classes, [key for key, _ in found.hidden]


def blame(keys, kind=ErrorKind.SERVER_FAULT):
    return Blame(tuple(keys.split()), kind, "")


FULL = {"book": {"id": "1", "author": {"name": "A", "rival": {"id": "2"}}}, "shelf": {"label": "x"}}


def test_data_all_the_way_is_perfect_whatever_erred_elsewhere():
    assert followed(FULL, blame("shelf")) == (
        {
            "id": (2, Class.PERFECT),
            "name": (3, Class.PERFECT),
            "rival": (3, Class.PERFECT),
            "label": (2, Class.PERFECT),
        },
        [],
    )


def test_where_data_ends_without_an_error_a_path_is_good():
    classes, hidden = followed({"book": None, "shelf": {"label": None}})
    assert classes == {
        "id": (0, Class.GOOD),
        "name": (0, Class.GOOD),
        "rival": (0, Class.GOOD),
        "label": (1, Class.GOOD),
    }
    assert hidden == []


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        (ErrorKind.SERVER_FAULT, Class.FAILED),
        (ErrorKind.UNEXPLAINED, Class.FAILED),
        (ErrorKind.USER_ERROR, Class.MALFORMED),
        (ErrorKind.AUTHORISATION, Class.MALFORMED),
        (ErrorKind.INVALID, Class.MALFORMED),
    ],
)
def test_an_error_on_the_path_is_the_servers_fault_or_ours(kind, result):
    data = {"book": {"id": "1", "author": {"name": "A", "rival": None}}, "shelf": {"label": "x"}}
    classes, hidden = followed(data, blame("book author rival", kind))
    assert classes["rival"] == (2, result)
    assert classes["name"] == (3, Class.PERFECT)
    assert hidden == []


def test_an_error_that_nulls_an_object_hides_what_stands_beside_it():
    classes, hidden = followed({"book": None, "shelf": {"label": "x"}}, blame("book author rival"))
    assert classes["rival"] == (0, Class.FAILED)
    assert classes["name"] == (0, Class.MALFORMED)
    assert classes["label"] == (2, Class.PERFECT)
    assert hidden == ["id", "name"]


def test_an_error_that_nulls_everything_hides_all_but_itself():
    classes, hidden = followed(None, blame("shelf label"))
    assert classes["label"] == (0, Class.FAILED)
    assert hidden == ["id", "name", "rival"]


def test_an_error_of_the_whole_request_says_nothing_of_any_path_as_long_as_there_are_several():
    classes, hidden = followed(None, blame(""))
    assert set(classes.values()) == {(0, Class.MALFORMED)}
    assert hidden == list(PATHS)
    assert followed(None, blame(""), only=("label",)) == ({"label": (0, Class.FAILED)}, [])


def test_an_error_elsewhere_is_not_the_reason():
    classes, hidden = followed({"book": {"id": "1", "author": None}, "shelf": None}, blame("shelf"))
    assert classes["name"] == classes["rival"] == (1, Class.GOOD)
    assert classes["label"] == (0, Class.FAILED)
    assert hidden == []


def test_a_path_that_only_missing_credentials_ended_says_so():
    data = {"book": None, "shelf": None}
    blames = (blame("book", ErrorKind.AUTHORISATION), blame("shelf", ErrorKind.USER_ERROR))
    found = follow_answer(WHOLE, list(PATHS.items()), SHAPE, data, blames)
    assert {key: walked.unauthorised for key, walked in found.walked} == {
        "id": True,
        "name": True,
        "rival": True,
        "label": False,
    }
    found = follow_answer(WHOLE, list(PATHS.items()), SHAPE, None, [blame("", ErrorKind.AUTHORISATION)])
    assert all(walked.unauthorised for _, walked in found.walked)
