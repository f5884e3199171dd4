"""The store with real processes, in SQLite and in PostgreSQL: nothing is lost, and both behave alike."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import psycopg
import pytest
from bench.postgres import binaries, cluster

import store_version_1 as version_1
from querious.errors import ConfigError
from querious.model.recorded import Tally
from querious.model.recording import Latency, Recording
from querious.store import RecordingFilter, RecordingOrder, open_store
from querious.store.counts import tally
from querious.store.migrations import VERSION

START = datetime(2026, 1, 1, tzinfo=UTC)
PROCESSES = 8
WRITER = """
import os, sys
from datetime import UTC, datetime
from querious.model.recording import Recording
from querious.store import open_store
import querious.store.recording_store, querious.store.connect, querious.store.postgres

def recording(**variables):
    now = datetime.now(UTC)
    return Recording("query Q($n:Int){a}", variables, now, now, "Q", "query", statuses={"200": 1})

def write(process):
    with open_store(place) as store:
        for batch in range(batches):
            own = [recording(process=process, batch=batch, n=n) for n in range(size // 2)]
            store.add([recording(n=n) for n in range(size // 2)] + own)
            os.write(1, b"%d\\n" % (batch + 1))

place, first, processes, batches, size = sys.argv[1], *map(int, sys.argv[2:])
children = []
for number in range(1, processes):
    child = os.fork()
    if not child:
        write(first + number)
        sys.exit(0)
    children.append(child)
write(first)
sys.exit(any(os.waitpid(child, 0)[1] for child in children))
"""
"""Processes that open the store at the same moment and write; after each batch they tell how many they wrote."""


@pytest.fixture(scope="session")
def server():
    """The URL of an administrator of a private PostgreSQL."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql (make unit does it, as root)")
    with cluster() as url:
        yield url


@pytest.fixture
def database(server):
    """The URL of a database of its own."""
    name = f"test_{random.getrandbits(48):x}"
    execute(server, f"CREATE DATABASE {name}")
    return server.removesuffix("/postgres") + f"/{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "harvest.sqlite")
    return request.getfixturevalue("database")


def execute(place: str, *statements: str) -> None:
    """Past the store, as an administrator would."""
    if "://" in place:
        with psycopg.connect(place, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)
    else:
        with closing(sqlite3.connect(place, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)


def writing(place: str, first: int, processes: int, batches: int, size: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, place, *map(str, (first, processes, batches, size))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def write_at_once(place: str, batches: int, size: int) -> None:
    with writing(place, 0, PROCESSES, batches, size) as started:
        told, wrong = started.communicate(timeout=90)
    assert (started.returncode, wrong.decode()) == (0, "")
    assert told.split().count(str(batches).encode()) == PROCESSES


def test_eight_processes_make_a_store_at_once_and_lose_nothing(place):
    write_at_once(place, batches=15, size=40)
    with open_store(place, create=False) as store:
        shared = PROCESSES * 15
        assert store.tally() == Tally(20 + shared * 20, shared * 40)
        assert {one.times_called for one in store.recordings(order=RecordingOrder.CALLS, limit=20)} == {shared}
        assert store.stats().statuses == {"200": shared * 40}
        assert store.stats().documents == 1


def test_eight_processes_bring_an_old_store_up_to_date_at_once(place):
    if "://" in place:
        execute(place, "CREATE SCHEMA querious")
        with psycopg.connect(place, autocommit=True, options="-csearch_path=querious") as connection:
            version_1.make(connection.execute)
    else:
        with closing(sqlite3.connect(place, isolation_level=None)) as connection:
            version_1.make(connection.execute)
    write_at_once(place, batches=2, size=10)
    with open_store(place, create=False) as store:
        found = {one.key: one for one in store.recordings(RecordingFilter(names=("Shop", "")))}
        assert (found[version_1.ASKED_BY_TEXT].times_called, len(found)) == (7, 3)
        assert found[version_1.ASKED_BY_TEXT].statuses == {"200": 6, "500": 1}
        assert store.tally(RecordingFilter(names=("Q",))).calls == PROCESSES * 2 * 10


def test_a_killed_process_loses_its_last_batch_at_most(place):
    """Killed in the middle of writing: of every batch all is there or nothing, and what was told is there."""
    size, before = 1200, 0
    chance = random.Random(4)
    for number in range(4):
        with writing(place, number, 1, 10_000, size) as process:
            told = int(process.stdout.readline())
            time.sleep(chance.uniform(0, 0.15))
            process.send_signal(signal.SIGKILL)
            told = max([told, *map(int, process.stdout.read().split(b"\n")[:-1])])
            assert process.wait() == -signal.SIGKILL
        with open_store(place, create=False) as store:
            store.prune(RecordingFilter(names=("nobody",)))  # waits for a transaction that the server still ends
            written, rest = divmod(store.tally().calls - before, size)
            assert rest == 0
            assert written in {told, told + 1}
            assert store.stats().statuses == {"200": store.tally().calls}
            before = store.tally().calls
    if "://" not in place:
        with closing(sqlite3.connect(place)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def traffic(chance: random.Random):
    for _ in range(chance.randint(1, 40)):
        name = chance.choice(["GetShop", "get_shop", "Old%", ""])
        hashed = chance.choice(["", "", f"hash of {name}"])
        document = "" if hashed and chance.random() < 0.5 else f'query {name or "X"}{{a(t:"é😀"){{b{len(name)}}}}}'
        when = START + timedelta(hours=chance.randint(0, 100), microseconds=chance.randint(0, 10**6))
        yield Recording(
            document,
            {"n": chance.randint(0, 4), "odd": chance.choice([None, "\x00", "\ud800", 10**30, 0.1])},
            when,
            when + timedelta(seconds=chance.randint(0, 10)),
            name + chance.choice(["", "", "\x00"]),
            chance.choice(["query", "mutation"]) if document and name == "Old%" else "query" if document else "",
            hashed,
            chance.choice([0, 1, 7, 10**30]),
            {chance.choice(["200", "500", "er\x00rors"]): chance.randint(0, 3)},
            chance.choice([Latency(), Latency(2, 0.75, 0.5), Latency(1, float("nan"), 1.0)]),
        )


CHOICES = [
    RecordingFilter(),
    RecordingFilter(names=("*et*",)),
    RecordingFilter(names=("get*", "Old%")),
    RecordingFilter(names=("GET*",)),
    RecordingFilter(names=("*_*",)),
    RecordingFilter(kinds=("query",)),
    RecordingFilter(kinds=("",)),
    RecordingFilter(coordinates=("Query.a",), min_calls=2),
    RecordingFilter(since=START + timedelta(hours=50)),
    RecordingFilter(before=START + timedelta(hours=20), fewer_calls=8),
]


def test_both_databases_behave_alike(tmp_path, database):
    chance = random.Random(1)
    with open_store(str(tmp_path / "a.sqlite")) as one, open_store(database) as other:
        for step in range(12):
            some = list(traffic(chance))
            assert one.add(some) == other.add(some)
            for choice in CHOICES:
                for order in RecordingOrder:
                    limit = chance.choice([None, 3])
                    assert list(one.recordings(choice, order, limit)) == list(other.recordings(choice, order, limit))
                assert one.tally(choice) == other.tally(choice)
            mine, theirs = one.stats(), other.stats()
            assert set(mine.most_called) == set(theirs.most_called)
            assert (mine.statuses, mine.kinds, mine.first, mine.last) == (
                theirs.statuses,
                theirs.kinds,
                theirs.first,
                theirs.last,
            )
            assert mine.latency == theirs.latency
            if step % 4 == 3:
                goes = chance.choice(CHOICES[1:])
                assert one.prune(goes) == other.prune(goes)
                assert one.stats().documents == other.stats().documents


def test_reading_sees_one_moment(place):
    with open_store(place) as store:
        store.add(recording(n) for n in range(1500))
        reading = store.recordings()
        next(reading)
        store.add(recording(n) for n in range(1000, 2000))
        store.prune(RecordingFilter(min_calls=2))
        assert [one.times_called for one in reading] == [1] * 1499
        assert store.tally() == Tally(1500, 1500)
        with store._database.reading() as connection:
            assert tally(connection, []) == Tally(1500, 1500)
            store.add([recording(1)])
            assert tally(connection, []) == Tally(1500, 1500)


def recording(number: int) -> Recording:
    return Recording("{a}", {"n": number}, START, START, kind="query")


def test_a_writer_that_holds_on_is_waited_for_and_then_told(place):
    with open_store(place) as holding, open_store(place, patience=0.2) as waiting:
        with holding._database.writing():
            assert waiting.count() == 0
            with pytest.raises(ConfigError, match="is kept locked by another process; try again when that has ended"):
                waiting.add([recording(1)])
        assert waiting.add([recording(1)]) == 1


def test_a_newer_store_and_one_of_something_else_are_refused(place):
    open_store(place).close()
    table = "querious.schema_version" if "://" in place else "schema_version"
    execute(place, f"UPDATE {table} SET version = {VERSION + 1}")  # noqa: S608 - a name of ours
    with pytest.raises(ConfigError, match=rf"newer querious \(store version {VERSION + 1}, this one knows {VERSION}\)"):
        open_store(place)
    execute(place, f"DROP TABLE {table}")
    with pytest.raises(ConfigError, match="holds tables that are not recordings"):
        open_store(place)


def test_a_store_that_is_not_there_is_not_made_by_looking(place):
    with pytest.raises(ConfigError, match="Record with `querious proxy`, or run `querious harvest import FILES`"):
        open_store(place, create=False)


def test_a_connection_that_the_server_closed_is_opened_again(database, server):
    with open_store(database) as store:
        store.add([recording(1)])
        execute(server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'querious'")
        assert store.add([recording(1)]) == 1
        assert store.tally() == Tally(1, 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_writes_through_a_connection_of_its_own(database):
    with open_store(database) as store:
        store.add([recording(1)])
        before = backend(store)
        child = os.fork()
        if not child:
            try:
                store.add([recording(1)])
                os._exit(backend(store) == before)
            finally:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0
        store.add([recording(1)])
        assert (store.tally(), backend(store)) == (Tally(1, 3), before)


def backend(store) -> int:
    with store._database.reading() as connection:
        return connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()


def test_other_tables_of_the_database_are_left_alone(database):
    execute(database, "CREATE TABLE recording (mine INTEGER)", "CREATE TABLE schema_version (version TEXT)")
    with open_store(database) as store:
        store.add([recording(1)])
        assert store.count() == 1
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM public.recording").fetchone() == (0,)


def as_user(url: str, user: str, password: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=f"{user}:{password}@{parts.hostname}:{parts.port}").geturl()


def test_one_who_may_only_read_can_read_and_is_told_what_he_may_not(database):
    user = f"reader_{random.getrandbits(48):x}"
    execute(database, f"CREATE ROLE {user} LOGIN PASSWORD 'hunter2'")
    with pytest.raises(ConfigError, match="does not let this user use the schema querious; let its owner grant that"):
        open_store(as_user(database, user, "hunter2"))
    with open_store(database) as store:
        store.add([recording(1)])
    execute(database, f"GRANT USAGE ON SCHEMA querious TO {user}")
    execute(database, f"GRANT SELECT ON ALL TABLES IN SCHEMA querious TO {user}")
    with open_store(as_user(database, user, "hunter2"), create=False) as store:
        assert store.count() == 1
        with pytest.raises(ConfigError, match="does not let this user use the schema"):
            store.add([recording(1)])


def test_a_wrong_password_is_told_and_none_is_repeated(database):
    with pytest.raises(ConfigError) as told:
        open_store(as_user(database, "admin", "hunter2"))
    parts = urlsplit(database)
    shown = f"postgresql://127.0.0.1:{parts.port}{parts.path}"
    assert str(told.value) == f"{shown} refuses the user or the password of the URL"
    with pytest.raises(ConfigError, match="has no such database or user; create it first"):
        open_store(f"{database}_not")


def test_a_database_that_cannot_hold_all_texts_is_refused(server):
    name = f"test_{random.getrandbits(48):x}"
    execute(server, f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0")
    with pytest.raises(
        ConfigError, match=r"is encoded in SQL_ASCII, which cannot hold every text\. Create one in UTF8"
    ):
        open_store(server.removesuffix("/postgres") + f"/{name}")


def test_the_commands_work_with_both_and_never_print_the_password(place, called):
    with open_store(place) as store:
        store.add([recording(1), recording(2), recording(2)])
    environment = {"QUERIOUS_STORE": place}
    password = urlsplit(place).password or "none at all"
    for arguments, told in (
        (("stats", "--json", "-"), '"calls": 3'),
        (("prune", "--min-calls", "2", "--yes"), "1 recording (1 call) removed, 1 kept."),
        (("show", "x"), "no recording 'x' in "),
    ):
        result = called("harvest", *arguments, **environment)
        assert told in result.stdout + result.stderr
        assert password not in result.stdout + result.stderr
