from __future__ import annotations

import base64
import json

import pytest

from querious.model import Case, Request
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.credentials import changes_own_account, own_names


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
    ],
)
def test_the_account_that_the_run_signs_in_with_is_left_alone(method, path, key, body, own):
    arguments = (RestArgument("path", "id", key),) if key else ()
    call = RestCall(method, path, arguments, "application/json" if body else "", body)
    case = Case(0, call, Request(method, path.replace("{id}", key)))
    assert changes_own_account(case, {"admin"}) is own
