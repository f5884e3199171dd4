"""The healthy shop. The shopper holds every answer here against the description."""

from __future__ import annotations

import json
from typing import Any

import pytest

from querious.demo.rest.describing import methods, paths

BOOK = {"title": "B", "author_id": "9e3779b1-0000-4000-8000-000000000001"}
UNKNOWN = {
    "authors": "00000000-0000-4000-8000-000000000000",
    "books": "999",
    "comments": "999",
    "tasks": "t00000000",
    "coupons": "c-9",
    "shelves": "nowhere",
}
BODIES = {"books": BOOK, "authors": {"name": "A"}, "comments": {"text": "C"}, "tasks": {"title": "T"}}
BODIES |= {"coupons": {"code": "CODE", "percent": 1}, "shelves": {}}


def test_every_collection_starts_with_entries(shopper: Any):
    shop = shopper()
    for path in ("/authors", "/books", "/books/1/comments", "/tasks", "/coupons", "/shelves"):
        assert shop.listed(path), path


def test_created_is_there_where_location_says_and_listed(shopper: Any):
    shop = shopper()
    for path in ("/authors", "/books", "/books/1/comments", "/tasks", "/coupons"):
        sent = BODIES[path.rpartition("/")[2]]
        created = shop.post(path, sent)
        read = shop.get(created.headers["location"])
        assert read.headers["etag"] == created.headers["etag"]
        assert sent.items() <= read.payload.items()
        assert shop.listed(path)[-1] == read.payload
        if path == "/coupons":
            assert created.body == b""
        else:
            assert created.payload == read.payload


def test_put_replaces_and_patch_merges_also_within_objects(shopper: Any):
    shop = shopper()
    book = f"/books/{shop.book(tags=['a'], stock=2, details={'pages': 10, 'cover': 'cloth'})}"
    before = shop.get(book).payload
    patched = shop.patch(book, {"details": {"pages": 11}, "stock": 0}).payload
    assert patched == shop.get(book).payload
    assert (patched["details"], patched["stock"]) == ({"pages": 11, "cover": "cloth", "weight": None}, 0)
    assert (patched["tags"], patched["created_at"], patched["version"]) == (["a"], before["created_at"], 2)
    assert patched["updated_at"] > before["updated_at"]
    assert shop.patch(book, {"details": {"pages": None}}).payload["details"]["pages"] is None
    replaced = shop.put(book, {**BOOK, "price": 1.25}).payload
    assert replaced == shop.get(book).payload
    assert (replaced["tags"], replaced["stock"], replaced["price"]) == ([], 0, 1.25)
    assert replaced["details"] == {"pages": None, "cover": "paper", "weight": None}
    assert replaced["created_at"] == before["created_at"]


def test_unknown_and_deleted_keys_are_not_found(shopper: Any):
    shop = shopper()
    for place in paths():
        kind = place.kind
        if not place.path.endswith("}"):
            continue
        path = f"{'/books/1' if kind.parent else ''}/{kind.name}/{UNKNOWN[kind.name]}"
        for method, name in methods(place).items():
            if kind.own_key and name == "replace":
                continue
            body = BODIES[kind.name] if name in {"replace", "change"} else None
            assert shop.send(method, path, body).status == 404, (method, path)
    assert {shop.get(f"/books/{key}").status for key in ("01", "1.0", "x", "%20", "-1")} == {404}
    assert shop.delete("/books/3").status == 204
    assert [shop.send(method, "/books/3", BOOK).status for method in ("GET", "PUT", "PATCH", "DELETE")] == [404] * 4


def test_methods_that_are_not_described_are_not_allowed(shopper: Any):
    shop = shopper()
    for place in paths():
        path = place.path.replace("{", "").replace("}", "")
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"} - methods(place).keys():
            reply = shop.send(method, path, {})
            assert (reply.status, reply.headers["allow"]) == (405, ", ".join(methods(place)))
    assert shop.get("/nothing").status == 404
    assert shop.get("/books/").status == 404


