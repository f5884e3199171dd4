"""What must be read alike everywhere in names and strings: what a secret is, and what stands in its place."""
