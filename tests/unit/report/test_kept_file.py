from __future__ import annotations

import gzip
import json
import os
import random
import stat
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model import (
    ABSENT,
    Case,
    Directive,
    EnumValue,
    Exchange,
    Failure,
    Field,
    Fragment,
    Kept,
    Operation,
    Raw,
    Variable,
    graphql_case,
)
from querious.model.document_text import write_case
from querious.report import kept_file
from querious.report.kept_file import KeptFile, read
from querious.report.kept_json import Origin, first_line, kept_line
from querious.report.kept_phrases import again, answer, question, remarks, row, title

NAMES = ("kept.jsonl", "kept.jsonl.gz")
HOSTILE = "\x1b[31mred\x00\u202e\n\r\u2028\ud800\x7f"


def is_one_string(text: str) -> bool:
    """Two surrogates side by side that make up a character become that character in JSON."""
    return bool(json.loads(json.dumps(text)) == text)


TEXT = st.text(st.characters(exclude_categories=()), max_size=5).filter(is_one_string)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXT
    | st.builds(EnumValue, TEXT)
    | st.builds(Raw, TEXT)
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2), max_leaves=4
)
ARGUMENTS = st.lists(
    st.tuples(TEXT, VALUES | st.builds(Variable, TEXT, TEXT, VALUES | st.just(ABSENT))), max_size=2
).map(tuple)
DIRECTIVES = st.lists(st.builds(Directive, TEXT, ARGUMENTS), max_size=1).map(tuple)
SELECTIONS = st.recursive(
    st.builds(Field, TEXT, TEXT, TEXT, ARGUMENTS, DIRECTIVES, st.just(())),
    lambda inner: (
        st.builds(Field, TEXT, TEXT, TEXT, ARGUMENTS, DIRECTIVES, st.lists(inner, max_size=2).map(tuple))
        | st.builds(Fragment, TEXT, DIRECTIVES, st.lists(inner, max_size=2).map(tuple))
    ),
    max_leaves=3,
)
OPERATIONS = st.builds(
    Operation, st.sampled_from(["query", "mutation"]), TEXT, TEXT, st.lists(SELECTIONS, max_size=2).map(tuple)
)
CASES = st.builds(graphql_case, st.integers(0), OPERATIONS, TEXT, st.dictionaries(TEXT, VALUES, max_size=2), TEXT)
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)


def answered(sent: Case, payload: Any, body: bytes | None, elapsed: float, content_type: str) -> Exchange:
    headers = {"content-type": content_type} if content_type else {}
    if body is not None:
        return Exchange(sent, 500, headers, body, elapsed=elapsed, detail=content_type)
    return Exchange(sent, 200, headers, json.dumps(payload).encode(), payload, is_json=True, elapsed=elapsed)


EXCHANGES = st.builds(
    answered, CASES, PAYLOADS, st.none() | st.binary(max_size=20), st.floats(0, 1e6), TEXT
) | st.builds(Exchange, CASES, failure=st.sampled_from(Failure), detail=TEXT)
COUNTS = st.integers(0, 10**9)
KEPT = st.builds(
    Kept, TEXT, EXCHANGES, TEXT, st.lists(TEXT, max_size=2).map(tuple), COUNTS, COUNTS, st.dictionaries(TEXT, COUNTS)
)


def sample(number: int = 1, body: bytes = b'{"data": {"age": 7}}', **more: Any) -> Kept:
    operation = Operation("query", "", "Query", (Field("Query", "age", "", (("unit", "a"),), (), ()),))
    exchange = Exchange(write_case(number, operation), 200, body=body, payload={"data": {"age": 7}}, is_json=True)
    return Kept("paths", exchange, "data", **more)


