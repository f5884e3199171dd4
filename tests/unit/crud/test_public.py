from __future__ import annotations

import subprocess
import sys

import pytest

import querious.crud


@pytest.mark.parametrize("name", querious.crud.__all__)
def test_every_public_name_is_there(name):
    assert getattr(querious.crud, name).__name__ == name


def test_importing_the_room_does_not_load_hypothesis():
    code = "import sys, querious.crud; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing"):
        _ = querious.crud.nothing
