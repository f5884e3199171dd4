from __future__ import annotations

import json

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.graphql.cases import ArgumentFiller, Tables
from querious.graphql.values import Makers
from querious.model import EnumValue
from querious.values import Pool, dump, load, load_file

SDL = """
interface Node { id: ID! }
enum Kind { BIG SMALL }
input Key { code: String kind: Kind }
type Query { thing(id: ID!): Thing node(id: ID!): Node by(key: Key!, number: Int!): Thing log(password: String!): Int }
type Thing implements Node { id: ID! code: String number: Int apiToken: ID kind: Kind }
type Other implements Node { id: ID! }
"""


def pool(text: str = SDL) -> tuple[Pool, Tables]:
    schema = build_schema(text)
    made = Pool()
    return made, Tables(schema, Makers(schema, made))


def filled() -> Pool:
    made, _ = pool()
    made.teach([("Thing.id", "t-1"), ("Thing.id", "t-2"), ("Thing.number", 7), ("Thing.apiToken", "hush")])
    made.call("Query.thing").tell({"id": "t-1"}, worked=True)
    made.call("Query.thing").tell({"id": "t-1"}, worked=True)
    made.made_call("Query.node", "Thing").tell({"id": "t-2"}, worked=True)
    made.call("Query.by").tell({"key": {"code": "c", "kind": EnumValue("BIG")}, "number": 7}, worked=True)
    made.call("Query.log").tell({"password": "geheim"}, worked=True)
    return made


def test_what_was_learned_is_there_again():
    made, tables = pool()
    assert load(dump(filled()), "f", made) == []
    assert made.seen.shown["Thing.id"].values == ["t-1", "t-2"]
    filling = ArgumentFiller(tables, 1)
    assert dict(filling.arguments("Query", "thing")) == {"id": "t-1"}
    assert dict(filling.arguments("Query", "node", "Thing")) == {"id": "t-2"}
    by = dict(filling.arguments("Query", "by"))
    assert by == {"key": {"code": "c", "kind": "BIG"}, "number": 7}
    assert isinstance(by["key"]["kind"], EnumValue)


def test_secrets_are_not_written():
    text = dump(filled())
    assert "geheim" not in text
    assert "hush" not in text


def test_nothing_is_written_that_a_recording_would_not_hold():
    fields = ("iban", "card", "ssn", "passcode", "birthDate", "email", "note", "pw", "name")
    arguments = ", ".join(f"{name}: String" for name in fields)
    made, _ = pool(
        f"type Query {{ find({arguments}): Person }} type Person {{ {' '.join(f'{n}: String' for n in fields)} }}"
    )
    secrets = {
        "iban": "DE89370400440532013000",
        "card": "5555555555554444",
        "ssn": "219-09-9999",
        "passcode": "kz7Q",
        "birthDate": "1987-05-04",
        "email": "jerry@mail.seinfeld.example",
        "note": "call me at +1 (202) 555-0143",
        "pw": "hunter2",
    }
    for name, value in {**secrets, "name": "Jerry"}.items():
        made.teach([(f"Person.{name}", value)])
        call = made.made_call("Query.find", "")
        if call is not None:
            call.keep({name: value}, 0, 1)
    text = dump(made)
    assert "Jerry" in text
    assert not [value for value in secrets.values() if value in text]


def test_the_text_is_stable_sorted_and_readable():
    first = dump(filled())
    made, _ = pool()
    load(first, "f", made)
    assert dump(made) == first
    content = json.loads(first)
    assert content["version"] == 1
    assert list(content["values"]) == sorted(content["values"])
    assert {"field": "Query.thing", "arguments": {"id": "t-1"}, "times": 2} in content["worked"]
    assert first.count("\n") > 10
    assert first.isascii()


def test_what_the_schema_no_longer_has_is_left_out_and_counted():
    made, _ = pool("type Query { thing(id: ID!): Thing } type Thing { id: ID! }")
    (note,) = load(dump(filled()), "old.json", made)
    assert "old.json" in note
    assert "do not fit this schema" in note
    assert made.call("Query.thing").worked
    assert set(made.seen.shown) == {"Thing.id"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"querious": "learned values"}',
        '{"querious": "learned values", "version": 2, "values": {}, "worked": []}',
        '{"querious": "learned values", "version": 1, "values": [], "worked": []}',
        '{"querious": "learned values", "version": 1, "values": {"Thing.id": "x"}, "worked": []}',
        '{"querious": "learned values", "version": 1, "values": {"Thing.id": [{}]}, "worked": []}',
        '{"querious": "learned values", "version": 1, "values": {}, "worked": [1]}',
        '{"querious": "learned values", "version": 1, "values": {}, "worked": [{"arguments": {}}]}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_told_in_one_line(text):
    with pytest.raises(ConfigError, match=r"^my\.json ") as caught:
        load(text, "my.json", pool()[0])
    assert "\n" not in str(caught.value)
    assert "another file" in str(caught.value)


@given(st.data())
def test_any_cut_or_changed_file_is_refused_or_read(data):
    text = dump(filled())
    place = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:place] + data.draw(st.sampled_from(["", "[", "0", '"', "null", "{}", "\U0001f600"])) + text[place + 1 :]
    )
    try:
        load(changed, "f", pool()[0])
    except ConfigError as error:
        assert "\n" not in str(error)  # noqa: PT017 (either is right)


def test_arguments_that_no_longer_fit_their_type_are_left_out():
    text = dump(filled())
    made, _ = pool(SDL.replace("BIG", "HUGE").replace("number: Int!", "number: Int!, more: ID!"))
    assert len(load(text, "f", made)) == 1
    assert not made.call("Query.by").worked


def test_a_file_that_is_not_there_yet_is_no_error(tmp_path):
    assert load_file(str(tmp_path / "new.json"), pool()[0]) == []


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(ConfigError, match="cannot read"):
        load_file(str(tmp_path), pool()[0])
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_file(str(tmp_path / "latin.json"), pool()[0])
    (tmp_path / "good.json").write_text(dump(filled()), encoding="utf-8")
    assert load_file(str(tmp_path / "good.json"), pool()[0]) == []
