"""The rules, compiled and interpreted from the same files."""
