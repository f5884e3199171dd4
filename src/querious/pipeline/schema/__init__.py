"""What is understood of an API's schema."""
