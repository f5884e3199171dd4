"""What to call an application or a schema, so that a command can find it again."""

from __future__ import annotations

import sys
from types import ModuleType

_OF_TESTS = frozenset({"tests", "test", "conftest", "__main__"})


def importable_name(target: object) -> str:
    """``package.module:name`` of the very object, the shortest there is; empty where no module but a test has it."""
    names = []
    for module_name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and not _is_of_tests(module_name):
            names += [f"{module_name}:{name}" for name, value in list(vars(module).items()) if value is target]
    readable = [name for name in names if name.partition(":")[2].isidentifier()]
    return min(readable, key=lambda name: (name.count("."), len(name), name), default="")


def _is_of_tests(module_name: str) -> bool:
    """Whether a module is one that only a test session imports."""
    parts = module_name.split(".")
    return not _OF_TESTS.isdisjoint(parts) or parts[-1].startswith("test_") or parts[-1].endswith("_test")
