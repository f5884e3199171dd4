"""What the engine's machine draws: which commands apply, how likely each is, and that it follows the trial."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.state import Command, Delete, Ending
from querious.state.journal import Journal
from querious.state.machine import Machine
from querious.state.model import Manners
from querious.state.results import Gathering
from querious.state.trial import Trial

QUIET = settings(
    max_examples=30, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.fixture
def machine():
    return _machine(Dictionary())


def _machine(collection, manners=None):
    gathering = Gathering({collection.name: collection}, Journal())
    gathering.manners[collection.name] = manners or Manners(delete_again=Ending.NOT_FOUND)
    trial = Trial(collection, gathering)
    trial.prepare(lambda needed: None)
    return Machine(trial)


def likely(machine):
    choices = machine._choices()
    return {command: choices.count(command) for command in choices}


def test_at_first_there_is_only_to_post_and_what_never_was(machine):
    assert machine._choices()[0] == "post_first", "the simplest first"
    assert likely(machine).keys() == {"post_first", "unknown"}


def test_reading_is_twice_as_likely_as_anything_else(machine):
    machine.trial.do(Command.POST, "", {"title": "a"})
    chances = likely(machine)
    assert chances["get_norm"] == 4
    assert {chances[name] for name in ("post_norm", "put_norm", "patch_norm", "del_norm", "unknown")} == {2}


def test_what_was_done_from_here_is_half_as_likely(machine):
    machine.trial.do(Command.POST, "", {"title": "a"})
    machine._gone.add((machine.trial.state.place, "get_norm"))
    assert likely(machine)["get_norm"] == 2
    machine.trial.do(Command.DELETE, "1")
    machine.trial.do(Command.POST, "", {"title": "b"})
    assert likely(machine)["get_norm"] == 4, "from another state it is new"


def test_what_the_service_does_not_offer_is_never_drawn():
    collection = Dictionary(Delete.READABLE)
    collection.commands = frozenset({Command.POST, Command.GET, Command.DELETE})
    machine = _machine(collection)
    machine.trial.do(Command.POST, "", {"title": "a"})
    machine.trial.do(Command.POST, "", {"title": "b"})
    machine.trial.do(Command.DELETE, "1")
    assert likely(machine).keys() == {
        "post_norm", "get_norm", "get_del", "del_norm", "del_del", "post_again", "unknown"
    }  # fmt: skip


def test_the_trash_is_emptied_where_there_is_one():
    machine = _machine(Dictionary(Delete.READABLE), Manners(delete=Delete.READABLE, mark="trash", marked=True))
    machine.trial.do(Command.POST, "", {"title": "a"})
    assert "empty_trash" not in likely(machine)
    machine.trial.do(Command.DELETE, "1")
    assert "empty_trash" in likely(machine)


def test_there_are_never_more_than_five_entries_and_three_unknown_keys(machine):
    for _ in range(5):
        assert "post_norm" in likely(machine) or "post_first" in likely(machine)
        machine.trial.do(Command.POST, "", {"title": "a"})
    assert not {"post_norm", "post_first"} & likely(machine).keys()
    machine._unknown = 3
    assert "unknown" not in likely(machine)


def test_a_put_is_repeated_only_right_after_it(machine):
    machine.trial.do(Command.POST, "", {"title": "a"})
    assert "put_again" not in likely(machine)
    machine.trial.do(Command.PUT, "1", {"title": "b"})
    assert "put_again" in likely(machine)
    machine.trial.do(Command.GET, "1")
    assert "put_again" not in likely(machine)


@QUIET
@given(st.data())
def test_each_command_goes_where_its_name_says(data):
    collection = Dictionary(Delete.READABLE)
    machine = _machine(collection, Manners(delete=Delete.READABLE, mark="trash", marked=True))
    for _ in range(12):
        before = machine.trial.state
        steps = len(machine.trial._running.steps)
        (command,) = (machine._gone.clear(), machine.step(data), machine._gone)[2]
        done = machine.trial._running.steps[steps:]
        if command[1].endswith("_del"):
            assert done[-1].key in before.trash
        elif command[1].endswith("_norm") and not command[1].startswith("post"):
            assert done[-1].key in before.normal
        elif command[1] == "unknown":
            assert not done or done[-1].command.endswith("_unknown")
        machine.listed()
    machine.teardown()
    assert set(collection.there) == {"old"}
