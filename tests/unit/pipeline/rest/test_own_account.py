"""The account that a run signs in with keeps its password, while others are changed as they may be."""

from __future__ import annotations

import base64
import json

from querious.model import Settings
from querious.pipeline.run.use_case import run

_ACCOUNT = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "string"}, "password": {"type": "string", "minLength": 1}},
}
_CONTENT = {"content": {"application/json": {"schema": _ACCOUNT}}}
_LIST = {"content": {"application/json": {"schema": {"type": "array", "items": _ACCOUNT}}}}
_BODY = {"required": True, "content": {"application/json": {"schema": {**_ACCOUNT, "required": ["id", "password"]}}}}
_REFUSED = {status: {"description": ""} for status in ("400", "401", "404", "405")}
_ID = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "accounts", "version": "1"},
    "paths": {
        "/accounts": {"get": {"responses": {"200": {"description": "", **_LIST}, **_REFUSED}}},
        "/accounts/{id}": {
            "get": {"parameters": _ID, "responses": {"200": {"description": "", **_CONTENT}, **_REFUSED}},
            "put": {
                "parameters": _ID,
                "requestBody": _BODY,
                "responses": {"200": {"description": "", **_CONTENT}, **_REFUSED},
            },
            "delete": {"parameters": _ID, "responses": {"204": {"description": ""}, **_REFUSED}},
        },
    },
}


class Accounts:
    """An ASGI application that lets those in who know the password of an account."""

    def __init__(self):
        self.passwords = {"admin": "s3cret", "guest": "g"}
        self.changed = set()

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body = (await receive()).get("body", b"")
        status, shown = self.answer(scope, scope["path"].strip("/").split("/"), body)
        headers = [(b"content-type", b"application/json"), (b"allow", b"GET, PUT, DELETE")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if status == 204 else json.dumps(shown).encode()})

    def answer(self, scope, path, body):
        if path == ["openapi.json"]:
            return 200, DESCRIPTION
        given = dict(scope["headers"]).get(b"authorization", b"Basic ").partition(b" ")[2]
        name, _, password = base64.b64decode(given).decode("utf-8", "replace").partition(":")
        if not name or self.passwords.get(name) != password:
            return 401, {}
        match scope["method"], path:
            case "GET", ["accounts"]:
                return 200, [{"id": key} for key in self.passwords]
            case "GET", ["accounts", key] if key in self.passwords:
                return 200, {"id": key}
            case "PUT", ["accounts", key]:
                return self.put(key, body)
            case "DELETE", ["accounts", key] if key in self.passwords:
                del self.passwords[key]
                return 204, None
        return (405 if scope["method"] in {"POST", "PATCH", "PUT", "DELETE", "TRACE"} else 404), {}

    def put(self, key, body):
        try:
            password = json.loads(body)["password"]
        except (ValueError, TypeError, KeyError):
            return 400, {}
        if not isinstance(password, str) or not password:
            return 400, {}
        self.passwords[key] = password
        self.changed.add(key)
        return 200, {"id": key}


def test_the_account_that_the_run_signs_in_with_keeps_its_password():
    service = Accounts()
    headers = {"Authorization": "Basic " + base64.b64encode(b"admin:s3cret").decode()}
    run(service, Settings(seed=1, requests=300, seconds=None, mutations=True, headers=headers))
    assert service.passwords["admin"] == "s3cret"
    assert "guest" in service.changed


class Users(Accounts):
    """The same for those who bring the token of an account, which says nothing of its owner; ``/me`` does."""

    def __init__(self):
        super().__init__()
        self.described = {
            **DESCRIPTION,
            "paths": {
                "/me": {"get": {"responses": {"200": {"description": "", **_CONTENT}, **_REFUSED}}},
                **DESCRIPTION["paths"],
            },
        }

    def answer(self, scope, path, body):
        if path == ["openapi.json"]:
            return 200, self.described
        token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        owner = next((name for name, password in self.passwords.items() if password == token), None)
        if owner is None:
            return 401, {}
        if path == ["me"]:
            return (200, {"id": owner}) if scope["method"] == "GET" else (405, {})
        given = f"{owner}:{token}".encode()
        return super().answer(
            {**scope, "headers": [(b"authorization", b"Basic " + base64.b64encode(given))]}, path, body
        )


def test_so_does_the_account_that_the_service_shows_to_who_asks():
    service = Users()
    headers = {"Authorization": "Bearer s3cret"}
    run(service, Settings(seed=1, requests=300, seconds=None, mutations=True, headers=headers))
    assert service.passwords["admin"] == "s3cret"
    assert "guest" in service.changed
