from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Exchange, Finding
from querious.model.finding import normalise
from sample import case


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("invalid literal for int() with base 10: 'foo'", "invalid literal for int() with base 10: 'a\\'b'"),
        ("index 7 out of range", "index -12 out of range"),
        ("object at 0x7f12ab", "object at 0xdeadbeef"),
        ("no user 6f5322b3-25c7-4c1e-a6ab-bf411c6835ba", "no user b848d13c-640d-4a10-acf2-3a81e063fe3a"),
        ("a\n  b", "a b"),
        ("returns 1 row for a page of 2", "returns 3 rows for a page of 2"),
        ("list lost 1 entry in 2 days", "list lost 4 entries in 1 day"),
        (
            'select "a"."id", count("a"."b") from "a" limit $1 - column a.b does not exist',
            'select "a"."name" from "a" where "a"."id" = $2 order by "a"."id" - column a.b does not exist',
        ),
        ("insert into a (b) values ($1) - null value in b", "insert into a (b, c) values ($1, $2) - null value in b"),
        ('Variable "$a" got "x"', 'Variable "$bcd" got "it\'s"'),
        ("nothing kept for http://store/api/cups/7/", "nothing kept for http://store/api/pots/\x02 \ufffd b \ufffd/"),
        ('invalid number: "a"', 'invalid number: "\\"'),
        (
            "Expected 'Order' but got: [<Order instance>, <Order instance>].",
            "Expected 'Tag' but got: [<Tag instance>].",
        ),
        ("got [<shop.Order object at 0x7f12ab>, ..., <Order instance>]", "got [<Order object>]"),
        ('invalid number: "a"', 'invalid number: "b \\"'),
        ('invalid number "a" for size', 'invalid number "\\" for size'),
        ("http://store/cups/a: refused", "http://store/cups/b: refused"),
    ],
)
def test_particulars_do_not_count(one, other):
    assert normalise(one) == normalise(other)


def test_what_the_database_says_of_a_statement_counts():
    assert normalise("select a from b - no column a") == "<sql> - no column a"
    assert normalise("select a from b - no column a") != normalise("select a from b - no array a")
    assert normalise("server fault: select a from b - no column a") == "server fault: <sql> - no column a"
    assert normalise("please select a value from the list") == "please select a value from the list"


def test_the_host_of_an_address_counts():
    assert normalise("http://store/a: refused") != normalise("http://bank/a: refused")
    assert (
        normalise("http://store/a refused by http://bank/b for x") == "http://store/<> refused by http://bank/<> for x"
    )


def test_a_long_statement_is_no_trap():
    assert normalise("select " * 1_000) == normalise("select " * 1_001)


def test_different_words_count():
    assert normalise("index out of range") != normalise("key not found")


def test_the_fingerprint_is_of_oracle_coordinate_and_message():
    finding = Finding("data", "User.name", "null in 1 place", Exchange(case("{ version }")))
    assert finding.fingerprint == replace(finding, message="null in 2 place", count=9, path="x").fingerprint
    assert finding.fingerprint != replace(finding, oracle="envelope").fingerprint
    assert finding.fingerprint != replace(finding, coordinate="User.age").fingerprint


def test_a_message_with_a_lone_surrogate_has_a_fingerprint():
    assert Finding("data", "", "\ud800", Exchange(case("{ version }"))).fingerprint


def test_a_quotation_mark_that_is_never_closed_is_no_trap():
    text = 'unexpected "' + "\\" * 2_000  # a reader that tries all ways to pair these would not end
    assert normalise(text).startswith('unexpected "')
    assert normalise(r'got "a \" b" there') == "got <> there"


def test_where_a_new_entry_is_said_to_be_does_not_count():
    one, other = (
        "`Location: tags/q1a` does not lead to the new entry",
        "`Location: tags/zz` does not lead to the new entry",
    )
    assert normalise(one) == normalise(other)


def test_a_quoted_value_in_which_the_message_was_cut_is_one_too():
    whole, cut = 'invalid syntax for type integer: "NaN"', f'invalid syntax for type integer: "{"a" * 400}…'
    assert normalise(whole) == normalise(cut)
    assert normalise("the words don't end here …") == "the words don't end here …"
