"""Recording runs inside other people's servers: it must bring nothing along."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

_SCRIPT = """
import importlib, json, sys
before = set(sys.modules)
importlib.import_module(sys.argv[1])
print(json.dumps(sorted(set(sys.modules) - before)))
"""
_BROUGHT_BY_GRAPHQL_CORE = {"graphql", "typing_extensions"}


@pytest.mark.parametrize(
    "module", ["", ".asgi", ".wsgi", ".django", ".extensions", ".recorder", ".redaction", ".reading"]
)
def test_importing_it_loads_the_standard_library_graphql_core_and_the_model_alone(module: str) -> None:
    command = [sys.executable, "-I", "-c", _SCRIPT, f"querious.harvest{module}"]
    loaded = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    others = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) - _BROUGHT_BY_GRAPHQL_CORE
    assert others == {"querious"}
    rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("querious.")}
    assert rooms == {"querious.harvest", "querious.model", "querious.version"}
