"""``querious crud`` as a process of its own, on a service that is another: what it finds, and that it leaves nothing."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from querious.demo.serving import serve_app
from querious.errors import ConfigError
from querious.state.journal import read_journal
from services.google_tasks import google_tasks
from services.storage_room import COLLECTION, storage_room

LISTS = ("/authors", "/books", "/books/1/comments", "/books/2/comments", "/tasks", "/coupons", "/shelves")
FACADES = """
from services.facades import GoogleTasks, google_task_lists, storage_room_entries

def tasks(wire):
    return [google_task_lists(wire), GoogleTasks(wire)]
"""


@contextlib.contextmanager
def shop(faults="none"):
    """The REST demo, served by a process of its own; its URL."""
    line = [sys.executable, "-m", "querious", "demo", "--bookshop", "--serve", "--faults", faults]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split(" until ")[0].rpartition(" ")[2]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(10)


@contextlib.contextmanager
def under_way(folder, url, *options):
    """A run on it that takes long, under way."""
    line = [sys.executable, "-m", "querious", "crud", url, "--tests", "500", "--delay", "10ms", "--seed", "1", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUERIOUS_")}
    with subprocess.Popen(
        line, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def everything(url):
    return {path: json.load(urlopen(url + path)) for path in LISTS}  # noqa: S310 - our own server


def journals(folder):
    return list(Path(folder, ".querious", "crud").glob("*.jsonl"))


def left(folder):
    """What the journal says is there now."""
    try:
        return [one for path in journals(folder) for one in read_journal(path)[1]]
    except ConfigError:
        return []


def until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that in time"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def healthy():
    with shop() as url:
        yield url


def test_a_healthy_service_is_right_and_is_left_as_it_was(querious, tmp_path, healthy):
    before = everything(healthy)
    result = querious(
        "crud", healthy, "--tests", "2", "--seed", "5", "--collection", "tasks", "--collection", "shelves"
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Nothing found; 2 collections tested." in result.stdout
    assert everything(healthy) == before
    assert journals(tmp_path) == []


def test_a_fault_is_found_and_nothing_is_left(querious, tmp_path):
    line = ("--collection", "books/comments", "--tests", "1", "--steps", "5", "--seed", "5", "--json", "run.json")
    with shop("child-survives-parent") as url:
        before = everything(url)
        result = querious("crud", url, *line)
        assert result.returncode == 1, result.stdout + result.stderr
        assert everything(url) == before
    (found,) = json.loads((tmp_path / "run.json").read_text())["findings"]
    assert found["oracle"] == "survives-parent"
    assert len(found["sequence"]["steps"]) <= 5
    assert journals(tmp_path) == []


def test_ctrl_c_in_the_middle_leaves_nothing(tmp_path, healthy):
    before = everything(healthy)
    with under_way(tmp_path, healthy, "--collection", "books/comments") as process:
        until(lambda: len(left(tmp_path)) > 4)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=30)
    assert process.returncode == 130, told
    assert "ended: interrupted" in told
    assert "Traceback" not in told
    assert everything(healthy) == before
    assert [one for one in left(tmp_path) if one.key] == []


def test_what_a_kill_leaves_is_cleaned_up_by_the_name_of_the_run(querious, tmp_path, healthy):
    before = everything(healthy)
    with under_way(tmp_path, healthy, "--collection", "books/comments") as process:
        until(lambda: len(left(tmp_path)) > 4)
        process.kill()
    there = everything(healthy)
    assert there["/authors"] != before["/authors"]
    assert there["/books"] != before["/books"]
    (journal,) = journals(tmp_path)
    result = querious("crud", "--clean-up", journal.stem)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " removed, 0 left." in result.stdout
    assert everything(healthy) == before
    assert journals(tmp_path) == []


@pytest.mark.parametrize(
    ("service", "facade", "collection"),
    [
        (storage_room, "services.facades:storage_room_entries", "entries"),
        (google_tasks, "study_facades:tasks", "tasks"),
    ],
    ids=["Storage Room", "Google Tasks"],
)
def test_the_study_s_first_finding_is_three_steps_where_hard_delete_is_promised(
    called, tmp_path, service, facade, collection
):
    (tmp_path / "study_facades.py").write_text(FACADES)
    line = (facade, "--collection", collection, "--tests", "3", "--steps", "8", "--seed", "2", "--json", "run.json")
    with serve_app(service(), 0, "") as server:
        result = called("crud", *line, "--url", server.url, "--delete", "hard")
        assert result.returncode == 1, result.stdout + result.stderr
        findings = json.loads((tmp_path / "run.json").read_text())["findings"]
        (found,) = [one for one in findings if "deleted-still-found" in _rules(one)]
        steps = [step["verb"] for step in found["sequence"]["steps"]]
        assert steps in (["post", "delete", "get"], ["post", "delete", "list"])
    with serve_app(service(), 0, "") as server:
        learned = called("crud", *line, "--url", server.url)
    assert learned.returncode == 0, learned.stdout + learned.stderr
    assert json.loads((tmp_path / "run.json").read_text())["state"]["collections"][0]["delete"] == "readable"


def _rules(finding) -> set[str]:
    """Those that say so of its cause, folded ones included."""
    return {finding["oracle"], *(one["oracle"] for one in finding["others"])}


def test_a_host_that_is_not_this_machine_is_not_written_to(called):
    """By its name: the address leads here, but does not say so."""
    with serve_app(storage_room(), 0, "") as server:
        url = server.url.replace("127.0.0.1", "0.0.0.0")
        result = called("crud", "services.facades:storage_room_entries", "--url", url)
        assert result.returncode == 2
        assert "is not this machine, and testing its state writes to it. Allow that with --write" in result.stderr
        with urlopen(f"{server.url}{COLLECTION}/entries") as answer:  # noqa: S310 - our own server
            assert json.load(answer)["array"]["resources"] == []
        written = called(
            "crud", "services.facades:storage_room_entries", "--url", url, "--write", "--delay", "1ms", "--tests", "2"
        )  # fmt: skip
        assert written.returncode == 0, written.stdout + written.stderr
