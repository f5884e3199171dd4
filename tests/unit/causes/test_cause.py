from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from querious.causes import possible_causes
from querious.model import Exchange, Finding, Request, rest_case
from sample import EVERYTHING, case

SORTED = "enum Sort { NAME_ASC NAME_DESC ID_ASC ID_DESC } type Query { books(sort: Sort): [ID] }"
BOTH = "type Query { a(id: Int): Int b(no: Int): Int c(id: Int): Int }"
STACK = {
    "errors": [
        {"message": "x", "extensions": {"stacktrace": ["Error: x", "    at load (/app/src/orders.js:12:7)"]}},
    ]
}


def finding(
    oracle: str, coordinate: str, message: str, document: str = "{ version }", sdl: str = EVERYTHING, **changes
) -> Finding:
    asked = Exchange(case(document, sdl), payload=changes.pop("payload", None))
    return Finding(oracle, coordinate, message, asked, **changes)


def share(one: Finding, other: Finding) -> set[str]:
    return {cause[0] for cause in possible_causes(one) & possible_causes(other)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("server fault: unknown key: a1", "server fault: unknown key: b2"),
        ('server fault: no such column "a"', 'server fault: no such column "b"'),
        ("server fault: NOT NULL constraint failed: tag.name", "server fault: NOT NULL constraint failed: item.name"),
        ("server fault: no such column: files.X", "server fault: no such column: presets.0"),
        ("server fault: expected a number but got 'a'.", 'server fault: expected a number but got "aaa…'),
        ("server fault: AssetKey([''])", "server fault: AssetKey(['', 'x'])"),
        (
            'server fault: failed at { "at": 0 } of { "a": {"b": 1} }',
            'server fault: failed at { "x": "y" } of { "o": "',
        ),
    ],
)
def test_the_words_of_a_server_are_one_cause_wherever_it_says_them(first: str, second: str):
    first, second = first.replace(": a1", ': "a1"'), second.replace(": b2", ': "b2"')
    assert "words" in share(finding("server_fault", "Query.a", first), finding("server_fault", "Query.b", second))


def test_words_that_stand_for_any_exception_are_not():
    first = finding("server_fault", "A.a", "server fault: Internal server error")
    second = finding("server_fault", "B.b", "server fault: Internal server error")
    assert share(first, second) == set()


def test_words_that_are_nothing_but_a_quotation_are_not():
    first = finding("server_fault", "A.a", "server fault: 'title'")
    assert share(first, finding("server_fault", "B.b", "server fault: 'id'")) == set()


def test_masked_errors_share_an_argument():
    words = "server fault: Internal server error"
    first = finding("server_fault", "Query.a", words, "{ a(id: 1) b(no: 1) }", BOTH)
    second = finding("server_fault", "Query.c", words, "{ c(id: 2) b(no: 1) }", BOTH)
    other = finding("server_fault", "Query.b", words, "{ c(id: 2) b(no: 1) }", BOTH)
    assert share(first, second) == {"argument"}
    assert share(second, other) == set()


def test_a_broken_promise_is_one_cause_for_fields_of_one_name_alone():
    words = "server fault: Cannot return null for non-nullable field"
    first = finding("server_fault", "BookConnection.count", f"{words} BookConnection.count.")
    second = finding("server_fault", "AuthorConnection.count", f"{words} AuthorConnection.count.")
    other = finding("server_fault", "AuthorConnection.total", f"{words} AuthorConnection.total.")
    assert share(first, second) == {"attribute"}
    assert share(second, other) == set()


def test_a_line_of_code_that_leaks_is_one_cause():
    first = finding("server_fault", "Query.a", "server fault: x is undefined", payload=STACK)
    second = finding("server_fault", "Query.b", "server fault: y has no length", payload=STACK)
    assert share(first, second) == {"frame"}


def test_lines_of_libraries_say_nothing():
    of_library = {"errors": [{"message": "x", "stack": "    at run (/app/node_modules/graphql/execute.js:1:2)"}]}
    assert "frame" not in {cause[0] for cause in possible_causes(finding("a", "b", "c", payload=of_library))}


