from __future__ import annotations

import gzip
import zlib

import pytest

from querious.harvest.compression import unpacked


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"hello", ""),
        (b"hello", "identity"),
        (gzip.compress(b"hello", mtime=0), " GZIP "),
        (zlib.compress(b"hello"), "deflate"),
    ],
)
def test_bodies_are_unpacked(body, encoding):
    assert unpacked(body, encoding, 10) == b"hello"


def test_what_cannot_be_unpacked_is_nothing():
    assert unpacked(b"hello", "gzip", 10) == b""
    assert unpacked(b"hello", "br", 10) == b""


def test_a_bomb_does_not_go_off():
    assert len(unpacked(gzip.compress(bytes(10_000_000)), "gzip", 1_000)) == 1_000
