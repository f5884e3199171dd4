"""``querious replay`` of recordings."""