def test_the_same_smallest_request_is_one_cause_whatever_its_values():
    first = finding("data", "Book.name", "a", '{ book(id: "1") { id } }', shrunk=True)
    second = finding("envelope", "", "b", '{ book(id: "2") { id } }', shrunk=True)
    assert share(first, second) == {"core"}


def test_values_that_come_through_one_field_share_it():
    def other(coordinate: str, first: str, second: str) -> Finding:
        asked = Exchange(case("{ version }"))
        return Finding(
            "same-facts", coordinate, f'"a" through "{first}", but "b" through "{second}"', asked, trace=(asked,)
        )

    assert share(other("A.x", "node", "search"), other("B.y", "search.items", "list")) == {"route"}
    assert share(other("A.x", "node", "search"), other("B.y", "other", "list")) == set()
    assert share(other("A.x", "node", "search"), other("A.x", "other", "list")) >= {"facts"}


def test_a_sort_shares_its_key_or_its_direction():
    def sorted_by(value: str) -> Finding:
        asked = Exchange(case(f"{{ books(sort: {value}) }}", SORTED))
        return Finding("sort", "Query.books", f"sorted by sort: {value}, rows are not in order", asked, trace=(asked,))

    name, name_down, id_down, id_up = map(sorted_by, ("NAME_ASC", "NAME_DESC", "ID_DESC", "ID_ASC"))
    assert "value" in share(name, name_down)
    assert "value" in share(name_down, id_down)
    assert "value" not in share(name, id_down)
    assert "value" in share(name, id_up)


def broken(coordinate: str, message: str) -> Finding:
    return Finding("response_schema", coordinate, message, Exchange(rest_case(Request("GET", "/a"))))


def test_the_same_words_about_answers_of_rest_operations_are_one_cause():
    message = "200: [3]: 'id' is a required property"
    assert "promise" in share(broken("GET /a", message), broken("GET /b", message.replace("3", "7")))
    assert not share(broken("GET /a", message), broken("GET /b", message.replace("id", "name")))


def test_a_member_that_is_wrong_in_a_list_and_in_a_look_up_is_one_cause():
    listed = broken("GET /books", "200: data[0].price: '36.99' is not of type 'number'")
    found = broken("GET /books/{id}", "200: data.price: '18.19' is not of type 'number'")
    assert share(listed, found) == {"promise"}
    assert share(listed, broken("GET /books/first", "200: price: '3.20' is not of type 'number'")) == {"promise"}
    assert not share(listed, broken("GET /books/{id}", "200: data.weight: '18.19' is not of type 'number'"))


def test_an_object_of_another_shape_is_one_cause():
    lacking = broken("GET /a", "200: the body: 'name' is a required property")
    more = broken("GET /a", "200: the body: Additional properties are not allowed ('tag' was unexpected)")
    assert "shape" in share(lacking, more)
    assert not share(lacking, broken("GET /a", "200: price: 'x' is not of type 'number'"))


def related(oracle: str, coordinate: str, message: str) -> Finding:
    asked = Exchange(rest_case(Request("GET", "/a")))
    return Finding(oracle, coordinate, message, asked, trace=(asked, asked))


def test_what_a_framework_does_for_all_operations_is_one_cause():
    message = 'HEAD tells the content type "text/html", GET "application/json"'
    assert share(related("head", "HEAD /a", message), related("head", "HEAD /b", message)) == {"promise"}


def test_two_rules_that_one_rest_operation_breaks_are_two_causes():
    assert not share(related("echo", "GET /a", "shows another key"), related("security", "GET /a", "needs no key"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "Cannot resolve keyword 'a' into field. Choices are: id, name",
            "Cannot resolve keyword 'b' into field. Choices are: slug",
        ),
        ("Unknown key 'a'. Available keys: id, name", "Unknown key 'b'. Available keys: slug"),
        (
            "ImageQuery.<locals>.Mixin.resolve_image() missing 1 required positional argument: 'id'",
            "TagQuery.<locals>.Mixin.resolve_tag() missing 1 required positional argument: 'id'",
        ),
    ],
)
def test_what_could_have_been_given_and_the_function_that_complains_are_particulars(first: str, second: str):
    one = finding("server_fault", "Query.a", f"server fault: {first}")
    assert "words" in share(one, finding("server_fault", "Query.b", f"server fault: {second}"))


