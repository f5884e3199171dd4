"""Automatic persisted queries: a hash stands for the document that was registered with it, and for no other.

Offered where an unknown hash is answered with ``PersistedQueryNotFound`` and the document behind it then with data.
Then

- the document sent with its hash is answered as without;
- its hash alone is answered so too, also with other variables and by GET, once it was registered. That it is not found
  later is no fault, as servers forget and several share the work; that it is never found, three times registered and
  asked at once, is a suspicion, for documents may be registered by other means only;
- a document with the hash of another one is refused. Where it is not, anybody may put their document in the place of
  what others ask for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.answers.response import errors_of, message_of
from querious.model import Severity
from querious.model.document_text import write
from querious.model.graphql_forms import SentForm, by_hash, digest, misnamed, named_hash, request_in
from querious.text.words import folded
from querious.variants.agreement import disagreement, mismatches_with_plain, shown
from querious.variants.probes import smallest
from querious.variants.variant import FormVariant, Question, VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge
    from querious.variants.variant import Conversation, Probe

_TRIES: Final = 3
_NOT_FOUND: Final = "persistedquerynotfound"
_NOBODYS: Final = digest("# the document of nobody")
"""A hash under which nothing stands."""
_SENT_BY_HASH: Final = (SentForm.REGISTERED, SentForm.HASH, SentForm.HASH_BY_GET)


def _probe(knowledge: FormKnowledge) -> Probe:
    nobodys = smallest(knowledge)
    answer: FormAnswer = yield Question(nobodys, by_hash(_NOBODYS))
    if not is_not_found(answer.payload):
        return False
    own = smallest(knowledge, "queriousOffered")
    answer = yield Question(own, request_in(SentForm.REGISTERED, own))
    return answer.data == {"queriousOffered": knowledge.root}


def is_not_found(payload: JSON) -> bool:
    """Whether an answer says that it does not know the hash."""
    for error in errors_of(payload):
        extensions = error.get("extensions")
        code = extensions.get("code") if isinstance(extensions, dict) else None
        if _NOT_FOUND in {folded(message_of(error)), folded(code) if isinstance(code, str) else ""}:
            return True
    return False


def _propose(operations: Sequence[Operation], knowledge: FormKnowledge) -> Iterator[Conversation]:
    yield _misnamed(knowledge)
    for operation in operations:
        yield _registered(operation, knowledge)
    yield from _with_other_variables(operations)


def _registered(operation: Operation, knowledge: FormKnowledge) -> Conversation:
    """Register it, then ask by its hash; where the answers differ, once more."""
    plain = Question(operation, request_in(SentForm.POST, operation))
    first = yield plain
    if first.data is None:
        return
    differs = False
    for number in range(_TRIES):
        answers = [(yield Question(operation, request_in(SentForm.REGISTERED, operation)))]
        answers.append((yield Question(operation, request_in(SentForm.HASH, operation))))
        again = yield plain
        by_get = yield Question(operation, request_in(SentForm.HASH_BY_GET, operation))
        yield plain
        found = [answer for answer in (*answers, by_get) if not is_not_found(answer.payload)]
        differs = any(disagreement(operation, [first, again], [one], knowledge) is not None for one in found)
        if len(found) > 1 and (not differs or number):
            return


def _with_other_variables(operations: Sequence[Operation]) -> Iterator[Conversation]:
    """The same document with other variables: a hash stands for the document, not for the answer."""
    known: dict[str, Operation] = {}
    for operation in operations:
        document, variables = write(operation)
        before = known.setdefault(document, operation)
        if variables and before is not operation and write(before)[1] != variables:
            yield _in_turns(before, operation)


def _in_turns(one: Operation, other: Operation) -> Conversation:
    for operation in (one, other):
        yield Question(operation, request_in(SentForm.POST, operation))
        yield Question(operation, request_in(SentForm.REGISTERED, operation))
    for _ in range(2):
        for operation in (one, other):
            yield Question(operation, request_in(SentForm.HASH, operation))
            yield Question(operation, request_in(SentForm.POST, operation))


def _misnamed(knowledge: FormKnowledge) -> Conversation:
    """Send a document with the hash of another, and ask what stands under that hash before and after."""
    planted = smallest(knowledge, "queriousPlanted")
    sha256 = digest(write(smallest(knowledge, "queriousOwner"))[0])
    yield Question(planted, by_hash(sha256))
    yield Question(planted, misnamed(planted, sha256))
    yield Question(planted, by_hash(sha256))


def _check(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    yield from _planted(trace)
    operations: list[Operation] = []
    for answer in trace:
        if answer.operation not in operations:
            operations.append(answer.operation)
    for operation in operations:
        own = [answer for answer in trace if answer.operation == operation]
        places = [place for place, answer in enumerate(trace) if answer.operation == operation]
        for form in _SENT_BY_HASH:
            found = [one for one in own if one.form in {SentForm.POST, form} and not is_not_found(one.payload)]
            for mismatch in mismatches_with_plain(found, form, knowledge):
                last = max(place for place in places if trace[place].form is form)
                yield replace(mismatch, step=last)
        yield from _never_found(own)


def _never_found(own: Sequence[FormAnswer]) -> Iterator[VariantMismatch]:
    registered = [one for one in own if one.form is SentForm.REGISTERED and one.data is not None]
    alone = [one for one in own if one.form in {SentForm.HASH, SentForm.HASH_BY_GET}]
    if len(registered) >= _TRIES and alone and all(is_not_found(one.payload) for one in alone):
        root = own[0].operation.root
        told = "a hash is never found, though its document was sent with it just before"
        yield VariantMismatch(root, told, severity=Severity.SUSPICION, excerpt=shown(alone[-1].payload))


def _planted(trace: Sequence[FormAnswer]) -> Iterator[VariantMismatch]:
    for step, answer in enumerate(trace):
        if answer.form is not SentForm.MISNAMED or answer.data is None:
            continue
        body = answer.exchange.case.request.body
        sha256 = named_hash(body)
        later = trace[step + 1 :]
        stays = any(named_hash(one.exchange.case.request.body) == sha256 and one.data == answer.data for one in later)
        told = "a document was carried out with the hash of another one"
        if stays:
            told += ", and stands under that hash from now on"
        yield VariantMismatch(answer.operation.root, told, step, excerpt=shown(answer.payload))


VARIANT: Final = FormVariant(
    "persisted", "a hash stands for the document that was registered with it", _probe, _propose, _check
)
