"""The same operation sent in another form must be answered the same: forms, and rules that are pure over what came."""

from querious.variants.catalogue import VARIANTS
from querious.variants.form_answers import FormAnswer, FormKnowledge, Pieces, UploadPromise
from querious.variants.variant import Conversation, FormVariant, Question, VariantMismatch

__all__ = [
    "VARIANTS",
    "Conversation",
    "FormAnswer",
    "FormKnowledge",
    "FormVariant",
    "Pieces",
    "Question",
    "UploadPromise",
    "VariantMismatch",
]
