"""A small REST service with users, as an ASGI application: orders of one's own, a public catalogue, shared documents,
notes of teams, profiles, and what is for staff alone. Each fault and each legal design is switched on by its name.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from itertools import count
from typing import Any
from urllib.parse import parse_qs

SECRET = b"a key of the service"
FAULTS = {
    "read": ("GET /orders/{order_id}", "anybody who signs in reads any order"),
    "update": ("PATCH /orders/{order_id}", "anybody changes any order"),
    "delete": ("DELETE /orders/{order_id}", "anybody deletes any order"),
    "action": ("POST /orders/{order_id}/cancel", "anybody cancels any order"),
    "nested": ("GET /orders/{order_id}/lines", "the lines of any order are shown"),
    "parent": ("GET /users/{user_id}/orders", "the orders of any user are shown"),
    "filter": ("GET /orders", "a filter by user shows the orders of that user to anybody"),
    "batch": ("GET /orders/batch", "any orders are shown by their keys"),
    "search": ("GET /orders/search", "the search looks through the orders of all"),
    "list": ("GET /orders", "the list shows the orders of all, although their look-ups are refused"),
    "count": ("GET /orders/count", "the count is that of all orders"),
    "reference": ("POST /payments", "a payment for the order of another shows that order"),
    "function": ("GET /admin/users", "what is for staff is answered to anybody who signs in"),
    "open": ("GET /orders", "the list needs no credentials, although the description asks for them"),
    "open look-up": ("GET /orders/{order_id}", "so does the look-up"),
    "role": ("PATCH /users/me", "the role is taken from the body"),
    "owner": ("POST /orders", "the owner is taken from the body"),
    "read-only": ("POST /orders", "the number that the service gives is taken from the body"),
    "unsigned": ("", "the signature of a token is not looked at"),
    "cut": ("", "the beginning of a token is enough"),
    "any token": ("", "a made-up token counts as that of somebody"),
}
"""By name: the operation, and what is wrong."""
DESIGNS = {
    "forbidden": "what is not yours is refused with 403, what does not exist with 404",
    "forbidden for all": "both are refused with 403",
    "unguessable": "keys of orders are long and random",
    "tracker": "the list shows all orders with `all=true`, and everybody reads them all",
    "links": "who knows the key of an order reads it, without signing in",
    "wiki": "everybody sees and changes all orders",
    "blog": "everybody sees all orders, and their owners alone change them",
    "teasers": "the list shows the totals of all orders, and the look-up one's own alone",
    "public face": "the look-up shows to others a few members of an order",
    "pages": "the list is cut after two rows",
    "statistics": "the count is documented to be that of all orders",
}
USERS = {
    101: ("ann", "customer", 1),
    102: ("bob", "customer", 1),
    103: ("eve", "customer", 2),
    100: ("root", "admin", 1),
}
_ORDER = {
    "id": {"type": "integer", "readOnly": True},
    "user_id": {"type": "integer", "readOnly": True},
    "number": {"type": "string", "readOnly": True},
    "item": {"type": "string", "minLength": 1, "maxLength": 60},
    "note": {"type": "string", "maxLength": 60},
    "status": {"type": "string", "enum": ["open", "cancelled"], "readOnly": True},
}


def token_of(name: str) -> str:
    """The token by which a user is known."""
    body = ".".join(_part({"alg": "HS256"} if place == 0 else {"sub": name, "exp": 4102444800}) for place in range(2))
    return f"{body}.{_signature(body)}"


def _part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _claims(token: str) -> Any:
    part = token.split(".")[1]
    try:
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except ValueError:
        return {}


def _signature(body: str) -> str:
    return base64.urlsafe_b64encode(hmac.new(SECRET, body.encode(), hashlib.sha256).digest()).decode().rstrip("=")


def _object(properties: Any, *required: str) -> Any:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def _operation(
    *statuses: str, shown: Any = None, sent: Any = None, query: Any = (), about: str = "", open_: bool = False
) -> Any:
    content = {"content": {"application/json": {"schema": shown}}} if shown is not None else {}
    responses = {one: {"description": "", **(content if one < "204" else {})} for one in statuses}
    found: dict[str, Any] = {"responses": responses, **({"description": about} if about else {})}
    if sent is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": sent}}}
    if query:
        found["parameters"] = [
            {"name": name, "in": "query", "required": must, "schema": kind} for name, kind, must in query
        ]
    return found | ({"security": []} if open_ else {})


def description(designs: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What the service says of itself."""
    key = {"type": "string"} if "unguessable" in designs else {"type": "integer", "minimum": 1}
    order = _object({**_ORDER, "id": {**key, "readOnly": True}})
    sent = _object({name: _ORDER[name] for name in ("item", "note")}, "item")
    orders = {"type": "array", "items": order}
    of_user = ("user_id", {"type": "integer"}, False)
    all_ = [("all", {"type": "boolean"}, False)] if "tracker" in designs else []
    note = _object(
        {
            "id": {"type": "integer", "readOnly": True},
            "team": {"type": "integer", "readOnly": True},
            "text": {"type": "string"},
        },
        "text",
    )
    document = _object({"id": {"type": "integer"}, "title": {"type": "string"}, "owner": {"type": "string"}})
    user = _object(
        {
            "id": {"type": "integer"},
            "name": {"type": "string"},
            "role": {"type": "string", "readOnly": True},
            "phone": {"type": "string"},
        }
    )
    product = _object(
        {"id": {"type": "integer", "readOnly": True}, "title": {"type": "string", "minLength": 1}}, "title"
    )
    look_up = {"security": []} if "links" in designs else {}
    about = "How many orders the shop has in all." if "statistics" in designs else ""

    def path(name: str, **operations: Any) -> Any:
        found: dict[str, Any] = dict(operations)
        names = re.findall(r"{(\w+)}", name)
        if names:
            kinds = {each: key if each == "order_id" else {"type": "integer"} for each in names}
            found["parameters"] = [
                {"name": each, "in": "path", "required": True, "schema": kinds[each]} for each in names
            ]
        return found

    paths = {
        "/catalogue": path("", get=_operation("200", shown={"type": "array", "items": product}, open_=True), post=_operation("201", "401", "403", "422", shown=product, sent=product)),
        "/catalogue/{product_id}": path("{product_id}", get=_operation("200", "404", shown=product, open_=True), delete=_operation("204", "401", "403", "404")),
        "/orders": path("", get=_operation("200", "401", "422", shown=orders, query=[of_user, *all_]), post=_operation("201", "401", "422", shown=order, sent=sent)),
        "/orders/batch": path("", get=_operation("200", "401", "422", shown=orders, query=[("ids", {"type": "string"}, True)])),
        "/orders/search": path("", get=_operation("200", "401", "422", shown=orders, query=[("q", {"type": "string"}, True)])),
        "/orders/count": path("", get=_operation("200", "401", shown=_object({"count": {"type": "integer"}}), about=about)),
        "/orders/{order_id}": path(
            "{order_id}",
            get={**_operation("200", "401", "403", "404", "422", shown=order), **look_up},
            patch=_operation("200", "401", "403", "404", "422", shown=order, sent=_object({name: _ORDER[name] for name in ("item", "note")})),
            delete=_operation("204", "401", "403", "404", "422"),
        ),
        "/orders/{order_id}/lines": path("{order_id}", get=_operation("200", "401", "403", "404", "422", shown={"type": "array", "items": _object({"sku": {"type": "string"}, "pieces": {"type": "integer"}})})),
        "/orders/{order_id}/cancel": path("{order_id}", post=_operation("200", "401", "403", "404", "422", shown=order)),
        "/users/me": path("", get=_operation("200", "401", shown=user), patch=_operation("200", "401", "422", shown=user, sent=_object({"phone": {"type": "string", "maxLength": 20}}))),
        "/users/{user_id}": path("{user_id}", get=_operation("200", "401", "404", "422", shown=_object({"id": {"type": "integer"}, "name": {"type": "string"}}))),
        "/users/{user_id}/orders": path("{user_id}", get=_operation("200", "401", "403", "404", "422", shown=orders)),
        "/documents": path("", get=_operation("200", "401", shown={"type": "array", "items": document})),
        "/documents/{document_id}": path("{document_id}", get=_operation("200", "401", "403", "404", "422", shown=document)),
        "/notes": path("", get=_operation("200", "401", shown={"type": "array", "items": note}), post=_operation("201", "401", "422", shown=note, sent=note)),
        "/notes/{note_id}": path("{note_id}", get=_operation("200", "401", "403", "404", "422", shown=note), put=_operation("200", "401", "403", "404", "422", shown=note, sent=note), delete=_operation("204", "401", "403", "404", "422")),
        "/payments": path("", post=_operation("201", "401", "404", "422", shown=_object({"id": {"type": "integer"}, "order_id": key, "order": order}), sent=_object({"order_id": key}, "order_id"))),
        "/admin/users": path("", get=_operation("200", "401", "403", shown={"type": "array", "items": user}, about="All users. For administrators only.")),
        "/admin/stats": path("", get=_operation("200", "401", "403", shown=_object({"orders": {"type": "integer"}}), about="For administrators only.")),
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Order desk", "version": "1"},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
        "paths": paths,
    }


