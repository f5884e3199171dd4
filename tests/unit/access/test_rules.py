"""The other rules of access: what a healthy service answers, and what a faulty one does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.unit.access.readings import LISTS, LOOK_UP, asked, listed, note

from querious.access import ACCESS_RULES, Answered, Reading
from querious.access.reading import AccessDemand
from querious.model import Severity
from querious.model.identity import spoilt

if TYPE_CHECKING:
    from querious.access import ShownObject

FAULT, SUSPICION = [Severity.FAULT], [Severity.SUSPICION]
RULES = {rule.name: rule for rule in ACCESS_RULES}
MADE_UP, CUT = spoilt("alice", "made up"), spoilt("alice", "cut short")
CERTAIN, IN_WORDS, ROLE = (
    AccessDemand("@auth", certain=True),
    AccessDemand('"Requires login"'),
    AccessDemand("admins only", role=True),
)


def email(identity: str, way: str, value: str = "", *, denied: bool = False) -> Reading:
    facts = {"email": value} if value else {}
    shown = note("1", way, type_="User", facts=facts, denied=frozenset({"email"} if denied else ()))
    return asked(identity, "1", sees=True, way=way, shown=shown)


def told(identity: str, total: int, *keys: str) -> Reading:
    return replace(listed(identity, *keys), totals={"Query.notes.totalCount": total})


def demanded(identity: str, demand: AccessDemand, *, lesser: bool = False) -> Reading:
    return replace(listed(identity, "1", way="Query.auditLog"), demand=demand, lesser=lesser)


def change(identity: str, way: str, *, key: str = "1", answered: Answered = Answered.DATA) -> Reading:
    return Reading(identity, f"{way}({key})", way, answered, (), frozenset({key}), changes=True)


def text(identity: str, value: str) -> Reading:
    return asked(identity, "1", sees=True, shown=note("1", LOOK_UP, facts={"text": value}))


def created(shown: ShownObject, **sent: str) -> Reading:
    return Reading("alice", repr(sent), "Mutation.createNote", Answered.DATA, (shown,), changes=True, sent=sent)


def owned(owner: str) -> ShownObject:
    return note("9", "Mutation.createNote", facts={"ownerId": owner})


GONE, HIDDEN = asked("alice", "1", sees=False), asked("bob", "1", sees=False)
READ, SEEN = asked("alice", "1", sees=True), asked("bob", "1", sees=True)
DELETES, UPDATES = change("bob", "Mutation.deleteNote"), change("bob", "Mutation.updateNote")
REFUSED = asked("bob", "1", sees=False, answered=Answered.REFUSED)
MISSING = asked("bob", "999", sees=False)
CASES = {
    "field-access: refused, and shown through another type": (
        (email("bob", LOOK_UP, denied=True), email("alice", LOOK_UP, "a@b"), email("bob", "Post.author", "a@b")),
        FAULT,
    ),
    "field-access: shown without its value": (
        (email("bob", LOOK_UP, denied=True), email("alice", LOOK_UP, "a@b"), email("bob", "Post.author", "a…")),
        [],
    ),
    "field-access: refused on every way": (
        (email("bob", LOOK_UP, denied=True), email("alice", LOOK_UP, "a@b"), email("bob", "Post.author", denied=True)),
        [],
    ),
    "field-access: another identity is shown it": (
        (email("bob", LOOK_UP, denied=True), email("alice", LOOK_UP, "a@b")),
        [],
    ),
    "count-access: the rows of both are counted": ((told("alice", 3, "1", "2"), told("bob", 3, "3")), FAULT),
    "count-access: each is told their own": ((told("alice", 2, "1", "2"), told("bob", 2, "3", "4")), []),
    "count-access: both are shown all": ((told("alice", 2, "1", "2"), told("bob", 2, "1", "2")), []),
    "count-access: not read to its end": (
        (replace(told("alice", 9, "1", "2"), complete=False), replace(told("bob", 9, "3"), complete=False)),
        [],
    ),
    "token-access: a made-up one is answered": (
        (listed("alice", "1"), listed("anonymous"), listed("bob", "2"), listed(MADE_UP, "1")),
        FAULT,
    ),
    "token-access: a made-up one may be that of somebody new": (
        (listed("alice", "1"), listed("anonymous"), listed(MADE_UP, "1")),
        SUSPICION,
    ),
    "token-access: what everybody known is shown": (
        (listed("alice", "1"), listed("anonymous"), listed("bob", "1"), listed(MADE_UP, "1")),
        SUSPICION,
    ),
    "token-access: one that is cut short is refused": ((listed("alice", "1"), listed("anonymous"), listed(CUT)), []),
    "token-access: what is shown without any": (
        (listed("alice", "1"), listed("anonymous", "1"), listed(MADE_UP, "1")),
        [],
    ),
    "token-access: answered as to somebody else": (
        (listed("alice", "1"), listed("anonymous"), listed(MADE_UP, "3")),
        [],
    ),
    "documented-access: a directive is not kept": ((demanded("anonymous", CERTAIN),), FAULT),
    "documented-access: words are not kept": ((demanded("anonymous", IN_WORDS),), SUSPICION),
    "documented-access: somebody known is answered": ((demanded("bob", CERTAIN),), []),
    "documented-access: somebody with fewer rights": ((demanded("bob", ROLE, lesser=True),), SUSPICION),
    "documented-access: nobody is called privileged": ((demanded("bob", ROLE),), []),
    "existence-access: forbidden, and not found": ((READ, REFUSED, MISSING), SUSPICION),
    "existence-access: both are not found": ((READ, HIDDEN, MISSING), []),
    "existence-access: both are forbidden": ((READ, REFUSED, replace(MISSING, answered=Answered.REFUSED)), []),
    "write-access: deleted by who may not read it": ((READ, HIDDEN, DELETES, GONE), FAULT),
    "write-access: changed by who may not read it": ((text("alice", "a"), HIDDEN, UPDATES, text("alice", "b")), FAULT),
    "write-access: the change was refused": ((READ, HIDDEN, UPDATES, READ), []),
    "write-access: everybody works on everything": ((READ, SEEN, DELETES, GONE), []),
    "write-access: no list shows it to them": ((*LISTS, READ, SEEN, DELETES, GONE), SUSPICION),
    "write-access: another change is refused": (
        (READ, SEEN, change("bob", "Mutation.updateNote", answered=Answered.REFUSED), READ, DELETES, GONE),
        SUSPICION,
    ),
    "write-access: the owner is answered nothing that tells": (
        (READ, HIDDEN, DELETES, replace(GONE, answered=Answered.FAILED)),
        [],
    ),
    "assigned-fields: an owner is taken": (
        (created(owned("alice")), created(owned("bob"), ownerId="bob")),
        SUSPICION,
    ),
    "assigned-fields: the owner is who asks": (
        (created(owned("alice")), created(owned("alice"), ownerId="bob")),
        [],
    ),
    "assigned-fields: any other field": ((created(owned("alice")), created(owned("a"), text="b")), []),
}


@pytest.mark.parametrize(("name", "readings", "expected"), [(name, *case) for name, case in CASES.items()], ids=CASES)
def test_what_is_held_against(name: str, readings: tuple[Reading, ...], expected: list[Severity]) -> None:
    rule = RULES[name.partition(":")[0]]
    assert [breach.severity for breach in rule.check(readings)] == expected


def test_every_rule_has_a_faulty_and_a_healthy_case() -> None:
    told_of = {name.partition(":")[0]: set() for name in CASES} | {"object-access": {True, False}}
    for name, (_, expected) in CASES.items():
        told_of[name.partition(":")[0]].add(bool(expected))
    assert told_of == {name: {True, False} for name in RULES}
