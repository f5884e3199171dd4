"""Every field of every object type has a value somewhere: a scripted walk, from the roots, sees them all."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLInterfaceType, GraphQLObjectType, graphql_sync

from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.executable import executable_schema
from querious.demo.faults.fault import AtResolver

ITEM = """
fragment ItemFields on Item {
  id sku code name description price(currency: SEK) {amount currency text} stock availability addedAt picture
  category {id slug name path parent {slug} children {slug} items {totalCount}}
  supplier {id name website since rating address {street city postcode country} contact {id name age projects {id}}
            items {edges {cursor}}}
  related {sku}
  reviews {totalCount edges {cursor node {id}} pageInfo {hasNextPage hasPreviousPage startCursor endCursor}
           nodes {id stars text author {name} item {sku} writtenAt editedAt}}
  ... on Part {material weight attributes}
  ... on Tool {voltage warrantyUntil manual}
  ... on Kit {lines {position part {sku} quantity} saving {text}}
}
"""
ORDER = """
fragment OrderFields on Order {
  id number status placedAt placedBy {name} project {id name description owner {name} members {name}}
  lines {item {sku} quantity unitPrice {text} subtotal {text}} total {text} shipTo {city} shipOn note cancelReason
}
"""
WALK = [
    '{project(id: "1") {id} userProjects(id: "200") {id}}',
    '{node(id: "UGFydDoxMQ==") {id} nodes(ids: ["S2l0OjE3"]) {id} supplier(id: "U3VwcGxpZXI6MjE=") {name}}',
    '{order(id: "T3JkZXI6MzE=") {id} item(sku: "BO-0001") {id} itemBy(lookup: {id: "S2l0OjE3"}) {id}}',
    '{categories {children {parent {id}}} category(slug: "screws") {parent {slug}} cheapest(skus: ["BO-0001"]) {id}}',
    "{items(first: 50) {totalCount edges {cursor node {id}} pageInfo {endCursor} nodes {...ItemFields}}}" + ITEM,
    "{orders {totalCount edges {cursor node {id}} pageInfo {endCursor} nodes {...OrderFields}}}" + ORDER,
    '{suppliers {name} search(text: "kit") {... on Kit {name}} deliveryDay(start: "2024-02-29")}',
    (
        '{quote(lines: [{sku: "BO-0001", quantity: 3}], discount: 0.1) {lines {quantity} subtotal {text} discount {text}'
        " total {text} validUntil}}"
    ),
    "{statistics {itemCount orderCount averageStars turnover {text} busiestDay ordersByStatus {status count}} now}",
    (
        'mutation {createReview(input: {sku: "BO-0001", stars: 5}) {id} updateReview(id: "UmV2aWV3OjQx", stars: 1) {id}'
        ' deleteReview(id: "UmV2aWV3OjQx") {id remaining}}'
    ),
    (
        'mutation {createOrder(input: {lines: [{sku: "BO-0001"}]}) {id} cancelOrder(id: "T3JkZXI6MzI=") {id}'
        ' deleteOrder(id: "T3JkZXI6MzI=") {id}}'
    ),
    (
        'mutation {createSupplier(input: {name: "New"}) {id} updateSupplier(id: "U3VwcGxpZXI6MTAwMw==", rating: 2) {id}'
        ' deleteSupplier(id: "U3VwcGxpZXI6MTAwMw==") {id} updateItem(sku: "BO-0001", stock: 1) {id}}'
    ),
]


def tuples(schema: Any):
    return {
        f"{name}.{field}"
        for name, type_ in schema.type_map.items()
        if isinstance(type_, GraphQLObjectType) and not name.startswith("__")
        for field in type_.fields
    }


def test_every_tuple_is_witnessed():
    witnessed: set[str] = set()

    def noting(coordinate: str):
        def wrap(resolve: Any):
            def resolver(parent: Any, info: Any, **arguments: Any):
                value = resolve(parent, info, **arguments)
                if value is not None and value != []:
                    witnessed.add(coordinate)
                return value

            return resolver

        return AtResolver(coordinate, wrap)

    everything = tuples(executable_schema())
    schema = executable_schema([noting(coordinate) for coordinate in sorted(everything)])
    store = filled_store()
    for operation in WALK:
        result = graphql_sync(schema, operation, context_value=Context(store, 0))
        assert result.errors is None, result.errors
    assert everything - witnessed == set()


def test_the_schema_has_the_size_that_makes_it_worth_testing():
    schema = executable_schema()
    objects = [type_ for type_ in schema.type_map.values() if isinstance(type_, GraphQLObjectType)]
    assert 25 <= len([type_ for type_ in objects if not type_.name.startswith("__")]) <= 35
    assert 120 <= len(tuples(schema)) <= 200
    assert schema.subscription_type is None


def test_the_first_part_is_the_studys():
    schema = executable_schema()
    shape = {
        name: {field: str(it.type) for field, it in schema.type_map[name].fields.items()}
        for name in ("Project", "User")
    }
    assert shape == {
        "Project": {"id": "ID!", "name": "String", "description": "String", "owner": "User", "members": "[User]"},
        "User": {"id": "ID", "name": "String", "age": "Int", "projects": "[Project]"},
    }


def test_no_root_field_lists_projects_or_users_without_an_identifier():
    for field in executable_schema().query_type.fields.values():
        if any(name in str(field.type) for name in ("Project", "User")):
            assert str(field.args["id"].type) == "ID!"


def test_the_studys_data_is_as_in_the_study():
    store = filled_store()
    schema = executable_schema()
    query = (
        '{one: project(id: "1") {...F} two: project(id: "2") {...F} none: project(id: "3") {...F}'
        ' nobody: userProjects(id: "1") {id}}'
        " fragment F on Project {name description owner {name age projects {id}} members {id}}"
    )
    result = graphql_sync(schema, query, context_value=Context(store, 0))
    assert result.data == {
        "one": {
            "name": "Project 1",
            "description": "Awesome project!",
            "owner": {"name": "Burt", "age": 23, "projects": [{"id": "1"}, {"id": "2"}]},
            "members": [{"id": "100"}, {"id": "200"}],
        },
        "two": {
            "name": "Project 2",
            "description": "Not an awesome project!",
            "owner": {"name": "Earnie", "age": 32, "projects": [{"id": "2"}]},
            "members": [{"id": "200"}],
        },
        "none": None,
        "nobody": None,
    }


def test_interfaces_have_several_members_each():
    schema = executable_schema()
    for name in ("Node", "Item"):
        interface = schema.type_map[name]
        assert isinstance(interface, GraphQLInterfaceType)
        assert len(schema.get_possible_types(interface)) >= 3


def test_the_time_is_another_at_every_look():
    schema, store = executable_schema(), filled_store()
    shown = graphql_sync(schema, "{one: now two: now}", context_value=Context(store, 0)).data
    assert shown["one"] < shown["two"]
    assert graphql_sync(schema, "{now}", context_value=Context(store, 0)).data["now"] > shown["two"]
