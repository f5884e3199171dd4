from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from harvested import Kept, posted, recorder_to
from querious.harvest import Recorder
from querious.harvest import recorder as module
from querious.harvest.limits import RecordingLimits
from querious.harvest.notes import ReceivedRequest
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.any_graphql_core

NOTHING = ReceivedRequest("POST", "", "application/json", b"{}")


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def recorder(kept: Kept) -> Iterator[Recorder]:
    made = recorder_to(kept)
    yield made
    made.close(5)


def counts(recorder: Recorder) -> dict[str, int]:
    names = ("seen", "ignored", "skipped", "dropped", "failed", "written")
    return {name: getattr(recorder, name) for name in names if getattr(recorder, name)}


def test_requests_become_recordings(kept: Kept, recorder: Recorder) -> None:
    for number in (1, 2, 1):
        recorder.record(posted("query Q($n: Int) { a(n: $n) }", n=number), 200, 0.5, 1_700_000_000.0)
    recorder.record(posted("{ b }"), "errors", 0.1, 1_700_000_000.0)
    recorder.record(NOTHING, 200, 0.1, 1_700_000_000.0)
    assert recorder.flush()
    assert sorted((one.document, str(one.variables), one.times_called) for one in kept.all) == [
        ("query Q($n:Int){a(n:$n)}", "{'n': 1}", 2),
        ("query Q($n:Int){a(n:$n)}", "{'n': 2}", 1),
        ("{b}", "{}", 1),
    ]
    assert counts(recorder) == {"seen": 5, "ignored": 1, "written": 4}


def test_nothing_is_opened_and_no_thread_runs_until_something_is_recorded(kept: Kept, recorder: Recorder) -> None:
    assert recorder.flush()
    assert not [thread for thread in threading.enumerate() if thread.name == "querious-harvest"]
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    recorder.flush()
    assert kept.opened == 1


def test_recordings_are_written_in_time_without_being_told(kept: Kept) -> None:
    recorder = recorder_to(kept, interval=0.05)
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    deadline = time.monotonic() + 5
    while not kept.recordings and time.monotonic() < deadline:
        time.sleep(0.01)
    assert kept.only.document == "{a}"
    recorder.close()


def test_closing_writes_what_is_left_and_later_requests_are_dropped(kept: Kept, recorder: Recorder) -> None:
    for number in range(300):
        recorder.record(posted(f"{{ a{number} }}"), 200, 0.1, 0.0)
    assert recorder.close(20)
    recorder.record(posted("{ late }"), 200, 0.1, 0.0)
    assert (len(kept.recordings), kept.closed) == (300, 1)
    assert counts(recorder) == {"seen": 301, "dropped": 1, "written": 300}
    assert recorder.close()
    assert recorder.flush()


def test_closing_writes_what_could_be_noted_in_time(kept: Kept, recorder: Recorder) -> None:
    recorder.start()
    with recorder._calm:
        for number in range(3_000):
            recorder.record(posted(f"{{ a{number} {' '.join(f'field{n}' for n in range(60))} }}"), 200, 0.1, 0.0)
        time.sleep(0.3)
    assert recorder.close(1.0)
    assert recorder.written == len(kept.recordings) > 0
    assert recorder.written + recorder.dropped == 3_000
    assert recorder.dropped > 0


def test_a_full_queue_drops_and_counts(kept: Kept) -> None:
    hold = threading.Event()

    class Slow(Kept):
        def add(self, recordings: Any) -> None:
            hold.wait(10)
            super().add(recordings)

    slow = Slow()
    recorder = recorder_to(slow, requests=10, interval=0.0)
    recorder.record(posted("{ first }"), 200, 0.1, 0.0)
    time.sleep(0.1)
    for number in range(25):
        recorder.record(posted(f"{{ a{number} }}"), 200, 0.1, 0.0)
    assert recorder.dropped == 15
    hold.set()
    assert recorder.close(10)
    assert (recorder.seen, recorder.written) == (26, 11)


