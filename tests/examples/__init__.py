"""The games of docs/examples, as somebody else's package would bring them."""
