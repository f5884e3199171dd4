"""Scenes on collections in memory: a parent and its children, what is referred to, versions, methods nobody offers."""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import strategies as st

from querious.model.case import rest_case
from querious.model.exchange import Exchange
from querious.model.request import Request
from querious.model.severity import Severity
from querious.model.state import Command, Ending, Outcome
from querious.state.facade import Collection, Promised
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.scenes import play_scenes


class Shop:
    """Shelves with books on them, and an author for each book; ``wrong`` names what it does otherwise than it should."""

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong
        self.tables = {"authors": {}, "shelves": {}, "shelves/books": {}}
        self.numbers = count(1)
        self.requests = 0

    def numbers_of(self, _name: str) -> count[int]:
        return self.numbers


class ShopOfTables(Shop):
    """Each collection counts its own keys."""

    def __init__(self, first: dict[str, int]) -> None:
        super().__init__()
        self.counters = {name: count(first.get(name, 1)) for name in self.tables}

    def numbers_of(self, name: str) -> count[int]:
        return self.counters[name]


class Table(Collection):
    commands = frozenset(Command) - {Command.EMPTY_TRASH}

    def __init__(self, shop: Shop, name: str) -> None:
        self.shop, self.name, self.given = shop, name, {}

    @property
    def rows(self):
        return self.shop.tables[self.name]

    def bind(self, given):
        bound = copy.copy(self)
        bound.given = given
        return bound

    def entries(self):
        return st.fixed_dictionaries({"title": st.text("abc", max_size=3)})

    changes = entries

    def unknown_keys(self, like):
        return st.just("9999")

    def post(self, entry):
        self.shop.requests += 1
        key = str(next(self.shop.numbers_of(self.name)))
        self.rows[key] = {"version": 1, **entry}
        return Outcome(Ending.DONE, key, {"id": key, **self.rows[key]})

    def get(self, key):
        self.shop.requests += 1
        if not self.finds(key):
            return Outcome(Ending.NOT_FOUND, key)
        return Outcome(Ending.DONE, key, {"id": key, **self.rows[key]})

    def put(self, key, entry):
        self.shop.requests += 1
        if not self.finds(key):
            return Outcome(Ending.NOT_FOUND, key)
        self.rows[key] = {"version": self.rows[key]["version"] + 1, **entry}
        return Outcome(Ending.DONE, key)

    patch = put

    def delete(self, key):
        self.shop.requests += 1
        if not self.finds(key):
            return Outcome(Ending.NOT_FOUND, key)
        del self.rows[key]
        return Outcome(Ending.DONE, key)

    def list(self):
        self.shop.requests += 1
        return Outcome(Ending.DONE, entries=tuple((key, {"id": key, **row}) for key, row in self.rows.items()))

    def finds(self, key):
        return key in self.rows


class Authors(Table):
    promised = Promised(refuses_referred=True)

    def delete(self, key):
        referred = any(book["author"] == key for book in self.shop.tables["shelves/books"].values())
        if referred and self.shop.wrong != "referred-deleted":
            return Outcome(Ending.CONFLICT, key)
        return super().delete(key)


class Shelves(Table):
    def delete(self, key):
        done = super().delete(key)
        books = self.shop.tables["shelves/books"]
        if done.ending is Ending.DONE and self.shop.wrong != "survives-parent":
            for book in [book for book, row in books.items() if row["shelf"] == key]:
                del books[book]
        return done


class Books(Table):
    needs = ("shelves", "authors")
    parent = "shelves"
    promised = Promised(versions=True, methods=("LOCK",))

    @property
    def shelf(self):
        return self.given["shelves"][0]

    def entries(self):
        authors = self.given.get("authors", ["?"])
        return st.fixed_dictionaries({"title": st.text("abc", max_size=3), "author": st.sampled_from(authors)})

    changes = entries

    def post(self, entry):
        return super().post({**entry, "shelf": self.shelf})

    def put(self, key, entry):
        return super().put(key, {**entry, "shelf": self.shelf})

    patch = put

    def finds(self, key):
        return key in self.rows and (self.shop.wrong == "found-elsewhere" or self._is_here(key))

    def list(self):
        listed = super().list()
        if self.shop.wrong == "listed-elsewhere":
            return listed
        return Outcome(Ending.DONE, entries=tuple(one for one in listed.entries if one[1]["shelf"] == self.shelf))

    def outdated(self, key, first, second):
        self.put(key, first)
        if self.shop.wrong == "outdated-accepted":
            return self.put(key, second)
        return Outcome(Ending.CONFLICT, key)

    def intrude(self, method, key):
        if self.shop.wrong == "undocumented-method":
            return Outcome(Ending.DONE, key)
        if self.shop.wrong == "changed-all-the-same":
            self.rows[key]["title"] = "intruded"
        return Outcome(Ending.NOT_ALLOWED, key)

    def _is_here(self, key):
        orphan = self.shop.wrong == "survives-parent" and self.rows[key]["shelf"] not in self.shop.tables["shelves"]
        return orphan or self.rows[key]["shelf"] == self.shelf


def played(wrong="", name="shelves/books", shop=None, **changed):
    shop = shop or Shop(wrong)
    tables = [Authors(shop, "authors"), Shelves(shop, "shelves"), Books(shop, "shelves/books")]
    collections = {table.name: table for table in tables}
    for attribute, value in changed.items():
        setattr(collections[name], attribute, value)
    ledger = StateLedger(collections, Journal())
    ledger.manners = {one: Manners(delete_again=Ending.NOT_FOUND) for one in collections}
    play_scenes(collections[name], ledger, 3)
    return shop, ledger


