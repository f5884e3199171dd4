from __future__ import annotations

import pytest

from querious.rest.openapi.collections.entry_facts import entry_facts
from querious.rest.openapi.collections.links import linked_names
from querious.rest.openapi.collections.path_pairs import find_resources
from querious.rest.openapi.schemas import Schemas
from unit.rest.openapi.descriptions import crud, described


def linked(link):
    paths = crud("/books", "/books/{id}") | crud("/notes", "/notes/{noteId}")
    paths["/books"]["post"]["responses"]["201"]["links"] = {"next": link}
    paths["/notes"]["post"]["operationId"] = "addNote"
    description = described(paths)
    schemas = Schemas(description.document, description.dialect)
    return linked_names([(each, entry_facts(each, schemas)) for each in find_resources(description)[0]])


@pytest.mark.parametrize("target", [{"operationId": "addNote"}, {"operationRef": "#/paths/~1notes/post"}])
def test_a_link_says_which_field_takes_the_key_of_which_collection(target):
    assert linked({**target, "parameters": {"query.book": "$response.body#/id"}}) == {"notes": {"book": "books"}}
    assert linked({**target, "requestBody": {"about": "{$response.body#/id}"}}) == {"notes": {"about": "books"}}


@pytest.mark.parametrize(
    "link",
    [
        {"parameters": {"book": "$response.body#/id"}},
        {"operationId": "gone", "parameters": {"book": "$response.body#/id"}},
        {"operationId": "addNote", "parameters": {"book": "$response.body#/title"}},
        {"operationId": "addNote", "parameters": {"book": 5}},
    ],
)
def test_other_links_say_nothing(link):
    assert linked(link) == {}
