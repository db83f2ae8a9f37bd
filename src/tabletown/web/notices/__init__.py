"""Telling people who are away that it is their move: by their browser, by e-mail, or by a web address of theirs."""
