from __future__ import annotations

import pytest

from querious.model import Exchange
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.made_entries import MadeEntries
from querious.rest.openapi import RestOperation
from querious.rest.openapi.collections.entry_removals import EntryRemovals

CREATE = RestOperation("post", "/shops/{shop}/books")
REMOVE = RestOperation("delete", "/shops/{shopId}/books/{id}")
LIST = RestOperation("get", "/shops/{shop}/books")
ISSUE = RestOperation("post", "/tokens")
REVOKE = RestOperation("delete", "/tokens/{token}")
STORE = RestOperation("put", "/files/{name}")
DROP = RestOperation("delete", "/files/{name}")
LOG = RestOperation("post", "/logs")


def made_entries():
    return MadeEntries(EntryRemovals({str(CREATE): REMOVE, str(ISSUE): REVOKE, str(STORE): DROP}))


def exchange(operation, status, payload=None, body=None, headers=None, **path):
    arguments = tuple(RestArgument("path", name, value) for name, value in path.items())
    call = RestCall(operation.method.upper(), operation.path, arguments, "application/json", body)
    return Exchange(call_case(0, call, operation), status, headers or {}, payload=payload, is_json=True)


def places(made):
    return [(entry.removal, dict(entry.place)) for entry in made.left()]


def test_what_is_created_is_left_until_it_is_deleted():
    made = made_entries()
    made.note(exchange(CREATE, 201, {"id": 7}, {"title": "War"}, shop="s"), CREATE)
    assert places(made) == [("DELETE /shops/{shopId}/books/{id}", {"shopId": "s", "id": "7"})]
    made.note(exchange(REMOVE, 409, {}, shopId="s", id="7"), REMOVE)
    assert len(made) == 1
    made.note(exchange(REMOVE, 204, shopId="s", id="7"), REMOVE)
    assert len(made) == 0


def test_what_was_there_is_not_ours():
    made = made_entries()
    made.note(exchange(LIST, 200, [{"id": 7}], shop="s"), LIST)
    made.note(exchange(CREATE, 200, {"id": 7}, shop="s"), CREATE)
    assert len(made) == 0
    made.note(exchange(CREATE, 200, {"id": 8}, shop="s"), CREATE)
    assert len(made) == 1, "this one nobody has shown before"
    made.note(exchange(CREATE, 201, {"id": 9}, shop="s"), CREATE)
    made.note(exchange(CREATE, 200, {"id": 10}, shop="s"), CREATE)
    assert len(made) == 2, "who says 201 for new entries says with 200 that it is an old one"


def test_what_a_list_shows_first_while_it_is_created_is_ours_if_it_was_not_there_before():
    made = made_entries()
    made.were_there(str(REMOVE), [{"shopId": "s", "id": "6"}])
    made.note(exchange(LIST, 200, [{"id": 6}, {"id": 7}], shop="s"), LIST)
    made.note(exchange(CREATE, 200, {"id": 6}, shop="s"), CREATE)
    made.note(exchange(CREATE, 200, {"id": 7}, shop="s"), CREATE)
    assert places(made) == [(str(REMOVE), {"shopId": "s", "id": "7"})]


def test_credentials_are_found_by_their_secret_and_come_first():
    made = made_entries()
    made.note(exchange(ISSUE, 201, {"secret": "abc", "name": "mine"}), ISSUE)
    made.note(exchange(CREATE, 201, {"id": 7}, shop="s"), CREATE)
    assert places(made)[0] == ("DELETE /tokens/{token}", {"token": "abc"})
    assert [entry.is_credential for entry in made.left()] == [True, False]


@pytest.mark.parametrize(("status", "count"), [(201, 1), (200, 0), (204, 0), (400, 0)])
def test_a_put_makes_what_it_says_is_created(status, count):
    made = made_entries()
    made.note(exchange(STORE, status, {}, name="a"), STORE)
    assert len(made) == count


def test_what_nothing_removes_is_counted():
    made = made_entries()
    made.note(exchange(LOG, 201, {"id": 1}), LOG)
    made.note(exchange(CREATE, 201, "done", shop="s"), CREATE)
    assert made.unremovable == {"POST /logs": 1, "POST /shops/{shop}/books": 1}
    made.note(exchange(LOG, 201, None, [{"text": "a"}, {"text": "b"}]), LOG)
    assert made.unremovable["POST /logs"] == 3


def test_only_what_this_run_has_made_or_nobody_has_shown_may_be_removed():
    made = made_entries()
    made.note(exchange(LIST, 200, [{"id": 7}], shop="s"), LIST)
    made.note(exchange(CREATE, 201, {"id": 8}, shop="s"), CREATE)
    assert [key for key in "789" if made.are_others(REMOVE, ["s", key])] == ["7"]
    assert made.own(REMOVE) == [{"shopId": "s", "id": "8"}]
    assert not made.are_others(LIST, ["7"])


def test_a_location_tells_the_key():
    made = made_entries()
    made.note(exchange(CREATE, 201, None, shop="s", headers={"location": "http://x/v1/shops/s/books/9"}), CREATE)
    assert places(made) == [("DELETE /shops/{shopId}/books/{id}", {"shopId": "s", "id": "9"})]


def test_what_stands_below_an_entry_goes_with_it():
    made = made_entries()
    comment = RestOperation("post", "/shops/{shop}/books/{book}/comments")
    for shop, book in (("s", "7"), ("s", "70")):
        made.note(exchange(comment, 201, {}, shop=shop, book=book), comment)
    made.note(exchange(REMOVE, 404, shopId="s", id="70"), REMOVE)
    made.note(exchange(REMOVE, 204, shopId="s", id="7"), REMOVE)
    assert made.unremovable == {str(comment): 1}


