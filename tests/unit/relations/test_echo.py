from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.echo import RELATION
from relating import Api, said

SDL = """
type Query {
  books: [Book!]!
  people: [Person!]!
  book(id: ID!): Book
  bookBy(key: BookKey!): Book
  booksByIds(ids: [ID!]!): [Book]
  node(id: ID!): Node
  member(id: ID!): Person
  owner(id: ID!): Person
}
interface Node { id: ID! }
input BookKey { isbn: Isbn, title: String }
scalar Isbn
enum Currency { EUR SEK USD }
enum Language { EN DE }
type Book implements Node { id: ID!, isbn: Isbn!, title: String!, price(currency: Currency = EUR): Money, blurb(language: Language): Blurb }
type Person implements Node { id: ID!, name: String }
type Money { amount: Int, currency: Currency }
type Blurb { text: String, language: Language }
"""
BOOKS = [{"id": f"b{n}", "isbn": f"978-{n}", "title": f"Title {n}", "kind": "Book"} for n in range(1, 6)]
PEOPLE = [{"id": f"p{n}", "name": f"Name {n}", "kind": "Person"} for n in range(1, 6)]


def by(rows, key, value):
    return next((row for row in rows if row[key] == value), None)


def after(identifier):
    return f"b{int(identifier[1:]) % 5 + 1}"


def library(**changes):
    resolvers = {
        "Query.books": lambda *_: BOOKS,
        "Query.people": lambda *_: PEOPLE,
        "Query.book": lambda *_, **asked: by(BOOKS, "id", asked["id"]),
        "Query.bookBy": lambda *_, key: next(
            (book for book in BOOKS if all(book[k] == v for k, v in key.items())), None
        ),
        "Query.booksByIds": lambda *_, ids: [by(BOOKS, "id", one) for one in ids],
        "Query.node": lambda *_, **asked: by([*BOOKS, *PEOPLE], "id", asked["id"]),
        "Query.member": lambda *_, **asked: by(PEOPLE, "id", asked["id"]),
        "Query.owner": lambda *_, **asked: PEOPLE[0],
        "Book.price": lambda *_, currency: {"amount": 1, "currency": currency},
        "Book.blurb": lambda *_, language="EN": {"text": "x", "language": "EN"},
        **{name.replace("_", "."): change for name, change in changes.items()},
    }
    api = Api(SDL, resolvers)
    api.schema.type_map["Node"].resolve_type = lambda value, *_: value["kind"]
    return api.know("{ books { id } people { id } }")


def test_a_healthy_library_answers_with_what_was_asked():
    api = library()
    assert said(api.found(RELATION)) == []
    assert api.requests > 20


@pytest.mark.parametrize(
    ("change", "coordinate", "severity"),
    [
        ({"Query_book": lambda *_, **asked: BOOKS[0]}, "Query.book", Severity.FAULT),
        (
            {"Query_book": lambda *_, **asked: by(BOOKS, "id", f"b{int(asked['id'][1:]) % 5 + 1}")},
            "Query.book",
            Severity.FAULT,
        ),
        ({"Query_bookBy": lambda *_, key: BOOKS[2]}, "Query.bookBy", Severity.FAULT),
        ({"Query_node": lambda *_, **asked: PEOPLE[0]}, "Query.node", Severity.FAULT),
        ({"Query_booksByIds": lambda *_, ids: BOOKS}, "Query.booksByIds", Severity.FAULT),
        (
            {"Query_booksByIds": lambda *_, ids: [by(BOOKS, "id", ids[0]) for _ in ids]},
            "Query.booksByIds",
            Severity.SUSPICION,
        ),
        ({"Book_price": lambda *_, currency: {"currency": "EUR"}}, "Book.price", Severity.SUSPICION),
    ],
    ids=["always-the-first", "neighbour", "by-key", "node", "all-instead-of-some", "one-for-all", "enum"],
)
@pytest.mark.unmeasured
def test_another_object_is_found_out(change, coordinate, severity):
    if coordinate == "Query.booksByIds" and severity is Severity.FAULT:
        change = {
            "Query_booksByIds": lambda *_, ids: [*(by(BOOKS, "id", one) for one in ids), {**BOOKS[0], "id": "b9"}]
        }
    found = library(**change).found(RELATION)
    assert {mismatch.coordinate for mismatch in found} == {coordinate}, said(found)
    assert severity in {mismatch.severity for mismatch in found}


