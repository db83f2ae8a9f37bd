"""The position as SVG."""
SIZE=(700,642)
def defs(rules): return ""
def parts(_, rules, view, viewer, names): return {}
def targets(_, rules, view, seat, actions): return []
