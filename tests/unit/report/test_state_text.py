from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

import state_runs
from querious.model import Run  # noqa: TC001 - beside the others
from querious.model.severity import Severity
from querious.model.state import Command, CommandSequence, Delete
from querious.report.console import report
from querious.report.context import Context
from querious.report.screen import open_console, show
from stored import check

steady = settings(derandomize=True, deadline=None, max_examples=40)

ANY = st.text(st.characters(exclude_categories=()))


def printed(run: Run, width: int = 80):
    stream = io.StringIO()
    console = open_console(stream, plain=True, width=width)
    show(console, report(run, Context(), console))
    return stream.getvalue()


def several() -> tuple[Any, ...]:
    soft = state_runs.collection(
        "books/comments", ("NN empty_trash NC", "EN put_del EN"), delete=Delete.READABLE, mark="trash", steps=380
    )
    left_out = state_runs.untested(left_out="it can neither be read nor listed, so that nothing could be checked")
    return state_runs.collection(), soft, left_out


def two_findings() -> Run:
    return state_runs.run(
        state_runs.merging(),
        state_runs.still_found(),
        collections=several(),
        left=2,
        notes=("put_del of books is answered with not found: learned", "the same", "the same"),
        ended="30 tests for each collection",
    )


SCREENS = {
    "healthy": state_runs.run(),
    "two": two_findings(),
    "parallel": state_runs.run(state_runs.lost_update()),
    "interrupted": state_runs.run(
        collections=(
            state_runs.collection(tests=4, steps=61),
            state_runs.untested(transitions=(("EC", "post_first", "NC", 0),)),
        ),
        interrupted=True,
        left=1,
        name="it's mine",
    ),
    "hostile": state_runs.run(state_runs.hostile(), target=state_runs.HOSTILE, notes=(state_runs.HOSTILE,)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen(name: str):
    check(f"report/crud-{name}-80.txt", printed(SCREENS[name]))


def test_a_wide_screen_shows_more_of_a_sequence():
    check("report/crud-two-120.txt", printed(SCREENS["two"], 120))


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_the_screen_but_for_those_to_be_pasted(name: str, width: int):
    for line in printed(SCREENS[name], width).splitlines():
        assert (
            cell_len(line) <= width
            or line.strip().startswith(("curl ", "{ curl "))
            or "--clean-up" in line
            or "querious replay" in line
        )
        assert line == line.rstrip()
        assert line.isprintable()


def test_the_verdict_is_the_last_line_and_tells_what_was_looked_at():
    assert printed(state_runs.run()).endswith("\nNothing found; 1 collection tested.\n")
    assert printed(SCREENS["two"]).endswith(
        "\n1,204 requests in 12.3 s, seed 4711, ended: 30 tests for each collection\n"
        "2 entries are left in the service: querious crud --clean-up calm-otter\n"
        "2 faults found; 2 collections tested, 1 left out.\n"
    )


def test_not_to_have_looked_is_not_to_have_found_nothing():
    assert printed(state_runs.run(collections=())).endswith("\nNothing was tested.\n")
    assert printed(state_runs.run(collections=several()[2:])).endswith(
        "\nNothing was tested. It can neither be read nor listed, so that nothing could be checked.\n"
    )


def test_what_was_not_reached_is_told():
    run = state_runs.run(collections=(state_runs.collection(), state_runs.untested()), interrupted=True)
    assert printed(run).endswith("\nNothing found; 1 collection tested, 1 not reached.\n")


def test_a_suspicion_is_no_fault():
    text = printed(state_runs.run(replace(state_runs.still_found(), severity=Severity.SUSPICION)))
    assert text.startswith(" 1. suspicion  deleted-still-found  books  3 times\n")
    assert text.endswith("1 suspicion found; 1 collection tested.\n")


def test_without_a_name_nothing_can_be_cleaned_up():
    text = printed(state_runs.run(left=1, name=""))
    assert "1 entry is left in the service.\n" in text
    assert "--clean-up" not in text


def test_the_step_that_shows_it_is_marked_and_no_other():
    marked = [line for line in printed(SCREENS["two"]).splitlines() if line.startswith("    !")]
    assert [line.split()[1:3] for line in marked] == [["3", "get_del"], ["3", "get_norm"]]


def test_long_curl_lines_stay_off_the_screen():
    made = state_runs.step(Command.POST, "post_first", "#1", 201, {"text": "a" * 1000})
    text = printed(state_runs.run(replace(state_runs.still_found(), sequence=CommandSequence((made,)))))
    assert "curl -s" not in text
    assert "Long curl commands are not shown; querious replay sends a whole sequence" in text


def test_what_curl_takes_from_the_environment_holds_no_secret_and_no_slash_at_its_end():
    text = printed(state_runs.run(state_runs.still_found(), target="http://me:secret@127.0.0.1:8000/?key=secret"), 200)
    assert "(URL=http://127.0.0.1:8000)" in text
    assert "secret" not in text


def test_parallel_branches_are_parallel_in_the_shell_too():
    text = printed(SCREENS["parallel"])
    lines = [line.strip() for line in text.splitlines() if "curl -s" in line or line.strip() == "wait"]
    assert [line.endswith("; } &") for line in lines] == [False, True, True, False, False]
    assert lines[3] == "wait"


def test_after_fifty_findings_each_gets_a_line():
    many = [replace(state_runs.still_found(), oracle=f"rule-{number:02}") for number in range(53)]
    text = printed(state_runs.run(*many))
    rest = [line for line in text.splitlines() if line.startswith(("51. ", "52. ", "53. "))]
    assert [line.split()[2:5] for line in rest] == [["3x", "fault", f"rule-{number}"] for number in (50, 51, 52)]
    assert text.count("    !") == 50


def test_a_terminal_without_our_signs_gets_plain_ones_in_the_same_columns():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    console = open_console(stream, plain=True, width=80)
    show(console, report(SCREENS["parallel"], Context(), console))
    stream.seek(0)
    plain = stream.read().splitlines()
    rich = printed(SCREENS["parallel"]).splitlines()
    assert [len(line) for line in plain] == [len(line) for line in rich]
    assert any("+ 2 patch_norm" in line for line in plain)


def test_colours_are_ours_alone():
    stream = io.StringIO()
    console = open_console(stream, plain=False, width=80)
    console._force_terminal = True
    console._color_system = 1
    show(console, report(state_runs.run(state_runs.hostile(), state_runs.still_found()), Context(), console))
    text = stream.getvalue()
    assert "\x1b[1;31mfault\x1b[0m" in text
    assert set(__import__("re").findall(r"\x1b\[[0-9;]*(.)", text)) == {"m"}
    assert "\x1b[31mred" not in text


@steady
@given(ANY, st.integers(20, 130), st.integers(0, 2))
def test_hostile_text_is_never_obeyed(text: str, width: int, branch: int):
    steps = [
        state_runs.step(Command.PUT, text, text, 200, text, {text: text}, key=text, branch=branch, span=(1, 2)),
        state_runs.step(Command.LIST, text, text, 200, entries=[(text, text)]),
    ]
    found = state_runs.finding(text, text, text, tuple(steps))
    tested = state_runs.collection(text, mark=text, delete=Delete.LISTED)
    collections = (tested, state_runs.untested(text, left_out=text))
    run = state_runs.run(found, target=text, name=text, collections=collections, left=1, notes=(text,))
    shown = printed(run, width)
    assert all(line.isprintable() for line in shown.split("\n"))
