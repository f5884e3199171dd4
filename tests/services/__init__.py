"""Small services for testing the state of one, with facades as users would write them."""