def test_a_queue_is_full_by_bytes_too(kept: Kept) -> None:
    recorder = recorder_to(kept, memory=100_000)
    recorder.start()
    with recorder._calm:
        for _ in range(5):
            recorder.record(posted("{ a }", text="x" * 40_000), 200, 0.1, 0.0)
    assert recorder.dropped == 3
    assert recorder.flush()
    recorder.record(posted("{ a }", text="x" * 40_000), 200, 0.1, 0.0)
    assert recorder.close(10)
    assert (recorder.dropped, recorder.written) == (3, 3)


def test_failures_of_ours_and_of_the_store_are_counted_and_said_once(
    kept: Kept, recorder: Recorder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept.failure = OSError("no space left")
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    with caplog.at_level(logging.WARNING, "querious.harvest"):
        assert recorder.flush()
        assert recorder.flush()
    assert [record.getMessage() for record in caplog.records] == [
        "recording lost 0 requests to a full queue and 0 to failures so far; the store says: OSError: no space left"
    ]
    kept.failure = None
    assert recorder.flush()
    monkeypatch.setattr(module, "noted", lambda *_: 1 / 0)
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    assert recorder.flush()
    recorder.record(None, 200, 0.1, 0.0)  # type: ignore[arg-type]
    assert recorder.flush()
    monkeypatch.setattr(module, "ObservedRequest", lambda *_: 1 / 0)
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    assert counts(recorder) == {"seen": 2, "failed": 3, "written": 1}


def test_what_a_failing_store_never_took_is_counted_at_the_end(kept: Kept, recorder: Recorder) -> None:
    kept.failure = OSError()
    for _ in range(3):
        recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    assert recorder.close(10)
    assert counts(recorder) == {"seen": 3, "failed": 3}


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="needs a clock for each thread")
def test_the_thread_takes_no_more_than_its_share(kept: Kept) -> None:
    recorder = recorder_to(kept, share=0.1)
    for number in range(200):
        document = f"query Q{number} {{ {' '.join(f'field{n}' for n in range(60))} }}"
        recorder.record(posted(document), 200, 0.1, 0.0)
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "querious-harvest")
    clock = time.pthread_getcpuclockid(thread.ident)
    before = time.clock_gettime(clock)
    time.sleep(0.6)
    assert time.clock_gettime(clock) - before < 0.6 * 0.2
    assert recorder._waiting > 0
    began = time.clock_gettime(clock), time.monotonic()
    assert recorder.flush(60)
    assert recorder.written == 200
    assert time.clock_gettime(clock) - began[0] > (time.monotonic() - began[1]) * 0.15
    assert recorder.close(20)


