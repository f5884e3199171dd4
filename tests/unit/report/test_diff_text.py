from __future__ import annotations

import io
import json

import pytest

from diffs import difference
from querious.model import Severity
from querious.model.diff import Broken, Diff, Kind, Noise, SchemaChange, Steadiness, Weight
from querious.report import diff_json, diff_phrases
from querious.report.diff_text import Side, report
from querious.report.screen import open_console, show


def a_diff(*differences, **more) -> Diff:
    return Diff("http://a.example/graphql", "shop:app", 7, tuple(differences), requests=40, cases=18, coordinates=5, elapsed=1.25, **more)  # fmt: skip


def shown(found: Diff, a: Side | None = None, b: Side | None = None, width: int = 80) -> str:
    stream = io.StringIO()
    console = open_console(stream, plain=True, width=width)
    show(console, report(found, a or Side(), b or Side(), console))
    return stream.getvalue()


def test_a_difference_says_where_how_often_and_what_each_says():
    told = shown(a_diff(difference(), ended="40 requests"), Side("http://a.example/graphql"))
    assert told.splitlines()[:7] == [
        " 1. difference  Query.count  a different value  4 of 9 cases",
        "    A  7",
        "    B  6",
        "    at data.count",
        "",
        "    { count(n: 3) }",
        "",
    ]
    assert told.count("curl -sSi http://a.example/graphql") == 1
    assert f"seed 7, case 12, id {difference().fingerprint}, shrunk, reproduced every time" in told
    assert told.endswith(
        "18 cases and 5 fields compared, 40 requests in 1.2 s, seed 7, ended: 40 requests\n1 difference found.\n"
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"kind": Kind.NULL, "said_b": "null"}, "null in B"),
        ({"kind": Kind.NULL, "said_a": "null"}, "null in A"),
        ({"kind": Kind.ERROR, "said_a": "no error"}, "an error in B"),
        ({"kind": Kind.ERROR, "said_b": "no error"}, "an error in A"),
        ({"kind": Kind.ERROR}, "a different error"),
        ({"kind": Kind.LOST}, "items lost"),
        ({"coordinate": "", "kind": Kind.STATUS}, "the whole answer  a different status"),
        ({"severity": Severity.SUSPICION, "kind": Kind.ORDER}, "suspicion  Query.count  a different order"),
        ({"steadiness": Steadiness.FLICKERS}, "B is inconsistent with itself"),
        ({"noise": 2}, "A differs from itself in 2 cases"),
        ({"also": ("User.name", "User.age")}, "as well as User.name, User.age"),
    ],
)
def test_every_kind_has_its_words(more, words):
    assert words in shown(a_diff(difference(**more)), width=200)


def test_every_kind_can_be_told():
    assert all(diff_phrases.manner(difference(kind=kind)) for kind in Kind)
    assert all(diff_phrases.origin(difference(steadiness=one), 1) for one in Steadiness)


def test_the_schema_what_breaks_and_noise():
    found = a_diff(
        changes=(SchemaChange(Weight.BREAKING, "Query.user was removed."), SchemaChange(Weight.ADDED, "Query.new was added.")),
        broken=(
            Broken("Query.user was removed", "recorded", 2, 340, ("GetUser",)),
            Broken("Query.user was removed", "planned", 1, 0, ("{ user { id } }",)),
        ),
        noise=(
            Noise("Query.now", Kind.VALUE, 14, 14, "A is inconsistent with itself"),
            Noise("Query.count", Kind.VALUE, 0, 9, "it was not reproduced"),
        ),
    )  # fmt: skip
    assert shown(found) == (
        "Schema changes from A to B\n"
        "  breaking   Query.user was removed.\n"
        "  added      Query.new was added.\n"
        "\n"
        "Operations that B no longer allows\n"
        "  Query.user was removed: 2 recordings, 340 calls\n"
        "    GetUser\n"
        "  Query.user was removed: 1 planned operation\n"
        "    { user { id } }\n"
        "\n"
        "Ignored as noise\n"
        "  A is inconsistent with itself: Query.now (14 of 14); it was not reproduced:\n"
        "  Query.count\n"
        "\n"
        "18 cases and 5 fields compared, 40 requests in 1.2 s, seed 7\n"
        "1 breaking change found.\n"
    )


