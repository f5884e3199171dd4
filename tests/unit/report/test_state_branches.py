from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

import state_runs
from querious.model.state import Command
from querious.report.state_answers import Telling
from querious.report.state_branches import Numbered, events, interleaving

steady = settings(derandomize=True, deadline=None, max_examples=100)
NOBODY = Telling({}, (), frozenset())


def put(branch: int, began: float, ended: float, number: int = 1):
    entry = {"n": number}
    return state_runs.step(Command.PUT, "put_norm", "#1", 200, entry, entry, span=(began, ended), branch=branch)


def drawn(*steps, width: int = 76):
    return list(interleaving([Numbered(number, step) for number, step in enumerate(steps, 1)], width, NOBODY))


def test_commands_that_overlap_are_seen_to_overlap():
    assert drawn(put(1, 5.0, 5.004, 1), put(2, 5.001, 5.0035, 2)) == [
        "     ms  branch 1                         branch 2",
        '    0.0  ┌ 1 put_norm #1 {"n":1}',
        '    1.0  │                                ┌ 2 put_norm #1 {"n":2}',
        '    3.5  │                                └ 2 → 200 {"n":2}',
        '    4.0  └ 1 → 200 {"n":1}',
    ]


def test_commands_one_after_the_other_are_seen_to_be_so():
    lines = drawn(put(1, 1.0, 2.0), put(2, 2.0, 3.0))
    assert [line[9:].strip()[0] for line in lines[1:]] == ["┌", "└", "┌", "└"]
    assert not any("│" in line for line in lines)


def test_more_branches_than_there_is_room_for_share_a_column():
    lines = drawn(*(put(branch, 1.0, 2.0) for branch in range(1, 5)))
    assert lines[0] == '    0.0  branch 1  ┌ 1 put_norm #1 {"n":1}'
    assert lines[-1] == ' 1000.0  branch 4  └ 4 → 200 {"n":1}'
    assert len(lines) == 8


def test_without_a_clock_the_order_of_the_steps_is_kept():
    steps = [put(1, 0, 0), put(2, 0, 0), put(1, 0, 0)]
    assert [(event.place, event.ends) for event in events(steps)] == [
        (place, ends) for place in range(3) for ends in (False, True)
    ]


SPANS = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=8)


@steady
@given(SPANS, st.integers(30, 120))
def test_every_command_begins_before_it_ends_and_branches_go_in_order(spans, width: int):
    clocks = dict.fromkeys(range(1, 4), 1.0)
    steps = []
    for branch, wait, length in spans:
        began = clocks[branch] + wait
        clocks[branch] = began + length
        steps.append(put(branch, began, began + length))
    found = events(steps)
    assert [event.time for event in found] == sorted(event.time for event in found)
    for branch in clocks:
        own = [(event.place, event.ends) for event in found if steps[event.place].branch == branch]
        places = [place for place, step in enumerate(steps) if step.branch == branch]
        assert own == [(place, ends) for place in places for ends in (False, True)]
    for line in drawn(*steps, width=width):
        assert cell_len(line) <= max(width, 45)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_hostile_text_stays_in_its_column(width: int):
    steps = [
        state_runs.step(
            Command.PUT,
            state_runs.HOSTILE,
            state_runs.HOSTILE,
            200,
            state_runs.HOSTILE,
            "漢字" * 100,
            span=(at, at + 2),
            branch=at,
        )
        for at in (1, 2)
    ]
    lines = drawn(*steps, width=width)
    assert all(line.isprintable() and cell_len(line) <= width for line in lines)
