from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from querious.export import FORMATS, Example, ExampleOrigin, files_of, suite

DOCUMENTS = (
    "query GetTeasers($first: Int!) { teasers(first: $first) { title } }",
    "query getTeasers($first: Int!) { teasers(first: $first) { url } }",
    "query Get_Teasers($first: Int!, $x: Boolean!) { teasers(first: $first) { url title @include(if: $x) } }",
    "{ teasers(first: 3) { url } }",
)


def examples() -> list[Example]:
    return [Example(document, {"first": first, "x": first > 1}) for document in DOCUMENTS for first in (1, 2, -1)]


def test_operations_that_are_called_alike_share_a_file(ready, videos):
    teasers, anonymous = sorted(suite(ready(videos, *examples())), key=lambda script: -len(script.trials))
    assert (teasers.stem, len(teasers.trials), len(teasers.documents)) == ("get_teasers", 9, 3)
    assert teasers.title == "GetTeasers and Get_Teasers and getTeasers"
    assert (anonymous.stem, len(anonymous.documents)) == ("teasers", 1)


def test_answers_that_differ_by_conditions_are_written_down_both(ready, videos):
    first = Example(DOCUMENTS[2], {"first": 1, "x": True})
    (script,) = suite(ready(videos, first, replace(first, variables={"first": 1, "x": False})))
    assert len(script.documents) == 1
    assert len(script.answers) == 2
    assert {trial.answer for trial in script.trials} == set(script.answers)
    assert all(name.startswith("ANSWER_") for name in script.answers)


@settings(max_examples=15)
@given(st.permutations(range(12)))
def test_whatever_the_order_of_the_examples_the_files_are_the_same(videos, order):
    from querious.export import prepare  # noqa: PLC0415

    made = examples()
    expected = files_of(suite(prepare(videos, made)[0]), FORMATS["pytest"], "again")
    assert files_of(suite(prepare(videos, [made[index] for index in order])[0]), FORMATS["pytest"], "again") == expected


def test_one_more_recording_does_not_rename_others(ready, videos):
    made = examples()
    before = {trial.name for script in suite(ready(videos, *made)) for trial in script.trials}
    new = Example("query GetTeasers($first: Int!) { teasers(first: $first) { duration } }", {"first": 77})
    after = {trial.name for script in suite(ready(videos, *made, new)) for trial in script.trials}
    assert after - before == {"get_teasers_first_77"}
    assert before <= after


def test_origins_have_files_of_their_own(ready, videos, teasers):
    cases = ready(videos, *(replace(teasers, origin=origin) for origin in ExampleOrigin))
    assert [script.stem for script in suite(cases)] == ["finding_get_teasers", "get_teasers", "path_get_teasers"]


def test_how_a_scalar_is_written_is_told_where_it_stands(ready):
    schema = "scalar Date type Query { day: [Date!] night: Int }"
    scripts = suite(
        ready(schema, Example("{ day }", {}), Example("{ night }", {})), {"Date": "string", "Url": "string"}
    )
    assert [script.types for script in scripts] == [{"Date": "string"}, {}]
