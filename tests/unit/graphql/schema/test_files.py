from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema, introspection_from_schema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.errors import SchemaError
from querious.graphql.schema import Loaded, read_files

if TYPE_CHECKING:
    from pathlib import Path

SDL = "type Query { a(x: Int): Thing } type Thing { b: [Int!]! }"
RESULT = introspection_from_schema(build_schema(SDL))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(folder: Path, text: str | bytes, name: str = "s") -> Loaded:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return read_files(name)


@pytest.mark.parametrize(
    "text",
    [
        SDL,
        "\ufeff" + SDL,
        '"""Why""" ' + SDL,
        json.dumps(RESULT),
        json.dumps({"data": RESULT}, indent=2),
        "\ufeff \n" + json.dumps({"data": RESULT}),
        json.dumps({"data": RESULT, "extensions": {}, "errors": []}),
    ],
)
def test_sdl_and_introspection_are_told_apart_by_content(folder: Path, text: Any):
    loaded = read(folder, text)
    assert (loaded.notes, loaded.source) == ((), "s")
    assert str(loaded.schema.type_map["Thing"].fields["b"].type) == "[Int!]!"
    assert loaded.schema.query_type.name == "Query"


def test_files_of_a_pattern_are_joined(folder: Path):
    for name, text in {
        "schema/a/user.graphql": "type User { id: ID } extend type Query { user: User }",
        "schema/query.graphql": "type Query { a: Int }",
        "schema/b/c/more.graphql": "extend type User { shop: Shop } type Shop { id: ID }",
        "schema/b/other.txt": "no schema",
        "schema/.hidden/x.graphql": "no schema",
        "schema/b/empty.graphql": "# later",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    loaded = read_files("schema/**/*.graphql")
    assert (loaded.source, loaded.notes) == ("4 files of schema/**/*.graphql", ())
    assert list(loaded.schema.query_type.fields) == ["a", "user"]
    assert list(loaded.schema.type_map["User"].fields) == ["id", "shop"]
    assert read_files(str(folder / "schema/**/*.graphql")).schema.type_map.keys() == loaded.schema.type_map.keys()


def test_of_duplicates_in_several_files_the_first_file_by_name_counts(folder: Path):
    (folder / "b.graphql").write_text("type Query { a: String b: ID }")
    (folder / "a.graphql").write_text("type Query { a: Int }")
    loaded = read_files("*.graphql")
    assert str(loaded.schema.query_type.fields["a"].type) == "Int"
    assert list(loaded.schema.query_type.fields) == ["a", "b"]
    assert "There can be only one type named 'Query' (a.graphql:1:6)" in loaded.notes[0]


def test_faults_in_one_of_many_files_name_that_file(folder: Path):
    (folder / "a.graphql").write_text("type Query { a: Int }")
    (folder / "b.graphql").write_text("type Thing {\n  a Int\n}")
    with pytest.raises(SchemaError, match=r"^b\.graphql is neither SDL .* \(b\.graphql:2:5\)$"):
        read_files("*.graphql")


def test_introspection_cannot_be_joined(folder: Path):
    (folder / "a").write_text(SDL)
    (folder / "b").write_text(json.dumps(RESULT))
    with pytest.raises(SchemaError, match=r"\* names 2 files and b is introspection JSON"):
        read_files("*")


def test_a_file_that_looks_like_a_pattern_is_a_file(folder: Path):
    assert read(folder, SDL, "[ab].graphql").source == "[ab].graphql"


def test_the_home_folder_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(folder))
    (folder / "s.graphql").write_text(SDL)
    assert read_files("~/s.graphql").source == str(folder / "s.graphql")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s holds no definitions: it is empty; name a file with the types of the API"),
        (b"\xef\xbb\xbf", "s holds no definitions: it is empty; name a file with the types of the API"),
        (b"type Query { a: Int } # \xff", "s is not UTF-8 (byte 24); save it as UTF-8"),
        (SDL.encode("utf-16"), "s is not UTF-8 (byte 0); save it as UTF-8"),
        ("type Query {\n a Int }", "s is neither SDL nor introspection JSON: Expected ':', found Name 'Int' (s:2:4)"),
        (
            '{"data": \n {]}',
            "s is neither SDL nor introspection JSON: Expecting property name enclosed in double quotes (line 2, column 3)",
        ),
        ("null", "s is neither SDL nor introspection JSON: Unexpected Name 'null' (s:1:1)"),
        ("{}", "s is JSON, but no introspection result: it has no __schema"),
        ("[1]", "s is JSON, but no introspection result: it has no __schema"),
        ('{"data": {"user": 1}}', "s is JSON, but no introspection result: it has no __schema"),
        (
            '{"data": null, "errors": [{"message": "introspection disabled"}]}',
            "s holds the errors of a refused introspection, not its result: introspection disabled",
        ),
        ('{"__schema": {"types": []}}', "s cannot be used as a schema: it has no query type"),
        ("type A { a: Int }", "s cannot be used as a schema: it has no query type"),
        ("{ a }", "s holds operations only, no type definitions; name a file with the types of the API"),
        ("<html>", "s is neither SDL nor introspection JSON: Unexpected character: '<' (s:1:1)"),
        ("[" * 200_000, "s cannot be read: its JSON is nested too deeply or holds a number too long"),
        ('{"a": ' + "1" * 5_000 + "}", "s cannot be read: its JSON is nested too deeply or holds a number too long"),
    ],
)
def test_what_is_no_schema_is_told_in_one_line(folder: Path, text: Any, message: str):
    with pytest.raises(SchemaError) as caught:
        read(folder, text)
    assert str(caught.value) == message


def test_errors_beside_the_result_are_noted(folder: Path):
    loaded = read(folder, json.dumps({"data": RESULT, "errors": [{"message": "slow"}]}))
    assert loaded.notes == ("s holds errors beside the introspection result: slow",)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("gone.graphql", "file gone.graphql does not exist; check the name of the schema file"),
        ("*.graphql", "no file matches *.graphql; check the pattern of the schema files"),
        (".", ". is a directory; name a file or a pattern such as ./*.graphql"),
        ("  ", "the name of the schema file is empty; name a file or a pattern such as schema/**/*.graphql"),
        ("a\0b", "a b cannot be the name of a file"),
        ("x" * 5_000, "x" * 79 + "… cannot be read: File name too long; name a file"),
    ],
)
def test_what_cannot_be_found_is_told_in_one_line(folder: Path, pattern: str, message: str):
    with pytest.raises(SchemaError) as caught:
        read_files(pattern)
    assert str(caught.value) == message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_told(folder: Path):
    (folder / "s").write_text(SDL)
    (folder / "s").chmod(0)
    with pytest.raises(SchemaError, match="s cannot be read: Permission denied"):
        read_files("s")


def test_a_file_that_vanishes_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "s").write_text(SDL)

    def fail(_self: Path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_bytes", fail)
    with pytest.raises(SchemaError, match=r"^s cannot be read: Permission denied$"):
        read_files("s")


WHOLE = json.dumps({"data": RESULT}).encode()


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.sampled_from([WHOLE, SDL.encode()]),
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 100_000), st.integers(0, 30), st.binary(max_size=6)),
        min_size=1,
        max_size=3,
    ),
)
def test_mutilated_files_are_read_or_refused_in_one_line(folder: Path, whole: bytes, edits: Any):
    for cut, at, removed, added in edits:
        place = at % (len(whole) + 1)
        whole = whole[:place] if cut else whole[:place] + added + whole[place + removed :]
    refusal = ""
    try:
        loaded = read(folder, whole)
    except SchemaError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert refusal or loaded.schema.query_type is not None
