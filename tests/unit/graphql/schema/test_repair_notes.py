from __future__ import annotations

from querious.graphql.schema.repair_notes import RepairNotes


def test_mends_of_one_sort_become_one_note_in_order_of_first_mention():
    ledger = RepairNotes()
    for where in ("A.a", "B.b", "A.a", "C.c", "D.d"):
        ledger.add("no type", where)
        ledger.add("twice", "A")
    assert ledger.notes() == ("no type: A.a, B.b, C.c and 1 more", "twice: A")


def test_nothing_mended_is_no_note():
    assert RepairNotes().notes() == ()
