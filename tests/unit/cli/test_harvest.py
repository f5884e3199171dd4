from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from querious.cli.harvest import command
from querious.model.recording import Latency, Recording
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

START = datetime(2026, 1, 1, 12, 30, tzinfo=UTC)
SUBCOMMANDS = sorted(command.commands)


def a_recording(name: str, day: int = 0, **more: Any) -> Recording:
    when = START + timedelta(days=day)
    usual = {
        "document": f"query {name}($n:Int){{{name.lower()}{{id}}}}",
        "variables": {},
        "created_at": START,
        "updated_at": when,
        "operation_name": name,
        "kind": "query",
    }
    return Recording(**{**usual, **more})


SHOP = a_recording(
    "Shop", 3, times_called=12, variables={"n": 1}, statuses={"200": 10, "errors": 2}, latency=Latency(4, 0.5, 0.25)
)
USER = a_recording("User", 2, times_called=1500)
DELETE = a_recording("", 1, document="mutation{delete(id:1){id}}", kind="mutation")
HASHED = a_recording("", 0, document="", kind="", document_hash="abc\x1b", times_called=3)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUERIOUS_STORE", raising=False)


@pytest.fixture
def filled() -> None:
    """The store where none is named."""
    with open_store("harvest.sqlite") as store:
        store.add([SHOP, USER, DELETE, HASHED])


@pytest.mark.usefixtures("filled")
class TestList:
    def test_recordings_are_listed_the_most_called_first(
        self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
    ):
        assert querious("harvest", "list") == 0
        assert capsys.readouterr().out.splitlines() == [
            "id              calls  last asked (UTC)  kind             took  operation",
            f"{USER.key[:10]}      1,500  2026-01-03 12:30  query               -  User",
            f'{SHOP.key[:10]}         12  2026-01-04 12:30  query          125 ms  Shop  {{"n": 1}}',
            f"{HASHED.key[:10]}          3  2026-01-01 12:30  unknown             -  hash abc\\x1b",
            f"{DELETE.key[:10]}          1  2026-01-02 12:30  mutation            -  mutation{{delete(id:1){{id}}}}",
            "4 recordings, 4 match; querious harvest show ID shows one in full.",
        ]

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (("--order", "recent"), [SHOP, USER, DELETE, HASHED]),
            (("--order", "recent", "--limit", "2"), [SHOP, USER]),
            (("--name", "S*", "--name", "User"), [USER, SHOP]),
            (("--kind", "mutation", "--kind", "unknown"), [HASHED, DELETE]),
            (("--min-calls", "12"), [USER, SHOP]),
            (("--since", "2026-01-03"), [USER, SHOP]),
            (("--coordinate", "Query.shop", "--coordinate", "Mutation.*"), [SHOP, DELETE]),
            (("--coordinate", "Person.id"), [USER, SHOP, DELETE]),
            (("--coordinate", "Person.id", "--schema", "schema.graphql"), [USER]),
            (("--name", "nothing"), []),
        ],
    )
    def test_what_fits_all_options_is_listed(
        self,
        querious: Callable[..., int],
        capsys: pytest.CaptureFixture[str],
        options: tuple[str, ...],
        expected: list[Recording],
    ):
        Path("schema.graphql").write_text(
            "type Query { shop: Shop, user: Person } type Shop { id: ID } type Person { id: ID } "
            "type Mutation { delete(id: Int): Shop }"
        )
        assert querious("harvest", "list", *options) == 0
        rows = capsys.readouterr().out.splitlines()[1 if expected else 0 : -1]
        assert [row[:10] for row in rows] == [recording.key[:10] for recording in expected]

    def test_the_last_line_counts(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        querious("harvest", "list", "--limit", "1", "--kind", "query")
        told = "4 recordings, 2 match, 1 shown (--limit shows more); querious harvest show ID shows one in full.\n"
        assert capsys.readouterr().out.endswith(told)
        querious("harvest", "list", "--name", "nothing")
        assert capsys.readouterr().out == "4 recordings, 0 match.\n"

    def test_all_that_match_are_written_as_json_and_can_be_imported_again(
        self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
    ):
        assert querious("harvest", "list", "--limit", "1", "--kind", "query", "--json", "out/some.jsonl") == 0
        assert Path("out/some.jsonl").stat().st_mode & 0o777 == 0o600
        lines = [json.loads(line) for line in Path("out/some.jsonl").read_text().splitlines()]
        assert [line["id"] for line in lines] == [USER.key, SHOP.key]
        assert querious("harvest", "import", "out/some.jsonl", "--store", "other.sqlite") == 0
        with open_store("other.sqlite", create=False) as store:
            assert {one.key: one for one in store.recordings()} == {USER.key: USER, SHOP.key: SHOP}

    def test_json_on_standard_output_is_alone_there(
        self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
    ):
        assert querious("harvest", "list", "--json", "-") == 0
        told = capsys.readouterr()
        assert [json.loads(line)["times_called"] for line in told.out.splitlines()] == [1500, 12, 3, 1]
        assert "4 recordings, 4 match" in told.err

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (
                ("--kind", "fragment"),
                "--kind must be one of query, mutation, subscription, call, unknown, not 'fragment'",
            ),
            (("--order", "size"), "--order must be calls or recent, not 'size'"),
            (("--since", "soon"), "--since must be a date such as 2026-05-01, with a time 2026-05-01T12:30Z, or how"),
            (("--json", "/proc/nothing/x"), "cannot write /proc/nothing/x"),
            (("--schema", "missing.graphql"), "missing.graphql"),
        ],
    )
    def test_what_is_wrong_is_told_in_one_line(
        self,
        querious: Callable[..., int],
        capsys: pytest.CaptureFixture[str],
        options: tuple[str, ...],
        told: str,
    ):
        assert querious("harvest", "list", *options) == 2
        wrong = capsys.readouterr().err
        assert told in wrong
        assert wrong.count("\n") == 1


