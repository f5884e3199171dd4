"""What can hold at a place of an API, one kind per file."""