def test_an_answer_kept_for_another_argument_shows():
    kept = {}
    found = library(Query_book=lambda *_, **asked: kept.setdefault("answer", by(BOOKS, "id", asked["id"]))).found(
        RELATION
    )
    assert said(found) == ['Query.book: looked up by id "b5", it answers with id "b1"']


def test_rows_that_slip_into_the_place_of_a_missing_one_show():
    def slipping(*_, ids):
        rows = [row for one in ids if (row := by(BOOKS, "id", one))]
        return rows + [None] * (len(ids) - len(rows))

    found = library(Query_booksByIds=slipping).found(RELATION)
    assert [mismatch.coordinate for mismatch in found] == ["Query.booksByIds"]
    assert "in the place of" in found[0].message


@pytest.mark.parametrize(
    "change",
    [
        lambda *_, **asked: by(BOOKS, "id", asked["id"]) or BOOKS[0],
        lambda *_, **asked: (
            next((book for book in BOOKS if asked["id"][0] == book["id"][0]), None)
            if not by(BOOKS, "id", asked["id"])
            else by(BOOKS, "id", asked["id"])
        ),
    ],
    ids=["first-of-all", "by-prefix"],
)
def test_an_unknown_value_that_brings_something_is_suspicious(change):
    found = library(Query_book=change).found(RELATION)
    assert [(mismatch.coordinate, mismatch.severity) for mismatch in found] == [("Query.book", Severity.SUSPICION)]
    assert found[0].message.startswith("looked up by an unknown id ")


def test_an_identifier_of_another_type_that_brings_something_is_suspicious():
    """Only the number in a global identifier is looked at, and never its type."""

    def by_number(_, info, **asked):
        return (
            by(BOOKS, "id", f"b{asked['id'][1:]}") if asked["id"] in {one["id"] for one in [*BOOKS, *PEOPLE]} else None
        )

    (found,) = library(Query_book=by_number).found(RELATION)
    assert found.severity is Severity.SUSPICION
    assert found.message == 'looked up by an unknown id "p1", it answers with id "b1"'


def test_two_texts_for_one_identifier_are_healthy():
    """As where base64 is decoded, whatever the bits behind its end."""
    assert said(library(Query_book=lambda *_, **asked: by(BOOKS, "id", asked["id"].rstrip("="))).found(RELATION)) == []


def test_global_identifiers_keep_their_places():
    sdl = SDL.replace("node(id: ID!): Node", "nodes(ids: [ID!]!): [Node]")
    rows = [*BOOKS, *PEOPLE]
    for resolve, expected in (
        (lambda *_, ids: [by(rows, "id", one) for one in ids], []),
        (lambda *_, ids: [row for row in rows if row["id"] in ids], ["Query.nodes"]),
        (lambda *_, ids: [by(rows, "id", f"{one[0]}1") for one in ids], ["Query.nodes"]),
    ):
        api = Api(sdl, {"Query.books": lambda *_: BOOKS, "Query.people": lambda *_: PEOPLE, "Query.nodes": resolve})
        api.schema.type_map["Node"].resolve_type = lambda value, *_: value["kind"]
        api.know("{ books { id } people { id } }")
        assert [mismatch.coordinate for mismatch in api.found(RELATION)] == expected


def test_what_is_not_found_by_global_identifiers_keeps_its_place():
    rows = [*BOOKS, *PEOPLE]

    def nodes(*_, ids):
        return [row for row in (by(rows, "id", one) for one in ids) if row is not None]

    for items, expected in (("[Node]", ["Query.nodes"]), ("[Node!]", [])):
        sdl = SDL.replace("node(id: ID!): Node", f"nodes(ids: [ID!]!): {items}")
        api = Api(sdl, {"Query.books": lambda *_: BOOKS, "Query.people": lambda *_: PEOPLE, "Query.nodes": nodes})
        api.schema.type_map["Node"].resolve_type = lambda value, *_: value["kind"]
        found = api.know("{ books { id } people { id } }").found(RELATION)
        assert [mismatch.coordinate for mismatch in found] == expected
        assert all("no null stands in the place of what was not found" in mismatch.message for mismatch in found)


LOADED = """
    type Query { filmsByCodes(codes: [String!]!): %s films: [Film!]! shows: [Show!]! }
    type Film { id: ID! code: String! shows: [Show!]! }
    type Show { id: ID! films: [Film!]! }
"""


