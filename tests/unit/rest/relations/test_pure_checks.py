"""Relations over traces that are written down: what each tells, and designs of which it tells nothing."""

from __future__ import annotations

import pytest

from unit.rest.relations.traces import FAULT, SUSPICION, answer, parameter, told

ITEMS = [{"id": 1, "name": "Anvil", "supplier": 7, "price": 3}, {"id": 2, "name": "Bucket", "supplier": 7, "price": 4},
         {"id": 3, "name": "Candle", "supplier": 8, "price": 5}]  # fmt: skip
EVERY = answer("/items", ITEMS)


def below(rows, supplier=7):
    return answer("/suppliers/{supplier_id}/items", rows, supplier_id=supplier)


def test_a_list_below_a_parent_has_the_rows_that_name_the_parent():
    assert told("two-routes", EVERY, below(ITEMS[:2])) == []
    ((severity, message),) = told("two-routes", EVERY, below(ITEMS[:1]))
    assert severity is SUSPICION
    assert 'lacks id "2"' in message


def test_a_list_of_all_that_shows_but_some_says_nothing_of_the_others():
    assert told("two-routes", EVERY, below([*ITEMS[:1], {"id": 9, "name": "Drill", "supplier": 7, "price": 1}])) == []


def test_one_object_says_the_same_in_two_lists():
    ((severity, message),) = told("two-routes", EVERY, below([{**ITEMS[0], "price": 9}, ITEMS[1]]))
    assert (severity, message[:23]) == (FAULT, "price of one object dif")


def test_numbers_that_count_within_a_parent_are_no_objects_of_the_other_list():
    other = {"id": 1, "name": "First chapter", "supplier": 9, "price": 100}
    assert told("two-routes", EVERY, below([other])) == []


def test_a_number_that_is_told_of_a_list_is_that_of_its_rows():
    listed = answer("/items", {"items": ITEMS[:1], "total": 3}, {"limit": 1})
    assert told("counts", listed, answer("/items/count", 3)) == []
    assert told("counts", listed, answer("/items/count", {"count": 2})) == [(SUSPICION, 'tells 2 where "/items" has 3')]
    assert told("counts", listed, answer("/statistics", {"items": 3, "version": 9})) == []
    assert len(told("counts", listed, answer("/statistics", {"itemCount": 4}))) == 1


def test_a_list_of_unknown_length_is_held_against_no_number():
    assert told("counts", EVERY, answer("/statistics", {"items": 40})) == []


PAGED = [parameter("limit", type="integer"), parameter("supplierId", type="integer")]


@pytest.mark.parametrize(
    ("listed", "number", "severities"),
    [
        (answer("/suppliers/{id}/items", ITEMS, id=7), 3, []),
        (answer("/suppliers/{id}/items", ITEMS, id=7), 2, [SUSPICION]),
        (answer("/suppliers/{id}/items", ITEMS, id=8), 2, []),  # of another one
        (answer("/suppliers/{id}/items", ITEMS, id=7, parameters=PAGED), 2, []),  # there may be more
        (answer("/suppliers/{id}/items", [*ITEMS, *ITEMS][:5], id=7), 9, []),  # it may be cut
        (answer("/items", {"items": ITEMS, "total": 3}, {"supplierId": 7}, parameters=PAGED), 2, [SUSPICION]),
        (answer("/items", {"items": ITEMS, "total": 3}, {"supplierId": 8}, parameters=PAGED), 2, []),
        (answer("/items", {"items": ITEMS, "total": 3}), 2, []),  # of all suppliers
    ],
)
def test_a_number_that_is_told_of_the_list_of_an_entry_is_that_of_its_rows(listed, number, severities):
    for path in ("/suppliers/{id}", "/suppliers/{id}/statistics"):
        shown = answer(path, {"itemCount": number, "rating": 9}, id=7)
        assert [severity for severity, _ in told("counts", listed, shown)] == severities


def searched(**found):
    names = {row["name"].casefold(): row for row in ITEMS}
    answers = [answer("/items", rows, {"q": word}) for word, rows in found.items()]
    assert names.keys() >= {word.casefold() for word in found}
    return told("search", EVERY, *answers)


def test_a_row_is_found_by_a_word_of_its_name_where_most_are():
    assert searched(anvil=ITEMS[:1], bucket=ITEMS[1:2], candle=ITEMS[2:]) == []
    ((severity, message),) = searched(anvil=ITEMS[:1], bucket=ITEMS[1:2], candle=[])
    assert severity is SUSPICION
    assert 'id "3" by "candle"' in message
    assert searched(anvil=[], bucket=[], candle=ITEMS[2:]) == []  # it looks at something else than names


