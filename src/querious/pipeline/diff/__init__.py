"""``querious diff``: two versions of an API, asked the same."""
