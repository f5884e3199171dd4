"""Both phases that send operations in other forms, in whole runs against small applications in process."""

from __future__ import annotations

import email
import json

import pytest
from graphql import build_schema, execute_sync, parse

from querious.model import Case, Operation, Request, Settings
from querious.model.graphql_forms import GRAPHQL_MEDIA
from querious.pipeline.run import use_case
from varying import REFUSED, Service


def application(answer):
    """An ASGI application that answers with what ``answer(method, query, content_type, accept, body)`` gives."""

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        body = (await receive())["body"]
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        status, head, told = answer(scope["method"], scope["query_string"].decode(), headers, body)
        text = told if isinstance(told, bytes) else json.dumps(told).encode()
        sent = [(name.encode(), value.encode()) for name, value in head.items()]
        await send({"type": "http.response.start", "status": status, "headers": sent})
        await send({"type": "http.response.body", "body": text})

    return app


def serving(service):
    asked = Operation("query", "", "Query", ())

    def answer(method, query, headers, body):
        if method == "GET" and not query:
            return 400, {"content-type": "application/json"}, REFUSED
        media = headers.get("content-type", "")
        if media.startswith("multipart/"):
            return 415, {"content-type": "application/json"}, REFUSED
        read = body.decode() if media.startswith(GRAPHQL_MEDIA) else json.loads(body) if body else None
        request = Request(
            method, f"?{query}" if query else "", read, has_body=bool(body), headers={"accept": headers["accept"]}
        )
        exchange = service.send(Case(0, asked, request))
        return exchange.status, exchange.headers, exchange.body

    return application(answer)


@pytest.mark.parametrize(
    ("fault", "oracle"),
    [
        ("get-no-variables", "get"),
        ("any-hash", "persisted"),
        ("batch-order", "batch"),
        ("first-operation", "named-operation"),
    ],
)
def test_a_fault_of_a_form_is_found_and_shown_again(fault, oracle):
    app = serving(Service(fault))
    settings = Settings(seed=1, requests=500, seconds=None)
    run = use_case.run(app, settings)
    assert {finding.oracle for finding in run.faults} == {oracle}, run.faults
    assert not run.errors
    assert all(finding.reproduced and finding.trace for finding in run.faults)
    (again, *_) = use_case.replay(run.faults[:1], app, settings)
    assert again.finding is not None


def test_a_healthy_service_is_asked_in_its_forms_and_may_refuse_them():
    run = use_case.run(serving(Service()), Settings(seed=1, requests=600, seconds=None))
    assert (run.findings, run.errors) == ((), ())
    assert run.oracles["get"]["passed"] > 1
    run = use_case.run(
        serving(Service(without=["GET", "BATCH", "BARE", "PERSISTED"])), Settings(seed=1, requests=300, seconds=None)
    )
    assert run.findings == ()
    assert run.oracles["get"] == {"not applicable": 1}
    skipping = use_case.run(
        serving(Service("get-other")), Settings(seed=1, requests=300, seconds=None, skip_oracles=("variants",))
    )
    assert skipping.findings == ()


UPLOADS = build_schema("""
scalar Upload
type File { filename: String! size: Int! }
type Query { a: Int }
type Mutation { "Files of at most 100 kB." upload(file: Upload!, note: String): File }
""")


def taking_files(*faults):
    def answer(method, query, headers, body):
        head = {"content-type": "application/json"}
        media = headers.get("content-type", "")
        if not media.startswith("multipart/"):
            asked = json.loads(body or b"{}")
        else:
            if "none" in faults:
                return 415, head, REFUSED
            message = email.message_from_bytes(f"content-type: {media}\r\n\r\n".encode() + body)
            parts = {part.get_param("name", header="content-disposition"): part for part in message.get_payload()}
            asked = json.loads(parts["operations"].get_payload(decode=True))
            for number, paths in json.loads(parts["map"].get_payload(decode=True)).items():
                for path in paths:
                    asked["variables"][path.rpartition(".")[2]] = parts[number]
        result = execute_sync(
            UPLOADS, parse(asked.get("query", "")), {"upload": upload}, variable_values=asked.get("variables")
        )
        return 200, head, result.formatted

    def upload(_info, file, note=None):
        size = len(file.get_payload(decode=True))
        if size > 100_000 and "unlimited" not in faults:
            raise ValueError("too large")
        return {"filename": file.get_filename(), "size": size + ("size" in faults)}

    return application(answer)


def uploaded(*faults):
    settings = Settings(seed=1, requests=300, seconds=None, mutations=True, invalid=0, skip_oracles=("state",))
    return use_case.run(taking_files(*faults), settings)


def test_files_are_sent_and_what_is_told_of_them_is_held_against_them():
    run = uploaded()
    assert run.oracles["upload"]["passed"] > 15
    assert [finding.message for finding in run.faults] == []
    (size,) = uploaded("size").faults
    assert size.coordinate == "File.size"
    assert size.reproduced


def test_where_no_files_are_taken_a_note_says_so():
    run = uploaded("none")
    assert "upload" not in run.oracles
    assert any("does not take multipart requests (status 415)" in note for note in run.notes)