@pytest.mark.parametrize("shelves", [1, 2])
def test_collections_may_have_entries_of_the_same_keys(shelves):
    shop, ledger = played(shop=ShopOfTables({"shelves": shelves}))
    assert ledger.findings == {}
    assert shop.tables == {"authors": {}, "shelves": {}, "shelves/books": {}}


def test_a_healthy_shop_is_right_and_nothing_is_left_in_it():
    shop, ledger = played()
    assert ledger.findings == {}
    assert ledger.tests["shelves/books"] == 1
    assert shop.tables == {"authors": {}, "shelves": {}, "shelves/books": {}}
    assert ledger.left == 0


@pytest.mark.parametrize(
    "rule",
    ["found-elsewhere", "listed-elsewhere", "survives-parent", "referred-deleted", "outdated-accepted",
     "undocumented-method"],
)  # fmt: skip
@pytest.mark.unmeasured
def test_each_fault_is_found_alone_and_cleaned_up_after(rule):
    shop, ledger = played(rule)
    assert {one.oracle for one in ledger.findings.values()} == {rule}
    found = next(iter(ledger.findings.values()))
    assert found.coordinate == "shelves/books"
    assert found.severity is (Severity.SUSPICION if rule == "undocumented-method" else Severity.FAULT)
    assert [one.collection for one in found.sequence.given].count("shelves") == 2
    assert "#" in found.message or rule == "undocumented-method"
    assert [step.verb for step in found.sequence.steps if step.verb is Command.POST] or rule == "undocumented-method"
    assert all(not rows for rows in shop.tables.values())


def test_a_method_that_is_refused_and_changes_something_all_the_same_is_found_by_reading():
    shop, ledger = played("changed-all-the-same")
    assert ledger.faults
    assert all("intruded" in one.message for one in ledger.findings.values())
    assert all(not rows for rows in shop.tables.values())


@pytest.mark.parametrize("place", ["/books", "/shelves/{shelf}/books"])
@pytest.mark.parametrize(("wrong", "command"), [("found-elsewhere", "get"), ("listed-elsewhere", "list")])
def test_what_is_read_without_the_parent_is_in_no_other(place, wrong, command, monkeypatch):
    plain = getattr(Books, command)

    def asked(books, *key):
        path = "/".join((place.format(shelf=books.shelf), *key))
        exchange = Exchange(rest_case(Request("GET", path)), status=200)
        return replace(plain(books, *key), exchanges=(exchange,))

    monkeypatch.setattr(Books, command, asked)
    _, ledger = played(wrong)
    assert bool(ledger.findings) is place.startswith("/shelves")


def test_found_elsewhere_shows_the_post_and_the_other_read():
    _, ledger = played("found-elsewhere")
    (found,) = ledger.findings.values()
    assert [step.command for step in found.sequence.steps] == ["post_first", "get"]
    assert found.sequence.given[1].key in found.message


@pytest.mark.parametrize("name", ["authors", "shelves"])
def test_scenes_that_do_not_apply_send_nothing(name):
    shop, ledger = played(name=name, commands=frozenset({Command.POST, Command.GET, Command.LIST, Command.DELETE}))
    assert shop.requests == 0
    assert ledger.tests == {}


def test_without_promises_only_those_that_need_none_are_played():
    _, ledger = played(promised=Promised(), needs=("shelves",), entries=lambda: st.just({"title": "", "author": ""}))
    assert ledger.tests["shelves/books"] == 1


def test_a_spent_budget_plays_no_more():
    shop = Shop()
    books = Books(shop, "shelves/books")
    ledger = StateLedger({books.name: books}, Journal(), spent=lambda: True)
    play_scenes(books, ledger, 3)
    assert shop.requests == 0


def test_an_entry_that_cannot_be_made_ends_the_scene():
    _, ledger = played(post=lambda entry: Outcome(Ending.REFUSED))
    assert ledger.findings == {}
    assert ledger.left == 0


@pytest.mark.parametrize("shared", ["", "city"])
def test_a_write_that_reaches_all_of_one_city_is_found_by_an_entry_like_another(shared, monkeypatch):
    words = st.text("abcdefgh", min_size=4, max_size=9)

    def entries(_):
        return st.fixed_dictionaries({"name": words, "city": words, "age": st.integers(1, 99)})

    def post(authors, entry):
        if any(row["name"] == entry["name"] for row in authors.rows.values()):
            return Outcome(Ending.CONFLICT)
        return Table.post(authors, entry)

    def put(authors, key, entry):
        done = Table.put(authors, key, entry)
        for row in authors.rows.values():
            if shared and row[shared] == authors.rows[key][shared]:
                row["age"] = entry["age"]
        return done

    def patch(authors, key, entry):
        before = dict(authors.rows[key])
        mates = [row for row in authors.rows.values() if shared and row[shared] == before[shared]]
        for row in mates:
            row["age"] = entry.get("age", row["age"])
        return Table.put(authors, key, {**before, **entry})

    for name, method in {"entries": entries, "changes": entries, "post": post, "put": put, "patch": patch}.items():
        monkeypatch.setattr(Authors, name, method)
    _, ledger = played(name="authors")
    assert {one.oracle for one in ledger.findings.values()} == ({"changed-by-others"} if shared else set())
