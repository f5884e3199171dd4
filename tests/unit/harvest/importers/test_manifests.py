from __future__ import annotations

import json

HASH = "ab" * 32


def test_apollos_manifest(read):
    operations = [
        {"id": HASH, "name": "A", "type": "query", "body": "query A { a }"},
        {"id": "x", "name": "B", "type": "mutation", "body": "mutation B { b }"},
        {"id": "y", "name": "C"},
    ]
    manifest = {"format": "apollo-persisted-query-manifest", "version": 1, "operations": operations}
    recordings, importing = read(manifest)
    assert importing.format == "manifest"
    assert [(one.operation_name, one.kind, one.document_hash) for one in recordings] == [
        ("A", "query", HASH),
        ("B", "mutation", "x"),
    ]
    assert importing.bad == [(3, "an operation without a body")]


def test_relays_map_from_hash_to_document(read):
    recordings, importing = read({HASH: "query A { a }", "sha256:" + HASH: "{ b }", "c": 5, "d": "query {"})
    assert importing.format == "manifest"
    assert [one.document_hash for one in recordings] == [HASH, HASH]
    assert [number for number, _ in importing.bad] == [3, 4]


def test_the_older_map_from_document_to_number(read):
    recordings, importing = read({"query A { a }": 1, "{ b }": "2"})
    assert importing.format == "manifest"
    assert [one.document_hash for one in recordings] == ["1", "2"]


def test_the_hash_of_a_text_with_a_secret_in_it_is_not_kept(read):
    (recording,), _ = read({HASH: 'query A { login(password: "hunter2") { id } }'})
    assert recording.document_hash == ""
    assert "hunter2" not in recording.document


def test_a_manifest_that_ends_early_is_read_up_to_there(read):
    recordings, importing = read(json.dumps({HASH: "query A { a }", "c": "query B { b }"})[:-20])
    assert (len(recordings), len(importing.bad)) == (1, 1)