def written(path: Path, kept: list[Kept], **more: Any) -> KeptFile:
    with KeptFile(path, "all", **more) as file:
        for one in kept:
            file.keep(one)
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all examples of a property."""
    return tmp_path_factory.mktemp("kept")


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
@given(kept=st.lists(KEPT, max_size=3))
def test_any_exchange_comes_back(folder: Path, name: str, kept: list[Kept]):
    file = written(folder / name, kept)
    assert (file.written, file.dropped, file.note) == (len(kept), 0, "")
    reading = read(folder / name)
    assert list(reading) == kept
    assert reading.note == ""


@given(kept=KEPT)
def test_a_line_is_one_line_of_strict_ascii_json(kept: Kept):
    line = kept_line(kept)
    assert line.isascii()
    assert line.count("\n") == 1
    json.loads(line, parse_constant=pytest.fail)


@given(share=st.floats(0, 1))
def test_a_file_cut_anywhere_is_read_up_to_there(folder: Path, share: float):
    kept = [sample(number, classes={"good": number}) for number in range(20)]
    written(folder / "whole", kept)
    data = (folder / "whole").read_bytes()
    head = data.index(b"\n") + 1
    size = head + int(share * (len(data) - head))
    (folder / "cut").write_bytes(data[:size])
    reading = read(folder / "cut")
    found = list(reading)
    whole_lines = data[head:size].count(b"\n")
    assert found == kept[: len(found)]
    assert len(found) - whole_lines in {0, 1}  # one more where only the line feed is missing
    assert reading.bad == 0
    assert reading.unfinished is (len(found) == whole_lines and not data[:size].endswith(b"\n"))


@given(share=st.floats(0, 1, exclude_max=True))
def test_a_compressed_file_cut_anywhere_is_read_up_to_there(folder: Path, share: float):
    noise = random.Random(1)
    kept = [sample(number, findings=(noise.randbytes(20).hex(),)) for number in range(20)]
    written(folder / "whole.gz", kept)
    data = (folder / "whole.gz").read_bytes()
    size = 200 + int(share * (len(data) - 200))
    (folder / "cut.gz").write_bytes(data[:size])
    plain = zlib.decompressobj(wbits=31).decompress(data[:size])
    reading = read(folder / "cut.gz")
    assert list(reading) == kept[: plain.count(b"\n") - 1]
    assert reading.note == "the file is incomplete: its last exchanges may be missing"


@pytest.mark.parametrize("name", NAMES)
def test_a_killed_process_loses_at_most_the_last_line(tmp_path: Path, name: str):
    code = (
        "import itertools, sys\nfrom querious.model import Exchange, Kept, Operation\n"
        "from querious.model.document_text import write_case\nfrom querious.report.kept_file import KeptFile\n"
        "operation = Operation('query', '', 'Query', ())\n"
        "with KeptFile(sys.argv[1], 'all') as file:\n    for number in itertools.count():\n"
        "        file.keep(Kept('random', Exchange(write_case(number, operation), 200), 'data'))\n"
        "        print(number, flush=True)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / name)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(30):
            last = int(process.stdout.readline())
        process.kill()
        last = max([last, *map(int, process.stdout.read().split("\n")[:-1])])
    numbers = [kept.exchange.case.number for kept in read(tmp_path / name)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) in {last + 1, last + 2}


@pytest.mark.parametrize("name", NAMES)
@given(limit=st.integers(300, 6000))
def test_the_file_never_grows_beyond_its_limit(folder: Path, name: str, limit: int):
    noise = random.Random(1)
    kept = [sample(number, findings=(noise.randbytes(100).hex(),)) for number in range(20)]
    file = written(folder / name, kept, limit=limit)
    assert (folder / name).stat().st_size <= limit
    assert file.written + file.dropped == 20
    assert list(read(folder / name)) == kept[: file.written]
    told = f"not kept: the file has reached its limit of {limit / 1024:.1f} KiB ({folder / name})"
    assert file.dropped == 0 or limit < 1024 or file.note.endswith(told)


def test_after_the_limit_nothing_is_written_however_short(tmp_path: Path):
    long, short = sample(1, body=b'"' + b"x" * 5000 + b'"'), sample(2)
    file = written(tmp_path / "a", [short, long, short, short], limit=3000)
    assert (file.written, file.dropped) == (1, 3)
    assert file.note.startswith("3 exchanges were not kept: the file has reached its limit of 2.9 KiB")


def test_a_long_body_is_cut_and_its_length_told(tmp_path: Path):
    long = sample(body=b'"' + b"x" * 100_000 + b'"')
    written(tmp_path / "a", [long])
    (again,) = read(tmp_path / "a")
    assert (again.size, len(again.exchange.body), again.exchange.payload) == (100_002, 64 * 1024, None)
    written(tmp_path / "b", [again])
    assert list(read(tmp_path / "b")) == [again]


def test_a_line_longer_than_any_reader_takes_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_file, "_LONGEST_LINE", 2000)
    file = written(tmp_path / "a", [sample(1), sample(2, findings=("x" * 2000,)), sample(3)])
    assert (file.written, file.dropped) == (2, 1)
    assert file.note.startswith("1 exchange was not kept: too long for a line")
    (tmp_path / "b").write_bytes((tmp_path / "a").read_bytes() + b"x" * 9000 + b"\n" + kept_line(sample(4)).encode())
    reading = read(tmp_path / "b")
    assert [kept.exchange.case.number for kept in reading] == [1, 3, 4]
    assert reading.note == "1 line could not be read and is left out"


@pytest.mark.parametrize(("which", "numbers"), [("all", [1, 2]), ("failing", [2]), ("none", None)])
def test_what_is_kept_is_chosen(tmp_path: Path, which: str, numbers: list[int] | None):
    with KeptFile(tmp_path / "a", which) as file:
        file.keep(sample(1))
        file.keep(sample(2, findings=("abc",)))
    assert (tmp_path / "a").exists() is (numbers is not None)
    if numbers is not None:
        assert [kept.exchange.case.number for kept in read(tmp_path / "a")] == numbers
    assert (file.written, file.dropped) == (len(numbers or ()), 0)


def test_an_unknown_choice_is_told(tmp_path: Path):
    with pytest.raises(ConfigError, match="must be none, failing or all, not 'some'"):
        KeptFile(tmp_path / "a", "some")


def test_only_the_owner_may_read_it_whoever_could_before(tmp_path: Path):
    (tmp_path / "a").write_text("an older one")
    (tmp_path / "a").chmod(0o644)
    with (tmp_path / "a").open() as older:
        written(tmp_path / "a", [sample()])
        assert older.read() == "an older one"
    written(tmp_path / "new" / "b.gz", [sample()])
    for path in (tmp_path / "a", tmp_path / "new" / "b.gz"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_device_is_written_to_and_not_replaced():
    assert written(Path(os.devnull), [sample()]).written == 1
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_place_that_cannot_be_written_is_told_before_anything_is_asked(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"cannot write .*: Is a directory. Choose another place"):
        KeptFile(tmp_path, "all").__enter__()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_at_the_start_is_told():
    with pytest.raises(ConfigError, match="No space left on device"):
        KeptFile("/dev/full", "all").__enter__()


@pytest.mark.parametrize("name", NAMES)
def test_a_disk_that_fills_up_does_not_disturb_the_run(tmp_path: Path, name: str):
    with KeptFile(tmp_path / name, "all") as file:
        file.keep(sample(1))
        assert file._stream is not None
        os.close(file._stream.fileno())
        file.keep(sample(2))
        file.keep(sample(3))
    assert (file.written, file.dropped) == (1, 2)
    assert file.note.startswith("2 exchanges were not kept: it could not be written: Bad file descriptor")
    assert [kept.exchange.case.number for kept in read(tmp_path / name)] == [1]


def test_secrets_stay_out(tmp_path: Path):
    kept = sample()
    secret = replace(kept.exchange, headers={"content-type": "text/html", "set-cookie": "secret"})
    url = "https://bob:secret@host/graphql?token=secret"
    written(tmp_path / "a", [replace(kept, exchange=secret)], url=url)
    assert "secret" not in (tmp_path / "a").read_text()
    reading = read(tmp_path / "a")
    assert reading.origin == Origin("https://host/graphql", whole=False)
    assert next(reading).exchange.headers == {"content-type": "text/html"}
    reading.close()


def test_bad_lines_are_counted_and_left_out(tmp_path: Path):
    good = kept_line(sample())
    lines = ["{", "[]", "null", "", "[" * 100_000, '{"phase": 1}', good.replace('"status":200', '"status":1e999')]
    (tmp_path / "a").write_text(first_line(Origin()) + good + "\n".join(lines) + "\n" + good)
    reading = read(tmp_path / "a")
    assert len(list(reading)) == 2
    assert reading.note == "6 lines could not be read and are left out"


def places(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all members."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in inner for found in ((*before, key), *places(value, (*before, key)))]


def with_at(data: Any, place: tuple[Any, ...], odd: Any) -> Any:
    """A copy with something else at one place."""
    if not place:
        return odd
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[place[0]] = with_at(copy[place[0]], place[1:], odd)
    return copy


DIRECTIVE = Directive("skip", (("if", Variable("no", "Boolean!", [{"a": EnumValue("RED")}])),))
AGE = Field("Query", "age", "old", (("unit", {"$x": 1.5}), ("raw", Raw("x"))), (DIRECTIVE,), ())
WIDE = Exchange(
    write_case(3, Operation("query", "Age", "Query", (AGE, Fragment("Query", (DIRECTIVE,), (AGE,)))), "a flaw"),
    status=200,
    headers={"content-type": "text/html"},
    body=b'{"data": {"age": [1, "a"]}}',
    is_json=True,
    failure=Failure.CRASH,
    detail="Traceback",
)
ORIGIN = Origin("http://h/")
LINE = json.loads(kept_line(Kept("paths", WIDE, "data", ("a",), 3, 2, {"good": 1}, 5)))
ODD = [
    None,
    True,
    -1,
    10**400,
    1e308,
    float("inf"),
    "",
    "x",
    HOSTILE,
    [],
    [[]],
    ["x"],
    {},
    {"x": "x"},
    {"$x": 1},
    {"$absent": 1},
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:9])
def test_whatever_stands_in_a_line_it_is_shown_or_left_out(tmp_path: Path, odd: Any):
    every = places(LINE)
    lines = [json.dumps(with_at(LINE, place, odd)) + "\n" for place in every]
    (tmp_path / "odd").write_text(first_line(ORIGIN) + "".join(lines))
    reading = read(tmp_path / "odd")
    shown = 0
    for kept in reading:
        texts = [row(kept), title(kept), *remarks(kept), *question(kept, 80), *answer(kept), again(kept, ORIGIN)]
        assert all(text.isprintable() for text in texts)
        assert isinstance(kept.failing, bool)
        assert kept_line(kept)
        shown += 1
    assert shown + reading.bad == len(every)
    assert shown < len(every)
    assert shown or odd == float("inf")  # which is no JSON: no line of it is


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "holds no kept exchanges. Name a file that querious run --keep wrote."),
        (b"{}\n", "holds no kept exchanges"),
        (b'{"querious": 1, "version": "0.1.0"}\n', "holds no kept exchanges"),
        (b"[" * 100_000, "holds no kept exchanges"),
        (b"\xff\x00\n", "holds no kept exchanges"),
        (b"\x1f\x8b", "holds no kept exchanges"),
        (b"\x1f\x8bnonsense", "holds no kept exchanges"),
        (gzip.compress(b"other\n", mtime=0), "holds no kept exchanges"),
        (b'{"querious": 2, "holds": "exchanges"}\n', "has format 2, but this querious reads format 1; run again"),
    ],
)
def test_what_is_no_such_file_gives_one_clear_line(tmp_path: Path, data: bytes, told: str):
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        read(tmp_path / "a")
    assert str(caught.value).startswith(f"{tmp_path / 'a'} {told}")
    assert "\n" not in str(caught.value)


def test_what_cannot_be_read_is_told(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"no kept exchanges at .*; run querious run TARGET --keep all"):
        read(tmp_path / "a")
    with pytest.raises(ConfigError, match=r"cannot read .*: Is a directory"):
        read(tmp_path)
