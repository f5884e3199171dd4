"""Answers that were asked for something else, held against every relation; each fault beside its healthy twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from querious.relations import RELATIONS, Contradictions, Observations, ReadAnswer
from relating import Api

if TYPE_CHECKING:
    from querious.relations import Conversation, QueryAnswer

SDL = """
type Query {
  books(genre: Genre, minYear: Int, search: String, sort: Sort, first: Int, last: Int): BookPage
  shelf: [Book!]!
  book(id: ID!): Book
  booksByIds(ids: [ID!]!): [Book]
  author(id: ID!): Author
  clock: Int
}
enum Genre { CRIME POETRY }
enum Sort { YEAR_ASC YEAR_DESC }
type BookPage { nodes: [Book!]!, edges: [BookEdge!]!, totalCount: Int, pageInfo: PageInfo! }
type BookEdge { node: Book!, cursor: String! }
type PageInfo { hasNextPage: Boolean! }
type Book { id: ID!, title: String!, year: Int!, genre: Genre!, author: Author! }
type Author { id: ID!, name: String!, books: [Book!]!, bookCount: Int! }
"""
AUTHORS = [{"id": f"a{n}", "name": f"Name {n}"} for n in range(3)]
BOOKS = [
    {
        "id": f"b{n}",
        "title": f"Title {n}",
        "year": 1900 + n * 7 % 60,
        "genre": "CRIME" if n % 2 else "POETRY",
        "author": AUTHORS[n % 3],
    }
    for n in range(60)
]


def by_id(rows, identifier):
    return next((row for row in rows if row["id"] == identifier), None)


def pages(rows, first=None, last=None, more=0):
    chosen = rows[: first + more] if first is not None else rows[-last:] if last else rows
    edges = [{"node": row, "cursor": row["id"]} for row in chosen]
    return {
        "nodes": chosen,
        "edges": edges,
        "totalCount": len(rows),
        "pageInfo": {"hasNextPage": len(chosen) < len(rows)},
    }


def books(*_, genre=None, minYear=0, search="", sort=None, **paging):  # noqa: N803 (as the API names it)
    rows = [row for row in BOOKS if genre in (None, row["genre"]) and row["year"] >= minYear and search in row["title"]]
    if sort:
        rows = sorted(rows, key=lambda row: row["year"], reverse=sort == "YEAR_DESC")
    return pages(rows, **paging)


def library(**changes: Any) -> Api:
    resolvers = {
        "Query.books": books,
        "Query.shelf": lambda *_: BOOKS,
        "Query.book": lambda *_, **asked: by_id(BOOKS, asked["id"]),
        "Query.booksByIds": lambda *_, ids: [by_id(BOOKS, one) for one in ids],
        "Query.author": lambda *_, **asked: by_id(AUTHORS, asked["id"]),
        "Author.books": lambda author, *_: [row for row in BOOKS if row["author"] is author],
        "Author.bookCount": lambda author, *_: sum(row["author"] is author for row in BOOKS),
        **{name.replace("_", "."): change for name, change in changes.items()},
    }
    return Api(SDL, resolvers)


class Reader:
    """Takes in answers as a run does, and asks again for what they seem to break."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.observed = Observations(api.schema)
        self.contradictions = Contradictions(self.observed, RELATIONS)

    def read(self, *documents: str, steady: bool = True) -> Reader:
        for document in documents:
            answer = ReadAnswer(*self.api.ask(self.api.operation(document)))
            self.observed.note(answer, steady=steady)
            for relation in self.contradictions.concerned(answer):
                self.contradictions.note(relation, answer)
        return self

    def _hold(self, conversation: Conversation) -> list[QueryAnswer]:
        trace: list[QueryAnswer] = []
        operation = next(conversation, None)
        while operation is not None:
            trace.append(self.api.ask(operation))
            try:
                operation = conversation.send(trace[-1])
            except StopIteration:
                operation = None
        return trace

    def found(self) -> set[tuple[str, str]]:
        """Relation and coordinate of all that shows when it is asked again."""
        found = set()
        while waiting := self.contradictions.take():
            trace = self._hold(waiting.conversation)
            broken = waiting.relation.check(trace, self.observed.types)
            found |= {(waiting.relation.name, mismatch.coordinate) for mismatch in broken}
        return found


