"""A run → a badge as SVG: its verdict in a few words, for a README or a dashboard. It holds no text of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.text.display import counted

if TYPE_CHECKING:
    from querious.model.run import Run
    from querious.report.context import Context

_NAME: Final = "querious"
_CHARACTER: Final = 6.7
"""Pixels of an average character."""
_PADDING: Final = 12
_RED, _YELLOW, _GREEN, _GREY = "#c0392b", "#9a6700", "#1a7f37", "#57606a"


def badge(run: Run, _: Context) -> str:
    """The SVG."""
    told, colour = _verdict(run)
    left, right = (round(len(text) * _CHARACTER + _PADDING) for text in (_NAME, told))
    whole = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="{_NAME}: {told}">'
        f"<title>{_NAME}: {told}</title>"
        f'<clipPath id="r"><rect width="{whole}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#33383d"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2}" y="14">{_NAME}</text><text x="{left + right / 2}" y="14">{told}</text></g></svg>\n'
    )


def _verdict(run: Run) -> tuple[str, str]:
    """In words, and the colour. What was not judged is not green."""
    open_findings = [finding for finding in run.findings if run.acceptance(finding) is None]
    certain = set(map(id, run.faults))
    faults = sum(id(finding) in certain for finding in open_findings)
    told = counted((faults, "fault"), (len(open_findings) - faults, "suspicion"))
    if told:
        return told, _RED if run.failed else _YELLOW
    if run.unjudged or run.interrupted or run.errors:
        return "not judged", _GREY
    return "no faults", _GREEN
