"""``querious learn``: a trusted version of an API and its baseline."""
