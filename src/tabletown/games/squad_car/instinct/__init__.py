"""What a position promises to each side, at a glance and by what was learned; floats are allowed here."""
