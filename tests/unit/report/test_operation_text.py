from __future__ import annotations

from graphql.language import Lexer, Source, TokenKind
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.report.operation_text import pretty

steady = settings(derandomize=True, deadline=None, max_examples=60)


def tokens(document: str):
    lexer = Lexer(Source(document))
    while lexer.advance().kind is not TokenKind.EOF:
        yield document[lexer.token.start : lexer.token.end]


def test_a_short_document_stays_in_one_line():
    assert pretty("{ a(b: 1) { c } }", 40) == "{ a(b: 1) { c } }"
    assert pretty("{\n  a # why\n  b\n}", 40) == "{ a b }"


def test_a_long_one_has_one_selection_a_line():
    document = (
        'query Q($a: Int = 1, $b: [I!]!) @d { x: a(b: {c: [1, {d: "}"}]}, e: $a) @include(if: $a) @skip(if: true) '
        "{ ... on T @d { on c } ...F ... @d { type } } query } fragment F on T { a }"
    )
    assert (
        pretty(document, 10)
        == 'query Q($a: Int = 1, $b: [I!]!) @d {\n  x: a(b: {c: [1, {d: "}"}]}, e: $a) @include(if: $a) @skip(if: true) {\n    ... on T @d {\n      on\n      c\n    }\n    ...F\n    ... @d {\n      type\n    }\n  }\n  query\n}\nfragment F on T {\n  a\n}'
    )


def test_what_cannot_be_read_stays_as_it_is():
    assert pretty('{ a(b: "' + "x" * 99, 10) == '{ a(b: "' + "x" * 99


def test_what_is_wrong_but_can_be_read_is_laid_out():
    assert pretty("{ a } } { b", 5) == "{\n  a\n}\n}\n{\nb"


def test_long_strings_are_shortened_and_short_ones_kept():
    assert (
        pretty('{ a(b: "' + "x" * 100 + '") }', 200, 30)
        == '{ a(b: "' + "x" * 19 + "[... 72 characters ...]" + "x" * 9 + '") }'
    )


PIECES = st.sampled_from(
    ["{", "}", "(", ")", "[", "]", "a", "on", "...", ":", "$", "@", "!", "=", '"s{"', "1", "1.5", "|", "&"]
)


@steady
@given(st.lists(PIECES), st.integers(0, 60))
def test_no_token_is_lost_added_or_changed(pieces: list[str], width: int):
    document = " ".join(pieces)
    assert list(tokens(pretty(document, width))) == pieces
