from __future__ import annotations

import pytest

from querious.demo.globalid import decode, encode
from querious.demo.refusal import RefusalError


def test_reads_what_it_writes():
    assert decode(encode("Supplier", 21)) == ("Supplier", 21)
    assert "Supplier" not in encode("Supplier", 21)


@pytest.mark.parametrize("identifier", ["", "1", "é", "Og==", "====", "UGFydDo=", "UGFydDoxMQ==\n", "cGFydDox"])
def test_refuses_anything_else(identifier: str):
    with pytest.raises(RefusalError, match="not an identifier"):
        decode(identifier)