def test_a_word_that_is_found_in_small_letters_is_found_as_it_is_written():
    assert searched(Anvil=ITEMS[:1], anvil=ITEMS[:1]) == []
    assert searched(Anvil=ITEMS[:1], anvil=[]) == []  # a search may mind the case
    ((severity, message),) = searched(Anvil=[], anvil=ITEMS[:1])
    assert severity is FAULT
    assert 'not by "Anvil"' in message


STATE = parameter("state", type="string", enum=["open", "closed"])


def parted(opened, closed):
    answers = [answer("/items", ITEMS, parameters=[STATE])]
    for choice, rows in (("open", opened), ("closed", closed)):
        answers.append(answer("/items", rows, {"state": choice}, parameters=[STATE]))
    return told("partition", *answers)


def test_every_row_comes_under_a_documented_choice():
    assert parted(ITEMS[:2], ITEMS[2:]) == []
    assert [severity for severity, _ in parted(ITEMS[:1], ITEMS[2:])] == [SUSPICION]
    assert parted([], []) == [(SUSPICION, "state shows no row under any of its documented values")]
    assert parted(ITEMS, []) == []  # one choice is all of them


def review(sku, shown):
    return answer("/items/{sku}/reviews/{id}", {"id": 41, "sku": shown, "stars": 3}, sku=sku, id=41)


def test_what_is_found_below_a_parent_names_it_where_all_rows_do():
    reviews = answer("/items/{sku}/reviews", [{"id": 41, "sku": "A-1"}, {"id": 42, "sku": "A-1"}], sku="A-1")
    variants = answer("/items/{sku}/reviews", [{"id": 41, "sku": "A-1-red"}], sku="A-1")  # keys of their own
    assert told("belonging", reviews, review("A-1", "A-1")) == []
    assert [severity for severity, _ in told("belonging", reviews, review("B-2", "A-1"))] == [FAULT]
    assert told("belonging", variants, review("B-2", "A-1-red")) == []


@pytest.mark.parametrize(
    ("keywords", "asked", "shown", "expected"),
    [
        ({"type": "integer"}, 7, 7, []),
        ({"type": "integer"}, 7, 8, [FAULT]),
        ({"type": "string", "pattern": "^[A-Z]-[0-9]$"}, "A-1", "B-2", [FAULT]),
        ({"type": "string", "pattern": "^[A-Z]-[0-9]$"}, "first", "B-2", []),
        ({"type": "string"}, "me", "anna", []),  # a nickname
        ({"type": "string", "pattern": "^[a-z]+$"}, "anna", "anna", []),
    ],
)
def test_a_look_up_shows_the_key_that_was_asked_for(keywords, asked, shown, expected):
    looked_up = answer("/users/{id}", {"id": shown}, parameters=[parameter("id", "path", **keywords)], id=asked)
    assert [severity for severity, _ in told("echo", looked_up)] == expected


STATUS = parameter("status", type="string", enum=["new", "old"])
OFFSET = parameter("offset", type="integer")


def test_the_next_page_of_a_filtered_list_is_filtered_too():
    rows = [{"id": 1, "status": "new"}, {"id": 2, "status": "old"}]
    page = {"items": rows[:1], "next": "/items?limit=1&offset=1"}
    first = answer("/items", page, {"limit": 1, "status": "new"}, parameters=[STATUS, OFFSET])
    after = answer("/items", {"items": rows[1:], "next": None}, {"limit": 1, "offset": 1}, parameters=[STATUS, OFFSET])
    ((severity, message),) = told("filter", first, after)
    assert severity is FAULT
    assert "the next page of a list with status" in message
    kept = answer("/items", {"items": rows[:1], "next": None}, {"limit": 1, "offset": 1}, parameters=[STATUS, OFFSET])
    assert told("filter", first, kept) == []


_ROWS = [{"id": number, "name": f"Item {number}"} for number in (4, 8, 1, 9, 2, 7, 3, 6)]


def _page(rows, begin, size, more=True):
    cursor = {"cursor": f"c{begin}"} if begin else {}
    following = f"c{begin + size}" if more else None
    payload = {"data": rows, "nextCursor": following, "hasMore": more, "total": 40}
    known = (parameter("cursor", type="string"), parameter("limit", type="integer"))
    return answer("/items", payload, {"limit": size, **cursor}, parameters=known)


