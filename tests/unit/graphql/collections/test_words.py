from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.words import (
    CREATE,
    DELETE,
    UPDATE,
    camel,
    noun_of_query,
    noun_of_type,
    plural,
    same_noun,
    singular,
    split_verb,
    words,
)

PAIRS = [
    ("book", "books"),
    ("category", "categories"),
    ("person", "people"),
    ("child", "children"),
    ("address", "addresses"),
    ("box", "boxes"),
    ("branch", "branches"),
    ("hero", "heroes"),
    ("shelf", "shelves"),
    ("status", "statuses"),
    ("analysis", "analyses"),
    ("movie", "movies"),
    ("key", "keys"),
    ("series", "series"),
    ("house", "houses"),
    ("bus", "buses"),
    ("quiz", "quizzes"),
    ("index", "indices"),
]


@pytest.mark.parametrize(("one", "many"), PAIRS)
def test_singular_and_plural(one: str, many: str):
    assert singular(many) == one
    assert singular(one) == one
    assert same_noun((one,), (many,))


@pytest.mark.parametrize(("one", "many"), [pair for pair in PAIRS if pair[0] != "hero"])
def test_plural_is_what_people_write(one: str, many: str):
    assert plural(one) == many
    assert plural(many) == many


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=10))
def test_a_word_and_its_plural_are_one_noun(word: str):
    assert same_noun(("old", word), ("old", plural(word)))
    assert not same_noun(("old", word), ("new", plural(word)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("getBookByID", ("get", "book", "by", "id")),
        ("get_book_by_id", ("get", "book", "by", "id")),
        ("HTMLPage", ("html", "page")),
        ("projectV2Item", ("project", "v", "2", "item")),
        ("_id", ("id",)),
        ("", ()),
    ],
)
def test_words(name: str, expected: tuple[str, ...]):
    assert words(name) == expected


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


def test_camel():
    assert camel(("order", "lines")) == "orderLines"


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
