"""The view in sentences and tables."""