@pytest.mark.parametrize(
    ("second", "lost"),
    [([1, 9], ""), ([9, 2], "1"), ([2, 7], "1"), ([9, 1], ""), ([50, 51], "")],
    ids=["sound", "one lost", "two lost", "another order", "nothing in common"],
)
def test_small_pages_have_what_a_larger_one_shows_although_the_list_is_longer(second, lost):
    rows = {row["id"]: row for row in _ROWS}
    pages = [_page(_ROWS[:2], 0, 2), _page([rows.get(key, {"id": key, "name": "New"}) for key in second], 2, 2)]
    found = told("pagination", _page(_ROWS, 0, 8), *pages)
    assert [severity for severity, _ in found] == ([FAULT] if lost else [])
    assert all(f'go past "{lost}"' in message for _, message in found)


def test_more_rows_that_nobody_leads_to_and_the_total_denies():
    def page(more):
        return answer("/items", {"data": _ROWS[3:], "nextCursor": None, "hasMore": more, "total": 8}, {"cursor": "c3"})

    first = answer("/items", {"data": _ROWS[:3], "nextCursor": "c3", "hasMore": True, "total": 8})
    assert told("pagination", first, page(more=False)) == []
    ((severity, message),) = told("pagination", first, page(more=True))
    assert severity is FAULT
    assert "says that there are more rows" in message


@pytest.mark.parametrize(("member", "wrong"), [("depotSlug", True), ("depot_slug", True), ("homeSlug", False)])
def test_rows_name_their_parent_by_its_key(member, wrong):
    rows = [{"id": 1, member: "north"}, {"id": 2, member: "south"}]
    assert bool(told("belonging", answer("/depots/{slug}/vehicles", rows, slug="north"))) is wrong


@pytest.mark.parametrize(("name", "wrong"), [("id", True), ("depot_id", True), ("depot_identifier", False)])
def test_what_may_name_a_parent_in_another_way_is_not_held_against_its_id(name, wrong):
    shown = answer(f"/depots/{{{name}}}/vehicles", [{"id": 1, "depot_id": 7}], **{name: "north"})
    assert bool(told("belonging", shown)) is wrong


@pytest.mark.parametrize(
    ("depots", "severities"),
    [
        (("north", "north"), []),
        (("north", "south"), [FAULT]),
        (("7", "9"), []),  # it may be named by something else than its slug
        (("north", None), []),
        (("north", {"slug": "south"}), []),
    ],
)
def test_rows_that_are_called_by_the_name_of_their_parent_belong_to_it(depots, severities):
    rows = [{"id": number, "depot": depot} for number, depot in enumerate(depots)]
    listed = answer("/depots/{slug}/vans", rows, slug="north")
    assert [severity for severity, _ in told("belonging", listed)] == severities


BY_NUMBER = [parameter("doctor_id", "path", type="integer")]


@pytest.mark.parametrize(
    ("payload", "messages"),
    [
        ({"id": 3, "name": "Eibe"}, []),
        ({"id": 4, "name": "Eibe"}, ['asked for id "3", the answer shows id "4"']),
        ({"data": {"id": 4}}, ['asked for id "3", the answer shows id "4"']),
        ({"doctor_id": 3, "id": 4}, []),
        ({"ward_id": 4}, []),
        ({"id": "4-a"}, []),
    ],
)
def test_a_key_called_after_its_thing_is_shown_without_it(payload, messages):
    asked = answer("/doctors/{doctor_id}", payload, parameters=BY_NUMBER, doctor_id=3)
    assert [message for _, message in told("echo", asked)] == messages


def test_the_key_of_another_thing_is_none():
    asked = answer(
        "/doctors/{ward_id}", {"id": 4}, parameters=[parameter("ward_id", "path", type="integer")], ward_id=3
    )
    assert told("echo", asked) == []


RISING = [{"id": number, "mileage": 7 * number} for number in range(1, 6)]
BY = parameter("sort", enum=["id", "mileage"])


@pytest.mark.parametrize(
    ("way", "value", "severities"),
    [
        (parameter("dir", enum=["asc", "desc"]), "desc", [FAULT]),
        (parameter("dir", enum=["asc", "desc"]), "asc", []),
        (parameter("descending", type="boolean"), True, [FAULT]),
        (parameter("descending", type="boolean"), False, []),
        (parameter("dir", type="string"), "/home", []),  # a folder
    ],
)
def test_a_direction_has_many_names(way, value, severities):
    asked = answer("/vehicles", RISING, {"sort": "mileage", way.name: value}, parameters=[BY, way])
    assert [severity for severity, _ in told("sort", asked)] == severities
