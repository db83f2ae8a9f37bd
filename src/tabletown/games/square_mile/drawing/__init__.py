"""The view as named SVG parts."""
