"""A service like Google Tasks: tasks of a list, with an ``ETag``, a ``deleted`` flag and lists in pages.

DELETE flags a task. It can still be read, and is listed only to those who ask with ``showDeleted=true``. An update by PUT
replaces the task and must repeat its ``id``; PATCH merges.
"""

from __future__ import annotations

import itertools

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

WRITABLE = ("title", "notes", "status", "due")


def google_tasks(*, hard_delete: bool = False, page: int = 20) -> Starlette:
    """The service with its lists, which are made by POST to /users/@me/lists."""
    lists: dict[str, dict[str, dict]] = {}
    numbers = itertools.count(1)

    async def task_lists(request) -> Response:
        if request.method == "POST":
            key = f"MTAwMDAwMDAw{next(numbers):06d}"
            lists[key] = {}
            return JSONResponse({"kind": "tasks#taskList", "id": key, "title": (await request.json()).get("title", "")})
        return JSONResponse(
            {"kind": "tasks#taskLists", "items": [{"kind": "tasks#taskList", "id": key} for key in lists]}
        )

    async def task_list(request) -> Response:
        key = request.path_params["tasklist"]
        if key not in lists:
            return missing()
        if request.method == "DELETE":
            del lists[key]
            return Response(status_code=204)
        return JSONResponse({"kind": "tasks#taskList", "id": key})

    async def tasks(request) -> Response:
        inside = lists.get(request.path_params["tasklist"])
        if inside is None:
            return missing()
        if request.method == "POST":
            key = f"dGFza{next(numbers):08d}"
            inside[key] = made(key, await request.json(), 1)
            return JSONResponse(inside[key])
        found = [
            task for task in inside.values() if not task["deleted"] or request.query_params.get("showDeleted") == "true"
        ]
        begin = int(request.query_params.get("pageToken", "0"))
        size = min(int(request.query_params.get("maxResults", page)), page)
        answer = {"kind": "tasks#tasks", "items": found[begin : begin + size]}
        if begin + size < len(found):
            answer["nextPageToken"] = str(begin + size)
        return JSONResponse(answer)

    async def task(request) -> Response:
        inside = lists.get(request.path_params["tasklist"], {})
        key = request.path_params["task"]
        if key not in inside:
            return missing()
        if request.method == "DELETE":
            if hard_delete:
                del inside[key]
            else:
                inside[key]["deleted"] = True
            return Response(status_code=204)
        if request.method in {"PUT", "PATCH"}:
            fields = await request.json()
            if request.method == "PUT" and fields.get("id") != key:
                return JSONResponse({"error": {"code": 400, "message": "Missing task ID"}}, 400)
            old = inside[key]
            kept = old if request.method == "PATCH" else {}
            inside[key] = made(key, {**kept, **fields}, int(old["etag"].strip('"')) + 1) | {"deleted": old["deleted"]}
        return JSONResponse(inside[key], headers={"etag": inside[key]["etag"]})

    return Starlette(
        routes=[
            Route("/users/@me/lists", task_lists, methods=["GET", "POST"]),
            Route("/users/@me/lists/{tasklist}", task_list, methods=["GET", "DELETE"]),
            Route("/lists/{tasklist}/tasks", tasks, methods=["GET", "POST"]),
            Route("/lists/{tasklist}/tasks/{task}", task, methods=["GET", "PUT", "PATCH", "DELETE"]),
        ]
    )


def made(key: str, fields: dict, version: int) -> dict:
    return {
        "kind": "tasks#task",
        "id": key,
        "etag": f'"{version}"',
        "status": "needsAction",
        **{name: value for name, value in fields.items() if name in WRITABLE},
        "deleted": False,
    }


def missing() -> Response:
    return JSONResponse({"error": {"code": 404, "message": "Not Found"}}, 404)
