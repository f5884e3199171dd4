"""Small servers of others, to try every door of an API on."""
