"""Tests of operations in classes of unittest, which know no parameters: a method for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from querious.errors import QueriousError
from querious.pytest_plugin.run_results import WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.pytest_plugin.api_operation import ApiOperation
    from querious.pytest_plugin.api_schema import ApiSchema


class ApiTests:
    """A mixin for ``unittest.TestCase`` and what is made of it: set ``schema``, and have a test for each operation."""

    schema: ClassVar[ApiSchema | None] = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.schema is None:
            return
        try:
            tests = {operation.name: _test_of(operation) for operation in cls.schema.operations()}
        except QueriousError as error:
            tests = {WHOLE: _failing_test(error)}
        for name, test in tests.items():
            setattr(cls, f"test_api[{name}]", test)


def _test_of(operation: ApiOperation) -> Callable[[Any], None]:
    def checks(_: Any) -> None:
        __tracebackhide__ = True
        operation.check()

    return checks


def _failing_test(error: QueriousError) -> Callable[[Any], None]:
    """Where there are no operations to be had, one test says why: a class without tests would look green."""

    def checks(_: Any) -> None:
        raise error

    return checks
