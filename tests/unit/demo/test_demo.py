"""The package: cheap to import, clear about what it needs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import querious.demo
from querious.errors import ConfigError


def test_importing_it_loads_neither_ariadne_nor_uvicorn():
    script = (
        "import sys, querious.demo; print([name for name in ('ariadne', 'uvicorn', 'graphql') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_catalogue_can_be_read_without_ariadne():
    script = (
        "import sys; sys.modules['ariadne'] = None; import querious.demo; print(len(querious.demo.FAULTS) > 50);"
        "from querious.errors import ConfigError\n"
        "try: querious.demo.create_app\n"
        "except ConfigError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True", "the demo needs ariadne: pip install 'querious[demo]'"]


def test_what_is_missing_is_said_in_one_line(monkeypatch: Any):
    def without_uvicorn(name: str):
        raise ModuleNotFoundError(f"No module named {name}", name="uvicorn")

    monkeypatch.setattr(querious.demo, "import_module", without_uvicorn)
    with pytest.raises(ConfigError, match=r"needs uvicorn: pip install 'querious\[demo\]'"):
        _ = querious.demo.start


def test_a_fault_of_ours_is_not_called_a_missing_package(monkeypatch: Any):
    def broken(name: str):
        raise ModuleNotFoundError(f"No module named {name}", name="querious.demo.nothing")

    monkeypatch.setattr(querious.demo, "import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        _ = querious.demo.create_app


def test_every_public_name_is_there_and_no_other():
    for name in querious.demo.__all__:
        assert getattr(querious.demo, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        _ = querious.demo.nothing
