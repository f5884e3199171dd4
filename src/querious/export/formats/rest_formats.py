"""Tests of REST APIs for pytest, PHPUnit and Vitest: each with the literals of its language, and a file of checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from querious.export.formats.phpunit import PHPUNIT
from querious.export.formats.pytest import PYTEST
from querious.export.formats.rest_form import Expectations, RestFormat
from querious.export.formats.vitest import VITEST
from querious.export.names import pascal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.export.formats.rest_form import OrderedRestTest
    from querious.export.rest_suite import RestScript

_PHP_HEAD: Final = """\
declare(strict_types=1);

namespace RestTests;

require_once __DIR__ . '/RestChecks.php';

/** {title}: what the API must answer. */
final class {name}Test extends RestChecks
{{"""


def _python_head(script: RestScript) -> str:
    names = "ask, check" if script.answers else "ask"
    return f'"""{script.title}: what the API must answer."""\n\nfrom rest_checks import {names}\n'


def _typescript_head(script: RestScript) -> str:
    names = ["ask", "differences", "test", "type Promised"] if script.answers else ["ask", "test"]
    return f"import {{ expect }} from 'vitest'\n\nimport {{ {', '.join(names)} }} from './rest-checks'\n"


def _files(trials: Sequence[OrderedRestTest]) -> list[str]:
    return list(dict.fromkeys(one.file for one in trials))


def _php_order(trials: Sequence[OrderedRestTest]) -> str:
    files = "".join(f"      <file>{escape(file)}</file>\n" for file in _files(trials))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<phpunit>\n  <testsuites>\n    <testsuite name="rest">\n'
        f"{files}    </testsuite>\n  </testsuites>\n</phpunit>\n"
    )


REST_FORMATS: Final = {
    "pytest": RestFormat(
        name="pytest",
        file_name=PYTEST.file_name,
        support="rest_checks.py",
        order=lambda trials: "".join(f"{one.file}::test_{one.trial.name}\n" for one in trials),
        order_hint=PYTEST.order_hint,
        comment="#",
        extras=PYTEST.extras,
        literals=PYTEST.literals,
        head=_python_head,
        declaration="%s = ",
        opening=lambda trial: f"\ndef test_{trial.name}():",
        ask="response = ask(",
        named="expected=(%s,)",
        headers="headers=%s",
        expectations=Expectations(
            "assert response.status == %s",
            "assert response.status < 500",
            "assert response.media == %s",
            "assert response.media in %s",
            "check(response.json(), %s)",
        ),
    ),
    "phpunit": RestFormat(
        name="phpunit",
        file_name=PHPUNIT.file_name,
        support="RestChecks.php",
        order=_php_order,
        order_hint=PHPUNIT.order_hint,
        first_line=PHPUNIT.first_line,
        literals=PHPUNIT.literals,
        head=lambda script: _PHP_HEAD.format(title=script.title.replace("*/", "* /"), name=pascal(script.stem)),
        tail="}",
        level=1,
        declaration="private const %s = ",
        end=";",
        opening=lambda trial: f"    public function test{pascal(trial.name)}(): void\n    {{",
        closing="    }",
        constant="self::%s",
        ask="$response = $this->ask(",
        named="[%s]",
        expectations=Expectations(
            "$this->assertSame(%s, $response['status'])",
            "$this->assertLessThan(500, $response['status'])",
            "$this->assertSame(%s, $response['media'])",
            "$this->assertContains($response['media'], %s)",
            "$this->check($this->decode($response), %s)",
        ),
        is_foreign=PHPUNIT.is_foreign,
    ),
    "vitest": RestFormat(
        name="vitest",
        file_name=VITEST.file_name,
        support="rest-checks.ts",
        order=lambda trials: "".join(f"{file}\n" for file in _files(trials)),
        order_hint=VITEST.order_hint,
        literals=VITEST.literals,
        head=_typescript_head,
        declaration="const %s: Promised = ",
        opening=lambda trial: f"test({VITEST.literals.leaf(trial.title)}, async () => {{",
        closing="})",
        ask="const response = await ask(",
        named="[%s]",
        expectations=Expectations(
            "expect(response.status).toBe(%s)",
            "expect(response.status).toBeLessThan(500)",
            "expect(response.media).toBe(%s)",
            "expect(%s).toContain(response.media)",
            "expect(differences(response.json(), %s)).toEqual([])",
        ),
        is_foreign=VITEST.is_foreign,
    ),
}
"""By the names that GraphQL's formats have."""