def test_masked_errors_of_fields_that_are_asked_for_twice_are_one_cause():
    words = "server fault: Unexpected error."
    first = finding("server_fault", "Query.a", words, "{ a x: a }", BOTH, shrunk=True)
    second = finding("server_fault", "Query.c", words, "{ c x: c }", BOTH, shrunk=True)
    other = finding("server_fault", "Query.b", words, "{ a b }", BOTH, shrunk=True)
    assert share(first, second) == {"twice"}
    assert share(second, other) == set()


def test_pages_that_lose_rows_are_one_cause_whichever_rule_says_so():
    told = [
        finding("pagination", "Query.books", "leaves out rows that the whole has in this place"),
        finding("pagination", "Query.books", "repeats rows of the page before it"),
        finding(
            "sort", "Query.books", "sorted by name, pages tell rows with the same name twice and leave out 2 others"
        ),
        finding("counts", "Query.books", "total is 8, but all 2 pages together hold 7 rows"),
    ]
    told = [replace(one, trace=(one.exchange,)) for one in told]
    assert all(share(told[0], one) >= {"pages"} for one in told)


def test_what_is_not_valid_is_told_apart():
    one = finding("server_fault", "Query.a", "server fault: not a valid date for this shop")
    assert not share(one, finding("server_fault", "Query.b", "server fault: not a valid number for this shop"))


def told(oracle: str, coordinate: str, message: str, **changes: Any) -> Finding:
    asked = Exchange(changes.pop("case", case("{ version }")))
    return Finding(oracle, coordinate, message, asked, trace=(asked,), **changes)


def test_what_pages_of_all_lists_say_of_themselves_is_one_cause():
    words = "says that nothing follows (pageInfo.hasNextPage), but more rows do"
    first, second = told("pagination", "Query.books", words), told("pagination", "Query.authors", words)
    assert share(first, second) == {"page"}
    counted = told("pagination", "Query.books", "count is 0, but the list has 8 rows")
    assert share(counted, told("pagination", "Query.authors", "count is 0, but the list has 91 rows")) == {"page"}
    assert "page" not in share(first, told("pagination", "Query.authors", words.replace("nothing", "more")))


def test_a_size_of_nothing_is_taken_in_one_way_by_all_lists():
    first = told("pagination", "Query.books", "returns 9 rows for a page of 0")
    assert share(first, told("pagination", "Author.books", "returns 34 rows for a page of 0")) == {"page", "attribute"}
    assert share(first, told("pagination", "Query.authors", "returns 34 rows for a page of 0")) == {"page"}
    cut = told("pagination", "Query.books", "returns 9 rows for a page of at most 5")
    assert share(cut, told("pagination", "Query.authors", "returns 9 rows for a page of at most 5")) == set()


def test_rows_that_nothing_orders_are_one_cause_in_all_lists():
    message = (
        "sorted by orderBy: {}, pages tell rows with the same {} twice and leave out 3 others that the whole list has"
    )
    first = told("sort", "Query.lines", message.format("price_ASC", "price"))
    assert share(first, told("sort", "Query.linesConnection", message.format("city_ASC", "city"))) == {"ties"}
    wrong = told("sort", "Query.authors", "sorted by orderBy: city_ASC, rows are not in ascending order of city")
    assert share(first, wrong) == set()


def test_a_form_that_is_answered_otherwise_is_one_cause_however_it_shows():
    null = told("selection", "Book.author", "null in a fragment")
    assert share(null, told("selection", "Query.books", 'another number of items in a fragment: "1" became "9"')) == {
        "form"
    }
    assert share(null, told("selection", "Query.books", "null under an alias")) == set()


def test_columns_that_a_database_does_not_know_are_one_cause_in_all_tables():
    first = finding("server_fault", "Query.a", 'server fault: select "a"."x" from "a" - column a."x" does not exist')
    other = 'server fault: select "b"."y", "b"."z" from "b" order by "b"."y" - column b."y" does not exist'
    assert "words" in share(first, finding("server_fault", "Query.b", other))
    lists = 'server fault: select "id" from "b" - invalid input syntax for type integer: "{"NaN","NaN"}"'
    single = 'server fault: select "id" from "a" - invalid input syntax for type integer: "NaN"'
    assert "words" in share(finding("server_fault", "Query.a", single), finding("server_fault", "Query.b", lists))


