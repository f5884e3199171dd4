"""Workspaces with so many seats, and goods of which so many are in store: two services with limits, and their faults."""

from __future__ import annotations

import asyncio
import uuid
from itertools import count
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

TEXT = {"type": "string", "maxLength": 30}
MOST_SEATS = 50


class RefusedError(Exception):
    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


def operation(answer: dict[str, Any] | None, *refusals: int, body: Any = None, status: int = 200) -> dict[str, Any]:
    content = {"content": {"application/json": {"schema": answer}}} if answer else {}
    told: dict[str, Any] = {"responses": {str(status): {"description": "Done.", **content}}}
    told["responses"] |= {str(refusal): {"description": "Refused."} for refusal in refusals}
    if body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return told


def exactly(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def described(paths: dict[str, Any]) -> dict[str, Any]:
    for path, methods in paths.items():
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        if names:
            methods["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
            ]
    return {"openapi": "3.1.0", "info": {"title": "Quotas", "version": "1"}, "paths": paths}


SEATS = exactly(total={"type": "integer"}, taken={"type": "integer"})
WORKSPACE = exactly(data=exactly(workspaceId=TEXT, title=TEXT, seats=SEATS))
MEMBER = exactly(data=exactly(memberId=TEXT, nickname=TEXT, joined={"type": "string"}))
NEW_WORKSPACE = exactly(title=TEXT, maxSeats={"type": "integer", "minimum": 1, "maximum": MOST_SEATS})
NEW_MEMBER = exactly(nickname=TEXT)


def many(one: dict[str, Any]) -> dict[str, Any]:
    return exactly(data={"type": "array", "items": one["properties"]["data"]})


class Workspaces:
    """Members are invited below a workspace; each takes a seat. Everything is wrapped in ``data``."""

    document = described(
        {
            "/workspaces": {
                "get": operation(many(WORKSPACE)),
                "post": operation(WORKSPACE, 400, body=NEW_WORKSPACE, status=201),
            },
            "/workspaces/{workspaceId}": {"get": operation(WORKSPACE, 404), "delete": operation(None, 404, status=204)},
            "/workspaces/{workspaceId}/members": {
                "get": operation(many(MEMBER), 404),
                "post": operation(MEMBER, 400, 403, 404, body=NEW_MEMBER, status=201),
            },
            "/workspaces/{workspaceId}/members/{memberId}": {
                "get": operation(MEMBER, 404),
                "delete": operation(None, 404, status=204),
            },
        }
    )

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong
        self.rows: dict[str, dict[str, Any]] = {}
        self.members: dict[str, dict[str, dict[str, Any]]] = {}

    def taken(self, workspace: str) -> int:
        if self.wrong == "all-counted":
            return sum(map(len, self.members.values()))
        return self.rows[workspace]["taken"]

    def shown(self, key: str) -> dict[str, Any]:
        row = self.rows[key]
        taken = 0 if self.wrong == "taken-never-moves" else row["taken"]
        taken = min(taken, row["most"]) if self.wrong == "overbooked-and-hidden" else taken
        return {"workspaceId": key, "title": row["title"], "seats": {"total": row["most"], "taken": taken}}

    async def workspaces(self, request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse({"data": [self.shown(key) for key in self.rows]})
        body = await sent(request, NEW_WORKSPACE)
        key = uuid.uuid4().hex
        self.rows[key] = {"title": body["title"], "most": body["maxSeats"], "taken": 0}
        self.members[key] = {}
        return JSONResponse({"data": self.shown(key)}, 201)

    async def workspace(self, request: Request) -> Response:
        key = self.found(request)
        if request.method == "GET":
            return JSONResponse({"data": self.shown(key)})
        del self.rows[key], self.members[key]
        return Response(status_code=204)

    async def guests(self, request: Request) -> Response:
        key = self.found(request)
        if request.method == "GET":
            return JSONResponse({"data": list(self.members[key].values())})
        body = await sent(request, NEW_MEMBER)
        most = self.rows[key]["most"]
        most += {"overbooked": 1, "overbooked-and-hidden": 1, "one-too-few": -1}.get(self.wrong, 0)
        if self.taken(key) >= most:
            raise RefusedError(403, "NO_SEATS")
        if self.wrong == "last-seat-twice":
            await asyncio.sleep(0.01)
        member = {"memberId": uuid.uuid4().hex, "nickname": body["nickname"], "joined": "waiting for mail"}
        self.members[key][member["memberId"]] = member
        self.rows[key]["taken"] += 1
        return JSONResponse({"data": member}, 201)

    async def guest(self, request: Request) -> Response:
        key, member = self.found(request), request.path_params["memberId"]
        if member not in self.members[key]:
            raise RefusedError(404, "NO_SUCH_MEMBER")
        if request.method == "GET":
            return JSONResponse({"data": self.members[key][member]})
        del self.members[key][member]
        self.rows[key]["taken"] -= self.wrong != "seat-lost"
        return Response(status_code=204)

    def found(self, request: Request) -> str:
        key = request.path_params["workspaceId"]
        if key not in self.rows:
            raise RefusedError(404, "NO_SUCH_WORKSPACE")
        return key

    def app(self) -> Starlette:
        return served(
            self.document,
            ("/workspaces", self.workspaces),
            ("/workspaces/{workspaceId}", self.workspace),
            ("/workspaces/{workspaceId}/members", self.guests),
            ("/workspaces/{workspaceId}/members/{memberId}", self.guest),
        )


NUMBER = {"type": "integer", "minimum": 1, "maximum": 30}
GOOD = exactly(id={"type": "integer"}, label=TEXT, in_stock={"type": "integer"})
NEW_GOOD = exactly(label=TEXT, in_stock={"type": "integer", "minimum": 0, "maximum": 500})
SALE = exactly(id={"type": "integer"}, good_id={"type": "integer"}, pieces=NUMBER, buyer=TEXT)
NEW_SALE = exactly(good_id={"type": "integer"}, pieces=NUMBER, buyer=TEXT)


class Goods:
    """Sales refer to goods in their bodies, and say how many pieces they take out of the store."""

    document = described(
        {
            "/goods": {
                "get": operation({"type": "array", "items": GOOD}),
                "post": operation(GOOD, 400, body=NEW_GOOD, status=201),
            },
            "/goods/{id}": {"get": operation(GOOD, 404), "delete": operation(None, 404, status=204)},
            "/sales": {
                "get": operation({"type": "array", "items": SALE}),
                "post": operation(SALE, 400, 422, body=NEW_SALE, status=201),
            },
            "/sales/{id}": {
                "get": operation(SALE, 404),
                "put": operation(SALE, 400, 404, 422, body=NEW_SALE),
                "delete": operation(None, 404, status=204),
            },
        }
    )

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong
        self.numbers = count(1)
        self.goods: dict[int, dict[str, Any]] = {}
        self.sales: dict[int, dict[str, Any]] = {}

    async def all_goods(self, request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse(list(self.goods.values()))
        row = {"id": next(self.numbers), **await sent(request, NEW_GOOD)}
        self.goods[row["id"]] = row
        return JSONResponse(row, 201)

    async def good(self, request: Request) -> Response:
        return self.read_or_delete(request, self.goods)

    async def all_sales(self, request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse(list(self.sales.values()))
        body = await sent(request, NEW_SALE)
        self.take(body["good_id"], body["pieces"], unchecked=self.wrong == "oversold")
        row = {"id": next(self.numbers), **body}
        self.sales[row["id"]] = row
        return JSONResponse(row, 201)

    async def sale(self, request: Request) -> Response:
        if request.method == "GET":
            return self.read_or_delete(request, self.sales)
        row = self.row(request, self.sales)
        if request.method == "PUT":
            body = await sent(request, NEW_SALE)
            kept = 0 if body["good_id"] != row["good_id"] else row["pieces"]
            self.take(body["good_id"], body["pieces"] - kept, unchecked=self.wrong == "change-unchecked")
            if not kept and row["good_id"] in self.goods:
                self.goods[row["good_id"]]["in_stock"] += row["pieces"]
            row |= body
            return JSONResponse(row)
        if row["good_id"] in self.goods and self.wrong != "never-restocked":
            self.goods[row["good_id"]]["in_stock"] += row["pieces"]
        return self.read_or_delete(request, self.sales)

    def take(self, good: int, pieces: int, *, unchecked: bool) -> None:
        if good not in self.goods:
            raise RefusedError(422, "unknown good")
        left = self.goods[good]["in_stock"] - pieces
        if left < 0 and not unchecked:
            raise RefusedError(422, "not in store")
        if left == 0 and self.wrong == "last-piece-kept":
            raise RefusedError(422, "not in store")
        self.goods[good]["in_stock"] = left

    def row(self, request: Request, rows: dict[int, dict[str, Any]]) -> dict[str, Any]:
        key = request.path_params["id"]
        if not key.isdecimal() or int(key) not in rows:
            raise RefusedError(404, "not found")
        return rows[int(key)]

    def read_or_delete(self, request: Request, rows: dict[int, dict[str, Any]]) -> Response:
        row = self.row(request, rows)
        if request.method == "GET":
            return JSONResponse(row)
        del rows[row["id"]]
        return Response(status_code=204)

    def app(self) -> Starlette:
        return served(
            self.document,
            ("/goods", self.all_goods),
            ("/goods/{id}", self.good),
            ("/sales", self.all_sales),
            ("/sales/{id}", self.sale),
        )


FOLDER = exactly(id={"type": "integer"}, title=TEXT)
NEW_FOLDER = exactly(title=TEXT)
NOTE = exactly(id={"type": "integer"}, folder={"type": "integer"}, text=TEXT)
NEW_NOTE = exactly(text=TEXT)
MOST_NOTES = 4


class Folders:
    """What a folder holds at most is told in words alone."""

    document = described(
        {
            "/folders": {
                "get": operation({"type": "array", "items": FOLDER}),
                "post": operation(FOLDER, 400, body=NEW_FOLDER, status=201),
            },
            "/folders/{folder}": {"get": operation(FOLDER, 404), "delete": operation(None, 404, status=204)},
            "/folders/{folder}/notes": {
                "get": operation({"type": "array", "items": NOTE}, 404),
                "post": {
                    **operation(NOTE, 400, 404, 409, body=NEW_NOTE, status=201),
                    "summary": "Add a note. A folder holds at most 4 notes.",
                },
            },
            "/folders/{folder}/notes/{id}": {"get": operation(NOTE, 404), "delete": operation(None, 404, status=204)},
        }
    )

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong
        self.numbers = count(1)
        self.titles: dict[int, str] = {}
        self.notes: dict[int, dict[str, Any]] = {}

    async def folders(self, request: Request) -> Response:
        if request.method == "POST":
            key = next(self.numbers)
            self.titles[key] = (await sent(request, NEW_FOLDER))["title"]
            return JSONResponse({"id": key, "title": self.titles[key]}, 201)
        return JSONResponse([{"id": key, "title": title} for key, title in self.titles.items()])

    async def folder(self, request: Request) -> Response:
        key = self.key(request, "folder", self.titles)
        if request.method == "GET":
            return JSONResponse({"id": key, "title": self.titles[key]})
        del self.titles[key]
        self.notes = {number: note for number, note in self.notes.items() if note["folder"] != key}
        return Response(status_code=204)

    async def in_folder(self, request: Request) -> Response:
        key = self.key(request, "folder", self.titles)
        own = [note for note in self.notes.values() if note["folder"] == key]
        if request.method == "GET":
            return JSONResponse(own)
        body = await sent(request, NEW_NOTE)
        if len(own) >= MOST_NOTES + (self.wrong == "one-more"):
            raise RefusedError(409, "full")
        note = {"id": next(self.numbers), "folder": key, **body}
        self.notes[note["id"]] = note
        return JSONResponse(note, 201)

    async def note(self, request: Request) -> Response:
        folder, key = self.key(request, "folder", self.titles), self.key(request, "id", self.notes)
        if self.notes[key]["folder"] != folder:
            raise RefusedError(404, "not found")
        if request.method == "GET":
            return JSONResponse(self.notes[key])
        del self.notes[key]
        return Response(status_code=204)

    def key(self, request: Request, name: str, rows: dict[int, Any]) -> int:
        text = request.path_params[name]
        if not text.isdecimal() or int(text) not in rows:
            raise RefusedError(404, "not found")
        return int(text)

    def app(self) -> Starlette:
        return served(
            self.document,
            ("/folders", self.folders),
            ("/folders/{folder}", self.folder),
            ("/folders/{folder}/notes", self.in_folder),
            ("/folders/{folder}/notes/{id}", self.note),
        )


async def sent(request: Request, schema: dict[str, Any]) -> dict[str, Any]:
    """The body, if it has the members that it must have."""
    try:
        body = await request.json()
    except ValueError:
        raise RefusedError(400, "no JSON") from None
    if not isinstance(body, dict) or body.keys() != schema["properties"].keys():
        raise RefusedError(400, "not valid")
    for name, one in schema["properties"].items():
        is_text = one["type"] == "string"
        if is_text != isinstance(body[name], str) or isinstance(body[name], bool):
            raise RefusedError(400, "not valid")
        if not is_text and not one.get("minimum", 0) <= body[name] <= one.get("maximum", body[name]):
            raise RefusedError(400, "not valid")
    return body


def served(document: dict[str, Any], *places: tuple[str, Any]) -> Starlette:
    async def describe(_: Request) -> Response:
        return JSONResponse(document)

    async def refuse(_: Request, error: Exception) -> Response:
        status, code = getattr(error, "status", 500), getattr(error, "code", "")
        return JSONResponse({"error": code}, status)

    routes = [Route("/openapi.json", describe)]
    routes += [Route(path, call, methods=["GET", "POST", "PUT", "DELETE"]) for path, call in places]
    return Starlette(routes=routes, exception_handlers={RefusedError: refuse})
