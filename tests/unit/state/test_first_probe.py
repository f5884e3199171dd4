"""The probe: what deleting means to a collection in memory, and what it fills in."""

from __future__ import annotations

import pytest

from dictionary import Dictionary
from querious.model import Exchange
from querious.model.state import Command, Delete, Ending, Outcome
from querious.state import collection_test
from querious.state.facade import Promised
from querious.state.first_probe import Making, learn
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from services.transport import ANY_CASE

ENTRIES = [{"title": "a"}, {"title": "b", "pages": 3}, {"title": "c", "tags": ["x"]}, {"title": "d"}]


def learned(collection, entries=ENTRIES, **more):
    return learn(collection, entries, Making(collection.post, collection.delete), **{"shared": False, **more})


def marking(**mark):
    """A trash that marks what is in it so."""

    def get(self, key):
        found = Dictionary.get(self, key)
        return Outcome(Ending.DONE, key, {**self.trash[key], **mark}) if key in self.trash else found

    return Dictionary(Delete.READABLE, {"get": get})


@pytest.mark.parametrize("meaning", Delete)
def test_what_deleting_means_is_learned(meaning):
    collection = Dictionary(meaning)
    manners, trouble, _ = learned(collection)
    assert (manners.delete, trouble) == (meaning, "")
    assert (manners.mark, manners.marked) == (
        ("trash", True) if meaning in {Delete.READABLE, Delete.LISTED} else ("", None)
    )
    assert manners.delete_again is Ending.NOT_FOUND
    assert set(collection.there) == {"old"}, "what the probe made is removed"


def test_keys_that_were_given_are_kept_as_examples():
    assert learned(Dictionary()).manners.keys == ("1", "2", "3")


@pytest.mark.parametrize(
    ("mark", "value", "always"),
    [
        ("isDeleted", True, True),
        ("archived", 1, 1),
        ("deleted_at", "2024-02-03T10:00:00Z", None),
        ("status", "trashed", "trashed"),
        ("state", "DELETED", "DELETED"),
        ("state", "removed 2024", None),
        ("active", False, False),
        ("is_visible", False, False),
    ],
)
def test_marks_are_known_by_name_and_by_value(mark, value, always):
    manners, _, _ = learned(marking(**{mark: value}))
    assert (manners.delete, manners.mark, manners.marked) == (Delete.READABLE, mark, always)


@pytest.mark.parametrize(
    "mark",
    [{}, {"status": "open"}, {"version": 2}, {"deleted": False}, {"deleted_at": None}, {"trash": ""}, {"active": True}],
    ids=str,
)
def test_without_a_mark_deleting_is_expected_to_remove(mark):
    manners, trouble, _ = learned(marking(**mark))
    assert (manners.delete, manners.mark, trouble) == (Delete.HARD, "", "")


def test_a_mark_that_was_there_before_is_none():
    def post(self, entry):
        return Dictionary.post(self, {**entry, "archived": True})

    collection = marking()
    collection.post = lambda entry: post(collection, entry)
    assert learned(collection).manners.delete is Delete.HARD


@pytest.mark.parametrize("promise", Delete)
@pytest.mark.parametrize("meaning", Delete)
def test_a_promise_counts_more_than_what_is_seen(meaning, promise):
    collection = Dictionary(meaning)
    collection.delete_means = promise
    assert learned(collection).manners.delete is promise


def test_without_a_list_a_trash_is_readable():
    collection = Dictionary(Delete.LISTED)
    collection.commands -= {Command.LIST}
    assert learned(collection).manners.delete is Delete.READABLE


@pytest.mark.parametrize("ending", [Ending.REFUSED, Ending.NOT_ALLOWED, Ending.NOT_FOUND, Ending.BROKEN])
def test_where_delete_is_not_done_the_collection_is_not_tested(ending):
    collection = Dictionary(wrong={"delete": lambda self, key: Outcome(ending, key)})
    trouble = learned(collection).trouble
    assert trouble == f"entries cannot be removed again: delete failed: {ending.value}"