TWICE = "type Query { shop: Shop shops: [Shop] } type Shop { id: ID! items(most: Int): [Item] } type Item { id: ID! }"


@pytest.mark.parametrize(
    ("document", "path", "expected"),
    [
        ("{ shops { items(most: 0) { id } more: items { id } } }", "data.shops[0].more[1].id", True),
        ("{ shops { items(most: 0) { id } ... { more: items { id } } } }", "data.shops[0].more", True),
        ("{ shops { items(most: 0) { id } id } }", "data.shops[0].items", False),
        ("{ shop { id items { id } } more: shop { id } }", "data.more.id", False),
        ("{ shop { id more: id } }", "data.shop.more", False),
    ],
    ids=["alias", "fragment", "once", "look-ups by alias", "leaf"],
)
def test_what_stands_below_a_field_that_is_asked_for_twice(document: str, path: str, expected: bool):
    asked = case(document, TWICE)
    masked = finding("server_fault", "Item.id", "server fault: Unexpected error.", document, TWICE, path=path)
    other = told("selection", "Shop.items", "another number of items", path=path, case=asked)
    assert share(masked, other) == ({"twice"} if expected else set())


def test_an_error_that_comes_only_with_another_one_follows_from_it():
    both = {"errors": [{"message": "OFFSET must not be negative"}, {"message": "the transaction is aborted"}]}
    first = finding("server_fault", "Query.a", "server fault: OFFSET must not be negative", shrunk=True)
    after = finding("server_fault", "Query.b", "server fault: the transaction is aborted", shrunk=True, payload=both)
    assert share(first, after) == {"words"}
    assert share(first, replace(after, shrunk=False)) == set()


def test_an_error_on_the_way_to_another_one_is_a_cause_of_its_own():
    on_the_way = {"message": "no row kept", "path": ["books", 3, "author"]}
    late = {"message": "no number: unknown", "path": ["books", 1, "author", "age"]}
    both = {"errors": [on_the_way, late]}
    found = finding("server_fault", "Author.age", "server fault: no number", payload=both, shrunk=True)
    found = replace(found, path="data.books[1].author.age")
    other = finding("server_fault", "Book.author", "server fault: no row kept", shrunk=True)
    assert share(other, found) == set()


def test_fields_that_conditions_leave_out_are_one_cause_wherever_they_are_there():
    said = 'an object of type {} holds a key that was not asked for: "a"'
    sdl = "type Query { a: Int b: B } type B { a: Int }"
    above = finding("data", "", said.format("Query"), "{ a @skip(if: true) b { a } }", sdl)
    below = finding("data", "Query.b", said.format("B"), "{ b { ... on B @include(if: false) { a } } }", sdl)
    assert share(above, below) == {"conditions"}
    assert "conditions" not in share(above, finding("data", "Query.b", said.format("B"), "{ b { a } }", sdl))


def test_objects_of_a_type_that_cannot_stand_there_are_one_cause():
    first = finding("data", "A.__typename", '__typename must be B, C, got "Money"')
    assert "typename" in share(first, finding("data", "D.__typename", '__typename must be E, got "Money"'))
    assert "typename" not in share(first, finding("data", "D.__typename", '__typename must be E, got "B"'))


def test_an_api_that_takes_one_kind_of_flaw_is_one_cause():
    sdl = "type Query { b: B c: C } type B { a: Int } type C { a: Int }"
    said = "an invalid operation was accepted: {}"
    first = finding("accepted_invalid", "", said.format("B has no field a"), "{ b { a } }", sdl)
    second = finding("accepted_invalid", "", said.format("C has no field a"), "{ c { a } }", sdl)
    other = finding("accepted_invalid", "", said.format("C.a has no argument a"), "{ c { a } }", sdl)
    assert "flaw" in share(first, second)
    assert "flaw" not in share(first, other)
