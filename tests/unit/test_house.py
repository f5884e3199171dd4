"""Rules of the house that no linter knows: names, import cycles, imports by string."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import querious

ROOT = Path(querious.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if "demo" not in path.relative_to(ROOT).parts)
"""The demo is a product of its own."""
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}

BANNED = {"utils", "util", "helpers", "helper", "common", "misc", "core", "base", "manager", "handler", "handlers"}
NOUNS = {"drawing", "finding", "reading", "recording", "string"}
"""They end as a gerund does, and are none."""
GERUNDS = {"graphql.schema.dangling"}
"""Modules that are still named by a gerund: nothing is added here."""


def test_no_public_class_name_is_used_twice():
    names = Counter(
        node.name
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    twice = {name for name, count in names.items() if count > 1}
    assert sorted(twice) == [], "rename one of each: a class is known by its name alone"


def test_no_modules_import_each_other():
    cycles = [sorted(name.removeprefix("querious.") for name in cycle) for cycle in _cycles(_imports())]
    assert cycles == [], "break it: imports in functions and for types count"


@pytest.mark.parametrize(
    ("cyclic", "expected"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [{"a", "b"}]),
        ({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d"}}, [{"d", "e"}, {"a", "b", "c"}]),
    ],
)
def test_cycles_are_found(cyclic, expected):
    assert sorted(_cycles(cyclic), key=len) == expected


def test_modules_are_named_by_what_they_hold():
    modules = {_module(path).removeprefix("querious.") for path in FILES}
    banned = [name for name in modules if BANNED & set(name.split("."))]
    assert banned == [], "a name that says nothing"
    gerunds = {name for name in modules if name.endswith("ing") and name.split(".")[-1] not in NOUNS}
    assert sorted(gerunds - GERUNDS) == [], "name a module by a noun: what it holds"
    assert sorted(GERUNDS - gerunds) == [], "no longer there: take them out of GERUNDS"


BY_STRING = {
    "__init__": "public names, each loaded when it is asked for",
    "execute": "likewise",
    "cli": "commands, each loaded when it is called",
    "execute.places": "the user's own code",
}
"""Modules that may import our own packages by a string, which import-linter cannot see."""


def test_our_own_packages_are_imported_by_name():
    found = {_module(path).removeprefix("querious.") for path in FILES if _imports_by_string(TREES[path])}
    found = {"__init__" if name == "querious" else name for name in found}
    assert sorted(found - BY_STRING.keys()) == [], "import it by name, or have it handed in"
    assert sorted(BY_STRING.keys() - found) == [], "no longer: take them out of BY_STRING"


def _imports_by_string(tree: ast.Module) -> bool:
    """Whether it calls ``import_module`` or ``__import__`` with anything but the name of somebody else's package."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called in {"import_module", "__import__"} and not _is_foreign(node.args[0]):
            return True
    return False


def _is_foreign(name: ast.expr) -> bool:
    return isinstance(name, ast.Constant) and not re.match(r"querious\b", str(name.value))


def _module(path: Path) -> str:
    return ".".join(("querious", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def _imports() -> dict[str, set[str]]:
    """Each module with those it imports anywhere, in functions and for types too."""
    modules = {_module(path) for path in FILES}
    imports: defaultdict[str, set[str]] = defaultdict(set)
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    imports[_module(path)].add(whole if whole in modules else node.module)
            elif isinstance(node, ast.Import):
                imports[_module(path)].update(alias.name for alias in node.names)
    return {module: imports[module] & modules - {module} for module in modules}


def _cycles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Groups of modules of which each can be reached from each other."""
    reached = {module: _reached(module, imports) for module in imports}
    cycles: list[set[str]] = []
    for module, others in reached.items():
        cycle = {other for other in others if module in reached[other]}
        if cycle and cycle not in cycles:
            cycles.append(cycle)
    return cycles


def _reached(module: str, imports: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return found
