from __future__ import annotations

from library_api import Library
from querious.baseline import VOLATILE, stored_answer

DOCUMENT = '{ author(id: "a101") { name email alias: born books { id cover { colour } } } now }'


def redact(name, value):
    return "<e-mail>" if name == "email" else value


def test_secrets_and_volatile_values_are_left_out_wherever_they_stand():
    shape, data = Library().data_of(DOCUMENT)
    stored = stored_answer(shape, data, {"Query.now", "Author.born", "Book.cover"}, redact)
    author = stored["author"]
    assert (author["email"], author["alias"], stored["now"]) == ("<e-mail>", VOLATILE, VOLATILE)
    assert author["name"] == data["author"]["name"]
    assert {book["cover"] for book in author["books"]} == {VOLATILE}


def test_nulls_stay_and_objects_of_unknown_type_become_null():
    library = Library()
    shape, _ = library.data_of('{ node(id: "a101") { __typename id } }')
    assert stored_answer(shape, {"node": None}, (), redact) == {"node": None}
    assert stored_answer(shape, {"node": {"__typename": "Dragon", "id": "1"}}, (), redact) == {"node": None}
