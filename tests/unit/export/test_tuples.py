from __future__ import annotations

from graphql import build_schema

from querious.export import Example, study_universe


def test_the_example_of_the_study_covers_4_of_13(ready, videos, teasers):
    (case,) = ready(videos, teasers)
    assert case.tuples.studied == {"Query.teasers", "Teaser.title", "Teaser.subTitle", "Teaser.url"}
    assert len(study_universe(videos)) == 13


def test_deprecated_fields_underscored_types_and_what_is_below_are_not_studied():
    schema = build_schema("""
        type Query { shop: Shop _service: _Service }
        type _Service { sdl: String }
        type Shop { name: String old: Menu @deprecated(reason: "gone") }
        type Menu { items: [Item] }
        type Item { label: String parent: Item }
        type Mutation { clear: Boolean }
    """)
    assert study_universe(schema) == {
        "Query.shop",
        "Query._service",
        "Shop.name",
        "Menu.items",
        "Item.label",
        "Item.parent",
        "Mutation.clear",
    }


def test_every_fragment_is_studied_also_where_it_is_spread_below_what_is_deprecated(ready):
    schema = """
        type Query { shop: Shop }
        type Shop { old: Menu @deprecated(reason: "gone") }
        type Menu { items: [Item] }
        type Item { label: String parent: Item }
    """
    document = "{ shop { old { items { parent { label } ...I } } } } fragment I on Item { label }"
    (case,) = ready(schema, Example(document, {}))
    assert case.tuples.studied == {"Query.shop", "Item.label"}
    assert case.tuples.fields == {"Query.shop", "Shop.old", "Menu.items", "Item.parent", "Item.label"}


def test_conditions_decide_what_is_asked_but_not_what_is_studied(ready, videos):
    document = (
        "query V($id: ID!, $full: Boolean = false) { video(id: $id) { id teaser @include(if: $full) { url } "
        "... @skip(if: true) { title } } }"
    )
    short, full = ready(videos, Example(document, {"id": "1"}), Example(document, {"id": "1", "full": True}))
    assert short.tuples.fields == {"Query.video", "Video.id"}
    assert full.tuples.fields == {"Query.video", "Video.id", "Video.teaser", "Teaser.url"}
    assert short.tuples.studied == full.tuples.studied == full.tuples.fields | {"Video.title"}


def test_arguments_are_named_with_their_field(ready, videos, teasers):
    (case,) = ready(videos, teasers)
    assert case.tuples.arguments == {"Query.teasers(first:)"}
