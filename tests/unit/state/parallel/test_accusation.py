"""What is said of histories that no order explains."""

from __future__ import annotations

from querious.model import Exchange
from querious.model.severity import Severity
from querious.model.state import Command, Ending, Outcome
from querious.state.model import Manners, State
from querious.state.parallel.accusation import accuse, fewest_reads
from querious.state.parallel.history import Event, History
from querious.state.parallel.programs import program_of
from querious.state.rules import Done
from services.transport import ANY_CASE

MANNERS = Manners()


def event(command, branch=0, *, at=2.0, key="1", sent=None, **outcome):
    found = Outcome(**{"ending": Ending.DONE, "key": key, **outcome})
    return Event(Done(command, "" if command is Command.POST else key, sent, found), at, at + 5, branch)


def history(*branches, after, entries=1):
    posts = [event(Command.POST, at=-9 + n, key=str(n + 1), sent={"a": 0, "b": 0}) for n in range(entries)]
    return History(State(), tuple(posts), branches, tuple(after))


def read(value, key="1", branch=0, at=20.0):
    ending = Ending.NOT_FOUND if value is None else Ending.DONE
    return event(Command.GET, branch, at=at, key=key, ending=ending, value=value)


def listed(**entries):
    return event(
        Command.LIST, at=21.0, key="", entries=tuple((key.strip("_"), value) for key, value in entries.items())
    )


def patch(branch, sent, key="1", at=2.0):
    return event(Command.PATCH, branch, at=at, key=key, sent=sent)


def test_nothing_is_said_of_what_an_order_explains():
    assert (
        accuse(history((patch(1, {"a": 1}),), (patch(2, {"b": 1}),), after=[read({"a": 1, "b": 1})]), MANNERS) is None
    )


def test_the_patch_that_is_lost_is_told():
    shown = {"a": 0, "b": 1}
    found = accuse(
        history((patch(1, {"a": 1}),), (patch(2, {"b": 1}),), after=[read(shown), listed(_1=shown)]), MANNERS
    )
    assert found.rule == "lost-update"
    assert found.message == (
        "patch of #1 in branch 1 succeeded at the same time as patch of #1 in branch 2, but was lost: "
        "get shows #1 as it was before patch: `a` is `0`, expected `1`"
    )
    steps = found.evidence.steps(MANNERS)
    assert [(step.verb, step.branch, step.name) for step in steps] == [
        (Command.POST, 0, "#1"),
        (Command.PATCH, 1, "#1"),
        (Command.PATCH, 2, "#1"),
        (Command.GET, 0, "#1"),
    ]


def test_503_is_a_suspicion_unless_something_else_failed_too():
    def broken(branch, status):
        return event(Command.PATCH, branch, sent={"a": 1}, ending=Ending.BROKEN, exchanges=(_answered(status),))

    busy = accuse(history((broken(1, 503),), (patch(2, {"b": 1}),), after=[read({"a": 0, "b": 1})]), MANNERS)
    assert (busy.rule, busy.severity) == ("server-error", Severity.SUSPICION)
    crashed = accuse(history((broken(1, 503),), (broken(2, 500),), after=[read({"a": 0, "b": 0})]), MANNERS)
    assert (crashed.rule, crashed.severity) == ("server-error", Severity.FAULT)
    assert "HTTP 500" in crashed.message
    assert crashed.cause != busy.cause


def _answered(status):
    return Exchange(ANY_CASE, status=status)


def test_steps_are_in_the_order_of_their_beginnings():
    branches = (patch(1, {"a": 1}, at=3.0),), (patch(2, {"b": 1}, at=2.0),)
    found = accuse(history(*branches, after=[read({"a": 0, "b": 1})]), MANNERS)
    assert [step.branch for step in found.evidence.steps(MANNERS)] == [0, 2, 1, 0]


def test_a_list_alone_tells_too():
    found = accuse(history((patch(1, {"a": 1}),), (patch(2, {"b": 1}),), after=[listed(_1={"a": 1, "b": 0})]), MANNERS)
    assert found.rule == "lost-update"
    assert found.message.startswith("patch of #1 in branch 2 succeeded")


