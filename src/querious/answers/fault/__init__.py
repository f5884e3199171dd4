"""Who is at fault for an error: the order of the questions in ``triage``, and a table of wordings for each of them."""
