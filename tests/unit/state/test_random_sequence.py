"""What a random sequence draws: which commands apply, how likely each is, and that the same seed draws the same."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.state import Command, Delete, Ending
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.random_sequence import CHOICES, wander, weights
from querious.state.samples import BodySamples
from querious.state.trial import Trial

READABLE = Manners(delete=Delete.READABLE, mark="trash", marked=True)


@pytest.fixture
def trial():
    return trial_of(Dictionary())


def ledger_of(collection, manners=None):
    learned = manners or Manners(delete_again=Ending.NOT_FOUND)
    return StateLedger({collection.name: collection}, Journal(), manners={collection.name: learned})


def trial_of(collection, manners=None):
    trial = Trial(collection, ledger_of(collection, manners))
    trial.prepare(lambda needed: None)
    return trial


def likely(trial, done=(), gone=()):
    chances = Counter()
    for choice, weight in weights(trial, Counter(done), set(gone)).items():
        chances[choice.name] += weight
    return chances


def test_at_first_there_is_only_to_post_and_what_never_was(trial):
    assert likely(trial).keys() == {"post", "unknown"}


def test_reading_is_twice_as_likely_as_anything_else(trial):
    trial.do(Command.POST, "", {"title": "a"})
    chances = likely(trial)
    assert chances["get_norm"] == 4
    assert {chances[name] for name in ("post", "put_norm", "patch_norm", "delete_norm", "unknown")} == {2}


def test_what_was_done_from_here_is_half_as_likely(trial):
    trial.do(Command.POST, "", {"title": "a"})
    gone = {(trial.state.place, "get_norm")}
    assert likely(trial, gone=gone)["get_norm"] == 2
    trial.do(Command.DELETE, "1")
    trial.do(Command.POST, "", {"title": "b"})
    assert likely(trial, gone=gone)["get_norm"] == 4, "from another state it is new"


def test_what_the_service_does_not_offer_is_never_drawn():
    collection = Dictionary(Delete.READABLE)
    collection.commands = frozenset({Command.POST, Command.GET, Command.DELETE})
    trial = trial_of(collection)
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.POST, "", {"title": "b"})
    trial.do(Command.DELETE, "1")
    assert likely(trial).keys() == {
        "post", "get_norm", "get_del", "delete_norm", "delete_del", "post_again", "unknown"
    }  # fmt: skip


def test_the_trash_is_emptied_where_there_is_one():
    trial = trial_of(Dictionary(Delete.READABLE), READABLE)
    trial.do(Command.POST, "", {"title": "a"})
    assert "empty_trash" not in likely(trial)
    trial.do(Command.DELETE, "1")
    assert "empty_trash" in likely(trial)


def test_there_are_never_more_than_five_entries_and_three_unknown_keys(trial):
    for _ in range(5):
        assert "post" in likely(trial)
        trial.do(Command.POST, "", {"title": "a"})
    assert "post" not in likely(trial)
    assert "unknown" not in likely(trial, done=["unknown"] * 3)


def test_a_put_is_repeated_only_right_after_it(trial):
    trial.do(Command.POST, "", {"title": "a"})
    assert "put_again" not in likely(trial)
    trial.do(Command.PUT, "1", {"title": "b"})
    assert "put_again" in likely(trial)
    trial.do(Command.GET, "1")
    assert "put_again" not in likely(trial)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.name}-{choice.command}")
def test_each_choice_goes_where_its_name_says(choice):
    trial = trial_of(Dictionary(Delete.READABLE), READABLE)
    for title in "abc":
        trial.do(Command.POST, "", {"title": title})
    trial.do(Command.DELETE, "1")
    trial.do(Command.EMPTY_TRASH)
    trial.do(Command.DELETE, "2")
    trial.do(Command.PUT, "3", {"title": "d"})
    before, steps = trial.state, len(trial.steps)
    (key,) = choice.keys(trial)
    choice.act(trial, key, BodySamples(1))
    last = trial.steps[steps:][-1]
    where = {"del": before.trash, "norm": before.normal, "removed": before.removed}.get(choice.name.split("_")[-1])
    assert last.verb is (Command.GET if choice.name == "put_again" else choice.command)
    assert where is None or last.key in where
    assert (choice.name == "unknown") == last.command.endswith("_unknown") or choice.name == "get_removed"


def test_unknown_keys_have_the_form_of_those_that_the_probe_was_given():
    asked = []

    class Asked(Dictionary):
        def unknown_keys(self, like):
            asked.append(list(like))
            return st.just("1000")

    collection = Asked()
    collection.there.clear()
    trial = trial_of(collection, Manners(keys=("7", "8")))
    unknown = next(choice for choice in CHOICES if choice.name == "unknown")
    unknown.act(trial, "", BodySamples(1))
    assert asked == [["7", "8"]]


def test_the_same_seed_gives_the_same_sequence_and_nothing_is_left():
    sent = []
    for seed in (3, 3, 4):
        collection = Dictionary(Delete.READABLE)
        sent.append([])
        collection.post = lambda entry, own=collection: (sent[-1].append(entry), Dictionary.post(own, entry))[1]
        ledger = ledger_of(collection, READABLE)
        wander(collection, ledger, 20, seed)
        assert ledger.findings == {}
        assert (set(collection.there), ledger.left) == ({"old"}, 0)
    assert sent[0] == sent[1]
    assert sent[0] != sent[2]
