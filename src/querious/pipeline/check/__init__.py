"""What people's own tests ask: which operations there are, whose fault a finding is, what is wrong with an answer."""
