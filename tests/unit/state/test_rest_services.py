"""The study's two services, through facades of a few lines."""

from __future__ import annotations

import pytest
from hypothesis import find, settings

from querious.model.state import Command, Delete, Ending
from services.facades import GoogleTasks, google_task_lists, storage_room_entries
from services.google_tasks import google_tasks
from services.storage_room import storage_room
from services.transport import send_to


def task_collection(**options):
    wire = send_to(google_tasks(**options))
    task_list = google_task_lists(wire).post({"title": "Mine"}).key
    return GoogleTasks(wire).bind({"lists": [task_list]})


def entries(**options):
    return storage_room_entries(send_to(storage_room(**options)))


@pytest.mark.parametrize("collection", [entries(), task_collection()], ids=["Storage Room", "Google Tasks"])
def test_an_entry_lives(collection):
    entry = {"name": "a", "title": "t"} if collection.name == "entries" else {"title": "t"}
    posted = collection.post(entry)
    assert (posted.ending, posted.breaches) == (Ending.DONE, ())
    assert entry.items() <= posted.value.items()
    assert entry.items() <= collection.get(posted.key).value.items()
    assert [key for key, _ in collection.list().entries] == [posted.key]
    changed = {**entry, "title": "u"}
    assert collection.put(posted.key, changed).ending is Ending.DONE
    assert changed.items() <= collection.get(posted.key).value.items()
    unknown = find(collection.unknown_keys([posted.key]), lambda _: True, settings=settings(max_examples=1))
    assert len(unknown) == len(posted.key)
    for outcome in (collection.get(unknown), collection.put(unknown, entry), collection.delete(unknown)):
        assert outcome.ending is Ending.NOT_FOUND


@pytest.mark.parametrize(
    ("collection", "mark"),
    [(entries(), "@trash"), (task_collection(), "deleted")],
    ids=["Storage Room", "Google Tasks"],
)
def test_what_is_deleted_can_still_be_read_and_is_not_listed(collection, mark):
    key = collection.post({"name": "a", "title": "t"}).key
    assert collection.get(key).value[mark] is False
    assert collection.delete(key).ending is Ending.DONE
    assert collection.get(key).value[mark] is True
    assert collection.list().entries == ()
    assert collection.delete(key).ending is Ending.DONE


@pytest.mark.parametrize("collection", [entries(hard_delete=True), task_collection(hard_delete=True)])
def test_what_is_deleted_hard_is_gone(collection):
    key = collection.post({"name": "a", "title": "t"}).key
    collection.delete(key)
    assert collection.get(key).ending is Ending.NOT_FOUND
    assert collection.delete(key).ending is Ending.NOT_FOUND


def test_a_promise_stands_in_the_facade():
    assert storage_room_entries(send_to(storage_room()), Delete.HARD).delete_means is Delete.HARD
    assert Command.PATCH not in storage_room_entries(send_to(storage_room())).commands
    assert GoogleTasks(send_to(google_tasks())).needs == ("lists",)


def test_tasks_are_listed_in_pages():
    tasks = task_collection(page=3)
    keys = [tasks.post({"title": str(number)}).key for number in range(8)]
    listed = tasks.list()
    assert [key for key, _ in listed.entries] == keys
    assert listed.whole
    assert len(listed.exchanges) == 3


def test_a_patch_merges_and_a_put_replaces():
    tasks = task_collection()
    key = tasks.post({"title": "a", "notes": "n"}).key
    assert tasks.patch(key, {"title": "b"}).value["notes"] == "n"
    assert "notes" not in tasks.put(key, {"title": "c"}).value


def test_storage_room_refuses_an_entry_without_its_name():
    assert entries().post({"name": ""}).ending is Ending.REFUSED
