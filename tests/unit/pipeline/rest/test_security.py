"""Documented requirements of credentials that a service does not enforce: every scheme, every operation, one finding."""

from __future__ import annotations

import base64
import json
from urllib.parse import parse_qs

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

SHOWN = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}}
SCHEMES = {
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "basic": {"type": "http", "scheme": "basic"},
    "bearer": {"type": "http", "scheme": "bearer"},
    "oauth": {"type": "oauth2", "flows": {}},
    "openid": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example"},
    "query": {"type": "apiKey", "in": "query", "name": "api_key"},
}
SENT = {
    "header": {"X-Key": "k-9"},
    "cookie": {"Cookie": "sid=s-9"},
    "basic": {"Authorization": "Basic " + base64.b64encode(b"ann:k-9").decode()},
    "bearer": {"Authorization": "Bearer t-9"},
    "oauth": {"Authorization": "Bearer t-9"},
    "openid": {"Authorization": "Bearer t-9"},
    "query": {},
}
NAMES = ("books", "authors", "shops", "tags")


def description(requirement, public=()):
    responses = {
        "200": {"description": "", "content": {"application/json": {"schema": SHOWN}}},
        "401": {"description": ""},
    }
    paths = {f"/{name}": {"get": {"responses": responses}} for name in NAMES}
    for name in public:
        paths[f"/{name}"]["get"]["security"] = []
    components = {"securitySchemes": SCHEMES}
    return {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "components": components,
        "paths": paths,
        "security": requirement,
    }


class Service:
    """Asks for credentials by ``wanted`` (schemes of which all must be right), but not at the open paths."""

    def __init__(self, document, wanted, open_to=()):
        self.document, self.wanted, self.open_to = document, wanted, open_to

    def __call__(self, environ, start_response):
        name = environ["PATH_INFO"].strip("/")
        status, answer = "200 OK", self.document if name == "openapi.json" else [{"id": 7, "of": name}]
        if environ["REQUEST_METHOD"] != "GET":
            status, answer = "405 No", {}
        elif name in NAMES and name not in self.open_to and not all(_is_right(environ, one) for one in self.wanted):
            status, answer = "401 Who", {"detail": "who?"}
        elif name not in (*NAMES, "openapi.json"):
            status, answer = "404 No", {}
        allow = [("allow", "GET")] if status.startswith("405") else []
        start_response(status, [("content-type", "application/json"), *allow])
        return [json.dumps(answer).encode()]


def _is_right(environ, scheme):
    if scheme == "query":
        return parse_qs(environ["QUERY_STRING"]).get("api_key") == ["k-9"]
    return all(environ.get(f"HTTP_{name.upper().replace('-', '_')}") == value for name, value in SENT[scheme].items())


def found(service, *schemes, target=None):
    headers = {name: value for scheme in schemes for name, value in SENT[scheme].items()}
    report = run(target or service, Settings(seed=1, requests=120, seconds=None, invalid=0.0, headers=headers))
    return [one for one in report.findings if one.oracle == "security"]


HEADERS = [name for name in SCHEMES if name != "query"]


@pytest.mark.parametrize("scheme", HEADERS)
def test_what_is_enforced_is_no_finding(scheme):
    assert found(Service(description([{scheme: []}]), [scheme]), scheme) == []


@pytest.mark.parametrize("scheme", HEADERS)
def test_one_operation_that_is_open_is_a_fault(scheme):
    (one,) = found(Service(description([{scheme: []}]), [scheme], open_to=["authors"]), scheme)
    assert (one.coordinate, one.severity) == ("GET /authors", Severity.FAULT)


def test_all_operations_that_are_open_are_one_finding():
    (one,) = found(Service(description([{"header": []}]), [], open_to=NAMES), "header")
    assert one.severity is Severity.FAULT
    assert len(one.others) == len(NAMES) - 1


def test_what_is_public_by_the_description_may_be_open():
    assert found(Service(description([{"header": []}], public=["tags"]), ["header"], open_to=["tags"]), "header") == []


@pytest.mark.parametrize("optional", [[{"header": []}, {}], []])
def test_what_is_optional_may_be_open(optional):
    assert found(Service(description(optional), [], open_to=NAMES), "header") == []


def test_either_of_two_is_enough():
    document = description([{"header": []}, {"bearer": []}])
    assert found(Service(document, ["header"]), "header", "bearer") == []
    assert found(Service(document, ["bearer"]), "header", "bearer") == []


def test_of_two_that_are_required_together_each_is():
    document = description([{"header": [], "bearer": []}])
    assert found(Service(document, ["header", "bearer"]), "header", "bearer") == []
    (one,) = found(Service(document, ["header"]), "header", "bearer")
    assert one.message == "answers 200 without `authorization`, although the description requires it too"


def test_who_gives_no_credentials_and_is_let_in_is_told_so():
    (one,) = found(Service(description([{"header": []}]), [], open_to=NAMES))
    assert one.severity is Severity.SUSPICION
