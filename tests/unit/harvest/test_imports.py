"""Recording runs inside other people's servers: it must bring nothing along."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

_SCRIPT = """
import importlib, json, os, sys
import graphql
before = set(sys.modules)
for name in sys.argv[1:]:
    if not os.fork():
        importlib.import_module(name)
        print(json.dumps([name, sorted(set(sys.modules) - before)]), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
"""
_MODULES = ["", ".asgi", ".wsgi", ".django", ".extensions", ".recorder", ".request_operations"]
_BROUGHT_BY_GRAPHQL_CORE = {"graphql", "typing_extensions"}


@pytest.fixture(scope="module")
def loading() -> dict[str, list[str]]:
    """What each module loads in a process of its own, forked where nothing but graphql-core was loaded."""
    if not hasattr(os, "fork"):
        pytest.skip("no fork on this system")
    command = [sys.executable, "-I", "-c", _SCRIPT, *(f"querious.harvest{module}" for module in _MODULES)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(line) for line in told.splitlines())


@pytest.mark.parametrize("module", _MODULES)
def test_importing_it_loads_the_standard_library_graphql_core_model_and_text_alone(
    module: str, loading: dict[str, list[str]]
) -> None:
    loaded = loading[f"querious.harvest{module}"]
    others = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) - _BROUGHT_BY_GRAPHQL_CORE
    assert others == {"querious"}
    rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("querious.")}
    assert rooms == {"querious.harvest", "querious.model", "querious.text", "querious.version"}