def test_many_threads_lose_nothing(kept: Kept, recorder: Recorder) -> None:
    def ask(worker: int) -> None:
        for number in range(100):
            recorder.record(posted("query ($n: Int) { a(n: $n) }", n=number % 7, w=worker), 200, 0.1, 0.0)

    threads = [threading.Thread(target=ask, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert recorder.close(30)
    assert (len(kept.recordings), sum(one.times_called for one in kept.all)) == (56, 800)
    assert counts(recorder) == {"seen": 800, "written": 800}


def test_recording_takes_next_to_no_time(kept: Kept, recorder: Recorder) -> None:
    request = posted("{ a }", text="x" * 2_000)
    recorder.record(request, 200, 0.1, 0.0)
    with recorder._calm:
        took = []
        for _ in range(500):
            began = time.perf_counter()
            recorder.record(request, 200, 0.1, 0.0)
            took.append(time.perf_counter() - began)
    assert sorted(took)[250] < 0.000_1


_SCRIPT = """
import json, os, sys, time
sys.path[:0] = json.loads(sys.argv[1])
from harvested import Kept, posted, recorder_to

class File(Kept):
    def add(self, recordings):
        time.sleep(float(sys.argv[3]))
        with open(sys.argv[2], "a") as file:
            for one in recordings:
                file.write(json.dumps([os.getpid(), one.document, one.times_called]) + "\\n")

recorder = recorder_to(File(), shutdown=float(sys.argv[4]))
"""


def run(
    tmp_path: Any, script: str, slow: float = 0.0, shutdown: float = 30.0
) -> tuple[list[Any], subprocess.CompletedProcess[str], float]:
    out = tmp_path / "out"
    out.touch()
    began = time.monotonic()
    quiet = ("-W", "ignore:This process:DeprecationWarning")  # Python 3.12 warns of a fork beside threads
    done = subprocess.run(
        [sys.executable, *quiet, "-c", _SCRIPT + script, json.dumps(sys.path), str(out), str(slow), str(shutdown)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return [json.loads(line) for line in out.read_text().splitlines()], done, time.monotonic() - began


def test_the_end_of_the_process_writes_what_is_left(tmp_path: Any) -> None:
    lines, done, _ = run(tmp_path, "recorder.record(posted('{ a }'), 200, 0.1, 0.0)")
    assert [line[1:] for line in lines] == [["{a}", 1]]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_store_that_hangs_does_not_keep_the_process_from_ending(tmp_path: Any) -> None:
    lines, done, seconds = run(tmp_path, "recorder.record(posted('{ a }'), 200, 0.1, 0.0)", slow=60, shutdown=0.5)
    assert lines == []
    assert (done.returncode, done.stderr) == (0, "")
    assert seconds < 15


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_processes_record_for_themselves(tmp_path: Any) -> None:
    lines, done, _ = run(
        tmp_path,
        """
recorder.record(posted('{ parent }'), 200, 0.1, 0.0)
children = []
for number in range(3):
    child = os.fork()
    if not child:
        assert (recorder.seen, recorder.written) == (0, 0)
        for _ in range(5):
            recorder.record(posted('{ child%d }' % number), 200, 0.1, 0.0)
        sys.exit()
    children.append(child)
for child in children:
    assert os.waitpid(child, 0)[1] == 0
recorder.record(posted('{ parent }'), 200, 0.1, 0.0)
""",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(line[1:] for line in lines) == [["{child0}", 5], ["{child1}", 5], ["{child2}", 5], ["{parent}", 2]]
    assert len({line[0] for line in lines}) == 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_in_the_midst_of_work_leaves_no_lock_behind(tmp_path: Any) -> None:
    lines, done, _ = run(
        tmp_path,
        """
for number in range(400):
    recorder.record(posted('{ a%d { b c d } }' % number), 200, 0.1, 0.0)
    if number % 20 == 10:
        child = os.fork()
        if not child:
            recorder.record(posted('{ a%d { b c d } }' % number), 200, 0.1, 0.0)
            os._exit(0 if recorder.flush(20) and recorder.written == 1 else 1)
        assert os.waitpid(child, 0)[1] == 0
""",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(lines) == 420


def test_a_store_that_cannot_be_opened_is_said_in_the_log_and_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    def refuse() -> Any:
        raise ModuleNotFoundError("no sqlalchemy")

    recorder = Recorder(refuse, limits=RecordingLimits(share=1.0))
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    with caplog.at_level(logging.WARNING, "querious.harvest"):
        assert recorder.close(10)
    assert recorder.failed == 1
    assert "ModuleNotFoundError: no sqlalchemy" in caplog.text


_KILLED = """
import json, sys, time
sys.path[:0] = json.loads(sys.argv[1])
from harvested import posted
from querious.recorder import record_to

recorder = record_to(sys.argv[2])
for number in range(300):
    recorder.record(posted("query Q%d { me { a%d: name } }" % (number, number)), 200, 0.1, time.time())
print("asked", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_has_kept_what_was_asked_four_seconds_before(tmp_path: Any) -> None:
    place = str(tmp_path / "kept.sqlite")
    process = subprocess.Popen(
        [sys.executable, "-c", _KILLED, json.dumps(sys.path), place], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "asked\n"
        time.sleep(4)
    finally:
        process.kill()
        process.wait(20)
        process.stdout.close()
    with open_store(place, create=False) as store:
        assert sum(recording.times_called for recording in store.recordings()) == 300
