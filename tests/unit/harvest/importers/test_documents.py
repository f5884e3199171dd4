from __future__ import annotations

import pytest

from querious.harvest.importers import read_any


@pytest.fixture
def folder(tmp_path):
    def write(**files: str):
        for name, text in files.items():
            path = tmp_path / "documents" / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        importing = read_any(tmp_path / "documents")
        return list(importing), importing

    return write


def test_every_operation_of_a_folder_is_a_recording_without_variables(folder):
    recordings, importing = folder(
        a_graphql="query A($id: ID!) { a(id: $id) } query B { b }",
        in__c_gql="# note\nmutation C { c }",
        schema_graphqls="type Query { a: Int }",
        other_txt="query X { x }",
    )
    assert [(one.operation_name, one.kind, one.variables) for one in recordings] == [
        ("A", "query", {}),
        ("B", "query", {}),
        ("C", "mutation", {}),
    ]
    assert (importing.counted, importing.other, importing.bad) == (3, 1, [])


def test_fragments_of_other_files_come_along_and_no_others(folder):
    (recording,), _ = folder(
        a_graphql="query A { a { ...One } }",
        one_graphql="fragment One on T { one ...Two }",
        two_graphql="fragment Two on T { two } fragment Unused on T { unused }",
    )
    assert "two" in recording.document
    assert "Unused" not in recording.document


def test_a_fragment_that_is_nowhere_or_ambiguous_is_told_with_its_file(folder):
    recordings, importing = folder(
        a_graphql="query A { ...Gone }",
        b_graphql="query B { ...Twice }",
        c_graphql="fragment Twice on T { a }",
        d_graphql="fragment Twice on T { b } query D { ...Twice }",
        e_graphql="query {",
        f_graphql="{ a } { b }",
    )
    assert [one.operation_name for one in recordings] == ["D"]
    assert [(number, reason.partition(":")[0]) for number, reason in importing.bad] == [
        (1, "a.graphql"),
        (2, "b.graphql"),
        (5, "e.graphql"),
        (6, "f.graphql"),
    ]
    assert "Gone is defined nowhere" in importing.bad[0][1]


def test_fragments_that_use_each_other_in_a_circle_end(folder):
    recordings, _ = folder(
        a_graphql="query A { ...One }", b_graphql="fragment One on T { ...Two } fragment Two on T { ...One }"
    )
    assert len(recordings) == 1


def test_a_folder_without_documents_is_an_error(tmp_path):
    with pytest.raises(ValueError, match=r"no \.gql, \.graphql, \.graphqls files in"):
        list(read_any(tmp_path))


def test_one_file(read):
    recordings, importing = read("\ufeff# hello\nquery A { a }\nquery B { b }")
    assert (importing.format, len(recordings)) == ("graphql", 2)


def test_the_moment_is_that_of_the_file(read):
    (one,), _ = read("{ a }")
    (other,), _ = read("{ a }")
    assert one.created_at.tzinfo is not None
    assert one.created_at <= other.created_at
