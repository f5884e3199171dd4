"""Actions on an entry (``POST /orders/{id}/approve``): what they answer, what they change, and what they must not."""

from querious.rest.actions.action_effects import ACTION_OUTCOME, ACTION_STATE
from querious.rest.actions.action_operations import EntryActions, entry_actions
from querious.rest.actions.action_rules import ACTION_RULES
from querious.rest.actions.action_window import state_member
from querious.rest.actions.conditional_writes import NO_SUCH_TAG, condition_header
from querious.rest.actions.created_places import created_path
from querious.rest.actions.repeated_requests import is_idempotency_key, names_a_request
from querious.rest.actions.unique_entries import may_be_unique

__all__ = [
    "ACTION_OUTCOME",
    "ACTION_RULES",
    "ACTION_STATE",
    "NO_SUCH_TAG",
    "EntryActions",
    "condition_header",
    "created_path",
    "entry_actions",
    "is_idempotency_key",
    "may_be_unique",
    "names_a_request",
    "state_member",
]