def test_an_entry_that_is_not_found_by_its_id_is_looked_for_by_what_the_path_calls_its_key():
    create, remove = RestOperation("post", "/pools"), RestOperation("delete", "/pools/{name}")
    made = MadeEntries(EntryRemovals({str(create): remove}))
    made.note(exchange(create, 201, {"id": "f3", "name": "a"}, {"name": "a"}), create)
    assert places(made) == [(str(remove), {"name": "f3"})]
    made.note(exchange(remove, 404, name="f3"), remove)
    assert places(made) == [(str(remove), {"name": "a"})]
    made.note(exchange(remove, 204, name="a"), remove)
    assert places(made) == []


def test_a_name_that_was_shown_before_is_not_the_key_of_what_was_made():
    create, remove = RestOperation("post", "/pools"), RestOperation("delete", "/pools/{name}")
    made = MadeEntries(EntryRemovals({str(create): remove}))
    made.note(exchange(LIST, 200, [{"name": "common"}], shop="s"), LIST)
    made.note(exchange(create, 201, {"id": "f3", "name": "common"}), create)
    made.note(exchange(remove, 404, name="f3"), remove)
    assert places(made) == []


def test_what_a_list_showed_at_the_beginning_is_never_ours():
    made = made_entries()
    made.were_there(str(REVOKE), [{"token": "abc"}])
    for secret in ("abc", "def"):
        made.note(exchange(ISSUE, 201, {"secret": secret}), ISSUE)
    assert places(made) == [(str(REVOKE), {"token": "def"})]


def test_what_stands_in_an_entry_that_was_removed_may_have_gone_with_it():
    made, close = made_entries(), RestOperation("delete", "/shops/{id}")
    for shop in ("s", "t"):
        made.note(exchange(CREATE, 201, {"id": 7}, shop=shop), CREATE)
    made.note(exchange(close, 403, id="t"), close)
    made.note(exchange(close, 204, id="s"), close)
    assert {entry.place["shopId"]: entry.parent_gone for entry in made.left()} == {"s": True, "t": False}


def test_a_short_name_is_ours_where_nothing_had_it_under_the_name_of_its_member():
    made = made_entries()
    made.note(exchange(LIST, 200, [{"id": 4, "size": "5"}], shop="s"), LIST)
    made.note(exchange(LOG, 202, {}, {"appName": "4", "size": "5"}), LOG)
    assert [made.wrote("appName", "4"), made.wrote("size", "5"), made.wrote("name", "4")] == [True, False, False]


def test_several_made_at_once_are_all_left():
    made = made_entries()
    made.note(exchange(CREATE, 201, [{"id": 7}, {"id": 8}], shop="s"), CREATE)
    assert [place["id"] for _, place in places(made)] == ["8", "7"]


def test_a_key_of_several_parts_is_read_from_the_answer_or_from_what_was_sent():
    create, remove = RestOperation("post", "/tags"), RestOperation("delete", "/tags/{kind}/{name}")
    made = MadeEntries(EntryRemovals({str(create): remove}))
    made.note(exchange(create, 201, {"name": "a"}, {"kind": "k", "name": "sent"}), create)
    made.note(exchange(create, 201, {}, {"name": "b"}), create)
    assert places(made) == [(str(remove), {"kind": "k", "name": "a"})]
    assert made.unremovable == {"POST /tags": 1}


def test_what_was_set_aside_is_removed_for_good():
    final = RestOperation("delete", "/archive/{id}")
    made = MadeEntries(EntryRemovals({str(CREATE): REMOVE}, for_good={str(REMOVE): final}))
    made.note(exchange(CREATE, 201, {"id": 7}, shop="s"), CREATE)
    made.note(exchange(REMOVE, 204, shopId="s", id="7"), REMOVE)
    assert places(made) == [(str(final), {"id": "7"})]
    made.note(exchange(final, 204, id="7"), final)
    assert len(made) == 0


def test_another_operation_tells_of_a_new_entry_by_its_status_and_an_unseen_key():
    start, stop, listing = (
        RestOperation("post", "/plans/{id}/start"),
        RestOperation("delete", "/runs/{id}"),
        RestOperation("get", "/runs"),
    )
    made = MadeEntries(EntryRemovals({str(start): stop}, elsewhere=frozenset({str(start)})))
    made.note(exchange(listing, 200, [{"id": "old"}]), listing)
    for status, key in ((200, "x"), (201, "old"), (201, "p"), (201, "new")):
        made.note(exchange(start, status, {"id": key}, id="p"), start)
    assert places(made) == [(str(stop), {"id": "new"})]


def test_what_a_call_wrote_before_anything_showed_it_is_known():
    made = made_entries()
    made.note(exchange(LIST, 200, [{"id": "known-one"}], shop="s"), LIST)
    made.note(exchange(CREATE, 400, {"told": "an answer"}, {"title": "known-one", "tag": "my-tag", "id": "9"}), CREATE)
    made.note(exchange(CREATE, 400, None, {"book_no": 8}), CREATE)
    assert made.wrote("id", "my-tag")
    assert made.wrote("id", "an answer")
    assert made.wrote("bookNo", "8"), "a short one by the name of its member"
    assert not any(made.wrote("id", key) for key in ("known-one", "7", "elsewhere", "9"))


def test_an_answer_that_is_nothing_but_the_key_tells_it():
    made = made_entries()
    made.note(exchange(ISSUE, 201, "created"), ISSUE)
    assert not places(made)
    made.note(exchange(ISSUE, 201, "01a1f27d-d24d-7e14"), ISSUE)
    assert places(made) == [("DELETE /tokens/{token}", {"token": "01a1f27d-d24d-7e14"})]
