"""A small service with actions: parcels that are sent, returned and weighed, and one fault at most."""

from __future__ import annotations

import json
from copy import deepcopy

_PARCEL = {
    "type": "object",
    "required": ["id", "status", "note", "weight", "labels"],
    "properties": {
        "id": {"type": "integer"},
        "status": {"type": "string", "enum": ["NEW", "SENT", "RETURNED"]},
        "note": {"type": ["string", "null"]},
        "weight": {"type": "integer"},
        "labels": {"type": "array", "items": {"type": "string"}},
        "is_default": {"type": "boolean"},
        "updated_at": {"type": "integer"},
    },
}
_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}


def _answers(schema, *statuses):
    shown = {"description": "", "content": {"application/json": {"schema": schema}}}
    return {"200": shown, **{status: {"description": "refused"} for status in ("404", "422", *statuses)}}


def _action(body=None, about=""):
    found = {"summary": about, "parameters": [_KEY], "responses": _answers(_PARCEL, "409")}
    if body:
        schema = {"type": "object", "required": list(body), "properties": body}
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {"post": found}


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "parcels", "version": "1"},
    "paths": {
        "/parcels": {"get": {"responses": _answers({"type": "array", "items": _PARCEL})}},
        "/parcels/{id}": {"get": {"parameters": [_KEY], "responses": _answers(_PARCEL)}},
        "/parcels/{id}/send": _action(about="Send a parcel, if it is new."),
        "/parcels/{id}/return": _action({"note": {"type": "string", "minLength": 1, "maxLength": 9}}),
        "/parcels/{id}/weigh": _action({"grams": {"type": "integer", "minimum": 1, "maximum": 900}}),
        "/parcels/{id}/make-default": _action(),
    },
}


def _wrapped(description):
    """The same with every answer under ``data``."""
    wrapped = deepcopy(description)
    for operations in wrapped["paths"].values():
        for operation in operations.values():
            shown = operation["responses"]["200"]["content"]["application/json"]
            shown["schema"] = {"type": "object", "required": ["data"], "properties": {"data": shown["schema"]}}
    return wrapped


class Parcels:
    """An ASGI application; in an envelope, what is shown stands under ``data``."""

    def __init__(self, fault="", envelope=False):
        self.fault = fault
        self.envelope = envelope
        self.clock = 0
        self.there = {
            number: {"id": number, "status": "NEW", "note": None, "weight": number * 100, "labels": ["a", "b"]}
            | {"is_default": number == 41, "updated_at": 0}
            for number in range(41, 47)
        }

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return
        body = (await receive()).get("body") or b"{}"
        status, shown = self.answer(scope["method"], scope["path"].strip("/").split("/"), body)
        if self.envelope and status == 200:
            shown = _wrapped(shown) if scope["path"] == "/openapi.json" else {"data": shown}
        headers = [
            (b"content-type", b"application/json"),
            (b"allow", b"POST" if scope["path"].count("/") == 3 else b"GET"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(shown).encode()})

    def answer(self, method, path, body):
        self.clock += 1
        if path == ["openapi.json"]:
            return 200, DESCRIPTION
        if method != ("POST" if len(path) == 3 else "GET"):
            return 405, {}
        if path == ["parcels"]:
            return 200, list(self.there.values())
        if path[0] != "parcels" or not path[1].isdecimal() or int(path[1]) not in self.there:
            return 404, {}
        parcel = self.there[int(path[1])]
        if method == "GET":
            return 200, parcel
        sent = json.loads(body) if body else {}
        return getattr(self, path[2].replace("-", "_"), lambda *_: (404, {}))(parcel, sent)

    def send(self, parcel, _):
        if parcel["status"] != "NEW" and self.fault != "sent again":
            if self.fault == "refused, and changed":
                parcel["note"] = f"tried {self.clock}"
            return 409, {}
        shown = deepcopy(parcel) | {"status": "SENT"}
        if self.fault == "only shown":
            return 200, shown
        if self.fault == "never sent":
            return 409, {}
        parcel["status"] = "SENT"
        if self.fault == "sent again":
            parcel["weight"] += 1
            return 200, parcel
        if self.fault == "a label is dropped":
            parcel["labels"] = parcel["labels"][:1]
            return 200, parcel
        if self.fault == "a label lost":
            parcel["labels"] = parcel["labels"][:1]
        if self.fault == "cannot be read any more":
            del self.there[parcel["id"]]
        if self.fault == "all are sent":
            for other in self.there.values():
                other["status"] = "SENT"
        return 200, shown | {"updated_at": parcel["updated_at"]}

    def weigh(self, parcel, sent):
        grams = sent.get("grams")
        if not isinstance(grams, int) or not 0 < grams <= 900:
            return 422, {}
        targets = [parcel]
        if self.fault == "another is weighed":
            targets = [self.there[max(key for key in self.there if key != parcel["id"])]]
        if self.fault == "all are weighed":
            targets = list(self.there.values())
        if self.fault == "never weighed":
            targets = []
        for one in targets:
            one["weight"] += grams
        return 200, parcel

    def make_default(self, parcel, _):
        for other in self.there.values():
            other["is_default"] = other is parcel
        return 200, parcel

    def __getattr__(self, name):
        if name == "return":
            return self.give_back
        raise AttributeError(name)

    def give_back(self, parcel, sent):
        note = sent.get("note")
        if not isinstance(note, str) or not 0 < len(note) < 10:
            return 422, {}
        if parcel["status"] != "SENT":
            return 409, {}
        parcel.update(status="NEW", note=note, updated_at=self.clock)
        return 200, parcel
