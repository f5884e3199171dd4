"""Values from JSON Schema: strategies of bodies, and keys of our own choice."""