def test_many_differences_get_a_line_each():
    lines = shown(a_diff(*[difference(coordinate=f"T.f{number}") for number in range(53)])).splitlines()
    short = [line for line in lines if line.startswith(("51.", "52.", "53."))]
    assert len(short) == 3
    assert "T.f50  a different value  7 | 6" in short[0]
    assert lines[-1] == "53 differences found."


def test_many_changes_are_cut():
    changes = tuple(SchemaChange(Weight.ADDED, f"Query.f{number} was added.") for number in range(25))
    broken = tuple(Broken(f"Query.f{number} was removed", "planned", 1, 0) for number in range(25))
    told = shown(a_diff(changes=changes, broken=broken))
    assert "… and 5 more added" in told
    assert "… and 5 more causes" in told


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (a_diff(), "No differences found."),
        (Diff("a", "b", 1), "Nothing could be compared: no operation was answered by both."),
        (a_diff(difference(), difference(severity=Severity.SUSPICION)), "1 difference and 1 suspicion found."),
        (
            a_diff(difference(), difference(severity=Severity.SUSPICION), changes=(SchemaChange(Weight.BREAKING, "x"),)),
            "1 difference, 1 suspicion and 1 breaking change found.",
        ),
    ],
)  # fmt: skip
def test_the_verdict(found, verdict):
    assert diff_phrases.verdict(found) == verdict


def test_lines_fit_the_screen_and_hostile_text_is_shown_escaped():
    nasty = "\x1b[31m" + "word " * 60
    found = a_diff(
        difference(said_a=nasty, said_b=nasty, coordinate="T.\u202ef", also=tuple(f"Type.field{n}" for n in range(20))),
        noise=(Noise("\x1b", Kind.VALUE, 1, 2, "because"),),
        notes=(nasty,),
    )
    told = shown(found, width=60)
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert all(len(line) <= 60 for line in told.splitlines())


def test_curl_lines_for_both_take_secrets_from_the_environment():
    headers = {"Authorization": "Bearer s3cret"}
    told = shown(a_diff(difference()), Side("http://a/graphql", headers), Side("http://b/graphql", connection=("-k",)))
    assert "s3cret" not in told
    assert '"Authorization: $AUTHORIZATION"' in told
    assert "curl -sSi -k http://b/graphql" in told
    assert "The curl commands read $AUTHORIZATION from the environment" in told


def test_json_holds_everything():
    found = a_diff(
        difference(also=("User.name",)),
        noise=(Noise("Query.now", Kind.VALUE, 14, 14, "A is inconsistent with itself"),),
        changes=(SchemaChange(Weight.BREAKING, "Query.user was removed."),),
        broken=(Broken("Query.user was removed", "recorded", 2, 340, ("GetUser",)),),
        notes=("note \u2026",),
        ended="40 requests",
        version="1",
    )
    text = diff_json.dump(found)
    assert text.isascii()
    content = json.loads(text)
    assert next(iter(content)) == "querious-diff"
    (one,) = content["differences"]
    assert (one["coordinate"], one["kind"], one["a"], one["b"], one["also"]) == (
        "Query.count",
        "value",
        "7",
        "6",
        ["User.name"],
    )
    assert one["case"]["document"] == "{ count(n: 3) }"
    assert one["response_b"]["body"] == '{"data": {"count": 6}}'
    assert content["noise"][0]["reason"] == "A is inconsistent with itself"
    assert content["schema"] == [{"weight": "breaking", "about": "Query.user was removed."}]
    assert content["broken"][0]["calls"] == 340
    assert content["seed"] == 7
