"""Doors to tools that other people study games with. Nothing is imported before it is used.

    from tabletown.adapters import pettingzoo      # needs tabletown[pettingzoo]
    from tabletown.adapters import gymnasium       # needs tabletown[gymnasium]
    from tabletown.adapters import openspiel       # needs tabletown[openspiel]
"""
