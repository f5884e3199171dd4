from __future__ import annotations

import json

import pytest
from graphql import FieldNode, build_schema, execute, parse

from querious.errors import ConfigError
from querious.model import Class, Level, Settings
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import run
from servers import answering, respond

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
    authors[1]["best"] = books["x-2"]
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
    assert list(phases.seen)[:2] == ["reading the schema", "tuples"]
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


def reach(report, plan):
    return next(reach for reach in report.reach if reach.plan == plan)


def test_every_phase_is_seen_and_told():
    phases = Phases()
    report = run(shop(), Settings(seed=1, requests=60, invalid=0), phases)
    assert list(phases.seen) == ["reading the schema", "tuples", "edge-pair", "random", "relations"]
    assert [reach.plan for reach in report.reach] == ["tuples", "edge-pair"]
    assert reach(report, "tuples").classes[Class.PERFECT] == reach(report, "tuples").paths == 11
    pairs = reach(report, "edge-pair")
    assert pairs.known == f"{pairs.paths} paths"
    assert pairs.classes[Class.PERFECT] == pairs.paths
    assert pairs.ratio == 1


def test_paths_that_have_no_data_are_told():
    report = run(shop(Author_secret=lambda *_: None), Settings(seed=1, requests=100, invalid=0))
    pairs = reach(report, "edge-pair")
    assert pairs.classes[Class.GOOD] == len(pairs.missed) > 0
    assert all(missed.path.steps[-1].coordinate == "Author.secret" for missed in pairs.missed)
    assert all(missed.actual == missed.expected - 1 for missed in pairs.missed)
    assert pairs.ratio < 1


def test_a_server_fault_is_a_confirmed_failure_and_hides_nothing():
    def broken(*_):
        raise AttributeError("'NoneType' object has no attribute 'x'")

    report = run(shop(Author_secret=broken), Settings(seed=1, requests=100, invalid=0, shrink=0))
    pairs = reach(report, "edge-pair")
    assert {missed.path.steps[-1].coordinate for missed in pairs.missed} == {"Author.secret"}
    assert pairs.classes[Class.FAILED] == len(pairs.missed)


def test_no_criterion_no_paths():
    report = run(shop(), Settings(seed=1, requests=60, criterion="none"))
    assert [reach.plan for reach in report.reach] == ["tuples"]


def test_an_unknown_criterion_ends_the_run_before_it_begins():
    with pytest.raises(ConfigError, match="Unknown criterion 'edges'"):
        run(shop(), Settings(seed=1, criterion="edges"))


@pytest.mark.unmeasured
def test_variants_ask_every_path_again():
    def asked(variants):
        phases = Phases()
        run(deep(), Settings(seed=1, requests=200, invalid=0, criterion="edge", variants=variants), phases)
        return phases.seen["random"] - phases.seen["edge"]

    assert asked(3) == 3 * asked(1) > 0


def test_what_only_mutations_give_is_walked_where_they_are_allowed():
    schema = build_schema("""
        type Query { a: Int }
        type Mutation { add(n: Int!): Added }
        type Added { id: ID! total: Int }
    """)
    schema.query_type.fields["a"].resolve = lambda *_: 1
    schema.mutation_type.fields["add"].resolve = lambda _, __, n: {"id": "1", "total": n}
    quiet = run(schema, Settings(seed=1, requests=20, invalid=0))
    assert {reach.plan for reach in quiet.reach} == {"tuples", "edge-pair"}
    report = run(schema, Settings(seed=1, requests=20, invalid=0, mutations=True))
    assert reach(report, "mutation tuples").classes[Class.PERFECT] == 3


DEEP = """
type Query { a: A }
type A { b: B x: Int }
type B { c: C x: Int }
type C { d: D x: Int }
type D { a: A x: Int }
"""


def deep():
    schema = build_schema(DEEP)
    for kind in "ABCD":
        for name, field in schema.type_map[kind].fields.items():
            field.resolve = (lambda *_: 1) if name == "x" else (lambda *_: {})
    schema.query_type.fields["a"].resolve = lambda *_: {}
    return schema


def test_a_plan_is_cut_to_what_the_server_accepts():
    with answering(limited(deep(), 3)) as url:
        report = run(url, Settings(seed=1, requests=60, invalid=0, schema="", shrink=0))
    assert report.coverage.witnessed >= {"Query.a", "A.b", "B.x"}
    assert not any(name.startswith("D.") for name in report.coverage.reached)
    notes = [note for note in report.notes if "has a limit" in note]
    assert "4 levels" in notes[0]
    assert "exceeds maximum operation depth of 3" in notes[0]
    assert "3 levels" in notes[1]
    assert report.outcomes["limit"] < 5
    assert report.findings == ()


def limited(schema, deepest):
    """A server that refuses what is deeper, but for introspection."""

    def answer(handler, body):
        document = parse(json.loads(body)["query"])
        depth = depth_of(document.definitions[0])
        if depth > deepest and b"__schema" not in body:
            told = {"errors": [{"message": f"'' exceeds maximum operation depth of {deepest}"}]}
            return respond(handler, json.dumps(told).encode(), 400)
        result = execute(schema, document, variable_values=json.loads(body).get("variables"))
        return respond(handler, json.dumps(result.formatted).encode())

    return answer


def depth_of(node):
    found = getattr(node, "selection_set", None)
    below = found.selections if found else ()
    return max((depth_of(child) + isinstance(child, FieldNode) for child in below), default=0)


def test_every_exchange_can_be_kept():
    kept = []
    report = run(shop(), Settings(seed=1, requests=40, invalid=0), keep=kept.append)
    assert len(kept) == report.cases == 40
    assert {one.phase for one in kept} == {"tuples", "edge-pair", "random", "relations"}
    planned = [one for one in kept if one.phase == "edge-pair"]
    assert all(one.expected >= one.actual for one in planned)
    assert any(one.actual for one in planned)
    assert sum(one.classes.get("perfect", 0) for one in planned) >= reach(report, "edge-pair").paths
    assert all(one.expected == 0 for one in kept if one.phase == "random")
