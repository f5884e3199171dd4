"""Runs over collections, made by hand, for the tests of their reports."""

from __future__ import annotations

from typing import Any

from querious.model import Exchange, Failure, Finding, Request, Run, rest_case
from querious.model.severity import Severity
from querious.model.state import (
    CollectionResult,
    Command,
    CommandSequence,
    CommandStep,
    Delete,
    Ending,
    GivenEntry,
    Outcome,
    StateSection,
)

HOSTILE = "\x1b[31mred\x1b[0m \x00 \u202eevil\u202c [bold]markup[/bold] ]]> <b> & \x7f \ud800 \n\r 漢字"
_STATES = (
    ("EC", "post_first", "NC"),
    ("NC", "post_norm", "NC"),
    ("NC", "get_norm", "NC"),
    ("NC", "put_norm", "NC"),
    ("NC", "del_norm", "NN"),
    ("NC", "del_last", "EN"),
    ("NN", "post_norm", "NN"),
    ("NN", "get_norm", "NN"),
    ("NN", "get_del", "NN"),
    ("NN", "put_norm", "NN"),
    ("NN", "put_del", "NN"),
    ("NN", "del_norm", "NN"),
    ("NN", "del_last", "EN"),
    ("NN", "del_del", "NN"),
    ("NN", "empty_trash", "NC"),
    ("EN", "post_first", "NN"),
    ("EN", "get_del", "EN"),
    ("EN", "put_del", "EN"),
    ("EN", "del_del", "EN"),
    ("EN", "empty_trash", "EC"),
)


def step(
    verb: Command,
    command: str,
    name: str,
    status: int,
    sent: Any = None,
    value: Any = None,
    *,
    key: str = "17",
    span: tuple[float, float] = (0.0, 0.0),
    branch: int = 0,
    ending: Ending = Ending.DONE,
    answer: Any = None,
    failure: str = "",
    entries: Any = (),
    whole: bool = True,
) -> CommandStep:
    key = "" if verb in {Command.LIST, Command.EMPTY_TRASH} else key
    path = "/books" if verb in {Command.POST, Command.LIST} else f"/books/{key}"
    method = {Command.LIST: "GET", Command.EMPTY_TRASH: "POST"}.get(verb, str(verb).upper())
    exchange = Exchange(
        rest_case(Request(method, path, sent, has_body=sent is not None)),
        status,
        payload=answer if answer is not None else value,
        is_json=True,
        began=span[0],
        elapsed=span[1] - span[0],
        failure=Failure.TIMEOUT if failure else None,
        detail=failure,
    )
    outcome = Outcome(ending, key, value, tuple(entries), whole, exchanges=(exchange,))
    return CommandStep(verb, command, name, key, sent, outcome, branch)


def collection(name: str = "books", missing: tuple[str, ...] = (), **more: Any) -> CollectionResult:
    """``missing`` are ways, such as ``NN empty_trash NC``."""
    commands = (Command.DELETE, Command.GET, Command.LIST, Command.PATCH, Command.POST, Command.PUT)
    ways = [way for way in _STATES if way[1] != "empty_trash" or "empty_trash" in " ".join(missing)]
    transitions = tuple((*way, 0 if " ".join(way) in missing else 3 + 5 * place) for place, way in enumerate(ways))
    whole = {"delete": Delete.HARD, "tests": 30, "steps": 412, "transitions": transitions, **more}
    return CollectionResult(name, commands, **whole)


def untested(name: str = "tokens", **more: Any) -> CollectionResult:
    return CollectionResult(name, (Command.POST,), **more)


def finding(
    rule: str,
    collection: str,
    message: str,
    steps: tuple[CommandStep, ...] = (),
    given: tuple[GivenEntry, ...] = (),
    **more: Any,
) -> Finding:
    sequence = CommandSequence(steps, given)
    return Finding(rule, collection, message, sequence.last_exchange, sequence=sequence, **more)


def still_found() -> Finding:
    """The study's first finding."""
    book = {"title": "Ada"}
    shown = {"id": 17, "title": "Ada"}
    steps = (
        step(Command.POST, "post_first", "#1", 201, book, shown),
        step(Command.DELETE, "del_last", "#1", 204),
        step(Command.GET, "get_del", "#1", 200, None, shown),
    )
    message = "get of #1, which was deleted, returned the entry"
    return finding("deleted-still-found", "books", message, steps, count=3, reproduced=True)


def merging() -> Finding:
    """Needs an author, and its last answer is too long for a line."""
    whole = {"title": "A", "subtitle": "B", "author_id": 4}
    less = {"title": "C", "author_id": 4}
    times = {"created": "2024-01-01T00:00:00Z", "updated": "2024-01-01T00:00:01Z"}
    steps = (
        step(Command.POST, "post_first", "#1", 201, whole, {"id": 17, **whole, **times}),
        step(Command.PUT, "put_norm", "#1", 200, less, {"id": 17, **less, **times}),
        step(Command.GET, "get_norm", "#1", 200, None, {"id": 17, **times, **less, "subtitle": "B"}),
    )
    message = 'put left out `subtitle`, but it still is `"B"`'
    given = (GivenEntry("authors", "4", {"name": "Emmy"}), GivenEntry("authors", "5", {"name": "Grace"}))
    return finding("put-merges", "books", message, steps, given)


def lost_update() -> Finding:
    """Two branches write to different members at the same time; one of them is lost."""
    seen = {"id": 17, "title": "a", "stock": 0}
    steps = (
        step(Command.POST, "post_first", "#1", 201, {"title": "a", "stock": 0}, seen, span=(100.0, 100.002)),
        step(
            Command.PATCH,
            "patch_norm",
            "#1",
            200,
            {"title": "b"},
            {**seen, "title": "b"},
            span=(100.01, 100.0141),
            branch=1,
        ),
        step(
            Command.PATCH,
            "patch_norm",
            "#1",
            200,
            {"stock": 5},
            {**seen, "stock": 5},
            span=(100.0112, 100.0153),
            branch=2,
        ),
        step(Command.GET, "get_norm", "#1", 200, None, {**seen, "stock": 5}, span=(100.02, 100.021)),
    )
    message = 'no order of the parallel commands explains the answers: `title` is `"a"` at the end'
    return finding("lost-update", "books", message, steps, reproduced=True)


def hostile() -> Finding:
    long = {"text": HOSTILE * 200, HOSTILE: [HOSTILE] * 1000}
    steps = (
        step(Command.POST, "post_first", "#1", 201, long, long, key=HOSTILE),
        step(
            Command.PUT,
            HOSTILE,
            HOSTILE,
            500,
            HOSTILE,
            ending=Ending.BROKEN,
            answer={"errors": [{"message": HOSTILE * 50}]},
            key=HOSTILE,
        ),
        step(Command.GET, "get_norm", "#1", 0, ending=Ending.UNANSWERED, failure=HOSTILE, key=HOSTILE),
    )
    given = (GivenEntry(HOSTILE, HOSTILE, long),) * 8
    return finding(HOSTILE, HOSTILE, HOSTILE * 100, steps, given, severity=Severity.SUSPICION, reproduced=False)


def run(*findings: Finding, **more: Any) -> Run:
    section = {"name": "calm-otter", "collections": (collection(),), "left": 0}
    section |= {name: more.pop(name) for name in list(more) if name in section}
    whole = {"target": "http://127.0.0.1:8000", "seed": 4711, "requests": 1_204, "elapsed": 12.34, "version": "0.1.0"}
    return Run(findings=findings, state=StateSection(**section), **{**whole, **more})
