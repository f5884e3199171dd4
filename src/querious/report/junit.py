"""A run → JUnit XML: a failing test case for every finding, a passing one for every rule and collection without any."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from querious.report import phrases
from querious.report.finding_order import ordered
from querious.text.display import visible

if TYPE_CHECKING:
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.model.state import CollectionResult
    from querious.report.context import Context


def junit(run: Run, context: Context) -> str:
    """The XML. What fails no run is a skipped test: it is told. All text printable: valid XML."""
    suite = ET.Element("testsuite", name="querious", time=f"{run.elapsed:.3f}")
    for finding in ordered(run.findings):
        _finding(suite, finding, run, context)
    blamed = {finding.oracle for finding in run.findings}
    for oracle, verdicts in sorted(run.oracles.items()):
        if oracle not in blamed:
            case = ET.SubElement(suite, "testcase", classname=visible(oracle), name="every answer", time="0")
            if not _passes(verdicts):
                ET.SubElement(case, "skipped", message="it did not apply to any response")
    for collection in run.state.collections if run.state else ():
        _collection(suite, collection, run)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    suite.set("errors", "0")
    suites = ET.Element("testsuites")
    suites.append(suite)
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"


def _passes(verdicts: dict[str, int]) -> int:
    return sum(count for verdict, count in verdicts.items() if verdict.startswith("pass"))


def _collection(suite: ET.Element, collection: CollectionResult, run: Run) -> None:
    """A passing case where the collection behaved like its model; a skipped one where nobody has looked."""
    if any(finding.coordinate == collection.name and run.fails(finding) for finding in run.findings):
        return
    name = f"state model of {visible(collection.name)}"
    case = ET.SubElement(suite, "testcase", classname="state", name=name, time="0")
    if collection.left_out or not collection.tests:
        ET.SubElement(case, "skipped", message=visible(collection.left_out) or "it was not tested")


def _finding(suite: ET.Element, finding: Finding, run: Run, context: Context) -> None:
    """The fingerprint in the name makes it unique, and the same from run to run."""
    name = f"{phrases.place(finding)} ({finding.fingerprint})"
    taken = sum(exchange.elapsed for exchange in finding.steps)
    case = ET.SubElement(suite, "testcase", classname=visible(finding.oracle), name=name, time=f"{taken:.3f}")
    kind = "failure" if run.fails(finding) else "skipped"
    message = ". ".join(filter(None, (phrases.accepted(finding, run), phrases.message(finding))))
    told = ET.SubElement(case, kind, message=message, type=str(finding.severity))
    told.text = "\n".join(phrases.details(finding, run, context))
