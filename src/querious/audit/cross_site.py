"""Requests that a browser sends for any page without asking the server first: "simple" ones.

Where cookies say who asks, a foreign page can have a mutation executed in its visitor's name. No foreign page can set
``Authorization``, so these requests go without it: a server that insists on it has nothing to fear. Others may insist
on another header, so what is found here is never certain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, told, with_control
from querious.audit.requests import CONTROL, EITHER, MUTATION, MUTATION_CONTROL, post
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement
from querious.model.request_body import FORM, MULTIPART

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange, Request

_CAUTION: Final = clause("6.2.3 Exercise caution", "Exercise-caution")


def _simple(name: str, media: str, request: Request) -> AuditRule:
    def check(trace: Sequence[Exchange]) -> Judgement:
        if data_of(trace[1]) is None:
            return Untold(f"there are no mutations here, or none without leave: {told(trace[1])}")
        if data_of(trace[2]) is None:
            return None
        return BrokenRule(
            f"a mutation that comes as {media} is executed: where cookies say who asks, a foreign page can send one"
        )

    about = f"A mutation that comes as {media}, without a header that no foreign page can set, is not executed"
    requests = (CONTROL, MUTATION_CONTROL, request._replace(without=("authorization",)))
    return AuditRule(name, Requirement.SHOULD, about, _CAUTION, requests, with_control(check))


TEXT: Final = _simple(
    "simple-text", "text/plain", post(f'{{"query": "{MUTATION}"}}', EITHER, "text/plain", verbatim=True)
)
FORM_FIELDS: Final = _simple("simple-form", FORM, post({"query": MUTATION}, EITHER, FORM))
PARTS: Final = _simple("simple-multipart", MULTIPART, post({"query": MUTATION}, EITHER, MULTIPART))
UPLOAD: Final = _simple(
    "simple-upload",
    f"{MULTIPART} with operations and map",
    post({"operations": {"query": MUTATION}, "map": {}}, EITHER, MULTIPART),
)
