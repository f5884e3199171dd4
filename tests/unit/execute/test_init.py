from __future__ import annotations

import subprocess
import sys

import pytest

import querious.execute


def test_every_public_name_is_there() -> None:
    for name in querious.execute.__all__:
        assert getattr(querious.execute, name).__name__ == name


def test_every_lazy_name_is_public() -> None:
    names = sorted(name for names in querious.execute._HOMES.values() for name in names)
    assert names == sorted(querious.execute.__all__)


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = querious.execute.nonsense


def test_importing_the_room_loads_neither_the_http_client_nor_graphql() -> None:
    code = "import sys, querious.execute; print(sorted({'pyreqwest', 'graphql'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_opening_a_schema_does_not_load_the_http_client() -> None:
    code = "import sys; from querious.execute import open_target; print('pyreqwest' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