def one_wrong(*_, **asked):
    """Only the look-up of the 40th book is wrong."""
    return BOOKS[41] if asked["id"] == "b40" else by_id(BOOKS, asked["id"])


def genre_ignored(*_, genre=None, **asked):
    return books(**asked)


def year_ignored(*_, minYear=None, **asked):  # noqa: N803
    return books(**asked)


def sort_ignored(*_, sort=None, **asked):
    return books(**asked)


def one_too_many(*_, **asked):
    return pages(BOOKS, asked.get("first"), more=1)


def count_of_page(*_, **asked):
    return books(**asked) | {"totalCount": 1}


def node_lost(*_, **asked):
    found = books(**asked)
    return found | {"nodes": found["nodes"][:-1]}


FAULTS = {
    "echo": ({"Query_book": one_wrong}, ["{ shelf { id } }", '{ book(id: "b40") { id } clock }']),
    "echo of many": (
        {"Query_booksByIds": lambda *_, ids: [by_id(BOOKS, "b1") for _ in ids]},
        ["{ shelf { id } }", '{ booksByIds(ids: ["b7", "b9"]) { id } }'],
    ),
    "existence": (
        {"Query_book": lambda *_, **asked: by_id(BOOKS[:50], asked["id"])},
        ["{ shelf { id } }", '{ book(id: "b55") { title } }'],
    ),
    "filter by a choice": ({"Query_books": genre_ignored}, ["{ books(genre: CRIME) { nodes { id genre } } }"]),
    "filter by a bound": ({"Query_books": year_ignored}, ["{ books(minYear: 1930) { nodes { id year } } }"]),
    "sort": ({"Query_books": sort_ignored}, ["{ books(sort: YEAR_DESC, first: 20) { nodes { id year } } }"]),
    "page": ({"Query_books": one_too_many}, ["{ books(first: 2) { nodes { id } } }"]),
    "nodes and edges": ({"Query_books": node_lost}, ["{ books { nodes { id } edges { node { id } } } }"]),
    "count": (
        {"Query_books": count_of_page},
        ["{ books(first: 100) { nodes { id } totalCount pageInfo { hasNextPage } } }"],
    ),
    "count beside a list": ({"Author_bookCount": lambda *_: 7}, ['{ author(id: "a1") { id bookCount books { id } } }']),
    "identity in one answer": (
        {"Query_book": lambda *_, **asked: by_id(BOOKS, asked["id"]) | {"title": "other"}},
        ['{ shelf { id title } book(id: "b3") { id title } }'],
    ),
    "identity in two answers": (
        {"Query_book": lambda *_, **asked: by_id(BOOKS, asked["id"]) | {"year": 1}},
        ["{ shelf { id year } }", '{ book(id: "b33") { id year } }'],
    ),
    "belonging": (
        {"Author_books": lambda author, *_: [*(row for row in BOOKS if row["author"] is author), BOOKS[1]]},
        ['{ author(id: "a0") { id books { id author { id } } } }'],
    ),
}


@pytest.mark.parametrize(("changes", "documents"), FAULTS.values(), ids=FAULTS)
def test_what_an_answer_to_another_question_breaks_is_asked_again(changes, documents):
    found = Reader(library(**changes)).read(*documents).found()
    coordinates = {name.replace("_", ".") for name in changes}
    related = {coordinate for _, coordinate in found}
    assert related & {*coordinates, "Book.title", "Book.year", "BookPage.nodes"}, found
    assert Reader(library()).read(*documents).found() == set()


ODD = [
    "{ books(first: 0) { nodes { id } totalCount pageInfo { hasNextPage } } }",
    "{ books(first: 1, last: 4) { nodes { id } } }",
    '{ books(genre: CRIME, search: "Title 1") { nodes { id genre } } }',
    '{ book(id: "40") { id } booksByIds(ids: ["x", "b1"]) { id } }',
]


