"""Numbers that answers tell of one thing: what names say of them, and the rules between them."""
