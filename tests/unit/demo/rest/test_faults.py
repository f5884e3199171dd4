"""Every fault, alone: a sequence of requests that shows it. The shopper holds every answer against the description."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from querious.demo import REST_FAULTS, create_rest_app
from querious.demo.rest.faults import table
from querious.demo.rest.kinds import KINDS
from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = [fault.name for fault in REST_FAULTS]


def create_not_listed(shop: Any) -> Any:
    coupon = shop.coupon()
    return shop.get(coupon).status, coupon in {f"/coupons/{entry['id']}" for entry in shop.listed("/coupons")}


def created_twice(shop: Any) -> Any:
    shop.task(title="once")
    return [entry["title"] for entry in shop.listed("/tasks")].count("once")


def create_loses_field(shop: Any) -> Any:
    return shop.get(f"/authors/{shop.author(born='2000-01-01')}").payload["born"]


def create_keeps_other(shop: Any) -> Any:
    return shop.get(f"/books/{shop.book(price=1.5)}").payload["price"]


def key_reused(shop: Any) -> Any:
    first = shop.book()
    shop.delete(f"/books/{first}")
    return shop.book() == first


def location_elsewhere(shop: Any) -> Any:
    return shop.get(shop.coupon("HERE")).payload["code"]


def create_drops_empty(shop: Any) -> Any:
    return shop.get(f"/tasks/{shop.task(notes='')}").status


def stale_read(shop: Any) -> Any:
    book = f"/books/{shop.book()}"
    shop.get(book)
    shop.patch(book, {"stock": 5})
    return shop.get(book).payload["stock"]


def unknown_key_empty(shop: Any) -> Any:
    return shop.get("/books/1/comments/99").status


def read_uses_up(shop: Any) -> Any:
    coupon = shop.coupon(uses=3)
    return shop.get(coupon).payload["uses"], shop.get(coupon).payload["uses"]


def list_shows_old(shop: Any) -> Any:
    author = shop.author()
    shop.listed("/authors")
    shop.patch(f"/authors/{author}", {"name": "new"})
    return shop.listed("/authors")[-1]["name"]


def list_loses_last(shop: Any) -> Any:
    shop.post("/books/2/comments", {"text": "C"})
    return len(shop.listed("/books/2/comments"))


def page_repeats(shop: Any) -> Any:
    keys = [shop.book() for _ in range(3)]
    return [entry["id"] for entry in shop.listed("/books")], keys


def page_skips(shop: Any) -> Any:
    for _ in range(4):
        shop.task()
    return len(shop.listed("/tasks"))


def put_merges(shop: Any) -> Any:
    author = shop.author()
    book = f"/books/{shop.book(tags=['a'])}"
    shop.put(book, {"title": "B", "author_id": author})
    return shop.get(book).payload["tags"]


def put_loses_field(shop: Any) -> Any:
    author = f"/authors/{shop.author()}"
    shop.put(author, {"name": "A", "awards": 2})
    return shop.get(author).payload["awards"]


def put_revives(shop: Any) -> Any:
    author = shop.author()
    book = f"/books/{shop.book()}"
    shop.delete(book)
    put = shop.put(book, {"title": "B", "author_id": author}).status
    return put, shop.get(book).status


def put_not_idempotent(shop: Any) -> Any:
    author = shop.author()
    book = f"/books/{shop.book()}"
    for _ in range(2):
        shop.put(book, {"title": "B", "author_id": author, "tags": ["a"]})
    return shop.get(book).payload["tags"]


def patch_replaces(shop: Any) -> Any:
    book = f"/books/{shop.book(subtitle='S')}"
    shop.patch(book, {"stock": 1})
    return shop.get(book).payload["subtitle"]


def patch_touches_others(shop: Any) -> Any:
    shop.patch("/books/1/comments/1", {"text": "changed"})
    return shop.get("/books/1/comments/2").payload["text"]


def patch_resets_nested(shop: Any) -> Any:
    book = f"/books/{shop.book(details={'pages': 3})}"
    shop.patch(book, {"stock": 1})
    return shop.get(book).payload["details"]["pages"]


def patch_resets_created(shop: Any) -> Any:
    author = f"/authors/{shop.author()}"
    before = shop.get(author).payload["created_at"]
    shop.patch(author, {"awards": 1})
    return shop.get(author).payload["created_at"] == before


def patch_loses_falsy(shop: Any) -> Any:
    book = f"/books/{shop.book(stock=1, subtitle='S', in_print=True, tags=['a'])}"
    shop.patch(book, {"stock": 0, "subtitle": "", "in_print": False, "tags": []})
    payload = shop.get(book).payload
    return payload["stock"], payload["subtitle"], payload["in_print"], payload["tags"]


def patch_leaks_default(shop: Any) -> Any:
    first, second = shop.book(), shop.book()
    shop.patch(f"/books/{first}", {"details": {"pages": 9}})
    return shop.get(f"/books/{second}").payload["details"]["pages"]


def stale_etag_accepted(shop: Any) -> Any:
    old = shop.get("/books/1").headers["etag"]
    shop.patch("/books/1", {"stock": 1})
    return shop.patch("/books/1", {"stock": 2}, if_match=old).status


def lost_update(shop: Any) -> Any:
    shop.together(("PATCH", "/books/1", {"stock": 5}, {}), ("PATCH", "/books/1", {"subtitle": "S"}, {}))
    payload = shop.get("/books/1").payload
    return payload["stock"], payload["subtitle"]


def delete_does_nothing(shop: Any) -> Any:
    book = f"/books/{shop.book()}"
    return shop.delete(book).status, shop.get(book).status


def delete_only_hides(shop: Any) -> Any:
    author = shop.author()
    shop.delete(f"/authors/{author}")
    return shop.get(f"/authors/{author}").status, author in {entry["id"] for entry in shop.listed("/authors")}


def delete_removes_another(shop: Any) -> Any:
    shop.delete("/books/1/comments/1")
    return shop.get("/books/1/comments/1").status, shop.get("/books/1/comments/2").status


def delete_twice_crashes(shop: Any) -> Any:
    book = f"/books/{shop.book()}"
    return shop.delete(book).status, shop.delete(book).status, shop.delete("/books/999").status


def delete_unknown_done(shop: Any) -> Any:
    return shop.delete("/authors/00000000-0000-4000-8000-000000000000").status


def delete_keeps_code(shop: Any) -> Any:
    shop.delete(shop.coupon("AGAIN"))
    return shop.post("/coupons", {"code": "AGAIN", "percent": 5}).status


def delete_leaves_references(shop: Any) -> Any:
    author = shop.author()
    shop.book(author_id=author)
    return shop.delete(f"/authors/{author}").status, shop.get(f"/authors/{author}").status


def child_survives_parent(shop: Any) -> Any:
    comment = shop.post("/books/2/comments", {"text": "C"}).headers["location"]
    shop.delete("/books/2")
    return shop.get(comment).status


def child_listed_elsewhere(shop: Any) -> Any:
    shop.post("/books/2/comments", {"text": "C"})
    return len(shop.listed("/books/3/comments")), shop.get("/books/9/comments").status


def child_found_elsewhere(shop: Any) -> Any:
    return shop.get("/books/2/comments/1").status, shop.get("/books/9/comments/1").status


def trash_mark_lost(shop: Any) -> Any:
    task = shop.task()
    shop.delete(f"/tasks/{task}")
    return shop.get(f"/tasks/{task}").payload["trashed"], task in {entry["id"] for entry in shop.listed("/tasks")}


def put_untrashes(shop: Any) -> Any:
    task = shop.task()
    shop.delete(f"/tasks/{task}")
    shop.put(f"/tasks/{task}", {"title": "T"})
    return task in {entry["id"] for entry in shop.listed("/tasks")}


def trash_not_emptied(shop: Any) -> Any:
    task = shop.task()
    shop.delete(f"/tasks/{task}")
    shop.delete("/tasks/trash")
    return shop.get(f"/tasks/{task}").status


def trash_takes_done(shop: Any) -> Any:
    task = shop.task(done=True)
    shop.delete("/tasks/trash")
    return shop.get(f"/tasks/{task}").status


def tombstone_lost(shop: Any) -> Any:
    coupon = shop.coupon()
    return [shop.send(method, coupon).status for method in ("DELETE", "GET", "DELETE", "GET")]


FALSY = (0, "", False, [])

SHOWN: dict[Callable[[Any], Any], tuple[Any, Any]] = {
    create_not_listed: ((200, True), (200, False)),
    created_twice: (1, 2),
    create_loses_field: ("2000-01-01", None),
    create_keeps_other: (1.5, 1),
    key_reused: (False, True),
    location_elsewhere: ("HERE", "SPRING24"),
    create_drops_empty: (200, 404),
    stale_read: (5, 0),
    unknown_key_empty: (404, 200),
    read_uses_up: ((3, 3), (3, 2)),
    list_shows_old: ("new", "A"),
    list_loses_last: (1, 0),
    page_repeats: (([1, 2, 3, 4, 5, 6], [4, 5, 6]), ([1, 2, 3, 4, 5, 5, 6], [4, 5, 6])),
    page_skips: (6, 5),
    put_merges: ([], ["a"]),
    put_loses_field: (2, 0),
    put_revives: ((404, 404), (200, 200)),
    put_not_idempotent: (["a"], ["a", "a"]),
    patch_replaces: ("S", ""),
    patch_touches_others: ("Cold.", "changed"),
    patch_resets_nested: (3, None),
    patch_resets_created: (True, False),
    patch_loses_falsy: (FALSY, (1, "S", True, ["a"])),
    patch_leaks_default: (None, 9),
    stale_etag_accepted: (412, 200),
    lost_update: ((5, "S"), (0, "S")),
    delete_does_nothing: ((204, 404), (204, 200)),
    delete_only_hides: ((404, False), (200, False)),
    delete_removes_another: ((404, 200), (200, 404)),
    delete_twice_crashes: ((204, 404, 404), (204, 500, 404)),
    delete_unknown_done: (404, 204),
    delete_keeps_code: (201, 409),
    delete_leaves_references: ((409, 200), (204, 404)),
    child_survives_parent: (404, 200),
    child_listed_elsewhere: ((0, 404), (3, 404)),
    child_found_elsewhere: ((404, 404), (200, 404)),
    trash_mark_lost: ((True, False), (False, False)),
    put_untrashes: (False, True),
    trash_not_emptied: (404, 200),
    trash_takes_done: (200, 404),
    tombstone_lost: ([204, 410, 410, 410], [204, 410, 410, 404]),
}
BY_NAME = {sequence.__name__.replace("_", "-"): sequence for sequence in SHOWN}


@pytest.mark.parametrize("name", NAMES)
def test_a_fault_shows_and_the_healthy_shop_does_not_have_it(shopper: Any, name: str):
    healthy, faulty = SHOWN[BY_NAME[name]]
    assert BY_NAME[name](shopper()) == healthy
    assert BY_NAME[name](shopper(name)) == faulty


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.unmeasured
def test_whatever_is_done_to_a_faulty_shop_every_answer_fits_the_description(shopper: Any, name: str):
    shop = shopper(name)
    for sequence in BY_NAME.values():
        with contextlib.suppress(KeyError, TypeError, IndexError):  # what one sequence deleted, the next may miss
            sequence(shop)


def test_every_fault_is_shown_once():
    assert sorted(BY_NAME) == sorted(NAMES)
    assert len(NAMES) >= 24


def test_faults_are_woven_in_where_there_is_something():
    operations = {f"{kind.name}.{name}" for kind in KINDS for name in kind.operations}
    for fault in REST_FAULTS:
        assert set(fault.places) <= operations
        assert fault.about.endswith(".")


def test_a_faulty_shop_remembers_nothing_of_another(shopper: Any):
    for name in ("patch-leaks-default", "stale-read", "delete-twice-crashes", "delete-keeps-code"):
        for _ in range(2):
            assert BY_NAME[name](shopper(name)) == SHOWN[BY_NAME[name]][1]


def test_faults_do_not_show_where_nothing_is_done(shopper: Any):
    shop = shopper("put-revives")
    shop.delete("/books/3")
    assert [shop.put("/books/3", {"title": ""}).status, shop.get("/books/3").status] == [422, 404]
    shop = shopper("location-elsewhere")
    shop.delete("/coupons/c-1001")
    assert shop.get(shop.coupon("HERE")).payload["code"] == "HERE"
    assert shopper("lost-update").patch("/books/9", {"stock": 1}).status == 404


def test_all_faults_together_still_serve(shopper: Any):
    assert shopper(*NAMES).get("/books").status == 200


def test_an_unknown_fault_is_an_error_of_the_user():
    with pytest.raises(ConfigError, match=r"no fault named 'put-merge': did you mean put-merges"):
        create_rest_app(["put-merge"])
    with pytest.raises(ConfigError, match=r"no fault named 'xyzzy': docs/demo.md lists them all"):
        create_rest_app(["xyzzy"])


def test_the_table_has_a_row_for_each_fault():
    rows = table().splitlines()[2:]
    assert len(rows) == len(REST_FAULTS)
    assert rows[1] == "| `created-twice` | create | `tasks.create` | A new task is kept twice. |"
