"""Actions on an entry (``POST /orders/{id}/approve``): what they answer, what they change, and what they must not."""

from querious.rest.actions.action_operations import EntryActions, entry_actions
from querious.rest.actions.action_rules import ACTION_RULES
from querious.rest.actions.repeated_requests import is_idempotency_key

__all__ = ["ACTION_RULES", "EntryActions", "entry_actions", "is_idempotency_key"]
