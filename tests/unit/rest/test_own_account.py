from __future__ import annotations

import base64
import json

import pytest

from querious.model import Case, Exchange, Request
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.own_account import changes_own_account, names_shown, own_names


def basic(text):
    return {"authorization": "Basic " + base64.b64encode(text.encode()).decode()}


def token(claims):
    body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return {"authorization": f"Bearer x.{body}.y"}


@pytest.mark.parametrize(
    ("headers", "names"),
    [
        (basic("admin:s3cret"), {"admin"}),
        (token({"sub": 7, "email": "a@b.example"}), {"7", "a@b.example"}),
        (token(["sub"]), set()),
        ({"authorization": "Bearer abc"}, set()),
        ({"authorization": "Basic no-base64"}, set()),
        ({"authorization": "Bearer a.b.c"}, set()),
        ({"x-api-key": "k"}, set()),
        ({}, set()),
    ],
)
def test_names_by_which_the_user_signs_in(headers, names):
    assert own_names(headers) == names


@pytest.mark.parametrize(
    ("method", "path", "key", "body", "own"),
    [
        ("PUT", "/accounts/{id}", "admin", None, True),
        ("DELETE", "/users/{id}/tokens", "admin", None, True),
        ("POST", "/accounts", "", {"data": {"id": "admin", "password": "x"}}, True),
        ("PUT", "/accounts/{id}", "other", None, False),
        ("GET", "/accounts/{id}", "admin", None, False),
        ("PUT", "/orders/{id}", "admin", None, False),
        ("POST", "/accounts", "", {"role": "admin"}, False),
        ("PATCH", "/users", "", {"keys": ["other", "admin"], "data": {"title": "x"}}, True),
        ("PATCH", "/users", "", [{"id": "admin", "title": "x"}], True),
        ("PUT", "/roles/{id}", "7", {"name": "x"}, True),
        ("PUT", "/users/lists/{id}", "7", None, False),
        ("PATCH", "/users/me", "", {"token": "x"}, True),
        ("PATCH", "/users/me", "", {"is_active": False}, True),
        ("PATCH", "/users/me", "", {"title": "x"}, False),
        ("PATCH", "/users", "", {"token": "x"}, False),
    ],
)
def test_the_account_that_the_run_signs_in_with_is_left_alone(method, path, key, body, own):
    arguments = (RestArgument("path", "id", key),) if key else ()
    call = RestCall(method, path, arguments, "application/json" if body else "", body)
    case = Case(0, call, Request(method, path.replace("{id}", key)))
    assert changes_own_account(case, {"admin", "7"}) is own


@pytest.mark.parametrize(
    ("path", "shown", "names"),
    [
        ("/users/me", {"data": {"id": "6b7", "role": "737", "title": "x"}}, {"6b7", "737"}),
        ("/user", {"id": 7, "login": "ann", "role": {"id": 1, "name": "admin"}}, {"7", "ann", "1"}),
        ("/current-user", {"username": "ann", "email": ""}, {"ann"}),
        ("/current-user/whoami", {"id": 7}, {"7"}),
        ("/users", {"data": {"id": 7}}, set()),
        ("/orders/new", {"id": 7}, set()),
        ("/users/{id}", {"id": 7}, set()),
    ],
)
def test_the_service_shows_who_asks(path, shown, names):
    body = json.dumps(shown).encode()
    exchange = Exchange(
        Case(0, RestCall("GET", path), Request("GET", path)), 200, body=body, payload=shown, is_json=True
    )
    assert names_shown(exchange) == names
