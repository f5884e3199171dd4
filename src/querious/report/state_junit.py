"""A run over collections → JUnit XML: a suite for each collection, a failing test case for each rule it broke."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from querious.model.crud import Tested
from querious.model.finding import Severity
from querious.report import state_phrases as phrases
from querious.report.state_sequence import answer_line, curl_lines, key_line, sequence_lines
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.crud import CrudRun, Violation
    from querious.report.context import Context

_WIDTH: Final = 120
_COUNTS: Final = {"failures": "testcase/failure", "skipped": "testcase/skipped"}


def dump(run: CrudRun, context: Context) -> str:
    """The XML. Suspicions are skipped tests: they are told, but fail nothing. All text printable: valid XML."""
    suites = ET.Element("testsuites", name="querious crud", time=f"{run.elapsed:.3f}")
    known = {one.name for one in run.collections}
    others = dict.fromkeys(one.collection for one in run.violations if one.collection not in known)
    for tested in (*run.collections, *(Tested(name, ()) for name in others)):
        violations = [one for one in run.violations if one.collection == tested.name]
        _suite(suites, tested, violations, run.seed, context)
    suites.set("tests", str(len(suites.findall("testsuite/testcase"))))
    for name, path in _COUNTS.items():
        suites.set(name, str(len(suites.findall(f"testsuite/{path}"))))
    suites.set("errors", "0")
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"


def _suite(suites: ET.Element, tested: Tested, violations: Sequence[Violation], seed: int, context: Context) -> None:
    suite = ET.SubElement(suites, "testsuite", name=phrases.name(tested.name), time="0")
    by_rule = sorted(phrases.ordered(violations), key=lambda one: one.rule)
    for rule, broken in groupby(by_rule, key=lambda one: one.rule):
        _broken(suite, tested, rule, list(broken), seed=seed, context=context)
    if not any(one.severity is Severity.FAULT for one in violations):
        _held(suite, tested)
    suite.set("tests", str(len(suite)))
    for name, path in _COUNTS.items():
        suite.set(name, str(len(suite.findall(path))))
    suite.set("errors", "0")


def _case(suite: ET.Element, tested: Tested, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=phrases.name(tested.name), name=name, time="0")


def _held(suite: ET.Element, tested: Tested) -> None:
    """The service did as the model; or nobody has seen whether it does."""
    case = _case(suite, tested, f"state model of {phrases.name(tested.name)}")
    if tested.left_out or not tested.tests:
        ET.SubElement(case, "skipped", message=visible(tested.left_out) or "it was not tested")


def _broken(
    suite: ET.Element, tested: Tested, rule: str, violations: list[Violation], *, seed: int, context: Context
) -> None:
    """One case, however many violations: its name is the same from run to run."""
    worst = violations[0]
    more = f" (and {len(violations) - 1:,} more)" if len(violations) > 1 else ""
    kind = "failure" if worst.severity is Severity.FAULT else "skipped"
    case = _case(suite, tested, phrases.name(rule))
    told = ET.SubElement(case, kind, message=phrases.message(worst) + more, type=str(worst.severity))
    told.text = "\n\n".join("\n".join(_details(violation, seed, context)) for violation in violations)


def _details(violation: Violation, seed: int, context: Context) -> list[str]:
    """What a developer needs to act on it, in plain lines."""
    lines = [
        phrases.message(violation),
        *sequence_lines(violation, _WIDTH),
        key_line(violation),
        answer_line(violation, _WIDTH),
        *curl_lines(violation, context),
        f"{phrases.times(violation.count)}, {phrases.origin(violation, seed)}",
    ]
    return [line for line in lines if line]