@pytest.mark.parametrize(
    ("items", "load", "expected"),
    [
        ("[Film]!", lambda films, codes: [films.get(code) for code in codes], []),
        (
            "[Film]!",
            lambda films, codes: [film for film in films.values() if film["code"] in codes],
            ["in the place of"],
        ),
        ("[Film]!", lambda films, codes: [films[code] for code in codes if code in films], ["no null stands in"]),
        ("[Film!]!", lambda films, codes: [film for film in films.values() if film["code"] in codes], []),
    ],
)
def test_a_list_that_alone_may_hold_nulls_keeps_places(items: str, load: Any, expected: list[str]):
    films = {f"F{place}": {"id": str(place), "code": f"F{place}", "shows": []} for place in range(6)}
    resolvers = {
        "Query.filmsByCodes": lambda *_, codes: load(films, codes),
        "Query.films": lambda *_: list(films.values()),
        "Query.shows": lambda *_: [],
    }
    found = Api(LOADED % items, resolvers).know("{ films { id code } }").found(RELATION)
    assert [message in one.message for message, one in zip(expected, found, strict=True)] == [True] * len(expected)
    assert {one.severity for one in found} <= {Severity.SUSPICION}


def test_a_list_in_the_order_of_the_data_is_healthy():
    assert (
        said(library(Query_booksByIds=lambda *_, ids: [row for row in BOOKS if row["id"] in ids]).found(RELATION)) == []
    )


def test_a_name_is_compared_without_its_case():
    shouting = {"Query_bookBy": lambda *_, key: {**BOOKS[0], **key, "title": key.get("title", "").upper()}}
    assert said(library(**shouting).found(RELATION)) == []
    wrong = {"Query_bookBy": lambda *_, key: {**BOOKS[0], "isbn": key.get("isbn", ""), "title": "else"}}
    assert {mismatch.severity for mismatch in library(**wrong).found(RELATION)} == {Severity.FAULT}


def test_a_field_that_only_might_look_up_needs_others_that_come_back():
    """``owner(id:)`` of the healthy library is given something else's identifier, and answers with its owner."""
    odd = {"Query_member": lambda *_, **asked: by(PEOPLE, "id", "p1" if asked["id"] == "p4" else asked["id"])}
    found = library(**odd).found(RELATION)
    assert [(mismatch.coordinate, mismatch.severity) for mismatch in found] == [("Query.member", Severity.SUSPICION)]


def test_nothing_is_asked_where_no_value_is_known():
    api = Api(SDL, {})
    assert api.found(RELATION) == []
    assert api.requests == 0


def test_strange_answers_are_not_held_against_it():
    api = library()
    for trace in api.traces(RELATION):
        for asked in trace:
            for data in (None, {}, {"book": 1, "node": [], "booksByIds": {}}, {key: [[]] for key in asked.data or ()}):
                assert list(RELATION.check([asked._replace(data=data)], api.observed.types)) == []


RENDITIONS = """
type Query { images: [Image!]! rendition(width: Int!): Rendition }
type Image { id: ID! width: Int! rendition(width: Int!): Rendition label(slug: String!): Label }
type Rendition { width: Int! }
type Label { slug: String! }
"""


def renditions(sized=lambda *_, width: {"width": width}, slug="other"):
    images = [{"id": str(width), "width": width} for width in (80, 90, 110)]
    resolvers = {
        "Query.images": lambda *_: images,
        "Query.rendition": sized,
        "Image.rendition": lambda image, *_, width: {"width": min(width, image["width"])},
        "Image.label": lambda *_, **asked: {"slug": slug},
    }
    shown = '{ images { id rendition(width: 90) { width } label(slug: "a") { slug } } rendition(width: 90) { width } }'
    return Api(RENDITIONS, resolvers).know(shown).found(RELATION)


def test_below_an_object_the_next_best_may_do_for_a_number():
    found = {mismatch.coordinate: mismatch.severity for mismatch in renditions()}
    assert found.get("Image.rendition") is not Severity.FAULT
    assert "Query.rendition" not in found


def test_at_the_root_another_number_is_a_fault():
    found = {one.coordinate: one.severity for one in renditions(lambda *_, width: {"width": 80})}
    assert found["Query.rendition"] is Severity.FAULT
