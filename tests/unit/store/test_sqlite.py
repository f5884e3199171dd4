from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.errors import ConfigError
from querious.store import RecordingFilter, open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.recording import Recording

pytestmark = pytest.mark.any_graphql_core


def test_a_store_that_is_not_there_is_made_only_if_it_may_be(path: str):
    with pytest.raises(
        ConfigError, match=r"there is no store .*\. Record with `querious proxy`, or run `querious harvest import"
    ):
        open_store(path, create=False)
    assert not Path(path).exists()
    open_store(path).close()
    open_store(path, create=False).close()


def test_folders_on_the_way_are_made(tmp_path: Path):
    open_store(str(tmp_path / "a" / "b #?%.sqlite")).close()
    assert (tmp_path / "a" / "b #?%.sqlite").is_file()


def test_an_empty_file_is_no_store_yet(path: str):
    Path(path).touch()
    with pytest.raises(ConfigError, match=r"is not a store yet\. Record with"):
        open_store(path, create=False)


def test_a_file_of_something_else_is_refused_and_left_alone(path: str):
    content = b"not a database, but long enough to look like one " * 40
    Path(path).write_bytes(content)
    with pytest.raises(ConfigError, match=r"is not an SQLite database\. Choose another file\."):
        open_store(path)
    assert Path(path).read_bytes() == content


def test_a_folder_is_refused(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"is a folder. Name a file in it, such as .*harvest\.sqlite"):
        open_store(str(tmp_path))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc on this system")
def test_a_place_that_cannot_be_written_to_is_told():
    with pytest.raises(ConfigError, match=r"cannot create the store /proc/nothing/x: .*Choose another place"):
        open_store("/proc/nothing/x")


def test_a_writer_that_holds_on_is_waited_for_and_then_told(path: str, recording: Callable[..., Recording]):
    with open_store(path, patience=0.2) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.count() == 0
        with pytest.raises(ConfigError, match="is kept locked by another process; try again when that has ended"):
            store.add([recording()])
        other.execute("ROLLBACK")
        assert store.add([recording()]) == 1


def test_a_file_that_another_writes_to_is_waited_for_before_its_log_is_changed(path: str):
    """SQLite itself would give up at once."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        ending = threading.Timer(0.2, other.execute, ["COMMIT"])
        ending.start()
        open_store(path).close()
        ending.join()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ConfigError, match="is kept locked by another process"):
            open_store(path, patience=0.1)


def test_a_damaged_file_is_told(path: str, recording: Callable[..., Recording]):
    with open_store(path) as store:
        store.add(recording(variables={"n": number}) for number in range(2000))
    size = Path(path).stat().st_size
    with Path(path).open("r+b") as file:
        file.seek(4096 * 8)
        file.write(os.urandom(size - 4096 * 8))
    with pytest.raises(ConfigError, match="is damaged; take a copy from before"), open_store(path) as store:
        store.prune(RecordingFilter(min_calls=1))


def test_readers_and_writers_do_not_wait_for_each_other(path: str):
    with open_store(path), closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


COLUMNS = {
    "recording": (
        "key",
        "variables",
        "created_at",
        "updated_at",
        "times_called",
        "measured",
        "seconds",
        "operation_name",
    ),
    "document": ("text", "kind"),
    "answer": ("status", "times"),
    "schema_version": ("version",),
}


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]])
@pytest.mark.parametrize(
    "odd", ["'odd'", "x'ff00'", "1e300", "9223372036854775807", "'[' || zeroblob(0)", "'{\"a\": NaN}'"]
)
def test_whatever_stands_in_a_column_it_is_read_or_told_in_one_line(
    path: str, recording: Callable[..., Recording], table: str, column: str, odd: str
):
    with open_store(path) as store:
        store.add([recording(statuses={"200": 1})])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = {odd}")  # noqa: S608 - of names above
        connection.commit()
    seen: list[str] = []
    for work in (lambda store: list(store.recordings()), lambda store: store.stats(), lambda store: store.tally()):
        try:
            with open_store(path, create=False) as store:
                work(store)
        except ConfigError as told:
            seen.append(str(told))
    assert all("\n" not in told and ("is damaged" in told or "newer querious" in told) for told in seen)


@pytest.mark.parametrize(
    "statement",
    ["ALTER TABLE recording DROP COLUMN longest", "DROP TABLE persisted", "DELETE FROM schema_version",
     "INSERT INTO schema_version VALUES (2)", "UPDATE schema_version SET version = 0"],
)  # fmt: skip
def test_tables_that_somebody_changed_are_told_in_one_line(
    path: str, recording: Callable[..., Recording], statement: str
):
    with open_store(path) as store:
        store.add([recording()])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()

    def use() -> None:
        with open_store(path) as store:
            list(store.recordings())
            store.add([recording(document_hash="a" * 64)])

    with pytest.raises(ConfigError, match="is damaged"):
        use()


def test_a_schema_whose_text_is_no_text_any_more_is_told_in_one_line(path: str, recording: Callable[..., Recording]):
    with open_store(path) as store:
        store.add([recording()])
    data = Path(path).read_bytes()
    for name in (b"CREATE TABLE recording", b"recording", b"document"):
        for changed in (b"\xff\xfe", b"\xc3\x28"):
            Path(path).write_bytes(data.replace(name, changed + name[2:]))
            with pytest.raises(ConfigError, match=r"is damaged|holds other tables"):
                list(open_store(path, create=False).recordings())
