"""Every rule: one command after which it must be held against the service, and its neighbour where it must not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import querious.state.rules
from querious.model import Exchange, Failure
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Delete, Ending, Outcome
from querious.state.model import Entry, Manners, State
from querious.state.rules import Done, judge
from services.transport import ANY_CASE

ADA = {"title": "Ada", "pages": 3}
BEA = {"title": "Bea", "pages": 5}
PLAIN = Manners()
TRASH = Manners(delete=Delete.READABLE, mark="trash", marked=True)
LISTED = Manners(delete=Delete.LISTED, mark="trash", marked=True)
TOMBSTONE = Manners(delete=Delete.TOMBSTONE)
SHARED = Manners(shared=True)
MERGING = Manners(put_replaces=False)
CREATING = Manners(put_creates=True)

ONE = State({"1": Entry("#1", ADA, posted=ADA)}, made=1)
"""Just made."""
READ = State({"1": Entry("#1", ADA, read=True, listed=True)}, made=1)
"""Made, and read since."""
WRITTEN = State({"1": Entry("#1", BEA, before=ADA, written_by="put")}, made=1)
"""Made, then replaced."""
TWO = State({"1": Entry("#1", ADA, read=True, listed=True), "2": Entry("#2", BEA, read=True, listed=True)}, made=2)
DELETED = State(trash={"1": Entry("#1", ADA, posted=ADA)}, made=1)
OTHERS = State(foreign=frozenset({"old"}))
EMPTIED = DELETED.emptied()
FORGOTTEN = State(forgotten=frozenset({"7"}))


class Case(NamedTuple):
    state: State
    done: Done
    rules: set[str] = set()  # noqa: RUF012 - never changed
    manners: Manners = PLAIN


def did(command: Command, key: str = "", sent: Any = None, ending: Ending = Ending.DONE, value: Any = None) -> Done:
    return Done(command, key, sent, Outcome(ending, key, value))


def posted(key: str, value: Any = None, sent: Any = ADA, ending: Ending = Ending.DONE) -> Done:
    return Done(Command.POST, "", sent, Outcome(ending, key, value))


def known(key: str, value: Any, *, sent: Any = None, says_so: bool = False) -> Done:
    """Posted, and answered with 200 and what was there; ``says_so``: new entries are answered with 201."""
    exchanges = (Exchange(ANY_CASE, status=200),)
    outcome = Outcome(Ending.DONE, key, value, exchanges=exchanges, was_there=says_so)
    return Done(Command.POST, "", sent or value, outcome)


def got(key: str, value: Any = None, ending: Ending = Ending.DONE) -> Done:
    return did(Command.GET, key, None, ending, value)


def put(key: str, sent: Any = BEA, ending: Ending = Ending.DONE, value: Any = None) -> Done:
    return did(Command.PUT, key, sent, ending, value)


def patched(key: str, sent: Any, ending: Ending = Ending.DONE, value: Any = None) -> Done:
    return did(Command.PATCH, key, sent, ending, value)


def deleted(key: str, ending: Ending = Ending.DONE) -> Done:
    return did(Command.DELETE, key, None, ending)


def listed(*entries: tuple[str, Any], whole: bool = True, ending: Ending = Ending.DONE) -> Done:
    return Done(Command.LIST, "", None, Outcome(ending, entries=entries, whole=whole))


def told(count: int) -> Done:
    """Both entries, and how many there are by the service's own word."""
    return Done(Command.LIST, "", None, Outcome(Ending.DONE, entries=(("1", ADA), ("2", BEA)), told=count))


def shown(state: State, value: Any, *, listed_as: bool = False, writes: int = 0, last: tuple = ("", None)) -> State:
    """After ``#1`` was shown so, with so many writes since."""
    how = {"listed_as": value} if listed_as else {"shown": value}
    return replace(
        state, normal={**state.normal, "1": replace(state.normal["1"], **how)}, writes=writes, last=last
    )  # fmt: skip


