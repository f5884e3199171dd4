"""``querious crud``: the state of a service, tested by sequences of commands."""
