from __future__ import annotations

from querious.coverage import CoverageRecorder, Universe
from querious.graphql.shape import Shapes
from querious.model import Coverage, Level
from sample import operation, schema

SCHEMA = schema()
TYPES = [SCHEMA.type_map[name] for name in ("Root", "Book", "Author", "Shelf", "Node", "Named", "Hit")]


def recorder(wanted=lambda _: True) -> CoverageRecorder:
    return CoverageRecorder(Universe(SCHEMA, TYPES, wanted))


def requested(document: str, variables=None) -> Coverage:
    made = recorder()
    made.request(operation(document, variables=variables))
    return made.coverage()


def answered(document: str, data) -> Coverage:
    made = recorder()
    read = operation(document)
    made.request(read)
    made.answer(Shapes(SCHEMA).of(read), data)
    return made.coverage()


def test_requested_is_what_the_document_asks_for():
    coverage = requested("{ version book(id: 1) { id author { name } } }")
    assert coverage.requested == {"Root.version", "Root.book", "Book.id", "Book.author", "Author.name"}
    assert coverage.reached == coverage.witnessed == frozenset()


def test_a_field_on_an_interface_requests_it_of_every_member():
    assert requested("{ named { name } }").requested == {"Root.named", "Book.name", "Author.name"}


def test_what_is_skipped_is_not_requested():
    assert requested("{ version shelf @skip(if: true) { label } }").requested == {"Root.version"}


def test_reached_needs_the_parent_object():
    coverage = answered("{ book(id: 1) { id pages author { name } } }", {"book": None})
    assert coverage.reached == {"Root.book"}
    assert coverage.witnessed == frozenset()


def test_witnessed_needs_a_value():
    data = {"book": {"id": "1", "pages": None, "sequels": [], "author": {"name": ""}}}
    coverage = answered("{ book(id: 1) { id pages sequels { id } author { name } } }", data)
    assert coverage.reached == {
        "Root.book", "Book.id", "Book.pages", "Book.sequels", "Book.author", "Author.name",
    }  # fmt: skip
    assert coverage.witnessed == {"Root.book", "Book.id", "Book.author", "Author.name"}


def test_false_zero_and_the_empty_string_are_values():
    data = {"shelf": {"label": ""}, "chain": 0}
    coverage = answered("{ shelf { label } chain(chain: {values: []}) }", data)
    assert coverage.witnessed == {"Root.shelf", "Shelf.label", "Root.chain"}


def test_only_the_runtime_type_is_reached():
    document = '{ search(text: "") { __typename ... on Book { pages } ... on Shelf { label } } }'
    data = {"search": [{"__typename": "Book", "pages": 3}, {"__typename": "Nonsense"}, None]}
    coverage = answered(document, data)
    assert coverage.witnessed == {"Root.search", "Book.pages"}
    assert "Shelf.label" in coverage.requested - coverage.reached


def test_arguments_input_fields_and_enum_values():
    coverage = requested(
        "query($c: [Colour!], $gone: DateTime) {"
        ' search(text: "", filter: {and: [{colour: RED}], range: {from: 1}}) { __typename }'
        ' author { books(colours: $c) { price(currency: "", at: $gone) } } }',
        {"c": ["GREEN"]},
    )
    assert coverage.arguments_used == {
        "Root.search(text:)", "Root.search(filter:)", "Author.books(colours:)", "Book.price(currency:)",
    }  # fmt: skip
    assert coverage.inputs_used == {"Filter.and", "Filter.colour", "Filter.range", "Range.from"}
    assert coverage.enums_used == {"Colour.RED", "Colour.GREEN"}
    assert coverage.enums == {"Colour.RED", "Colour.GREEN", "Colour.BLUE"}


def test_enum_values_in_answers_count_if_the_schema_has_them():
    data = {"book": {"colour": "BLUE"}, "b": {"colour": "PINK"}}
    coverage = answered("{ book(id: 1) { colour } b: book(id: 2) { colour } }", data)
    assert coverage.enums_used == {"Colour.BLUE"}


def test_patterns_bound_what_counts():
    made = recorder(lambda coordinate: coordinate.startswith("Book."))
    made.request(operation("{ version book(id: 1) { id } }"))
    coverage = made.coverage()
    assert coverage.tuples == {f"Book.{name}" for name in SCHEMA.type_map["Book"].fields}
    assert coverage.requested == {"Book.id"}
    assert coverage.share(Level.REQUESTED) == 1 / 8


def test_counts_are_those_of_the_coverage():
    made = recorder()
    read = operation("{ version shelf { label } }")
    made.request(read)
    made.answer(Shapes(SCHEMA).of(read), {"version": None, "shelf": {"label": "x"}})
    assert made.counts() == (22, 3, 3, 2)


def test_an_empty_universe_is_wholly_covered():
    assert Coverage().share(Level.WITNESSED) == 1.0
