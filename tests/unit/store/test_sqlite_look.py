"""Another program's database is refused, and nothing of it or beside it changes."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from querious.errors import ConfigError
from querious.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def _made(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def _everything(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Hash, moment of the last change and rights of every file."""
    found = {}
    for file in sorted(folder.iterdir()):
        about = file.stat()
        found[file.name] = (hashlib.sha256(file.read_bytes()).hexdigest(), about.st_mtime_ns, about.st_mode)
    return found


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE users (id INTEGER)", "INSERT INTO users VALUES (1)"),
        ("PRAGMA journal_mode = WAL", "CREATE TABLE users (id INTEGER)"),
        ("PRAGMA auto_vacuum = FULL", "CREATE TABLE schema_version (version INTEGER)"),
        ("CREATE VIEW one AS SELECT 1",),
        ("PRAGMA application_id = 7",),
        ("PRAGMA user_version = 3",),
    ],
)
def test_the_database_of_another_program_is_not_touched(tmp_path: Path, statements: tuple[str, ...], create: bool):
    path = tmp_path / "theirs.sqlite"
    _made(path, *statements)
    before = _everything(tmp_path)
    with pytest.raises(ConfigError, match="Choose another file"):
        open_store(str(path), create=create)
    assert _everything(tmp_path) == before


def test_nor_is_one_whose_tables_are_only_in_its_log(tmp_path: Path):
    path = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as theirs:
        theirs.execute("PRAGMA journal_mode = WAL")
        theirs.execute("CREATE TABLE users (id INTEGER)")
        before = {name: found[0] for name, found in _everything(tmp_path).items() if not name.endswith("-shm")}
        with pytest.raises(ConfigError, match="holds tables that are not recordings"):
            open_store(str(path))
        after = {name: found[0] for name, found in _everything(tmp_path).items() if not name.endswith("-shm")}
    assert after == before


def test_a_database_without_anything_in_it_becomes_a_store_only_where_one_may_be_made(tmp_path: Path):
    path = tmp_path / "empty.sqlite"
    _made(path, "CREATE TABLE gone (id INTEGER)", "DROP TABLE gone")
    before = _everything(tmp_path)
    with pytest.raises(ConfigError, match="is not a store yet"):
        open_store(str(path), create=False)
    assert _everything(tmp_path) == before
    open_store(str(path)).close()
    open_store(str(path), create=False).close()


def test_a_store_is_signed_and_one_without_a_signature_is_still_opened(tmp_path: Path):
    path = tmp_path / "ours.sqlite"
    open_store(str(path)).close()
    assert path.read_bytes()[68:72] == b"QuEr"
    _made(path, "PRAGMA application_id = 0")
    open_store(str(path), create=False).close()
