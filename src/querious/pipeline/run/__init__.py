"""``querious run``: the phases of a run, and the session that they share."""
