from __future__ import annotations

from random import Random

import pytest

from querious.graphql.values import Makers
from querious.values import Chance, Pool
from sample import schema

SDL = """
type Query {
  book(id: ID!): Book
  author(id: ID, login: String, kind: Kind): Author
  books(like: String): [Book]
  any(id: ID!): Any
  search(where: Where!): [Book]
  file(upload: Upload!): Book
  version: String
}
scalar Upload
enum Kind { A B }
union Any = Book | Author
type Book { id: ID! }
type Author { id: ID! login: String }
input Where { code: String! deep: Where page: Int }
"""


def made(field: str, target: str = "", pool: Pool | None = None):
    return Makers(schema(SDL), pool or Pool()).call("Query", field, target)


def drawn(field: str, target: str = "") -> dict:
    return dict(made(field, target).draw(Chance(Random(1))))


def test_what_is_required_is_filled_and_no_more():
    assert drawn("book").keys() == {"id"}
    assert drawn("search")["where"].keys() == {"code"}


def test_an_object_may_be_looked_up_by_what_is_optional_but_not_by_a_choice():
    call = made("author")
    assert call.form.members.keys() == {"id", "login"}


@pytest.mark.parametrize("field", ["books", "version", "file"])
def test_what_needs_no_arguments_or_some_that_cannot_be_made_has_no_call(field):
    assert made(field) is None


def test_a_list_that_brought_nothing_may_need_an_argument():
    pool = Pool()
    pool.optional.watch("Query.books")
    makers = Makers(schema(SDL), pool)
    outcomes = pool.optional._outcomes["Query.books"]
    outcomes.bare_failed = 3
    assert makers.call("Query", "books").form.members.keys() == {"like"}


def test_each_type_that_may_come_back_has_a_call_of_its_own():
    pool = Pool()
    makers = Makers(schema(SDL), pool)
    books, authors = makers.call("Query", "any", "Book"), makers.call("Query", "any", "Author")
    assert (books.target, authors.target) == ("Book", "Author")
    assert makers.call("Query", "any", "Book") is books
    assert makers.call("Query", "any", "Shelf") is None
    assert makers.call("Query", "book", "Book") is makers.call("Query", "book")
