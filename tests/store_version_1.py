"""A store as the first version of the tables kept it, written down once and never changed."""
# ruff: noqa: S608 - the values are written here too

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.recording import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = (
    "CREATE TABLE schema_version (version INTEGER NOT NULL)",
    "INSERT INTO schema_version (version) VALUES (1)",
    "CREATE TABLE document (digest TEXT PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL)",
    """CREATE TABLE recording (
        key TEXT PRIMARY KEY,
        document TEXT REFERENCES document (digest),
        document_hash TEXT NOT NULL,
        operation_name TEXT NOT NULL,
        variables TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        times_called BIGINT NOT NULL,
        measured BIGINT NOT NULL,
        seconds DOUBLE PRECISION NOT NULL,
        longest DOUBLE PRECISION NOT NULL)""",
    "CREATE INDEX recording_document ON recording (document)",
    """CREATE TABLE answer (
        key TEXT NOT NULL REFERENCES recording (key) ON DELETE CASCADE,
        status TEXT NOT NULL,
        times BIGINT NOT NULL,
        PRIMARY KEY (key, status))""",
)
SHOP = "query Shop{shop}"
ASKED_BY_TEXT = key_of(SHOP, "Shop", {})
ASKED_BY_HASH = key_of("abc", "Shop", {})
OTHER_VARIABLES = key_of("abc", "", {"a": 1})
NEVER_SEEN = key_of("zzz", "", {})
_DAY = 86_400_000_000
_TIMES = f"{20_000 * _DAY}, {20_001 * _DAY}"
ROWS = (
    f"INSERT INTO document VALUES ('d1', '{SHOP}', 'query')",
    f"INSERT INTO recording VALUES ('{ASKED_BY_TEXT}', 'd1', 'abc', 'Shop', '{{}}', {_TIMES}, 3, 3, 0.75, 0.5)",
    f"INSERT INTO recording VALUES ('{ASKED_BY_HASH}', NULL, 'abc', 'Shop', '{{}}', {_TIMES}, 4, 4, 1.0, 0.25)",
    f"INSERT INTO recording VALUES ('{OTHER_VARIABLES}', NULL, 'abc', '', '{{\"a\": 1}}', {_TIMES}, 5, 0, 0, 0)",
    f"INSERT INTO recording VALUES ('{NEVER_SEEN}', NULL, 'zzz', '', '{{}}', {_TIMES}, 6, 0, 0, 0)",
    f"INSERT INTO answer VALUES ('{ASKED_BY_TEXT}', '200', 3)",
    f"INSERT INTO answer VALUES ('{ASKED_BY_HASH}', '200', 3)",
    f"INSERT INTO answer VALUES ('{ASKED_BY_HASH}', '500', 1)",
)


def make(execute: Callable[[str], object]) -> None:
    """Through whatever executes SQL."""
    for statement in (*TABLES, *ROWS):
        execute(statement)
