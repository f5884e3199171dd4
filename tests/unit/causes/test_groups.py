from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from querious.causes import folded, grouped
from querious.model import Exchange, Finding, Severity
from sample import case

ASKED = Exchange(case("{ version }"))
NULL = "server fault: Cannot return null for non-nullable field"


def crash(coordinate: str, message: str = "server fault: 'x' has no attribute", **changes) -> Finding:
    return Finding("server_fault", coordinate, message, ASKED, **changes)


def missing(coordinate: str) -> Finding:
    return Finding("data", coordinate, "the requested field is missing", ASKED)


findings = st.builds(
    Finding,
    st.sampled_from(["data", "server_fault", "sort", "leak"]),
    st.sampled_from(["Query.a", "Query.b", "A.name", "B.name", "A.id", ""]),
    st.sampled_from(
        ["the requested field is missing", "server fault: boom", "server fault: Internal server error", "x"]
    ),
    st.just(ASKED),
    st.sampled_from(Severity),
    shrunk=st.booleans(),
    trace=st.sampled_from([(), (ASKED,), (ASKED, ASKED)]),
)


@given(st.lists(findings, max_size=12, unique_by=lambda one: one.fingerprint))
def test_every_finding_is_in_one_group_and_a_fault_is_told_before_a_suspicion(many: list[Finding]):
    groups = grouped(many)
    assert sorted(one.fingerprint for group in groups for one in group) == sorted(one.fingerprint for one in many)
    for told, *others in groups:
        assert told.severity is Severity.FAULT or all(one.severity is Severity.SUSPICION for one in others)


@given(st.lists(findings, max_size=12, unique_by=lambda one: one.fingerprint), st.randoms())
def test_groups_do_not_depend_on_the_order_in_which_findings_were_seen(many: list[Finding], chance):
    shuffled = list(many)
    chance.shuffle(shuffled)

    def names(some: list[Finding]) -> set[tuple[str, ...]]:
        return {tuple(one.fingerprint for one in group) for group in grouped(some)}

    assert names(many) == names(shuffled)


def test_an_attribute_that_is_missing_on_every_type_is_one_cause():
    (group,) = grouped([missing(f"Type{number}.owner") for number in range(400)])
    told = folded(group)
    assert len(told.others) == 399
    assert {one.coordinate for one in told.others} | {told.coordinate} == {f"Type{n}.owner" for n in range(400)}


def test_different_fields_of_different_types_are_different_causes():
    assert len(grouped([crash("A.name", f"{NULL} A.name."), crash("B.total", f"{NULL} B.total.")])) == 2
    assert len(grouped([missing("A.name"), missing("B.total")])) == 2


def test_fields_of_one_type_that_are_missing_are_one_cause():
    assert len(grouped([missing("A.name"), missing("A.total"), missing("A.id")])) == 1


def test_one_scalar_is_at_fault_only_where_many_fields_show_it():
    def wrong(name: str) -> Finding:
        return Finding("data", name, "expected ID (written as a string), got an integer", ASKED)

    assert len(grouped(map(wrong, ["A.id", "B.parent"]))) == 2
    assert len(grouped(map(wrong, ["A.id", "B.parent", "C.owner", "D.next", "E.key"]))) == 1


LISTS = "type Query { a(size: Int): [ID!] b(size: Int): [ID!] c(size: Int): [ID!] d(limit: Int): [ID!] }"


def test_a_size_that_many_lists_do_not_keep_is_one_cause():
    def too_many(document: str, rows: int) -> Finding:
        asked = Exchange(case(document, LISTS))
        message = f"returns {rows} rows for a page of at most 1"
        return Finding("pagination", f"Query.{document[2]}", message, asked, shrunk=True, trace=(asked,))

    first, second, third = (too_many(f"{{ {name}(size: 1) }}", rows) for name, rows in (("a", 9), ("b", 31), ("c", 8)))
    other = too_many("{ d(limit: 1) }", 2)
    assert len(grouped([first, second, third])) == 1
    assert len(grouped([first, second, other])) == 3


def test_the_same_bare_name_in_many_places_is_one_cause():
    def lacks(coordinate: str, name: str = "rows") -> Finding:
        return crash(coordinate, f"server fault: '{name}'")

    places = ["A.a", "B.b", "C.c"]
    assert len(grouped(map(lacks, places))) == 1
    assert len(grouped(map(lacks, places[:2]))) == 2
    assert len(grouped([lacks("A.a"), lacks("B.b"), lacks("C.c", "name")])) == 3


def test_look_ups_that_answer_to_unknown_keys_are_one_cause_where_many_do():
    def found(name: str, key: str = "id") -> Finding:
        message = f'looked up by an unknown {key} "{name}9", it answers with {key} "{name}1"'
        return Finding("echo", f"Query.{name}", message, ASKED, Severity.SUSPICION, trace=(ASKED,))

    assert len(grouped(map(found, "abc"))) == 1
    assert len(grouped(map(found, "ab"))) == 2
    assert len(grouped([found("a"), found("b"), found("c", "slug")])) == 3


def test_what_is_folded_holds_no_values():
    (group,) = grouped(
        [crash("A.a", "server fault: unknown 'secret' 12"), crash("B.b", "server fault: unknown 'other' 345")]
    )
    assert [one.message for one in folded(group).others] == ["server fault: unknown <> <#>"]


def test_a_shrunk_finding_is_told_first():
    (group,) = grouped([crash("Query.a"), crash("Query.b", shrunk=True, reproduced=True)])
    assert group[0].coordinate == "Query.b"


def test_what_follows_from_another_error_is_folded_beneath_it():
    both = {"errors": [{"message": "OFFSET must not be negative"}, {"message": "transaction is aborted"}]}
    first = replace(ASKED, payload={"errors": both["errors"][:1]})
    cause = Finding("server_fault", "Query.b", "server fault: OFFSET must not be negative", first, shrunk=True)
    after = replace(cause, coordinate="Query.a", message="server fault: transaction is aborted")
    after = replace(after, exchange=replace(ASKED, payload=both))
    assert grouped([after, cause]) == [[cause, after]]


def test_lists_without_an_order_of_their_own_are_one_cause_whatever_else_their_pages_lose():
    ties = "sorted by orderBy: price_ASC, pages tell rows with the same price twice"
    lists = [Finding("sort", name, ties, ASKED, trace=(ASKED,)) for name in ("Query.lines", "Query.linePage")]
    pages = [
        Finding("pagination", "Query.linePage", f"{what} rows", ASKED, trace=(ASKED,))
        for what in ("repeats", "leaves out")
    ]
    assert [len(group) for group in grouped([*lists, *pages])] == [4]
    assert len(grouped([lists[0], *pages])) == 2
