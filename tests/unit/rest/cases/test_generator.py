from __future__ import annotations

from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.openapi.schemas import Schemas
from querious.values import Lessons, Pool
from querious.values.lessons import ArgumentTrial
from unit.rest.openapi.descriptions import BOOK, answers, crud, described

PATHS = {**crud("/books", "/books/{id}"), "/books/{id}/pages/{page}": {"get": answers(BOOK)}}


def generator(invalid=0.0, pool=None):
    description = described(PATHS)
    pool = pool or Pool()
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), pool)
    return RestGenerator(calls, list(calls.plans.values()), 5, "/api", invalid), calls


def test_the_same_seed_and_number_give_the_same_case():
    one, other = generator()[0], generator()[0]
    cases = [one.case(number, 10) for number in range(60)]
    assert cases == [other.case(number, 10) for number in range(60)]
    assert cases[3] == one.case(3, 10)
    assert [case.number for case in cases] == list(range(10, 70))
    assert len({case.call.coordinate for case in cases}) == 6
    assert all(case.request.path.startswith("/api/books") for case in cases)


def test_what_is_left_out_is_never_asked():
    made, _ = generator()
    without = {"DELETE /books/{id}", "POST /books"}
    assert not {made.case(number, 0, without).call.coordinate for number in range(80)} & without
    assert made.case(0, 0, {f"{verb} {path}" for verb in ("GET", "POST", "PUT", "DELETE") for path in PATHS}) is None


def test_keys_stay_in_their_place():
    made, _ = generator()
    for number in range(2_000):
        path = made.case(number).request.path.partition("?")[0]
        assert "//" not in path
        assert not {".", ".."} & set(path.split("/"))
        assert "%2F" not in path


def test_a_share_of_cases_is_flawed():
    made, calls = generator(invalid=0.5)
    cases = [made.case(number) for number in range(200)]
    assert 20 < sum(not case.valid for case in cases) < 100
    assert all(calls.is_valid(case.call) for case in cases if case.valid)


def test_look_ups_are_proposed_with_what_lists_have_shown():
    pool = Pool()
    made, calls = generator(pool=pool)
    plan = calls.plans["GET /books/{id}"]
    made.proposed(plan, 1, pool.begin())  # from here on it is known what is wanted
    pool.learn(Lessons([("book.id", 4711, 0)], [], []))
    asked = made.proposed(plan, 2, pool.begin())
    assert asked.request.path == "/api/books/4711"
    pool.learn(Lessons([], [ArgumentTrial("GET /books/{id}", {"id": "4711"}, worked=True, found=1)], []))
    assert made.proposed(plan, 3, pool.begin()).request.path == "/api/books/4711"


def test_values_that_were_shown_together_are_sent_together():
    pool = Pool()
    made, calls = generator(pool=pool)
    plan = calls.plans["GET /books/{id}/pages/{page}"]
    made.proposed(plan, 1, pool.begin())
    _ = pool.interest
    shown = [{"book.id": 7, "page.number": 70}, {"book.id": 8, "page.number": 80}]
    seen = [(name, value, 0) for one in shown for name, value in one.items()]
    pool.learn(Lessons(seen, [], shown))
    asked = {made.proposed(plan, number, pool.begin()).request.path for number in range(2, 6)}
    assert {"/api/books/7/pages/70", "/api/books/8/pages/80"} <= asked


def test_no_line_of_a_request_is_too_long_for_servers():
    made, _ = generator()
    paths = [made.case(number).request.path for number in range(2_000)]
    assert max(map(len, paths)) < 8_000


def test_a_member_called_like_the_key_in_another_path_is_filled_with_what_was_shown_for_it():
    line = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    order = {"type": "object", "properties": {"lines": {"type": "array", "items": line, "minItems": 1}}}
    item = {"type": "object", "properties": {"sku": {"type": "string"}}}
    body = {"requestBody": {"content": {"application/json": {"schema": {**order, "required": ["lines"]}}}}}
    description = described({"/items/{sku}": {"get": answers(item)}, "/orders": {"post": {**body, **answers(order)}}})
    pool = Pool()
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), pool)
    made = RestGenerator(calls, list(calls.plans.values()), 5, "", 0.0)
    plan = calls.plans["POST /orders"]
    made.proposed(plan, 1, pool.begin())
    _ = pool.interest
    pool.learn(Lessons([("item.sku", "AB-1", 0)], [], []))
    bodies = [made.proposed(plan, number, pool.begin()).call.body for number in range(2, 30)]
    assert any(each["sku"] == "AB-1" for one in bodies for each in one["lines"])


def test_where_entries_are_refused_as_being_there_new_ones_are_proposed():
    slug = {"type": "string", "pattern": "^[a-z]{3,9}$"}
    color = {"type": "string", "enum": ["red", "blue"]}
    schema = {
        "type": "object",
        "required": ["slug", "title", "color", "bookId"],
        "properties": {"slug": slug, "title": {"type": "string"}, "color": color, "bookId": {"type": "integer"}},
    }
    description = described({**crud("/books", "/books/{id}"), **crud("/tags", "/tags/{slug}", schema)})
    pool = Pool()
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), pool)
    made, plan = RestGenerator(calls, list(calls.plans.values()), 5, "/api", 0.0), calls.plans["POST /tags"]
    made.proposed(plan, 1, pool.begin())
    body = {"slug": "abc", "title": "A", "color": "red", "bookId": 4}
    pool.learn(
        Lessons([("tag.slug", "abc", 0)], [ArgumentTrial("POST /tags", {"body": body}, worked=True, found=1)], [])
    )
    assert {made.proposed(plan, number, pool.begin()).call.body["slug"] for number in range(2, 12)} == {"abc"}
    calls.crowded.add("POST /tags")
    proposed = [made.proposed(plan, number, pool.begin()).call for number in range(2, 12)]
    assert len({call.body["slug"] for call in proposed}) > 4
    assert all(map(calls.is_valid, proposed))
