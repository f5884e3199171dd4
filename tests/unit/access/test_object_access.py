"""What belongs to one identity and is shown to another: a table of what services answer, and what is held against them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.unit.access.readings import LISTS, MINE, NODE, asked, listed, note

from querious.access import Answered, needed
from querious.access.object_access import RULE
from querious.model import Severity

if TYPE_CHECKING:
    from querious.access import Reading

FAULT, SUSPICION = [Severity.FAULT], [Severity.SUSPICION]
OWNER, NOBODY, OTHER = asked("alice", "1", sees=True), asked("anonymous", "1", sees=False), asked("bob", "1", sees=True)
LOOK_UP = (OWNER, NOBODY, OTHER)
KEPT = (asked("alice", "1", sees=True, way=NODE), asked("bob", "1", sees=False, way=NODE))
PUBLIC = (OWNER, asked("anonymous", "1", sees=True), OTHER)
CASES = {
    "another way keeps it back": ((*LISTS, *LOOK_UP, *KEPT), FAULT),
    "another way refuses it in words": (
        (*LISTS, *LOOK_UP, KEPT[0], asked("bob", "1", sees=False, way=NODE, answered=Answered.REFUSED)),
        FAULT,
    ),
    "whoever brings no credentials is shown what another way keeps back": ((*LISTS, *PUBLIC, *KEPT), FAULT),
    "every way shows it to whoever is known": ((*LISTS, *LOOK_UP), SUSPICION),
    "public by its id": ((*LISTS, *PUBLIC), []),
    "nobody tried without credentials": ((*LISTS, OWNER, OTHER), []),
    "a list shows it to both": ((listed("alice", "1"), listed("bob", "1"), *LOOK_UP), []),
    "another list shows it to both": (
        (*LISTS, listed("bob", "1", way="Query.archive"), listed("alice", "1", way="Query.archive"), *LOOK_UP),
        [],
    ),
    "the list was not read to its end": (
        (listed("alice", "1", "2"), listed("bob", "3", complete=False), *LOOK_UP, *KEPT),
        [],
    ),
    "the other may not list": (
        (LISTS[0], replace(listed("bob"), answered=Answered.REFUSED), *LOOK_UP, *KEPT),
        [],
    ),
    "the way refuses a third": ((*LISTS, *LOOK_UP, asked("carol", "1", sees=False)), []),
    "the way refuses both what is not there": (
        (*LISTS, *LOOK_UP, asked("alice", "none", sees=False), asked("bob", "none", sees=False)),
        SUSPICION,
    ),
    "shared one by one": ((*LISTS, *LOOK_UP, asked("alice", "2", sees=True), asked("bob", "2", sees=False)), []),
    "the other way gives one's own alone": (
        (
            *LISTS,
            *LOOK_UP,
            asked("alice", "1", sees=True, way="Query.myNote"),
            asked("bob", "1", sees=False, way="Query.myNote"),
        ),
        SUSPICION,
    ),
    "the other way failed": (
        (*LISTS, *LOOK_UP, KEPT[0], asked("bob", "1", sees=False, way=NODE, answered=Answered.FAILED)),
        SUSPICION,
    ),
    "the other way shows it to nobody": (
        (*LISTS, *LOOK_UP, asked("alice", "1", sees=False, way=NODE), asked("bob", "1", sees=False, way=NODE)),
        SUSPICION,
    ),
    "it says itself that it is shared": (
        (
            *LISTS,
            *(
                asked(name, "1", sees=name != "anonymous", way="Query.sharedNote")
                for name in ("alice", "anonymous", "bob")
            ),
            *KEPT,
        ),
        SUSPICION,
    ),
    "nothing but the key is shown": (
        (*LISTS, OWNER, NOBODY, asked("bob", "1", sees=True, shown=note("1", "Query.note", facts={})), *KEPT),
        [],
    ),
    "people are shown in part": (
        (
            listed("alice", "1", type_="User"),
            listed("bob", "3", type_="User"),
            *(
                asked(name, "1", sees=name != "anonymous", shown=note("1", "Post.author", type_="User", is_nested=True))
                for name in ("alice", "anonymous", "bob")
            ),
            asked("alice", "1", sees=True, way=NODE, shown=note("1", NODE, type_="User")),
            asked("bob", "1", sees=False, way=NODE),
        ),
        SUSPICION,
    ),
    "a directory shows all, and only one's own list leaves it out": (
        (
            listed("alice", "1", way=MINE),
            listed("bob", "3", way=MINE),
            *(listed(name, "1", "3") for name in ("alice", "bob")),
            listed("anonymous"),
            *KEPT,
        ),
        SUSPICION,
    ),
    "a search shows what a list of all leaves out": (
        (
            *LISTS,
            *(listed(name, *"1"[: name != "anonymous"], way="Query.search") for name in ("alice", "anonymous", "bob")),
            *KEPT,
        ),
        FAULT,
    ),
}


@pytest.mark.parametrize(("readings", "expected"), CASES.values(), ids=CASES)
def test_what_is_held_against(readings: tuple[Reading, ...], expected: list[Severity]) -> None:
    assert [breach.severity for breach in RULE.check(readings)] == expected


def test_the_message_quotes_what_is_particular_and_names_the_way() -> None:
    (breach,) = RULE.check((*LISTS, *LOOK_UP, *KEPT))
    assert breach.coordinate == "Query.note"
    assert breach.message == 'shows Note "1" of "alice" to "bob", though Query.node keeps it from them'


def test_a_trace_is_left_with_what_is_needed() -> None:
    readings = (*LISTS, listed("carol", "9"), *LOOK_UP, *KEPT, asked("alice", "2", sees=True))
    (breach,) = RULE.check(readings)
    assert needed(RULE, readings, breach) == [0, 1, 3, 4, 5, 6, 7]
