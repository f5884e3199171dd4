from __future__ import annotations

from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.cases import problems
from querious.model import Level, Settings
from querious.model.operation import fields
from querious.model.writing import write, write_case
from querious.pipeline import Silent, run
from querious.pipeline.walking import halves
from random_schemas import random_sdl
from sample import generator, operation

SHOP = """
type Query { shelves(first: Int): [Shelf!]! book(id: ID!): Book }
type Shelf { label: String books: [Book!]! }
type Book { id: ID! title: String author: Author }
type Author { name: String best: Book secret: Secret }
type Secret { word: String }
"""


class Phases(Silent):
    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def progress(self, progress) -> None:
        self.seen.setdefault(progress.phase, progress.requests)


def shop(**changes):
    """Books are found on shelves only; two of three have an author, and one of those a secret."""
    schema = build_schema(SHOP)
    authors = [{"name": "A", "secret": None}, {"name": "B", "secret": {"word": "w"}}]
    books = {name: {"id": name, "title": name} for name in ("x-1", "x-2", "x-3")}
    books["x-2"]["author"], books["x-3"]["author"] = authors
    authors[1]["best"] = books["x-1"]
    shelves = [{"label": "empty", "books": []}, {"label": "full", "books": list(books.values())}]
    schema.query_type.fields["shelves"].resolve = lambda _, __, first=10: shelves[: max(first or 0, 0)]
    schema.query_type.fields["book"].resolve = lambda _, __, id: books.get(id)  # noqa: A006
    for coordinate, resolve in changes.items():
        kind, name = coordinate.split("_")
        schema.type_map[kind].fields[name].resolve = resolve
    return schema


def test_the_plan_reaches_everything_before_anything_is_random():
    phases = Phases()
    report = run(shop(), Settings(seed=1, requests=12, invalid=0), phases)
    assert list(phases.seen)[:2] == ["reading", "plan"]
    assert report.coverage.share(Level.WITNESSED) == 1
    assert report.findings == ()


def test_a_field_that_takes_everything_down_does_not_hide_its_siblings():
    def broken(*_):
        raise AttributeError("'NoneType' object has no attribute 'x'")

    schema = build_schema("type Query { bad: Int! a: Int! b: Thing! } type Thing { c: Int! d: Int! }")
    schema.query_type.fields["bad"].resolve = broken
    schema.query_type.fields["a"].resolve = lambda *_: 1
    schema.query_type.fields["b"].resolve = lambda *_: {"c": 1, "d": 2}
    report = run(schema, Settings(seed=1, requests=8, invalid=0, shrink=0))
    assert report.coverage.witnessed == {"Query.a", "Query.b", "Thing.c", "Thing.d"}
    assert {finding.coordinate for finding in report.faults} == {"Query.bad"}


def test_the_budget_holds_in_the_plan_too():
    report = run(shop(), Settings(seed=1, requests=3))
    assert (report.cases, report.ended) == (3, "3 requests")


def test_denied_fields_are_not_planned():
    report = run(shop(), Settings(seed=1, requests=80, deny=("Author.secret",)))
    assert "Author.secret" not in report.coverage.requested
    assert "Author.best" in report.coverage.witnessed


def leaves(found) -> list[str]:
    return sorted(node.key for node in fields(found.selections) if not node.children and node.name != "__typename")


def test_halves():
    whole = operation("{ book(id: 1) { id author { name ... on Author { rival { id } } } pages } }")
    one, other = halves(whole)
    assert write(one)[0] == "{ book(id: 1) { id } }"
    assert write(other)[0] == "{ book(id: 1) { author { name ... on Author { rival { id } } } pages } }"
    assert halves(operation("{ book(id: 1) { author { name } } }")) == []


@given(st.integers(0, 5_000), st.integers(0, 2**32))
def test_halves_are_valid_and_lose_nothing(shape, seed):
    built = build_schema(random_sdl(shape))
    whole = generator(built, seed).case(700).operation
    parts = halves(whole)
    for part in parts:
        assert problems(built, write_case(1, part)) == []
    if parts:
        assert sorted(leaf for part in parts for leaf in leaves(part)) == leaves(whole)