LOST, GONE, REFUSED, BROKEN = Ending.NOT_FOUND, Ending.GONE, Ending.REFUSED, Ending.BROKEN
CASES = {
    # ------------------------------------------------------------------ post
    "post gives a key and shows the entry": Case(State(), posted("1", {"id": 1, **ADA})),
    "post answers nothing but a key": Case(State(), posted("1")),
    "post gives no key": Case(State(), posted(""), {"post-without-key"}),
    "post shows other values": Case(State(), posted("1", {**ADA, "pages": 4}), {"post-answers-otherwise"}),
    "post leaves out a value": Case(State(), posted("1", {"title": "Ada"}), {"post-answers-otherwise"}),
    "post leaves out what was null": Case(State(), posted("1", {"title": "Ada"}, {"title": "Ada", "pages": None})),
    "post never shows what is never shown": Case(
        State(), posted("1", {"title": "Ada"}), manners=Manners(unseen=frozenset({"pages"}))
    ),
    "post gives a key that is taken": Case(ONE, posted("1"), {"key-reused"}),
    "post gives a key that was deleted": Case(DELETED, posted("1"), {"key-reused"}),
    "post gives a key that was sent again": Case(DELETED, posted("1", sent={**ADA, "id": 1})),
    "post gives a key that was sent, and is taken": Case(ONE, posted("1", sent={**ADA, "id": 1}), {"key-reused"}),
    "post gives a key that was emptied": Case(EMPTIED, posted("1"), {"key-reused"}),
    "post gives a key of others": Case(OTHERS, posted("old"), {"key-reused"}),
    "post gives a key that is forgotten": Case(FORGOTTEN, posted("7")),
    "post gives another key": Case(ONE, posted("2")),
    "post is not found": Case(State(), posted("", ending=LOST), {"post-not-found"}),
    "post refers to something made up": Case(State(), posted("", sent={"author_id": 9}, ending=LOST)),
    "post gives what it had already": Case(ONE, known("1", ADA)),
    "post gives what others had": Case(OTHERS, known("old", ADA, says_so=True)),
    "post gives what nobody has listed": Case(ONE, known("2", {**ADA, "pages": 4}, sent=ADA, says_so=True)),
    "post gives what was deleted": Case(DELETED, known("1", ADA, says_so=True), {"key-reused"}),
    "post gives the default for null": Case(State(), posted("1", {"title": "a"}, sent={"title": None})),
    "post takes a member from further up": Case(
        State(), posted("1", {"book": 1, "state": {"book": 1}}, sent={"book": 1, "state": {"book": 2}})
    ),
    "put gives the default for null": Case(
        ONE, put("1", {"title": None}, value={"title": "a"}), manners=Manners(defaults={"title": "a"})
    ),
    "put ignores null": Case(ONE, put("1", {"title": None}, value={"title": "a"}), {"put-answers-otherwise"}),
    "what can be restored keeps its name": Case(
        DELETED, posted("", ending=Ending.CONFLICT), manners=Manners(restorable=True)
    ),
    "post is gone": Case(State(), posted("", ending=GONE), {"post-not-found"}),
    "post is refused": Case(State(), posted("", ending=REFUSED)),
    "post of what was deleted conflicts": Case(
        DELETED, posted("", ending=Ending.CONFLICT), {"deleted-still-conflicts"}
    ),
    "post of what was buried conflicts": Case(
        DELETED, posted("", ending=Ending.CONFLICT), {"deleted-still-conflicts"}, TOMBSTONE
    ),
    "post of what is in the trash conflicts": Case(DELETED, posted("", ending=Ending.CONFLICT), manners=TRASH),
    "post of what was deleted conflicts, maybe with what is forgotten": Case(
        replace(DELETED, forgotten=frozenset({"7"})), posted("", ending=Ending.CONFLICT)
    ),
    "post of something else conflicts": Case(DELETED, posted("", sent=BEA, ending=Ending.CONFLICT)),
    "post of what was deleted conflicts with what is there": Case(
        replace(DELETED, normal={"2": Entry("#2", {"title": "Ada"})}), posted("", ending=Ending.CONFLICT)
    ),
    # ------------------------------------------------------------------- get
    "get shows it, and more": Case(ONE, got("1", {"id": 1, **ADA})),
    "get shows other values after post": Case(ONE, got("1", {**ADA, "pages": 4}), {"post-not-kept"}),
    "get shows other values after put": Case(WRITTEN, got("1", {**BEA, "pages": 9}), {"put-not-kept"}),
    "get shows what was before put": Case(WRITTEN, got("1", ADA), {"stale-read"}),
    "get shows what was put": Case(WRITTEN, got("1", BEA)),
    "get shows other values after it was read": Case(READ, got("1", {**ADA, "pages": 4}), {"changed-by-others"}),
    "get shows other values after it was read, and another was written": Case(
        replace(READ, last=("2", BEA), writes=1), got("1", {**ADA, "pages": 4}), {"changed-by-others"}
    ),
    "get shows other values after it was read, and nothing else was written": Case(
        replace(READ, last=("1", ADA), writes=1), got("1", {**ADA, "pages": 4}), {"post-not-kept"}
    ),
    "get does not find what was posted": Case(ONE, got("1", ending=LOST), {"post-not-found"}),
    "get does not find what was put": Case(WRITTEN, got("1", ending=GONE), {"put-not-found"}),
    "get does not find what was read": Case(READ, got("1", ending=LOST), {"entry-lost"}),
    "get is refused": Case(READ, got("1", ending=REFUSED)),
    "get is not answered": Case(READ, got("1", ending=Ending.UNANSWERED)),
    "get of an unknown key finds something": Case(ONE, got("9", {}), {"unknown-key-found"}),
    "get of an unknown key finds nothing": Case(ONE, got("9", ending=LOST)),
    "get of an entry of others": Case(OTHERS, got("old", {"title": "Old"})),
    "get of what is forgotten": Case(FORGOTTEN, got("7", ADA)),
    "get of what was emptied": Case(EMPTIED, got("1", ADA), {"removed-still-found"}),
    "get of what was emptied finds nothing": Case(EMPTIED, got("1", ending=LOST)),
    "reading changes what nobody wrote": Case(
        shown(READ, {**ADA, "uses": 1}), got("1", {**ADA, "uses": 0}), {"changed-by-reading"}
    ),
    "reading changes a counter of visits": Case(shown(READ, {**ADA, "views": 1}), got("1", {**ADA, "views": 2})),
    "a member that nobody wrote is another after a write": Case(
        shown(READ, {**ADA, "stock": 1}, writes=1, last=("2", BEA)), got("1", {**ADA, "stock": 0})
    ),
    "a member has what was written to another entry": Case(
        shown(READ, {**ADA, "shelf": "a"}, writes=1, last=("2", {"shelf": "b"})),
        got("1", {**ADA, "shelf": "b"}),
        {"changed-by-others"},
    ),
    "a member has what was written to it": Case(
        shown(READ, {**ADA, "shelf": "a"}, writes=1, last=("1", {"shelf": "b"})), got("1", {**ADA, "shelf": "b"})
    ),
    "a member is empty as in another entry": Case(
        shown(READ, {**ADA, "shelf": "a"}, writes=1, last=("2", {"shelf": ""})), got("1", {**ADA, "shelf": ""})
    ),
    # ------------------------------------------------------------------- put
    "put is answered with what was sent": Case(ONE, put("1", value={"id": 1, **BEA})),
    "put is answered with something else": Case(ONE, put("1", value={**BEA, "pages": 9}), {"put-answers-otherwise"}),
    "put does not find it": Case(ONE, put("1", ending=LOST), {"put-not-found"}),
    "put is refused": Case(ONE, put("1", ending=Ending.CONFLICT)),
    "put keeps what it left out": Case(ONE, put("1", {"title": "Bea"}, value={"title": "Bea", "pages": 3}), {"put-merges"}),
    "put takes away what it left out": Case(ONE, put("1", {"title": "Bea"}, value={"title": "Bea", "pages": None})),
    "put keeps what it left out, as was said": Case(
        ONE, put("1", {"title": "Bea"}, value={"title": "Bea", "pages": 3}), manners=MERGING
    ),
    "put fills in what is always filled in": Case(
        ONE, put("1", {"title": "Bea"}, value={"title": "Bea", "pages": 3}), manners=Manners(defaults={"pages": 3})
    ),
    "put keeps what is not filled in": Case(
        ONE,
        put("1", {"title": "Bea"}, value={"title": "Bea", "pages": 3}),
        {"put-merges"},
        Manners(defaults={"pages": 100}),
    ),
    "put keeps an empty value": Case(
        State({"1": Entry("#1", {"title": "Ada", "pages": 0})}), put("1", {"title": "B"}, value={"title": "B", "pages": 0})
    ),
    "get shows what put left out": Case(
        State({"1": Entry("#1", {"title": "Bea"}, replaced={"pages": 3}, written_by="put")}),
        got("1", {"title": "Bea", "pages": 3}),
        {"put-merges"},
    ),
    "get shows something else where put left out": Case(
        State({"1": Entry("#1", {"title": "Bea"}, replaced={"pages": 3}, written_by="put")}),
        got("1", {"title": "Bea", "pages": 100}),
    ),
    "put to an unknown key": Case(State(), put("9"), {"unknown-key-changed"}),
    "put to an unknown key is not found": Case(State(), put("9", ending=LOST)),
    "put to an unknown key makes it, as was said": Case(State(), put("9"), manners=CREATING),
    "put to an entry of others": Case(OTHERS, put("old")),
    "put to what is forgotten": Case(FORGOTTEN, put("7")),
    "put to what was deleted": Case(DELETED, put("1"), {"deleted-still-changed"}),
    "put to what was buried": Case(DELETED, put("1"), {"deleted-still-changed"}, TOMBSTONE),
    "put to what was deleted is not found": Case(DELETED, put("1", ending=LOST)),
    "put to what was deleted makes it anew, as was said": Case(DELETED, put("1"), manners=CREATING),
    "put to what is in the trash": Case(DELETED, put("1"), manners=TRASH),
    "put to what is in the trash is not found, before it was done": Case(
        DELETED, put("1", ending=LOST), {"trash-lost"}, replace(TRASH, put_deleted=Ending.DONE)
    ),
    "put to what is in the trash is not found, as before": Case(
        DELETED, put("1", ending=LOST), manners=replace(TRASH, put_deleted=LOST)
    ),
    # ----------------------------------------------------------------- patch
    "patch is answered with the whole": Case(ONE, patched("1", {"pages": 4}, value={**ADA, "pages": 4})),
    "patch is answered with something else": Case(
        ONE, patched("1", {"pages": 4}, value={**ADA, "pages": 9}), {"patch-answers-otherwise"}
    ),
    "patch changes more": Case(ONE, patched("1", {"pages": 4}, value={"title": "", "pages": 4}), {"patch-changes-more"}),
    "patch shows less": Case(ONE, patched("1", {"pages": 4}, value={"pages": 4})),
    "patch does not find it": Case(ONE, patched("1", {"pages": 4}, LOST), {"patch-not-found"}),
    "patch is refused": Case(ONE, patched("1", {"pages": 4}, REFUSED)),
    "patch of an unknown key": Case(ONE, patched("9", {"pages": 4}), {"unknown-key-changed"}),
    "patch of an unknown key makes nothing, even where put does": Case(
        ONE, patched("9", {"pages": 4}), {"unknown-key-changed"}, CREATING
    ),
    "patch of an unknown key is not found": Case(ONE, patched("9", {"pages": 4}, LOST)),
    "patch of an entry of others": Case(OTHERS, patched("old", {"pages": 4})),
    "patch of what is forgotten": Case(FORGOTTEN, patched("7", {"pages": 4})),
    "patch of what was deleted": Case(DELETED, patched("1", {"pages": 4}), {"deleted-still-changed"}),
    "patch of what was deleted, where put makes anew": Case(
        DELETED, patched("1", {"pages": 4}), {"deleted-still-changed"}, CREATING
    ),
    "patch of what is in the trash": Case(DELETED, patched("1", {"pages": 4}), manners=LISTED),
    # ---------------------------------------------------------------- delete
    "delete": Case(ONE, deleted("1")),
    "delete does not find it": Case(ONE, deleted("1", LOST), {"delete-not-found"}),
    "delete is refused": Case(ONE, deleted("1", REFUSED)),
    "delete of an unknown key": Case(ONE, deleted("9"), {"unknown-key-deleted"}),
    "delete of an unknown key is not found": Case(ONE, deleted("9", LOST)),
    "delete of an entry of others": Case(OTHERS, deleted("old")),
    "delete of what is forgotten": Case(FORGOTTEN, deleted("7")),
    "delete again is another answer": Case(
        DELETED, deleted("1"), {"delete-again-otherwise"}, Manners(delete_again=LOST)
    ),
    "delete again is the same answer": Case(DELETED, deleted("1", LOST), manners=Manners(delete_again=LOST)),
    "delete again is gone, not not found": Case(DELETED, deleted("1", GONE), manners=Manners(delete_again=LOST)),
    "delete again, nothing learned": Case(DELETED, deleted("1", REFUSED)),
    "get of what was deleted": Case(DELETED, got("1", ADA), {"deleted-still-found"}),
    "get of what was deleted finds nothing": Case(DELETED, got("1", ending=LOST)),
    "get of what was deleted is gone": Case(DELETED, got("1", ending=GONE)),
    "get of what was buried is not found": Case(DELETED, got("1", ending=LOST), {"tombstone-lost"}, TOMBSTONE),
    "get of what was buried shows it": Case(DELETED, got("1", ADA), {"tombstone-lost"}, TOMBSTONE),
    "get of what was buried is gone": Case(DELETED, got("1", ending=GONE), manners=TOMBSTONE),
    "get of the trash": Case(DELETED, got("1", {**ADA, "trash": True}), manners=TRASH),
    "get of the trash finds nothing": Case(DELETED, got("1", ending=LOST), {"trash-lost"}, TRASH),
    "get of the trash shows no mark": Case(DELETED, got("1", ADA), {"trash-mark-lost"}, TRASH),
    "get of the trash shows another mark": Case(DELETED, got("1", {**ADA, "trash": False}), {"trash-mark-lost"}, LISTED),
    "get of the trash shows other values": Case(
        DELETED, got("1", {**ADA, "pages": 0, "trash": True}), {"trash-changed"}, TRASH
    ),
    "get of the trash shows a moment as mark": Case(
        DELETED, got("1", {**ADA, "deleted_at": "2024-01-01"}), manners=replace(TRASH, mark="deleted_at", marked=None)
    ),
    "get of the trash shows no moment": Case(
        DELETED, got("1", {**ADA, "deleted_at": None}), {"trash-mark-lost"}, replace(TRASH, mark="deleted_at", marked=None)
    ),
    "get of the trash without a mark, as was said": Case(DELETED, got("1", ADA), manners=Manners(delete=Delete.READABLE)),
    # ------------------------------------------------------------------ list
    "list shows all": Case(TWO, listed(("2", BEA), ("1", ADA))),
    "list shows one twice": Case(TWO, listed(("1", ADA), ("2", BEA), ("1", ADA)), {"listed-twice"}),
    "list shows an entry of others twice": Case(OTHERS, listed(("old", {}), ("old", {})), {"listed-twice"}),
    "list says how many it shows": Case(TWO, told(2)),
    "list says that there are fewer than it shows": Case(TWO, told(1), {"counted-otherwise"}),
    "list says that there are more than it shows": Case(TWO, told(3), {"counted-otherwise"}),
    "list does not show what was made": Case(ONE, listed(), {"created-not-listed"}),
    "list does not show what it showed": Case(TWO, listed(("1", ADA)), {"vanished-from-list"}),
    "list shows only a part": Case(TWO, listed(("1", ADA), whole=False)),
    "list does not show others": Case(OTHERS, listed(), {"others-vanished"}),
    "list does not show others, who may write": Case(OTHERS, listed(), manners=SHARED),
    "list does not show others after the trash was emptied": Case(replace(OTHERS, settling=True), listed()),
    "list shows what was deleted": Case(DELETED, listed(("1", ADA)), {"deleted-still-listed"}),
    "list shows what is in the trash": Case(DELETED, listed(("1", ADA)), {"deleted-still-listed"}, TRASH),
    "list shows what was buried": Case(DELETED, listed(("1", ADA)), {"deleted-still-listed"}, TOMBSTONE),
    "list does not show what was deleted": Case(DELETED, listed()),
    "list shows the trash, where it does": Case(DELETED, listed(("1", {**ADA, "trash": True})), manners=LISTED),
    "list does not show the trash, where it does": Case(DELETED, listed(), {"trash-lost"}, LISTED),
    "list shows only a part of the trash": Case(DELETED, listed(whole=False), manners=LISTED),
    "list shows what was emptied": Case(EMPTIED, listed(("1", ADA)), {"deleted-still-listed"}),
    "list shows what nobody made": Case(ONE, listed(("1", ADA), ("9", BEA)), {"listed-unknown"}),
    "list shows what others made": Case(ONE, listed(("1", ADA), ("9", BEA)), manners=SHARED),
    "list shows a second of it": Case(ONE, listed(("1", ADA), ("9", {"id": 9, **ADA})), {"created-twice"}),
    "list shows what earlier tests left in the trash": Case(State(forgotten=frozenset({"7"})), listed(("7", ADA))),
    "list shows what was before put": Case(WRITTEN, listed(("1", ADA)), {"stale-list"}),
    "list shows other values after post": Case(ONE, listed(("1", {**ADA, "pages": 4})), {"post-not-kept"}),
    "list shows other values after it was read": Case(READ, listed(("1", {**ADA, "pages": 4})), {"changed-by-others"}),
    "list shows less": Case(ONE, listed(("1", {"title": "Ada"}))),
    "list shows keys alone": Case(ONE, listed(("1", None))),
    "list changes what nobody wrote": Case(
        shown(READ, {**ADA, "uses": 1}, listed_as=True), listed(("1", {**ADA, "uses": 0})), {"changed-by-reading"}
    ),
    "list shows otherwise than get": Case(shown(READ, {**ADA, "uses": 1}), listed(("1", {**ADA, "uses": 0}))),
    "list is refused": Case(TWO, listed(ending=REFUSED)),
    # ----------------------------------------------------------- empty_trash
    "empty_trash": Case(DELETED, did(Command.EMPTY_TRASH), manners=TRASH),
    "empty_trash is refused": Case(DELETED, did(Command.EMPTY_TRASH, ending=REFUSED), manners=TRASH),
    # -------------------------------------------------------- in itself wrong
    "the service fails": Case(ONE, got("1", ending=BROKEN), {"server-error"}),
    "the service fails at the trash": Case(DELETED, got("1", ending=BROKEN), {"server-error"}, TRASH),
    "the service fails to delete again": Case(
        DELETED, deleted("1", BROKEN), {"server-error"}, Manners(delete_again=LOST)
    ),
    "the answer breaks its schema": Case(
        ONE, Done(Command.GET, "1", None, Outcome(Ending.DONE, "1", ADA, breaches=(Breach("schema", "`id` is text"),))), {"schema"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_held_against_the_service(name):
    state, done, rules, manners = CASES[name]
    judged = judge(state, manners, done)
    assert {breach.rule for breach in judged.breaches} == rules
    for breach in judged.breaches:
        assert "\n" not in breach.message
        assert len(breach.message) > 10


@pytest.mark.parametrize(("state", "alone"), [(DELETED, True), (EMPTIED, True), (ONE, False), (OTHERS, False)], ids=str)
def test_the_model_goes_on_with_a_key_whose_entry_is_gone(state, alone):
    key = next(iter((*state.normal, *state.trash, *state.removed, *state.foreign)))
    judged = judge(state, PLAIN, posted(key, sent=BEA))
    assert [breach.alone for breach in judged.breaches] == [alone]
    assert judged.state.normal[key].facts == BEA
    assert judged.state.place == "NC", "it is neither deleted nor removed any more"
    assert not judge(judged.state, PLAIN, listed((key, BEA), whole=False)).breaches
    after = judge(judged.state, PLAIN, posted("new")).state
    assert len({entry.name for entry in after.normal.values()}) == len(after.normal), "each has a name of its own"


def test_what_put_kept_is_told_once_and_the_model_goes_on():
    merged = State({"1": Entry("#1", {"title": "Bea"}, replaced={"pages": 3}, written_by="put")}, made=1)
    shows = got("1", {"title": "Bea", "pages": 3})
    judged = judge(merged, PLAIN, shows)
    assert [(one.rule, one.alone) for one in judged.breaches] == [("put-merges", True)]
    assert judge(judged.state, PLAIN, shows).breaches == ()
    assert judge(judged.state, PLAIN, got("1", {"title": "Cea"})).breaches, "what was put is still expected"
    clean = judge(merged, PLAIN, got("1", {"title": "Bea"})).state
    assert judge(clean, PLAIN, shows).breaches, "what a read did not show must not come back"


def test_every_rule_has_a_case():
    """By the words of the sources, so that a new rule asks for its case."""
    folder = Path(querious.state.rules.__file__).parent
    written = {rule for file in folder.glob("*.py") for rule in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', file.read_text())}
    built = {f"{verb}-{ending}" for verb in ("post", "put", "patch") for ending in ("not-kept", "answers-otherwise")}
    tested = {rule for case in CASES.values() for rule in case.rules}
    assert written - tested == set()
    assert built - {"patch-not-kept"} <= tested


UNDONE = [Ending.REFUSED, Ending.CONFLICT, Ending.NOT_ALLOWED, Ending.BROKEN]
WRITES = [posted("", sent=BEA), put("1"), patched("1", {"pages": 9}), deleted("1"), did(Command.EMPTY_TRASH)]


@pytest.mark.parametrize("ending", UNDONE)
@pytest.mark.parametrize("done", WRITES, ids=lambda done: done.command)
@pytest.mark.parametrize("manners", [PLAIN, TRASH, LISTED, TOMBSTONE], ids=lambda manners: manners.delete)
def test_what_is_not_done_changes_nothing(done, ending, manners):
    for state in (TWO, DELETED):
        after = judge(state, manners, done._replace(outcome=replace(done.outcome, ending=ending))).state
        assert (after.normal, after.trash, after.removed) == (state.normal, state.trash, state.removed)


def test_a_refusal_that_left_something_behind_is_found_by_reading():
    refused = judge(READ, PLAIN, put("1", ending=REFUSED)).state
    assert {one.rule for one in judge(refused, PLAIN, got("1", BEA)).breaches} == {"changed-by-others"}
    assert judge(refused, PLAIN, got("1", ADA)).breaches == ()


def after(*commands: Done, manners: Manners = PLAIN, state: State | None = None) -> State:
    state = state or State()
    for done in commands:
        judged = judge(state, manners, done)
        assert judged.breaches == (), judged.breaches
        state = judged.state
    return state


def rules(state: State, done: Done, manners: Manners = PLAIN) -> set[str]:
    return {breach.rule for breach in judge(state, manners, done).breaches}


def test_the_model_goes_on():
    made = after(posted("1"), posted("2", sent=BEA))
    assert (made.place, made.made, [entry.name for entry in made.normal.values()]) == ("NC", 2, ["#1", "#2"])
    gone = after(deleted("1"), state=made)
    assert (gone.place, gone.name_of("1")) == ("NN", "#1")
    empty = after(deleted("2"), did(Command.EMPTY_TRASH), manners=TRASH, state=gone)
    assert (empty.place, set(empty.removed), empty.settling) == ("EC", {"1", "2"}, True)


def test_settling_lasts_for_one_look():
    state = after(did(Command.EMPTY_TRASH), state=replace(OTHERS, foreign=frozenset({"old", "older"})), manners=TRASH)
    looked = after(listed(("old", {})), state=state, manners=TRASH)
    assert not looked.settling
    assert looked.foreign == {"old"}
    assert rules(looked, listed(), TRASH) == {"others-vanished"}


def test_what_nobody_made_is_told_once():
    state = judge(ONE, PLAIN, listed(("1", ADA), ("9", BEA))).state
    assert rules(state, listed(("1", ADA), ("9", BEA))) == set()
    assert rules(state, got("9", BEA)) == set()


def test_a_list_that_shows_whole_entries_confirms_them():
    state = after(posted("1"), listed(("1", ADA)))
    assert rules(state, got("1", ending=LOST)) == {"entry-lost"}
    part = after(posted("1"), listed(("1", {"title": "Ada"})))
    assert rules(part, got("1", ending=LOST)) == {"post-not-found"}


def test_put_replaces_and_patch_merges_what_is_known():
    assert after(posted("1"), put("1", {"title": "B"})).normal["1"].facts == {"title": "B"}
    assert after(posted("1"), put("1", {"title": "B"}), manners=MERGING).normal["1"].facts == {"title": "B", "pages": 3}
    patched_ = after(posted("1"), patched("1", {"title": "B"}))
    assert patched_.normal["1"].facts == {"title": "B", "pages": 3}
    assert rules(patched_, got("1", {"title": "B", "pages": 0})) == {"patch-not-kept"}


def test_what_put_left_out_and_patch_brought_back_may_be_there():
    state = after(posted("1"), put("1", {"title": "B"}), patched("1", {"pages": 3}))
    assert rules(state, got("1", {"title": "B", "pages": 3})) == set()


def test_what_put_left_out_twice_is_still_not_to_be_there():
    state = after(posted("1"), put("1", {"title": "B"}), put("1", {"title": "C"}))
    assert rules(state, got("1", {"title": "C", "pages": 3})) == {"put-merges"}


def test_the_moment_of_making_never_changes():
    state = after(posted("1", {**ADA, "created_at": "2024-01-01T00:00:00Z"}), put("1", BEA))
    assert rules(state, got("1", {**BEA, "created_at": "2024-01-01T00:00:00+00:00"})) == set()
    assert rules(state, got("1", {**BEA, "created_at": "2025-01-01T00:00:00Z"})) == {"put-not-kept"}


def test_what_put_makes_is_an_entry_like_others():
    state = after(put("mine"), manners=CREATING)
    assert state.normal["mine"].name == "#1"
    assert rules(state, got("mine", ending=LOST), CREATING) == {"put-not-found"}
    assert rules(state, listed(), CREATING) == {"created-not-listed"}


@pytest.mark.parametrize("made", [{"title": "Ada", "active": False}, {"title": "Ada", "status": "draft"}])
def test_a_list_may_leave_out_what_a_flag_or_a_state_sets_apart(made):
    state = State({"1": Entry("#1", made)}, made=1)
    others = [(str(number), {"title": f"B{number}", "active": True, "status": "out"}) for number in range(2, 5)]
    (breach,) = (one for one in judge(state, PLAIN, listed(*others)).breaches if one.key == "1")
    assert breach.severity is Severity.SUSPICION
    shown_alike = listed(*others, ("5", {**made, "title": "C"}))
    (certain,) = (one for one in judge(state, PLAIN, shown_alike).breaches if one.key == "1")
    assert certain.severity is Severity.FAULT


def test_a_key_that_is_made_of_a_name_may_come_again():
    state = State(trash={"two-birds": Entry("#1", {"title": "Two birds"})}, made=1)
    assert rules(state, posted("two-birds", sent={"title": "Two Birds"})) == set()
    assert rules(state, posted("two-birds", sent={"title": "Stones"})) == {"key-reused"}
    there = State({"two-birds": Entry("#1", {"title": "Two birds"})}, made=1)
    assert rules(there, posted("two-birds", sent={"title": "Two Birds"})) == {"key-reused"}


def test_what_put_makes_anew_is_there_again():
    state = after(posted("1"), deleted("1"), put("1", BEA), manners=CREATING)
    assert (state.place, state.normal["1"].name) == ("NC", "#1")
    assert rules(state, got("1", BEA), CREATING) == set()


def test_what_is_changed_in_the_trash_stays_there():
    state = after(posted("1"), deleted("1"), patched("1", {"pages": 9}), manners=TRASH)
    assert state.place == "EN"
    assert rules(state, got("1", {"title": "Ada", "pages": 9, "trash": True}), TRASH) == set()
    assert rules(state, got("1", {**ADA, "trash": True}), TRASH) == {"trash-changed"}


@pytest.mark.parametrize(("fails", "severity"), [(True, Severity.FAULT), (False, Severity.SUSPICION)])
def test_deleting_what_never_was_is_a_fault_only_where_not_found_is_promised(fails, severity):
    (breach,) = judge(ONE, Manners(delete_unknown_fails=fails), deleted("9")).breaches
    assert breach.severity is severity


def test_a_failure_tells_the_status_or_what_went_wrong():
    def told(*exchanges):
        return (
            judge(ONE, PLAIN, Done(Command.GET, "1", None, Outcome(BROKEN, "1", exchanges=exchanges)))
            .breaches[0]
            .message
        )

    assert "HTTP 503" in told(Exchange(ANY_CASE, status=500), Exchange(ANY_CASE, status=503))
    assert "connection was lost" in told(Exchange(ANY_CASE, failure=Failure.LOST))
    assert "no answer that can be read" in told()


@given(st.lists(st.sampled_from([*WRITES, got("1", ADA), got("9"), listed(("1", ADA))]), max_size=8))
def test_judging_is_pure(commands):
    """The same commands from the same state come to the same: parallel branches are explained by that."""

    def run():
        state, found = TWO, []
        for done in commands:
            state, breachs = judge(state, TRASH, done)
            found.append(breachs)
        return state, found

    before = repr(TWO)
    assert run() == run()
    assert repr(TWO) == before


def test_what_put_makes_anew_has_nothing_of_what_it_was_before():
    """Neither what was shown of it, nor what it was before: another entry may have been given the same values since."""
    manners = replace(PLAIN, put_creates=True)
    state = shown(READ, {**ADA, "lit": False})
    for done in (deleted("1"), put("1", BEA), posted("2", sent={**ADA, "lit": True})):
        state = judge(state, manners, done).state
    assert judge(state, manners, got("1", {**BEA, "lit": True})).breaches == ()


@pytest.mark.parametrize(
    ("state", "done", "manners"),
    [
        (State(), put("9"), Manners(not_found=frozenset())),
        (ONE, patched("9", {"pages": 4}), Manners(not_found=frozenset({Command.GET}))),
        (DELETED, put("1"), Manners(not_found=frozenset())),
        (State(), posted("1", {**ADA, "title": "ADA"}), PLAIN),
        (State(), posted("1", ADA, sent={**ADA, "title": " Ada "}), PLAIN),
        (State(), posted("1", {**ADA, "tags": ["new"]}, sent={**ADA, "tags": []}), PLAIN),
        (ONE, got("1", {**ADA, "title": "ada"}), PLAIN),
        (ONE, listed(), Manners(searched=True)),
    ],
)
def test_what_a_reasonable_design_explains_is_a_suspicion(state, done, manners):
    """A change of nothing where no 404 is promised; a text in its common form; a search that lags behind."""
    assert {breach.severity for breach in judge(state, manners, done).breaches} == {Severity.SUSPICION}


def test_nothing_is_expected_of_a_key_whose_put_may_have_done_nothing():
    manners = Manners(not_found=frozenset())
    after = judge(State(), manners, put("9")).state
    assert judge(after, manners, listed()).breaches == judge(after, manners, listed(("9", BEA))).breaches == ()
