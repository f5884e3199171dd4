"""What comes in pieces joins to the answer of the same operation without ``@defer`` and ``@stream``.

Both formats are read: that of 2022 (``incremental`` with ``path``, or a piece that is a patch itself), and the one
after it (``pending`` with ``id``, ``incremental`` and ``completed``). A server may well answer all at once: that is
held against the plain answer alone.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model import Directive, Field, Fragment, Severity
from querious.model.graphql_forms import SentForm, request_in
from querious.variants.agreement import disagreement, mismatches_with_plain, shown
from querious.variants.probes import smallest
from querious.variants.variant import FormVariant, Question, VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation, Selection
    from querious.variants.form_answers import FormAnswer, FormKnowledge, Pieces
    from querious.variants.variant import Conversation, Probe

_MOST: Final = 3
"""Places of one operation that come later."""
_OK: Final = 200
_NOWHERE: Final = object()


class JoinedPieces(NamedTuple):
    """What pieces come to."""

    payload: JSON
    flaws: tuple[str, ...]
    """What breaks the rules of delivery, in words."""


def join(pieces: Pieces) -> JoinedPieces:
    """The answer that the pieces make together."""
    joint = _Joint()
    for payload in pieces.payloads:
        joint.take(payload)
    joint.end(len(pieces.payloads))
    whole: dict[str, JSON] = {"data": joint.data}
    if joint.errors:
        whole["errors"] = joint.errors
    return JoinedPieces(whole if joint.began else None, tuple(dict.fromkeys(joint.flaws)))


@dataclass(slots=True)
class _Joint:
    """Grows with every piece."""

    data: JSON = None
    errors: list[JSON] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)
    began: bool = False
    has_next: JSON = True
    pending: dict[str, list[JSON]] = field(default_factory=dict)
    """Paths by the ids of what is still to come."""

    def take(self, payload: JSON) -> None:
        if not isinstance(payload, dict):
            self.flaws.append("a piece that is no object")
            return
        if self.began and self.has_next is not True:
            self.flaws.append("a piece comes after the one that says that it is the last")
        self.has_next = payload.get("hasNext")
        self.errors += _listed(payload.get("errors"))
        if not self.began:
            self.began, self.data = True, deepcopy(payload.get("data"))
        elif "path" in payload:
            self._patch(payload)
        for one in _objects(payload.get("pending")):
            self.pending[str(one.get("id"))] = _listed(one.get("path"))
            if _at(self.data, _listed(one.get("path"))) is _NOWHERE:
                self.flaws.append(f"what is pending has a path that leads nowhere: {shown(one.get('path'))}")
        for patch in _objects(payload.get("incremental")):
            self._patch(patch)
        for one in _objects(payload.get("completed")):
            self.errors += _listed(one.get("errors"))
            if self.pending.pop(str(one.get("id")), None) is None:
                self.flaws.append(f"something is completed that is not pending: {shown(one.get('id'))}")

    def end(self, count: int) -> None:
        """No more pieces."""
        if not self.began:
            self.flaws.append("no piece came")
        elif count > 1 and self.has_next is True:
            self.flaws.append("the last piece says that another one follows")
        elif count > 1 and self.has_next is not False:
            self.flaws.append("the last piece does not say so: hasNext is missing")
        elif self.has_next is True:
            self.flaws.append("the only piece says that another one follows")
        if self.pending:
            self.flaws.append(f"something pending is never completed: {shown(next(iter(self.pending.values())))}")

    def _patch(self, patch: dict[str, Any]) -> None:
        self.errors += _listed(patch.get("errors"))
        path = _listed(patch.get("path"))
        if "id" in patch:
            known = self.pending.get(str(patch["id"]))
            if known is None:
                self.flaws.append(f"a piece belongs to nothing pending: {shown(patch['id'])}")
                return
            path = [*known, *_listed(patch.get("subPath"))]
        if patch.get("items") is not None:
            self._add_items(path, _listed(patch["items"]), by_path="id" in patch)
        elif patch.get("data") is not None:
            place = _at(self.data, path)
            if not isinstance(place, dict) or not isinstance(patch["data"], dict):
                self.flaws.append(f"a piece has a path that leads to no object: {shown(path)}")
            else:
                _merge(place, patch["data"])

    def _add_items(self, path: list[JSON], items: list[JSON], *, by_path: bool) -> None:
        """Older servers name the place of the first item, newer ones the list."""
        start = path[-1] if path and isinstance(path[-1], int) and not by_path else None
        place = _at(self.data, path if start is None else path[:-1])
        if not isinstance(place, list) or (start is not None and start != len(place)):
            self.flaws.append(f"items have a path that leads to no end of a list: {shown(path)}")
        else:
            place.extend(deepcopy(items))


def _listed(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _objects(value: JSON) -> list[dict[str, Any]]:
    return [one for one in _listed(value) if isinstance(one, dict)]


def _at(data: JSON, path: Sequence[JSON]) -> Any:
    for step in path:
        is_key = isinstance(data, dict) and isinstance(step, str) and step in data
        is_place = isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data)
        if not is_key and not is_place:
            return _NOWHERE
        data = data[step]
    return data


def _merge(place: dict[str, JSON], new: dict[str, JSON]) -> None:
    for key, value in new.items():
        known = place.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            _merge(known, value)
        elif isinstance(known, list) and isinstance(value, list) and len(known) == len(value):
            place[key] = [_merged(one, other) for one, other in zip(known, value, strict=True)]
        else:
            place[key] = deepcopy(value)


def _merged(one: JSON, other: JSON) -> JSON:
    if isinstance(one, dict) and isinstance(other, dict):
        _merge(one, other)
        return one
    return deepcopy(other)


# what is asked


def _probe(knowledge: FormKnowledge) -> Probe:
    if knowledge.directives.isdisjoint({"defer", "stream"}):
        return False
    operation = smallest(knowledge)
    asked = _deferred_at_root(operation) if "defer" in knowledge.directives else operation
    answer = yield Question(operation, request_in(SentForm.INCREMENTAL, asked))
    return answer.exchange.status == _OK and (answer.pieces is not None or answer.data is not None)


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    for operation in operations:
        if "defer" in knowledge.directives:
            yield _conversation(operation, _deferred_at_root(operation), knowledge)
            below = _changed(operation, _Later(_deferred))
            if below is not None:
                yield _conversation(operation, below, knowledge)
        if "stream" in knowledge.directives:
            for start in (0, 1):
                streamed = _changed(operation, _Later(lambda node, start=start: _streamed(node, start, knowledge)))
                if streamed is not None:
                    yield _conversation(operation, streamed, knowledge)


def _conversation(operation: Operation, asked: Operation, knowledge: FormKnowledge) -> Conversation:
    plain = Question(operation, request_in(SentForm.POST, operation))
    later = Question(operation, request_in(SentForm.INCREMENTAL, asked))
    trace = [(yield plain)]
    if trace[0].data is None:
        return
    trace.append((yield later))
    if disagreement(operation, trace[:1], trace[1:], knowledge) is not None:
        for question in (plain, later, plain):
            trace.append((yield question))


def _deferred_at_root(operation: Operation) -> Operation:
    return operation._replace(selections=[_fragment(operation.root, operation.selections, "queriousRoot")])


def _fragment(on: str, selections: Sequence[Selection], label: str) -> Fragment:
    return Fragment(on, (Directive("defer", (("label", label),)),), selections)


class _Later:
    """Makes some fields of an operation come later, each with a label of its own."""

    def __init__(self, change: Any) -> None:
        self._change = change
        self.count = 0

    def selections(self, selections: Sequence[Selection]) -> list[Selection]:
        """From the top: the first few that can."""
        found: list[Selection] = []
        for node in selections:
            inner = node
            if isinstance(node, Field) and self.count < _MOST:
                changed = self._change(node)
                if changed is not None:
                    inner = _labelled(changed, f"querious{self.count}")
                    self.count += 1
            found.append(inner._replace(children=self.selections(inner.children)) if inner.children else inner)
        return found


def _changed(operation: Operation, later: _Later) -> Operation | None:
    selections = later.selections(operation.selections)
    return operation._replace(selections=selections) if later.count else None


def _deferred(node: Field) -> Field | None:
    """All but the first field of an object come later; where there is only one, that."""
    parents = {child.parent for child in node.children if isinstance(child, Field)}
    if len(parents) != 1 or not all(isinstance(child, Field) for child in node.children):
        return None
    kept = list(node.children[:1]) if len(node.children) > 1 else []
    rest = node.children[1:] or node.children
    return node._replace(children=[*kept, _fragment(parents.pop(), rest, "")])


def _streamed(node: Field, start: int, knowledge: FormKnowledge) -> Field | None:
    if not knowledge.is_list(node.coordinate):
        return None
    directive = Directive("stream", (("initialCount", start), ("label", "")))
    return node._replace(directives=[*node.directives, directive])


def _labelled(node: Field, label: str) -> Field:
    """With a label in the place of the empty one."""
    children = [
        _fragment(child.on, child.children, label) if isinstance(child, Fragment) and _is_unlabelled(child) else child
        for child in node.children
    ]
    directives = [
        Directive("stream", (one.arguments[0], ("label", label))) if one.name == "stream" else one
        for one in node.directives
    ]
    return node._replace(children=children, directives=directives)


def _is_unlabelled(fragment: Fragment) -> bool:
    return any(one.name == "defer" and ("label", "") in one.arguments for one in fragment.directives)


# what must hold


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    told: set[str] = set()
    for step, answer in enumerate(trace):
        if answer.pieces is None or answer.form is not SentForm.INCREMENTAL:
            continue
        joined = join(answer.pieces)
        flaws = [answer.pieces.flaw] if answer.pieces.flaw else list(joined.flaws)
        for flaw in flaws:
            if flaw not in told:
                told.add(flaw)
                yield VariantMismatch(knowledge.root, flaw, step, excerpt=shown(list(answer.pieces.payloads)))
        if not flaws and not answer.pieces.closed and "unclosed" not in told:
            told.add("unclosed")
            flaw = "the body of an answer in pieces ends without its closing delimiter"
            yield VariantMismatch(knowledge.root, flaw, step, Severity.SUSPICION)
    if not told - {"unclosed"}:
        yield from mismatches_with_plain(trace, SentForm.INCREMENTAL, knowledge)


VARIANT: Final = FormVariant(
    "incremental", "what comes in pieces joins to the answer without @defer and @stream", _probe, _propose, _check
)