@pytest.mark.parametrize("body", [b"", b"{", b"NaN", b'{"title": Infinity}', b"\xff", b"[" * 100_000, b"1" * 5000])
def test_what_is_no_json_is_refused_with_400(shopper: Any, body: bytes):
    assert shopper().send("POST", "/books", body).status == 400


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"title": None},
        {"price": -1},
        {"price": True},
        {"stock": 1.5},
        {"stock": 10**400},
        {"isbn": "9780000000019\n"},
        {"published": "2024-02-30"},
        {"published": "20240203"},
        {"tags": "a"},
        {"tags": [1]},
        {"details": {"cover": "glass"}},
        {"details": {"spine": 1}},
        {"details": None},
        {"unknown": 1},
        {"author_id": "00000000-0000-4000-8000-000000000000"},
    ],
)
def test_a_body_that_does_not_fit_is_refused_and_changes_nothing(shopper: Any, wrong: dict[str, Any]):
    shop = shopper()
    before = shop.listed("/books")
    assert shop.post("/books", {**BOOK, **wrong}).status == 422
    assert shop.put("/books/1", {**BOOK, **wrong}).status == 422
    assert shop.patch("/books/1", wrong).status == 422
    assert shop.listed("/books") == before


def test_bodies_that_are_no_objects_and_numbers_beyond_floats_are_refused(shopper: Any):
    shop = shopper()
    for body in ([], 1, "x", None):
        assert shop.send("POST", "/books", json.dumps(body).encode()).status == 422
    assert shop.send("POST", "/books", json.dumps(BOOK)[:-1].encode() + b', "price": 1e999}').status == 422
    assert shop.patch("/books/1", {}).status == 422


def test_text_of_all_kinds_comes_back_as_it_was_sent(shopper: Any):
    shop = shopper()
    for text in ("\x00", "\ud800", "é\U0001f600", " a ", "0", "null"):
        book = shop.book(title=text, subtitle=text, tags=[text])
        payload = shop.get(f"/books/{book}").payload
        assert (payload["title"], payload["subtitle"], payload["tags"]) == (text, text, [text])


def test_if_match_guards_every_change(shopper: Any):
    shop = shopper()
    old = shop.get("/books/1").headers["etag"]
    new = shop.patch("/books/1", {"stock": 9}, if_match=old).headers["etag"]
    assert new != old
    for stale in (old, '"nonsense"', f"W/{new}"):
        assert shop.patch("/books/1", {"stock": 1}, if_match=stale).status == 412
        assert shop.put("/books/1", BOOK, if_match=stale).status == 412
        assert shop.delete("/books/1", if_match=stale).status == 412
    assert shop.get("/books/1").payload["stock"] == 9
    assert shop.patch("/books/1", {"stock": 8}, if_match=f"{old}, {new}").status == 200
    assert shop.put("/books/1", {"title": ""}, if_match=old).status == 422
    assert shop.delete("/authors/9e3779b1-0000-4000-8000-000000000001", if_match=old).status == 409
    assert shop.delete("/books/1", if_match="*").status == 204


def test_what_the_client_knows_is_not_sent_again(shopper: Any):
    shop = shopper()
    tag = shop.get("/books/1").headers["etag"]
    for known in (tag, f'"x", {tag}', "*", f"W/{tag}"):
        assert shop.get("/books/1", if_none_match=known).status == 304
    assert shop.get("/books/1", if_none_match='"x"').status == 200
    assert shop.get("/books", if_none_match="*").status == 200


def test_an_isbn_is_taken_once_and_free_after_deletion(shopper: Any):
    shop = shopper()
    isbn = "9780000000019"
    assert shop.post("/books", {**BOOK, "isbn": isbn}).status == 409
    assert shop.put("/books/2", {**BOOK, "isbn": isbn}).status == 409
    assert shop.patch("/books/2", {"isbn": isbn}).status == 409
    assert shop.put("/books/1", {**BOOK, "isbn": isbn}).status == 200
    shop.delete("/books/1")
    assert shop.post("/books", {**BOOK, "isbn": isbn}).status == 201


