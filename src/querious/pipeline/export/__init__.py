"""``querious export``: recordings, findings and paths as a test suite."""
