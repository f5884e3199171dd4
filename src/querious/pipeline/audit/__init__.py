"""The audit of a server against the specification of GraphQL over HTTP."""
