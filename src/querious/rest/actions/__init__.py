"""Actions on an entry (``POST /orders/{id}/approve``): what they answer, what they change, and what they must not."""

from querious.rest.actions.action_operations import EntryActions, entry_actions
from querious.rest.actions.action_rules import ACTION_RULES

__all__ = ["ACTION_RULES", "EntryActions", "entry_actions"]
