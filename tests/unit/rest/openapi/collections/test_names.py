from __future__ import annotations

from querious.rest.openapi.collections.names import is_identifier, referred


def test_what_a_name_refers_to():
    assert referred("parentBookId") == ("parent", "book")
    assert referred("bookKeys") == ("book",)
    assert referred("bookIDs") == ("book",)
    assert referred("id") == ()
    assert referred("paid") == ()
    assert is_identifier("_id")
    assert not is_identifier("key")