def test_an_author_with_books_stays(shopper: Any):
    shop = shopper()
    author = shop.author()
    book = shop.book(author_id=author)
    assert shop.delete(f"/authors/{author}").status == 409
    shop.delete(f"/books/{book}")
    assert shop.delete(f"/authors/{author}").status == 204
    assert shop.post("/books", {**BOOK, "author_id": author}).status == 422


def test_comments_go_with_their_book_and_belong_to_it(shopper: Any):
    shop = shopper()
    book, other = shop.book(), shop.book()
    comment = shop.post(f"/books/{book}/comments", {"text": "C"}).headers["location"]
    elsewhere = comment.replace(f"/books/{book}/", f"/books/{other}/")
    assert (shop.get(comment).payload["book_id"], shop.get(elsewhere).status) == (book, 404)
    assert shop.listed(f"/books/{other}/comments") == []
    shop.delete(f"/books/{book}")
    assert shop.get(comment).status == shop.get(f"/books/{book}/comments").status == 404
    assert shop.post(f"/books/{book}/comments", {"text": "C"}).status == 404
    assert shop.get("/books/1/comments/1").status == 200


def test_a_deleted_task_is_readable_and_unlisted_until_the_trash_is_emptied(shopper: Any):
    shop = shopper()
    task, other = shop.task(), shop.task()
    for _ in range(2):
        assert shop.delete(f"/tasks/{task}").status == 204
        assert shop.get(f"/tasks/{task}").payload["trashed"] is True
    assert shop.put(f"/tasks/{task}", {"title": "U"}).payload["trashed"] is True
    assert shop.patch(f"/tasks/{task}", {"trashed": False, "done": True}).payload["trashed"] is True
    assert task not in {entry["id"] for entry in shop.listed("/tasks")}
    assert shop.delete("/tasks/trash").status == 204
    assert (shop.get(f"/tasks/{task}").status, shop.get(f"/tasks/{other}").status) == (404, 200)


def test_a_deleted_coupon_is_gone_for_good(shopper: Any):
    shop = shopper()
    coupon = shop.coupon()
    assert shop.delete(coupon).status == 204
    for _ in range(2):
        assert shop.delete(coupon).status == shop.get(coupon).status == 410
        assert shop.put(coupon, BODIES["coupons"]).status == 410
    assert shop.coupon() != coupon


def test_shelves_have_keys_of_the_clients(shopper: Any):
    shop = shopper()
    assert (shop.put("/shelves/attic", {}).status, shop.put("/shelves/attic", {"lit": True}).status) == (201, 200)
    assert shop.get("/shelves/attic").payload["lit"] is True
    assert shop.put("/shelves/Attic", {}).status == 422
    assert shop.put("/shelves/cellar", {}, if_match="*").status == 412
    assert [shop.delete("/shelves/attic").status for _ in range(2)] == [204, 404]


def test_keys_are_never_used_again(shopper: Any):
    shop = shopper()
    seen = set()
    for _ in range(3):
        book = shop.book()
        assert book not in seen
        seen.add(book)
        shop.delete(f"/books/{book}")


def test_changes_at_the_same_time_are_all_kept(shopper: Any):
    shop = shopper()
    changes = ({"stock": 7}, {"price": 3}, {"subtitle": "S"}, {"tags": ["x"]})
    shop.together(*(("PATCH", "/books/1", change, {}) for change in changes))
    payload = shop.get("/books/1").payload
    assert [payload[name] for name in ("stock", "price", "subtitle", "tags")] == [7, 3, "S", ["x"]]
    replies = shop.together(*(("POST", "/tasks", {"title": "T"}, {}) for _ in range(20)))
    assert len({reply.payload["id"] for reply in replies}) == 20


def test_each_app_has_its_own_data(shopper: Any):
    first, second = shopper(), shopper()
    first.patch("/books/1", {"tags": ["mine"], "details": {"pages": 1}})
    first.book()
    assert second.get("/books/1").payload["tags"] == ["gothic"]
    assert second.get("/books").payload["total"] == 3
    assert shopper().get("/books/1").payload["details"]["pages"] is None