@pytest.mark.parametrize("document", ODD)
def test_what_can_be_meant_in_more_than_one_way_is_left_alone(document):
    def odd(*_, first=None, last=None, **asked):
        return genre_ignored(first=None if first == 0 else max(first or 9, last or 0), **asked)

    changes = {
        "Query_books": odd,
        "Query_book": lambda *_, **asked: by_id(BOOKS, f"b{asked['id'].strip('b')}"),
        "Query_booksByIds": lambda *_, ids: [by_id(BOOKS, one) or BOOKS[0] for one in ids],
    }
    assert Reader(library(**changes)).read("{ shelf { id } }", document).found() == set()


def test_answers_before_and_after_a_change_are_not_compared():
    changed = {"Query_book": lambda *_, **asked: by_id(BOOKS, asked["id"]) | {"year": 1}}
    reader = Reader(library(**changed)).read("{ shelf { id year } }")
    reader.observed.forget_values()
    reader.read('{ book(id: "b33") { id year } }')
    assert reader.contradictions.take() is None
    reader.read('{ book(id: "b33") { id year } }', "{ shelf { id year } }", steady=False)
    assert reader.contradictions.take() is None


def test_the_same_question_answered_in_two_ways_is_asked_on():
    turns = iter(range(100))
    flickering = library(Query_author=lambda *_, **asked: AUTHORS[0] | {"name": "Ann" if next(turns) % 4 else "Bob"})
    found = Reader(flickering).read(*['{ author(id: "a0") { id name } }'] * 2).found()
    assert ("repetition", "Author.name") in found


def test_what_changes_by_nature_is_no_finding():
    turns = iter(range(1000))
    found = Reader(library(Query_clock=lambda *_: next(turns))).read(*["{ clock }"] * 3).found()
    assert found == set()


def test_one_cause_is_asked_again_a_few_times_only():
    reader = Reader(library(Query_book=lambda *_, **asked: BOOKS[0])).read("{ shelf { id } }")
    reader.read(*[f'{{ book(id: "b{n}") {{ id }} }}' for n in range(1, 50)])
    waiting = 0
    while reader.contradictions.take():
        waiting += 1
    assert 1 <= waiting <= 3


def test_answers_without_data_and_mutations_concern_nobody():
    reader = Reader(library())
    operation = reader.api.operation('{ book(id: "b1") { id } }')
    answer = reader.api.ask(operation)
    assert reader.contradictions.concerned(answer)
    assert not reader.contradictions.concerned(answer._replace(data=None))
    assert not reader.contradictions.concerned(answer._replace(operation=operation._replace(kind="mutation")))


def test_amounts_in_two_currencies_are_in_no_order():
    """Rows of two types may be asked for one field with other arguments."""
    sdl = """
    type Query { items(sort: Sort, minPrice: Float): [Item!]! }
    enum Sort { PRICE_ASC PRICE_DESC }
    enum Currency { EUR SEK }
    type Money { amount: Float!, currency: Currency! }
    interface Item { id: ID!, price(currency: Currency = EUR): Money! }
    type Part implements Item { id: ID!, price(currency: Currency = EUR): Money! }
    type Tool implements Item { id: ID!, price(currency: Currency = EUR): Money! }
    """
    rows = [{"id": str(n), "kind": "Part" if n % 2 else "Tool", "amount": float(n)} for n in range(1, 9)]

    def price(row, _, currency):
        return {"amount": row["amount"] * (11 if currency == "SEK" else 1), "currency": currency}

    resolvers = {
        "Query.items": lambda *_, sort=None, **given: [
            row for row in rows if row["amount"] >= given.get("minPrice", 0)
        ],
        "Part.price": price,
        "Tool.price": price,
    }
    inner = "id __typename ... on Part { price(currency: SEK) { amount } } ... on Tool { price { amount } }"
    reader = Reader(Api(sdl, resolvers, {"Item": "kind"}))
    reader.read(f"{{ items(sort: PRICE_ASC) {{ {inner} }} }}", f"{{ items(minPrice: 5) {{ {inner} }} }}")
    assert reader.found() == set()
    wrong = Reader(Api(sdl, {**resolvers, "Query.items": lambda *_, **__: rows[::-1]}, {"Item": "kind"}))
    wrong.read("{ items(sort: PRICE_ASC) { id __typename price { amount currency } } }")
    assert wrong.found() == {("sort", "Query.items")}
