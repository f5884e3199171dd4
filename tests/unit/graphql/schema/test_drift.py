from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.schema import missing_in, vanished, widened
from querious.model import Field, Fragment, Operation

SCHEMA = build_schema(
    """
    type Query { book(id: ID, late: Boolean): Book things: [Thing!] }
    type Book implements Thing { id: ID isbn: String loans(late: Boolean): [Loan!] }
    type Loan { due: String }
    interface Thing { id: ID }
    """
)


def operation():
    loans = Field("Book", "loans", "", (("late", True),), (), (Field("Loan", "due", "", (), (), ()),))
    book = Field("Query", "book", "", (("id", "1"),), (), (Field("Book", "isbn", "", (), (), ()), loans))
    thing = Fragment("Book", (), (Field("Book", "id", "", (), (), ()),))
    return Operation("query", "", "Query", (book, Field("Query", "things", "", (), (), (thing,))))


@pytest.mark.parametrize(
    ("product", "message"),
    [
        ("graphql-js", 'Cannot query field "isbn" on type "Book". Did you mean "id"?'),
        ("graphql-java", "Validation error (FieldUndefined@[book/isbn]) : Field 'isbn' in type 'Book' is undefined"),
        (
            "older graphql-java",
            "Validation error of type FieldUndefined: Field 'isbn' in type 'Book' is undefined @ 'book'",
        ),
        ("gqlgen", 'Cannot query field "isbn" on type "Book".'),
        ("Absinthe", 'Cannot query field "isbn" on type "Book".'),
        ("Juniper", 'Unknown field "isbn" on type "Book"'),
        ("async-graphql", 'Unknown field "isbn" on type "Book". Did you mean "id"?'),
        ("Hot Chocolate", "The field `isbn` does not exist on the type `Book`."),
        ("graphql-ruby", "Field 'isbn' doesn't exist on type 'Book'"),
        ("webonyx", 'Cannot query field "isbn" on type "Book".'),
        ("Hasura", "field 'isbn' not found in type: 'Book'"),
        ("graphql-dotnet", "Cannot query field 'isbn' on type 'Book'."),
        ("an object by now", 'Field "isbn" of type "Isbn" must have a selection of subfields.'),
    ],
)
def test_an_unknown_field_is_read_from_the_words_of_a_product(product, message):
    assert missing_in([message], operation(), SCHEMA) == ("Book.isbn",), product


@pytest.mark.parametrize(
    ("product", "message"),
    [
        ("graphql-js", 'Unknown argument "late" on field "Book.loans".'),
        ("older graphql-js, webonyx, Absinthe", 'Unknown argument "late" on field "loans" of type "Book".'),
        ("Juniper, async-graphql", 'Unknown argument "late" on field "loans" of type "Book"'),
        ("graphql-java", "Validation error (UnknownArgument@[book/loans]) : Unknown field argument 'late'"),
        ("Hot Chocolate", "The argument `late` does not exist."),
        ("graphql-ruby", "Field 'loans' doesn't accept argument 'late'"),
        ("Hasura", "'loans' has no argument named 'late'"),
    ],
)
def test_an_unknown_argument_is_read_from_the_words_of_a_product(product, message):
    assert missing_in([message], operation(), SCHEMA) == ("Book.loans.late",), product


def test_an_unknown_type_takes_with_it_what_leads_to_it():
    assert missing_in(['Unknown type "Book".'], operation(), SCHEMA) == ("Book",)
    assert missing_in(["No such type Book, so it can't be a fragment condition"], operation(), SCHEMA) == ("Book",)
    assert widened(["Loan"], SCHEMA) == {"Loan", "Loan.due", "Book.loans"}


def test_what_was_not_asked_for_is_not_believed_to_be_missing():
    messages = ['Cannot query field "title" on type "Book".', 'Unknown argument "late" on field "Query.book".', "Oops"]
    assert missing_in(messages, operation(), SCHEMA) == ()


def test_what_a_later_schema_no_longer_has():
    later = build_schema("type Query { book(id: ID): Book } type Book { id: ID isbn: Isbn } type Isbn { text: String }")
    assert vanished(SCHEMA, later) == {
        *("Query.book.late", "Query.things", "Book.isbn", "Book.loans", "Loan.due", "Thing.id"),
    }
