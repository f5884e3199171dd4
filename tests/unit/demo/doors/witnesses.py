"""For each fault a conversation that shows it: what a client sees differs from what the healthy workspace shows."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from querious.demo.doors.tokens import TOKENS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from doors import Client

Witness = "Callable[[Client], Awaitable[Any]]"

NOTES = "notes(first: 50) { total items { id owner { id } } }"
TASKS = "tasks(first: 50) { total items { id } }"
REPRESENTATIONS = "query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Task { id title } "
REPRESENTATIONS += "... on User { id name } ... on Project { id name } } }"


def asks(who: str, query: str, *later: str, **variables: Any) -> Callable[[Client], Awaitable[Any]]:
    """One operation after the other."""

    async def witness(client: Client) -> Any:
        return [await client.ask(who, one, **variables) for one in (query, *later)]

    return witness


def calls(*requests: tuple[Any, ...]) -> Callable[[Client], Awaitable[Any]]:
    """One request of REST after the other."""

    async def witness(client: Client) -> Any:
        return [(await client.rest(*one)).facts for one in requests]

    return witness


def posts(who: str, body: Any, *accepts: str) -> Callable[[Client], Awaitable[Any]]:
    """The same body, whatever is accepted."""

    async def witness(client: Client) -> Any:
        return [(await client.post(who, body, accept)).facts for accept in accepts or ("application/json",)]

    return witness


def hears(query: str, *mutations: str, who: str = "alice", actor: str = "bob") -> Callable[[Client], Awaitable[Any]]:
    """What comes of a subscription while others change things."""

    async def witness(client: Client) -> Any:
        socket = await client.stream(who, query)
        for mutation in mutations:
            await client.ask(actor, mutation)
        await socket.rest()
        await socket.close()
        return socket.facts

    return witness


def entities(*representations: dict[str, Any], who: str = "alice") -> Callable[[Client], Awaitable[Any]]:
    return asks(who, REPRESENTATIONS, r=list(representations))


def sent(method: str, body: bytes, **headers: str) -> Callable[[Client], Awaitable[Any]]:
    async def witness(client: Client) -> Any:
        return (await client.send(method, "/graphql", "alice", body, **headers)).facts

    return witness


def uploads(*files: tuple[Any, ...], rest: bool = False) -> Callable[[Client], Awaitable[Any]]:
    async def witness(client: Client) -> Any:
        send = client.rest_upload if rest else client.upload
        return [(await send("alice", *file)).facts for file in files]

    return witness


def _token(who: str) -> Callable[[Client], Awaitable[Any]]:
    return calls((who, "GET", "/me"))


async def _made_up(client: Client) -> Any:
    head, claims, _ = TOKENS["carol"].split(".")
    return (await client.rest(f"Bearer {head}.{claims}.bWFkZSB1cA", "GET", "/me")).facts


async def _reveals(client: Client) -> Any:
    return [
        await client.ask("", 'mutation($n: String!) { login(name: $n, password: "x") { token } }', n=name)
        for name in ("bob", "eve")
    ]


async def _after_client_complete(client: Client) -> Any:
    socket = await client.stream("alice", "subscription { noteChanged { title } }")
    await socket.say(type="complete", id="s")
    await socket.rest()
    await client.ask("alice", 'mutation { createNote(input: { title: "a", text: "b" }) { title } }')
    await socket.rest()
    await socket.close()
    return socket.facts


async def _init(client: Client) -> Any:
    socket = client.socket()
    await socket.open("alice")
    await socket.close()
    return socket.facts


async def _ping(client: Client) -> Any:
    socket = client.socket()
    await socket.open("alice")
    await socket.say(type="ping")
    await socket.rest()
    await socket.close()
    return socket.facts


async def _twice(client: Client) -> Any:
    socket = client.socket()
    await socket.open("alice")
    await socket.open("alice")
    await socket.close()
    return socket.facts


async def _get_mutation(client: Client) -> Any:
    answered = await client.get("alice", query='mutation { createNote(input: { title: "a", text: "b" }) { id } }')
    return answered.facts, await client.ask("alice", "{ notes { total } }")


async def _two_operations(client: Client) -> Any:
    body = {"query": "query A { a: __typename } query B { b: __typename }", "operationName": "B"}
    return (await client.post("alice", body)).facts


async def _unchecked_hash(client: Client) -> Any:
    persisted = {"version": 1, "sha256Hash": hashlib.sha256(b"{ __typename }").hexdigest()}
    first = await client.post("bob", {"query": "{ me { name } }", "extensions": {"persistedQuery": persisted}})
    then = await client.post("alice", {"query": "{ __typename }", "extensions": {"persistedQuery": persisted}})
    return first.facts, then.facts


async def _persist(client: Client, who: str, query: str, **variables: Any) -> Any:
    persisted = {"version": 1, "sha256Hash": hashlib.sha256(query.encode()).hexdigest()}
    await client.post(who, {"query": query, "variables": variables, "extensions": {"persistedQuery": persisted}})
    return lambda other, **others: client.post(
        other, {"variables": others, "extensions": {"persistedQuery": persisted}}
    )


async def _kept_answer(client: Client) -> Any:
    again = await _persist(client, "alice", "{ me { name } }")
    return (await again("bob")).facts


async def _mixed_up(client: Client) -> Any:
    first = await _persist(client, "alice", "{ me { name } }")
    await _persist(client, "alice", "{ me { id } }")
    return (await first("alice")).facts


async def _get_variables(client: Client) -> Any:
    query = "query($n: Int! = 2) { tasks(first: $n) { items { id } } }"
    return (await client.get("alice", query=query, variables={"n": 1})).facts


_BATCH = [
    {"query": "{ notes { items { title text } } }"},
    {"query": "{ __typename }"},
    {"query": 'query($id: ID! = "task-1") { task(id: $id) { id } }', "variables": {"id": "task-2"}},
    {"query": 'query($id: ID! = "task-1") { task(id: $id) { id } }', "variables": {"id": "task-1"}},
]
_SHOWN = "application/graphql-response+json"
_COMMENT = 'mutation { addComment(taskId: "%s", text: "Hello.") { id } }'

WITNESSES: dict[str, Callable[[Client], Awaitable[Any]]] = {
    "note-of-anybody": asks("bob", '{ note(id: "note-1") { text } }'),
    "node-of-anybody": asks("bob", '{ node(id: "note-3") { id } }'),
    "comment-of-anybody": asks("bob", '{ comment(id: "comment-3") { text } }'),
    "nested-notes-of-anybody": asks("bob", '{ user(id: "user-1") { notes { id } } }'),
    "nested-tasks-of-anybody": asks("bob", '{ user(id: "user-1") { assignedTasks { id } } }'),
    "filter-replaces-owner": asks("bob", '{ notes(ownerId: "user-1") { items { id } } }'),
    "filter-by-project-unchecked": asks("bob", '{ tasks(filter: { projectId: "project-2" }) { items { id } } }'),
    "batch-of-anybody": asks("bob", '{ notesByIds(ids: ["note-1", "note-4"]) { id } }'),
    "note-changed-by-anybody": asks("bob", 'mutation { updateNote(id: "note-1", changes: { text: "x" }) { text } }'),
    "note-deleted-by-anybody": asks("bob", 'mutation { deleteNote(id: "note-1") }'),
    "task-completed-by-anybody": asks("bob", 'mutation { completeTask(id: "task-4") { status } }'),
    "rest-note-of-anybody": calls(("bob", "GET", "/notes/note-1")),
    "rest-note-changed-by-anybody": calls(("bob", "PATCH", "/notes/note-1", {"text": "x"})),
    "rest-note-deleted-by-anybody": calls(("bob", "DELETE", "/notes/note-1")),
    "rest-note-shared-by-anybody": calls(("bob", "POST", "/notes/note-1/share", {"user": "user-2"})),
    "rest-task-completed-by-anybody": calls(("bob", "POST", "/tasks/task-4/complete")),
    "rest-task-deleted-by-anybody": calls(("bob", "DELETE", "/tasks/task-4")),
    "rest-comments-of-anybody": calls(("bob", "GET", "/tasks/task-4/comments")),
    "rest-file-of-anybody": calls(("bob", "GET", "/files/file-2/content")),
    "search-finds-notes-of-others": asks("bob", '{ search(text: "surprise") { ... on Note { id } } }'),
    "statistics-of-everybody": asks("bob", "{ statistics { taskCount noteCount } }"),
    "total-of-everybody": asks("bob", "{ tasks { total } }"),
    "rest-tasks-of-everybody": calls(("bob", "GET", "/tasks")),
    "rest-search-finds-projects-of-others": calls(("bob", "GET", "/search?text=apollo")),
    "rest-total-of-everybody": calls(("bob", "GET", "/notes")),
    "email-of-author": asks("alice", '{ comment(id: "comment-1") { author { email } } }'),
    "rest-email-of-members": calls(("bob", "GET", "/projects/project-1/members")),
    "audit-log-for-members": asks("bob", "{ auditLog { action } }"),
    "announced-by-members": asks("bob", 'mutation { announce(text: "Hello.") { text } }'),
    "rest-profiles-for-members": calls(("bob", "GET", "/admin/users")),
    "rest-archived-by-members": calls(("bob", "PUT", "/projects/project-1/archived", {"archived": True})),
    "role-from-input": asks("bob", "mutation { updateProfile(changes: { role: ADMIN }) { role } }"),
    "owner-from-input": asks(
        "bob", 'mutation { createNote(input: { title: "a", text: "b", ownerId: "user-1" }) { owner { id } } }'
    ),
    "rest-role-from-body": calls(("bob", "PATCH", "/me", {"name": "Bob", "role": "ADMIN"})),
    "rest-owner-from-body": calls(("bob", "POST", "/notes", {"title": "a", "text": "b", "owner": "user-1"})),
    "rest-statistics-without-login": calls(("", "GET", "/statistics")),
    "rest-audit-without-login": calls(("", "GET", "/admin/audit")),
    "rest-refusal-reveals-note": calls(("bob", "GET", "/notes/note-1"), ("bob", "GET", "/notes/note-99")),
    "refusal-reveals-note": asks("bob", 'mutation { updateNote(id: "note-1", changes: { text: "" }) { text } }'),
    "login-reveals-names": _reveals,
    "expired-token-accepted": _token("expired"),
    "cut-token-accepted": _token(f"Bearer {TOKENS['alice'][:-5]}"),
    "made-up-token-accepted": _made_up,
    "note-events-of-others": hears(
        "subscription { noteChanged { title } }", 'mutation { createNote(input: { title: "a", text: "b" }) { id } }'
    ),
    "task-events-of-private-projects": hears(
        'subscription { taskChanged(projectId: "project-3") { kind } }',
        'mutation { completeTask(id: "task-7") { id } }',
    ),
    "task-events-of-other-projects": hears(
        'subscription { taskChanged(projectId: "project-2") { kind } }',
        'mutation { completeTask(id: "task-10") { id } }',
    ),
    "comment-events-of-other-tasks": hears(
        'subscription { commentAdded(taskId: "task-1") { text } }', _COMMENT % "task-2"
    ),
    "completion-without-event": hears(
        'subscription { taskChanged(projectId: "project-1") { kind } }',
        'mutation { completeTask(id: "task-1") { id } }',
    ),
    "event-with-old-values": hears(
        'subscription { taskChanged(projectId: "project-1") { task { title } } }',
        'mutation { updateTask(id: "task-1", changes: { title: "New" }) { id } }',
    ),
    "null-in-event": hears('subscription { commentAdded(taskId: "task-1") { text } }', _COMMENT % "task-1"),
    "event-twice": hears("subscription { countdown(from: 1) }"),
    "event-after-complete": hears("subscription { countdown(from: 2) }"),
    "event-after-client-complete": _after_client_complete,
    "stream-never-completes": hears("subscription { countdown(from: 0) }"),
    "never-acknowledged": _init,
    "ping-unanswered": _ping,
    "wrong-close-code": _twice,
    "socket-of-nobody": hears("subscription { noteChanged { title } }"),
    "request-errors-with-200": posts("alice", {"query": "{ nothing }"}, _SHOWN),
    "field-errors-with-400": posts("bob", {"query": '{ user(id: "user-1") { email name } }'}, _SHOWN),
    "accept-ignored": posts("alice", {"query": "{ __typename }"}, _SHOWN),
    "accept-weights-ignored": posts("alice", {"query": "{ __typename }"}, f"application/json;q=0.1, {_SHOWN};q=0.9"),
    "mutation-by-get": _get_mutation,
    "simple-content-types": sent("POST", b'{"query": "{ __typename }"}', content_type="text/plain"),
    "no-content-type": sent("POST", b'{"query": "{ __typename }"}'),
    "malformed-body-500": sent("POST", b"{", content_type="application/json"),
    "operation-name-ignored": _two_operations,
    "wrong-types-ignored": posts("alice", {"query": "{ __typename }", "variables": [1]}),
    "upload-of-any-size": uploads(("a.txt", b"x" * 70_000), rest=True),
    "upload-of-any-type": uploads(("a.html", b"<p>", "text/html"), rest=True),
    "upload-of-any-name": uploads(("../a.txt", b"x")),
    "empty-upload-crash": uploads(("a.txt", b"")),
    "upload-name-crash": uploads(("ä.txt", b"x")),
    "upload-changes-bytes": uploads(("a.png", b"\x89PNG\r\n\x1a\n", "image/png")),
    "batch-order-lost": posts("alice", _BATCH[:2]),
    "batch-spoiled-by-one": posts("alice", [*_BATCH[:1], {"query": "{ nothing }"}]),
    "batch-shares-variables": posts("alice", _BATCH[2:]),
    "batch-loses-last": posts("alice", [*_BATCH[1:], _BATCH[1]]),
    "persisted-hash-unchecked": _unchecked_hash,
    "persisted-answer-kept": _kept_answer,
    "persisted-mixed-up": _mixed_up,
    "get-without-variables": _get_variables,
    "get-of-nobody": lambda client: _facts(client.get("alice", query="{ me { name } }")),
    "entities-all-null": entities({"__typename": "User", "id": "user-1"}),
    "entities-without-nulls": entities({"__typename": "User", "id": "user-9"}, {"__typename": "User", "id": "user-1"}),
    "entities-by-type": entities({"__typename": "User", "id": "user-1"}, {"__typename": "Task", "id": "task-1"}),
    "entities-in-table-order": entities({"__typename": "User", "id": "user-2"}, {"__typename": "User", "id": "user-1"}),
    "entity-key-crash": entities({"__typename": "User", "id": "user-9"}),
    "entity-by-half-a-key": entities({"__typename": "Task", "projectKey": "APO", "number": 2}),
    "entity-of-anybody": entities({"__typename": "Task", "id": "task-4"}, who="bob"),
    "entity-differs-from-look-up": entities({"__typename": "Project", "id": "project-1"}),
    "depth-without-limit": asks(
        "alice", '{ task(id: "task-1") %s }' % ("{ project { tasks(first: 1) { items " * 5 + "{ id }" + " } } }" * 5)
    ),
    "width-without-limit": asks("alice", "query {" + " ".join(f"a{n}: me {{ id }}" for n in range(60)) + "}"),
    "page-without-limit": asks("alice", "{ tasks(first: 5000) { total } }"),
}


async def _facts(answer: Awaitable[Any]) -> Any:
    return (await answer).facts


def plain(told: Any) -> str:
    """To compare."""
    return json.dumps(told, default=repr, sort_keys=True)
