from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import pytest

from querious.errors import TargetError
from querious.execute.addresses import ObjectPlace
from querious.execute.places import call_factory, load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory that is the current one, whose modules are forgotten again afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_module_in_the_current_directory_is_found(here: Path) -> None:
    (here / "qx_shop.py").write_text("class App:\n    inner = 7\napp = App()\n")
    assert load(ObjectPlace("qx_shop", "app.inner")) == 7


def test_no_such_module_says_where_it_was_looked_for(here: Path) -> None:
    with pytest.raises(TargetError, match="no module named qx_missing: it was looked for in ") as caught:
        load(ObjectPlace("qx_missing.app", "app"))
    assert str(here) in str(caught.value)


def test_a_module_that_imports_what_is_not_there_names_that(here: Path) -> None:
    (here / "qx_broken.py").write_text("import qx_absent\n")
    with pytest.raises(TargetError, match=r"importing qx_broken failed: .*'qx_absent' \(qx_broken.py, line 1\)"):
        load(ObjectPlace("qx_broken", "app"))


@pytest.mark.parametrize(
    ("code", "words"), [("1/0", "ZeroDivisionError: division by zero"), ("raise SystemExit", "SystemExit")]
)
def test_a_module_that_fails_says_how(here: Path, code: str, words: str) -> None:
    (here / "qx_fails.py").write_text(code)
    with pytest.raises(TargetError) as caught:
        load(ObjectPlace("qx_fails", "app"))
    assert str(caught.value) == f"importing qx_fails failed: {words} (qx_fails.py, line 1)"


def test_a_missing_attribute_suggests_near_names(here: Path) -> None:
    (here / "qx_names.py").write_text("application = 1\nclass box:\n    schema = 2\n")
    with pytest.raises(TargetError, match=r"^qx_names has no aplication; did you mean application\?$"):
        load(ObjectPlace("qx_names", "aplication"))
    with pytest.raises(TargetError, match=r"^qx_names:box has no schemas; did you mean schema\?$"):
        load(ObjectPlace("qx_names", "box.schemas"))
    with pytest.raises(TargetError, match=r"^qx_names has no zzz$"):
        load(ObjectPlace("qx_names", "zzz"))


def test_factories_may_be_coroutine_functions_and_may_fail() -> None:
    async def make() -> int:
        return 3

    def fail() -> None:
        raise RuntimeError

    assert asyncio.run(call_factory(make, "m:make")) == 3
    with pytest.raises(TargetError, match=r"^calling m:fail\(\) failed: RuntimeError \(test_places.py, line \d+\)$"):
        asyncio.run(call_factory(fail, "m:fail"))
