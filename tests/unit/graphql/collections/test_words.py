from __future__ import annotations

import pytest

from querious.graphql.collections.words import CREATE, DELETE, UPDATE, noun_of_query, noun_of_type, split_verb
from querious.text.words import same_noun


@pytest.mark.parametrize(
    ("name", "verbs", "noun"),
    [
        ("createBook", CREATE, ("book",)),
        ("addBook", CREATE, ("book",)),
        ("newBook", CREATE, ("book",)),
        ("bookCreate", CREATE, ("book",)),
        ("book_create", CREATE, ("book",)),
        ("insertBook", CREATE, ("book",)),
        ("insert_books_one", CREATE, ("books",)),
        ("CreateBook", CREATE, ("book",)),
        ("update_books_by_pk", UPDATE, ("books",)),
        ("editBook", UPDATE, ("book",)),
        ("saveBook", UPDATE, ("book",)),
        ("bookUpdateOne", UPDATE, ("book",)),
        ("destroyBook", DELETE, ("book",)),
        ("trashBook", DELETE, ("book",)),
        ("create", CREATE, ()),
        ("createLandingPage", CREATE, ("landing", "page")),
        ("createShoppingList", CREATE, ("shopping", "list")),
    ],
)
def test_verbs_wherever_they_stand(name: str, verbs: tuple[str, ...], noun: tuple[str, ...]):
    found = split_verb(name, verbs)
    assert found is not None
    assert found[1] == noun


@pytest.mark.parametrize("name", ["cancelOrder", "login", "recreateBook", "bookcreate", ""])
def test_other_verbs_are_none(name: str):
    assert split_verb(name, CREATE) is None


@pytest.mark.parametrize(
    "name",
    ["book", "books", "getBook", "bookById", "allBooks", "listBooks", "books_by_pk", "booksConnection", "getAllBooks"],
)
def test_queries_of_one_noun(name: str):
    assert same_noun(noun_of_query(name), ("book",))


def test_types_of_one_noun():
    assert {noun_of_type(name) for name in ("Book", "BookType", "BookNode", "BookEntity")} == {("book",)}
    assert noun_of_type("Node") == ("node",)


NOUNS = frozenset({("post",), ("message",), ("set",), ("archive",), ("post", "category")})


@pytest.mark.parametrize(
    ("name", "verbs", "noun"),
    [
        ("createPost", CREATE, ("post",)),
        ("postCreate", CREATE, ("post",)),
        ("postCategoryCreate", CREATE, ("post", "category")),
        ("updatePost", UPDATE, ("post",)),
        ("deletePostById", DELETE, ("post",)),
        ("delete_posts_by_pk", DELETE, ("posts",)),
        ("updateSet", UPDATE, ("set",)),
        ("setCreate", CREATE, ("set",)),
        ("createArchive", CREATE, ("archive",)),
        ("archivePost", DELETE, ("post",)),
        ("postMessage", CREATE, ("message",)),
    ],
)
def test_nouns_of_the_schema_are_no_verbs(name: str, verbs: tuple[str, ...], noun: tuple[str, ...]):
    read = {kind: split_verb(name, kind, NOUNS) for kind in (CREATE, UPDATE, DELETE)}
    assert [kind for kind, found in read.items() if found is not None] == [verbs]
    assert read[verbs] is not None
    assert read[verbs][1] == noun


@pytest.mark.parametrize("name", ["likePost", "publishPosts", "openArchive"])
def test_a_noun_alone_is_no_verb(name: str):
    assert all(split_verb(name, kind, NOUNS) is None for kind in (CREATE, UPDATE, DELETE))


def test_post_is_a_verb_only_where_there_is_no_other():
    assert split_verb("postUpdate", CREATE) is None
    assert split_verb("postUpdate", UPDATE) == ("update", ("post",))
    assert split_verb("postBook", CREATE) == ("post", ("book",))