class Refused(Exception):  # noqa: N818 - an answer, not an error
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class OrderDesk:
    """``faults`` and ``designs`` by name."""

    def __init__(self, *switched: str) -> None:
        unknown = set(switched) - FAULTS.keys() - DESIGNS.keys()
        assert not unknown, unknown
        self.on = frozenset(switched)
        self.numbers = count(1)
        self.roles = {number: role for number, (_, role, _) in USERS.items()}
        self.phones = dict.fromkeys(USERS, "030 1")
        self.orders: dict[str, dict[str, Any]] = {}
        self.notes: dict[str, dict[str, Any]] = {}
        self.products = {str(n): {"id": n, "title": f"product {n}"} for n in range(1, 5)}
        self.documents = {
            str(n): {"id": n, "title": f"paper {n}", "owner": "ann" if n < 4 else "bob"} for n in range(1, 7)
        }
        self.shared = {("2", 102), ("5", 101)}
        self.asked: list[tuple[str, str, str]] = []
        """Who asked, the method and the path."""
        for owner in (101, 101, 101, 102, 102, 103):
            self.add_order(owner, f"lamp {next(self.numbers)}")
        for number in (1, 2, 3):
            self.notes[str(number)] = {"id": number, "team": 1 if number < 3 else 2, "text": f"note {number}"}

    def add_order(self, owner: int, item: str, **given: Any) -> dict[str, Any]:
        number = next(self.numbers)
        key = hashlib.sha256(str(number).encode()).hexdigest()[:24] if "unguessable" in self.on else number
        order = {
            "id": key,
            "user_id": owner,
            "number": f"O-{number:05}",
            "item": item,
            "note": "",
            "status": "open",
            **given,
        }
        self.orders[str(key)] = order
        return order

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"].endswith("shutdown"):
                    return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        query = {name: values[-1] for name, values in parse_qs(scope["query_string"].decode()).items()}
        try:
            status, shown = self.answer(scope["method"], scope["path"].strip("/").split("/"), query, headers, body)
        except Refused as refused:
            status, shown = refused.status, {"detail": "refused"}
        text = b"" if shown is None else json.dumps(shown).encode()
        kind = [(b"content-type", b"application/json")] if shown is not None else []
        length = [] if status == 204 else [(b"content-length", str(len(text)).encode())]
        allow = [(b"allow", b"GET, POST")] if status == 405 else []
        await send({"type": "http.response.start", "status": status, "headers": [*kind, *length, *allow]})
        await send({"type": "http.response.body", "body": text})

    # who asks

    def caller(self, headers: dict[str, str]) -> int:
        """The number of the user; 0 where nobody is known."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            return 0
        for number, (name, _, _) in USERS.items():
            right = token_of(name)
            if hmac.compare_digest(token.encode(), right.encode()):
                return number
            if "cut" in self.on and len(token) > 50 and right.startswith(token[:50]):
                return number
            if "unsigned" in self.on and token.count(".") == 2 and _claims(token).get("sub") == name:
                return number
        return 101 if "any token" in self.on else 0

    def answer(self, method: str, steps: list[str], query: dict[str, str], headers: dict[str, str], body: bytes) -> Any:
        if steps == ["openapi.json"]:
            return 200, description(self.on)
        who = self.caller(headers)
        self.asked.append((USERS[who][0] if who else "anonymous", method, "/" + "/".join(steps)))
        sent: Any = None
        if method in {"POST", "PUT", "PATCH"} and body:
            try:
                sent = json.loads(body)
            except ValueError:
                raise Refused(422) from None
        function = getattr(self, "_" + steps[0], None) if steps[0] in _PLACES else None
        if function is None:
            raise Refused(404)
        return function(method, steps[1:], query, who, sent)

    def _known(self, who: int, *faults: str) -> None:
        if not who and self.on.isdisjoint(faults):
            raise Refused(401)

    def _not_yours(self, *, exists: bool) -> Refused:
        if "forbidden for all" in self.on:
            return Refused(403)
        return Refused(403 if "forbidden" in self.on and exists else 404)

    # what is asked for

    def _catalogue(self, method: str, rest: list[str], _: Any, who: int, sent: Any) -> Any:
        if method == "GET":
            return (200, list(self.products.values())) if not rest else (200, self._at(self.products, rest))
        self._known(who)
        if self.roles[who] != "admin":
            raise Refused(403)
        if method == "POST" and not rest:
            number = next(self.numbers) + 100
            self.products[str(number)] = {"id": number, "title": _text(sent, "title")}
            return 201, self.products[str(number)]
        self._at(self.products, rest)
        if method == "DELETE":
            del self.products[rest[0]]
            return 204, None
        raise Refused(405)

    @staticmethod
    def _at(entries: dict[str, Any], rest: list[str]) -> Any:
        if len(rest) != 1 or rest[0] not in entries:
            raise Refused(404)
        return entries[rest[0]]

    def _own_orders(self, who: int) -> list[dict[str, Any]]:
        return [order for order in self.orders.values() if order["user_id"] == who]

    def _orders(self, method: str, rest: list[str], query: dict[str, str], who: int, sent: Any) -> Any:
        is_entry = bool(rest) and rest[0] not in {"batch", "search", "count"}
        if is_entry:
            return self._order(method, rest, who, sent)
        self._known(who, "open" if method == "GET" and not rest else "")
        if method == "POST" and not rest:
            order = {"item": _text(sent, "item"), "note": str(sent.get("note", ""))}
            taken = {"owner": "user_id", "read-only": "number"}
            given = {name: sent[name] for fault, name in taken.items() if fault in self.on and name in sent}
            if not isinstance(given.get("user_id", 0), int) or not isinstance(given.get("number", ""), str):
                raise Refused(422)
            return 201, self.add_order(who, **order) | {} if not given else self._given(who, order, given)
        if method != "GET":
            raise Refused(405)
        return getattr(self, "_orders_" + (rest[0] if rest else "list"))(query, who)

    def _given(self, who: int, order: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
        made = self.add_order(who, **order)
        made.update(given)
        return made

    def _orders_list(self, query: dict[str, str], who: int) -> Any:
        rows = self._own_orders(who)
        if (
            not self.on.isdisjoint({"wiki", "blog", "list"})
            or not who
            or ("tracker" in self.on and query.get("all") == "true")
        ):
            rows = list(self.orders.values())
        if "teasers" in self.on:
            rows = [{"id": each["id"], "status": each["status"]} for each in self.orders.values()]
        wanted = query.get("user_id")
        if wanted is not None:
            if not wanted.lstrip("-").isdigit():
                raise Refused(422)
            source = self.orders.values() if "filter" in self.on else rows
            rows = [each for each in source if str(each.get("user_id")) == wanted]
        if "pages" in self.on:
            return 200, {"items": rows[:2], "total": len(rows), "has_more": len(rows) > 2}
        return 200, rows

    def _orders_batch(self, query: dict[str, str], who: int) -> Any:
        if "ids" not in query:
            raise Refused(422)
        found = [self.orders[key] for key in query["ids"].split(",") if key in self.orders]
        return 200, [each for each in found if "batch" in self.on or self._may_read(each, who)]

    def _orders_search(self, query: dict[str, str], who: int) -> Any:
        if "q" not in query:
            raise Refused(422)
        found = [each for each in self.orders.values() if query["q"].lower() in each["item"].lower()]
        return 200, [each for each in found if "search" in self.on or self._may_read(each, who)]

    def _orders_count(self, _: Any, who: int) -> Any:
        is_all = not self.on.isdisjoint({"count", "statistics", "wiki", "blog", "teasers", "list"})
        return 200, {"count": len(self.orders if is_all else self._own_orders(who))}

    def _may_read(self, order: dict[str, Any], who: int) -> bool:
        return order["user_id"] == who or not self.on.isdisjoint({"wiki", "blog", "tracker"})

    def _order(self, method: str, rest: list[str], who: int, sent: Any) -> Any:
        if not (method == "GET" and len(rest) == 1 and "links" in self.on):
            self._known(who, "open look-up" if method == "GET" and len(rest) == 1 else "")
        order = self.orders.get(rest[0])
        if order is None:
            raise self._not_yours(exists=False)
        fault, design = _DOORS.get((method, *rest[1:]), ("", ()))
        if not fault:
            raise Refused(405)
        is_open = not self.on.isdisjoint({fault, *design}) or (fault == "read" and not who)
        if order["user_id"] != who and not is_open:
            if fault == "read" and "public face" in self.on:
                return 200, {"id": order["id"], "status": order["status"]}
            raise self._not_yours(exists=True)
        if method == "DELETE":
            del self.orders[rest[0]]
            return 204, None
        if method == "PATCH":
            order.update(
                {name: _text(sent, name, least=0 if name == "note" else 1) for name in ("item", "note") if name in sent}
            )
        if rest[1:] == ["cancel"]:
            order["status"] = "cancelled"
        return 200, order if rest[1:] != ["lines"] else [{"sku": f"sku-{order['number']}", "pieces": 2}]

    def _users(self, method: str, rest: list[str], _: Any, who: int, sent: Any) -> Any:
        self._known(who)
        if rest == ["me"]:
            if method == "PATCH":
                if not isinstance(sent, dict):
                    raise Refused(422)
                self.phones[who] = _text({"phone": self.phones[who], **sent}, "phone", least=0)
                if "role" in self.on and isinstance(sent.get("role"), str):
                    self.roles[who] = sent["role"]
            elif method != "GET":
                raise Refused(405)
            return 200, {"id": who, "name": USERS[who][0], "role": self.roles[who], "phone": self.phones[who]}
        if method != "GET" or not rest or not rest[0].isdigit() or int(rest[0]) not in USERS:
            raise Refused(405 if method != "GET" else 404)
        user = int(rest[0])
        if rest[1:] == ["orders"]:
            if user != who and self.on.isdisjoint({"parent", "wiki", "blog", "tracker"}):
                raise self._not_yours(exists=True)
            return 200, self._own_orders(user)
        return 200, {"id": user, "name": USERS[user][0]}

    def _documents(self, method: str, rest: list[str], _: Any, who: int, __: Any) -> Any:
        self._known(who)
        name = USERS[who][0]
        own = {key: each for key, each in self.documents.items() if each["owner"] == name or (key, who) in self.shared}
        if method != "GET":
            raise Refused(405)
        if not rest:
            return 200, list(own.values())
        if rest[0] not in own:
            raise self._not_yours(exists=rest[0] in self.documents)
        return 200, own[rest[0]]

    def _notes(self, method: str, rest: list[str], _: Any, who: int, sent: Any) -> Any:
        self._known(who)
        team = USERS[who][2]
        own = {key: each for key, each in self.notes.items() if each["team"] == team}
        if not rest:
            if method == "POST":
                number = next(self.numbers)
                self.notes[str(number)] = {"id": number, "team": team, "text": _text(sent, "text", least=0)}
                return 201, self.notes[str(number)]
            return 200, list(own.values())
        if rest[0] not in own:
            raise self._not_yours(exists=rest[0] in self.notes)
        if method == "DELETE":
            del self.notes[rest[0]]
            return 204, None
        if method == "PUT":
            own[rest[0]]["text"] = _text(sent, "text", least=0)
        return 200, own[rest[0]]

    def _payments(self, method: str, rest: list[str], _: Any, who: int, sent: Any) -> Any:
        self._known(who)
        if method != "POST" or rest:
            raise Refused(405)
        order = self.orders.get(str(sent.get("order_id")) if isinstance(sent, dict) else "")
        if order is None or (order["user_id"] != who and "reference" not in self.on):
            raise Refused(404)
        return 201, {"id": next(self.numbers), "order_id": order["id"], "order": order}

    def _admin(self, method: str, rest: list[str], _: Any, who: int, __: Any) -> Any:
        self._known(who)
        if method != "GET":
            raise Refused(405)
        if self.roles[who] != "admin" and not ("function" in self.on and rest == ["users"]):
            raise Refused(403)
        if rest == ["users"]:
            return 200, [
                {"id": each, "name": USERS[each][0], "role": self.roles[each], "phone": self.phones[each]}
                for each in USERS
            ]
        return 200, {"orders": len(self.orders)}


_PLACES = frozenset({"catalogue", "orders", "users", "documents", "notes", "payments", "admin"})
_DOORS: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {
    ("GET",): ("read", ("wiki", "blog", "tracker", "links")),
    ("PATCH",): ("update", ("wiki",)),
    ("DELETE",): ("delete", ("wiki",)),
    ("GET", "lines"): ("nested", ("wiki", "blog", "tracker")),
    ("POST", "cancel"): ("action", ("wiki",)),
}
"""By method and last step: the fault that opens it to others, and the designs that do."""


def _text(sent: Any, name: str, least: int = 1) -> str:
    if not isinstance(sent, dict) or not isinstance(sent.get(name), str) or not least <= len(sent[name]) <= 60:
        raise Refused(422)
    return str(sent[name])


def app() -> OrderDesk:
    """For a server in a process of its own: what is switched on stands in the environment."""
    import os  # noqa: PLC0415

    return OrderDesk(*filter(None, os.environ.get("ORDER_DESK", "").split(",")))
