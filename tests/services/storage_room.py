"""A service like Storage Room, as the study describes it: an online database whose entries stand under a collection.

Entries are wrapped in ``entry``. DELETE marks an entry as trash: it is not listed any more, and can still be read, changed
and deleted again. There is no way to empty the trash. What the service says about an entry begins with ``@``.
"""

from __future__ import annotations

import itertools

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

ACCOUNT = "/accounts/4e1ba1e5"
COLLECTION = f"{ACCOUNT}/collections/51113a2f"


def storage_room(*, hard_delete: bool = False, mandatory: tuple[str, ...] = ("name",)) -> Starlette:
    """The service, empty. ``hard_delete`` makes it do what one would think that DELETE does."""
    entries: dict[str, dict] = {}
    numbers = itertools.count(1)

    def shown(key: str) -> dict:
        entry = entries[key]
        return {
            "@type": "Entry",
            "@url": f"http://testserver{COLLECTION}/entries/{key}",
            "@version": entry["version"],
            "@trash": entry["trash"],
            **entry["fields"],
        }

    async def fields_of(request) -> dict | None:
        try:
            body = await request.json()
        except ValueError:
            return None
        return body["entry"] if isinstance(body, dict) and isinstance(body.get("entry"), dict) else None

    async def collection(request) -> Response:
        if request.method == "GET":
            resources = [shown(key) for key, entry in entries.items() if not entry["trash"]]
            return JSONResponse({"array": {"@type": "Array", "@total_entries": len(resources), "resources": resources}})
        fields = await fields_of(request)
        if fields is None or not all(fields.get(name) for name in mandatory):
            return refused()
        key = f"5190fa9b0f66027a{next(numbers):08x}"
        entries[key] = {"fields": fields, "version": 1, "trash": False}
        return JSONResponse({"entry": shown(key)}, 201, {"location": shown(key)["@url"]})

    async def item(request) -> Response:
        key = request.path_params["key"]
        if key not in entries:
            return JSONResponse({"error": {"message": "Entry not found"}}, 404)
        if request.method == "DELETE":
            if hard_delete:
                del entries[key]
            else:
                entries[key]["trash"] = True
            return Response(status_code=200)
        if request.method == "PUT":
            fields = await fields_of(request)
            if fields is None:
                return refused()
            entries[key] = {**entries[key], "fields": fields, "version": entries[key]["version"] + 1}
        return JSONResponse({"entry": shown(key)})

    return Starlette(
        routes=[
            Route(f"{COLLECTION}/entries", collection, methods=["GET", "POST"]),
            Route(f"{COLLECTION}/entries/{{key}}", item, methods=["GET", "PUT", "DELETE"]),
        ]
    )


def refused() -> Response:
    return JSONResponse({"error": {"message": "The entry could not be saved"}}, 422)
