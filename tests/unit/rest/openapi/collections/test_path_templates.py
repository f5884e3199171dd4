from __future__ import annotations

import pytest

from querious.rest.openapi.collections.path_templates import path_template, same_place


@pytest.mark.parametrize(
    ("path", "parts", "parameters"),
    [
        ("/api/v1/books/{bookId}/comments/", ("api", "v1", "books", "{}", "comments"), ("bookId",)),
        ("/Books('{id}')", ("Books", "{}"), ("id",)),
        ("/Books({id})/Pages", ("Books", "{}", "Pages"), ("id",)),
        ("/books/{id}.json", ("books", "{}"), ("id",)),
        ("/books/({id})", ("books", "{}"), ("id",)),
        ("/books?kind={kind}", ("books",), ()),
        ("/", (), ()),
    ],
)
def test_paths_are_cut_into_parts(path, parts, parameters):
    template = path_template(path)
    assert (template.parts, template.parameters) == (parts, parameters)


@pytest.mark.parametrize("path", ["/range/{from}-{to}", "/books/id-{id}", "/books/{}", "/a/{b", "/x{a}{b}"])
def test_a_part_that_is_made_of_several_is_no_key(path):
    assert path_template(path) is None


def test_what_every_path_of_a_service_begins_with_names_nothing():
    template = path_template("/api/v1.2beta/line-items/{id}")
    assert (template.literals, template.last_words) == (("line-items",), ("line", "items"))
    assert path_template("/api").literals == ("api",)


def test_parameters_are_renamed():
    assert path_template("/a/{x}/b/{y}?z=1").named(("p", "q")) == "/a/{p}/b/{q}?z=1"
    assert path_template("/a/{x}?z={z}").named(("p",)) == "/a/{p}"


def test_the_same_place_in_another_style():
    assert same_place(("api", "book"), ("api", "Books"))
    assert not same_place(("api", "{}"), ("api", "{}"))
    assert not same_place(("a", "books"), ("b", "books"))
    assert not same_place((), ())
