from __future__ import annotations

from querious.graphql.shape import Shapes
from sample import operation, schema

SHAPES = Shapes(schema())


def shape(document: str):
    return SHAPES.of(operation(document))


def keys(position, value=None) -> dict[str, str]:
    return {key: field.coordinate for key, field in position.runtime(value or {}).fields.items()}


def test_keys_are_aliases_and_coordinates_are_fields():
    top = shape("{ a: version shelf { label x: label __typename } }")
    assert keys(top) == {"a": "Root.version", "shelf": "Root.shelf"}
    shelf = top.runtime({}).fields["shelf"]
    assert (shelf.named, str(shelf.type)) == ("Shelf", "Shelf!")
    assert keys(shelf.child) == {"label": "Shelf.label", "x": "Shelf.label", "__typename": "Shelf.__typename"}


def test_fragments_narrow_to_the_runtime_type():
    hits = (
        shape(
            '{ search(text: "") { __typename ... on Named { name } ... on Book { pages n: name } ... on Shelf { label } } }'
        )
        .runtime({})
        .fields["search"]
        .child
    )
    assert hits.possible == {"Book", "Author", "Shelf"}
    assert hits.typename_key == "__typename"
    assert set(keys(hits, {"__typename": "Book"})) == {"__typename", "name", "pages", "n"}
    assert keys(hits, {"__typename": "Author"})["name"] == "Author.name"
    assert set(keys(hits, {"__typename": "Shelf"})) == {"__typename", "label"}


def test_an_unknown_or_untold_type_has_no_shape():
    hits = shape('{ search(text: "") { __typename } }').runtime({}).fields["search"].child
    assert hits.runtime({"__typename": "Nonsense"}) is None
    assert hits.runtime({"__typename": 3}) is None
    assert hits.runtime({}) is None


def test_an_aliased_type_name_tells_the_type():
    hits = shape('{ search(text: "") { kind: __typename ... on Shelf { label } } }').runtime({}).fields["search"].child
    assert hits.typename_key == "kind"
    assert set(keys(hits, {"kind": "Shelf"})) == {"kind", "label"}


def test_include_and_skip_are_decided():
    document = (
        "query($no: Boolean!) { a: version @include(if: true) b: version @skip(if: true) c: version @include(if: $no) "
        "d: version @skip(if: $no) ... on Root @include(if: false) { e: version } }"
    )
    top = SHAPES.of(operation(document, variables={"no": False}))
    assert set(keys(top)) == {"a", "d"}


def test_selections_of_one_key_are_merged():
    top = shape("{ shelf { label } shelf { x: label } ... on Root { shelf { y: label } } }")
    assert set(keys(top.runtime({}).fields["shelf"].child)) == {"label", "x", "y"}


def test_introspection_fields_have_shapes():
    top = shape('{ __schema { queryType { name } } __type(name: "Book") { kind } }')
    assert keys(top) == {"__schema": "Root.__schema", "__type": "Root.__type"}
    assert keys(top.runtime({}).fields["__type"].child) == {"kind": "__Type.kind"}