@pytest.mark.usefixtures("filled")
class TestShow:
    def test_one_is_shown_in_full(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "show", SHOP.key[:6].upper()) == 0
        assert capsys.readouterr().out.splitlines() == [
            "query Shop, 12 calls",
            f"id {SHOP.key}",
            "first asked 2026-01-01 12:30:00 UTC, last 2026-01-04 12:30:00 UTC",
            "answers: 10 of 200, 2 of errors",
            "time: 125 ms on average, 250 ms at most",
            "",
            "query Shop($n:Int){shop{id}}",
            "$n = 1",
        ]

    def test_one_without_text_tells_its_hash(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "show", HASHED.key) == 0
        told = capsys.readouterr().out
        assert "unknown anonymous, 3 calls\n" in told
        assert "persisted under the hash abc\\x1b\n" in told
        assert "answers: not known\ntime: not measured\n" in told
        assert "The text is unknown: only its hash has been seen.\n" in told

    def test_it_is_written_as_json(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "show", SHOP.key, "--json", "-") == 0
        content = json.loads(capsys.readouterr().out)["recording"]
        assert (content["id"], content["query"], content["variables"]) == (SHOP.key, SHOP.document, {"n": 1})
        assert content["latency"] == {"count": 4, "total": 0.5, "longest": 0.25}

    def test_an_id_that_is_not_there_is_told(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "show", "xyz") == 2
        assert "no recording 'xyz' in harvest.sqlite; querious harvest list" in capsys.readouterr().err

    def test_an_id_that_means_several_is_told(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        with open_store("harvest.sqlite") as store:
            store.add(a_recording("Many", variables={"n": number}) for number in range(40))
        start = SHOP.key[0]
        with open_store("harvest.sqlite") as store:
            several = [one for one in store.recordings() if one.key.startswith(start)]
        assert len(several) > 1
        assert querious("harvest", "show", start) == 2
        told = capsys.readouterr().err
        assert f"'{start}' matches several recordings: {several[0].key[:10]}, " in told
        assert told.endswith("give more characters of the id\n")


class TestStats:
    @pytest.mark.usefixtures("filled")
    def test_the_store_is_told_in_numbers(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "stats") == 0
        assert capsys.readouterr().out == (
            "Recorded in harvest.sqlite\n"
            "  recordings                 4\n"
            "  documents                  3\n"
            "  calls                  1,516\n"
            "\n"
            "Asked\n"
            "  2026-01-01 12:30 to 2026-01-04 12:30 UTC\n"
            "  125 ms on average, 250 ms at most\n"
            "\n"
            "Kinds\n"
            "  query                      2 recordings     1,512 calls\n"
            "  unknown                    1 recording          3 calls\n"
            "  mutation                   1 recording          1 call\n"
            "\n"
            "Answers\n"
            "  200                       10\n"
            "  errors                     2\n"
            "\n"
            "Most called\n"
            "       1,500  query User\n"
            "          12  query Shop\n"
            "           3  unknown hash abc\\x1b\n"
            "           1  mutation mutation{delete(id:1){id}}\n"
            "\n"
        )

    @pytest.mark.usefixtures("filled")
    def test_they_are_written_as_json(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "stats", "--json", "-") == 0
        content = json.loads(capsys.readouterr().out)["stats"]
        assert (content["calls"], content["first"]) == (1516, "2026-01-01T12:30:00+00:00")
        assert content["kinds"]["mutation"] == {"recordings": 1, "calls": 1}
        assert content["most_called"][0]["operation_name"] == "User"

    def test_an_empty_store_has_little_to_tell(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        open_store("harvest.sqlite").close()
        assert querious("harvest", "stats") == 0
        assert "  recordings                 0\n" in capsys.readouterr().out


@pytest.mark.usefixtures("filled")
class TestPrune:
    def left(self) -> set[str]:
        with open_store("harvest.sqlite") as store:
            return {recording.key for recording in store.recordings()}

    def test_without_yes_it_only_tells(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "prune", "--min-calls", "12") == 0
        told = capsys.readouterr().out
        assert [line[:10] for line in told.splitlines()[1:-1]] == [HASHED.key[:10], DELETE.key[:10]]
        assert told.endswith("2 recordings (4 calls) of 4 would be removed; --yes removes them.\n")
        assert len(self.left()) == 4

    def test_with_yes_they_are_gone(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "prune", "--min-calls", "12", "--yes") == 0
        assert capsys.readouterr().out == "2 recordings (4 calls) removed, 2 kept.\n"
        assert self.left() == {SHOP.key, USER.key}

    @pytest.mark.parametrize(
        ("options", "left"),
        [
            (("--before", "2026-01-03"), [SHOP, USER]),
            (("--name", "Sh*"), [USER, DELETE, HASHED]),
            (("--before", "2026-01-04", "--min-calls", "2"), [SHOP, USER, HASHED]),
        ],
    )
    def test_what_fits_all_options_goes(
        self, querious: Callable[..., int], options: tuple[str, ...], left: list[Recording]
    ):
        querious("harvest", "prune", *options, "--yes")
        assert self.left() == {recording.key for recording in left}

    def test_nothing_to_go_is_told(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "prune", "--name", "nothing") == 0
        assert capsys.readouterr().out == "0 recordings (0 calls) of 4 would be removed.\n"

    def test_it_must_be_said_what_should_go(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        assert querious("harvest", "prune", "--yes") == 2
        assert "choose what to remove with --before TIME, --min-calls N or --name PATTERN" in capsys.readouterr().err
        assert len(self.left()) == 4

    def test_of_many_only_the_first_are_told(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        with open_store("harvest.sqlite") as store:
            store.add(a_recording("Many", variables={"n": number}) for number in range(30))
        assert querious("harvest", "prune", "--name", "Many") == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 1 + 20 + 2
        assert lines[-2] == "and 10 others"


class TestImport:
    def test_bad_lines_are_counted_and_shown(self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
        lines = [json.dumps({"query": "{a}", "variables": {"n": number}}) for number in range(3)]
        Path("a.jsonl").write_text("\n".join([*lines, *(f"\x1b broken {n}" for n in range(8)), *lines, "{}"]))
        assert querious("harvest", "import", "a.jsonl") == 0
        told = capsys.readouterr().out.splitlines()
        assert told[0] == "a.jsonl (jsonl): 6 recordings, 1 neither GraphQL nor REST, 8 bad"
        assert all(line.startswith(f"  {number}: ") for number, line in enumerate(told[1:6], 4))
        assert told[6:] == ["  … and 3 more", "6 recordings added to harvest.sqlite."]
        assert "\x1b" not in "".join(told)
        with open_store("harvest.sqlite", create=False) as store:
            assert store.tally() == (3, 6)

    def test_secrets_are_redacted_before_anything_is_stored(self, querious: Callable[..., int]):
        line = {"query": "mutation($p:String){login(password:$p)}", "variables": {"p": "x", "password": "hunter2"}}
        Path("a.jsonl").write_text(json.dumps(line))
        assert querious("harvest", "import", "a.jsonl", "--format", "jsonl") == 0
        assert all(b"hunter2" not in path.read_bytes() for path in Path().glob("harvest.sqlite*"))

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("good.jsonl", "missing"), "cannot read missing: No such file or directory; nothing was imported"),
            (("good.jsonl", "odd"), "cannot tell the format of odd; name it with --format "),
            (("good.jsonl", "--format", "csv"), "unknown format 'csv'; available: "),
            (("good.jsonl", "folder"), "folder holds no file that can be imported"),
        ],
    )
    def test_a_file_that_cannot_be_read_is_told_before_anything_is_imported(
        self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
    ):
        Path("good.jsonl").write_text('{"query": "{a}"}')
        Path("odd").write_bytes(bytes(range(256)))
        Path("folder").mkdir()
        Path("folder/a.har").touch()
        assert querious("harvest", "import", *arguments) == 2
        assert told in capsys.readouterr().err
        assert not Path("harvest.sqlite").exists()

    def test_a_file_that_breaks_off_is_told(
        self, querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ):
        def breaking(*_: object, **__: object):
            raise OSError(5, "Input/output error")
            yield

        Path("a.jsonl").touch()
        monkeypatch.setattr("querious.pipeline.harvest.use_case.read_any", breaking)
        assert querious("harvest", "import", "a.jsonl") == 2
        assert "cannot read a.jsonl to its end: Input/output error" in capsys.readouterr().err


def test_the_environment_names_the_store_and_the_option_goes_before(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    open_store("one.sqlite").close()
    open_store("two.sqlite").close()
    monkeypatch.setenv("QUERIOUS_STORE", "one.sqlite")
    querious("harvest", "stats")
    querious("harvest", "stats", "--store", "two.sqlite")
    told = capsys.readouterr().out
    assert told.index("Recorded in one.sqlite") < told.index("Recorded in two.sqlite")


@pytest.mark.parametrize("arguments", [("list",), ("show", "x"), ("stats",), ("prune", "--name", "x")])
def test_a_store_that_is_not_there_is_told_and_not_made(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
):
    assert querious("harvest", *arguments) == 2
    assert capsys.readouterr().err == (
        "querious: there is no store harvest.sqlite. Record with `querious proxy`, or run `querious harvest import FILES`.\n"
    )
    assert not Path("harvest.sqlite").exists()


@pytest.mark.parametrize("arguments", [("list",), ("import", "a.jsonl")])
def test_a_password_is_never_repeated(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
):
    Path("a.jsonl").write_text('{"query": "{a}"}')
    for url in (
        "postgresql://ann:hunter2@127.0.0.1:1/shop",
        "postgresql://ann:hun/ter2@127.0.0.1:1/shop",
        "mysql://a:hunter2@h",
    ):
        assert querious("harvest", *arguments, "--store", url) == 2
        told = capsys.readouterr()
        assert "hun" not in told.out + told.err
        assert told.err.count("\n") == 1


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_option_is_one_line_and_there_are_two_examples(
    name: str, querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    assert querious("harvest", name, "--help") == 0
    told = capsys.readouterr().out
    options = told[told.index("Options:\n") : told.index("\n\n  Examples:")].splitlines()[1:]
    assert all(line.startswith("  -") for line in options)
    assert told[told.index("Examples:") :].count("querious harvest ") >= 2
    found: click.Command = command.commands[name]
    assert all(parameter.help for parameter in found.params if isinstance(parameter, click.Option))
