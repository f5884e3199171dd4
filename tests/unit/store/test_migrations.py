from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

import store_version_1 as version_1
from querious.errors import ConfigError
from querious.model.recorded import Tally
from querious.model.recording import key_of
from querious.store import migrations, open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from querious.model.recording import Recording

pytestmark = pytest.mark.any_graphql_core


def execute(path: str, *statements: str) -> list[tuple]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return [row for statement in statements for row in connection.execute(statement)]


def schema(path: str) -> dict[str, str]:
    rows = execute(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: re.sub(r"\s+", "", sql) for name, sql in rows}


@pytest.fixture
def old(path: str) -> str:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        version_1.make(connection.execute)
    return path


def test_a_store_of_version_1_is_brought_up_to_date(old: str):
    with open_store(old, create=False) as store:
        found = {recording.key: recording for recording in store.recordings()}
    assert set(found) == {
        version_1.ASKED_BY_TEXT,
        key_of(version_1.SHOP, "Shop", {"a": 1}),
        version_1.NEVER_SEEN,
    }
    joined = found[version_1.ASKED_BY_TEXT]
    assert (joined.times_called, joined.statuses, joined.latency.count) == (7, {"200": 6, "500": 1}, 7)
    assert (joined.latency.total, joined.latency.longest) == (1.75, 0.5)
    assert found[version_1.NEVER_SEEN].document == ""
    assert execute(old, "SELECT version FROM schema_version") == [(migrations.VERSION,)]


def test_it_then_has_the_tables_of_a_new_one(old: str, tmp_path):
    open_store(old).close()
    new = str(tmp_path / "new.sqlite")
    open_store(new).close()
    assert schema(old) == schema(new)


def test_it_can_be_written_to(old: str, recording: Callable[..., Recording], hash_only: Callable[..., Recording]):
    with open_store(old) as store:
        store.add([hash_only("abc", "Shop"), recording("New")])
        assert store.tally() == Tally(4, 20)


def test_opening_again_changes_nothing(old: str):
    open_store(old).close()
    before = schema(old)
    open_store(old).close()
    assert schema(old) == before


def test_a_migration_that_fails_leaves_the_store_as_it_was(old: str, monkeypatch: pytest.MonkeyPatch):
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE answer")
        raise ZeroDivisionError

    before = schema(old)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS[:1], fail))
    with pytest.raises(ZeroDivisionError):
        open_store(old)
    assert schema(old) == before
    assert execute(old, "SELECT version FROM schema_version") == [(1,)]


def test_a_newer_store_is_refused_in_one_line(path: str):
    open_store(path).close()
    execute(path, "UPDATE schema_version SET version = 99")
    with pytest.raises(ConfigError) as told:
        open_store(path)
    assert str(told.value) == (
        f"{path} was written by a newer querious (store version 99, this one knows {migrations.VERSION}):"
        " pip install --upgrade querious"
    )


@pytest.mark.parametrize("table", ["schema_version (version INTEGER)", "users (id INTEGER)"])
def test_the_database_of_something_else_is_refused_and_left_alone(path: str, table: str):
    execute(path, f"CREATE TABLE {table}")
    before = schema(path)
    with pytest.raises(ConfigError, match=r"holds tables that are not recordings\. Choose another file or database\."):
        open_store(path)
    assert schema(path) == before
