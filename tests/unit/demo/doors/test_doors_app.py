"""The rules of the healthy workspace, door by door: a table of what is sent and what is answered."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import pytest

from doors import Client

NEW, OLD = "application/graphql-response+json", "application/json"
JSON = {"content_type": "application/json"}
TYPENAME = {"query": "{ __typename }"}


def run(conversation: Any) -> Any:
    async def bounded() -> Any:
        async with asyncio.timeout(10):
            return await conversation

    return asyncio.run(bounded())


def data(who: str, query: str, **variables: Any) -> Any:
    answer = run(Client().ask(who, query, **variables))
    assert "errors" not in answer, answer
    return answer["data"]


def code(who: str, query: str, **variables: Any) -> str:
    return run(Client().ask(who, query, **variables))["errors"][0]["extensions"]["code"]


@pytest.mark.parametrize(
    ("who", "seen"),
    [
        ("", ["WEB"]),
        ("alice", ["WEB", "APO", "COM"]),
        ("bob", ["WEB", "BOR", "COM"]),
        ("carol", ["WEB", "APO", "BOR", "COM"]),
    ],
)
def test_everybody_sees_what_is_public_and_members_the_rest(who, seen):
    assert [project["key"] for project in data(who, "{ projects { key } }")["projects"]] == seen


@pytest.mark.parametrize(
    ("who", "path", "status"),
    [
        ("alice", "/notes/note-1", 200),
        ("bob", "/notes/note-1", 404),
        ("bob", "/notes/note-99", 404),
        ("bob", "/notes/note-2", 200),
        ("carol", "/notes/note-1", 200),
        ("", "/notes/note-1", 401),
        ("expired", "/notes/note-1", 401),
        ("Bearer a.b.c", "/projects", 401),
        ("Basic YTpi", "/projects", 401),
        ("", "/projects", 200),
        ("", "/statistics", 401),
        ("alice", "/admin/audit", 403),
        ("carol", "/admin/audit", 200),
        ("alice", "/tasks/task-7", 404),
        ("alice", "/files/file-3/content", 404),
        ("alice", "/tasks?first=51", 422),
        ("alice", "/nothing", 404),
    ],
)
def test_reading_over_rest(who, path, status):
    assert run(Client().rest(who, "GET", path)).status == status


def test_a_note_of_others_is_refused_as_one_that_is_not_there():
    async def conversation() -> Any:
        client = Client()
        return [(await client.rest("bob", "DELETE", f"/notes/{one}")).facts for one in ("note-1", "note-99")]

    there, not_there = run(conversation())
    assert there == not_there


@pytest.mark.parametrize(
    ("who", "mutation", "expected"),
    [
        ("bob", 'updateNote(id: "note-1", changes: { text: "x" }) { id }', "NOT_FOUND"),
        ("bob", 'updateNote(id: "note-2", changes: { text: "x" }) { id }', "FORBIDDEN"),
        ("", 'updateNote(id: "note-2", changes: { text: "x" }) { id }', "UNAUTHENTICATED"),
        ("bob", 'deleteNote(id: "note-1")', "NOT_FOUND"),
        ("bob", 'completeTask(id: "task-4") { id }', "NOT_FOUND"),
        ("bob", 'archiveProject(id: "project-1") { id }', "FORBIDDEN"),
        ("bob", 'announce(text: "x") { id }', "FORBIDDEN"),
        ("bob", "updateProfile(changes: { role: ADMIN }) { id }", "FORBIDDEN"),
        ("bob", 'createNote(input: { title: "a", text: "b", ownerId: "user-1" }) { id }', "FORBIDDEN"),
        ("bob", 'createNote(input: { title: "", text: "b" }) { id }', "BAD_USER_INPUT"),
        ("bob", 'login(name: "alice", password: "wrong") { token }', "UNAUTHENTICATED"),
        ("bob", 'login(name: "nobody", password: "wrong") { token }', "UNAUTHENTICATED"),
    ],
)
def test_mutations_that_are_refused(who, mutation, expected):
    assert code(who, f"mutation {{ {mutation} }}") == expected


def test_a_private_field_is_refused_for_others():
    assert code("bob", '{ user(id: "user-1") { email } }') == "FORBIDDEN"
    assert data("alice", "{ me { email } }") == {"me": {"email": "alice@desk.example"}}


def test_a_login_gives_a_token_that_holds():
    async def conversation() -> Any:
        client = Client()
        told = await client.ask("", 'mutation { login(name: "bob", password: "bob-secret") { token expiresIn } }')
        return told["data"]["login"], (await client.rest(f"Bearer {told['data']['login']['token']}", "GET", "/me")).json

    session, me = run(conversation())
    assert session["expiresIn"] == 3600
    assert me["name"] == "Bob"


@pytest.mark.parametrize(
    ("body", "accept", "status", "media_type"),
    [
        (TYPENAME, NEW, 200, NEW),
        (TYPENAME, OLD, 200, OLD),
        (TYPENAME, "*/*", 200, OLD),
        (TYPENAME, "", 200, NEW),
        (TYPENAME, f"{OLD};q=0.5, {NEW}", 200, NEW),
        (TYPENAME, "text/html", 406, NEW),
        ({"query": "{ nothing }"}, NEW, 400, NEW),
        ({"query": "{ nothing }"}, OLD, 200, OLD),
        ({"query": "{"}, NEW, 400, NEW),
        ({"query": "{"}, OLD, 200, OLD),
        ({"query": "query($n: Int!) { tasks(first: $n) { total } }"}, NEW, 400, NEW),
        ({"query": "query($n: Int!) { tasks(first: $n) { total } }"}, OLD, 200, OLD),
        ({"query": "query A { me { id } } query B { me { id } }"}, NEW, 400, NEW),
        ({"query": '{ user(id: "user-2") { email } }'}, NEW, 200, NEW),
        ({"query": "subscription { countdown(from: 1) }"}, NEW, 400, NEW),
        ({"qeury": "{ __typename }"}, NEW, 400, NEW),
        ({"qeury": "{ __typename }"}, OLD, 400, OLD),
        *[
            ({**TYPENAME, name: wrong}, NEW, 400, NEW)
            for name in ("variables", "extensions")
            for wrong in ("x", 0, [1])
        ],
        *[({**TYPENAME, name: None}, NEW, 200, NEW) for name in ("variables", "extensions", "operationName")],
        ({"query": ["{ __typename }"]}, NEW, 400, NEW),
        ([], NEW, 400, NEW),
        ([TYPENAME] * 11, NEW, 400, NEW),
    ],
)
def test_media_types_and_statuses(body, accept, status, media_type):
    answered = run(Client().post("alice", body, accept))
    assert answered.status == status
    assert answered.headers["content-type"] == f"{media_type}; charset=utf-8"
    assert ("data" in answered.json) or status != 200 or media_type == OLD


@pytest.mark.parametrize(
    ("method", "body", "headers", "status"),
    [
        ("POST", b"{", JSON, 400),
        ("POST", b'{"query": "{ __typename }", "variables": {"a": NaN}}', JSON, 400),
        ("POST", b"[" * 50_000, JSON, 400),
        ("POST", b" " * 100_001, JSON, 413),
        ("POST", b'{"query": "{ __typename }"}', {}, 415),
        ("POST", b'{"query": "{ __typename }"}', {"content_type": "text/plain"}, 415),
        ("POST", b'{"query": "{ __typename }"}', {"content_type": "application/json; charset=latin-1"}, 415),
        ("POST", b'{"query": "{ __typename }"}', {"content_type": "application/json; charset=utf-8"}, 200),
        ("POST", json.dumps({"query": "{ a " * 3_000}).encode(), JSON, 400),
        ("POST", b"--x--", {"content_type": "multipart/form-data; boundary=x"}, 400),
        ("PUT", b"", {}, 405),
        ("OPTIONS", b"", {}, 204),
    ],
)
def test_requests_that_are_not_well_formed(method, body, headers, status):
    assert run(Client().send(method, "/graphql", "alice", body, **headers)).status == status


def test_get_is_for_queries():
    answered = run(
        Client().get("alice", query="query($n: Int!) { tasks(first: $n) { items { id } } }", variables={"n": 1})
    )
    assert answered.json == {"data": {"tasks": {"items": [{"id": "task-1"}]}}}
    refused = run(Client().get("alice", query='mutation { deleteNote(id: "note-1") }'))
    assert (refused.status, refused.headers["allow"]) == (405, "POST")


def test_a_batch_keeps_its_order_and_its_failures_apart():
    batch = [{"query": "{ me { name } }"}, {"query": "{ nothing }"}, TYPENAME]
    first, second, third = run(Client().post("alice", batch)).json
    assert first == {"data": {"me": {"name": "Alice"}}}
    assert "data" not in second
    assert third == {"data": {"__typename": "Query"}}


def test_persisted_queries_are_kept_by_their_hash():
    async def conversation() -> Any:
        client, query = Client(), "query($n: Int! = 1) { tasks(first: $n) { items { id } } }"
        told = {
            "extensions": {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(query.encode()).hexdigest()}}
        }
        steps = [told, {**told, "query": query}, {**told, "variables": {"n": 0}}, {**told, "query": "{ me { id } }"}]
        return [(await client.post("alice", one)).json for one in steps]

    unknown, kept, again, wrong = run(conversation())
    assert unknown["errors"][0]["extensions"]["code"] == "PERSISTED_QUERY_NOT_FOUND"
    assert kept == {"data": {"tasks": {"items": [{"id": "task-1"}]}}}
    assert again == {"data": {"tasks": {"items": []}}}
    assert wrong["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"


def test_documents_of_the_manifest():
    answered = run(Client().post("alice", {"documentId": "task", "variables": {"id": "task-1"}}))
    assert answered.json["data"]["task"]["title"] == "Choose the colours"


@pytest.mark.parametrize(
    ("file", "accepted"),
    [
        (("a.txt", b"x\r\n\x00\xff"), True),
        (("ä b.txt", b""), True),
        (("a.png", b"\x89PNG", "image/png"), True),
        (("a.txt", b"x" * 65_536), True),
        (("a.txt", b"x" * 65_537), False),
        (("a.html", b"x", "text/html"), False),
        (("../a.txt", b"x"), False),
        (("a" * 101, b"x"), False),
        (("..", b"x"), False),
    ],
)
def test_uploads(file, accepted):
    by_graphql, by_rest = run(Client().upload("alice", *file)), run(Client().rest_upload("alice", *file))
    assert ("errors" not in by_graphql.json) is accepted
    assert (by_rest.status == 201) is accepted
    if accepted:
        told = by_graphql.json["data"]["uploadFile"]
        assert (told["name"], told["size"], told["sha256"]) == (
            file[0],
            len(file[1]),
            hashlib.sha256(file[1]).hexdigest(),
        )
        assert by_rest.json["sha256"] == told["sha256"]


def test_a_multipart_request_that_is_simple_is_refused():
    answered = run(Client().upload("", "a.txt", b"x"))
    assert answered.status == 400


def test_entities_come_in_order_with_nulls():
    query = (
        "query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Task { id } ... on User { name } } }"
    )
    wanted = [
        {"__typename": "Task", "projectKey": "APO", "number": 2},
        {"__typename": "Task", "projectKey": "BOR", "number": 1},
        {"__typename": "User", "id": "user-9"},
        {"__typename": "User", "id": "user-2"},
    ]
    task, *rest = data("alice", query, r=wanted)["_entities"]
    assert task == {"__typename": "Task", "id": "task-5"}
    assert rest == [None, None, {"__typename": "User", "name": "Bob"}]
    assert code("alice", query, r=[{"__typename": "Task"}]) == "BAD_USER_INPUT"
    assert code("alice", query, r=[{"__typename": "Note", "id": "note-1"}]) == "BAD_USER_INPUT"
    assert "@key" in data("", "{ _service { sdl } }")["_service"]["sdl"]


def test_limits():
    deep = "{ project { tasks(first: 1) { items " * 5 + "{ id }" + " } } }" * 5
    assert code("alice", f'{{ task(id: "task-1") {deep} }}') == "QUERY_TOO_COMPLEX"
    assert code("alice", "query {" + " ".join(f"a{n}: me {{ id }}" for n in range(41)) + "}") == "QUERY_TOO_COMPLEX"
    assert code("alice", "{ tasks(first: 51) { total } }") == "BAD_USER_INPUT"


COMMENT = 'mutation { addComment(taskId: "task-1", text: "Hello.") { id } }'
ON_TASK_1 = 'subscription { commentAdded(taskId: "task-1") { text } }'


@pytest.mark.parametrize(("protocol", "event"), [("graphql-transport-ws", "next"), ("graphql-ws", "data")])
def test_events_come_over_both_protocols(protocol, event):
    async def conversation() -> Any:
        client = Client()
        socket = await client.stream("bob", ON_TASK_1, protocol=protocol)
        await client.ask("alice", COMMENT)
        await socket.rest()
        await socket.say(type="complete" if protocol == "graphql-transport-ws" else "stop", id="s")
        await socket.rest()
        await client.ask("alice", COMMENT)
        await socket.rest()
        await socket.close()
        return socket.heard

    payload = {"data": {"commentAdded": {"text": "Hello."}}}
    assert run(conversation()) == [{"type": "connection_ack"}, {"type": event, "id": "s", "payload": payload}]


@pytest.mark.parametrize("protocol", ["graphql-transport-ws", "graphql-ws"])
def test_a_stream_that_ends_is_complete(protocol):
    async def conversation() -> Any:
        socket = await Client().stream("", "subscription { countdown(from: 1) }", protocol=protocol)
        await socket.close()
        return [message["type"] for message in socket.heard]

    assert run(conversation())[-1] == "complete"
    assert len(run(conversation())) == 4


INIT = {"type": "connection_init"}
START = {"type": "subscribe", "id": "1", "payload": {"query": ON_TASK_1}}


@pytest.mark.parametrize(
    ("messages", "closed"),
    [
        ([START], 4401),
        ([INIT, INIT], 4429),
        ([INIT, START, START], 4409),
        ([INIT, {"type": "nonsense"}], 4400),
        ([INIT, {**START, "id": 7}], 4400),
        ([INIT, {**START, "payload": {}}], 4400),
        (["no JSON"], 4400),
        ([{**INIT, "payload": {"Authorization": "Bearer x.y.z"}}], 4403),
        ([INIT, START, {"type": "ping"}], None),
        ([INIT, {"type": "complete", "id": "unknown"}], None),
    ],
)
def test_close_codes(messages, closed):
    async def conversation() -> Any:
        socket = Client().socket()
        for message in messages:
            await socket.say_text(message if isinstance(message, str) else json.dumps(message))
            await socket.rest()
        await socket.close()
        return socket.code

    assert run(conversation()) == closed


def test_a_subscription_that_is_refused_is_an_error():
    async def conversation() -> Any:
        socket = await Client().stream("bob", 'subscription { taskChanged(projectId: "project-2") { kind } }')
        await socket.close()
        return socket.heard[-1]

    told = run(conversation())
    assert (told["type"], told["payload"][0]["extensions"]["code"]) == ("error", "NOT_FOUND")


def test_half_a_character_comes_back_as_its_escape():
    async def conversation() -> Any:
        client = Client()
        socket = await client.stream("bob", ON_TASK_1)
        body = b'{"query": "mutation($t: String!) { addComment(taskId: \\"task-1\\", text: $t) { text } }", '
        body += b'"variables": {"t": "\\ud83d"}}'
        told = await client.send("POST", "/graphql", "alice", body, accept=OLD, **JSON)
        await socket.rest()
        await socket.close()
        return told.json["data"]["addComment"], socket.heard[-1]["payload"]["data"]["commentAdded"], socket.sent[-1]

    answered, event, text = run(conversation())
    assert answered == event == {"text": "\ud83d"}
    assert text.isascii()


def test_nobody_listens_when_sockets_are_gone():
    async def conversation() -> Any:
        client = Client()
        for protocol in ("graphql-transport-ws", "graphql-ws"):
            socket = await client.stream("alice", ON_TASK_1, protocol=protocol)
            await socket.close()
        await asyncio.sleep(0.01)
        return client.workspace.feed.listeners

    assert run(conversation()) == 0


def test_server_sent_events():
    answered = run(Client().post("", {"query": "subscription { countdown(from: 0) }"}, "text/event-stream"))
    assert answered.headers["content-type"].startswith("text/event-stream")
    assert answered.body.decode().endswith(
        'event: next\ndata: {"data": {"countdown": 0}}\n\nevent: complete\ndata: \n\n'
    )


def test_the_description_names_every_status():
    """What REST answered in the table above is documented where it is answered."""
    paths = run(Client().rest("", "GET", "/openapi.json")).json["paths"]
    for operations in paths.values():
        for operation in operations.values():
            assert "401" in operation["responses"]
            assert operation["security"][0] == {"bearer": []}
