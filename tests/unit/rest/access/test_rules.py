"""Traces of what several identities were answered, written down: what each rule says of a healthy and a faulty one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.access import REST_ACCESS_RULES
from querious.rest.access.evidence import fewest
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import RestBody
from querious.rest.relations import rest_answer

RULES = {rule.name: rule for rule in REST_ACCESS_RULES}
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION
LIST, LOOK_UP = "GET /orders", "GET /orders/{id}"
MINE = {"id": 7, "item": "lamp", "number": "O-7", "status": "open"}
YOURS = {"id": 8, "item": "desk", "number": "O-8", "status": "open"}


def said(who, call, status, payload=None, *, body=None, key=None, query=None, about="", **given):
    """What somebody was answered."""
    method, path = call.split(" ")
    arguments = [RestArgument("path", "id", key)] if key is not None else []
    arguments += [RestArgument("query", name, value) for name, value in (query or {}).items()]
    media = "application/json" if body is not None else ""
    operation = RestOperation(method.lower(), path, about=about, **given)
    case = call_case(0, RestCall(method, path, tuple(arguments), media, body), operation)
    case = replace(case, identity=who)
    text = b"" if payload is None else json.dumps(payload).encode()
    return rest_answer(Exchange(case, status, {}, text, payload, is_json=payload is not None), operation)


def verdict(name, *trace):
    found = [(one.severity, one.coordinate) for one in RULES[name].check(trace)]
    return found[0] if found else None


LISTS = (said("ann", LIST, 200, [MINE]), said("bob", LIST, 200, [YOURS]))
READS = (said("anonymous", LOOK_UP, 401, key=7), said("ann", LOOK_UP, 200, MINE, key=7))
TAKEN = said("bob", LOOK_UP, 200, MINE, key=7)
REFUSED = said("bob", LOOK_UP, 404, key=7)
ELSE = {"id": 6, "item": "rug", "number": "O-6", "status": "open"}
YOURS_ALONE = "403: the order does not belong to you."
PROMISED = (
    said("ann", LOOK_UP, 200, MINE, key=7, about=YOURS_ALONE),
    said("bob", LOOK_UP, 200, MINE, key=7, about=YOURS_ALONE),
)
BACK = (said("bob", LOOK_UP, 200, YOURS, key=8), said("ann", LOOK_UP, 404, key=8))
FILTER = (
    said("ann", LIST, 200, [MINE], query={"item": "lamp"}),
    said("bob", LIST, 200, [MINE], query={"item": "lamp"}),
)


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (*LISTS, *READS, REFUSED)),
        ((SUSPICION, LOOK_UP), (*LISTS, *READS, TAKEN)),
        ((FAULT, LOOK_UP), (*LISTS, READS[0], *PROMISED)),
        # … and the description is wrong where nobody is kept from it
        ((SUSPICION, LOOK_UP), (*LISTS, *PROMISED)),
        # it is shared: the same is refused to somebody else, or another entry to the same one
        (None, (*LISTS, said("eve", LOOK_UP, 403, key=7), *READS, TAKEN)),
        (None, (said("ann", LOOK_UP, 200, ELSE, key=6), said("bob", LOOK_UP, 403, key=6), *LISTS, *READS, TAKEN)),
        # nothing says whose it is
        (None, (*READS, TAKEN)),
        # a list shows it to both
        (None, (said("ann", LIST, 200, [MINE]), said("bob", LIST, 200, [MINE, YOURS]), *READS, TAKEN)),
        # the other may have more rights
        ((SUSPICION, LOOK_UP), (*BACK, *LISTS, READS[0], *PROMISED)),
        # the other is shown a face of it
        (None, (*LISTS, *READS, said("bob", LOOK_UP, 200, {"id": 7, "status": "open"}, key=7))),
        ((SUSPICION, LOOK_UP), (*LISTS, *READS, said("bob", LOOK_UP, 200, {"id": 7, "item": "lamp"}, key=7))),
        # it says itself that others may see it
        (
            None,
            (
                said("ann", LIST, 200, [MINE | {"visibility": "unlisted"}]),
                LISTS[1],
                said("ann", LOOK_UP, 200, MINE | {"visibility": "unlisted"}, key=7),
                said("bob", LOOK_UP, 200, MINE | {"visibility": "unlisted"}, key=7),
            ),
        ),
        # the list of the other goes on
        (None, (LISTS[0], said("bob", LIST, 200, {"items": [YOURS], "has_more": True}), *READS, TAKEN)),
        # a key that was sent comes back from anybody
        (None, (*LISTS, *READS, said("bob", LOOK_UP, 200, {"id": 7}, key=7))),
        # a way round shows what the straight way refuses
        ((FAULT, LIST), (READS[1], REFUSED, *FILTER)),
        ((FAULT, LIST), (READS[1], REFUSED, said("ann", LIST, 200, [MINE]), said("bob", LIST, 200, [MINE, YOURS]))),
        # … or the heading of it
        (
            (SUSPICION, LIST),
            (
                READS[1],
                REFUSED,
                said("ann", LIST, 200, [{"id": 7, "item": "lamp"}]),
                said("bob", LIST, 200, [{"id": 7, "item": "lamp"}]),
            ),
        ),
    ],
)
def test_reads(expected, trace):
    assert verdict("object-access", *trace) == expected


def test_profiles_may_mostly_be_looked_up():
    person = {"id": 7, "name": "Ann Lee", "email": "ann@example.org"}
    trace = (
        said("ann", "GET /users", 200, [person]),
        said("bob", "GET /users", 200, []),
        said("anonymous", "GET /users/{id}", 401, key=7),
        said("ann", "GET /users/{id}", 200, person, key=7),
        said("bob", "GET /users/{id}", 200, person, key=7),
    )
    assert verdict("object-access", *trace) == (SUSPICION, "GET /users/{id}")


PATCH, DELETE, CANCEL = "PATCH /orders/{id}", "DELETE /orders/{id}", "POST /orders/{id}/cancel"
BEFORE = said("ann", LOOK_UP, 200, MINE, key=7)
CHANGED = said("ann", LOOK_UP, 200, MINE | {"item": "torch"}, key=7)
TOUCHED = said("ann", LOOK_UP, 200, MINE | {"updated_at": "2026-01-01T00:00:00Z"}, key=7)
PATCHED = said("bob", PATCH, 200, MINE | {"item": "torch"}, key=7, body={"item": "torch"})
OWNED = said("ann", LOOK_UP, 200, MINE | {"owner_id": 1}, key=7)
OWNED_CHANGED = said("ann", LOOK_UP, 200, MINE | {"owner_id": 1, "item": "torch"}, key=7)
SHARED = (said("ann", LIST, 200, [MINE]), said("bob", LIST, 200, [MINE]))


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        ((SUSPICION, PATCH), (*LISTS, BEFORE, PATCHED, CHANGED)),
        ((FAULT, PATCH), (*LISTS, REFUSED, BEFORE, PATCHED, CHANGED)),
        ((FAULT, PATCH), (BEFORE, REFUSED, BEFORE, PATCHED, CHANGED)),
        ((FAULT, DELETE), (BEFORE, REFUSED, BEFORE, said("bob", DELETE, 204, key=7), said("ann", LOOK_UP, 404, key=7))),
        ((FAULT, CANCEL), (BEFORE, REFUSED, BEFORE, said("bob", CANCEL, 200, key=7), CHANGED)),
        # refused, or without effect: DELETE may say 204 of whatever is not there
        (None, (*LISTS, BEFORE, said("bob", PATCH, 403, key=7, body={}), BEFORE)),
        (None, (*LISTS, BEFORE, said("bob", DELETE, 204, key=7), BEFORE)),
        (None, (*LISTS, BEFORE, PATCHED, TOUCHED)),
        # it changes by itself
        (None, (*LISTS, BEFORE, CHANGED, BEFORE, PATCHED, CHANGED)),
        # a wiki, where nothing is hidden
        (None, (*SHARED, BEFORE, PATCHED, CHANGED)),
        # … but with owners
        ((SUSPICION, PATCH), (*SHARED, OWNED, PATCHED, OWNED_CHANGED)),
        (
            (FAULT, PATCH),
            (
                *SHARED,
                BEFORE,
                said("bob", PATCH, 200, {}, key=7, body={}, about="Only the owner may do this."),
                CHANGED,
            ),
        ),
        # the other may have more rights
        ((SUSPICION, PATCH), (*BACK, BEFORE, REFUSED, BEFORE, PATCHED, CHANGED)),
    ],
)
def test_writes(expected, trace):
    assert verdict("write-access", *trace) == expected


COUNT = "GET /orders/count"


def counted(who, number, **given):
    return said(who, COUNT, 200, {"count": number}, **given)


MADE = said("ann", "POST /orders", 201, {"id": 9}, body={})


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (*LISTS, counted("ann", 1), counted("bob", 1))),
        (None, (*LISTS, counted("ann", 3), counted("bob", 5))),
        # what is beneath an entry that both see is not of the list
        (
            None,
            (
                *LISTS,
                *(
                    said(who, "GET /orders/{id}/lines", 200, {"items": [MINE], "total": 9}, key=9)
                    for who in ("ann", "bob")
                ),
            ),
        ),
        ((SUSPICION, COUNT), (*LISTS, counted("ann", 6), counted("bob", 6))),
        (
            (FAULT, COUNT),
            (*LISTS, counted("ann", 6), counted("bob", 6), MADE, said("bob", LIST, 200, [YOURS]), counted("bob", 7)),
        ),
        (None, (*LISTS, counted("ann", 6, about="How many all have."), counted("bob", 6, about="How many all have."))),
        # everybody sees everything
        (None, (*SHARED, counted("ann", 6), counted("bob", 6))),
        (
            (SUSPICION, LIST),
            (
                said("ann", LIST, 200, {"items": [MINE], "total": 2}),
                said("bob", LIST, 200, {"items": [YOURS], "total": 2}),
            ),
        ),
    ],
)
def test_counts(expected, trace):
    assert verdict("count-access", *trace) == expected


ADMIN, STATS = "GET /admin/users", "GET /admin/stats"
KEPT = "For administrators only."


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (said("root", ADMIN, 200, [], about=KEPT), said("bob", ADMIN, 403, about=KEPT))),
        ((FAULT, ADMIN), (said("root", ADMIN, 200, [], about=KEPT), said("bob", ADMIN, 200, [], about=KEPT))),
        ((FAULT, ADMIN), (said("bob", STATS, 403, about=KEPT), said("bob", ADMIN, 200, [], about=KEPT))),
        # bob may be one of them
        ((SUSPICION, ADMIN), (said("bob", ADMIN, 200, [], about=KEPT),)),
        ((SUSPICION, ADMIN), (said("bob", STATS, 403), said("bob", ADMIN, 200, []))),
        (None, (said("bob", LIST, 403), said("bob", ADMIN, 200, []))),
        (None, (said("root", ADMIN, 200, []), said("bob", ADMIN, 200, []))),
        (
            (SUSPICION, LIST),
            (
                said("bob", STATS, 403, security=({"oauth": ["admin:read"]},)),
                said("bob", LIST, 200, [], security=({"oauth": ["admin:read"]},)),
            ),
        ),
        (
            None,
            (
                said("bob", STATS, 403, security=({"oauth": ["admin:read"]},)),
                said("bob", LIST, 200, [], security=({"oauth": ["read"]},)),
            ),
        ),
    ],
)
def test_functions(expected, trace):
    assert verdict("function-access", *trace) == expected


SECURED = {"security": ({"token": []},)}


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (said("ann", LIST, 200, [MINE], **SECURED), said("anonymous", LIST, 401, **SECURED))),
        ((FAULT, LIST), (said("ann", LIST, 200, [MINE], **SECURED), said("anonymous", LIST, 200, [MINE], **SECURED))),
        # to guests something else
        ((SUSPICION, LIST), (said("ann", LIST, 200, [MINE], **SECURED), said("anonymous", LIST, 200, [], **SECURED))),
        # public by the description, or optional
        (None, (said("ann", LIST, 200, [MINE]), said("anonymous", LIST, 200, [MINE]))),
        (
            None,
            (
                said("ann", LIST, 200, [MINE], security=({"token": []}, {})),
                said("anonymous", LIST, 200, [MINE], security=({"token": []}, {})),
            ),
        ),
    ],
)
def test_required(expected, trace):
    assert verdict("documented-access", *trace) == expected


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (said("bob", LOOK_UP, 404, key=99), BEFORE, REFUSED)),
        (None, (said("bob", LOOK_UP, 403, key=99), BEFORE, said("bob", LOOK_UP, 403, key=7))),
        ((SUSPICION, LOOK_UP), (said("bob", LOOK_UP, 404, key=99), BEFORE, said("bob", LOOK_UP, 403, key=7))),
    ],
)
def test_existence(expected, trace):
    assert verdict("existence-access", *trace) == expected


GUEST, GOOD = said("anonymous", LIST, 401), said("ann", LIST, 200, [MINE])


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (GUEST, GOOD, said("ann (cut short)", LIST, 401))),
        ((FAULT, LIST), (GUEST, LISTS[1], GOOD, said("ann (cut short)", LIST, 200, [MINE]))),
        ((SUSPICION, LIST), (GUEST, GOOD, said("ann (cut short)", LIST, 200, [MINE]))),
        # somebody new is shown what everybody is
        (None, (GUEST, said("bob", LIST, 200, [MINE]), GOOD, said("ann (made up)", LIST, 200, [MINE]))),
        # it is open to all
        (None, (said("anonymous", LIST, 200, [MINE]), GOOD, said("ann (cut short)", LIST, 200, [MINE]))),
        # somebody unknown is shown nothing
        (None, (GUEST, GOOD, said("ann (cut short)", LIST, 200, []))),
    ],
)
def test_tokens(expected, trace):
    assert verdict("token-access", *trace) == expected


PAY = "POST /payments"
MISSED = said("bob", PAY, 404, body={"order_id": 99})


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (None, (BEFORE, REFUSED, MISSED, said("bob", PAY, 404, body={"order_id": 7}))),
        ((FAULT, PAY), (BEFORE, REFUSED, said("bob", PAY, 201, {"id": 1, "order": MINE}, body={"order_id": 7}))),
        ((SUSPICION, PAY), (BEFORE, REFUSED, MISSED, said("bob", PAY, 201, {"id": 1}, body={"order_id": 7}))),
        # any key is taken, which tells nothing
        (
            None,
            (
                BEFORE,
                REFUSED,
                said("bob", PAY, 201, {"id": 1}, body={"order_id": 99}),
                said("bob", PAY, 201, {"id": 2, "order_id": 7}, body={"order_id": 7}),
            ),
        ),
        # bob may see it
        (None, (BEFORE, TAKEN, MISSED, said("bob", PAY, 201, {"id": 1, "order": MINE}, body={"order_id": 7}))),
    ],
)
def test_references(expected, trace):
    assert verdict("reference-access", *trace) == expected


ME, CHANGE_ME, CREATE = "GET /users/me", "PATCH /users/me", "POST /orders"
SENDABLE = {"body": RestBody({"application/json": {}}, sendable=lambda: {"phone": False, "number": True})}
CUSTOMER, STAFF = {"id": 1, "role": "customer", "phone": "1"}, {"id": 1, "role": "admin", "phone": "1"}


def sent(who, call, status, payload, body):
    method, path = call.split(" ")
    operation = RestOperation(method.lower(), path, **SENDABLE)
    case = call_case(0, RestCall(method, path, (), "application/json", body), operation)
    case = replace(case, identity=who)
    text = json.dumps(payload).encode()
    return rest_answer(Exchange(case, status, {}, text, payload, is_json=True), operation)


@pytest.mark.parametrize(
    ("expected", "trace"),
    [
        (
            (FAULT, CHANGE_ME),
            (
                said("ann", ME, 200, CUSTOMER),
                sent("ann", CHANGE_ME, 200, STAFF, {"role": "admin"}),
                said("ann", ME, 200, STAFF),
            ),
        ),
        # an echo that nothing bears out
        (
            None,
            (
                said("ann", ME, 200, CUSTOMER),
                sent("ann", CHANGE_ME, 200, STAFF, {"role": "admin"}),
                said("ann", ME, 200, CUSTOMER),
            ),
        ),
        # it was so before
        (
            None,
            (
                said("ann", ME, 200, STAFF),
                sent("ann", CHANGE_ME, 200, STAFF, {"role": "admin"}),
                said("ann", ME, 200, STAFF),
            ),
        ),
        # what may be sent
        (
            None,
            (
                said("ann", ME, 200, CUSTOMER),
                sent("ann", CHANGE_ME, 200, CUSTOMER, {"phone": "2"}),
                said("ann", ME, 200, CUSTOMER | {"phone": "2"}),
            ),
        ),
        # read-only, without giving any rights
        (
            (SUSPICION, CREATE),
            (
                sent("ann", CREATE, 201, {"id": 1, "number": "O-1"}, {"phone": "1"}),
                sent("ann", CREATE, 201, {"id": 2, "number": "Q"}, {"phone": "1", "number": "Q"}),
                said("ann", LOOK_UP, 200, {"id": 2, "number": "Q"}, key=2),
            ),
        ),
    ],
)
def test_assignment(expected, trace):
    assert verdict("assignment-access", *trace) == expected


def test_what_a_rule_does_not_need_is_left_out():
    aside = (said("eve", LIST, 200, []), said("bob", "GET /notes", 200, []), said("ann", LOOK_UP, 200, MINE, key=12))
    kept = fewest(RULES["object-access"], [*aside, *LISTS, *READS, TAKEN])
    assert kept == [*LISTS, READS[1], TAKEN]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("trace", [(), (LISTS[0],), (said("bob", LIST, 0),), (said("bob", PATCH, 500, "oops", key=1),)])
def test_too_little_breaks_nothing(name, trace):
    assert verdict(name, *trace) is None
