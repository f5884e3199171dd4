from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from graphql import build_schema

import querious
from querious.pytest_plugin.failure import FaultsFoundError, NeverReachedError
from querious.pytest_plugin.surroundings import Surroundings

BROKEN = (
    "return (200, BOOKS[int(number[1])]) if",
    'return (200, {**BOOKS[int(number[1])], "price": "much"}) if',
)


def named(schema, name):
    return next(operation for operation in schema.operations() if operation.name == name)


def failure(operation):
    with pytest.raises(FaultsFoundError) as raised:
        operation.check()
    return str(raised.value)


def test_operations_are_those_that_the_settings_let_be_asked(shop_module):
    names = [operation.name for operation in querious.from_app(shop_module().app).operations()]
    assert names == ["GET /books", "GET /books/{id}", "GET /shelves/{id}", "the whole API"]
    chosen = querious.from_app(shop_module().app, mutations=True, deny=["GET /shelves/*"])
    assert [operation.name for operation in chosen.operations()] == [
        "GET /books",
        "POST /books",
        "GET /books/{id}",
        "the whole API",
    ]


def test_operations_of_graphql_are_the_fields_of_its_roots():
    schema = build_schema("type Query { book: Int, shelf: Int } type Mutation { sell: Int }")
    assert [one.name for one in querious.from_app(schema, deny=["Query.shelf"]).operations()] == [
        "Query.book",
        "the whole API",
    ]
    with_changes = querious.from_app(schema, mutations=True).operations()
    assert [one.name for one in with_changes] == ["Query.book", "Query.shelf", "Mutation.sell", "the whole API"]


def test_a_finding_deep_in_an_answer_belongs_to_the_field_of_the_root():
    schema = build_schema("type Query { book: Book, shelf: Int } type Book { title: String! }")
    schema.query_type.fields["book"].resolve = lambda *_: {"title": None}
    schema.query_type.fields["shelf"].resolve = lambda *_: 3
    api = querious.from_app(schema, requests=60)
    assert "Query.book: 1 fault" in failure(named(api, "Query.book"))
    assert 'curl -sSi -g -X POST "$URL" ' in failure(named(api, "Query.book"))
    named(api, "Query.shelf").check()
    named(api, "the whole API").check()


def test_what_was_never_reached_is_no_success(shop_module):
    api = querious.from_app(shop_module().app, requests=60)
    with pytest.raises(NeverReachedError, match="never reached: no value found for"):
        named(api, "GET /shelves/{id}").check()


def test_one_run_serves_all_operations_and_a_change_of_settings_is_another(shop_module):
    shop = shop_module()
    api = querious.from_app(shop.app, requests=60)
    first, second, *_ = api.operations()
    first.check()
    asked = len(shop.CALLS)
    second.check()
    assert len(shop.CALLS) == asked
    api.operations(requests=30)[0].check()
    assert asked < len(shop.CALLS) <= asked + 60


def test_an_accepted_finding_fails_nothing_and_is_told_until_its_day(shop_module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shop = shop_module(*BROKEN)
    told = failure(named(querious.from_app(shop.app, requests=60, seed=1), "GET /books/{id}"))
    ids = [line.split("id ")[1][:12] for line in told.splitlines() if ", id " in line]

    def accept(day):
        entry = f'[[finding]]\nids = {json.dumps(ids)}\nuntil = {day.isoformat()}\nreason = "soon"\nwhat = "price"\n'
        (tmp_path / "querious-accepted.toml").write_text(entry, encoding="utf-8")
        around = Surroundings(directory=tmp_path)
        api = querious.from_app(shop.app, requests=60, seed=1)
        api.join(around, "tests")
        return named(api, "GET /books/{id}"), around

    tomorrow = date.today() + timedelta(days=1)  # noqa: DTZ011
    operation, around = accept(tomorrow)
    operation.check()
    assert any(f"accepted until {tomorrow}: soon" in remark for remark in around.remarks)
    operation, _ = accept(tomorrow - timedelta(days=2))
    assert "fault" in failure(operation)


def test_a_suspicion_is_told_and_fails_only_where_it_is_to(shop_module):
    shop = shop_module('return 400, {"error": "a title is needed"}', 'return 418, {"error": "a title is needed"}')
    api = querious.from_app(shop.app, requests=80, mutations=True, allow=["POST *"], skip_oracles=["state"])
    around = Surroundings()
    api.join(around, "tests")
    named(api, "POST /books").check()
    assert any("418" in remark and "(suspicion, id " in remark for remark in around.remarks)
    strict = querious.from_app(shop.app, requests=80, mutations=True, skip_oracles=["state"], fail_on="suspicion")
    assert "1 suspicion" in failure(named(strict, "POST /books"))


def test_the_seed_of_the_command_line_counts_more_than_the_setting(shop_module):
    api = querious.from_app(shop_module(*BROKEN).app, requests=60, seed=5)
    api.join(Surroundings(seed=9, given=True), "tests")
    assert "seed 9, case" in failure(named(api, "GET /books/{id}"))


def test_settings_come_from_the_configuration_file_too(shop_module, tmp_path, monkeypatch):
    (tmp_path / "querious.toml").write_text("seed = 11\nrequests = 50\n", encoding="utf-8")
    around = Surroundings(directory=tmp_path)
    api = querious.from_app(shop_module().app)
    monkeypatch.delenv("QUERIOUS_SEED")
    api.join(around, "tests")
    named(api, "the whole API").check()
    assert around.remarks[0].startswith("50 requests in ")
    assert "seed 11" in around.remarks[0]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: querious.from_url("http://localhost", request=5), "Unknown setting 'request'; did you mean requests?"),
        (lambda: querious.from_url("shop.yaml"), "'shop.yaml' is no URL. For an application use from_app"),
        (lambda: querious.from_file("shop.graphql").operations(), "Where is the API"),
    ],
)
def test_what_cannot_be_meant_is_said_at_once(make, words):
    with pytest.raises(querious.ConfigError, match=words.replace("?", r"\?")):
        make()


def test_a_description_in_a_file_is_tested_at_an_application(shop_module, tmp_path):
    shop = shop_module()
    (tmp_path / "shop.json").write_text(json.dumps(shop.DESCRIPTION), encoding="utf-8")
    api = querious.from_file(tmp_path / "shop.json", app=shop.app, requests=60)
    named(api, "GET /books").check()
    assert "/openapi.json" not in shop.CALLS