def test_a_delete_is_lost_if_the_entry_is_there_though_a_branch_saw_it_gone():
    deleting = event(Command.DELETE, 2), read(None, branch=2, at=8.0)
    found = accuse(history((patch(1, {"a": 1}, at=4.0),), deleting, after=[read({"a": 1, "b": 0})]), MANNERS)
    assert found.rule == "lost-update"
    assert found.message.startswith("delete of #1 in branch 2 succeeded")
    assert found.cause == ("lost-update", "patch")


def test_a_write_that_is_lost_by_one_to_another_entry_is_no_lost_update():
    branches = (patch(1, {"a": 1}),), (patch(2, {"a": 2}, "2"),)
    found = accuse(history(*branches, entries=2, after=[read({"a": 0, "b": 0}), read({"a": 2, "b": 0}, "2")]), MANNERS)
    assert found.rule == "not-linearizable"
    assert found.message.startswith("patch of #1 in branch 1 succeeded at the same time as patch of #2")


def test_both_can_be_lost():
    branches = (patch(1, {"a": 1}),), (patch(2, {"b": 1}),)
    found = accuse(history(*branches, after=[read({"a": 0, "b": 0})]), MANNERS)
    assert found.rule == "lost-update"
    assert found.message.startswith("patch of #1 in branch 1 and patch of #1 in branch 2 succeeded, but were lost: ")


def test_posts_with_one_key_are_told_so():
    posts = [event(Command.POST, branch, key="7", sent={"a": branch}) for branch in (1, 2)]
    found = accuse(history((posts[0],), (posts[1],), after=[read({"a": 2}, "7")]), MANNERS)
    assert found.rule == "lost-update"
    assert found.message.endswith("post returned the key `7`, which already belonged to #2")


def test_a_post_that_is_not_there_is_called_by_the_name_of_its_step():
    posts = [event(Command.POST, branch, key=str(branch + 1), sent={"a": branch}) for branch in (1, 2)]
    found = accuse(history((posts[0],), (posts[1],), after=[read(None, "2"), read({"a": 2}, "3")]), MANNERS)
    assert found.rule == "not-linearizable"
    assert found.message.endswith("get of #2, which was just written, failed: not found")


def test_a_read_in_a_branch_that_fits_no_moment_is_told():
    put = event(Command.PUT, 1, sent={"a": 1, "b": 1})
    torn = read({"a": 1, "b": 0}, branch=2, at=3.0)
    found = accuse(history((put,), (torn,), after=[read({"a": 1, "b": 1})]), MANNERS)
    assert found.rule == "not-linearizable"
    assert found.message.startswith("no order of the commands in 2 branches explains the responses: get of #1")
    assert [step.branch for step in found.evidence.steps(MANNERS)] == [0, 1, 2]


def test_a_failure_is_told_as_such():
    broken = event(Command.PATCH, 2, sent={"b": 1}, ending=Ending.BROKEN, exchanges=(Exchange(ANY_CASE, status=500),))
    found = accuse(history((patch(1, {"a": 1}),), (broken,), after=[read({"a": 1, "b": 0})]), MANNERS)
    assert found.rule == "server-error"
    assert "HTTP 500, while commands ran at the same time" in found.message


def test_reads_that_it_does_not_take_go_but_two_branches_stay():
    branches = (patch(1, {"a": 1}), read({"a": 1, "b": 0}, branch=1, at=8.0)), (patch(2, {"b": 1}),)
    whole = history(*branches, after=[read({"a": 0, "b": 1})])
    assert [len(branch) for branch in fewest_reads(whole, MANNERS).branches] == [1, 1]
    lone = history((patch(1, {"a": 1}),), (read({"a": 0, "b": 0}, branch=2),), after=[read({"a": 0, "b": 0})])
    assert [len(branch) for branch in fewest_reads(lone, MANNERS).branches] == [1, 1]


def test_the_program_of_a_history_calls_entries_by_name():
    whole = history((patch(1, {"a": 1}, "2"),), (event(Command.POST, 2, key="3", sent={}),), entries=2, after=[])
    program = program_of(whole)
    assert [act.name for act in program.before] == ["#1", "#2"]
    assert [[(act.verb, act.name, act.key, act.sent) for act in branch] for branch in program.branches] == [
        [(Command.PATCH, "#2", "", {"a": 1})],
        [(Command.POST, "", "", {})],
    ]
