"""The words in which kept exchanges are listed and shown. All text that is returned is safe to show."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from querious.model.operation import Field
from querious.model.reach import Class
from querious.report.curl import curl
from querious.report.kept_answer import answer_lines
from querious.report.operation_text import request_lines, whole_operation
from querious.text.display import listing, shorten, visible, visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.kept import Kept
    from querious.model.operation import Selection
    from querious.report.kept_json import Origin

HEADING: Final = "number  phase   status  outcome            size     time  paths              root fields"
_ROOTS: Final = 40
"""Characters of names of root fields, after which the others are only counted."""
_LONGEST_NAME: Final = 60
_KIBI: Final = 1024
_ROUND: Final = 10
"""From here on tenths tell nothing."""
_ORDER: Final = {str(name): rank for rank, name in enumerate(Class)}


def size(number: int) -> str:
    """``812 B``, ``1.2 KiB``, ``256 MiB``."""
    if number < _KIBI:
        return f"{number} B"
    amount, unit = (number / _KIBI, "KiB") if number < _KIBI**2 else (number / _KIBI**2, "MiB")
    return f"{amount:.0f} {unit}" if amount >= _ROUND else f"{amount:.1f} {unit}"


def seconds(number: float) -> str:
    """``12 ms``, ``1.2 s``."""
    return f"{1000 * number:.0f} ms" if number < 1 else f"{number:,.1f} s"


def row(kept: Kept) -> str:
    """One line, in the columns of ``HEADING``."""
    exchange = kept.exchange
    columns = [
        f"{exchange.case.number:>6}",
        f"{name(kept.phase):<6}",
        f"{exchange.status or '-':>6}",
        f"{name(kept.outcome):<13}",
        f"{size(kept.size):>8}",
        f"{seconds(exchange.elapsed):>7}",
        f"{classes(kept) or '-':<17}",
        roots(kept),
    ]
    return "  ".join(columns)


def classes(kept: Kept) -> str:
    """``3 perfect, 1 good``; empty where no path was planned."""
    counts = sorted(kept.classes.items(), key=lambda item: (_ORDER.get(item[0], len(_ORDER)), item[0]))
    return ", ".join(f"{count:,} {name(kind)}" for kind, count in counts if count)


def roots(kept: Kept) -> str:
    """The names of the root fields, each once; ``mutation`` before those of one."""
    case = kept.exchange.case
    if not case.is_graphql:
        return name(case.call.coordinate)
    operation = case.operation
    names = list(dict.fromkeys(name(root) for root in _root_names(operation.selections)))
    lengths = accumulate(len(one) + 2 for one in names)
    told = listing(names, max(sum(length - 2 <= _ROOTS for length in lengths), 1))
    return told if operation.kind == "query" else f"{name(operation.kind)} {told}"


def _root_names(selections: Sequence[Selection]) -> Iterator[str]:
    """Fragments on the root type are looked into."""
    stack = list(reversed(selections))
    while stack:
        node = stack.pop()
        if isinstance(node, Field):
            yield node.name
        else:
            stack.extend(reversed(node.children))


def name(text: str) -> str:
    """A word of the file."""
    return shorten(visible(text), _LONGEST_NAME)


def title(kept: Kept) -> str:
    """What the whole exchange is, in one line."""
    exchange = kept.exchange
    status = f"status {exchange.status}" if exchange.status else "no answer"
    took = f"{size(kept.size)} in {seconds(exchange.elapsed)}"
    return f"case {exchange.case.number}, {name(kept.phase)}: {status}, {name(kept.outcome)}, {took}"


def remarks(kept: Kept) -> Iterator[str]:
    """What was thought of it, a line each."""
    if kept.exchange.case.flaw:
        yield f"deliberately invalid: {visible(kept.exchange.case.flaw)}"
    if kept.classes or kept.expected:
        yield f"planned paths: {classes(kept) or 'none'}; {kept.actual:,} of {kept.expected:,} fields on them had data"
    if kept.findings:
        yield f"findings: {', '.join(name(fingerprint) for fingerprint in kept.findings)}"


def question(kept: Kept, width: int) -> list[str]:
    """The operation, over lines if it is long, and its variables; nothing is shortened."""
    case = kept.exchange.case
    if not case.is_graphql:
        return request_lines(case.request, width)
    return whole_operation(case.document, case.variables, width)


def answer(kept: Kept) -> Iterator[str]:
    """What came back: why there is nothing, the content type, the body."""
    exchange = kept.exchange
    content_type = visible(exchange.headers.get("content-type", "")) or "no content type"
    yield f"Response: {exchange.failure.value if exchange.failure else content_type}"
    yield from visible_lines(exchange.detail.strip("\n")) if exchange.detail.strip() else ()
    yield from answer_lines(exchange)
    if kept.cut:
        yield f"[... {kept.cut:,} more bytes were not kept ...]"


def again(kept: Kept, origin: Origin) -> str:
    """The line that sends it again; empty for an API that was tested in process."""
    return curl(kept.exchange.case, origin.url, {}) if origin.url else ""


def again_remark(origin: Origin) -> str:
    """What the line that sends it again lacks."""
    if not origin.url:
        return "There is no curl command, because the API was tested in process."
    lacking = "headers" if origin.whole else "headers, and the user or query of the URL,"
    return f"Add {lacking} if the API needs them: they may be secret, so they are never kept."
