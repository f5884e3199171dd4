"""Whether a form is offered: the smallest question in it, and the answer that only somebody who read it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Directive, Field, Operation, Variable
from querious.model.graphql_forms import request_in
from querious.variants.variant import Question

if TYPE_CHECKING:
    from querious.model.graphql_forms import SentForm
    from querious.variants.form_answers import FormAnswer, FormKnowledge
    from querious.variants.variant import Probe


def smallest(knowledge: FormKnowledge, alias: str = "") -> Operation:
    """``{ __typename }``."""
    return Operation("query", "", knowledge.root, (Field(knowledge.root, "__typename", alias),))


def takes(form: SentForm, knowledge: FormKnowledge) -> Probe:
    """Whether the smallest operation is answered in this form."""
    operation = smallest(knowledge)
    answer: FormAnswer = yield Question(operation, request_in(form, operation))
    return answer.data == {"__typename": knowledge.root}


def switched(knowledge: FormKnowledge, *, on: bool) -> Operation:
    """One document for both, of which a variable decides what is answered."""
    condition = (("if", Variable("queriousOn", "Boolean!", on)),)
    asked = (
        Field(knowledge.root, "__typename", "queriousOn", directives=(Directive("include", condition),)),
        Field(knowledge.root, "__typename", "queriousOff", directives=(Directive("skip", condition),)),
    )
    return Operation("query", "", knowledge.root, asked)
