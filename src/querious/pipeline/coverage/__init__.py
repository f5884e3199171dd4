"""``querious coverage``: what documents cover."""