def test_where_there_is_no_delete_nothing_is_made():
    collection = Dictionary()
    collection.commands -= {Command.DELETE}
    assert learned(collection).trouble == "entries could not be removed again: there is no delete"
    assert collection.requests == 0


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Outcome(Ending.REFUSED), "every post failed: refused; describe valid entries with a template"),
        (
            Outcome(Ending.REFUSED, exchanges=(Exchange(ANY_CASE, status=422),)),
            "every post failed: refused (422); describe",
        ),
        (Outcome(Ending.UNANSWERED), "every post failed: unanswered"),
        (Outcome(Ending.DONE), "the response to post does not contain the key of the new entry"),
    ],
)
def test_where_nothing_can_be_made_the_reason_is_told(outcome, told):
    assert told in learned(Dictionary(wrong={"post": lambda self, entry: outcome})).trouble


def test_where_no_entry_could_be_made_up_that_is_told():
    assert learned(Dictionary(), []).trouble == "there is nothing to post: no entry could be generated"


def test_refused_entries_are_passed_over_and_three_are_enough():
    collection, sent = Dictionary(), []

    def post(entry):
        sent.append(entry["title"])
        return Outcome(Ending.REFUSED) if entry["title"] == "a" else Dictionary.post(collection, entry)

    collection.post = post
    entries = [{"title": title} for title in "abcdef"]
    assert learned(collection, entries).trouble == ""
    assert sent == ["a", "b", "c", "d"]


@pytest.mark.parametrize("shows", [True, False])
def test_what_is_filled_in_is_learned_also_where_post_shows_nothing(shows):
    def silent(self, entry):
        return Outcome(Ending.DONE, Dictionary.post(self, entry).key)

    manners, _, _ = learned(Dictionary(wrong={} if shows else {"post": silent}), ENTRIES[:2])
    assert manners.defaults.keys() == {"id", "pages"}
    assert manners.defaults["pages"] == 100


def test_what_is_answered_to_changing_the_trash_is_learned_where_it_is_refused():
    assert learned(Dictionary(Delete.READABLE)).manners.put_deleted is None
    gone = Dictionary(Delete.READABLE, {"put": lambda self, key, entry: Outcome(Ending.GONE, key)})
    assert learned(gone).manners.put_deleted is Ending.GONE


def test_an_answer_to_deleting_again_that_is_a_failure_is_not_held_to():
    def delete(self, key):
        return Outcome(Ending.BROKEN, key) if key in self.trash else Dictionary.delete(self, key)

    assert learned(Dictionary(wrong={"delete": delete})).manners.delete_again is None


def test_what_the_collection_says_of_itself_is_taken_over():
    collection = Dictionary()
    collection.put_replaces, collection.put_creates, collection.unseen = False, True, frozenset({"password"})
    collection.promised = Promised(not_found=frozenset({Command.DELETE}))
    manners = learned(collection, shared=True).manners
    assert (manners.put_replaces, manners.put_creates, manners.unseen, manners.shared) == (
        False,
        True,
        {"password"},
        True,
    )
    assert manners.delete_unknown_fails
    collection.promised = Promised()
    assert not learned(collection).manners.delete_unknown_fails


def test_commands_that_were_guessed_and_are_not_there_are_left_out():
    nothing = {"patch": lambda self, key, changes: Outcome(Ending.NOT_FOUND, key)}
    collection = Dictionary(wrong=nothing)
    collection.guessed = frozenset({Command.PUT, Command.PATCH})
    ledger = StateLedger({collection.name: collection}, Journal())
    told = collection_test.Testing(ledger, collection_test.TestPlan(tests=4)).test(collection)
    assert Command.PATCH not in told.commands
    assert Command.PUT in told.commands
    assert ledger.findings == {}
