from __future__ import annotations

from querious.export.rest_example import RestExample
from querious.export.rest_suite import distinct, minimised, rest_suite


def example(path="/books/7", operation="GET /books/{id}", calls=1, status=200, **more):
    keys = (path.rpartition("/")[2].partition("?")[0],) if "{" in operation else ()
    return RestExample(operation, path, keys, status=status, calls=calls, **more)


def test_the_same_request_is_one_test_and_the_most_called_come_first():
    found = distinct([example(calls=1), example("/books/8", calls=9), example(calls=3)])
    assert [(one.path, one.calls) for one in found] == [("/books/8", 9), ("/books/7", 3)]


def test_minimising_keeps_one_of_each_operation_parameters_status_and_look():
    given = [
        example("/books/7"),
        example("/books/8"),
        example("/books/9", status=404),
        example("/books/7?x=1", values={"x": "1"}),
        example("/books/7", answer={"id": "integer"}),
        example("/books", "POST /books", media="application/json", body={"a": 1}),
        example("/books", "POST /books", media="application/json", body={"a": 2}),
        example("/books", "POST /books", media="application/json", body={"a": 2, "b": [{"c": 1}]}),
    ]
    assert [given.index(one) for one in minimised(given)] == [0, 2, 3, 4, 5, 7]


def test_tests_are_named_by_operation_arguments_and_refusals():
    scripts = rest_suite(
        [
            example("/books/7", answer={"id": "integer"}),
            example("/books/9", status=404, answer={"detail": "string"}),
            example("/books?limit=2&sort=name", "GET /books", values={"limit": "2", "sort": "name"}),
            example("/books?q=%C3%A9", "GET /books", values={"q": "é"}),
        ]
    )
    assert [script.stem for script in scripts] == ["get_books", "get_books_id"]
    lists, look_ups = scripts
    assert [trial.name for trial in look_ups.trials] == ["get_books_id_7", "get_books_id_9_404"]
    assert look_ups.trials[1].title == "GET /books/{id}, 9 404"
    assert look_ups.answers == {"ANSWER_200": {"id": "integer"}, "ANSWER_404": {"detail": "string"}}
    assert lists.trials[1].name == "get_books_limit_2_sort_name"
    assert lists.trials[0].name.startswith("get_books_")
    assert lists.answers == {}
